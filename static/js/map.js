/* The map under the hand: pan and zoom by touch, wheel, keys and buttons; taps choose a hex or a stop.
   A figure[data-map] holds svg.map, perhaps svg.overview and buttons [data-zoom=in|out|all].
   data-form names the form that a tap fills (input "hex" or "stop") and sends. */
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const HEX = 92,
    FINGER = 44; // width of a hex in the map's units, and of a finger
  const NEAR = 250; // least width of the map shown, in its own units: not quite three hexes
  /* what a figure shows is kept when the server sends its map anew, unless it then asks for another view */
  const views = {
    get(id) {
      try {
        return JSON.parse(sessionStorage.getItem("map " + id));
      } catch {
        return null;
      }
    },
    set(id, view) {
      try {
        sessionStorage.setItem("map " + id, JSON.stringify(view));
      } catch {
        /* not kept */
      }
    },
  };

  class Sheet {
    constructor(figure) {
      this.figure = figure;
      this.svg = figure.querySelector("svg.map");
      this.small = figure.querySelector("svg.overview");
      this.whole = this.svg.dataset.whole.split(" ").map(Number);
      const box = this.svg.getAttribute("viewBox").split(" ").map(Number);
      const kept = figure.id && views.get(figure.id);
      this.svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
      this.hands = new Map();
      this.hexes = [...this.svg.querySelectorAll("[data-hex]")];
      const lit = (this.svg.dataset.lit || "").split(" ");
      for (const hex of this.hexes) {
        hex.setAttribute("role", "button");
        hex.setAttribute("tabindex", lit.includes(hex.dataset.hex) ? 0 : -1);
      }
      for (const stop of this.svg.querySelectorAll("[data-stop]")) {
        stop.setAttribute("role", "button");
        stop.setAttribute("tabindex", 0);
      }
      if (!lit[0] && this.hexes.length) this.hexes[0].setAttribute("tabindex", 0);
      this.svg.setAttribute("role", "group");
      this.listen();
      this.home = location.pathname + " " + box.join(" ");
      this.show(
        kept && kept.home === this.home
          ? this.fitted(kept.view)
          : this.fitted(this.running(this.large(box))),
        false,
      );
      new ResizeObserver(() => this.show(this.fitted(this.view), false)).observe(this.svg);
    }

    /* on a phone, no more of it than leaves a hex as wide as a finger */
    large([x, y, w, h]) {
      const frame = this.svg.getBoundingClientRect(),
        most = (frame.width / FINGER) * HEX;
      if (!frame.width || frame.width >= 600 || w <= most) return [x, y, w, h];
      const high = Math.min(h, (most * frame.height) / frame.width);
      return [x + (w - most) / 2, y + (h - high) / 2, most, high];
    }

    /* widened to the runs drawn on it: a run is looked at as a whole */
    running([x, y, w, h]) {
      let [left, top, right, foot] = [x, y, x + w, y + h];
      for (const line of this.svg.querySelectorAll(".case path, path.case")) {
        const box = line.getBBox();
        left = Math.min(left, box.x - FINGER);
        right = Math.max(right, box.x + box.width + FINGER);
        top = Math.min(top, box.y - FINGER);
        foot = Math.max(foot, box.y + box.height + FINGER);
      }
      return [left, top, right - left, foot - top];
    }

    /* the view widened to the shape of its frame, so that one unit is the same both ways */
    fitted([x, y, w, h]) {
      const frame = this.svg.getBoundingClientRect();
      if (!frame.width || !frame.height) return [x, y, w, h];
      const ratio = frame.width / frame.height;
      const wide = Math.max(w, h * ratio),
        high = Math.max(h, w / ratio);
      return [x - (wide - w) / 2, y - (high - h) / 2, wide, high];
    }

    show(view, keep = true) {
      const [wx, wy, ww, wh] = this.whole;
      let [x, y, w, h] = view;
      const most = this.fitted(this.whole);
      const scale = Math.min(Math.max(w, Math.min(NEAR, most[2])), most[2]) / w;
      x += (w * (1 - scale)) / 2;
      y += (h * (1 - scale)) / 2;
      w *= scale;
      h *= scale;
      const hold = (from, size, low, length) =>
        size >= length
          ? low + (length - size) / 2
          : Math.min(Math.max(from, low), low + length - size);
      x = hold(x, w, wx, ww);
      y = hold(y, h, wy, wh);
      this.view = [x, y, w, h];
      this.svg.setAttribute("viewBox", this.view.map((v) => v.toFixed(1)).join(" "));
      const frame = this.svg.getBoundingClientRect();
      if (frame.width)
        this.svg.style.setProperty("--hit", `${((22 * w) / frame.width).toFixed(1)}px`);
      if (this.small) {
        const frame = this.small.querySelector(".view"),
          [bx, by, bw, bh] = this.small.getAttribute("viewBox").split(" ").map(Number);
        frame.style.display =
          x <= bx + 1 && y <= by + 1 && x + w >= bx + bw - 1 && y + h >= by + bh - 1 ? "none" : "";
        for (const [name, value] of Object.entries({ x, y, width: w, height: h })) {
          frame.setAttribute(name, value.toFixed(0));
        }
      }
      if (keep && this.figure.id) views.set(this.figure.id, { home: this.home, view: this.view });
    }

    /* a point of the screen in the map's units */
    point(event) {
      const frame = this.svg.getBoundingClientRect();
      return [
        this.view[0] + ((event.clientX - frame.left) * this.view[2]) / frame.width,
        this.view[1] + ((event.clientY - frame.top) * this.view[3]) / frame.height,
      ];
    }

    zoom(factor, [px, py] = [this.view[0] + this.view[2] / 2, this.view[1] + this.view[3] / 2]) {
      const most = this.fitted(this.whole)[2];
      const wide = Math.min(Math.max(this.view[2] / factor, Math.min(NEAR, most)), most);
      const by = wide / this.view[2],
        [x, y, w, h] = this.view;
      this.show([px - (px - x) * by, py - (py - y) * by, w * by, h * by]);
    }

    move(dx, dy) {
      const [x, y, w, h] = this.view;
      this.show([x + dx, y + dy, w, h]);
    }

    listen() {
      const svg = this.svg;
      svg.addEventListener(
        "wheel",
        (event) => {
          event.preventDefault();
          this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), this.point(event));
        },
        { passive: false },
      );
      svg.addEventListener("pointerdown", (event) => {
        if (event.button) return;
        this.hands.set(event.pointerId, event);
        if (this.hands.size === 1) this.moved = false;
        else this.moved = true;
      });
      svg.addEventListener("pointermove", (event) => this.drag(event));
      for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
        svg.addEventListener(end, (event) => {
          // a finger's first target loses it to the map when a drag begins: that is no end
          if (end === "lostpointercapture" && event.target !== svg) return;
          this.hands.delete(event.pointerId);
          if (!this.hands.size) svg.classList.remove("drags");
        });
      }
      svg.addEventListener("click", (event) => {
        if (!this.moved) this.tap(this.nearest(event));
        this.moved = false;
      });
      svg.addEventListener("keydown", (event) => this.key(event));
      svg.addEventListener("focusin", (event) => this.mark(event.target));
      svg.addEventListener("focusout", () => this.mark(null));
      for (const button of this.figure.querySelectorAll("[data-zoom]")) {
        button.addEventListener("click", () => {
          if (button.dataset.zoom === "all") this.show(this.fitted(this.whole));
          else this.zoom(button.dataset.zoom === "in" ? 1.5 : 1 / 1.5);
        });
      }
      if (this.small) this.listenSmall();
    }

    listenSmall() {
      const go = (event) => {
        const frame = this.small.getBoundingClientRect();
        const box = this.small.viewBox.baseVal;
        const x = box.x + ((event.clientX - frame.left) * box.width) / frame.width;
        const y = box.y + ((event.clientY - frame.top) * box.height) / frame.height;
        this.show([x - this.view[2] / 2, y - this.view[3] / 2, this.view[2], this.view[3]]);
      };
      this.small.addEventListener("pointerdown", (event) => {
        this.small.setPointerCapture(event.pointerId);
        go(event);
      });
      this.small.addEventListener("pointermove", (event) => {
        if (event.buttons) go(event);
      });
    }

    drag(event) {
      const before = this.hands.get(event.pointerId);
      if (!before) return;
      if (event.pointerType === "mouse" && !event.buttons) {
        this.hands.delete(event.pointerId);
        return;
      }
      const frame = this.svg.getBoundingClientRect(),
        unit = this.view[2] / frame.width;
      if (this.hands.size === 1) {
        const dx = event.clientX - before.clientX,
          dy = event.clientY - before.clientY;
        if (!this.moved && Math.hypot(dx, dy) < 8) return; // a finger trembles; that is no drag
        if (!this.moved) {
          this.moved = true;
          this.svg.setPointerCapture(event.pointerId);
          this.svg.classList.add("drags");
        }
        this.move(-dx * unit, -dy * unit);
      } else {
        const other = [...this.hands.values()].find((hand) => hand.pointerId !== event.pointerId);
        const span = (hand) =>
          Math.hypot(hand.clientX - other.clientX, hand.clientY - other.clientY);
        const middle = (hand) => ({
          clientX: (hand.clientX + other.clientX) / 2,
          clientY: (hand.clientY + other.clientY) / 2,
        });
        this.moved = true;
        this.zoom(span(event) / Math.max(span(before), 1), this.point(middle(event)));
        this.move(
          (middle(before).clientX - middle(event).clientX) * unit,
          (middle(before).clientY - middle(event).clientY) * unit,
        );
      }
      this.hands.set(event.pointerId, event);
    }

    /* what a finger meant: of the stops whose marks overlap there, the nearest */
    nearest(event) {
      if (!event.target.closest("[data-stop]")) return event.target;
      const [x, y] = this.point(event),
        away = (stop) => {
          const hit = stop.querySelector(".hit");
          return Math.hypot(hit.cx.baseVal.value - x, hit.cy.baseVal.value - y);
        };
      return [...this.svg.querySelectorAll("[data-stop]")].reduce((a, b) =>
        away(b) < away(a) ? b : a,
      );
    }

    tap(target) {
      const stop = target.closest("[data-stop]"),
        hex = target.closest("[data-hex]");
      if (!stop && !hex) return;
      const detail = {
        stop: stop ? stop.dataset.stop : null,
        hex: stop ? stop.dataset.stop.split(".")[0] : hex.dataset.hex,
      };
      if (
        !this.figure.dispatchEvent(
          new CustomEvent("hextap", { bubbles: true, cancelable: true, detail }),
        )
      )
        return;
      const form = document.getElementById(this.figure.dataset.form || "");
      if (!form) return;
      const field = (stop && form.elements.namedItem("stop")) || form.elements.namedItem("hex");
      if (!field) return;
      field.value = field.name === "stop" ? detail.stop : detail.hex;
      form.requestSubmit();
    }

    /* arrows walk from hex to hex, Enter or space taps, + and - zoom */
    key(event) {
      const here = event.target.closest("[data-hex], [data-stop]");
      const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      if (event.key === "+" || event.key === "=") this.zoom(1.5);
      else if (event.key === "-") this.zoom(1 / 1.5);
      else if (here && (event.key === "Enter" || event.key === " ")) this.tap(here);
      else if (here && ways[event.key]) this.step(here, ways[event.key]);
      else return;
      event.preventDefault();
    }

    middle(hex) {
      const box = hex.getBBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    }

    step(here, [dx, dy]) {
      const [x, y] = this.middle(here);
      let best = null,
        least = Infinity;
      for (const hex of this.hexes) {
        const [hx, hy] = this.middle(hex),
          along = (hx - x) * dx + (hy - y) * dy;
        const aside = Math.abs((hx - x) * dy) + Math.abs((hy - y) * dx);
        if (hex !== here && along > 20 && along + 0.7 * aside < least) {
          least = along + 0.7 * aside;
          best = hex;
        }
      }
      if (best) best.focus({ preventScroll: true });
    }

    /* the outline of the hex that has the focus, and the map moved so that it is seen */
    mark(target) {
      if (this.at) this.at.remove();
      this.at = null;
      const hex = target && target.closest("[data-hex]");
      if (!hex || !hex.matches(":focus-visible")) return;
      this.at = hex.cloneNode(false);
      this.at.setAttribute("class", "at");
      for (const name of ["data-hex", "role", "tabindex"]) this.at.removeAttribute(name);
      this.svg.append(this.at);
      const [x, y] = this.middle(hex),
        [vx, vy, w, h] = this.view,
        rim = 50;
      this.move(
        Math.min(0, x - rim - vx) + Math.max(0, x + rim - vx - w),
        Math.min(0, y - rim - vy) + Math.max(0, y + rim - vy - h),
      );
    }
  }

  const begin = (root) => {
    for (const figure of root.querySelectorAll("figure[data-map]")) {
      const svg = figure.querySelector("svg.map");
      if (svg && figure.mapOf !== svg) {
        figure.mapOf = svg;
        new Sheet(figure);
      }
    }
  };
  document.addEventListener("DOMContentLoaded", () => begin(document));
  document.addEventListener("htmx:afterSettle", () => begin(document));
  if (document.readyState !== "loading") begin(document);
})();
