/* What is wrong with a page to look at: [what, words] each. Called with whether it is a task with a
   map, how many rows of a list are to be in sight, and whether all of it is to be. */
({ map, rows, whole }) => {
  const found = [];
  const root = document.documentElement;
  const known = new Map();
  const style = (element) => {
    if (!known.has(element)) known.set(element, getComputedStyle(element));
    return known.get(element);
  };
  const box = (element) => element.getBoundingClientRect();
  const up = function* (element) {
    for (let at = element; at && at !== document.body; at = at.parentElement) yield at;
  };
  const first = (element, test) => {
    for (const at of up(element)) if (test(style(at), at)) return at;
    return null;
  };
  const scrolls = (css) => /auto|scroll/.test(css.overflowX + css.overflowY);
  const sticks = (css) => /sticky|fixed/.test(css.position);
  const large = parseFloat(style(root).fontSize) > 16;
  const isSeen = (element) =>
    element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) &&
    !first(element, (css) => css.clipPath !== "none");
  const common = (one, other) => [
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  ];

  /* every piece of text that is seen, with the boxes of its lines */
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const words = walk.currentNode.data.trim().replace(/\s+/g, " ").slice(0, 40);
    const element = walk.currentNode.parentElement;
    if (!words || element.closest("svg, script, style, option, .skip, .menu nav")) continue;
    if (!isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const clamp = element.closest(".toast .what"); // dots tell that more lines follow
    const foot = clamp && style(clamp).webkitLineClamp !== "none" ? box(clamp).bottom - 2 : Infinity;
    const lines = [...range.getClientRects()].filter(
      (line) => line.width > 1 && line.height > 1 && line.top < foot,
    );
    const events = element.closest(".events ol"); // as many as find room, each whole or not at all
    if (events && lines.every((line) => line.left >= box(events).right - 1)) continue;
    const label = element.closest(".status-bar .dim"); // where there is room for it
    if (label && lines.every((line) => line.top >= box(label.parentElement).bottom - 1)) continue;
    if (lines.length) texts.push({ words, element, lines });
  }

  /* the page is no wider than the screen */
  if (root.scrollWidth > innerWidth) found.push(["wider than the screen", `${root.scrollWidth}`]);

  if (whole && root.scrollHeight > innerHeight)
    found.push(["longer than the screen", `${root.scrollHeight}`]);

  /* nothing is cut off, but in a box that scrolls */
  for (const { words, element, lines } of texts) {
    for (const at of up(element)) {
      const css = style(at);
      if (scrolls(css)) break;
      const edge = box(at);
      const over = (line) =>
        line.right > edge.right + 1.5 || line.left < edge.left - 1.5 ||
        line.bottom > edge.bottom + 4 || line.top < edge.top - 4;
      if (/hidden|clip/.test(css.overflowX) && lines.some(over)) {
        found.push(["cut off", words]);
        break;
      }
      if (css.position === "absolute") break;
    }
  }

  /* words stay within what they stand on */
  const things = ".act, .value, .chip, .plate, .tabs a, .bottom-navigation a, .train, .tool, .stay, th, td, button";
  for (const { words, element, lines } of texts) {
    const thing = element.closest(things);
    if (!thing) continue;
    const edge = box(thing);
    const over = (line) =>
      line.right > edge.right + 1.5 || line.left < edge.left - 1.5 ||
      line.bottom > edge.bottom + 5 || line.top < edge.top - 5;
    if (lines.some(over)) found.push(["beyond its place", words]);
  }

  /* what is typed can be read */
  for (const field of document.querySelectorAll("input:not([type]), input[type=text]")) {
    if (isSeen(field) && box(field).width < 40)
      found.push(["too narrow to type in", `${field.id}, ${Math.round(box(field).width)}`]);
  }

  /* no words over others; what lies over the last event in its slot is meant to */
  for (const text of texts) {
    text.layer = first(text.element, sticks);
    text.within = first(text.element, scrolls);
    text.over = text.element.closest(".slot");
    text.under = text.element.closest(".turn ~ .bottom .toast");
  }
  const all = texts.flatMap((text) => text.lines.map((line) => ({ text, line })));
  all.sort((one, other) => one.line.top - other.line.top);
  all.forEach(({ text: one, line }, at) => {
    for (let next = at + 1; next < all.length && all[next].line.top < line.bottom; next++) {
      const { text: other, line: below } = all[next];
      if (one.element === other.element) continue;
      if (one.layer !== other.layer || one.within !== other.within) continue;
      if ((one.over && other.under) || (one.under && other.over)) continue;
      const [wide, high] = common(line, below);
      if (wide > 2 && high > Math.min(line.height, below.height) * 0.45)
        found.push(["over each other", `${one.words} / ${other.words}`]);
    }
  });

  /* words are broken where they may be, and none ends in dots for want of room */
  const short = ":is(th, td, .short, .act, .chip, .value, .tabs a, .label, .what, h1, h2)";
  for (const { words, element } of large ? [] : texts) {
    if (!element.closest(short) || element.closest(".g-aside, .its-name")) continue;
    const dots = first(element, (css) => css.textOverflow === "ellipsis");
    if (dots && dots.scrollWidth > dots.clientWidth + 1) found.push(["cut short", words]);
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      for (const { 0: word, index } of node.data.matchAll(/[^\s\u00ad\u2010-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index + (node.data[index - 1] === "\u00ad")); // the hyphen is of its line
        range.setEnd(node, index + word.length);
        const lines = [...range.getClientRects()].filter((line) => line.width > 0.5);
        if (new Set(lines.map((line) => Math.round(line.top))).size > 1) found.push(["broken", word]);
      }
    }
  }

  /* whatever is chosen in a select can be read: in one line, or in as many as the select grows to */
  const pen = document.createElement("canvas").getContext("2d");
  for (const select of large ? [] : document.querySelectorAll("select")) {
    if (!isSeen(select)) continue;
    const css = style(select);
    pen.font = `${css.fontWeight} ${css.fontSize} ${css.fontFamily}`;
    const wide = (words) => pen.measureText(words).width;
    const arrow = 20;
    const grows = css.appearance === "none";
    const right = grows ? Math.max(arrow, parseFloat(css.paddingRight)) : arrow;
    const room = select.clientWidth - parseFloat(css.paddingLeft) - right;
    const chosen = select.selectedIndex;
    const isWhole = ({ index, label }) => {
      if (wide(label.trim()) <= room + 1) return true;
      if (!grows || label.split(/[\s-]+/).some((word) => wide(word) > room + 1)) return false;
      select.selectedIndex = index;
      const high = select.clientHeight - parseFloat(css.paddingTop) - parseFloat(css.paddingBottom);
      return high >= Math.ceil(wide(label.trim()) / room) * parseFloat(css.fontSize);
    };
    for (const option of select.options)
      if (!isWhole(option)) found.push(["choice cut off", option.label.trim()]);
    select.selectedIndex = chosen;
  }

  /* a line of the last event is whole */
  for (const { words, element, lines } of texts) {
    const edge = element.closest(".toast .what");
    if (edge && lines.some((line) => line.bottom > box(edge).bottom + 3))
      found.push(["line cut through", words]);
  }

  /* no token stands on a price, and no bar goes through a number */
  for (const { words, element, lines } of texts) {
    const price = element.closest(".cell .p");
    for (const disc of price?.parentElement.querySelectorAll(".disc") ?? []) {
      const [wide, high] = common(lines[0], box(disc));
      if (wide > 1 && high > 4) found.push(["token on a price", words]);
    }
    const bar = element.closest(".matrix td")?.querySelector("svg.bar rect");
    const foot = (lines[0].top + lines[0].bottom) / 2 + 0.36 * parseFloat(style(element).fontSize);
    if (bar && box(bar).width && box(bar).top < foot) found.push(["bar through a number", words]);
  }

  /* how much to sell is all in sight */
  for (const sizes of document.querySelectorAll(".sizes"))
    if (isSeen(sizes) && sizes.scrollWidth > sizes.clientWidth + 1)
      found.push(["sizes out of sight", sizes.getAttribute("aria-label")]);

  /* no offer is hidden, or under a fade, while there is room below the list */
  const scroller = document.querySelector(".turn .lists");
  if (scroller && scrolls(style(scroller)) && scroller.scrollHeight > scroller.clientHeight + 1) {
    const parts = [...document.querySelectorAll(".deeds :is(.values, .reason, .tells, .effects, .act, a, input)")];
    const tops = parts.filter((part) => isSeen(part) && box(part).height).map((part) => box(part).top);
    const free = Math.min(...tops) - box(scroller).bottom;
    if (free > 16) found.push(["offers hidden beside room", `${Math.round(free)}`]);
  }

  /* coordinates over and beside the map are whole, or not there */
  for (const drawn of document.querySelectorAll("svg.map")) {
    const rim = [...drawn.querySelectorAll(".rim text")];
    const top = Math.min(...rim.map((one) => Number(one.getAttribute("y")))); // of those over it
    for (const one of rim) {
      const [wide, high] = common(box(one), box(drawn));
      const over = Number(one.getAttribute("y")) === top;
      const cut = over ? high < box(one).height - 3 : wide < box(one).width - 1;
      if (wide > 1 && high > 1 && cut)
        found.push(["coordinate cut", one.textContent]);
    }
  }

  /* the band over what is tried leaves the screen to it */
  const tried = document.querySelector("section.draft:not(:has([open]))");
  if (tried && !large && box(tried).height > Math.max(56, 0.17 * innerHeight))
    found.push(["high band", `${Math.round(box(tried).height)}`]);

  /* the strip holds its words; at the page's end nothing is left under the bars */
  const strip = document.querySelector(".status-bar");
  for (const { words, element, lines } of texts) {
    if (!strip?.contains(element)) continue;
    const over = (line) => line.right > innerWidth + 1 || line.bottom > box(strip).bottom + 2;
    if (lines.some(over)) found.push(["beyond the strip", words]);
  }
  for (const part of strip?.querySelectorAll("a, summary") ?? []) {
    if (!part.closest(".menu nav") && isSeen(part) && box(part).right > innerWidth + 1)
      found.push(["beyond the strip", part.getAttribute("aria-label") ?? part.textContent.trim()]);
  }
  scrollTo(0, root.scrollHeight);
  for (const bar of document.querySelectorAll(".bottom, .deeds")) {
    if (!isSeen(bar) || !bar.offsetHeight) continue;
    for (const { words, element, within } of texts) {
      if (within || first(element, sticks) || bar.contains(element)) continue;
      const [wide, high] = common(box(element), box(bar));
      if (wide > 2 && high > 4) found.push(["under a bar at the end", words]);
    }
  }
  scrollTo(0, 0);

  /* the map together with the choice */
  if (map) {
    const drawn = document.querySelector("svg.map");
    const edge = drawn && box(drawn);
    const high = edge ? Math.min(edge.bottom, innerHeight) - Math.max(edge.top, box(strip).bottom) : 0;
    if (high < 100 || edge.width < 150) found.push(["no map in sight", `${Math.round(high)} high`]);
  }

  /* figures beside a choice scroll downwards; sideways but a little, where the text is large */
  for (const figures of document.querySelectorAll(".figures")) {
    if (isSeen(figures) && figures.scrollWidth > 1.2 * figures.clientWidth)
      found.push(["figures cut off", `${figures.scrollWidth} in ${figures.clientWidth}`]);
  }

  /* the buttons over a map to read are all in sight */
  for (const button of document.querySelectorAll(".map-page .zoom button")) {
    const low = [...document.querySelectorAll(".bottom")].flatMap((bar) =>
      [bar, ...bar.children].filter((part) => part.offsetHeight && common(box(part), box(button))[0] > 0),
    );
    if (box(button).bottom > Math.min(innerHeight, ...low.map((bar) => box(bar).top)) + 1)
      found.push(["button out of sight", button.getAttribute("aria-label")]);
  }

  /* rows of the list in sight; where the text is large, once it is scrolled to */
  const list = [...document.querySelectorAll(".lists .offer")].filter(isSeen);
  if (rows && list.length >= rows) {
    if (parseFloat(style(root).fontSize) > 16) scrollTo(0, box(list[0]).top - box(strip).bottom);
    const bars = [...document.querySelectorAll(".deeds, .bottom")].filter((bar) => bar.offsetHeight);
    const beside = (bar, row) => common(box(bar), box(row))[0] < 1;
    const free = list.filter((row) => {
      const { top, bottom } = box(row);
      const low = bars.filter((bar) => !beside(bar, row)).map((bar) => box(bar).top);
      return top >= box(strip).bottom - 2 && bottom <= Math.min(innerHeight, ...low) + 2;
    });
    if (free.length < rows) found.push(["rows in sight", `${free.length}`]);
    scrollTo(0, 0);
  }

  /* whatever is tapped lies under nothing else, once it is scrolled to, but under a warning that can be
     put away; nor does the strip. Where the text is large, the bars leave little more than a row */
  const spots = [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]];
  const isFree = (target, block) => {
    target.scrollIntoView({ block, inline: "center" });
    const { left, top, width, height } = target.getClientRects()[0];
    return spots.every(([x, y]) => {
      const hit = document.elementFromPoint(left + x * width, top + y * height);
      return hit && (target.contains(hit) || hit.contains(target) || hit.closest(".warnings"));
    });
  };
  for (const target of document.querySelectorAll(".status-bar, a[href], button, input, select, summary")) {
    if (!isSeen(target) || target.closest("[inert], svg, .menu nav, .skip")) continue;
    if (large && !target.closest(".status-bar, .deeds, .bottom")) continue;
    if (!["center", "start", "end"].some((block) => isFree(target, block)))
      found.push(["covered", target.id || target.textContent.trim().slice(0, 40)]);
  }

  /* a chip that is touched holds a thumb, 44 pixels wide and high (felt in steps of two), and no other
     chip takes of it; in the rows of a tablet's matrix, where it only opens details, a little less */
  const chips = "a.chip, button.chip, a.train, button.train, a.value, button.value";
  for (const chip of document.querySelectorAll(chips)) {
    if (!isSeen(chip) || chip.closest("[inert]")) continue;
    chip.scrollIntoView({ block: "center", inline: "center" });
    const { left, right, top, bottom } = box(chip);
    const reach = (x, y, most) => {
      const at = (d) => [(left + right) / 2 + d * x, (top + bottom) / 2 + d * y];
      const isIts = (d) => document.elementsFromPoint(...at(d)).find((hit) => hit.matches(chips)) === chip;
      let far = 0;
      while (far < most && isIts(far + 2)) far += 2;
      return far;
    };
    const across = (x, y) => {
      const back = reach(-x, -y, 40); // no farther than it has to
      return back + reach(x, y, 40 - back);
    };
    const [wide, high] = [across(1, 0), across(0, 1)];
    const least = chip.closest(".matrix") && innerWidth >= 60 * parseFloat(style(root).fontSize) ? 34 : 40;
    if (Math.min(wide, high) < least)
      found.push(["too small for a thumb", `${chip.id || chip.textContent.trim()}, ${wide} x ${high}`]);
  }
  scrollTo(0, 0);
  return found;
};
