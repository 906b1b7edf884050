"""The clock of a game: its page, its settings, holding it, and the times for other screens.

A screen is drawn at one moment and read at another. So it holds instants, and a script draws the
seconds. Without the script it shows the times at the last event.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import gettext, lazy_gettext
from companion.rules.core.action_parser import whole
from companion.rules.core.rounds import RoundId
from companion.rules.judge.consenting_parties import BANKER, PLAYER
from companion.store.clock.clock_state import (
    AWAY,
    BEGINNING,
    BOOKING,
    CORRECTION,
    DRAFT,
    PAUSE,
    STOPPED,
    TABLE,
    Clock,
)
from companion.store.clock.settings import (
    EFFECTS,
    MOST_CHARGE,
    NOTHING,
    PRESETS,
    BadClockError,
    ClockSettings,
)
from companion.store.clock.time_texts import read_seconds, time_text
from companion.store.history.answered_forms import Noted
from companion.store.history.records import GameView, StaleVersionError
from companion.store.people.roles import Role
from companion.web.access.idempotency import make_idempotent, record_answer
from companion.web.access.identity import current_device, looked_up_version, only_bankers
from companion.web.access.participants import extras, extras_of, sitting
from companion.web.render.addresses import page_shown
from companion.web.render.fragments import milliseconds
from companion.web.render.screens import game_screen, game_store
from companion.web.render_cache import draw_once
from companion.web.request_state import request_state

blueprint = Blueprint("game_clock", __name__)

# the pages of the banker on which the clock is held
BOOKS = ("turn_screen.turn", "turn_screen.share_basket", "turn_screen.joint_action")
CORRECTS = (
    "corrections.correct",
    "rulings.ruling",
    "drafts.choose_edit",
    "physical_count.count",
)
OFF, OWN = "off", "own"
TIMES = ("start", "stock", "turn", "train")


@blueprint.get("/game/<int:game>/clock")
@draw_once
def show(game: int) -> Response:
    """Show the time of each player by round, and the settings."""
    return _page(game_store().open(game))


@blueprint.post("/game/<int:game>/clock")
@make_idempotent
def set_clock(game: int) -> AnyResponse:
    """Set the clock, or switch it off."""
    view = game_store().open(game)
    if current_device(game).role != BANKER:
        return only_bankers()
    try:
        settings = _read_settings(view)
        version = whole(request.form.get("version", "")) or 0
        to = record_answer(lambda game: url_for("game_clock.show", game=game))
        game_store().clocks.set(game, version, settings, view.rules, view.state, to)
    except BadClockError as fault:
        return _page(view, 422, str(fault))
    except StaleVersionError:
        return _page(game_store().open(game), 409, gettext("The game has just moved on."))
    return redirect(url_for("game_clock.show", game=game), 303)


@blueprint.post("/game/<int:game>/clock/hold")
@make_idempotent
def hold(game: int) -> AnyResponse:
    """Hold the clock for the table, let it go on, or say whether time without devices counts."""
    if current_device(game).role not in (BANKER, PLAYER):
        return only_bankers()
    clocks, back = game_store().clocks, page_shown(game)
    ways: dict[str, Callable[[Noted | None], None]] = {
        "hold": lambda noted: clocks.hold(game, TABLE, noted),
        "go": lambda noted: clocks.go_on(game, "", noted),
        "count": lambda noted: clocks.count_away(game, True, noted),
        "leave out": lambda noted: clocks.count_away(game, False, noted),
    }
    way = ways.get(request.form.get("do", ""))
    if way is None:
        return _page(game_store().open(game), 422, gettext("The clock cannot do that."))
    way(record_answer(lambda game: back))
    return redirect(back, 303)


def hold_for_banker() -> None:
    """Hold the clock while the banker corrects, or books what others do; then let it go on.

    The banker books from a choice on the screen of the turn to the deed.
    """
    game = (request.view_args or {}).get("game")
    if game is None or request.method != "GET" or request.endpoint not in (*BOOKS, *CORRECTS):
        return
    by_itself = "Companion-Shown" in request.headers or request_state().tried is not None
    who = current_device(game)
    if by_itself or who.role != BANKER:
        return
    clock, why = extras(game, looked_up_version(game)).clock, _reason_to_hold(game, who)
    if why and clock.running:
        game_store().clocks.hold(game, why)
    for past in (BOOKING, CORRECTION):
        if past != why and past in clock.holds:
            game_store().clocks.go_on(game, past)


def _reason_to_hold(game: int, who: Role) -> str:
    """Return the reason to hold the clock while the banker is on the requested page, or ""."""
    if request.endpoint in CORRECTS:
        return CORRECTION
    chooses = request.endpoint != BOOKS[0] or set(request.args) - {"tab"}
    books_all = not who.each or not sitting(game).seats
    return BOOKING if chooses and books_all else ""


def _read_settings(view: GameView) -> ClockSettings | None:
    """Read the settings in a form; None is off. Raises BadClockError."""
    way = request.form.get("way", "")
    if way == OFF:
        return None
    if way in PRESETS:
        times = {name: getattr(PRESETS[way], name) for name in TIMES}
    elif way == OWN:
        times = {name: read_seconds(request.form.get(name, "")) for name in TIMES}
    else:
        raise BadClockError(gettext("Choose a clock."))
    banker = request.form.get("banker", "")
    effect = request.form.get("effect", "")
    charge = whole(request.form.get("charge", "").strip() or "0")
    if effect not in EFFECTS or banker not in ("", *view.rules.seats):
        raise BadClockError(gettext("Choose a clock."))
    if charge is None or not 0 <= charge <= MOST_CHARGE:
        raise BadClockError(gettext("The charge per minute must be a whole number."))
    return ClockSettings(**times, banker=banker, effect=effect, charge=charge)


def _page(view: GameView, status: int = 200, notice: str = "") -> Response:
    clock = game_store().clocks.of(view.id)
    settings = clock.settings or PRESETS["usual"]
    times = {name: getattr(settings, name) for name in TIMES}
    alike = [key for key, one in PRESETS.items() if {n: getattr(one, n) for n in TIMES} == times]
    way = (alike or [OWN])[0] if clock.is_on else OFF
    return game_screen(
        view,
        "play/game_clock/clock.html",
        "clock",
        status,
        notice=notice,
        way=request.form.get("way", way),
        presets={
            key: [time_text(1000 * getattr(one, name)) for name in TIMES]
            for key, one in PRESETS.items()
        },
        typed={name: time_text(1000 * time) for name, time in times.items()}
        | {name: request.form[name] for name in TIMES if name in request.form},
        settings=settings,
        may=current_device(view.id).role == BANKER,
    )


# --- the times on screens


WHY_HELD: Mapping[str, str] = {
    TABLE: lazy_gettext("Paused by the table"),
    BEGINNING: lazy_gettext("Starts with the first action"),
    PAUSE: lazy_gettext("Break"),
    BOOKING: lazy_gettext("Paused for the banker's entry"),
    CORRECTION: lazy_gettext("Paused during a correction or a count"),
    STOPPED: lazy_gettext("Paused since the companion stopped"),
    AWAY: lazy_gettext("Paused: nobody was there"),
    DRAFT: lazy_gettext("Paused during a what-if"),
}


@dataclass(frozen=True, slots=True)
class PlayerTime:
    """The time of a player at the last event; ``left`` and ``spent`` are in milliseconds."""

    id: str
    name: str
    left: int
    spent: int
    runs: bool
    charge: int

    @property
    def text(self) -> str:
        """The time that was left at the last event."""
        return time_text(self.left)


@dataclass(frozen=True, slots=True)
class GameTimes:
    """The clock of a game, and its ``players`` in the order of seats.

    ``since`` is the moment of the last event in milliseconds. ``held`` says why the clock is held.
    """

    clock: Clock
    players: tuple[PlayerTime, ...]
    since: str
    held: str

    @property
    def shown(self) -> tuple[PlayerTime, ...]:
        """The players, those whose time runs first."""
        return tuple(sorted(self.players, key=lambda player: not player.runs))

    @property
    def marks(self) -> bool:
        """Is a player marked whose time is used up?"""
        return self.clock.settings is not None and self.clock.settings.effect != NOTHING

    @property
    def rounds(self) -> tuple[RoundId, ...]:
        """The rounds in which time was spent."""
        return tuple(round for round in self.clock.rounds() if self.spent_in(round))

    def spent_in(self, round: RoundId) -> dict[str, str]:
        """Return the time that each player has spent in the round."""
        spent = {p.id: self.clock.spent.get((round, p.id), 0) for p in self.players}
        return {id: time_text(time) for id, time in spent.items()} if any(spent.values()) else {}

    def player(self, id: str) -> PlayerTime:
        """Return the time of that player."""
        return next(player for player in self.players if player.id == id)


def game_times(view: GameView) -> GameTimes | None:
    """Return the clock of the game; None if it never had one."""
    clock = extras_of(view).clock
    if clock.at is None:
        return None
    players = tuple(
        PlayerTime(
            seat,
            view.rules.words.name(seat),
            clock.time_left(seat),
            clock.time_spent(seat),
            seat in clock.running,
            clock.charge_for(seat),
        )
        for seat in view.rules.seats
    )
    return GameTimes(clock, players, milliseconds(clock.at), _why_held(clock))


def _why_held(clock: Clock) -> str:
    why = clock.holds[0] if clock.holds else ""
    return gettext(WHY_HELD.get(DRAFT if why.startswith(DRAFT) else why, why)) if why else ""
