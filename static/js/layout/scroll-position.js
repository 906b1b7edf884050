/* Where one looks stays where it is. When the screen comes anew:
   - for another actor, or on another page, it begins at its top;
   - for the same actor it stays at the same place, and so does every box in it that scrolls
     ([data-keep-scroll], as long as its value, the subject it shows, is the same);
   - a page that asks nobody stays on the row that is read, whatever was added above it.
   What one has chosen is brought out from under the bar of deeds, and no farther; so is the first
   offer of a step if it was not possible before the last deed. */
(() => {
  "use strict";
  const strip = () => document.querySelector(".status-bar")?.offsetHeight || 0;
  const screen = () => document.getElementById("screen");
  const subject = () => `${location.pathname} ${screen()?.dataset.actor || ""}`;
  const boxes = () => [...document.querySelectorAll("[data-keep-scroll]")];

  const panel = () => document.getElementById("panel");
  const offers = () => [...document.querySelectorAll("#panel a.offer")];

  let place = null; // the screen before the present change

  /* the first row that is read now */
  const row = () => {
    if (scrollY < 1 || screen()?.dataset.actor) return null;
    const top = strip();
    const rows = [
      ...document.querySelectorAll("#screen li[id], #screen tr[id], #screen details[id]"),
    ];
    const found = rows.find((one) => one.getBoundingClientRect().top >= top);
    return found ? [found.id, found.getBoundingClientRect().top] : null;
  };
  const remember = () => {
    place = {
      subject: subject(),
      top: scrollY,
      row: row(),
      boxes: new Map(
        boxes().map((box) => [box.id, [box.dataset.keepScroll, box.scrollLeft, box.scrollTop]]),
      ),
      panel: panel()?.dataset.keepScroll,
      offers: offers().map(({ id }) => id),
      open: [...document.querySelectorAll("#screen details[id][open]")].map((one) => one.id),
    };
  };

  const recall = () => {
    const stays = place && place.subject === subject();
    const kept = new Set();
    const [first] = stays && place.panel === panel()?.dataset.keepScroll ? offers() : [];
    const isNew = first && place.offers.length && !place.offers.includes(first.id);
    if (stays) {
      for (const id of place.open) document.getElementById(id)?.setAttribute("open", "");
      for (const box of boxes()) {
        const [shows, left, top] = place.boxes.get(box.id) || [];
        if (shows !== box.dataset.keepScroll) continue;
        [box.scrollLeft, box.scrollTop] = [left, top];
        kept.add(box.id);
      }
      const [id, top] = place.row || [],
        found = id && document.getElementById(id);
      scrollTo(0, found ? scrollY + found.getBoundingClientRect().top - top : place.top);
    } else if (place) scrollTo(0, 0);
    place = null;
    begin(stays, kept);
    if (stays) uncover(document.querySelector(".offer.chosen") || (isNew && first));
  };

  /* boxes that begin elsewhere than at their start, and what is chosen in them */
  const begin = (stays, kept) => {
    if (!kept.has("left")) unroll();
    const market = document.getElementById("market-box");
    const held = [...(market?.querySelectorAll(".held") || [])].map((cell) => cell.offsetLeft);
    if (!stays && held.length) market.scrollLeft = Math.min(...held) - 50;
    if (market) frame(market);
    for (const value of document.querySelectorAll(".values .chosen, #past-rounds [aria-current]")) {
      const line = value.parentElement,
        left = value.offsetLeft - line.offsetLeft;
      line.scrollLeft = Math.max(
        Math.min(line.scrollLeft, left - 12),
        left + value.offsetWidth + 12 - line.clientWidth,
      );
    }
  };
  /* on a tablet the column of a turn begins where its step and its deed are seen, under the charter */
  const charter = (box) => box?.querySelector(":scope > .charter")?.offsetHeight || 0;
  const unroll = () => {
    const left = document.getElementById("left"),
      now = left?.querySelector(".step-bar > .now");
    if (!now || !left.offsetHeight) return; // on a phone it is no box of its own
    const box = left.getBoundingClientRect(),
      step = now.getBoundingClientRect();
    const top = box.top + charter(left);
    left.scrollTop += Math.min(step.top - top, Math.max(0, step.bottom - box.bottom));
  };
  const uncover = (chosen) => {
    const deeds = document.querySelector(".deeds");
    if (!deeds || !chosen) return;
    const scrolls = (box) =>
      box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== "visible";
    const boxes = [...document.querySelectorAll(".lists, .panel, .left")];
    const box = boxes.find((one) => one.contains(chosen) && scrolls(one));
    const edge = box?.getBoundingClientRect();
    const { top, bottom } = chosen.getBoundingClientRect();
    const low = Math.min(edge?.bottom ?? innerHeight, deeds.getBoundingClientRect().top);
    const high = Math.max(edge ? edge.top + charter(box) : 0, strip());
    const by = bottom > low ? bottom - low : Math.min(0, top - high);
    if (by && box) box.scrollTop += by;
    else if (by) scrollBy(0, by);
  };

  /* the part of the market that is shown, in the small one */
  const frame = (box) => {
    const rect = document.querySelector(".small-market .frame");
    const svg = rect?.ownerSVGElement;
    if (!svg || !box.scrollWidth) return;
    const width = svg.viewBox.baseVal.width - 2,
      height = svg.viewBox.baseVal.height - 2;
    rect.setAttribute("x", (box.scrollLeft / box.scrollWidth) * width - 1);
    rect.setAttribute("y", -1);
    rect.setAttribute("width", Math.max(4, (box.clientWidth / box.scrollWidth) * width));
    rect.setAttribute("height", height);
  };
  document.addEventListener(
    "scroll",
    (event) => {
      if (event.target.id === "market-box") frame(event.target);
    },
    true,
  );

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id === "page") remember();
  });
  document.addEventListener("fresh", () => {
    if (place) recall();
  });
  begin(false, new Set());
  uncover(document.querySelector(".offer.chosen"));
})();
