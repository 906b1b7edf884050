/* The map under the hand: pan and zoom by touch, wheel, keys and buttons; taps choose a hex or a stop.
   A figure[data-map] holds svg.map, perhaps svg.overview and buttons [data-zoom=in|out|all].
   data-form names the form that a tap fills (input "hex" or "stop") and sends; data-read says that it
   is only looked at; data-near names a hex that is to be in sight. */
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const HEX = 92,
    FINGER = 44; // width of a hex in the map's units, and of a finger
  const RIM = 1.09; // from the middle of a hex to a little beyond its side, in halves of its size
  const EDGE = 21; // the coordinates along the left side and the top of the map are as wide
  const NEAR = 250; // least width of the map shown, in its own units: not quite three hexes
  /* what a figure shows is kept while the task (data-task) is the same: one scale, whatever is tapped */
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

  const frames = new Map(); // by figure, how large it was last

  /* One map in its frame. From (x, y), a pixel of the screen shows `unit` of the map both ways. */
  class Sheet {
    constructor(figure) {
      this.figure = figure;
      this.svg = figure.querySelector("svg.map");
      this.small = figure.querySelector("svg.overview");
      this.whole = this.svg.dataset.whole.split(" ").map(Number);
      this.box = this.svg.getAttribute("viewBox").split(" ").map(Number);
      this.task = figure.dataset.task || location.pathname;
      this.svg.setAttribute("preserveAspectRatio", "xMinYMin meet");
      this.hands = new Map();
      this.hexes = [...this.svg.querySelectorAll("[data-hex]")];
      this.hits = [...this.svg.querySelectorAll(".hit")];
      const lit = (this.svg.dataset.lit || "").split(" ");
      for (const hex of this.hexes) {
        const isLit = lit.includes(hex.dataset.hex);
        hex.setAttribute("role", "button");
        hex.setAttribute("tabindex", isLit ? 0 : -1);
        // the hexes may be those of the map before
        hex.removeAttribute("aria-description");
        if (isLit) hex.setAttribute("aria-description", this.figure.dataset.litSays || "");
      }
      // what is written on the map is in the names of its hexes
      for (const layer of this.svg.querySelectorAll("g:not(.ground)"))
        if (layer.querySelector("text")) layer.setAttribute("aria-hidden", "true");
      for (const stop of this.svg.querySelectorAll("[data-stop]")) {
        stop.setAttribute("role", "button");
        stop.setAttribute("tabindex", 0);
      }
      if (!lit[0] && this.hexes.length) this.hexes[0].setAttribute("tabindex", 0);
      this.svg.setAttribute("role", "group");
      this.listen();
      this.frame = { width: 0, height: 0 };
      const kept = this.figure.id && views.get(this.figure.id);
      this.kept = kept && kept.task === this.task ? kept.view : null;
      this.foresee();
      this.fits();
      new ResizeObserver(() => this.fits()).observe(this.svg);
    }

    /* what is most likely to be shown, before the page is laid out: the map need not be twice then */
    foresee() {
      const frame = frames.get(this.figure.id);
      if (!frame || !this.kept) return;
      this.frame = frame;
      [this.x, this.y, this.unit] = this.kept;
      this.show();
      this.frame = { width: 0, height: 0 };
    }

    /* the frame has its size, or another: the scale stays, and what is chosen is in sight */
    fits() {
      const { width, height } = this.svg.getBoundingClientRect();
      if (!width || !height) return;
      const turned = this.frame.width && Math.abs(width / this.frame.width - 1) > 0.2;
      const first = !this.frame.width;
      this.frame = { width, height };
      frames.set(this.figure.id, this.frame);
      if (first && this.kept) [this.x, this.y, this.unit] = this.kept;
      else if (first || turned) this.open(this.running(this.box));
      this.show();
      this.showEdges();
      this.reveal(this.figure.dataset.near);
    }

    /* all of a part of the map; where hexes are tapped or read, no more than leaves them as wide as
       a finger */
    open(part) {
      const { width, height } = this.frame;
      const [x, y, w, h] = this.edged(part);
      const { form, read } = this.figure.dataset;
      this.unit = Math.max(w / width, h / height, NEAR / width);
      if (form === "hex-form" || read !== undefined) this.unit = Math.min(this.unit, HEX / FINGER);
      this.x = x + (w - width * this.unit) / 2;
      this.y = y + (h - height * this.unit) / 2;
      [this.x, this.y] = this.edged([this.x, this.y, 0, 0]);
    }

    /* a part that begins among the coordinates, begun before them: they are whole or not there */
    edged([x, y, w, h]) {
      const off = (from, side) => (from > side && from < side + EDGE ? from - side : 0);
      const [left, top] = [off(x, this.whole[0]), off(y, this.whole[1])];
      return [x - left, y - top, w + left, h + top];
    }

    showEdges() {
      const [left, top] = this.edged([this.x, this.y, 0, 0]);
      this.move(left - this.x, top - this.y);
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

    /* a hex brought into sight, no farther than it needs */
    reveal(at) {
      const hex = at && this.hexes.find((one) => one.dataset.hex === at);
      if (!hex) return;
      const box = hex.getBBox();
      const [x, y] = this.middle(hex);
      const off = (middle, half, from, size) =>
        Math.min(0, middle - half - from) || Math.max(0, middle + half - from - size);
      const [aside, above] = [(box.width / 2) * RIM, (box.height / 2) * RIM];
      this.move(off(x, aside, this.x, this.wide), off(y, above, this.y, this.high));
      this.showEdges();
    }

    get wide() {
      return this.frame.width * this.unit;
    }

    get high() {
      return this.frame.height * this.unit;
    }

    show() {
      const [wx, wy, ww, wh] = this.whole;
      const hold = (from, size, low, length) =>
        size >= length
          ? low + (length - size) / 2
          : Math.min(Math.max(from, low), low + length - size);
      this.x = hold(this.x, this.wide, wx, ww);
      this.y = hold(this.y, this.high, wy, wh);
      const [x, y, w, h] = [this.x, this.y, this.wide, this.high];
      const box = [x, y, w, h].map((v) => v.toFixed(1)).join(" ");
      if (box === this.shown) return;
      this.shown = box;
      this.svg.setAttribute("viewBox", box);
      // to each: what all inherit from the map is worked out anew for every part of it
      for (const hit of this.hits)
        hit.style.setProperty("--hit", `${(22 * this.unit).toFixed(1)}px`);
      if (this.small) {
        const frame = this.small.querySelector(".view"),
          [bx, by, bw, bh] = this.small.getAttribute("viewBox").split(" ").map(Number);
        frame.style.display =
          x <= bx + 1 && y <= by + 1 && x + w >= bx + bw - 1 && y + h >= by + bh - 1 ? "none" : "";
        // all of its line lies on the small map, also where the large one shows more than there is
        const [left, top] = [Math.max(x, bx), Math.max(y, by)];
        const width = Math.min(x + w, bx + bw) - left,
          height = Math.min(y + h, by + bh) - top;
        for (const [name, value] of Object.entries({ x: left, y: top, width, height })) {
          frame.setAttribute(name, Math.max(0, value).toFixed(0));
        }
      }
      if (this.figure.id)
        views.set(this.figure.id, { task: this.task, view: [this.x, this.y, this.unit] });
    }

    /* a point of the screen in the map's units */
    point(event) {
      const frame = this.svg.getBoundingClientRect();
      return [
        this.x + (event.clientX - frame.left) * this.unit,
        this.y + (event.clientY - frame.top) * this.unit,
      ];
    }

    zoom(factor, [px, py] = [this.x + this.wide / 2, this.y + this.high / 2]) {
      const { width, height } = this.frame;
      const most = Math.max(this.whole[2] / width, this.whole[3] / height);
      const unit = Math.min(Math.max(this.unit / factor, Math.min(NEAR / width, most)), most);
      this.x = px - ((px - this.x) * unit) / this.unit;
      this.y = py - ((py - this.y) * unit) / this.unit;
      this.unit = unit;
      this.show();
    }

    all() {
      const { width, height } = this.frame;
      this.unit = Math.max(this.whole[2] / width, this.whole[3] / height);
      this.show();
    }

    move(dx, dy) {
      this.x += dx;
      this.y += dy;
      this.show();
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
          if (button.dataset.zoom === "all") this.all();
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
        this.move(x - this.wide / 2 - this.x, y - this.high / 2 - this.y);
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
      const unit = this.unit;
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
      this.reveal(hex.dataset.hex);
    }
  }

  const begin = () => {
    for (const figure of document.querySelectorAll("figure[data-map]")) {
      const svg = figure.querySelector("svg.map");
      if (svg && figure.mapOf !== svg) {
        figure.mapOf = svg;
        new Sheet(figure);
      }
    }
  };
  document.addEventListener("fresh", begin);
  begin();
})();
