/* The strip and the bars at the bottom of a page are fixed over it. The page begins under the strip and
   ends above the bars: --bars says how high they are, --head how high all at the top is, and --over how
   high a menu is that is open over the end of the lists. Without this script, and in a browser that
   fixes nothing in a container, all of them stick. */
(() => {
  "use strict";
  const root = document.documentElement;
  const bars = () => [
    ...document.querySelectorAll("#page > .bottom, #page > .turn .deeds, .left.rolls .deeds"),
  ];

  /* an older browser fixes a box to the container of the page, instead of to the window */
  const canFixBars = () => {
    const container = document.createElement("div");
    const box = document.createElement("i");
    container.style.cssText = "container-type: inline-size; position: absolute; left: 9px; top: 0";
    box.style.cssText = "position: fixed; left: 0";
    container.append(box);
    document.body.append(container);
    const { left } = box.getBoundingClientRect();
    container.remove();
    return left === 0;
  };
  if (!window.ResizeObserver) return;
  root.classList.toggle("bars", canFixBars());

  let rolls = false; // whether the column beside the map scrolled last

  const barHeight = (head) => document.querySelector(`#page > ${head}`)?.offsetHeight || 0;
  /* beside a map the deeds stand under their step, and over its column only where that scrolls; the
     end that the column leaves for them is as high as they are, so that either way it scrolls alike */
  const measure = () => {
    const column = document.getElementById("left");
    if (column) {
      column.classList.toggle("rolls", rolls); // mostly it still does: it is laid out only once then
      rolls = column.scrollHeight > column.clientHeight;
      column.classList.toggle("rolls", rolls);
    }
    const fixed = bars().filter((bar) => getComputedStyle(bar).position === "fixed");
    const under = Math.max(...["section.past", "section.draft", ".notices"].map(barHeight));
    /* all are read before any is written: each of them lays out the whole page anew */
    const heights = {
      "--bars": fixed.reduce((sum, bar) => sum + bar.offsetHeight, 0),
      "--foot": barHeight(".bottom"),
      "--head": barHeight(".status-bar") + under,
      "--over": document.querySelector(".program[open] .rows")?.offsetHeight || 0,
    };
    for (const [name, height] of Object.entries(heights)) {
      const wanted = `${height}px`;
      if (root.style.getPropertyValue(name) !== wanted) root.style.setProperty(name, wanted);
    }
    showWholeRows();
  };
  /* the foot of a table that sticks to its end hides a row or leaves it whole */
  const showWholeRows = () => {
    const foot = document.querySelector(".choice tfoot tr");
    if (!foot) return;
    const edge = foot.firstElementChild.getBoundingClientRect().top;
    const isCut = (row) => {
      const words = document.createRange();
      words.selectNodeContents(row.cells[0]);
      return (
        row.getBoundingClientRect().top < edge && words.getBoundingClientRect().bottom > edge + 1
      );
    };
    const row = [...document.querySelectorAll(".choice tbody tr")].find(isCut);
    foot.style.setProperty("--cut", `${row ? edge - row.getBoundingClientRect().top : 0}px`);
  };
  const resized = new ResizeObserver(measure);
  const watch = () => {
    resized.disconnect();
    for (const box of document.querySelectorAll("#left .panel, #left .charter, .bottom, .deeds"))
      resized.observe(box);
    measure();
  };
  addEventListener("resize", measure);
  document.addEventListener("toggle", measure, true);
  document.addEventListener("fresh", watch);
  watch();
})();
