/* Warnings at the edges of rounds: each is shown once in a round, until it is seen or until this device
   acts. Which kinds are left out is chosen on the page of the device, and kept there. */
(() => {
  "use strict";
  const section = () => document.getElementById("warnings");
  const lines = () => [...document.querySelectorAll("#warnings [data-once]")];
  const place = () => `warned ${document.getElementById("pulse")?.dataset.stream}`;
  const seen = () => JSON.parse(localStorage.getItem(place()) ?? "[]");
  const isOff = (kind) => localStorage.getItem(`no warning ${kind}`) !== null;

  const show = () => {
    const known = seen();
    for (const line of lines())
      line.hidden = isOff(line.dataset.warning) || known.includes(line.dataset.once);
    if (section()) section().hidden = lines().every((line) => line.hidden);
    for (const box of document.querySelectorAll("[data-warn]"))
      box.checked = !isOff(box.dataset.warn);
  };
  /* on a phone they are shown one after the other */
  const close = (isTold) => {
    const here = lines();
    if (!here.length) return;
    const keys = here.map((line) => line.dataset.once);
    const told = here
      .filter((line) => !line.hidden && isTold(line))
      .map((line) => line.dataset.once);
    const kept = seen().filter((key) => keys.includes(key));
    localStorage.setItem(place(), JSON.stringify([...kept, ...told]));
    show();
  };

  document.addEventListener("change", ({ target }) => {
    const kind = target.dataset.warn;
    if (!kind) return;
    if (target.checked) localStorage.removeItem(`no warning ${kind}`);
    else localStorage.setItem(`no warning ${kind}`, "");
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("#warnings-seen")) close((line) => line.getClientRects().length);
  });
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb === "post" && detail.parameters.type) close(() => true);
  });
  document.addEventListener("fresh", show);
  show();
})();
