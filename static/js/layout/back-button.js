/* Back means Cancel. What one has begun to choose in a turn is an entry of its own in the browser's
   history, over the one that Cancel leads to; Back takes it away, and the game stays on the screen.
   When the choice is done or cancelled its entry goes too, so that Back never leads into it again.
   How deep an entry lies: 0 the turn as it waits, 1 a step that one was led back to, 2 a choice. */
(() => {
  "use strict";
  const BESIDE = ["tab", "of"]; // in an address, without anything being chosen
  const isTurn = (path) => /^\/game\/\d+$/.test(path);
  const depth = (url) => {
    const keys = [...url.searchParams.keys()].filter((key) => !BESIDE.includes(key));
    if (keys.some((key) => key !== "step")) return 2;
    return keys.length;
  };
  const here = () => new URL(location.href);

  /* the depths of the entries of this turn under the present one; kept with the entry, and here too,
     since htmx writes its own over what is kept there */
  let under = history.state?.under || [];
  const keep = (left) => {
    under = left;
    history.replaceState({ htmx: true, under }, "", location.href);
  };
  let shown = location.pathname; // the page on the screen
  let next = null; // the entry that htmx is about to write, [under, how many to take away]
  let leaving = null; // the entry that is written when those over it are gone
  let held = []; // what was asked for meanwhile; it would be written into an entry that goes

  /* the browser scrolls to where an entry was left when it goes back to it; but what then stands there
     is another screen, which begins where static/js/layout/scroll-position.js puts it */
  const leaveAt = (mode) => {
    history.scrollRestoration = mode;
  };

  const plan = (to) => {
    const [from, deep] = [depth(here()), depth(to)];
    if (deep > from) return [[...under, from], 0];
    const left = under.filter((one) => one < deep);
    return [left, under.length - left.length];
  };
  const written = () => {
    if (!next) return;
    const [left, away] = next;
    next = null;
    leaveAt("auto");
    keep(left);
    if (!away) return;
    leaving = [left, location.href];
    history.go(-away);
  };

  document.addEventListener("htmx:beforeHistoryUpdate", ({ detail }) => {
    const to = new URL(detail.history.path, location.href);
    const stays = isTurn(to.pathname) && to.pathname === location.pathname;
    shown = to.pathname;
    next = stays ? plan(to) : [[], 0];
    if (!stays) return;
    detail.history.type = depth(to) > depth(here()) ? "push" : "replace";
    if (detail.history.type === "push") leaveAt("manual");
  });
  document.addEventListener("htmx:confirm", (event) => {
    if (!leaving) return;
    event.preventDefault();
    held.push(() => event.detail.issueRequest(true));
  });
  document.addEventListener("htmx:pushedIntoHistory", written);
  document.addEventListener("htmx:replacedInHistory", written);

  document.addEventListener("arrived", () => {
    shown = location.pathname;
  });

  /* a number that is typed is a choice too, and nobody was asked for it */
  document.addEventListener("typed", ({ detail }) => {
    const to = new URL(detail);
    const begins = isTurn(to.pathname) && depth(to) > depth(here());
    const left = begins ? plan(to)[0] : under;
    if (begins) leaveAt("manual");
    history[begins ? "pushState" : "replaceState"](null, "", to);
    leaveAt("auto");
    keep(left);
  });

  /* the game has moved on elsewhere, to somebody else or another step: what was being chosen is not
     his choice, or none any more */
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const hand = ["click", "submit", "change"];
    const asked = detail.requestConfig?.triggeringEvent?.type;
    if (detail.target?.id !== "page" || detail.xhr.status !== 200 || hand.includes(asked)) return;
    if (!isTurn(location.pathname) || depth(here()) === 0) return;
    const fresh = new DOMParser().parseFromString(detail.serverResponse, "text/html");
    const [was, is] = [document, fresh].map((page) => page.getElementById("screen")?.dataset);
    if (!was?.actor || (is?.actor === was.actor && is?.step === was.step)) return;
    detail.shouldSwap = false;
    next = plan(new URL(location.pathname, location.href));
    history.replaceState(null, "", location.pathname);
    written();
    document.dispatchEvent(new CustomEvent("dropped"));
  });

  addEventListener(
    "popstate",
    (event) => {
      if (leaving) {
        const [left, to] = leaving;
        leaving = null;
        event.stopImmediatePropagation();
        history.replaceState(null, "", to);
        keep(left);
        const asked = held;
        held = [];
        for (const ask of asked) ask();
      } else if (isTurn(location.pathname) && location.pathname === shown) {
        event.stopImmediatePropagation(); // htmx would load the page anew
        under = event.state?.under || [];
        window.htmx.ajax("GET", location.pathname + location.search, {
          target: "#page",
          swap: "innerHTML",
        });
      }
    },
    true,
  );

  /* who comes from elsewhere into the middle of a choice finds the way out of it all the same */
  const begun = here();
  if (isTurn(begun.pathname) && depth(begun) && !history.state?.under) {
    history.replaceState({ htmx: true, under }, "", begun.pathname);
    leaveAt("manual");
    history.pushState(null, "", begun);
    leaveAt("auto");
    keep([0]);
  }
})();
