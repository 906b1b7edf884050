/* When the page comes anew, the other scripts are told of it once, by "fresh" (its detail is htmx's):
   htmx itself tells of each part of the page. What goes is made light before, and the hand stays
   where it was; after a form that has a result it is at the result, which is in sight. */
(() => {
  "use strict";
  const FIELDS = "input, select, textarea"; // htmx keeps what is selected in them
  let hand = null; // where the focus was: a selector, the place among its matches, whether in a menu
  let told = null; // the answer that was told of last

  /* the same part of another page: by its id, else by what it is for */
  const MARKS = ["data-hex", "data-stop", "data-zoom", "href", "name", "value"];
  const remember = (part) => {
    if (!part || part === document.body) return null;
    const mark = MARKS.find((name) => part.hasAttribute(name));
    const parent = part.parentElement?.id;
    let selector = part.localName;
    if (part.id) selector = `#${CSS.escape(part.id)}`;
    else if (mark) selector += `[${mark}="${CSS.escape(part.getAttribute(mark))}"]`;
    else if (parent) selector = `#${CSS.escape(parent)} > ${selector}`;
    else return null;
    const place = [...document.querySelectorAll(selector)].indexOf(part);
    return { selector, place, open: Boolean(part.closest("details[open]")) };
  };
  const find = ({ selector, place, open }) => {
    const found = document.querySelectorAll(selector);
    const part = found[place] ?? found[0];
    const menu = open && part?.closest("details:not([open])");
    if (menu) menu.open = true;
    return part;
  };
  const isAnotherPage = ({ verb, path }) =>
    verb === "get" && new URL(path, location).pathname !== location.pathname;

  // on the window, after all other scripts have read the page and said whether it comes anew
  addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { target, requestConfig } = detail;
    if (target?.id !== "page" || !detail.shouldSwap) return;
    const held = document.activeElement;
    hand = isAnotherPage(requestConfig) ? null : remember(held);
    // while it has the focus its removal lays out everything: the old page and the new one together
    if (held && !held.matches(FIELDS)) held.blur();
    // htmx takes leave of every element; only those with a trigger of their own need it
    const own = target.querySelectorAll("[hx-trigger], [hx-preserve]");
    const stay = [...own, ...(detail.kept || []), requestConfig.elt];
    const clear = (part) => {
      for (const child of [...part.children])
        if (!stay.some((one) => child.contains(one))) child.remove();
        else if (!stay.includes(child)) clear(child);
    };
    clear(target);
  });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.target?.id !== "page" || detail.xhr === told) return;
    told = detail.xhr;
    document.dispatchEvent(new CustomEvent("fresh", { detail }));
    const result = document.querySelector("[data-result]");
    const { verb, triggeringEvent } = detail.requestConfig;
    if (result && (verb === "post" || ["click", "submit"].includes(triggeringEvent?.type))) {
      result.scrollIntoView();
      result.focus({ preventScroll: true });
    }
    if (document.activeElement !== document.body) return;
    (hand && find(hand))?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) return;
    document.getElementById("screen")?.focus({ preventScroll: true });
  });
})();
