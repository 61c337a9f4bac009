// The page: the address says what is selected; search, filters and buttons act on the picture.

const byId = (id) => document.getElementById(id);
const GUESTS = 24; // neighbours that a selected concept brings into the picture

const data = JSON.parse(byId("data").textContent);
const picture = new Picture(byId("network"), data);
const panel = new Panel(byId("panel"), data);
const conceptOf = new Map(data.nodes.map(({ key, id }) => [key, id]));
const paperOf = new Map(data.papers.map(({ key }, index) => [key, index]));

// ---- the address

function readAddress() {
  const [kind, ...rest] = location.hash.slice(1).split("=");
  try {
    return [kind, decodeURIComponent(rest.join("="))];
  } catch {
    return ["", ""];
  }
}

function follow() {
  const [kind, key] = readAddress();
  if (kind === "concept" && conceptOf.has(key)) showConcept(conceptOf.get(key));
  else if (kind === "paper" && paperOf.has(key)) showPaper(paperOf.get(key));
  else if (kind === "community" && data.communities[Number(key)]) showCommunity(data.communities[Number(key)]);
  else showOverview();
  showStatus();
}

function showConcept(id) {
  showTable(false);
  picture.select(id, [id, ...panel.neighbours(id).slice(0, GUESTS)]);
  panel.showConcept(id);
  picture.bring(id);
}

function showPaper(index) {
  showTable(false);
  const id = `p${index}`;
  const concepts = data.papers[index].concepts.map(([concept]) => concept);
  picture.select(picture.items.get(id) ? id : null, concepts);
  panel.showPaper(index);
  picture.centre(concepts);
}

function showCommunity(community) {
  picture.select(null);
  panel.showOverview();
  picture.centre(community.nodes);
}

function showOverview() {
  picture.select(null);
  panel.showOverview();
}

function showStatus() {
  const shown = picture.nodes.getIds().filter((id) => typeof id === "number").length;
  byId("status").textContent = `showing ${shown.toLocaleString("en")} of ${data.total.toLocaleString("en")} concepts`;
}

// ---- search

const entries = data.nodes.flatMap(({ id, name, aliases }) => [name, ...aliases].map((form) => ({ id, form, plain: plain(form) })));

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

// Names that begin with the words come before names that hold them; then the more important.
function find(words, limit = 8) {
  const wanted = plain(words.trim());
  if (!wanted) return [];
  const quality = ({ plain: form }) => (form === wanted ? 0 : form.startsWith(wanted) ? 1 : form.includes(` ${wanted}`) ? 2 : 3);
  const hits = entries.filter((entry) => entry.plain.includes(wanted)).sort((a, b) => quality(a) - quality(b) || a.id - b.id);
  const best = new Map();
  for (const hit of hits) if (!best.has(hit.id)) best.set(hit.id, hit);
  return [...best.values()].slice(0, limit);
}

const search = byId("search");
const found = byId("found");

function complete() {
  const hits = find(search.value);
  found.replaceChildren(...hits.map(suggestion));
  found.hidden = hits.length === 0;
  search.setAttribute("aria-expanded", String(hits.length > 0));
  mark(hits.length ? 0 : -1);
}

function suggestion({ id, form }, index) {
  const { name, group, papers, key } = data.nodes[id];
  const item = element("li", { id: `found-${index}`, role: "option" }, icon(group), element("span", { textContent: name }),
    form === name ? null : element("small", { textContent: form }), count(papers));
  item.dataset.key = key;
  item.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    choose(item);
  });
  return item;
}

function mark(index) {
  [...found.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === index)));
  if (index >= 0) search.setAttribute("aria-activedescendant", `found-${index}`);
  else search.removeAttribute("aria-activedescendant");
}

function choose(item) {
  location.hash = address("concept", item.dataset.key);
  search.value = "";
  complete();
}

search.addEventListener("input", complete);
search.addEventListener("blur", () => (found.hidden = true));
search.addEventListener("keydown", (event) => {
  const items = [...found.children];
  const at = items.findIndex((item) => item.ariaSelected === "true");
  if (event.key === "ArrowDown") mark((at + 1) % items.length);
  else if (event.key === "ArrowUp") mark((at - 1 + items.length) % items.length);
  else if (event.key === "Enter" && items[at]) choose(items[at]);
  else if (event.key === "Escape" && !found.hidden) found.hidden = true;
  else return;
  event.preventDefault();
  event.stopPropagation();
});

// ---- filters and buttons

function toggle(button, names, name) {
  const on = button.ariaPressed !== "true";
  button.ariaPressed = String(on);
  if (on) names.add(name);
  else names.delete(name);
}

function applyFilters() {
  picture.refresh();
  showStatus();
}

document.querySelectorAll("#types button").forEach((button) =>
  button.addEventListener("click", () => {
    toggle(button, picture.view.types, button.dataset.type);
    applyFilters();
  }));

document.querySelectorAll("#relations button").forEach((button) =>
  button.addEventListener("click", () => {
    toggle(button, picture.view.relations, button.dataset.relation);
    applyFilters();
  }));

document.querySelectorAll("#changes button").forEach((button) =>
  button.addEventListener("click", () => {
    toggle(button, picture.view.changes, button.dataset.change);
    applyFilters();
  }));

function showTable(on) {
  byId("show-table").ariaPressed = String(on);
  byId("table").hidden = !on;
  byId("picture").hidden = on;
}

byId("show-table").addEventListener("click", () => showTable(byId("table").hidden));
byId("zoom-in").addEventListener("click", () => picture.zoom(1.4));
byId("zoom-out").addEventListener("click", () => picture.zoom(1 / 1.4));
byId("fit").addEventListener("click", () => picture.fit());
byId("save").addEventListener("click", async () => {
  const link = element("a", { href: URL.createObjectURL(await picture.toPng()), download: "graph.png" });
  link.click();
  URL.revokeObjectURL(link.href);
});

picture.network.on("click", ({ nodes: [id] }) => {
  if (id === undefined) location.hash = "";
  else location.hash = typeof id === "number" ? address("concept", data.nodes[id].key) : address("paper", data.papers[Number(id.slice(1))].key);
});
addEventListener("hashchange", () => {
  follow();
  if (!byId("picture").contains(document.activeElement)) byId("panel").focus({ preventScroll: true });
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target !== search) {
    event.preventDefault();
    search.focus();
  } else if (event.key === "Escape") location.hash = "";
});

if (matchMedia("(max-width: 700px)").matches) byId("legend").open = false;
follow();
