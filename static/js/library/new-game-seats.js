/* The seats of a new game: dragged by their grip, tapped up, moved with keys, cleared, shuffled. */
(() => {
  "use strict";
  const list = document.querySelector("ol[data-seats]");
  // what was refused: Back, and a reload, ask for the form, and do not send it again
  const title = list.closest("form").elements.title?.value;
  if (title && !location.search)
    history.replaceState(null, "", `/new?${new URLSearchParams({ title })}`);
  const renumber = () => {
    [...list.querySelectorAll("li .no")].forEach((no, index) => {
      no.textContent = index + 1;
    });
  };
  let dragged = false; // whether the last press on a grip moved its seat
  list.addEventListener("pointerdown", (event) => {
    dragged = false;
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
      for (const other of seats.slice(own + 1)) if (at.clientY > middle(other)) seat.before(other);
      for (const other of seats.slice(0, own).reverse())
        if (at.clientY < middle(other)) seat.after(other);
      dragged ||= own !== [...list.children].indexOf(seat);
      renumber();
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
    renumber();
    grip.focus();
  });
  list.addEventListener("click", ({ target }) => {
    const grip = target.closest(".grip[data-move]");
    const wasDragged = dragged;
    dragged = false;
    if (!grip || wasDragged) return;
    const seat = grip.closest("li");
    seat.previousElementSibling?.before(seat);
    renumber();
    grip.focus();
  });
  list.addEventListener("click", (event) => {
    const drop = event.target.closest("[data-clear]");
    if (!drop) return;
    const seat = drop.closest("li");
    seat.querySelector("input").value = "";
    list.append(seat);
    renumber();
  });
  document.querySelector("[data-shuffle]").addEventListener("click", () => {
    const named = [...list.children].filter((seat) => seat.querySelector("input").value.trim());
    for (let i = named.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [named[i], named[j]] = [named[j], named[i]];
    }
    list.prepend(...named);
    renumber();
  });
})();
