/* The tap that takes a seat makes the sound of "your turn" ready, and a browser lets a sound be ready
   only as long as its page stays. So the table comes into the page on which the seat was tapped.
   Whatever is amiss, the form goes its usual way: it has a key, and does nothing twice. */
(() => {
  "use strict";
  const enterPage = (page, address) => {
    // Back leads to the seats again
    history.replaceState({ htmx: true }, "");
    history.pushState({ htmx: true }, "", address);
    document.title = page.title;
    for (const sheet of page.head.querySelectorAll("link[rel=stylesheet]")) {
      const known = [...document.styleSheets].some((one) => one.href === sheet.href);
      if (!known) document.head.append(document.adoptNode(sheet));
    }
    document.body.replaceWith(document.adoptNode(page.body));
    window.htmx.process(document.body);
    scrollTo(0, 0);
    const detail = { requestConfig: {} };
    for (const word of ["fresh", "arrived"])
      document.dispatchEvent(new CustomEvent(word, { detail }));
  };
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.closest(".choose-seat") || event.defaultPrevented) return;
    event.preventDefault();
    try {
      const body = new URLSearchParams(new FormData(form));
      const answer = await fetch(form.action, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!answer.redirected || !page.getElementById("pulse")) throw new Error("no table");
      enterPage(page, answer.url);
    } catch {
      form.submit();
    }
  });
})();
