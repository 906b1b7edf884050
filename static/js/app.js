/* What the screens need beside htmx: menus that close, what went wrong said. */
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");

  // --- menus close when something else is touched
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // --- what happened and who acts is read out, once each time it changes
  const announce = () => {
    const live = document.getElementById("live");
    const parts = [...document.querySelectorAll("#event .what, .strip .whose")].map((part) =>
      part.textContent.replace(/\s+/g, " ").trim(),
    );
    const text = parts.join(" ");
    if (live && live.textContent !== text) live.textContent = text;
  };

  // --- after the screen has come anew
  document.addEventListener("fresh", announce);

  // --- a deed is sent once
  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt.closest?.("form");
    form?.querySelector(".act:not(.plain)")?.setAttribute("aria-busy", "true");
  });
  document.addEventListener("htmx:afterRequest", () => {
    for (const busy of document.querySelectorAll("[aria-busy]")) busy.removeAttribute("aria-busy");
  });

  // --- what keeps the screen from being what the game is, said under the strip
  let lost = null;
  const notice = (html) => {
    document.getElementById("lost")?.remove();
    if (html) document.querySelector(".strip")?.insertAdjacentHTML("afterend", html);
  };
  const again = () =>
    window.htmx.ajax("GET", location.pathname + location.search, {
      target: "#page",
      swap: "innerHTML",
    });
  // what a hand asked for last is what it sees: an older look, or what the pulse fetched before, comes
  // too late. The answer to a deed is always shown.
  let asked = 0;
  const byHand = (request) => ["click", "submit", "change"].includes(request.triggeringEvent?.type);
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (byHand(detail.requestConfig)) asked += 1;
    detail.requestConfig.asked = asked;
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { verb, asked: then } = detail.requestConfig;
    if (detail.target.id === "page" && verb === "get" && then !== asked) detail.shouldSwap = false;
  });
  const disconnected = () => {
    if (lost) return;
    lost = new Date().toTimeString().slice(0, 5);
    notice(
      `<div class="lost" id="lost" role="alert"><p>Not connected since ${lost}<small>Shown as it stood. Nothing is sent.</small></p><button type="button">Try again</button></div>`,
    );
    document.querySelector("#lost button").onclick = again;
  };
  document.addEventListener("htmx:sendError", disconnected);
  document.addEventListener("silent", disconnected);
  document.addEventListener("pulse", () => {
    if (lost) notice("");
    lost = null;
    if (stumbled === "pulse") window.htmx.trigger(document.getElementById("pulse"), "beat");
  });
  // What the answer says of it (the disk is full, the file is gone) stays until the same goes well:
  // that the pulse can be read again does not mean that a deed can be stored.
  let stumbled = "";
  document.addEventListener("htmx:responseError", ({ detail }) => {
    stumbled = stumbled === "deed" || byHand(detail.requestConfig) ? "deed" : "pulse";
    notice(
      `<div class="lost" id="lost" role="alert"><p><span>The companion stumbled</span><small>The game is as it was before.</small></p><button type="button">Close</button></div>`,
    );
    const answer = new DOMParser().parseFromString(detail.xhr.responseText, "text/html");
    const says = answer.querySelector(".fault h1, .notices .notice");
    if (says) {
      document.querySelector("#lost span").textContent = says.textContent.trim();
      document.querySelector("#lost small").textContent =
        answer.querySelector(".fault .do")?.textContent.trim() ?? "";
    }
    document.querySelector("#lost button").onclick = () => notice("");
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!detail.successful) return;
    if (lost) {
      lost = null;
      notice("");
      again();
    } else if (stumbled === "pulse" || (stumbled && byHand(detail.requestConfig))) {
      stumbled = "";
      notice("");
    }
  });
})();
