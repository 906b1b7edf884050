"""Drafts: what-if and edits of the past, which the banker tries on one device.

A device with a draft shows the game as the draft has it, and adds further actions to it. What-if is
then kept as one deed. An edit of the past has a preview of what becomes of the later actions, and
needs a reason. Nothing is stored in the game before that.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import gettext
from companion.rules.amend.history_edit import Decision, ReplayedAction, ReplayResult
from companion.rules.amend.rulings import LONGEST_WHY, BadRulingError, read_why
from companion.rules.core.actions import Dividend, RunTrains, action_to_json
from companion.rules.core.refusals import RefusedError
from companion.rules.judge.consenting_parties import BANKER
from companion.rules.judge.rules import Rules
from companion.store.games.draft_replay import DraftStore
from companion.store.games.history_edit import EditPreview, UndecidedError
from companion.store.history.drafts import CHANGE, INSERT, REMOVE, WHAT_IF, Draft
from companion.store.history.records import (
    CannotRebuildError,
    GameView,
    LogRow,
    NothingToUndoError,
    StaleVersionError,
)
from companion.web.access.idempotency import make_idempotent, record_answer
from companion.web.access.identity import current_device, entered_by, only_bankers
from companion.web.amend.difference_texts import HOLDINGS, describe_differences
from companion.web.app_state import app_state
from companion.web.play import posted_form
from companion.web.read.time_travel import PAST
from companion.web.render.addresses import address_of_turn
from companion.web.render.event_texts import sentences, sentences_of
from companion.web.render.phrases import deed_in_full
from companion.web.render.screens import game_screen, game_store
from companion.web.request_state import request_state

blueprint = Blueprint("drafts", __name__)

# screens and actions that show or extend the draft of the device
DRAFTED = PAST | {
    *("turn_screen", "posted_form", "operating", "rest_of_turn", "programmed_actions"),
    *("rulings", "receipts", "corrections"),
}
PRESENT = frozenset(("turn_screen.stream", "turn_screen.version"))
EDITS = (CHANGE, INSERT, REMOVE)
SHOWN = 60  # the largest number of later actions in a preview


def show_draft() -> None:
    """Show the draft of the device, if it has one, on the screens in ``DRAFTED``."""
    game = (request.view_args or {}).get("game")
    if game is None or request.blueprint not in DRAFTED or request.endpoint in PRESENT:
        return
    if tried := _tried_store(int(game)):
        request_state().tried = tried


def _tried_store(game: int) -> DraftStore | None:
    """The store with the draft of the device that asks, if it has one."""
    who = current_device(game)
    draft = _draft(game) if who.tries else None
    if draft is None:
        return None
    return DraftStore(game_store(), app_state().draft_replays, draft)


def _draft(game: int) -> Draft | None:
    """The draft of the device that asks; only the banker has one."""
    who = current_device(game)
    return game_store().drafts.of(game, who.device) if who.role == BANKER else None


def _edit(game: int) -> Draft | None:
    """Return the draft of the device if it is a complete edit of the past."""
    found = _draft(game)
    complete = found and found.row is not None and (found.way == REMOVE or found.deeds)
    return found if complete else None


def against_present(view: GameView) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return the differences of holdings between the present game and a view of it."""
    before = game_store().open(view.id).state
    return describe_differences(view.rules, before, view.state, HOLDINGS)


def set_aside(game: int) -> dict[int, Mapping[str, Any]]:
    """Map the rows of the log that an edit has set aside to that edit."""
    known = request_state().set_aside
    if game not in known:
        edits = game_store().edits.of(game)
        known[game] = {n: edit for edit in edits for n in edit["others"]}
    return known[game]


def undo_from(view: GameView) -> int:
    """Return the last standing row of an edit, 0 without one.

    An edit is undone as a whole. Rows before it cannot be undone one by one.
    """
    edits = game_store().edits.of(view.id)
    written = {row["number"] for edit in edits for row in edit["rows"]}
    standing = game_store().past.timeline(view.id).rows if written else ()
    return max((n for n in standing if n in written), default=0)


# --- begin a draft, and drop it


@blueprint.post("/game/<int:game>/what-if")
@make_idempotent
def begin_what_if(game: int) -> AnyResponse:
    """Begin a what-if."""
    return _not_banker(game) or _begin(game, WHAT_IF, None)


@blueprint.get("/game/<int:game>/mend/<int:row>")
def choose_edit(game: int, row: int) -> Response:
    """Ask how to edit a row of the log."""
    if refused := _not_banker(game):
        return refused
    found = _row(game, row)
    if found is None:
        return _no_row(game)
    view = game_store().open(game)
    return game_screen(
        view,
        "amend/drafts/choose_edit.html",
        "log",
        row=found,
        sentences=sentences(view.rules, found),
    )


@blueprint.post("/game/<int:game>/mend/<int:row>")
@make_idempotent
def begin_edit(game: int, row: int) -> AnyResponse:
    """Begin an edit. A removal leads to its preview, other edits to the table at that moment."""
    if refused := _not_banker(game):
        return refused
    way = request.form.get("way", "")
    if way not in EDITS or _row(game, row) is None:
        return _no_row(game)
    return _begin(game, way, row)


def _begin(game: int, way: str, row: int | None) -> AnyResponse:
    present = game_store()
    present.drafts.begin(game, current_device(game).device, present.version(game), way, row)
    there = "drafts.preview" if way == REMOVE else "turn_screen.turn"
    return redirect(url_for(there, game=game), 303)


@blueprint.post("/game/<int:game>/what-if/drop")
@make_idempotent
def discard(game: int) -> AnyResponse:
    """Delete the draft."""
    game_store().drafts.drop(game, current_device(game).device)
    return redirect(url_for("turn_screen.turn", game=game), 303)


# --- keep a what-if


@blueprint.post("/game/<int:game>/what-if/keep")
@make_idempotent
def apply_what_if(game: int) -> AnyResponse:
    """Store the what-if in the game as one deed."""
    tried = _tried_store(game)
    if tried is None:
        return _fault(game, gettext("Nothing has been tried."), 409)
    request_state().tried = tried
    view, draft = tried.open(game), tried.draft
    assert view.tried is not None
    if request.form.get("version", "") != str(view.tried.base):
        return posted_form.shown(view, 409, notice=_moved_notice(game))
    if view.tried.fault or not draft.deeds or draft.row is not None:
        return posted_form.shown(
            view, 422, notice=view.tried.fault or gettext("Nothing has been tried.")
        )
    try:
        note = record_answer(address_of_turn)
        real = game_store().accept(draft, view.tried.base, noted=note)
    except StaleVersionError:
        return posted_form.shown(tried.open(game), 409, notice=_moved_notice(game))
    except (RefusedError, BadRulingError) as fault:
        return posted_form.shown(tried.open(game), 422, notice=str(fault))
    request_state().tried = None
    return posted_form.draw_fresh_screen(real)


def _moved_notice(game: int) -> str:
    """Say what has happened in the game since the what-if began."""
    present = game_store().open(game)
    last = present.tail[-1] if present.tail else None
    what = sentences(present.rules, last)[0].striptags() if last else ""
    begins = gettext("Your what-if now starts from there.")
    return " ".join(filter(None, (gettext("The game has moved on."), what, begins)))


# --- preview an edit of the past, and accept it


@blueprint.get("/game/<int:game>/mending")
def preview(game: int) -> Response:
    """Show how the edit changes the game."""
    return _preview(game)


@blueprint.post("/game/<int:game>/mending/decide")
@make_idempotent
def decide(game: int) -> AnyResponse:
    """Decide about a later action, or about all that no longer fit."""
    draft = _edit(game)
    if draft is None:
        return redirect(url_for("history.log", game=game), 303)
    decided = dict(draft.decided)
    word, n = request.form.get("decision", ""), request.form.get("n", "")
    if n == "all":
        found = game_store().edits.preview(draft)
        decided |= {step.n: Decision.OUT for step in found.replay.refused}
    elif n.isdecimal() and len(n) < 10:
        decided.pop(int(n), None)
        if word in {one.value for one in Decision}:
            decided[int(n)] = Decision(word)
    game_store().drafts.keep(replace(draft, decided=decided, serial=draft.serial + 1))
    return redirect(url_for("drafts.preview", game=game), 303)


@blueprint.post("/game/<int:game>/mending")
@make_idempotent
def accept(game: int) -> AnyResponse:
    """Accept the edit."""
    draft = _edit(game)
    if draft is None:
        return _fault(game, gettext("Nothing is being corrected on this device."))
    version = request.form.get("version", "")
    if not version.isdecimal() or len(version) > 9:
        return _preview(game, 400, gettext("Load the page again."))
    try:
        why, by = read_why(request.form.get("why")), entered_by(current_device(game), ())
        note = record_answer(lambda game: url_for("history.log", game=game))
        game_store().accept(draft, int(version), why, by, note)
    except BadRulingError as fault:
        return _preview(game, 400, str(fault))
    except StaleVersionError:
        notice = gettext(
            "Somebody has acted in the meantime, so this was worked out again. Check it once more."
        )
        return _preview(game, 409, notice)
    except UndecidedError:
        notice = gettext("First decide about the rows that no longer fit.")
        return _preview(game, 422, notice)
    except (RefusedError, NothingToUndoError, CannotRebuildError):
        return _preview(game, 422)
    return redirect(url_for("history.log", game=game), 303)


def _preview(game: int, status: int = 200, notice: str = "") -> Response:
    if refused := _not_banker(game):
        return refused
    draft = _edit(game)
    if draft is None:
        return _fault(game, gettext("Nothing is being corrected on this device."))
    view = game_store().open(game)
    row = _row(game, draft.row or 0)
    instead = [deed_in_full(view.rules, view.state, one.action) for one in draft.entered]
    context: dict[str, Any] = {"instead": instead, "found": None}
    try:
        found = game_store().edits.preview(draft)
    except (RefusedError, NothingToUndoError, CannotRebuildError) as fault:
        notice = notice or str(fault)
    else:
        context |= _preview_context(view.rules, found, len(draft.entered))
    return game_screen(
        view,
        "amend/drafts/preview.html",
        "log",
        status,
        notice=notice,
        draft=draft,
        row=row,
        sentences=sentences(view.rules, row) if row else [],
        longest=LONGEST_WHY,
        **context,
    )


def _preview_context(rules: Rules, found: EditPreview, put_in: int) -> dict[str, Any]:
    """Context of the preview; the first ``put_in`` steps of a replay are those of the draft."""
    old = {row.n: row for row in found.later}
    steps = [step for step in found.replay.steps[put_in:] if _is_shown(step)]
    steps.sort(key=lambda step: step.fit is not ReplayResult.REFUSED)
    return {
        "found": found,
        "instead": [_becomes(rules, step) for step in found.replay.steps[:put_in]],
        "changes": describe_differences(rules, found.present.state, found.replay.state),
        "later": [(s, _was(rules, old.get(s.n)), _becomes(rules, s)) for s in steps[:SHOWN]],
        "more": max(0, len(steps) - SHOWN),
        "refused": len(found.replay.refused),
    }


def _is_shown(step: ReplayedAction) -> bool:
    """Should the preview list this action?"""
    if step.fit is not ReplayResult.FITS or step.best is not None:
        return True
    return step.differs and isinstance(step.action, RunTrains | Dividend)


def _was(rules: Rules, row: LogRow | None) -> str:
    """Say what was done; nothing if the action is new."""
    return sentences(rules, row)[0] if row else ""


def _becomes(rules: Rules, step: ReplayedAction) -> str:
    """Say what is done; nothing if the action is left out."""
    if step.outcome is None:
        return ""
    return sentences_of(rules, action_to_json(step.action), step.outcome.events)[0]


# --- refusals


def _row(game: int, n: int) -> LogRow | None:
    """Return a row of the log that stands and holds an action; None for other rows."""
    if n not in game_store().past.timeline(game).rows[1:]:
        return None
    return next((row for row in game_store().rows(game) if row.n == n), None)


def _not_banker(game: int) -> Response | None:
    if current_device(game).role == BANKER:
        return None
    return only_bankers()


def _no_row(game: int) -> Response:
    return _fault(game, gettext("That row of the log no longer counts."))


def _fault(game: int, notice: str, status: int = 422) -> Response:
    request_state().tried = None
    return posted_form.shown(game_store().open(game), status, notice=notice)
