/* One tap, one deed. A second, impatient tap falls on a screen that its hand has not seen yet: for
   a moment after the screen has changed, the deeds on it are held up.
   - After one's own deed: all of them.
   - After a change by somebody else: those that were not at the same place, for the same actor.
   - After a look at something (a row chosen, a page opened): those that came up under the finger,
     and the deed of the choice where it came up above the bar of deeds, as over other rows.
   - While a choice is on its way: the deed of the choice before it.
   - After both: the choices that came up under the finger, as a par value under a company's row.
   A deed is the button of a form that posts, or a link of the bar of deeds. While it is held up it
   looks so (data-held), and says so when it is tapped; what was typed or chosen stays. */
(() => {
  "use strict";
  const MOMENT = 250; // milliseconds
  const CHOICE = 450; // of a choice, as of a higher price: nobody means one so soon under their finger
  const FINGER = 12; // how far, in pixels, from a deed a tap still means it
  const DEEDS = 'form[method="post"] button:not([type="button"]), button[form], a.act';
  const TAPPED = `${DEEDS}, .offer, .value, .picks a, summary`; // deeds and choices
  const FOREVER = Infinity; // until the answer to a deed is here

  let until = 0; // all deeds are held up until then
  let known = null; // deeds that were there before somebody else's change, while that is fresh
  let fresh = 0; // that change is fresh until then
  let sender = null; // what a deed of one's own was sent from, until it is answered
  let touched = null; // where the finger was last, [x, y]
  let before = { actor: "", deeds: new Map() }; // before the present change

  const now = () => performance.now();
  const find = (selector) => [...document.querySelectorAll(selector)];
  const all = () => find(DEEDS);
  const actor = () => document.getElementById("screen")?.dataset.actor || "";

  /* what a deed is: what it says and sends, whatever the version it was drawn from;
     what Undo and Redo mean hangs on the version alone */
  const identity = (deed) => {
    const sent = deed.form ? [...new FormData(deed.form)] : [];
    const acts = sent.some(([name]) => name === "type");
    const marks = acts ? ["guard", "version"] : ["guard"];
    const fields = sent.filter(([name]) => !marks.includes(name));
    return JSON.stringify([deed.form?.action || deed.href, deed.textContent.trim(), ...fields]);
  };
  const isSamePlace = (a, b) =>
    Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.right - b.right) < 3;
  const wasThere = (seen, deed) => {
    const place = seen?.get(identity(deed));
    return Boolean(place && isSamePlace(place, deed.getBoundingClientRect()));
  };
  const isUnderFinger = (deed) => {
    if (!touched) return false;
    const [x, y] = touched,
      box = deed.getBoundingClientRect();
    return (
      x > box.left - FINGER &&
      x < box.right + FINGER &&
      y > box.top - FINGER &&
      y < box.bottom + FINGER
    );
  };

  const isChosen = (deed) => deed?.id.startsWith("deed");

  const free = (deed) => {
    deed.wasHeld = deed.heldUntil; // a busy device may hear only later of a tap of before
    delete deed.heldUntil;
    deed.removeAttribute("data-held");
    deed.removeAttribute("aria-disabled");
  };
  const holdUp = (deed, end) => {
    const rest = end - now();
    if (rest <= 0 || end <= deed.heldUntil) return;
    deed.heldUntil = end;
    deed.setAttribute("data-held", "");
    deed.setAttribute("aria-disabled", "true");
    if (end === FOREVER) return;
    deed.style.setProperty("--rest", `${Math.round(rest)}ms`);
    setTimeout(() => {
      if (deed.heldUntil === end) free(deed);
    }, rest);
  };

  /* the rest of a turn spends nothing; but a second tap on it is not meant for the next company */
  const till = (deed, end) =>
    deed.id === "rest-of-turn" && end < FOREVER && !isUnderFinger(deed) ? now() + 1 : end;

  const holdUpAnew = (deeds) => {
    for (const deed of deeds) {
      delete deed.heldUntil;
      holdUp(deed, till(deed, now() + MOMENT));
    }
  };

  /* --- a choice is on its way */
  let choice = null; // its request
  const isOfBefore = (deed) => choice && isChosen(deed);
  const isByUser = (request) =>
    ["click", "submit", "change"].includes(request?.triggeringEvent?.type);
  document.addEventListener("htmx:beforeRequest", ({ detail: { target, requestConfig, xhr } }) => {
    if (target?.id === "page" && isByUser(requestConfig)) choice = xhr;
  });

  /* --- a deed of one's own begins, or is held up */
  const begins = (from) => {
    sender = from;
    // a link may lead out of the page, or to a file: its answer is not waited for
    for (const deed of all())
      holdUp(deed, till(deed, from.matches("form") ? FOREVER : now() + MOMENT));
  };
  const refuseTap = (event, deed) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const note = document.getElementById("held-up");
    if (!note || deed.heldUntil === FOREVER) return; // it is on its way; it says so itself
    note.style.bottom = `${innerHeight - deed.getBoundingClientRect().top + 6}px`;
    note.textContent = note.dataset.says;
    clearTimeout(note.timer);
    note.timer = setTimeout(() => {
      note.textContent = "";
    }, 2000);
  };
  addEventListener(
    "pointerdown",
    (event) => {
      touched = [event.clientX, event.clientY];
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      touched = null;
      const target = event.target.closest?.(`${DEEDS}, form[method="post"] input`);
      if (event.repeat && target && (event.key === "Enter" || event.key === " "))
        event.preventDefault();
    },
    true,
  );
  addEventListener(
    "click",
    (event) => {
      const deed = event.target.closest?.(TAPPED);
      const early = deed?.heldUntil || event.timeStamp < deed?.wasHeld;
      if (early || isOfBefore(deed)) refuseTap(event, deed);
      else if (deed?.matches("a.act:not(.plain)")) begins(deed);
    },
    true,
  );
  addEventListener(
    "submit",
    (event) => {
      const form = event.target,
        deed = event.submitter || form.querySelector(DEEDS);
      if (form.method !== "post" || event.defaultPrevented) return;
      if (deed?.heldUntil || isOfBefore(deed)) refuseTap(event, deed);
      else begins(form);
    },
    true,
  );

  /* --- the screen changes */
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "page") return;
    const open = find(TAPPED).filter(
      (deed) => deed.getClientRects().length && !(deed.heldUntil < FOREVER),
    );
    before = {
      actor: actor(),
      deeds: new Map(open.map((deed) => [identity(deed), deed.getBoundingClientRect()])),
      top: document.querySelector(".deeds")?.getBoundingClientRect().top,
    };
  });
  document.addEventListener("fresh", ({ detail }) => {
    const hand = isByUser(detail.requestConfig);
    if (sender) until = now() + MOMENT;
    else if (!hand) {
      known = before.actor === actor() ? before.deeds : new Map();
      fresh = now() + MOMENT;
    }
    const end = (deed) => {
      const isDeed = deed.matches(DEEDS);
      if (isDeed) {
        if (until > now()) return until;
        if (fresh > now() && !wasThere(known, deed)) return fresh;
      }
      if (!hand || wasThere(before.deeds, deed)) return 0;
      const isAboveBar = deed.getBoundingClientRect().top < before.top - FINGER;
      return isUnderFinger(deed) || (isAboveBar && isChosen(deed))
        ? now() + (isDeed ? MOMENT : CHOICE)
        : 0;
    };
    // all places are read before anything is changed: each reading after that lays out the page anew
    const ends = find(TAPPED).map((deed) => [deed, till(deed, end(deed))]);
    for (const one of ends) holdUp(...one);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (choice === event.detail.xhr) choice = null;
    if (event.detail.requestConfig?.elt !== sender && event.detail.elt !== sender) return;
    sender = null;
    holdUpAnew(all().filter((deed) => deed.heldUntil === FOREVER));
  });

  /* what was sent is answered by another page, which came into this one */
  document.addEventListener("arrived", () => {
    sender = null;
  });

  /* a page just opened may lie under a finger that tapped on the one before it */
  addEventListener("pageshow", (event) => {
    if (event.persisted) holdUpAnew(all());
  });
  holdUpAnew(all());
})();
