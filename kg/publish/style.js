// How things look: the colours of the style sheet, and the marks and lines of vis-network.

const SHAPES = { method: "dot", dataset: "square", task: "diamond", metric: "triangle", paper: "dot" };

const palette = new Map(); // colours as they were read, since reading is slow

function colour(name) {
  if (!palette.has(name)) palette.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  return palette.get(name);
}

function readTheme() {
  palette.clear();
  return Object.fromEntries(["ground", "ink", "region", "accent"].map((name) => [name, colour(name)]));
}

function groups(types) {
  return Object.fromEntries([...Object.keys(types), "paper"].map((type) => [type, nodeStyle(type)]));
}

function options(types) {
  return {
    groups: groups(types),
    physics: false,
    layout: { improvedLayout: false },
    interaction: { tooltipDelay: 150, keyboard: { enabled: true, bindToWindow: false } },
    nodes: { borderWidth: 1.5, chosen: false },
    edges: { smooth: false, chosen: false, selectionWidth: 0, hoverWidth: 0 },
  };
}

function nodeStyle(type) {
  const fill = { background: colour(type), border: colour("ground") };
  return { shape: SHAPES[type], color: { ...fill, hover: fill, highlight: fill } };
}

const changed = (change) => change === "new" || change === "gone";

// What is new has a rim of its own; what is gone is hollow, with a broken rim.
function changeStyle(group, change) {
  if (!changed(change)) return {};
  const fill = { background: colour(change === "gone" ? "ground" : group), border: colour(change) };
  return { borderWidth: 3, color: { ...fill, hover: fill, highlight: fill }, shapeProperties: { borderDashes: change === "gone" ? [4, 3] : false } };
}

function styleOf({ relation, role, change }, relations) {
  if (role) return { color: { color: colour("paper"), opacity: 0.35, inherit: false }, width: 0.7 };
  const order = Object.keys(relations).indexOf(relation);
  const style = order < 0 ? {} : lineStyle(relation, relations[relation], order);
  return changed(change) ? { ...style, color: { color: colour(change), opacity: 0.9, inherit: false } } : style;
}

// Relations bend differently, so that two between the same concepts lie apart.
function lineStyle(relation, [, , dashes, directed], order) {
  return {
    smooth: { enabled: true, type: "curvedCW", roundness: relation === "coUse" ? 0.06 : 0.1 + 0.04 * order },
    color: { color: colour(relation), opacity: relation === "coUse" ? 0.5 : 0.6, inherit: false },
    dashes: dashes.length ? dashes : false,
    arrows: { to: { enabled: directed, scaleFactor: 0.45 } },
  };
}

function conceptNode(node) {
  const { id, name, group, x, y, size, change } = node;
  return { id, name, group, x, y, size, change, title: tooltip(node), ...changeStyle(group, change) };
}

function tooltip({ name, group, papers, aliases, change }) {
  const also = aliases.length ? `\nalso ${aliases.slice(0, 4).join(", ")}` : "";
  return `${name}\n${group}, ${numberOf(papers, "paper")}${changed(change) ? `, ${change}` : ""}${also}`;
}

const numberOf = (count, thing) => `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;

function paperNode({ title, year, x, y }, index) {
  if (x === undefined) return [];
  return [{ id: `p${index}`, name: title, group: "paper", x, y, size: 4, title: year ? `${title}\n${year}` : title }];
}

function relationLine({ from, to, relation, support, drawn, said, change }) {
  const width = relation === "coUse" ? 0.8 : Math.min(3.5, 1 + 0.6 * Math.log2(support));
  return { from, to, relation, support, drawn, said, change, width: changed(change) ? width + 1 : width };
}

function paperLines({ concepts, x }, index) {
  if (x === undefined) return [];
  return concepts.map(([to, role]) => ({ from: `p${index}`, to, role, support: 1, drawn: true }));
}

function movement() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? false : { duration: 350, easingFunction: "easeInOutQuad" };
}
