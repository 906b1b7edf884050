/* Keys: one for each common deed (body[data-keys]: key to selector), 1 to 9 for the offers in their
   order, and 0 for the next nine. What a key stands for carries it as data-key, and shows it where
   there is a keyboard. Who speaks to the device, or types elsewhere, turns them off on the page of
   keys. */
(() => {
  "use strict";
  const OFFERS = "a.offer:not(.refused), a.pick:not(.refused), .choice thead a, a.hand";
  const PROGRAMS = ".program[open] button.offer";
  const LIT = '[data-form="hex-form"] svg[data-lit]:not([data-lit=""]) [data-hex][tabindex="0"]';
  const OFF = "keys off";

  const seen = (part) => part.getClientRects().length > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const off = () => localStorage.getItem(OFF) !== null;

  let first = 0; // offer with the key 1
  const name = () => {
    const named = JSON.parse(document.body.dataset.keys || "{}");
    for (const part of document.querySelectorAll("[data-key]")) {
      delete part.dataset.key;
      part.removeAttribute("aria-keyshortcuts");
    }
    for (const list of document.querySelectorAll(".keyed")) list.classList.remove("keyed");
    if (off() || !document.body.matches(".game")) return;
    const given = Object.entries(named).map(([key, selector]) => [
      key,
      key === "?" ? document.querySelector(selector) : all(selector)[0], // hidden on each page
    ]);
    const listed = all(PROGRAMS); // an open list of them lies over the other offers
    const offers = listed.length ? listed : all(OFFERS);
    if (first >= offers.length) first = 0;
    given.push(...offers.slice(first, first + 9).map((offer, index) => [String(index + 1), offer]));
    for (const [key, part] of given) {
      if (!part) continue;
      part.dataset.key = key === "Escape" ? "Esc" : key.toUpperCase();
      part.setAttribute("aria-keyshortcuts", key);
      if (part.matches(".offer")) part.parentElement.classList.add("keyed");
      part.closest(".rows")?.classList.add("keyed");
    }
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const typing = event.target.matches?.("input, select, textarea");
    if (event.key === "Enter" && event.target.matches?.("select"))
      event.target.form.requestSubmit();
    if (typing && event.key !== "Escape") return;
    if (document.querySelector("details.menu[open]")) return;
    if (event.key === "0") {
      first += 9;
      name();
    }
    const part = document.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
    if (!part) return;
    event.preventDefault();
    if (part.matches("select")) part.focus();
    else part.click();
  });

  /* after a deed the hand is at the first thing that may be done next */
  const begin = () => {
    const first = [OFFERS, LIT, ".act:not(.plain):not(.waits)", ".act:not(.waits)"]
      .map((selector) => all(selector)[0])
      .find(Boolean);
    (first || document.getElementById("screen"))?.focus({ preventScroll: true });
  };
  document.addEventListener("fresh", ({ detail }) => {
    first = 0;
    name();
    if (detail.requestConfig?.verb === "post" && detail.xhr.status === 200) begin();
  });

  document.addEventListener(
    "toggle",
    ({ target }) => target.matches(".program") && name(),
    true, // it does not bubble
  );

  document.addEventListener("change", ({ target }) => {
    if (!target.matches("[data-keys-switch]")) return;
    if (target.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "");
    name();
  });
  const shown = () => {
    for (const box of document.querySelectorAll("[data-keys-switch]")) box.checked = !off();
  };
  document.addEventListener("fresh", shown);
  shown();
  name();
})();
