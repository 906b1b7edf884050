/* The wide faces weigh 400 kB: the first screen is set in the condensed one alone, the wide ones come with
   the first touch and from then on with the page, out of the browser's store. */
(() => {
  "use strict";
  const sheet = new URL("../css/wide.css", document.currentScript.src), store = "wide faces";
  const bring = () => {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet }));
    for (const kind of ["pointerup", "keyup"]) removeEventListener(kind, bring);
    try { localStorage.setItem(store, "1"); } catch { /* they come again with the next touch */ }
  };
  let seen = null;
  try { seen = localStorage.getItem(store); } catch { /* a browser that keeps nothing */ }
  if (seen) bring();
  else for (const kind of ["pointerup", "keyup"]) addEventListener(kind, bring);
})();
