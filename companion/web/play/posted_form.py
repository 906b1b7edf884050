"""A posted form of the table: read it, check it, do it, and answer with the fresh screen.

The steps are in order: ``act`` is the whole way, and the functions it calls follow it. Nothing slow
happens in the transaction, which reads version, role and seat again.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import format_text, gettext, lazy_gettext, list_choices
from companion.rules.amend.rulings import Ruling, read_ruling
from companion.rules.core.action_parser import FIELDS, BadActionError, field_words, read_action
from companion.rules.core.actions import Action, RunTrains
from companion.rules.core.refusals import Refusal, RefusedError
from companion.rules.data.codec import read_json
from companion.rules.judge import judge
from companion.rules.judge.consenting_parties import ActionRight, parties
from companion.store.db.faults import StoreError
from companion.store.history.answered_forms import Noted, combine_notes
from companion.store.history.log_writer import Entered
from companion.store.history.records import (
    GameView,
    NothingToUndoError,
    StaleVersionError,
    require_version,
)
from companion.store.people.proposals import NoProposalError, Proposal
from companion.web import error_pages
from companion.web.access.idempotency import make_idempotent, record_deed
from companion.web.access.identity import current_device, entered_by, looked_up_version
from companion.web.access.participants import keep_extras
from companion.web.access.rights import Rights, rights
from companion.web.play.choices import find_ending
from companion.web.play.operating_panels.runs import LesserRunError, require_best_run
from companion.web.play.revenue_sums import assign_parts
from companion.web.play.skipped_steps import SkippedSteps, find_skipped_steps
from companion.web.play.turn_screen import screen
from companion.web.render.addresses import address_of_turn, read_address
from companion.web.render.event_texts import sentences
from companion.web.render.screens import current_store, game_store, is_part, last_event, table_of

blueprint = Blueprint("posted_form", __name__)

# fields of the form that are no part of the action
BESIDE = frozenset(("version", "step", "ahead", "then_pass", "back", "guard", "again"))
RULING = frozenset(("waived", "why"))
DOERS = ("player", "party", "company", "buyer", "seller")  # fields that may name the actor
UNSAID = {
    "undo": lazy_gettext("The form does not say how much to undo: load the page again."),
    "redo": lazy_gettext("The form does not say how much to redo: load the page again."),
}
BACK = frozenset(("turn_screen.turn", "history.log"))


@dataclass(frozen=True, slots=True)
class Posted:
    """A form or JSON as read: the ``action``, its ``fields``, the ``version`` of its screen.

    ``ahead`` names the steps that the screen skipped. ``step`` names the step it was led back to.
    ``then_pass``: the turn ends as well. ``ruling``: the table's ruling that permits the action.
    """

    fields: Mapping[str, Any]
    action: Action
    version: int
    ahead: str
    step: str
    then_pass: bool
    ruling: Ruling | None = None

    @property
    def waived(self) -> tuple[str, ...]:
        """The codes of the refusals that the table overrules."""
        return self.ruling.waived if self.ruling else ()


class NotYoursError(Exception):
    """Somebody else enters this action; the message says who."""


class NeedsConsentError(Exception):
    """The action in ``sent`` is allowed, but others have to agree to it."""

    def __init__(self, sent: Posted) -> None:
        super().__init__()
        self.sent = sent


class NotNowError(Exception):
    """The form cannot be done now; the message says why."""


def answer_with_screen(
    do: Callable[[int], GameView | AnyResponse],
) -> Callable[[int], AnyResponse]:
    """Make the view of a form that is answered with the screen of the turn.

    ``do`` returns the game after the deed, or another answer. If it raises a fault of the form or
    of the store, nothing was done, and the screen says why.
    """

    @wraps(do)
    def answer(game: int) -> AnyResponse:
        try:
            done = do(game)
        except BadActionError as fault:
            return shown(current_store().open(game), 400, notice=str(fault))
        except NotYoursError as fault:
            return shown(current_store().open(game), 403, notice=str(fault))
        except (NotNowError, NoProposalError, NothingToUndoError) as fault:
            return shown(current_store().open(game), 422, notice=str(fault))
        except LesserRunError as lesser:
            told = () if request.form else [lesser.refusal]
            return shown(current_store().open(game), 422, refusals=told)
        except RefusedError as refused:
            return shown(current_store().open(game), 422, refusals=refused.refusals)
        except StaleVersionError:
            return show_newer_version(game)
        except StoreError as fault:
            return show_not_stored(game, fault)
        return draw_fresh_screen(done) if isinstance(done, GameView) else done

    return answer


@blueprint.post("/game/<int:game>/act")
@make_idempotent
@answer_with_screen
def act(game: int) -> GameView:
    """Do one action, or propose it to those who have to agree."""
    sent = read_form()
    view = current_store().open(game, looked_up_version(game))
    found = rights(view)
    action = assign_parts(view, sent.action, sent.fields.get("revenue"))
    try:
        sent = require_right(found, replace(sent, action=action))
    except NeedsConsentError as needs:
        _propose(view, needs.sent)
        return view
    by = entered_by(found.who, parties(view.rules, view.state, sent.action))
    return play(view, sent, by)


def read_form(ruled: bool = False) -> Posted:
    """Read the form, with its ruling if it is ``ruled``. Raises BadActionError, BadRulingError."""
    body = _body()
    version = read_version(body)
    beside = BESIDE | RULING if ruled else BESIDE
    fields = {key: value for key, value in body.items() if key not in beside}
    then_pass = body.get("then_pass") in ("1", "on", True, 1)
    passed, step = (str(body.get(key, "")) for key in ("ahead", "step"))
    ruling = read_ruling({key: body.get(key) for key in RULING}) if ruled else None
    return Posted(fields, read_action(fields), version, passed, step, then_pass, ruling)


def read_version(body: Mapping[str, Any]) -> int:
    """Read the version of the game that the form was drawn from. Raises BadActionError."""
    version = body.get("version")
    if isinstance(version, bool) or not str(version).isdecimal() or len(str(version)) > 9:
        raise BadActionError(gettext("The form names no moment of the game: load the page again."))
    return int(str(version))


def fields_of(sent: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of an action in an address or a form. Raises BadActionError."""
    beside = BESIDE | RULING
    return {key: _value(key, value) for key, value in sent.items() if key not in beside}


def _body() -> Mapping[str, Any]:
    if request.is_json:
        try:
            found = read_json(request.get_data(as_text=True))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise BadActionError(gettext("The request is not an action in JSON."))
        return found
    return {key: _value(key, value) for key, value in request.form.items()}


def _value(key: str, text: str) -> Any:
    """Read a form's field. A list is in JSON. Raises BadActionError."""
    if not text.startswith("["):
        return text
    try:
        return read_json(text)
    except ValueError as fault:
        name = field_words(key) if key in FIELDS else gettext("form")
        raise BadActionError(format_text("The {field} is not a JSON list.", field=name)) from fault


def require_right(found: Rights, sent: Posted) -> Posted:
    """Check that the device may do what it sent. Return the form without parts that need a turn.

    A form of another version is refused first. Raises StaleVersionError, NotYoursError,
    RefusedError, NeedsConsentError.
    """
    view = found.view
    require_version(view.version, sent.version)
    if found.banker:
        return sent
    if not found.turn:  # only a player on turn passes a step or ends a turn
        sent = replace(sent, ahead="", then_pass=False)
    may = found.may(sent.action)
    if may is ActionRight.NOTHING:
        raise NotYoursError(_describe_who_may(view, sent.action, found.who.each))
    if may is ActionRight.PROPOSE:
        after = apply_skipped_steps(view, sent).view
        if refusals := judge.refusals(after.rules, after.state, sent.action):
            raise RefusedError(refusals)
        raise NeedsConsentError(sent)
    return sent


def _describe_who_may(view: GameView, action: Action, each: bool) -> str:
    """Say who may enter the action."""
    names = [view.rules.words.name(p) for p in parties(view.rules, view.state, action)]
    if not each or not names:
        return gettext("At this table the banker enters everything.")
    return format_text("Only {names} may do that.", names=list_choices(names))


def apply_skipped_steps(view: GameView, sent: Posted, waived: Container[str] = ()) -> SkippedSteps:
    """Pass the steps that the form's screen skipped, if the action needs that.

    ``waived`` are the refusals that a ruling overrules.
    """
    if not sent.ahead:
        return SkippedSteps(view)
    found = find_skipped_steps(view, sent.step)
    needed = sent.ahead == found.names and found.needed(view, sent.action, waived)
    return found if needed else SkippedSteps(view)


def play(view: GameView, sent: Posted, by: str, also: Noted | None = None) -> GameView:
    """Do the action in the game of the view, entered ``by`` a seat or the banker.

    The skipped steps come before it. The end of the turn comes after it, if requested and if the
    game still waits for the same player. All of it is one deed, undone as one. For a run under a
    ruling the best run is not required. ``also`` is done in the same transaction.

    Raises RefusedError, LesserRunError, StaleVersionError with nothing done.
    """
    require_version(view.version, sent.version)
    passed = apply_skipped_steps(view, sent, sent.waived)
    action = sent.action
    if isinstance(action, RunTrains) and sent.ruling is None:
        action = require_best_run(passed.view, action)
    more = find_ending(passed.view, action) if sent.then_pass else ()
    note = combine_notes(also, record_deed("turn_screen.turn"))
    done = Entered(action, by, ruling=sent.ruling.to_json() if sent.ruling else None)
    return current_store().play(
        view.id, sent.version, *passed.passes, done, *more, by=by, noted=note
    )


def _propose(view: GameView, sent: Posted) -> None:
    """Propose the action to the other players whose consent it needs.

    Raises NoProposalError, StaleVersionError.
    """
    seats = current_device(view.id).seats
    found = parties(view.rules, view.state, sent.action)
    own = [seat for seat in found if seat in seats]
    kept: Mapping[str, Any] = {
        "fields": dict(sent.fields),
        "ahead": sent.ahead,
        "step": sent.step,
        "then_pass": sent.then_pass,
    }
    game_store().proposals.make(view.id, view.version, kept, own[0], found, own)


def form_of_proposal(proposal: Proposal) -> Posted:
    """Return the form that was sent with the proposal. Raises BadActionError."""
    kept = proposal.action
    fields, passed = kept["fields"], kept["ahead"]
    action = read_action(fields)
    return Posted(fields, action, proposal.version, passed, kept["step"], kept["then_pass"])


@blueprint.post("/game/<int:game>/undo")
@make_idempotent
@answer_with_screen
def undo(game: int) -> GameView | AnyResponse:
    """Undo the last action, or ``depth`` of them."""
    return _move(game, "undo")


@blueprint.post("/game/<int:game>/redo")
@make_idempotent
@answer_with_screen
def redo(game: int) -> GameView | AnyResponse:
    """Redo undone actions."""
    return _move(game, "redo")


def _move(game: int, way: str) -> GameView | AnyResponse:
    version, depth = request.form.get("version", ""), request.form.get("depth", "1")
    if not all(text.isdecimal() and len(text) < 10 for text in (version, depth)):
        raise BadActionError(gettext(UNSAID[way]))
    back = next(filter(BACK.__contains__, request.form.getlist("back")), "turn_screen.turn")
    found = rights(current_store().open(game, looked_up_version(game)))
    require_version(found.view.version, int(version))
    if not found.move(way, int(depth)):
        raise NotYoursError(
            gettext("You can undo only your own last action, until somebody else acts.")
        )
    by = entered_by(found.who, found.who.seats)
    note = record_deed(back)
    move = current_store().undo if way == "undo" else current_store().redo
    view = move(game, int(version), int(depth), by=by, noted=note)
    if request.form.get("back") in BACK:
        return redirect(url_for(back, game=game), 303)
    return view


def draw_fresh_screen(view: GameView) -> AnyResponse:
    """Return the new screen for htmx, or a redirect for a plain form.

    After an action of an edit of the past, redirect to the edit's preview.
    """
    keep_extras(view)
    if view.tried and view.tried.row is not None and view.tried.deeds:
        return redirect(url_for("drafts.preview", game=view.id), 303)
    if not is_part():
        return redirect(address_of_turn(view.id), 303)
    return _set_address(view, screen(view, entered=False))


def shown(
    view: GameView, status: int, refusals: Iterable[Refusal] = (), notice: str = ""
) -> Response:
    """Return the screen again, with the reason why nothing was done."""
    return _set_address(view, screen(view, status, refusals, notice))


def show_newer_version(game: int) -> Response:
    """Answer a stale form: the fresh screen, and what has happened meanwhile."""
    view = current_store().open(game)
    last = last_event(view)
    if last:
        what = sentences(view.rules, last)[0].striptags()
        notice = " ".join((gettext("The game has moved on."), what))
    else:
        notice = gettext("The game has moved on: everything was undone.")
    return _set_address(view, screen(view, 409, (), notice, entered=_is_still_their_turn(view)))


def _is_still_their_turn(view: GameView) -> bool:
    """Does the game still wait for the actor of the form? If so, its input is kept."""
    table = table_of(view)
    return any(request.form.get(field, "") in (table.acting, table.operating) for field in DOERS)


def show_not_stored(game: int, fault: StoreError) -> Response:
    """Answer after a failed write: the screen as it was, with its input, and the fault.

    Raises StoreError if the game cannot be read either.
    """
    view = current_store().open(game)
    error_pages.tell_terminal(fault)
    return shown(view, 503, notice=str(fault))


def _set_address(view: GameView, response: Response) -> Response:
    """Tell htmx the address of the table's screen, for the present history entry or a new one.

    "false" if the browser is there already: it then need not save its history.
    """
    there = address_of_turn(view.id)
    here = read_address(request.headers.get("HX-Current-URL", ""))
    name = "HX-Replace-Url" if here.path == there else "HX-Push-Url"
    response.headers[name] = "false" if (here.path, here.query) == (there, "") else there
    return response
