/* Only the parts that changed are sent and swapped: each request for the page says which parts it has
   (their ids and marks), and htmx keeps those of which the answer has only the place. A part in which
   something was typed or sent is not what the mark says any more. A narrow screen is sent no parts that
   it does not show. */
(() => {
  "use strict";
  const PLACE = /<[a-z]+ id="([^"]+)" data-mark="([^"]+)" hx-preserve/g;
  const isNarrow = () => {
    const beside = document.querySelector(".operating .supply");
    return beside !== null && getComputedStyle(beside).display === "none";
  };
  const hasPart = (id, mark) => document.getElementById(id)?.dataset.mark === mark;

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.target?.id !== "page" || detail.headers["Companion-Whole"]) return;
    if (isNarrow()) detail.headers["Companion-Narrow"] = "1";
    const parts = [...document.querySelectorAll("#page [data-mark]")];
    detail.headers["Companion-Has"] = parts.map((one) => `${one.id}:${one.dataset.mark}`).join(" ");
  });
  addEventListener("resize", () => {
    if (document.querySelector("[data-left-out]") && !isNarrow())
      document.dispatchEvent(new CustomEvent("behind"));
  });
  const dropMarks = (element) => {
    for (let at = element; at; at = at.parentElement) delete at.dataset?.mark;
  };
  for (const kind of ["input", "change", "submit"])
    addEventListener(kind, ({ target }) => dropMarks(target), true);
  document.addEventListener("typed", () => {
    for (const field of document.querySelectorAll(".amount")) dropMarks(field);
  });

  /* the page may have become another one while it was asked for; it was done what was to be done */
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target?.id !== "page" || !detail.shouldSwap) return;
    const places = [...detail.serverResponse.matchAll(PLACE)];
    if (places.every(([, id, mark]) => hasPart(id, mark))) {
      detail.kept = places.map(([, id]) => document.getElementById(id));
      return;
    }
    detail.shouldSwap = false;
    window.htmx.ajax("GET", location.pathname + location.search, {
      target: "#page",
      swap: "innerHTML",
      headers: { "Companion-Whole": "1" },
    });
  });
})();
