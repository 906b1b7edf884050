/* The clock: the server sends the time that is left at an instant, and its own time when it sent
   the screen. Here the seconds are drawn, so two devices show the same. */
(() => {
  "use strict";
  const ALIKE = 2000; // samples of the server's time that differ by less are of one clock
  let seen = "";
  let ahead = 0; // how far the server's clock is ahead of this one
  let due = 0;

  /* The sample that was under way for the shortest time is the best. */
  const listen = (sent) => {
    if (!sent || sent === seen) return;
    seen = sent;
    const sample = Number(sent) - Date.now();
    ahead = Math.abs(sample - ahead) < ALIKE ? Math.max(sample, ahead) : sample;
  };
  const words = (time) => {
    const seconds = Math.ceil(time / 1000);
    const all = Math.abs(seconds);
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
    const text = hours
      ? `${hours}:${two(minutes)}:${two(all % 60)}`
      : `${minutes}:${two(all % 60)}`;
    return seconds < 0 ? `−${text}` : text;
  };
  const draw = () => {
    clearTimeout(due);
    const clock = document.querySelector("[data-clock]");
    if (!clock) return;
    listen(clock.dataset.now);
    const gone = Math.max(0, Date.now() + ahead - Number(clock.dataset.clock));
    let next = 0;
    for (const time of document.querySelectorAll("[data-left]")) {
      const runs = "runs" in time.dataset;
      const left = Number(time.dataset.left) - (runs ? gone : 0);
      const text = words(left);
      if (time.textContent !== text) time.textContent = text;
      time.classList.toggle("used-up", left <= 0 && "marks" in time.dataset);
      if (runs) next = Math.max(next, ((left % 1000) + 1000) % 1000);
    }
    if (next || clock.querySelector("[data-runs]")) due = setTimeout(draw, (next || 1000) + 5);
  };
  document.addEventListener("htmx:afterSwap", draw);
  document.addEventListener("visibilitychange", draw);
  addEventListener("pageshow", draw);
  draw();
})();
