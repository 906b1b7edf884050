/* What a hand has begun stays when somebody else has acted: what is unfolded, what was typed or
   chosen in a field. Where that made it impossible, the screen says so, and what has happened. */
(() => {
  "use strict";
  const screen = () => document.getElementById("screen");
  const fields = () => [...document.querySelectorAll("#page :is(input, select, textarea)[id]")];
  const checks = (field) => ["checkbox", "radio"].includes(field.type);
  /* what a select shows before a hand: a browser takes the first option where none is marked */
  const unmarked = (select) => {
    const options = [...select.options];
    const marked = options.filter((one) => one.defaultSelected).pop();
    return options.indexOf(marked ?? options.find((one) => !one.disabled));
  };
  const changed = (field) => {
    if (checks(field)) return field.checked !== field.defaultChecked;
    if (field.options) return field.selectedIndex !== unmarked(field);
    return field.type !== "hidden" && field.value !== field.defaultValue;
  };
  const others = (request) => request.headers["Companion-Shown"];

  let kept = null;
  addEventListener("htmx:beforeSwap", ({ detail }) => {
    kept = null;
    if (!detail.shouldSwap || !others(detail.requestConfig)) return;
    kept = {
      open: [...document.querySelectorAll("#page details[id][open]")].map(({ id }) => id),
      fields: fields()
        .filter(changed)
        .map((field) => [field.id, field.type, checks(field) ? field.checked : field.value]),
      chosen: screen()?.dataset.chosen,
    };
  });
  document.addEventListener("fresh", ({ detail }) => {
    const before = kept;
    kept = null;
    if (!before || !others(detail.requestConfig)) return;
    for (const id of before.open) document.getElementById(id)?.setAttribute("open", "");
    let lost = Boolean(detail.requestConfig.headers["Companion-Dropped"]);
    if (before.chosen && screen()?.dataset.chosen !== before.chosen) lost = true;
    for (const [id, type, value] of before.fields) {
      const field = document.getElementById(id);
      if (field?.type !== type) lost = true;
      else if (checks(field)) field.checked = value;
      else field.value = value;
    }
    if (lost) regret();
  });

  const regret = () => {
    const says = document.getElementById("unconfirmed")?.dataset.gone;
    const what = document.querySelector("#event .what p, .events li:first-child .who");
    const notices = document.querySelector(".notices");
    if (!says || !notices) return;
    const notice = document.createElement("p");
    const line = what?.cloneNode(true);
    line?.querySelector(".no")?.remove();
    notice.className = "notice";
    notice.textContent = line ? `${says} ${line.textContent.replace(/\s+/g, " ").trim()}` : says;
    notices.replaceChildren(notice);
  };
})();
