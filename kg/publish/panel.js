// The panel: what is known of the selected concept or paper. Text enters the page as text only.

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children.filter((child) => child !== null));
  return node;
}

function icon(type) {
  const found = document.querySelector(`#types [data-type="${CSS.escape(type)}"] svg`);
  return found ? found.cloneNode(true) : element("span");
}

// A link out of the page for an http address; anything else stays text.
function outside(url, text) {
  if (!URL.canParse(url) || !["https:", "http:"].includes(new URL(url).protocol)) return element("span", { textContent: text });
  return element("a", { href: new URL(url).href, textContent: text, rel: "noopener noreferrer", target: "_blank" });
}

class Panel {
  constructor(container, data, actions) {
    this.container = container;
    this.data = data;
    this.actions = actions; // [words, what to do with the concept's number, for which]: a concept's buttons
    this.notes = new Map(); // by the concept's number
    this.edgesOf = new Map();
    this.add(data.nodes, data.edges);
  }

  add(nodes, edges) {
    nodes.forEach(({ id }) => this.edgesOf.set(id, []));
    edges.forEach((edge) => {
      this.edgesOf.get(edge.from).push(edge);
      this.edgesOf.get(edge.to).push(edge);
    });
    this.edgesOf.forEach((edges) => edges.sort((a, b) => b.support - a.support));
  }

  show(...children) {
    this.container.replaceChildren(...children.filter((child) => child !== null));
    this.container.scrollTop = 0;
  }

  showOverview() {
    const { communities, nodes } = this.data;
    const topics = communities.map((community, index) =>
      element("li", {}, element("div", { className: "row" },
        element("a", { href: `#community=${index}`, textContent: this.communityName(community) }),
        count(community.nodes.length))));
    const central = nodes.filter((node) => node.core).slice(0, 10).map((node) => element("li", {}, this.row(node.id, node.papers)));
    this.show(
      element("h2", { textContent: "Reading the picture" }),
      element("p", { textContent: "Each mark is a concept: its shape and colour tell the type, its size the number of papers. Lines are what the papers say of two concepts. Select a mark to read the sentences; double-click it to see what surrounds it." }),
      this.more(),
      this.data.trimmed ? element("p", { className: "quiet", textContent: "To keep this file small, it shows fewer concepts, or quotes fewer papers and sentences, than the graph has." }) : null,
      topics.length ? section("Regions", topics) : null,
      section("Found in most papers", central),
    );
  }

  // What the picture leaves out, and how to see it.
  more() {
    const { nodes, total } = this.data;
    const [drawn, near] = [nodes.filter((node) => node.core).length, nodes.length];
    if (drawn === total) return null;
    const found = near > drawn ? ` The search knows ${(near - drawn).toLocaleString("en")} more, which appear when they are selected.` : "";
    return element("p", { className: "quiet" }, `The picture holds the ${drawn.toLocaleString("en")} concepts of most papers, of every type, out of ${total.toLocaleString("en")}.${found} For a larger picture: `,
      element("code", { textContent: `kg build --top ${Math.min(total, 2 * drawn)}` }), ".");
  }

  communityName({ heads }) {
    return heads.map((id) => this.data.nodes[id].name).join(" · ");
  }

  showConcept(id) {
    const node = this.data.nodes[id];
    this.show(
      this.heading(node.name, node.group, `${node.group}, ${numberOf(node.papers, "paper")}${changed(node.change) ? `, ${node.change}` : ""}`),
      element("div", { className: "buttons" }, ...this.actions.filter(([, , fits]) => fits(id)).map(([words, act]) => this.button(words, () => act(id)))),
      this.notes.has(id) ? element("p", { className: "quiet", role: "status", textContent: this.notes.get(id) }) : null,
      node.definition ? element("p", { textContent: node.definition }) : null,
      node.aliases.length ? element("p", {}, element("small", { textContent: `also ${node.aliases.join(", ")}` })) : null,
      ...this.relations(id),
      node.code.length ? section("Code and pages", node.code.map(([url, paper]) => this.code(url, paper))) : null,
      ...node.roles.map((role) => this.role(role)),
    );
  }

  showPaper(index) {
    const paper = this.data.papers[index];
    const byRole = groupBy(paper.concepts);
    this.show(
      this.heading(paper.title, "paper", [paper.venue, paper.year].filter(Boolean).join(" ") || "paper"),
      paper.authors.length ? element("p", {}, element("small", { textContent: paper.authors.join(", ") })) : null,
      element("p", {}, outside(paper.url, paper.url)),
      paper.code.length ? section("Code and pages", paper.code.map((url) => element("li", {}, outside(url, url)))) : null,
      ...[...byRole].map(([role, uses]) => section(sentenceCase(role), uses.map(([id]) => element("li", {}, this.row(id))))),
    );
  }

  button(textContent, act) {
    const button = element("button", { type: "button", textContent });
    button.addEventListener("click", act);
    return button;
  }

  heading(name, type, kind) {
    const close = element("a", { className: "close", href: "#", textContent: "×", ariaLabel: "Close" });
    return element("div", {}, close, element("h2", { textContent: name }), element("p", { className: "kind" }, icon(type), kind));
  }

  // One section a relation and direction, in the order of the legend; the strongest link first.
  relations(id) {
    return Object.entries(this.data.relations).flatMap(([relation, [forward, backward]]) => {
      const edges = this.edgesOf.get(id).filter((edge) => edge.relation === relation);
      const [from, to] = [edges.filter((edge) => edge.from === id), edges.filter((edge) => edge.from !== id)];
      const groups = forward === backward ? [[forward, edges]] : [[forward, from], [backward, to]];
      return groups.filter(([, found]) => found.length).map(([title, found]) =>
        section(sentenceCase(title), found.map((edge) => this.related(edge, edge.from === id ? edge.to : edge.from))));
    });
  }

  neighbours(id) {
    return this.edgesOf.get(id).map(({ from, to }) => (from === id ? to : from));
  }

  related(edge, other) {
    const row = this.row(other, edge.support);
    return element("li", {}, edge.says.length ? this.unfold(row, edge.says) : row);
  }

  row(id, number = null) {
    const { name, group, key } = this.data.nodes[id];
    const link = element("a", { href: address("concept", key), textContent: name });
    return element("div", { className: "row" }, icon(group), link, number === null ? null : count(number));
  }

  role({ role, papers, shown }) {
    const items = shown.map(([paper, says]) => {
      const row = element("div", { className: "row" }, this.paperLink(paper));
      return element("li", {}, says.length ? this.unfold(row, says, false) : row);
    });
    if (papers > shown.length) items.push(element("li", {}, element("small", { textContent: `and ${papers - shown.length} more` })));
    return section(`${Object.hasOwn(this.data.roles, role) ? this.data.roles[role] : sentenceCase(role)} (${papers})`, items);
  }

  paperLink(index) {
    const { title, year, key, url } = this.data.papers[index];
    return element("span", {}, element("a", { href: address("paper", key), textContent: title }), year ? element("small", { textContent: ` ${year}` }) : null, this.arrowTo(url, title));
  }

  // A small link to the paper itself, where it has an address.
  arrowTo(url, title) {
    const link = outside(url, "↗");
    if (link.localName !== "a") return null;
    Object.assign(link, { className: "out", ariaLabel: `${title}: open the paper`, title: url });
    return link;
  }

  unfold(row, says, named = true) {
    const summary = element("summary", {}, ...row.childNodes);
    return element("details", {}, summary, ...says.map((saying) => this.quote(saying, named)));
  }

  // Offsets count code points, as in Python, not the UTF-16 units of a JavaScript string.
  quote([sentence, spans], named) {
    const [paper, text] = this.data.sentences[sentence];
    const letters = Array.from(text);
    const parts = [];
    let from = 0;
    for (const [start, end] of spans) {
      if (start < from) continue;
      parts.push(letters.slice(from, start).join(""), element("mark", { textContent: letters.slice(start, end).join("") }));
      from = end;
    }
    parts.push(letters.slice(from).join(""));
    return element("blockquote", {}, ...parts, named ? element("footer", {}, this.paperLink(paper)) : null);
  }

  code(url, paper) {
    return element("li", {}, outside(url, url.replace(/^https?:\/\//, "")), element("div", {}, element("small", {}, this.paperLink(paper))));
  }
}

function section(title, items) {
  return element("section", {}, element("h3", { textContent: title }), element("ul", {}, ...items));
}

function count(number) {
  return element("span", { className: "count", textContent: number });
}

function groupBy(pairs) {
  const groups = new Map();
  pairs.forEach((pair) => groups.set(pair[1], [...(groups.get(pair[1]) ?? []), pair]));
  return groups;
}

function sentenceCase(text) {
  const words = text.replace(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
