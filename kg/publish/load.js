// What is not in the page, from the server that serves it. A page opened as a file asks for nothing: its
// policy allows no request, and only a server that answers adds to the policy.

const MOST_AT_ONCE = 50; // neighbours of one concept
const MOST_LOADED = 2000; // concepts in the page, in all
const NO_PLACE = 60; // pixels between a concept and the first ring of those that are loaded around it

const live = document.querySelector('meta[http-equiv="Content-Security-Policy"]').content.includes("connect-src 'self'");
const loaded = new Map(); // what came of each request, by the concept's number
const known = new Set(); // concepts that were loaded as neighbours, and then asked about
const quoted = new Map(); // numbers of the sentences that were loaded

function load(id) {
  if (!loaded.has(id)) loaded.set(id, ask(id, MOST_AT_ONCE));
  return loaded.get(id);
}

// What a neighbour that was loaded is, for the panel that shows it; the page knows the others.
async function meet(id) {
  if (!live || !data.nodes[id].loaded || known.has(id) || loaded.has(id)) return false;
  known.add(id);
  await ask(id, 0);
  return true;
}

async function ask(id, limit) {
  try {
    const words = new URLSearchParams({ iri: data.nodes[id].iri, limit });
    const answer = await fetch(`/neighbours?${words}`, { credentials: "omit", headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(await answer.text());
    const found = await answer.json();
    if (limit > 0) panel.notes.set(id, learn(id, found));
    tell(id, found);
  } catch (error) {
    loaded.delete(id); // the next click asks again
    known.delete(id);
    panel.notes.set(id, `Nothing could be loaded: ${shorten(String(error.message))}`);
  }
}

// Write what is said of a concept where the panel looks for it.
function tell(id, { aliases, roles, sentences }) {
  const node = data.nodes[id];
  const sayings = (from, relation, to) => sentences.filter(({ statements }) =>
    statements.some((each) => each.from === from && each.relation === relation && each.to === to)).map(sayingOf);
  for (const edge of panel.edgesOf.get(id).filter(({ says }) => !says.length)) {
    edge.says = sayings(data.nodes[edge.from].iri, edge.relation, data.nodes[edge.to].iri);
  }
  if (node.roles.length) return; // the page knows better
  node.aliases = aliases.map(String);
  node.roles = roles.map(({ role, count, rows }) => ({
    role: String(role), papers: count, shown: rows.map((row) => {
      const number = paperNumber(row);
      data.papers[number].concepts.push([id, String(role)]);
      return [number, sayings(row.paper, role, node.iri).slice(0, 1)];
    }),
  }));
}

// [number of the sentence, its marks], with the sentence in the data of the page.
function sayingOf({ paper, title, sentence, parts }) {
  const spans = [];
  let end = 0;
  for (const [text, marked] of parts) {
    const start = end;
    end += Array.from(text).length;
    if (marked) spans.push([start, end]);
  }
  const key = `${paper} ${sentence}`;
  if (!quoted.has(key)) quoted.set(key, data.sentences.push([paperNumber({ paper, title }), String(sentence)]) - 1);
  return [quoted.get(key), spans];
}

// The number of a paper in the data, where it may be new.
function paperNumber({ paper, title, year = null, venue = null }) {
  if (!paperOf.has(paper)) {
    paperOf.set(paper, data.papers.length);
    data.papers.push({ key: paper, url: paper, title: String(title), year, venue, authors: [], code: [], concepts: [] });
  }
  return paperOf.get(paper);
}

// Add what is new, and say how much it is.
function learn(id, { nodes, edges, truncated }) {
  const room = Math.max(0, MOST_LOADED - data.nodes.length);
  const numbers = new Map(data.nodes.map((node) => [node.iri, node.id]));
  const strange = nodes.filter(({ iri }) => !numbers.has(iri)).slice(0, room);
  const spots = circle(strange, NO_PLACE + 4 * strange.length);
  const added = strange.map((node, place) => conceptOfAnswer(node, data.nodes.length + place, data.nodes[id], spots[place][1]));
  added.forEach((node) => numbers.set(node.iri, node.id));
  const links = new Set(data.edges.map(({ from, relation, to }) => `${from} ${relation} ${to}`));
  const lines = edges.filter(({ source, target }) => numbers.has(source) && numbers.has(target))
    .map((edge) => linkOfAnswer(edge, numbers)).filter(({ from, relation, to }) => !links.has(`${from} ${relation} ${to}`));
  data.nodes.push(...added);
  data.edges.push(...lines);
  data.total = Math.max(data.total, data.nodes.length); // which may count the concepts of a part only
  added.forEach((node) => conceptOf.set(node.key, node.id));
  entries.push(...added.map(({ id: number, name }) => ({ id: number, form: name, plain: plain(name) })));
  panel.add(added, lines);
  picture.add(added, lines);
  const more = truncated || nodes.some(({ iri }) => !numbers.has(iri));
  return `Loaded ${numberOf(added.length, "concept")} and ${numberOf(lines.length, "link")}${more ? "; there are more" : ""}.`;
}

// As the data of the page has it. What is text stays text wherever it is shown.
function conceptOfAnswer({ iri, label, type, papers }, id, { x, y }, spot) {
  const key = iri.slice(Math.max(iri.lastIndexOf("#"), iri.lastIndexOf("/")) + 1);
  const many = Math.sqrt(Math.max(0, papers - 1) / Math.max(9, data.nodes[0].papers - 1));
  return {
    id, iri, key: key && !conceptOf.has(key) ? key : iri, core: false,
    x: x + spot.x, y: y + spot.y, size: RADIUS[0] + (RADIUS[1] - RADIUS[0]) * Math.min(1, many),
    group: Object.hasOwn(data.types, type) ? type : "method",
    name: String(label), aliases: [], papers: Number(papers), roles: [], code: [], said: [], loaded: true,
  };
}

function linkOfAnswer({ source, predicate, target, support }, numbers) {
  return { from: numbers.get(source), to: numbers.get(target), relation: String(predicate), support: Number(support), drawn: false, says: [], said: [] };
}
