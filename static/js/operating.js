/* The operating turn under the hand: taps that come quickly one after the other. */
(() => {
  "use strict";
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
})();
