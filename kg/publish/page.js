// The page: the address says what is shown. Search, filters, buttons and marks change the address, and
// `follow` brings the picture, the panel and the legend to what it says.

const GUESTS = 24; // neighbours that a selected concept brings into the picture

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const facts = new Facts(data);
const picture = new Picture(byId("network"), data);
const panel = new Panel(byId("panel"), data, [
  [live ? "Load what surrounds it" : "Look around it", (id) => lookAround(id), () => true],
  ["Copy as SPARQL", (id) => showQuery(facts.askConcept(id)), (id) => facts.absolute([id]).length > 0],
]);
const conceptOf = new Map(data.nodes.map(({ key, id }) => [key, id]));
const paperOf = new Map(data.papers.map(({ key }, index) => [key, index]));

let state = readAddress("");

// ---- the address

// `quietly` leaves no step to go back to.
function go(change, quietly = false) {
  const hash = `#${writeAddress({ ...state, ...change })}`;
  if (quietly) location.replace(hash);
  else location.hash = hash;
}

function select(kind, key) {
  const id = kind === "concept" ? conceptOf.get(key) : `p${paperOf.get(key)}`;
  const stays = kind !== "community" && (picture.around?.has(id) ?? true);
  go({ kind, key, table: false, around: stays ? state.around : [] });
}

async function lookAround(id) {
  if (live) await load(id);
  const { key } = data.nodes[id];
  const there = state.around.at(-1) === key;
  go({ kind: "concept", key, around: there ? state.around : [...state.around, key], table: false });
  if (live && there) showAround(); // with what came since
}

function follow(first = false) {
  const before = state;
  state = readAddress(location.hash);
  if (before.theme !== state.theme) wear(state.theme);
  showTable(state.table);
  picture.filters.set(state);
  showControls(state);
  const steps = state.around.filter((key) => conceptOf.has(key));
  const moved = before.around.at(-1) !== state.around.at(-1) || before.hops !== state.hops || (steps.length && before.papers !== state.papers);
  if (moved) arrange(steps);
  const other = before.kind !== state.kind || before.key !== state.key;
  const move = first || moved || other ? showSelected(state) : () => {};
  if (!first || location.hash.length > 1) picture.refresh();
  if (moved) picture.fit();
  else if (!clicked) move(); // who clicks in the picture sees the mark already
  showStatus();
  return other;
}

function arrange(steps) {
  picture.lookAround(conceptOf.get(steps.at(-1)) ?? null, state.hops);
  showTrail(steps);
}

function showAround() {
  arrange(state.around.filter((key) => conceptOf.has(key)));
  showSelected(state);
  picture.refresh();
  picture.fit();
  showStatus();
}

// Select and tell; returns how to bring it into sight.
function showSelected({ kind, key }) {
  if (kind === "concept" && conceptOf.has(key)) return showConcept(conceptOf.get(key));
  if (kind === "paper" && paperOf.has(key)) return showPaper(paperOf.get(key));
  picture.select(null);
  panel.showOverview();
  const community = kind === "community" && data.communities[Number(key)];
  return () => community && picture.centre(community.nodes);
}

function showConcept(id) {
  picture.select(id, [id, ...panel.neighbours(id).slice(0, GUESTS)]);
  panel.showConcept(id);
  meet(id).then((more) => more && state.kind === "concept" && conceptOf.get(state.key) === id && panel.showConcept(id));
  return () => picture.bring(id);
}

function showPaper(index) {
  const id = `p${index}`;
  const concepts = data.papers[index].concepts.map(([concept]) => concept);
  picture.select(picture.items.get(id) ? id : null, concepts);
  panel.showPaper(index);
  return () => picture.centre(concepts);
}

function showStatus() {
  const shown = [...picture.seen].filter((id) => typeof id === "number").length;
  byId("status").textContent = `showing ${shown.toLocaleString("en")} of ${data.total.toLocaleString("en")} concepts`;
  rowsOf("concepts").forEach((row, id) => (row.hidden = !picture.passes(id)));
  rowsOf("links").forEach((row, place) => (row.hidden = !stands(data.edges[place])));
}

// The rows stand in the order of the data: the concepts and links of the first view come first.
const rowsOf = (table) => [...document.querySelectorAll(`#${table} tbody tr`)];
const stands = (edge) => picture.filters.line(edge) && picture.passes(edge.from) && picture.passes(edge.to);

// ---- the trail of neighbourhoods

function showTrail(steps) {
  const crumbs = [["Everything", null], ...steps.map((key) => [data.nodes[conceptOf.get(key)].name, key])];
  byId("trail").hidden = steps.length === 0;
  byId("left-out").textContent = picture.left ? `${picture.left.toLocaleString("en")} more not shown` : "";
  byId("crumbs").replaceChildren(...crumbs.map(([words], place) => crumb(words, steps.slice(0, place), place === crumbs.length - 1)));
  document.querySelectorAll("#trail [data-hops]").forEach((button) => (button.ariaPressed = String(Number(button.dataset.hops) === state.hops)));
}

function crumb(words, around, last) {
  if (last) return element("li", { textContent: words, ariaCurrent: "page" });
  const key = around.at(-1) ?? null;
  return element("li", {}, panel.button(words, () => go({ around, kind: key === null ? null : "concept", key })));
}

document.querySelectorAll("#trail [data-hops]").forEach((button) =>
  button.addEventListener("click", () => go({ hops: Number(button.dataset.hops) }, true)));

// ---- the table

function showTable(on) {
  byId("show-table").ariaPressed = String(on);
  byId("table").hidden = !on;
  byId("picture").hidden = on;
}

// ---- marks, links and keys

let clicked = false; // in the picture

function fromPicture(act) {
  const before = location.hash;
  act();
  clicked = location.hash !== before;
}

picture.network.on("click", ({ nodes: [id] }) => fromPicture(() => {
  if (id === undefined) go({ kind: null, key: null });
  else if (typeof id === "number") select("concept", data.nodes[id].key);
  else select("paper", data.papers[Number(id.slice(1))].key);
}));
// The browser's own double click: that of vis-network misses a reader whose machine is busy.
picture.network.canvas.frame.addEventListener("dblclick", ({ clientX, clientY }) => {
  const id = picture.at(clientX, clientY);
  if (typeof id === "number") lookAround(id);
});

// A link within the page selects, and leaves the filters as they are.
addEventListener("click", (event) => {
  const link = event.target.closest?.('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { kind, key } = readAddress(link.getAttribute("href"));
  if (kind === null) go({ kind, key });
  else select(kind, key);
});

addEventListener("hashchange", () => {
  const other = follow();
  if (other && !clicked && document.activeElement !== document.body) byId("panel").focus({ preventScroll: true });
  clicked = false;
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && !["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) {
    event.preventDefault();
    byId("search").focus();
  } else if (event.key === "Escape" && !event.defaultPrevented) back();
});

// One step back: from what is selected, then from the neighbourhood.
function back() {
  if (state.kind !== null && state.key !== state.around.at(-1)) go({ kind: null, key: null });
  else if (state.around.length) go({ kind: null, key: null, around: state.around.slice(0, -1) });
  else if (state.kind !== null) go({ kind: null, key: null });
}
