// The picture: vis-network draws marks and lines at the places that were computed for them; labels,
// communities and the highlight are ours, drawn in its hooks.

const VEIL = 0.82; // how much of the rest is hidden behind the highlight

class Picture {
  constructor(container, data) {
    this.data = data;
    this.filters = new Filters(data);
    this.around = null; // the steps from the concept whose neighbourhood is shown, when one is
    this.left = 0; // marks of the neighbourhood that are not shown
    this.guests = new Set(); // concepts beyond the first view, shown while they are asked for
    this.selected = null;
    this.hovered = null;
    this.labels = []; // those that are read at the moment
    const large = data.nodes.filter((node) => node.core).length / 80; // a community that is named whatever it hides
    this.leads = new Set(data.communities.filter(({ nodes }) => nodes.length > large).map(({ heads: [lead] }) => lead));
    this.theme = readTheme();
    this.items = new vis.DataSet(data.nodes.map(conceptNode).concat(data.papers.flatMap(paperNode)));
    const lines = data.edges.map(relationLine).concat(data.papers.flatMap(paperLines));
    this.lines = new vis.DataSet(lines.map((line) => ({ ...line, ...styleOf(line, data.relations) })));
    this.named = new Map(this.items.map(({ id, name, size }) => [id, { id, name, size }]));
    this.linesOf = this.index();
    this.seen = this.visible();
    this.nodes = new vis.DataView(this.items, { filter: ({ id }) => this.seen.has(id) });
    this.edges = new vis.DataView(this.lines, { filter: (line) => this.connects(line) });
    this.network = new vis.Network(container, { nodes: this.nodes, edges: this.edges }, options(data.types));
    this.network.canvas.frame.tabIndex = 0; // vis-network puts it at the end of a page of its own
    this.network.on("beforeDrawing", (context) => this.drawCommunities(context));
    this.network.on("afterDrawing", (context) => this.drawLabels(context));
    this.listen(this.network.canvas.frame);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.changeTheme());
  }

  // The hover of vis-network outlasts a pointer that leaves the canvas: this one does not.
  listen(frame) {
    frame.addEventListener("pointermove", ({ clientX, clientY, buttons }) => this.hover(buttons ? null : this.at(clientX, clientY)));
    frame.addEventListener("pointerleave", () => this.hover(null));
  }

  // The mark at a place on the screen, or null.
  at(clientX, clientY) {
    const { left, top } = this.network.canvas.frame.getBoundingClientRect();
    return this.network.getNodeAt({ x: clientX - left, y: clientY - top }) ?? null;
  }

  // The lines of each mark.
  index() {
    const found = new Map();
    this.lines.forEach((line) => [line.from, line.to].forEach((id) => {
      if (!found.has(id)) found.set(id, []);
      found.get(id).push(line);
    }));
    return (id) => found.get(id) ?? [];
  }

  // More concepts and links, not shown before they are asked for.
  add(nodes, edges) {
    this.items.add(nodes.map(conceptNode));
    this.lines.add(edges.map(relationLine).map((line) => ({ ...line, ...styleOf(line, this.data.relations) })));
    nodes.forEach(({ id, name, size }) => this.named.set(id, { id, name, size }));
    this.linesOf = this.index();
  }

  // ---- what is shown

  passes(id) {
    if (typeof id === "number") return this.filters.concept(this.data.nodes[id]);
    return id === this.selected || this.filters.paper(this.data.papers[Number(id.slice(1))]);
  }

  visible() {
    const shown = ({ id }) => {
      if (!this.passes(id)) return false;
      if (this.around) return this.around.has(id);
      return typeof id !== "number" || this.data.nodes[id].core || this.guests.has(id);
    };
    return new Set(this.items.get({ filter: shown }).map(({ id }) => id));
  }

  connects(line) {
    if (!this.seen.has(line.from) || !this.seen.has(line.to) || !this.filters.line(line)) return false;
    return line.drawn || line.from === this.selected || line.to === this.selected || this.isStep(line);
  }

  isStep({ from, to }) {
    return this.around !== null && this.around.get(from) !== this.around.get(to);
  }

  // Bring the canvas to the filters, the neighbourhood and the selection.
  refresh() {
    this.seen = this.visible();
    this.nodes.refresh();
    this.edges.refresh();
    this.network.redraw();
  }

  changeTheme() {
    this.theme = readTheme();
    this.network.setOptions({ groups: groups(this.data.types) });
    this.lines.update(this.lines.map((line) => ({ id: line.id, ...styleOf(line, this.data.relations) })));
    this.items.update(this.items.map(({ id, group, change }) => ({ id, group, ...changeStyle(group, change) })));
  }

  // ---- selection and neighbourhood

  select(id, guests = []) {
    this.selected = id;
    this.hovered = null;
    this.guests = new Set(guests);
  }

  hover(id) {
    if (id === this.hovered) return;
    this.hovered = id;
    this.network.redraw();
  }

  // Show a concept amid those within so many steps; null shows everything again, where it was.
  lookAround(centre, hops) {
    if (this.around) this.items.update(this.places([...this.around.keys()]));
    this.around = null;
    if (centre !== null) {
      const linesOf = (id) => this.linesOf(id).filter((line) => this.filters.line(line) && this.passes(line.from) && this.passes(line.to));
      ({ steps: this.around, left: this.left } = hood(centre, hops, linesOf));
      this.items.update([...rings(this.around, linesOf)].map(([id, { x, y }]) => ({ id, x, y })));
    }
  }

  // Where marks stand when no neighbourhood is shown.
  places(ids) {
    return ids.map((id) => {
      const { x, y } = typeof id === "number" ? this.data.nodes[id] : this.data.papers[Number(id.slice(1))];
      return { id, x, y };
    });
  }

  // Move only when the reader would not see the mark where it is.
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
    const nodes = ids.filter((id) => this.seen.has(id));
    if (nodes.length) this.network.fit({ nodes, maxZoomLevel: 1.4, animation: movement() });
  }

  fit() {
    this.network.fit({ maxZoomLevel: 1.6, animation: movement() });
  }

  zoom(factor) {
    this.network.moveTo({ scale: this.network.getScale() * factor, animation: movement() });
  }

  // The mark that stands out and its neighbours; that around which all others stand need not.
  focus() {
    const id = this.hovered ?? this.selected;
    if (id === null || !this.seen.has(id) || this.around?.get(id) === 0) return null;
    return new Set([id, ...this.network.getConnectedNodes(id)]);
  }

  // ---- drawing

  regions() {
    if (this.around) return [];
    const shown = this.data.communities.map(({ nodes }) => nodes.filter((id) => this.seen.has(id)));
    return shown.filter((ids) => ids.length > 2).map((ids) => ids.map((id) => this.network.getPosition(id)));
  }

  drawCommunities(context) {
    this.regions().forEach((points) => fillRegion(context, points, this.theme.region));
  }

  drawLabels(context) {
    const focus = this.focus();
    if (focus) this.drawHighlight(context, focus);
    if ((focus ?? this.seen).has(this.selected)) this.drawRing(context, this.named.get(this.selected));
    const marks = this.labelOrder(focus).map((id) => {
      const { x, y } = this.network.body.nodes[id];
      return { ...this.named.get(id), x, y };
    });
    this.labels = placeLabels(context, marks, {
      scale: this.network.getScale(),
      frame: this.frame(),
      isStrong: (id) => id === this.selected || (!this.around && this.leads.has(id)),
      isNeeded: (id) => this.leads.has(id) || focus?.has(id),
    });
    this.labels.forEach((label) => writeLabel(context, label, this.theme));
  }

  // The part of the plane that is on the screen.
  frame() {
    const { clientWidth, clientHeight } = this.network.canvas.frame;
    const { x: left, y: top } = this.network.DOMtoCanvas({ x: 0, y: 0 });
    const { x: right, y: bottom } = this.network.DOMtoCanvas({ x: clientWidth, y: clientHeight });
    return { left, top, right, bottom };
  }

  // Veil everything, then draw the mark in question, its neighbours and its lines again on top.
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
  }

  drawRing(context, { id, size }) {
    const { x, y } = this.network.getPosition(id);
    context.beginPath();
    context.arc(x, y, size + 7 / this.network.getScale(), 0, 2 * Math.PI);
    context.strokeStyle = this.theme.accent;
    context.lineWidth = 3 / this.network.getScale();
    context.stroke();
  }

  // Whose names come first: the one in question, those that lead a community, then the most important.
  labelOrder(focus) {
    const ids = [...(focus ?? this.seen)];
    const first = this.hovered ?? this.selected;
    const weight = (id) => (id === first ? -2 : !this.around && this.leads.has(id) ? -1 : 0);
    return ids.sort((a, b) => weight(a) - weight(b) || rank(a) - rank(b));
  }
}
