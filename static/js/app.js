/* What the screens need beside htmx: amounts that follow a field, kept scroll places, seats dragged, the pulse. */
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");

  // --- amounts: +5 and -5 set the field, the deed's price follows what is typed
  const follow = (input) => {
    const out = document.querySelector(`[data-follows="${input.id}"]`);
    const digits = input.value.replace(/[^0-9]/g, "");
    if (out)
      out.textContent = (input.dataset.money || "0").replace(
        "0",
        Number(digits || 0).toLocaleString("en-US"),
      );
  };
  document.addEventListener("input", (event) => {
    if (event.target.dataset.money) follow(event.target);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    const [least, most] = [Number(input.dataset.least), Number(input.dataset.most)];
    const wanted = Number(input.value.replace(/[^0-9]/g, "")) + Number(button.dataset.step);
    input.value = Math.max(least, Math.min(most, wanted));
    follow(input);
  });

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
      part.textContent.trim(),
    );
    const text = parts.join(" ");
    if (live && live.textContent !== text) live.textContent = text;
  };

  // --- places: scrolled boxes stay where they were; a new page begins at its top
  const places = new Map();
  let path = location.pathname;
  document.addEventListener("htmx:beforeSwap", () => {
    for (const box of document.querySelectorAll("[data-keep-scroll]"))
      places.set(box.id, [box.scrollLeft, box.scrollTop]);
  });
  const settle = () => {
    for (const box of document.querySelectorAll("[data-keep-scroll]")) {
      const held = [...box.querySelectorAll(".held")].map((cell) => cell.offsetLeft);
      if (places.has(box.id)) [box.scrollLeft, box.scrollTop] = places.get(box.id);
      else if (held.length) box.scrollLeft = Math.min(...held) - 50;
      frame(box);
    }
    for (const chosen of document.querySelectorAll(".value.chosen, .offer.chosen"))
      chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const frame = (box) => {
    const rect = document.querySelector(".small-market .frame");
    const svg = rect?.ownerSVGElement;
    if (!svg || !box.scrollWidth) return;
    const width = svg.viewBox.baseVal.width - 2,
      height = svg.viewBox.baseVal.height - 2;
    rect.setAttribute("x", (box.scrollLeft / box.scrollWidth) * width - 1);
    rect.setAttribute("y", -1);
    rect.setAttribute("width", Math.max(4, (box.clientWidth / box.scrollWidth) * width));
    rect.setAttribute("height", height);
  };
  document.addEventListener(
    "scroll",
    (event) => {
      if (event.target.id === "market-box") frame(event.target);
    },
    true,
  );
  document.addEventListener("htmx:afterSettle", () => {
    if (location.pathname !== path) {
      path = location.pathname;
      window.scrollTo(0, 0);
    }
    if (document.activeElement === document.body)
      document.getElementById("screen")?.focus({ preventScroll: true });
    announce();
    settle();
    dragging();
  });

  // --- a deed is sent once
  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt.closest?.("form");
    form?.querySelector(".act:not(.plain)")?.setAttribute("aria-busy", "true");
  });
  document.addEventListener("htmx:afterRequest", () => {
    for (const busy of document.querySelectorAll("[aria-busy]")) busy.removeAttribute("aria-busy");
  });

  // --- the pulse: the game has moved on elsewhere, or the companion cannot be reached
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
  document.addEventListener("moved", () => {
    const typing = document.activeElement?.matches("input, select, textarea");
    if (!typing && !document.querySelector("details.menu[open]")) again();
  });
  document.addEventListener("htmx:sendError", () => {
    lost ||= new Date().toTimeString().slice(0, 5);
    notice(
      `<div class="lost" id="lost" role="alert"><p>Not connected since ${lost}<small>Shown as it stood. Nothing is sent.</small></p><button type="button">Try again</button></div>`,
    );
    document.querySelector("#lost button").onclick = again;
  });
  let stumbled = false;
  document.addEventListener("htmx:responseError", (event) => {
    stumbled = true;
    notice(
      `<div class="lost" id="lost" role="alert"><p>The companion stumbled<small>The game is as it was before.</small></p><button type="button">Try again</button></div>`,
    );
    // what the answer says of it, where it says something: the disk is full, the file is gone
    const answer = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
    const says = answer.querySelector(".notices .notice, .fault h1")?.textContent.trim();
    if (says) document.querySelector("#lost p").textContent = says;
    document.querySelector("#lost button").onclick = again;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    if (lost) {
      lost = null;
      notice("");
      again();
    }
    if (stumbled) {
      stumbled = false;
      notice("");
    }
  });

  // --- seats: dragged by their grip, moved with the arrow keys, shuffled
  const renumber = (list) => {
    [...list.querySelectorAll("li .no")].forEach((no, index) => {
      no.textContent = index + 1;
    });
  };
  const dragging = () => {
    for (const list of document.querySelectorAll("ol[data-seats]")) {
      if (list.dataset.ready) continue;
      list.dataset.ready = "1";
      list.addEventListener("pointerdown", (event) => {
        const grip = event.target.closest(".grip[data-move]");
        if (!grip) return;
        event.preventDefault();
        const seat = grip.closest("li");
        seat.classList.add("dragged");
        grip.setPointerCapture(event.pointerId);
        // the others move around the seat that is held: moving it would let go of it
        const move = (at) => {
          const middle = (other) => other.getBoundingClientRect().top + other.offsetHeight / 2;
          const seats = [...list.children],
            own = seats.indexOf(seat);
          for (const other of seats.slice(own + 1))
            if (at.clientY > middle(other)) seat.before(other);
          for (const other of seats.slice(0, own).reverse())
            if (at.clientY < middle(other)) seat.after(other);
          renumber(list);
        };
        const end = () => {
          seat.classList.remove("dragged");
          grip.removeEventListener("pointermove", move);
        };
        grip.addEventListener("pointermove", move);
        grip.addEventListener("pointerup", end, { once: true });
        grip.addEventListener("pointercancel", end, { once: true });
      });
      list.addEventListener("keydown", (event) => {
        const grip = event.target.closest(".grip[data-move]");
        const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!grip || !way) return;
        event.preventDefault();
        const seat = grip.closest("li");
        if (way < 0) seat.previousElementSibling?.before(seat);
        else seat.nextElementSibling?.after(seat);
        renumber(list);
        grip.focus();
      });
      list.addEventListener("click", (event) => {
        const drop = event.target.closest("[data-clear]");
        if (!drop) return;
        const seat = drop.closest("li");
        seat.querySelector("input").value = "";
        list.append(seat);
        renumber(list);
      });
    }
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-shuffle]")) return;
    const list = document.querySelector("ol[data-seats]");
    const named = [...list.children].filter((seat) => seat.querySelector("input").value.trim());
    for (let i = named.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [named[i], named[j]] = [named[j], named[i]];
    }
    list.prepend(...named);
    renumber(list);
  });

  dragging();
  settle();
})();
