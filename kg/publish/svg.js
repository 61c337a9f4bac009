// The picture as SVG: the same marks, lines, regions and names at the same places, built as a document
// and written by the browser's own serializer, which escapes every text.

const SVG = "http://www.w3.org/2000/svg";

function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  made.append(...children);
  return made;
}

const round = (number) => Math.round(number * 10) / 10;

function toSvg(picture, title) {
  const { left, top, right, bottom } = picture.frame();
  const scale = picture.network.getScale();
  const [width, height] = [round(right - left), round(bottom - top)];
  const drawing = shape("svg", { xmlns: SVG, viewBox: `${round(left)} ${round(top)} ${width} ${height}`, width: round(width * scale), height: round(height * scale), "font-family": FONT },
    shape("title", {}, printable(title)),
    shape("rect", { x: round(left), y: round(top), width, height, fill: picture.theme.ground }),
    shape("g", { fill: picture.theme.region, stroke: picture.theme.region, "stroke-width": REGION_EDGE, "stroke-linejoin": "round" }, ...picture.regions().map(regionShape)),
    shape("g", { fill: "none" }, ...picture.edges.get().map((line) => lineShape(picture, line))),
    shape("g", { "stroke-width": 1.5 }, ...picture.nodes.get().map((node) => markShape(picture, node))),
    shape("g", { fill: picture.theme.ink, stroke: picture.theme.ground, "stroke-linejoin": "round", "paint-order": "stroke" }, ...picture.labels.map(nameShape)));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(drawing)}\n`;
}

// Without what XML cannot hold.
const printable = (text) => wellFormed(text).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");

const regionShape = (points) => shape("path", { d: `M${hull(points).map(({ x, y }) => `${x} ${y}`).join("L")}Z` });

const faded = (picture, ids) => {
  const focus = picture.focus();
  return focus !== null && !ids.every((id) => focus.has(id)) ? { opacity: round(1 - VEIL) } : {};
};

// A curve from mark to mark as vis-network bends it, with the head of its arrow at the rim of the second.
function lineShape(picture, line) {
  const [from, to] = [line.from, line.to].map((id) => ({ ...picture.network.getPosition(id), size: picture.items.get(id).size }));
  const via = line.smooth ? picture.network.body.edges[line.id].edgeType.getViaNode() : { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const { color: { color, opacity }, dashes, width, arrows } = line;
  const path = shape("path", { d: `M${from.x} ${from.y}Q${round(via.x)} ${round(via.y)} ${to.x} ${to.y}`, stroke: color, "stroke-width": round(width) });
  if (dashes) path.setAttribute("stroke-dasharray", dashes.join(" "));
  const made = shape("g", { opacity, ...faded(picture, [line.from, line.to]) }, path);
  if (arrows?.to.enabled) made.append(arrowHead(via, to, color));
  return made;
}

function arrowHead(via, { x, y, size }, fill) {
  const angle = Math.atan2(y - via.y, x - via.x);
  const at = (reach, side) => [round(x - reach * Math.cos(angle) - side * Math.sin(angle)), round(y - reach * Math.sin(angle) + side * Math.cos(angle))];
  return shape("path", { d: `M${at(size, 0)}L${at(size + 7, 3)}L${at(size + 7, -3)}Z`, fill });
}

function markShape(picture, { id, name, group, size, change }) {
  const { x, y } = picture.network.getPosition(id);
  const gone = change === "gone";
  const paint = { fill: gone ? picture.theme.ground : colour(group), stroke: changed(change) ? colour(change) : picture.theme.ground };
  const rim = changed(change) ? { "stroke-width": 3, ...(gone ? { "stroke-dasharray": "4 3" } : {}) } : {};
  return shape(...outline(SHAPES[group], x, y, size, { ...paint, ...rim, ...faded(picture, [id]) }), shape("title", {}, printable(name)));
}

function outline(form, x, y, size, paint) {
  if (form === "square") return ["rect", { x: round(x - size), y: round(y - size), width: round(2 * size), height: round(2 * size), ...paint }];
  if (form === "diamond") return ["path", { d: `M${x} ${y - size}L${x + size} ${y}L${x} ${y + size}L${x - size} ${y}Z`, ...paint }];
  if (form === "triangle") return ["path", { d: `M${x} ${round(y - 1.15 * size)}L${x + size} ${round(y + 0.7 * size)}H${x - size}Z`, ...paint }];
  return ["circle", { cx: x, cy: y, r: size, ...paint }];
}

const nameShape = ({ text, height, weight, left, top, scale }) =>
  shape("text", { x: round(left), y: round(top + 0.86 * height), "font-size": round(height), "font-weight": weight, "stroke-width": round(3.5 / scale) }, printable(text));

// The picture as it stands on the canvas, on its ground.
function toPng(picture) {
  const source = picture.network.canvas.frame.canvas;
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [source.width, source.height];
  const context = copy.getContext("2d");
  context.fillStyle = picture.theme.ground;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(source, 0, 0);
  return new Promise((resolve) => copy.toBlob(resolve, "image/png"));
}
