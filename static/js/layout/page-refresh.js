/* When the page comes anew, the other scripts are told of it once, by "fresh" (its detail is htmx's):
   htmx itself tells of each part of the page. What goes is made light before, and the hand stays
   where it was; after a form that has a result it is at the result, which is in sight. */
(() => {
  "use strict";
  const FIELDS = "input, select, textarea"; // htmx keeps what is selected in them
  let hand = ""; // id of what had the focus before
  let told = null; // the answer that was told of last

  // on the window: after all others have had their say whether the page comes anew
  addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target?.id !== "page" || !detail.shouldSwap) return;
    const held = document.activeElement;
    hand = held?.id || "";
    // while it has the focus its removal lays out everything: the old page and the new one together
    if (held && !held.matches(FIELDS)) held.blur();
    // htmx takes leave of every element; it knows nothing in a drawing
    const kept = (detail.kept || []).map((id) => document.getElementById(id));
    for (const drawing of detail.target.querySelectorAll("svg"))
      if (!kept.some((part) => part.contains(drawing))) drawing.remove();
  });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.target?.id !== "page" || detail.xhr === told) return;
    told = detail.xhr;
    document.dispatchEvent(new CustomEvent("fresh", { detail }));
    const result = document.querySelector("[data-result]");
    if (result && detail.requestConfig.verb === "post") {
      result.scrollIntoView();
      result.focus({ preventScroll: true });
    }
    if (document.activeElement !== document.body) return;
    const there = (hand && document.getElementById(hand)) || document.getElementById("screen");
    there?.focus({ preventScroll: true });
  });
})();
