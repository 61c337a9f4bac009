// The search box: completion over names and aliases, by mouse or by keys alone.

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
  search.value = "";
  complete();
  select("concept", item.dataset.key);
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
