// What is shown, for other tools: the facts as Turtle, and SPARQL queries that ask a store for them.
// Names and IRIs come from anywhere: each is escaped where it enters the text.

const MOST_ASKED = 1000; // concepts that a query names: more would not pass the store's limit of 64 kB

class Facts {
  constructor({ nodes, papers, prefixes, predicates, classes }) {
    [this.nodes, this.papers, this.predicates, this.classes] = [nodes, papers, predicates, classes];
    const space = commonest(nodes.map(({ iri }) => namespace(iri)));
    this.prefixes = { ...prefixes, ...(space && !Object.values(prefixes).includes(space) ? { concept: space } : {}) };
  }

  // `prefix:local` where that can be written without escapes, else the IRI in brackets.
  term(iri) {
    const known = Object.entries(this.prefixes).find(([, space]) => space === namespace(iri));
    const local = known && iri.slice(known[1].length);
    if (known && /^\w(?:[\w.-]*[\w-])?$/.test(local)) return `${known[0]}:${local}`;
    return `<${wellFormed(iri).replace(/[\u0000-\u0020<>[\]"{}|^`\\\u007f]|%(?![\da-f]{2})/gi, percent)}>`;
  }

  predicate(name) {
    return this.term(Object.hasOwn(this.predicates, name) ? this.predicates[name] : `${this.prefixes.kg}${encodeURIComponent(wellFormed(name))}`);
  }

  // A thing without an absolute IRI is no thing of RDF.
  absolute(ids) {
    return ids.filter((id) => /^[a-z][a-z0-9+.-]*:./i.test(this.iri(id))).sort((a, b) => rank(a) - rank(b));
  }

  iri(id) {
    return typeof id === "number" ? this.nodes[id].iri : this.papers[Number(id.slice(1))].key;
  }

  turtle(ids, lines) {
    const kept = this.absolute(ids);
    const known = new Set(kept);
    const links = new Map(kept.map((id) => [id, []]));
    lines.filter(({ from, to, relation }) => relation !== "coUse" && known.has(from) && known.has(to)).forEach(({ from, to, relation, role }) =>
      links.get(from).push(`${this.predicate(relation ?? role)} ${this.term(this.iri(to))}`));
    const subjects = kept.map((id) => `${this.term(this.iri(id))} ${[...this.describe(id), ...links.get(id)].join(" ;\n    ")} .\n`);
    return [this.header("@prefix", " ."), ...subjects].join("\n");
  }

  describe(id) {
    if (typeof id !== "number") {
      const { title, untitled } = this.papers[Number(id.slice(1))];
      return ["a schema:ScholarlyArticle", ...(untitled ? [] : [`dcterms:title ${literal(title)}`])];
    }
    const { name, group, aliases } = this.nodes[id];
    const types = ["skos:Concept", ...(Object.hasOwn(this.classes, group) ? [this.term(this.classes[group])] : [])];
    return [`a ${types.join(", ")}`, `skos:prefLabel ${literal(name)}@en`, ...aliases.map((alias) => `skos:altLabel ${literal(alias)}@en`)];
  }

  header(word, end) {
    return Object.entries(this.prefixes).map(([prefix, space]) => `${word} ${prefix}: <${space}>${end}\n`).join("");
  }

  // All that a store says of one thing, in both directions.
  askConcept(id) {
    const it = this.term(this.iri(id));
    return `# What the graph says of ${oneLine(this.nodes[id].name)}
${this.header("PREFIX", "")}
SELECT DISTINCT ?subject ?predicate ?object ?name WHERE {
  { BIND(${it} AS ?subject) ${it} ?predicate ?object . OPTIONAL { ?object skos:prefLabel ?name } }
  UNION
  { BIND(${it} AS ?object) ?subject ?predicate ${it} . OPTIONAL { ?subject skos:prefLabel|dcterms:title ?name } }
}
ORDER BY ?predicate ?name ?subject ?object
`;
  }

  // The relations among the concepts of the view.
  askView(ids, relations) {
    const terms = this.absolute(ids.filter((id) => typeof id === "number")).slice(0, MOST_ASKED).map((id) => this.term(this.iri(id))).join(" ");
    const predicates = relations.filter((name) => Object.hasOwn(this.predicates, name)).map((name) => this.predicate(name)).join(" ");
    return `# What links the concepts of the view
${this.header("PREFIX", "")}
SELECT ?subject ?predicate ?object WHERE {
  ?subject ?predicate ?object .
  VALUES ?predicate { ${predicates} }
  VALUES ?subject { ${terms} }
  VALUES ?object { ${terms} }
}
ORDER BY ?subject ?predicate ?object
`;
  }
}

const namespace = (iri) => iri.slice(0, Math.max(iri.lastIndexOf("#"), iri.lastIndexOf("/")) + 1);

function commonest(texts) {
  const counts = new Map();
  texts.forEach((text) => counts.set(text, (counts.get(text) ?? 0) + 1));
  const [best] = [...counts].filter(([text]) => /^https?:\/\/[\w./~%-]+[/#]$/.test(text)).sort(([, a], [, b]) => b - a);
  return best?.[0];
}

const percent = (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

// A comment ends with its line.
const oneLine = (text) => wellFormed(text).replace(/[\p{C}\s]+/gu, " ");

function literal(text) {
  const escaped = wellFormed(text).replace(/[\\"]/g, "\\$&").replace(/[\u0000-\u001f\u007f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `"${escaped}"`;
}
