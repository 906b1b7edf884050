"""Joining: devices join a game by its code, take seats or watch, and the banker manages the seats.

The code is in the QR code that phones scan and in the address beside it. Anybody with the code can
take a place. So guesses are limited, and the table can be locked. Once a device has joined, its
cookie identifies it, and the address holds no secret.
"""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import segno
from flask import Blueprint, Response, abort, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.addresses_and_ports import lan_address
from companion.languages import gettext
from companion.rules.judge.consenting_parties import BANKER
from companion.store.games.game_admin import LONGEST_NAME
from companion.store.history.records import Listing, NoGameError
from companion.store.people.bank_pin import WrongPinError
from companion.store.people.roles import NOBODY, WATCHER, Role, Sitting
from companion.store.people.seats import NoPlaceError
from companion.web.access.idempotency import finish_form, make_idempotent, make_value_once
from companion.web.access.identity import (
    current_device,
    forget_asker,
    kind,
    no_place,
    own_secret,
    source,
)
from companion.web.app_state import app_state
from companion.web.http.presence import KINDS
from companion.web.http.rate_limit import TOO_OFTEN
from companion.web.render.game_names import game_name
from companion.web.render.screens import current_store, draw, game_store, hub

blueprint = Blueprint("joining", __name__)

A_REST = timedelta(hours=3)  # without a deed, after which the table goes on another time


# --- the host


@blueprint.get("/host/<link>")
def host(link: str) -> AnyResponse:
    """Make this device the host by the link printed at the start, which works once."""
    if not app_state().join_pace.lets(request.remote_addr or ""):
        return draw("layout/error.html", 429, says=gettext(TOO_OFTEN))
    if current_device().host or game_store().places.become_host(link, own_secret(), kind()):
        return redirect(url_for("games.home"), 303)
    says = gettext(
        "That link was already used, or never existed. Starting the companion prints a new one."
    )
    return draw("layout/error.html", 403, says=says)


# --- coming in


@blueprint.get("/join")
def code() -> AnyResponse:
    """Show the form for a code."""
    code = request.args.get("code", "").strip().lower()
    if code:
        return redirect(url_for("joining.choose_seat", code=code), 303)
    return draw("access/joining/code.html")


@blueprint.get("/join/<code>")
def choose_seat(code: str) -> AnyResponse:
    """Show the seats of the game with that code."""
    game = _find_game_by_code(code)
    return game if isinstance(game, Response) else _seats_to_choose(game, code)


@blueprint.post("/join/<code>")
@make_idempotent
def join(code: str) -> AnyResponse:
    """Take a seat, watch, or claim a seat that another device holds.

    At a locked table a newcomer may only claim a seat, and then waits.
    """
    game = _find_game_by_code(code)
    if isinstance(game, Response):
        return game
    if not app_state().join_pace.lets(request.remote_addr or ""):
        return draw("layout/error.html", 429, says=gettext(TOO_OFTEN))
    claimed = request.form.get("claims", "")
    try:
        if (
            claimed
            and game_store().places.sitting(game).locked
            and current_device(game).role == NOBODY
        ):
            game_store().claims.claim(game, own_secret(), kind(), claimed, source())
            return finish_form(url_for("joining.wait", game=game))
        seat = request.form.get("seat", "")
        who = game_store().places.join(game, own_secret(), kind(), seat, source())
        if claimed:
            game_store().claims.make(game, who.device, claimed)
    except NoPlaceError as fault:
        return _seats_to_choose(game, code, str(fault), 409)
    return redirect(url_for("turn_screen.turn", game=game), 303)


@blueprint.get("/join/waiting/<int:game>")
def wait(game: int) -> AnyResponse:
    """Show the waiting page of a locked table until the banker grants or refuses the seat.

    The page reloads itself. A device that is not waiting learns nothing about any game.
    """
    who = current_device(game)
    if who.role != NOBODY:
        return redirect(url_for("turn_screen.turn", game=game), 303)
    seat = game_store().claims.claimed_seat(game, who.device) if who.device else ""
    if not seat:
        return draw("access/joining/code.html", 403, refused=True)
    about = _of(game, game_store().places.sitting(game), who)
    response = draw("access/joining/wait.html", 200, **about, seat=seat)
    response.headers["Refresh"] = "2"
    return response


def _find_game_by_code(code: str) -> int | Response:
    """Return the game of that code, or a page if there is none or too many codes were tried."""
    game = game_store().places.find_by_code(code)
    if game is not None:
        return game
    if not app_state().join_pace.lets(request.remote_addr or ""):
        return draw("layout/error.html", 429, says=gettext(TOO_OFTEN))
    return draw("access/joining/code.html", 404, wrong=True)


def _seats_to_choose(game: int, code: str, fault: str = "", status: int = 200) -> Response:
    sitting, who = game_store().places.sitting(game), current_device(game)
    return draw(
        "access/joining/choose_seat.html",
        status,
        **_of(game, sitting, who),
        code=code,
        fault=fault,
        locked=sitting.locked and who.role == NOBODY,
    )


# --- managing the seats


@blueprint.get("/game/<int:game>/seats")
def seats(game: int) -> AnyResponse:
    """Show the seats, their devices, and how others join."""
    return _panel(game)


@blueprint.post("/game/<int:game>/seats")
@make_idempotent
def change_seats(game: int) -> AnyResponse:
    """Change the seats or devices of the table."""
    who = current_device(game)
    if who.role == NOBODY:
        return no_place()
    do = request.form.get("do", "")
    ways = {**OWN, **BANKERS} if who.role == BANKER else OWN
    if do in HOSTS and who.host:
        ways = {**ways, **HOSTS}
    if do not in ways:
        return _panel(game, gettext("Only the banker may do that."), 403)
    try:
        told = ways[do](game, who)
    except (NoPlaceError, WrongPinError) as fault:
        forget_asker()
        return _panel(game, str(fault), 422)
    forget_asker()
    if told:
        return _panel(game, pin=told)
    if current_device(game).role == NOBODY:
        return finish_form(url_for("games.home"))
    back = "turn_screen.turn" if request.form.get("back") == "table" else "joining.seats"
    return finish_form(url_for(back, game=game))


def _take(game: int, who: Role) -> None:
    game_store().places.join(game, own_secret(), kind(), request.form.get("seat", ""), source())


def _give_up(game: int, who: Role) -> None:
    game_store().places.leave(game, request.form.get("seat", ""), who.device)


def _claim(game: int, who: Role) -> None:
    game_store().claims.make(game, who.device, request.form.get("seat", ""))


def _ask(game: int, who: Role) -> None:
    game_store().places.ask_to_bank(game, who.device)


def _guess(game: int, who: Role) -> None:
    if who.role != BANKER:
        game_store().pins.guess(game, who.device, request.form.get("pin", "").strip())


def _go(game: int, who: Role) -> None:
    game_store().places.dismiss(game, who.device)


def _free(game: int, who: Role) -> None:
    game_store().places.leave(game, request.form.get("seat", ""))


def _hand_on(game: int, who: Role) -> None:
    game_store().places.hand_on(game, request.form.get("seat", ""), _number("device"))


def _grant(game: int, who: Role) -> None:
    game_store().claims.grant(game, _number("device"), request.form.get("seat", ""))


def _refuse(game: int, who: Role) -> None:
    game_store().claims.refuse(game, _number("device"))


def _dismiss(game: int, who: Role) -> None:
    game_store().places.dismiss(game, _number("device"))


def _clear(game: int, who: Role) -> None:
    game_store().places.clear(game, request.form.get("source", ""))


def _lock(game: int, who: Role) -> None:
    game_store().places.lock(game, request.form.get("locked") == "1")


def _enter(game: int, who: Role) -> None:
    game_store().places.set_players_enter(game, request.form.get("each") == "1")


def _send_home(game: int, who: Role) -> None:
    game_store().away.leave(game, request.form.get("seat", ""), request.form.get("deputy", ""))


def _come_back(game: int, who: Role) -> None:
    seat = request.form.get("seat", "")
    if who.role == BANKER or seat in who.seats:
        game_store().away.come_back(game, seat)


def _let_bank(game: int, who: Role) -> None:
    game_store().places.let_bank(game, _number("device"), request.form.get("banker") == "1")


def _make_pin(game: int, who: Role) -> str:
    """Return the bank PIN.

    A form that is sent again returns the same PIN as long as it is valid.
    """
    return make_value_once(game_store().pins.make, game_store().pins.remake, game)


def _number(field: str) -> int:
    text = request.form.get(field, "")
    if not text.isdecimal() or len(text) > 9:
        raise NoPlaceError(gettext("That device has no place at this table."))
    return int(text)


Way = Callable[[int, Role], str | None]
# Actions of every device with a place, of the banker, and of the host.
OWN: dict[str, Way] = {
    "take": _take,
    "give-up": _give_up,
    "claim": _claim,
    "ask": _ask,
    "guess": _guess,
    "go": _go,
    "come-back": _come_back,
}
BANKERS: dict[str, Way] = {
    "free": _free,
    "hand-on": _hand_on,
    "grant": _grant,
    "refuse": _refuse,
    "dismiss": _dismiss,
    "clear": _clear,
    "lock": _lock,
    "enter": _enter,
    "away": _send_home,
}
HOSTS: dict[str, Way] = {"bank": _let_bank, "pin": _make_pin}


def _panel(game: int, fault: str = "", status: int = 200, pin: str = "") -> Response:
    who = current_device(game)
    if who.role == NOBODY:
        return no_place()
    company = hub().moment(game).company  # before the people are read: it may change meanwhile
    sitting = game_store().places.sitting(game)
    return draw(
        "access/joining/seats.html",
        status,
        **_of(game, sitting, who),
        fault=fault,
        pin=pin,
        kinds=KINDS,
        invitation=invitation(sitting),
        longest=LONGEST_NAME,
        there=app_state().presence.of(game),
        version=current_store().version(game),
        company=company,
        is_resumed=is_resumed(_find_listing(game)),
    )


def is_resumed(game: Listing) -> bool:
    """Does the table go on with a game that rested for hours?"""
    rests = game.changed is not None and game_store().clocks.time() - game.changed > A_REST
    return rests and bool(game.actions) and not game.finished


def _of(game: int, sitting: Sitting, who: Role) -> dict[str, object]:
    """Return the context of a game: its title, and its seats with their names and devices."""
    listed = _find_listing(game)
    return {
        "game": listed,
        "game_name": game_name(listed),
        "named": {f"p{n}": name for n, name in enumerate(listed.players, start=1)},
        "sitting": sitting,
        "who": who,
        "watching": Counter(g.source for g in sitting.guests if g.role in (WATCHER, NOBODY)),
        "watches": who.role == WATCHER,
    }


def _find_listing(game: int) -> Listing:
    found = game_store().find_listing(game)
    if found is None:
        abort(404)
    return found


# --- the invitation


class Invitation:
    """The ways for a phone to join: the ``address`` to type, the ``code``, the QR code's ``url``.

    ``reaches``: other devices can reach that address.
    """

    def __init__(self, host: str, code: str, reaches: bool) -> None:
        self.address = host
        self.code = code
        self.reaches = reaches
        self.url = f"{request.scheme}://{host}{url_for('joining.choose_seat', code=code)}"

    @property
    def picture(self) -> Markup:
        """The QR code as an SVG drawing."""
        code = segno.make(self.url, error="m", micro=False)
        drawn = code.svg_inline(
            svgclass="qr", lineclass=None, omitsize=True, border=3, dark="#000", light="#fff"
        )
        return Markup(drawn)


def invitation(sitting: Sitting) -> Invitation:
    """Return the invitation to the game, with an address that phones can reach."""
    host = request.host
    name = host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host
    if name in ("localhost", "127.0.0.1", "[::1]"):
        port = host[len(name) :]
        found = lan_address()
        return Invitation(f"{found}{port}" if found else host, sitting.code, found is not None)
    return Invitation(host, sitting.code, True)


def create_invitation(game: int) -> Invitation | None:
    """Return the invitation to a game, for devices that may invite; None for an unknown game."""
    try:
        return invitation(game_store().places.sitting(game))
    except NoGameError:
        return None
