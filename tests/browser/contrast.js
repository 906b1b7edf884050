/* Text that stands out too little from what is behind it: WCAG 2.2, AA (1.4.3). */
() => {
  const rgba = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (top, below) => ({
    r: top.r * top.a + below.r * (1 - top.a),
    g: top.g * top.a + below.g * (1 - top.a),
    b: top.b * top.a + below.b * (1 - top.a),
    a: 1,
  });
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((part) => {
      const of = part / 255;
      return of <= 0.04045 ? of / 12.92 : ((of + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const css = getComputedStyle(at);
      layers.push(rgba(css.backgroundColor));
      if (layers.at(-1).a === 1) break;
    }
    const ground = { r: 255, g: 255, b: 255, a: 1 };
    return layers.reduceRight((below, layer) => over(layer, below), ground);
  };
  /* deeds as they are once they may be tapped */
  for (const held of document.querySelectorAll("[data-held]")) held.removeAttribute("data-held");
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const words = walk.currentNode.data.trim();
    const element = walk.currentNode.parentElement;
    if (!words || element.closest("svg, script, style, option, .visually-hidden, .skip")) continue;
    if (!element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })) continue;
    const css = getComputedStyle(element);
    const size = parseFloat(css.fontSize);
    const large = size >= 24 || (size >= 18.66 && css.fontWeight >= 600);
    const ground = behind(element);
    const stands = ratio(over(rgba(css.color), ground), ground);
    if (stands < (large ? 3 : 4.5))
      found.add(`${words.slice(0, 30)} (${element.className || element.tagName}): ${stands.toFixed(2)}`);
  }
  return [...found];
};
