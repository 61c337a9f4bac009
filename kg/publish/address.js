"use strict";

// The address: what the page shows, as the fragment of its URL, so that a view can be kept and sent.

const SELECTABLE = ["concept", "paper", "community"];

function readAddress(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
  const kind = SELECTABLE.find((each) => words.has(each)) ?? null;
  return {
    kind, // of what is selected
    key: kind === null ? null : words.get(kind),
    around: words.getAll("around"), // the concepts stepped through; the picture shows the last one's neighbourhood
    hops: words.get("hops") === "2" ? 2 : 1,
    hidden: new Set(words.getAll("hide")), // `type:metric`, `relation:coUse`, `role:mentions`, `venue:2`, …
    papers: words.has("papers"), // papers as marks
    from: readYear(words.get("from")),
    to: readYear(words.get("to")),
    score: Math.min(100, Math.max(0, Number(words.get("score")) || 0)), // in percent, the least that counts
    table: words.get("view") === "table",
    theme: ["light", "dark"].find((each) => each === words.get("theme")) ?? null, // null: as the system has it
  };
}

const readYear = (text) => (/^\d{1,4}$/.test(text ?? "") ? Number(text) : null);

function writeAddress({ kind, key, around, hops, hidden, papers, from, to, score, table, theme }) {
  const words = [
    kind === null ? null : [kind, key],
    ...around.map((each) => ["around", each]),
    around.length && hops === 2 ? ["hops", 2] : null,
    ...[...hidden].map((each) => ["hide", each]),
    papers ? ["papers", "shown"] : null,
    from === null ? null : ["from", from],
    to === null ? null : ["to", to],
    score ? ["score", score] : null,
    table ? ["view", "table"] : null,
    theme === null ? null : ["theme", theme],
  ];
  return words.filter((word) => word !== null).map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`).join("&");
}

const address = (kind, key) => `#${kind}=${encodeURIComponent(wellFormed(key))}`;

// Half a surrogate pair has no place in an address or a file.
const wellFormed = (text) => String(text).replace(/\p{Surrogate}/gu, "\ufffd");
