/* A long form that is not sent yet: its tab keeps what was entered, and shows it again after a
   reload. data-kept is the address of the form; data-answered says that the server has checked it. */
(() => {
  "use strict";
  const form = document.querySelector("form[data-kept]");
  const place = `form ${form.dataset.kept}`;
  const isCheckbox = (field) => field.type === "checkbox";
  const fields = () =>
    [...form.elements].filter((one) => one.matches(".field, .nm, [type=checkbox]"));
  const read = () => {
    try {
      return JSON.parse(sessionStorage.getItem(place));
    } catch {
      return null;
    }
  };
  const keep = (isSent) => {
    const entered = {};
    for (const field of fields())
      (entered[field.name] ??= []).push(isCheckbox(field) ? field.checked : field.value);
    try {
      sessionStorage.setItem(place, JSON.stringify({ entered, isSent }));
    } catch {
      /* not kept */
    }
  };
  const restore = (entered) => {
    for (const field of fields()) {
      const value = entered[field.name]?.shift();
      if (value === undefined) continue;
      if (isCheckbox(field)) field.checked = value;
      else field.value = value;
    }
    const more = Object.entries(entered).flatMap(([name, values]) =>
      values.filter(Boolean).map((value) => ({ name, value, type: "hidden", className: "field" })),
    );
    form.append(...more.map((field) => Object.assign(document.createElement("input"), field)));
    // the server adds the rows that this page does not have
    if (more.length) form.requestSubmit(document.getElementById("check"));
    else form.dispatchEvent(new Event("change"));
  };

  for (const kind of ["input", "change", "keyup"]) form.addEventListener(kind, () => keep(false));
  form.addEventListener("click", ({ target }) => {
    if (target.closest(".grip, [data-shuffle]")) keep(false);
  });
  form.addEventListener("submit", () => keep(true));
  document.addEventListener("DOMContentLoaded", () => {
    if (form.dataset.answered !== undefined) {
      history.replaceState(null, "", form.dataset.kept); // so that a reload does not send it again
      keep(false);
      return;
    }
    const kept = read();
    const [visit] = performance.getEntriesByType("navigation");
    // what was sent is begun again from nothing, unless one goes back to it
    if (kept && !(kept.isSent && visit?.type === "navigate")) restore(kept.entered);
  });
})();
