"""The past can be mended: a row of the log is changed, removed, or one is put in before it.

What is entered instead is tried at that moment, on this device alone (:mod:`companion.web.trying`).
Then a page shows what becomes of all that followed; nothing is done until it is accepted, with a
word why.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Flask, Response, g, redirect, request, url_for
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import translated
from companion.rules.actions import Dividend, RunTrains, action_to_json
from companion.rules.differences import differences
from companion.rules.mending import Again, Decision, Fit
from companion.rules.parties import BANKER
from companion.rules.refusals import Refused
from companion.rules.rules import Rules
from companion.rules.rulings import LONGEST_WHY, BadRuling, read_why
from companion.store.drafts import CHANGE, INSERT, REMOVE, Draft
from companion.store.mending import Amendment, OlderRows, Undecided, WorkedOut
from companion.store.records import CannotRebuild, GameView, LogRow, NothingThere, StaleVersion
from companion.web import table
from companion.web.once import noted, once
from companion.web.phrases import deed_in_full
from companion.web.places import asker, entered_by
from companion.web.screens import draw, game_screen, present_shelf
from companion.web.telling import sentences, sentences_of
from companion.web.trying import told

blueprint = Blueprint("mending", __name__)

WAYS = (CHANGE, INSERT, REMOVE)
SHOWN = 60  # later actions of which more than nothing is told


def install(app: Flask) -> None:
    """Tell templates what was mended."""
    app.jinja_env.globals.update(set_aside=set_aside, undo_from=undo_from)


def set_aside(game: int) -> dict[int, Mapping[str, Any]]:
    """The rows of the log that a correction has set aside, each with what is told of that."""
    known: dict[int, dict[int, Mapping[str, Any]]] = g.setdefault("set_aside", {})
    if game not in known:
        told = present_shelf().mending.corrections(game)
        known[game] = {n: one for one in told for n in one["others"]}
    return known[game]


def undo_from(view: GameView) -> int:
    """The last standing row that a correction has written: it is undone with all of that, and no
    row before it by itself. 0 where there is none.
    """
    written = {
        each["n"] for one in present_shelf().mending.corrections(view.id) for each in one["rows"]
    }
    if not written:
        return 0
    standing = present_shelf().past.timeline(view.id).rows
    return max((n for n in standing if n in written), default=0)


@dataclass(frozen=True, slots=True)
class Later:
    """A later action as the page shows it: its row, what it was, what becomes of it, what speaks
    against it, and what may be said of it. ``best`` is what a better run would earn now.
    """

    n: int
    fit: str
    was: str
    becomes: str
    reasons: tuple[str, ...]
    may_rule: bool
    best: str
    decided: str


@blueprint.get("/game/<int:game>/mend/<int:row>")
def ask(game: int, row: int) -> Response:
    """What is to become of a row of the log."""
    if refused := _not_banker(game):
        return refused
    found = _row(game, row)
    if found is None:
        return _fault(game, translated("That row of the log does not stand any more."))
    view = present_shelf().open(game)
    return game_screen(
        view, "mend.html", "log", row=found, sentences=sentences(view.rules, found), ways=WAYS
    )


@blueprint.post("/game/<int:game>/mend/<int:row>")
@once
def begin(game: int, row: int) -> AnyResponse:
    """Begin to mend: what is done instead is entered at that moment; a removal is worked out."""
    if refused := _not_banker(game):
        return refused
    way = request.form.get("way", "")
    if way not in WAYS or _row(game, row) is None:
        return _fault(game, translated("That row of the log does not stand any more."))
    present = present_shelf()
    present.drafts.begin(game, asker(game).device, present.version(game), way, row)
    there = "mending.show" if way == REMOVE else "table.now"
    return redirect(url_for(there, game=game), 303)


@blueprint.get("/game/<int:game>/mending")
def show(game: int) -> Response:
    """What becomes of the game."""
    return _page(game)


@blueprint.post("/game/<int:game>/mending/decide")
@once
def decide(game: int) -> AnyResponse:
    """Say what becomes of a later action, or of all that do not fit any more."""
    draft = _draft(game)
    if draft is None:
        return redirect(url_for("looking.log", game=game), 303)
    decided = dict(draft.decided or {})
    word, n = request.form.get("decision", ""), request.form.get("n", "")
    if n == "all":
        found = _worked_out(game, draft)
        decided |= {str(step.n): Decision.OUT.value for step in found.mended.refused}
    elif n.isdecimal() and len(n) < 10:
        decided.pop(n := str(int(n)), None)
        if word in {one.value for one in Decision}:
            decided[n] = word
    present_shelf().drafts.keep(replace(draft, decided=decided, serial=draft.serial + 1))
    return redirect(url_for("mending.show", game=game), 303)


@blueprint.post("/game/<int:game>/mending")
@once
def accept(game: int) -> AnyResponse:
    """Let it be so."""
    draft = _draft(game)
    if draft is None:
        return _fault(game, translated("Nothing is mended on this device."))
    version = request.form.get("version", "")
    if not version.isdecimal() or len(version) > 9:
        return _page(game, 400, translated("Load the page again."))
    try:
        why = read_why(request.form.get("why"))
    except BadRuling as fault:
        return _page(game, 400, str(fault))
    who = asker(game)
    note = noted(lambda game: url_for("looking.log", game=game))

    def done(session: Session, game: int) -> None:
        if note:
            note(session, game)
        present_shelf().drafts.drop_in(session, game, draft.device)

    try:
        present_shelf().mending.mend(
            game, int(version), _amendment(draft), why, entered_by(who, ()), noted=done
        )
    except StaleVersion:
        notice = translated(
            "Somebody has acted meanwhile: this is worked out anew. Look at it once more."
        )
        return _page(game, 409, notice)
    except Undecided:
        return _page(game, 422, translated("Say first what becomes of what does not fit any more."))
    except (Refused, NothingThere, OlderRows, CannotRebuild):
        return _page(game, 422)
    return redirect(url_for("looking.log", game=game), 303)


# --- the page


def _page(game: int, status: int = 200, notice: str = "") -> Response:
    if refused := _not_banker(game):
        return refused
    draft = _draft(game)
    if draft is None:
        return _fault(game, translated("Nothing is mended on this device."))
    view = present_shelf().open(game)
    row = _row(game, draft.row or 0)
    context: dict[str, Any] = {
        "draft": draft,
        "row": row,
        "sentences": sentences(view.rules, row) if row else [],
        "instead": [deed_in_full(view.rules, view.state, one.action) for one in draft.entered],
        "longest": LONGEST_WHY,
        "found": None,
        "older": False,
        "changes": [],
        "later": [],
        "more": 0,
        "refused": 0,
    }
    try:
        found = _worked_out(game, draft)
    except OlderRows:
        context["older"] = True
    except (Refused, NothingThere, CannotRebuild) as fault:
        notice = notice or str(fault)
    else:
        context |= _of(view.rules, found, draft)
    return game_screen(view, "mending.html", "log", status, notice=notice, **context)


def _of(rules: Rules, found: WorkedOut, draft: Draft) -> dict[str, Any]:
    """What the page shows of it."""
    old = {row.n: row for row in found.later}
    all_steps, put_in = found.mended.steps, len(draft.entered)
    steps = [step for step in all_steps[put_in:] if _is_told(step)]
    steps.sort(key=lambda step: step.fit is not Fit.REFUSED)
    return {
        "found": found,
        "instead": [_becomes(rules, step) for step in all_steps[:put_in]],
        "changes": told(rules, differences(rules, found.present.state, found.mended.state)),
        "later": [_later(rules, step, old.get(step.n), draft) for step in steps[:SHOWN]],
        "more": max(0, len(steps) - SHOWN),
        "refused": len(found.mended.refused),
    }


def _is_told(step: Again) -> bool:
    """Is it one of which the table wants to know?"""
    if step.fit is not Fit.FITS or step.best is not None:
        return True
    return step.differs and isinstance(step.action, RunTrains | Dividend)


def _later(rules: Rules, step: Again, old: LogRow | None, draft: Draft) -> Later:
    best = rules.data.money(step.best.revenue) if step.best else ""
    return Later(
        step.n,
        step.fit.value,
        sentences(rules, old)[0] if old else "",
        _becomes(rules, step),
        tuple(str(refusal) for refusal in step.refusals) if step.outcome is None else (),
        step.may_rule and step.fit in (Fit.REFUSED, Fit.OUT),
        best,
        str((draft.decided or {}).get(str(step.n), "")),
    )


def _becomes(rules: Rules, step: Again) -> str:
    """What is done, in a sentence; nothing of what is left out."""
    if step.outcome is None:
        return ""
    return sentences_of(rules, action_to_json(step.action), step.outcome.events)[0]


# --- what is asked


def _draft(game: int) -> Draft | None:
    """What the device that asks is about to mend."""
    who = asker(game)
    found = present_shelf().drafts.of(game, who.device) if who.role == BANKER else None
    if found is None or found.row is None or (found.way != REMOVE and not found.deeds):
        return None
    return found


def _amendment(draft: Draft) -> Amendment:
    assert draft.row is not None
    decided = {int(n): Decision(word) for n, word in (draft.decided or {}).items()}
    return Amendment(draft.row, draft.way, tuple(draft.entered), decided)


def _worked_out(game: int, draft: Draft) -> WorkedOut:
    return present_shelf().mending.work_out(game, _amendment(draft))


def _row(game: int, n: int) -> LogRow | None:
    """A row that stands and was done by somebody."""
    if n not in present_shelf().past.timeline(game).rows[1:]:
        return None
    return next((row for row in present_shelf().rows(game) if row.n == n), None)


def _not_banker(game: int) -> Response | None:
    if asker(game).role == BANKER:
        return None
    return draw("fault.html", 403, says=translated("Only the banker may do that."))


def _fault(game: int, says: str) -> Response:
    g.pop("tried_shelf", None)
    return table.shown(present_shelf().open(game), 422, notice=says)
