// The picture: vis-network draws nodes and edges at the places that were computed for them; labels,
// communities and the highlight are ours, drawn in its hooks.

const VEIL = 0.82; // how much of the rest is hidden behind the highlight

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

class Picture {
  constructor(container, data) {
    this.data = data;
    this.view = { types: new Set(Object.keys(data.types)), relations: new Set(Object.keys(data.relations)), changes: new Set(Object.keys(data.changes)) };
    this.guests = new Set(); // concepts beyond the first view, shown while they are asked for
    this.selected = null;
    this.hovered = null;
    this.labels = []; // those that are read at the moment
    this.theme = readTheme();
    this.items = new vis.DataSet(data.nodes.map(conceptNode).concat(data.papers.flatMap(paperNode)));
    const lines = data.edges.map(relationLine).concat(data.papers.flatMap(paperLines));
    this.lines = new vis.DataSet(lines.map((line) => ({ ...line, ...this.style(line) })));
    this.nodes = new vis.DataView(this.items, { filter: (node) => this.shows(node) });
    this.edges = new vis.DataView(this.lines, { filter: (line) => this.connects(line) });
    this.network = new vis.Network(container, { nodes: this.nodes, edges: this.edges }, options(data.types));
    this.network.on("beforeDrawing", (context) => this.drawCommunities(context));
    this.network.on("afterDrawing", (context) => this.drawLabels(context));
    this.network.on("hoverNode", ({ node }) => this.hover(node));
    this.network.on("blurNode", () => this.hover(null));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.changeTheme());
  }

  shows(node) {
    if (node.group === "paper") return this.view.types.has("paper") || node.id === this.selected;
    if (!node.core && !this.guests.has(node.id)) return false;
    if (node.change && !this.view.changes.has(node.change)) return false;
    return this.view.types.has(node.group) || !(node.group in this.data.types);
  }

  connects(line) {
    const both = this.shows(this.items.get(line.from)) && this.shows(this.items.get(line.to));
    if (!both || !(line.role || this.view.relations.has(line.relation))) return false;
    if (line.change && !this.view.changes.has(line.change)) return false;
    return line.drawn || line.from === this.selected || line.to === this.selected;
  }

  refresh() {
    this.nodes.refresh();
    this.edges.refresh();
  }

  style({ relation, role, change }) {
    if (role) return paperLineStyle();
    const order = Object.keys(this.data.relations).indexOf(relation);
    const style = order < 0 ? {} : lineStyle(relation, this.data.relations[relation], order);
    return changes(change) ? { ...style, color: { color: colour(change), opacity: 0.9, inherit: false } } : style;
  }

  changeTheme() {
    this.theme = readTheme();
    this.network.setOptions({ groups: groups(this.data.types) });
    this.lines.update(this.lines.map((line) => ({ id: line.id, ...this.style(line) })));
    this.items.update(this.items.map(({ id, group, change }) => ({ id, group, ...changeStyle(group, change) })));
  }

  // ---- focus

  select(id, guests = []) {
    this.selected = id;
    this.hovered = null;
    this.guests = new Set(guests);
    this.refresh();
    this.network.redraw();
  }

  hover(id) {
    this.hovered = id;
    this.network.redraw();
  }

  // Move only when the reader would not see the node where it is.
  bring(id) {
    const node = this.nodes.get(id);
    if (!node) return;
    const position = this.network.getPosition(id);
    const { x, y } = this.network.canvasToDOM(position);
    const { clientWidth, clientHeight } = this.network.canvas.frame;
    const inside = x > 40 && x < clientWidth - 40 && y > 40 && y < clientHeight - 40;
    const scale = Math.max(this.network.getScale(), 4 / node.size);
    if (!inside || scale > this.network.getScale()) this.network.moveTo({ position, scale, animation: movement() });
  }

  centre(ids) {
    const nodes = ids.filter((id) => this.nodes.get(id));
    if (nodes.length) this.network.fit({ nodes, maxZoomLevel: 1.4, animation: movement() });
  }

  fit() {
    this.network.fit({ animation: movement() });
  }

  zoom(factor) {
    this.network.moveTo({ scale: this.network.getScale() * factor, animation: movement() });
  }

  focus() {
    const id = this.hovered ?? this.selected;
    if (id === null || !this.nodes.get(id)) return null;
    return new Set([id, ...this.network.getConnectedNodes(id)]);
  }

  // ---- drawing

  drawCommunities(context) {
    for (const { nodes } of this.data.communities) {
      const shown = nodes.filter((id) => this.nodes.get(id));
      if (shown.length > 2) fillRegion(context, shown.map((id) => this.network.getPosition(id)), this.theme.region);
    }
  }

  drawLabels(context) {
    const focus = this.focus();
    if (focus) this.drawHighlight(context, focus);
    const [scale, frame] = [this.network.getScale(), this.frame()];
    this.labels = [];
    for (const id of this.labelOrder(focus)) {
      const place = this.network.getPosition(id);
      const label = placeLabel(context, this.items.get(id), place, { scale, frame, strong: id === this.selected });
      if (this.labels.some(({ box }) => overlaps(box, label.box))) continue;
      this.labels.push(label);
      writeLabel(context, label, this.theme);
    }
  }

  // The part of the plane that is on the screen.
  frame() {
    const { clientWidth, clientHeight } = this.network.canvas.frame;
    const { x: left, y: top } = this.network.DOMtoCanvas({ x: 0, y: 0 });
    const { x: right, y: bottom } = this.network.DOMtoCanvas({ x: clientWidth, y: clientHeight });
    return { left, top, right, bottom };
  }

  // Veil everything, then draw the node in question, its neighbours and its lines again on top.
  drawHighlight(context, focus) {
    const { nodes, edges } = this.network.body;
    const { left, top, right, bottom } = this.frame();
    context.save();
    context.globalAlpha = VEIL;
    context.fillStyle = this.theme.ground;
    context.fillRect(left, top, right - left, bottom - top);
    context.restore();
    const lines = this.network.getConnectedEdges(this.hovered ?? this.selected).map((id) => edges[id]);
    lines.concat(lines).forEach((line) => line.draw(context)); // twice, as they are translucent
    lines.forEach((line) => line.drawArrows(context));
    focus.forEach((id) => nodes[id].draw(context));
    if (focus.has(this.selected)) this.drawRing(context, this.items.get(this.selected));
  }

  drawRing(context, { id, size }) {
    const { x, y } = this.network.getPosition(id);
    context.beginPath();
    context.arc(x, y, size + 7 / this.network.getScale(), 0, 2 * Math.PI);
    context.strokeStyle = this.theme.accent;
    context.lineWidth = 3 / this.network.getScale();
    context.stroke();
  }

  // Whose names come first: the one in question, its neighbours, then the most important.
  labelOrder(focus) {
    const shown = this.nodes.getIds();
    const order = (id) => (typeof id === "number" ? id : Number(id.slice(1)) + 1e6);
    const ids = focus ? shown.filter((id) => focus.has(id)) : shown;
    const first = this.hovered ?? this.selected;
    return ids.sort((a, b) => (b === first) - (a === first) || order(a) - order(b));
  }

  toPng() {
    const source = document.querySelector("#network canvas");
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [source.width, source.height];
    const context = copy.getContext("2d");
    context.fillStyle = this.theme.ground;
    context.fillRect(0, 0, copy.width, copy.height);
    context.drawImage(source, 0, 0);
    return new Promise((resolve) => copy.toBlob(resolve, "image/png"));
  }
}

function readTheme() {
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
    interaction: { hover: true, tooltipDelay: 150, keyboard: { enabled: true, bindToWindow: false } },
    nodes: { borderWidth: 1.5, chosen: false },
    edges: { smooth: false, chosen: false, selectionWidth: 0, hoverWidth: 0 },
  };
}

const SHAPES = { method: "dot", dataset: "square", task: "diamond", metric: "triangle", paper: "dot" };

function nodeStyle(type) {
  const fill = { background: colour(type), border: colour("ground") };
  return { shape: SHAPES[type], color: { ...fill, hover: fill, highlight: fill } };
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

function paperLineStyle() {
  return { color: { color: colour("paper"), opacity: 0.35, inherit: false }, width: 0.7 };
}

function conceptNode(node) {
  const { id, name, group, core, x, y, size, change } = node;
  return { id, name, group, core, x, y, size, change, title: tooltip(node), ...changeStyle(group, change) };
}

const changes = (change) => change === "new" || change === "gone";

// What is new has a rim of its own; what is gone is hollow, with a broken rim.
function changeStyle(group, change) {
  if (!changes(change)) return {};
  const fill = { background: colour(change === "gone" ? "ground" : group), border: colour(change) };
  return { borderWidth: 3, color: { ...fill, hover: fill, highlight: fill }, shapeProperties: { borderDashes: change === "gone" ? [4, 3] : false } };
}

function tooltip({ name, group, papers, aliases, change }) {
  const also = aliases.length ? `\nalso ${aliases.slice(0, 4).join(", ")}` : "";
  return `${name}\n${group}, ${papers === 1 ? "1 paper" : `${papers} papers`}${changes(change) ? `, ${change}` : ""}${also}`;
}

function paperNode({ title, year, x, y }, index) {
  if (x === undefined) return [];
  return [{ id: `p${index}`, name: title, group: "paper", x, y, size: 4, title: year ? `${title}\n${year}` : title }];
}

function relationLine({ from, to, relation, support, drawn, change }) {
  const width = relation === "coUse" ? 0.8 : Math.min(3.5, 1 + 0.6 * Math.log2(support));
  return { from, to, relation, drawn, change, width: changes(change) ? width + 1 : width };
}

function paperLines({ concepts, x }, index) {
  if (x === undefined) return [];
  return concepts.map(([to, role]) => ({ from: `p${index}`, to, role, drawn: true }));
}

function movement() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? false : { duration: 350, easingFunction: "easeInOutQuad" };
}
