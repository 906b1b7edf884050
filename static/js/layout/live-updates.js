/* The screen is what the game is now, or says that it may not be.
   One event stream a device tells which version the game has, at once when it changes and every two
   seconds in any case ("pulse"). Where the screen shows another, it is fetched anew. From six seconds
   without a pulse, and from the first moment after waking or Back, until the companion has confirmed
   the version that is shown, the screen says so (data-unconfirmed) and does no deed.
   Tabs that are hidden let go of the stream; of those in sight one has it, and hands on what it hears. */
(() => {
  "use strict";
  const SILENCE = 6000; // milliseconds without a pulse after which the screen may be old
  const PATIENCE = 2500; // until the next try to be heard; a pulse comes in less
  const WORD = 60; // in which another tab of this device answers
  const BEAT = 3000; // between two questions of a browser that knows no streams
  const HIDDEN = 10000; // of a tab that is not looked at, and may be called
  const DEEDS = 'form[method="post"] button:not([type="button"]), button[form]';
  const root = document.documentElement;
  const now = () => performance.now();
  const screen = () => document.getElementById("pulse");
  const seen = () => document.visibilityState === "visible";
  const tell = (name) => document.dispatchEvent(new CustomEvent(name));
  const isByUser = (request) =>
    ["click", "submit", "change"].includes(request?.triggeringEvent?.type);

  let heard = now(); // when there was a pulse last
  let moment = ""; // what it said: the game's version, and a mark of its company

  // --- what is not sure does nothing
  const showNote = (words) => {
    const note = document.getElementById("unconfirmed");
    if (note) note.textContent = words ? note.dataset.says : "";
  };
  const markUnconfirmed = () => {
    if (!screen()) return;
    root.dataset.unconfirmed = "";
    showNote(true);
  };
  const markConfirmed = () => {
    delete root.dataset.unconfirmed;
    showNote(false);
  };
  const refuseForm = (event) => {
    if (!("unconfirmed" in root.dataset) || !screen()) return;
    const form = event.type === "submit" ? event.target : event.target.closest?.(DEEDS)?.form;
    if (form?.method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("click", refuseForm, true);
  addEventListener("submit", refuseForm, true);

  // --- is the screen what the game is now?
  let fetching = false;
  let hands = 0; // requests of a hand that are not answered yet
  let company = ""; // the mark for which the screen was fetched last
  let skipped = false; // what was fetched came too late to be shown
  let dropped = false; // what was chosen is not possible any more
  let drawn = 0; // when the screen came anew last
  const compare = () => {
    const shown = screen()?.dataset;
    if (!shown || !moment) return;
    const [version, mark] = moment.split(" ");
    if (version === shown.version && [shown.company, company].includes(mark)) markConfirmed();
    // the screen may be newer than what the stream said last
    else if (Number(version) < Number(shown.version) && now() - drawn < PATIENCE) return;
    else if (!fetching && !hands) refetch();
  };
  const refetch = async () => {
    const before = screen().dataset.version,
      mark = moment.split(" ")[1];
    const headers = { "Companion-Shown": before, ...(dropped && { "Companion-Dropped": "1" }) };
    [fetching, skipped, dropped] = [true, false, false];
    try {
      const to = { target: "#page", swap: "innerHTML", headers };
      await window.htmx.ajax("GET", location.pathname + location.search, to);
      if (!skipped) company = mark;
    } catch {
      /* who hears of faults says so */
    }
    fetching = false;
    if (skipped || screen()?.dataset.version !== before) compare();
  };
  addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { headers, path } = detail.requestConfig;
    if (!headers["Companion-Shown"]) return;
    // a number that was typed meanwhile stands in the address
    if (path !== location.pathname + location.search) detail.shouldSwap = false;
    skipped = !detail.shouldSwap && detail.xhr.status === 200;
  });
  document.addEventListener("dropped", () => {
    dropped = true;
    if (!fetching) refetch();
  });
  document.addEventListener("behind", () => {
    if (!fetching) refetch();
  });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (isByUser(detail.requestConfig)) hands += 1;
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.handed || !isByUser(detail.requestConfig)) return;
    detail.handed = true; // it is told twice where the one who asked is gone
    hands -= 1;
    setTimeout(compare);
  });

  // --- the stream: a tab's own, or what another tab of the device hands on
  const me = Math.random();
  let stream = null;
  let since = [0, me]; // who has had it for longest keeps it
  let tried = 0;
  let waiting = 0;
  let channel = null;
  const isOlder = (one, other) => one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);
  const post = (what) => channel?.postMessage({ ...what, from: since });
  const ask = () => window.htmx.trigger(screen(), "beat"); // its answer says what is wrong

  const pulse = (said) => {
    [moment, heard] = [said, now()];
    tell("pulse");
    compare();
  };
  const close = () => {
    clearTimeout(waiting);
    stream?.close();
    stream = null;
    delete root.dataset.leads;
  };
  const open = () => {
    close();
    if (!screen() || !seen()) return;
    [tried, since] = [now(), [Date.now(), me]];
    const own = new EventSource(screen().dataset.stream);
    stream = own;
    root.dataset.leads = ""; // of the tabs in sight
    own.onmessage = ({ data }) => {
      pulse(data);
      post({ moment });
    };
    own.addEventListener("stumbled", () => {
      heard = now();
      ask();
    });
    own.onerror = () => {
      if (own === stream && screen()) ask();
    };
  };
  const join = () => {
    close();
    tried = now();
    post({ asks: true });
    waiting = setTimeout(open, channel ? WORD : 0);
  };
  const leave = () => {
    const had = stream;
    close();
    if (had) post({ leaves: true });
  };
  const hear = ({ data }) => {
    if (!seen()) return;
    if (data.leaves) join();
    else if (data.asks && stream && now() - heard < PATIENCE) post({ moment });
    else if (data.moment && stream && isOlder(since, data.from)) post({ moment });
    else if (data.moment) {
      close();
      pulse(data.moment);
    }
  };

  // --- waking, falling asleep, another game
  const wake = () => {
    if (!seen()) return;
    markUnconfirmed();
    leave();
    join();
  };
  const begin = () => {
    const game = screen()?.dataset.stream;
    if (channel?.name === game) return;
    leave();
    channel?.close();
    [channel, moment, heard] = [null, "", now()];
    if (!game) return;
    channel = window.BroadcastChannel
      ? new BroadcastChannel(game)
      : { name: game, postMessage() {}, close() {} };
    channel.onmessage = hear;
    if (seen()) join();
  };
  const watch = () => {
    if (!screen() || !seen()) return;
    if (now() - heard > SILENCE) {
      markUnconfirmed();
      tell("silent");
    }
    if (now() - Math.max(tried, heard) <= PATIENCE) return;
    if (stream) open();
    else join();
  };

  document.addEventListener("fresh", () => {
    drawn = now();
    if (now() - heard < SILENCE || !window.EventSource) markConfirmed();
  });
  document.addEventListener("htmx:sendError", markUnconfirmed);
  addEventListener("popstate", markUnconfirmed, true);
  document.addEventListener("moved", () => {
    if (!(window.EventSource && seen()) && !fetching && !hands) refetch();
  });
  setInterval(() => {
    if (!seen() && "alertText" in (screen()?.dataset ?? {})) ask();
  }, HIDDEN);
  if (!window.EventSource) {
    setInterval(() => {
      if (screen() && seen()) ask();
    }, BEAT);
    return;
  }
  document.addEventListener("visibilitychange", () => (seen() ? wake() : leave()));
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
  addEventListener("pagehide", leave);
  addEventListener("online", wake);
  addEventListener("offline", wake); // perhaps; this computer may reach itself all the same
  document.addEventListener("fresh", begin);
  setInterval(watch, 500);
  if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") markUnconfirmed();
  begin();
})();
