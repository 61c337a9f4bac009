// The editor in the place of the plain form, where it is installed. It asks this server alone.

const form = document.getElementById("ask");
const place = document.getElementById("editor");
const base = place.dataset.base;
const papers = JSON.parse(place.dataset.papers);
const prefixes = JSON.parse(place.dataset.prefixes);

form.hidden = true;
place.hidden = false;

const yasgui = new Yasgui(place, {
  autofocus: true,
  copyEndpointOnNewTab: true,
  populateFromUrl: false,
  persistenceId: null,
  endpointCatalogueOptions: { getData: () => [], keys: [], renderItem: () => {} },
  requestConfig: { endpoint: new URL("/sparql", location).href, method: "POST" },
  yasqe: {
    value: form.query.value,
    autocompleters: ["variables"],
    createShareableLink: (yasqe) =>
      new URL(`/?query=${encodeURIComponent(yasqe.getValue())}`, location).href,
  },
  yasr: { prefixes },
});

const editor = yasgui.getTab().getYasqe();
editor.setValue(form.query.value);
editor.on("change", () => setTimeout(declare));
declare();

// The prefixes that the server knows are declared as they are used.
function declare() {
  const text = editor.getValue();
  const used = Object.entries(prefixes).filter(
    ([name]) =>
      new RegExp(`(^|[^\\w:<])${name}:\\w`).test(text) && !new RegExp(`prefix\\s+${name}:`, "i").test(text),
  );
  if (used.length) editor.addPrefixes(Object.fromEntries(used));
}

// A concept or paper in the results leads to its page here, not to the address that names it.
function local(address) {
  if (address.startsWith(`${base}concept/`)) return `/concept/${address.slice(base.length + 8)}`;
  if (address.startsWith(`${base}paper/`)) return `/paper/${address.slice(base.length + 6)}`;
  const [prefix, start] = Object.entries(papers).find(([, start]) => address.startsWith(start)) ?? [];
  return prefix ? `/paper/${prefix}:${address.slice(start.length)}` : null;
}

new MutationObserver(() => {
  for (const link of place.querySelectorAll(".yasr a[href]")) {
    const page = local(link.getAttribute("href"));
    if (page) link.setAttribute("href", page);
  }
}).observe(place, { childList: true, subtree: true });

if (new URLSearchParams(location.search).has("query")) yasgui.getTab().query();
