/* The operating turn under the hand: taps that come quickly one after the other, or twice. */
(() => {
  "use strict";
  /* Taps that come while one is still on its way wait for its answer: none of them is lost. */
  const waiting = [];
  let away = false;
  const taps = (event) =>
    ["stop-form", "hex-form"].includes(event.detail.elt && event.detail.elt.id);
  /* a second tap on the hex that is chosen keeps the tile and its way */
  document.addEventListener("hextap", (event) => {
    const { form, near } = event.target.dataset;
    if (form === "hex-form" && near === event.detail.hex) event.preventDefault();
  });
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
