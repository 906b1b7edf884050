/* The small map and the buttons keep out of the way: each stands in the first corner of the map in
   which it lies over no run and nothing to be tapped. If there is none, the small map is nowhere,
   and the buttons are where they always are. The small map moves when a view is opened or has been
   moved, never under the hand; the buttons keep their corner within a task. */
(() => {
  "use strict";
  const CORNERS = ["right bottom", "right top", "left top", "left bottom"];
  const FOR_BUTTONS = ["left bottom", "left top", "right top", "right bottom"];
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

  /* what is to be seen, where it is on the screen now */
  const findVisible = (figure, map) => {
    if (figure.keptClear !== map) {
      figure.keptClear = map;
      figure.toBeSeen = points(map);
    }
    const { a: scale, e: left, f: top } = map.getScreenCTM();
    return figure.toBeSeen.map(({ x, y, room }) => ({
      x: left + scale * x,
      y: top + scale * y,
      room: scale * room,
    }));
  };
  const freeCorner = (part, corners, seen) =>
    corners.find((corner) => {
      part.dataset.at = corner;
      const box = part.getBoundingClientRect();
      return !seen.some((point) => covers(box, point));
    });
  const shown = (part) => part && getComputedStyle(part).display !== "none";

  let kept = { task: null, corner: "" }; // where the buttons are
  const place = (figure) => {
    const map = figure.querySelector("svg.map"),
      small = figure.querySelector("svg.overview"),
      buttons = figure.querySelector(".zoom");
    const parts = [buttons, small].filter(shown);
    if (!parts.length || !map?.getScreenCTM()) return;
    const seen = findVisible(figure, map);
    if (parts.includes(buttons)) {
      const task = figure.dataset.task || location.pathname;
      if (kept.task !== task)
        kept = { task, corner: freeCorner(buttons, FOR_BUTTONS, seen) || FOR_BUTTONS[0] };
      buttons.dataset.at = kept.corner;
    }
    if (!parts.includes(small)) return;
    const corners = CORNERS.filter((corner) => corner !== buttons?.dataset.at);
    small.dataset.at = freeCorner(small, corners, seen) || "away";
  };

  const later = new Map();
  const placeLater = (event) => {
    const figure = event.target.closest && event.target.closest("figure[data-map]");
    if (!figure) return;
    clearTimeout(later.get(figure));
    later.set(
      figure,
      setTimeout(() => place(figure), 150),
    );
  };
  for (const kind of ["pointerup", "wheel", "click", "keyup"]) {
    document.addEventListener(kind, placeLater, { passive: true });
  }

  const resized = new ResizeObserver((entries) => entries.forEach((entry) => place(entry.target)));
  const begin = () => {
    for (const figure of document.querySelectorAll("figure[data-map]")) {
      if (figure.keptClear !== figure.querySelector("svg.map")) resized.observe(figure);
      place(figure);
    }
  };
  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("fresh", begin);
  if (document.readyState !== "loading") begin();
})();
