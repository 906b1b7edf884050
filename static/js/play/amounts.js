/* Amounts: chips set the field or add to it, the deed's sum follows what stands there. The address
   keeps it, and the accounts that are chosen: they are there again after a reload. */
(() => {
  "use strict";
  /* The whole number that is written there, or null: what the server reads too. */
  const whole = (text) => {
    const written = text.trim().replace("−", "-");
    if (!/^-?(\d{1,8}|\d{1,3}([,.]\d{3}){1,2})$/.test(written)) return null;
    return Number(written.replace(/[,.]/g, ""));
  };
  /* A number as the deed shows it, in the currency's `pattern` ("$0"); none is "–". */
  const shown = (number, pattern = "0") => {
    if (number === null) return "–";
    const sum = pattern.replace(
      "0",
      Math.abs(number).toLocaleString(document.documentElement.lang),
    );
    return number < 0 ? `−${sum}` : sum;
  };

  /* The number of a field, whose terms are added up if it may hold a sum: 30 + 40. */
  const number = (input) => {
    if (input.dataset.sum === undefined) return whole(input.value);
    const terms = input.value.split("+").map(whole);
    return terms.includes(null) ? null : terms.reduce((sum, term) => sum + term, 0);
  };

  const note = ({ name, value }) => {
    const here = new URL(location.href);
    here.searchParams.set(name, value);
    document.dispatchEvent(new CustomEvent("typed", { detail: here.href }));
  };
  const follow = (input) => {
    input.dataset.written = "";
    const out = document.querySelector(`[data-follows="${input.id}"]`);
    if (out) out.textContent = shown(number(input), input.dataset.money);
    for (const sum of document.querySelectorAll("#effects [data-per]")) {
      const more = (number(input) ?? NaN) - whole(input.defaultValue);
      const now = Number(sum.dataset.new) + sum.dataset.per * more;
      sum.textContent = shown(Number.isNaN(now) ? null : now);
    }
    note(input);
  };
  document.addEventListener("change", ({ target }) => {
    if (target.matches(".account input")) note(target);
  });
  const field = (part) => part.closest(".amount")?.querySelector("input");
  document.addEventListener("input", (event) => {
    if (field(event.target) === event.target) follow(event.target);
  });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest(".amount button");
    if (!chip) return;
    const input = field(chip);
    const { to, by } = chip.dataset;
    const [least, most] = [Number(input.dataset.least), Number(input.dataset.most)];
    const within = (sum) => Math.max(least, Math.min(most, sum));
    /* of a sum the last term grows: each train keeps its part */
    const terms = input.dataset.sum !== undefined && by ? input.value.split("+") : [input.value];
    const last = terms.pop();
    const rest = terms.map((term) => `${term}+`).join("");
    input.value = rest + within(to ? Number(to) : (whole(last) || 0) + Number(by));
    follow(input);
  });
  /* The keys of the pad. The first one replaces a number that was only proposed. */
  document.addEventListener("click", (event) => {
    const key = event.target.closest(".pad button")?.dataset.digit;
    const input = key && document.getElementById("amount");
    if (!input) return;
    const before = input.dataset.written === undefined && key !== "+" ? "" : input.value;
    input.value = key === "back" ? before.slice(0, -1) : before + key;
    follow(input);
  });
})();
