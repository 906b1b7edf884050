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
  const part = (name) => document.querySelector(`#lost ${name}`);
  const notice = (when, does) => {
    document.getElementById("lost")?.remove();
    const says = when && document.getElementById(`message-${when}`);
    if (!says) return;
    document.querySelector(".status-bar")?.after(says.content.cloneNode(true));
    part("button").onclick = does;
  };
  const reload = () =>
    window.htmx.ajax("GET", location.pathname + location.search, {
      target: "#page",
      swap: "innerHTML",
    });
  // what a hand asked for last is what it sees: an older look, or what the pulse fetched before, comes
  // too late. The answer to a deed is always shown.
  let asked = 0;
  const isByUser = (request) =>
    ["click", "submit", "change"].includes(request.triggeringEvent?.type);
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (isByUser(detail.requestConfig)) asked += 1;
    detail.requestConfig.asked = asked;
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { verb, asked: then } = detail.requestConfig;
    if (detail.target.id === "page" && verb === "get" && then !== asked) detail.shouldSwap = false;
  });
  const disconnected = () => {
    if (lost) return;
    lost = new Date().toTimeString().slice(0, 5);
    notice("silent", reload);
    part("b").textContent = lost;
  };
  document.addEventListener("htmx:sendError", disconnected);
  document.addEventListener("silent", disconnected);
  document.addEventListener("pulse", () => {
    if (lost) notice();
    lost = null;
    if (stumbled === "pulse") window.htmx.trigger(document.getElementById("pulse"), "beat");
  });
  // What the answer says of it (the disk is full, the file is gone) stays until the same goes well:
  // that the pulse can be read again does not mean that a deed can be stored.
  let stumbled = "";
  document.addEventListener("htmx:responseError", ({ detail }) => {
    stumbled = stumbled === "deed" || isByUser(detail.requestConfig) ? "deed" : "pulse";
    notice("stumbled", () => notice());
    const answer = new DOMParser().parseFromString(detail.xhr.responseText, "text/html");
    const says = answer.querySelector(".fault h1, .notices .notice");
    if (says) {
      part("span").textContent = says.textContent.trim();
      part("small").textContent = answer.querySelector(".fault .do")?.textContent.trim() ?? "";
    }
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!detail.successful) return;
    if (lost) {
      lost = null;
      notice();
      reload();
    } else if (stumbled === "pulse" || (stumbled && isByUser(detail.requestConfig))) {
      stumbled = "";
      notice();
    }
  });
})();
