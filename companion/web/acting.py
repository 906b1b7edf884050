"""Acting: a form or JSON becomes an action, is done, and the fresh screen is the answer."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import request, url_for

from companion.languages import said, translated
from companion.rules.actions import Action, Pass, RunTrains
from companion.rules.codec import read_json
from companion.rules.entering import FIELDS, BadAction, field_words, read_action
from companion.rules.parties import May, parties
from companion.rules.refusals import Refused
from companion.rules.rules import Rules
from companion.rules.rulings import Ruling, read_ruling
from companion.rules.state import State
from companion.store.answers import Noted, together
from companion.store.records import GameView, StaleVersion
from companion.store.writing import Entered
from companion.web.ahead import Ahead, ahead
from companion.web.once import noted
from companion.web.places import entered_by
from companion.web.rights import rights
from companion.web.screens import shelf
from companion.web.stations.runs import weighed

# fields of the form that are not the action's
BESIDE = frozenset(("version", "step", "ahead", "then_pass", "back", "guard"))
RULING = frozenset(("waived", "why"))


@dataclass(frozen=True, slots=True)
class Posted:
    """What a form or JSON asks for: the action's ``fields``, the ``version`` it was drawn from, the
    steps that its screen passed over (``ahead``) and the one it was led back to, whether to end the
    turn as well, and the ruling by which it is done, if any.
    """

    fields: Mapping[str, Any]
    version: int
    ahead: str
    step: str
    then_pass: bool
    ruling: Ruling | None = None

    @property
    def waived(self) -> tuple[str, ...]:
        """The refusals that the table overrules, by their codes."""
        return self.ruling.waived if self.ruling else ()


def posted(ruled: bool = False) -> Posted:
    """What was sent; with its ruling where it is ``ruled``.

    Raises BadAction or BadRuling with a sentence when it is not readable.
    """
    body = _body()
    version = body.get("version")
    if isinstance(version, bool) or not str(version).isdecimal() or len(str(version)) > 9:
        raise BadAction(
            translated(
                "The form does not say which moment of the game it is of: load the page again."
            )
        )
    beside = BESIDE | RULING if ruled else BESIDE
    fields = {key: value for key, value in body.items() if key not in beside}
    then_pass = body.get("then_pass") in ("1", "on", True, 1)
    passed, step = (str(body.get(key, "")) for key in ("ahead", "step"))
    ruling = read_ruling({key: body.get(key) for key in RULING}) if ruled else None
    return Posted(fields, int(str(version)), passed, step, then_pass, ruling)


def fields_of(sent: Mapping[str, str]) -> dict[str, Any]:
    """The fields of an action in an address or a form. Raises BadAction."""
    beside = BESIDE | RULING
    return {key: _value(key, value) for key, value in sent.items() if key not in beside}


def _body() -> Mapping[str, Any]:
    if request.is_json:
        try:
            found = read_json(request.get_data(as_text=True))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise BadAction(
                translated("What was sent cannot be read: an action in JSON is needed.")
            )
        return found
    return {key: _value(key, value) for key, value in request.form.items()}


def _value(key: str, text: str) -> Any:
    """A form's field; a list is written in JSON."""
    if not text.startswith("["):
        return text
    try:
        return read_json(text)
    except ValueError as fault:
        name = field_words(key) if key in FIELDS else translated("form")
        raise BadAction(said("The {field} is no list in JSON.", field=name)) from fault


class NotYours(Exception):
    """Somebody else enters that; the message says who."""


class NeedsConsent(Exception):
    """What was ``sent`` is allowed, and others have to agree to it."""

    def __init__(self, sent: Posted) -> None:
        super().__init__()
        self.sent = sent


def do(game: int, sent: Posted) -> GameView:
    """Do what the device that asks sent, where that may enter it. Raises as ``agreed`` does, and
    NotYours or NeedsConsent with nothing done. A form of another moment is refused before that.
    """
    action = read_action(sent.fields)
    view = shelf().open(game)
    found = rights(view)
    must_be_now(view, sent)
    if not found.banker:
        if not found.turn:  # who acts out of turn passes no step, and ends no turn
            sent = replace(sent, ahead="", then_pass=False)
        may = found.may(action)
        if may is May.NOTHING:
            raise NotYours(_whose(view, action, found.who.each))
        if may is May.PROPOSE:
            _judge(view, sent, action)
            raise NeedsConsent(sent)
    return agreed(view, sent, entered_by(found.who, parties(view.rules, view.state, action)))


def must_be_now(view: GameView, sent: Posted) -> None:
    """Raises StaleVersion where what was sent is of another moment of the game."""
    if view.version != sent.version:
        raise StaleVersion(view.version)


def _whose(view: GameView, action: Action, each: bool) -> str:
    """Who may enter the action."""
    names = [view.rules.words.name(p) for p in parties(view.rules, view.state, action)]
    if not each or not names:
        return translated("At this table the banker enters everything.")
    return said("Only {names} may do that.", names=translated(" or ").join(names))


def _judge(view: GameView, sent: Posted, action: Action) -> None:
    """Raises Refused where the action is not allowed now."""
    view = passed_over(view, sent, action).view
    if refusals := view.rules.refusals(view.state, action):
        raise Refused(refusals)


def passed_over(view: GameView, sent: Posted, action: Action, waived: Container[str] = ()) -> Ahead:
    """The passes of steps that the screen of what was sent passed over, as far as the action needs
    them, with what is ``waived``, and the game after them.
    """
    shown = ahead(view, sent.step) if sent.ahead else Ahead(view)
    needed = sent.ahead == shown.names and shown.needed(view, action, waived)
    return shown if needed else Ahead(view)


def agreed(view: GameView, sent: Posted, by: str, also: Noted | None = None) -> GameView:
    """Do the action in the game of the view, where all agree who have to, after the passes of steps
    that its screen passed over; then end the turn too if asked and the game still waits for the
    same player: one deed, done whole and undone as one, entered ``by`` a seat or the banker. What
    the table has ruled is done by that, a run too: nothing more is asked about it. ``also`` is done
    in the same transaction.

    Raises BadAction, Refused, LesserRun, StaleVersion with nothing done.
    """
    action = read_action(sent.fields)
    must_be_now(view, sent)
    passed = passed_over(view, sent, action, sent.waived)
    view = passed.view
    if isinstance(action, RunTrains) and sent.ruling is None:
        action = weighed(view, action)
    more = _ending(view, action) if sent.then_pass else ()
    note = together(also, noted(lambda game: url_for("table.now", game=game)))
    done = Entered(action, by, ruling=sent.ruling.to_json() if sent.ruling else None)
    return shelf().play(view.id, sent.version, *passed.passes, done, *more, by=by, noted=note)


def _ending(view: GameView, action: Action) -> tuple[Action, ...]:
    """The actor's own pass, when it is allowed after the action. Raises Refused."""
    actor = view.rules.actor(view.state)
    after = view.rules.apply(view.state, action).state
    if actor is None or view.rules.actor(after) != actor or not _goes_on(view.rules, after):
        return ()
    for offer in view.rules.offers(after):
        if isinstance(offer.action, Pass) and offer.action.who == actor and offer.allowed:
            return (offer.action,)
    return ()


def _goes_on(rules: Rules, state: State) -> bool:
    """Is it still the same turn? It may have ended by itself and come round to the player again; or
    he is asked about something that does not end with it.
    """
    asked = rules.last_chance.waits(state) and not rules.last_chance.ends_with_turn(state)
    return (state.round.operating is not None or state.round.has_acted) and not asked
