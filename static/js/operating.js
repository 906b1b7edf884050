/* The operating turn under the hand: steppers, and the map of a small screen moved to the hex chosen. */
(() => {
  "use strict";
  const narrow = matchMedia("(max-width: 959px)");

  /* On a phone the map opens around the hex chosen; map.js reads the viewBox when it takes the map over. */
  const near = root => {
    if (!narrow.matches) return;
    for (const figure of root.querySelectorAll("figure[data-near]")) {
      const svg = figure.querySelector("svg.map");
      const hex = svg && svg.querySelector(`[data-hex="${figure.dataset.near}"]`);
      if (!hex || svg.dataset.moved) continue;
      svg.dataset.moved = "1";
      const box = hex.getBBox(), wide = Math.min(Math.max(380, innerWidth), 640), high = wide * .68;
      svg.setAttribute("viewBox", [box.x + box.width / 2 - wide / 2, box.y + box.height / 2 - high / 2, wide, high].map(Math.round).join(" "));
    }
  };

  /* On a tablet the column scrolls so far that the step and its deed are seen. */
  const unroll = () => {
    const left = document.querySelector(".operating .left"), now = left && left.querySelector(".rail > .now");
    if (narrow.matches || !now) return;
    const box = left.getBoundingClientRect(), step = now.getBoundingClientRect();
    left.scrollTop += Math.min(step.top - box.top, Math.max(0, step.bottom - box.bottom));
  };

  const currency = text => text.replace(/[\d,]+/, "{}");
  const step = event => {
    const button = event.target.closest("[data-stepper] [data-by]");
    if (!button) return;
    const input = button.closest("[data-stepper]").querySelector("input");
    set(input, (parseInt(input.value, 10) || 0) + Number(button.dataset.by));
  };
  const set = (input, value) => {
    input.value = Math.min(Math.max(value, Number(input.dataset.least)), Number(input.dataset.most));
    show(input);
  };
  const show = input => {
    const shown = input.closest("form").querySelector("[data-shows]");
    if (shown) shown.textContent = currency(shown.textContent).replace("{}", Number(input.value || 0).toLocaleString("en"));
  };
  document.addEventListener("click", step);
  document.addEventListener("input", event => {
    if (event.target.closest("[data-stepper]")) show(event.target);
  });
  const begin = () => { near(document); unroll(); };
  document.addEventListener("htmx:afterSwap", begin);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
