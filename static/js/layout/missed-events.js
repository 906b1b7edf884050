/* A device that was away - hidden, not connected, or at a table that made a break - asks what happened
   meanwhile, and marks the figures that changed until they are touched. It keeps the row that it showed
   last; after its return also the row of the return and what was touched, until all is seen. */
(() => {
  "use strict";
  const HEADER = "Companion-Looked";
  const HIGH = 560; // pixels of a screen on which the list is unfolded
  const root = document.documentElement;
  const pulse = () => document.getElementById("pulse")?.dataset;
  const section = () => document.getElementById("absence");
  const isSeen = () => document.visibilityState === "visible";
  const place = () => `looked ${pulse()?.stream}`;
  const kept = () => JSON.parse(localStorage.getItem(place()) ?? "{}");
  const keep = (what) => localStorage.setItem(place(), JSON.stringify(what));

  let away = true; // until the screen is shown as the game is now
  let asked = false; // whether the screen is the answer to the question

  const mark = () => {
    const touched = kept().touched ?? [];
    const changed = new Set(JSON.parse(section()?.dataset.figures ?? "[]"));
    for (const key of touched) changed.delete(key);
    for (const figure of document.querySelectorAll("[data-figure]"))
      figure.classList.toggle("changed", changed.has(figure.dataset.figure));
  };
  const look = () => {
    const { row, break: halted } = pulse() ?? {};
    if (row === undefined || halted !== undefined || !isSeen()) {
      away = true;
      return;
    }
    if ("unconfirmed" in root.dataset) return;
    const { row: before, until } = kept();
    if (!section() && !asked && (until || (away && before && before !== row))) {
      away = true;
      document.dispatchEvent(new CustomEvent("behind"));
      return;
    }
    if (!section()) keep({ row });
    else if (until !== row && (away || !until)) {
      keep({ row: section().dataset.since, until: row });
      document.getElementById("absence-list").open = innerHeight >= HIGH;
      mark();
    }
    away = false;
  };
  const close = () => {
    if (!section()) return;
    keep({ row: pulse().row });
    section().remove();
    mark();
  };

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.target?.id !== "page" || pulse()?.row === undefined) return;
    if (detail.verb === "post" && detail.parameters.type) {
      close(); // whoever acts has looked
      return;
    }
    const { row, until } = kept();
    if (row && (away || until)) detail.headers[HEADER] = away ? row : `${row}-${until}`;
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("#absence-seen")) close();
    const figure = target.closest?.(".changed");
    if (!figure) return;
    const before = kept();
    keep({ ...before, touched: [...(before.touched ?? []), figure.dataset.figure] });
    mark();
  });
  document.addEventListener("fresh", ({ detail }) => {
    asked = HEADER in (detail.requestConfig?.headers ?? {});
    look();
    mark();
  });
  document.addEventListener("pulse", () => queueMicrotask(look)); // after the comparison
  document.addEventListener("silent", () => {
    away = true;
  });
  document.addEventListener("visibilitychange", () => {
    if (!isSeen()) away = true;
  });
  look();
})();
