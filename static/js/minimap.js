/* The small map keeps out of the way: it stands in the first corner of the map in which it lies over
   no run and nothing to be tapped, and nowhere if there is none. It moves when a view is opened or
   has been moved, never under the hand. */
(() => {
  "use strict";
  const CORNERS = ["right bottom", "right top", "left top"]; // left at the bottom are the buttons
  const STEP = 24; // of the map's units, from one point of a line to the next
  const ROOM = 44; // of the map's units around a stop, for its value

  /* points of the map that are to be seen: along the runs, the outlines of lit hexes, and the stops
     that may be tapped */
  const points = (map) => {
    const found = [];
    for (const line of map.querySelectorAll(
      ":is(.case, .lit, .chosen) path, path:is(.case, .lit)",
    )) {
      const room = line.closest(".case") ? ROOM : 0;
      const length = line.getTotalLength();
      for (let at = 0; at <= length; at += STEP) {
        const { x, y } = line.getPointAtLength(at);
        found.push({ x, y, room });
      }
    }
    for (const mark of map.querySelectorAll("[data-stop] .hit, .pick circle")) {
      found.push({ x: mark.cx.baseVal.value, y: mark.cy.baseVal.value, room: ROOM });
    }
    return found;
  };

  const covers = (box, { x, y, room }) =>
    x > box.left - room && x < box.right + room && y > box.top - room && y < box.bottom + room;

  const place = (figure) => {
    const map = figure.querySelector("svg.map"),
      small = figure.querySelector("svg.overview");
    const onScreen = map && map.getScreenCTM();
    if (!small || !onScreen || getComputedStyle(small).display === "none") return;
    if (figure.keptClear !== map) {
      figure.keptClear = map;
      figure.toBeSeen = points(map);
    }
    const { a: scale, e: left, f: top } = onScreen;
    const seen = figure.toBeSeen.map(({ x, y, room }) => ({
      x: left + scale * x,
      y: top + scale * y,
      room: scale * room,
    }));
    const free = CORNERS.find((corner) => {
      small.dataset.at = corner;
      const box = small.getBoundingClientRect();
      return !seen.some((point) => covers(box, point));
    });
    small.dataset.at = free || "away";
  };

  const later = new Map();
  const soon = (event) => {
    const figure = event.target.closest && event.target.closest("figure[data-map]");
    if (!figure) return;
    clearTimeout(later.get(figure));
    later.set(
      figure,
      setTimeout(() => place(figure), 150),
    );
  };
  for (const kind of ["pointerup", "wheel", "click", "keyup"]) {
    document.addEventListener(kind, soon, { passive: true });
  }

  const resized = new ResizeObserver((entries) => entries.forEach((entry) => place(entry.target)));
  const begin = () => {
    for (const figure of document.querySelectorAll("figure[data-map]")) {
      if (figure.keptClear !== figure.querySelector("svg.map")) resized.observe(figure);
      place(figure);
    }
  };
  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:afterSettle", begin);
  if (document.readyState !== "loading") begin();
})();
