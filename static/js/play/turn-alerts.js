/* A device is called when the game begins to wait for it (#pulse says for what, data-alert-text): by the
   title of its tab, a mark, a sound, vibration, and its screen stays awake meanwhile. Once, however
   many tabs it has: of those in sight the one with the stream calls, and what was called for last is
   kept. Who wants none of it says so on the page of the device. */
(() => {
  "use strict";
  const root = document.documentElement;
  const pulse = () => document.getElementById("pulse")?.dataset;
  const off = (way) => localStorage.getItem(`no ${way}`) !== null;
  const seen = () => document.visibilityState === "visible";
  const cannot = (way) =>
    (way === "sound" && !window.AudioContext && "cannot") ||
    (way === "vibration" && !navigator.vibrate && "cannot") ||
    (way === "awake" && !window.isSecureContext && "http") ||
    (way === "awake" && !navigator.wakeLock && "cannot");

  // a sound has to be made ready by a tap: any one here, or the one that takes the seat (seat-taking.js)
  let audio = null;
  const coming = () => document.querySelector(".choose-seat") !== null;
  const ready = () => {
    if (!("alertText" in (pulse() ?? {})) && !coming()) return;
    if (cannot("sound") || off("sound")) return;
    audio ??= new AudioContext();
    if (audio.state !== "running") audio.resume();
  };
  const sound = () => {
    if (audio?.state !== "running") return; // it would come with the next tap, too late
    for (const [after, frequency] of [660, 880].entries()) {
      const begin = audio.currentTime + after / 5;
      const tone = new OscillatorNode(audio, { frequency });
      const level = new GainNode(audio, { gain: 0.3 });
      level.gain.setTargetAtTime(0, begin, 0.08);
      tone.connect(level).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + 0.4);
    }
  };
  const ring = () => {
    if (!off("sound")) sound();
    if (!off("vibration")) navigator.vibrate?.([200, 100, 200]);
  };

  let lock = null;
  let refused = false; // by a system that spares its battery
  const ask = async () => {
    const held = await navigator.wakeLock.request("screen").catch(() => null);
    refused = !held;
    show();
    return held;
  };
  const stayAwake = () => {
    if (cannot("awake")) return;
    if (pulse()?.alertText && seen() && !off("awake")) lock ??= ask();
    else {
      lock?.then((held) => held?.release());
      lock = null;
    }
  };

  const call = () => {
    const { alertText, stream, version } = pulse() ?? {};
    const before = root.dataset.called ?? "";
    const plain = document.title.replace(before, "");
    root.dataset.called = alertText && !off("title") ? `● ${alertText} – ` : "";
    const title = root.dataset.called + plain;
    if (document.title !== title) document.title = title;
    root.toggleAttribute("data-unmarked", off("mark"));
    stayAwake();
    if (alertText === undefined || (seen() && !("leads" in root.dataset))) return;
    const kept = localStorage.getItem(stream);
    const [then, last] = JSON.parse(kept ?? "[0]");
    if (Number(version) < then) return; // another tab knows more
    localStorage.setItem(stream, JSON.stringify([Number(version), alertText]));
    if (kept && alertText && alertText !== last) ring();
  };

  const show = () => {
    const words = document.querySelector(".ways-to-call")?.dataset;
    for (const box of document.querySelectorAll("[data-call]")) {
      const way = box.dataset.call,
        why = cannot(way);
      const says = box.closest("li").querySelector("output");
      box.checked = !why && !off(way);
      box.disabled = Boolean(why);
      says.textContent = why ? says.dataset[why] : box.checked ? words.on : words.off;
      if (way === "awake" && box.checked && refused) says.textContent = says.dataset.refused;
    }
  };
  document.addEventListener("change", ({ target }) => {
    const way = target.dataset.call;
    if (!way) return;
    if (target.checked) localStorage.removeItem(`no ${way}`);
    else localStorage.setItem(`no ${way}`, "");
    show();
    call();
  });
  addEventListener("storage", ({ key }) => {
    if (!key?.startsWith("no ")) return;
    show(); // another tab was told so
    call();
  });
  addEventListener("click", ({ target }) => {
    ready();
    if (target.id === "call-now") ring();
  });
  document.addEventListener("fresh", () => {
    ready();
    show();
    call();
  });
  document.addEventListener("pulse", call);
  document.addEventListener("visibilitychange", stayAwake);
  ready();
  show();
  call();
})();
