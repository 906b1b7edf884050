/* The operating turn under the hand: its column, and taps that come quickly one after the other. */
(() => {
  "use strict";
  /* On a tablet the column scrolls so far that the step and its deed are seen. */
  const unroll = () => {
    const left = document.querySelector(".operating .left"),
      now = left && left.querySelector(".rail > .now");
    if (!now || !left.offsetHeight) return; // on a phone it is no box of its own
    const box = left.getBoundingClientRect(),
      step = now.getBoundingClientRect();
    const charter = left.querySelector(".charter"),
      top = box.top + (charter ? charter.offsetHeight : 0);
    left.scrollTop += Math.min(step.top - top, Math.max(0, step.bottom - box.bottom));
  };

  /* Taps that come while one is still on its way wait for its answer: none of them is lost. */
  const waiting = [];
  let away = false;
  const taps = (event) =>
    ["stop-form", "hex-form"].includes(event.detail.elt && event.detail.elt.id);
  document.addEventListener("hextap", (event) => {
    if (!away || event.target.dataset.form !== "stop-form") return;
    event.preventDefault();
    waiting.push(event.detail);
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (taps(event)) away = true;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (taps(event) && !event.detail.successful) away = false;
  });
  document.addEventListener("fresh", () => {
    setTimeout(() => {
      away = false;
      const next = waiting.shift(),
        form = document.getElementById("stop-form");
      if (!next || !form) {
        waiting.length = 0;
        return;
      }
      form.elements.stop.value = next.stop || "";
      form.elements.hex.value = next.stop ? "" : next.hex;
      form.requestSubmit();
    });
  });

  document.addEventListener("fresh", unroll);
  unroll();
})();
