// The legend as filter, and the buttons: each changes the address or writes a file.

// ---- the legend

document.querySelectorAll("#legend [data-hide]").forEach((button) =>
  button.addEventListener("click", () => {
    const hidden = new Set(state.hidden);
    if (!hidden.delete(button.dataset.hide)) hidden.add(button.dataset.hide);
    go({ hidden }, true);
  }));
byId("papers").addEventListener("click", () => go({ papers: !state.papers }, true));
for (const end of ["from", "to"]) {
  byId(end)?.addEventListener("change", ({ target }) => go({ [end]: readYear(target.value) }, true));
}
byId("score").addEventListener("input", ({ target }) => go({ score: Number(target.value) }, true));
byId("reset").addEventListener("click", () => go({ hidden: new Set(), papers: false, from: null, to: null, score: 0 }, true));

function showControls({ hidden, papers, from, to, score }) {
  document.querySelectorAll("#legend [data-hide]").forEach((button) => (button.ariaPressed = String(!hidden.has(button.dataset.hide))));
  byId("papers").ariaPressed = String(papers);
  if (byId("from")) [byId("from").value, byId("to").value] = [from ?? "", to ?? ""];
  byId("score").value = score;
  byId("least").textContent = `${score} %`;
  byId("reset").hidden = !hidden.size && !papers && from === null && to === null && !score;
}

// ---- the buttons

byId("show-table").addEventListener("click", () => go({ table: byId("table").hidden }, true));
byId("zoom-in").addEventListener("click", () => picture.zoom(1.4));
byId("zoom-out").addEventListener("click", () => picture.zoom(1 / 1.4));
byId("fit").addEventListener("click", () => picture.fit());

// ---- light or dark: as the system has it, until the reader says otherwise

const dark = matchMedia("(prefers-color-scheme: dark)");
const darkRule = [...document.styleSheets[0].cssRules].find(({ media }) => media?.mediaText === dark.media);
const isDark = () => (state.theme === null ? dark.matches : state.theme === "dark");

byId("theme").addEventListener("click", () => {
  const wanted = isDark() ? "light" : "dark";
  go({ theme: (wanted === "dark") === dark.matches ? null : wanted }, true);
});
dark.addEventListener("change", showTheme);

function showTheme() {
  byId("theme").ariaPressed = String(isDark());
}

// The style sheet has its dark colours under a media rule: that is made to hold, or not.
function wear(theme) {
  darkRule.media.mediaText = { light: "not all", dark: "all" }[theme] ?? dark.media;
  document.documentElement.style.colorScheme = theme ?? "";
  picture.changeTheme();
  showTheme();
}

const inView = () => [[...picture.seen], picture.edges.get()];
const relationsShown = () => Object.keys(data.relations).filter((name) => !state.hidden.has(`relation:${name}`));

const savings = {
  "save-png": async () => save("graph.png", await toPng(picture)),
  "save-svg": () => save("graph.svg", new Blob([toSvg(picture, document.title)], { type: "image/svg+xml" })),
  "save-turtle": () => save("graph.ttl", new Blob([facts.turtle(...inView())], { type: "text/turtle" })),
  "copy-sparql": () => showQuery(facts.askView([...picture.seen], relationsShown())),
};
Object.entries(savings).forEach(([id, act]) => byId(id).addEventListener("click", () => {
  byId("save").open = false;
  act();
}));

function save(name, content) {
  const link = element("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

addEventListener("click", ({ target }) => {
  if (!byId("save").contains(target)) byId("save").open = false;
});
byId("save").addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !byId("save").open) return;
  event.preventDefault();
  byId("save").open = false;
  byId("save").firstElementChild.focus();
});

// ---- the query: copied at once, and shown for those whose browser does not let a page copy

async function showQuery(text) {
  byId("query-text").value = text;
  byId("query").showModal();
  await copy();
}

async function copy() {
  const text = byId("query-text");
  text.focus();
  text.select();
  let copied = true;
  try {
    await navigator.clipboard.writeText(text.value);
  } catch {
    copied = document.execCommand("copy");
  }
  byId("copied").textContent = copied ? "Copied." : "Copy it with Ctrl+C.";
}

byId("copy").addEventListener("click", copy);
byId("query-close").addEventListener("click", () => byId("query").close());
byId("query").addEventListener("keydown", (event) => event.stopPropagation());

if (matchMedia("(max-width: 700px)").matches) byId("legend").open = false;
showTheme();
follow(true);
