// The editor in the place of the plain form, where it is installed. It asks this server alone.

const form = document.getElementById("ask");
const place = document.getElementById("editor");
const base = place.dataset.base;

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
    createShareableLink: (yasqe) => new URL(`/?query=${encodeURIComponent(yasqe.getValue())}`, location).href,
  },
  yasr: { prefixes: {} },
});

yasgui.getTab().getYasqe().setValue(form.query.value);

// A concept in the results leads to its page here, not to the address that names it.
function local(address) {
  return address.startsWith(`${base}concept/`) ? `/concept/${address.slice(base.length + 8)}` : null;
}

new MutationObserver(() => {
  for (const link of place.querySelectorAll(".yasr a[href]")) {
    const page = local(link.getAttribute("href"));
    if (page) link.setAttribute("href", page);
  }
}).observe(place, { childList: true, subtree: true });

if (new URLSearchParams(location.search).has("query")) yasgui.getTab().query();
