/* What happened, what is chosen and who acts is read out: each event once, in the order of the log. */
(() => {
  "use strict";
  const KEPT = 12; // lines that can be heard again
  const log = document.getElementById("live");
  const CHOSEN = ".hand.chosen, #deed, #effects, .deeds .reason, .said, .whys";

  const plain = (part) => part?.textContent.replace(/\s+/g, " ").trim() ?? "";
  const happened = () => {
    const parts = [...document.querySelectorAll("#event .what, #event .by-themselves")];
    return parts
      .map((part) => {
        const copy = part.cloneNode(true);
        for (const number of copy.querySelectorAll(".no")) number.remove();
        return plain(copy);
      })
      .join(" ");
  };
  const look = () => ({
    events: document.getElementById("event")?.dataset.since,
    row: Number(document.getElementById("event")?.dataset.row ?? 0),
    said: happened(),
    acts: plain(document.querySelector(".status-bar .acting-player")),
    away: plain(document.querySelector(".absence summary")),
    chosen: [...document.querySelectorAll(CHOSEN)].map(plain).filter(Boolean).join(" "),
  });
  const say = (words) => {
    const line = document.createElement("p");
    line.textContent = words;
    log.append(line);
    if (log.childElementCount > KEPT) log.firstElementChild.remove();
  };

  /* the events between the one that was told last and the newest */
  const missed = async (before, after) => {
    if (!after.events || after.row < before.row + 2 || after.away) return [];
    try {
      const answer = await fetch(`${after.events}?since=${before.row}&before=${after.row}`);
      return answer.ok ? await answer.json() : [];
    } catch {
      return [];
    }
  };
  const tell = async (before, after) => {
    const lines = await missed(before, after);
    if (after.away !== before.away) lines.push(after.away);
    if (after.row < before.row) lines.push(`${log.dataset.undone} ${after.said}`);
    else if (after.said !== before.said) lines.push(after.said);
    if (after.acts !== before.acts) lines.push(after.acts);
    const atHand = plain(document.activeElement);
    if (after.chosen !== before.chosen && after.chosen !== atHand) lines.push(after.chosen);
    for (const line of lines) if (line) say(line);
    delete log.dataset.waits;
  };

  let shown = look();
  let told = Promise.resolve();
  document.addEventListener("fresh", () => {
    const before = shown;
    const after = (shown = look());
    const isSame = before.events === after.events; // the same game, at the same moment of it
    log.dataset.waits = "";
    told = told.then(() => tell(isSame ? before : { ...after, chosen: "" }, after));
  });
})();
