"""The identity of the requesting device, by its cookie, and its role in the game of the address.

The cookie holds the device's signed secret, so that a forged one is refused without a database
query. A device gets its cookie with the first form it is shown. The database stores the device when
it gets a place.

Each form carries a token that only this device can send, and a key of its own (see
:mod:`companion.web.access.idempotency`). A device without a place in a game learns nothing about
it, not even whether it exists.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta

from flask import Response, has_request_context, request
from itsdangerous import BadSignature, Signer
from markupsafe import Markup
from sqlmodel import Session

from companion.languages import gettext, lazy_gettext
from companion.rules.judge.consenting_parties import BANKER
from companion.store.db.faults import StoreError
from companion.store.history.answered_forms import LONGEST_KEY, SentForm
from companion.store.people.roles import NOBODY, LookUp, Role, hash_secret, who_of
from companion.store.people.seats import Places
from companion.web.access.security_policy import READS
from companion.web.app_state import app_state
from companion.web.http.rate_limit import TOO_OFTEN, source_of
from companion.web.render import static_assets
from companion.web.render.fragments import guard_place
from companion.web.render.screens import company_mark, draw, game_store
from companion.web.request_state import request_state

COOKIE = "device"
A_YEAR = 365 * 24 * 3600
FIELD, HEADER = "guard", "X-Form-Guard"  # in a form; the header is for requests in JSON
CHANGED = lazy_gettext("Your place at this table has changed. Load the page again.")
STALE = lazy_gettext("This page is out of date. Go back, load it again, and try once more.")

LONG_ABSENCE = 600.0  # seconds without any device, after which the table is asked if they count

# Endpoints that show nothing of any game.
OPEN = frozenset(("joining", "health", "accounts"))  # whole blueprints
FREE = frozenset((*static_assets.STATIC, "locale.choose", "games.home"))
# Blueprints for owners of accounts.
HOSTING = frozenset(("games", "paper_import", "account_games", "examples"))
# Game-level endpoints open to everybody.
EVERYBODYS = frozenset(
    (
        "game_admin.menu",
        "game_admin.download",
        "game_admin.download_as",
        "audit.check",
        "game_admin.site_export",
    )
)


# --- the device


def secret() -> str:
    """Return the secret of the requesting device; empty if it has none."""
    state = request_state()
    if state.secret is None:
        state.secret = _read(_places(), request.cookies.get(COOKIE, ""))
    return state.secret


def own_secret() -> str:
    """Return the secret of the requesting device; make one if it has none."""
    found = secret()
    if not found:
        state = request_state()
        found = state.secret = secrets.token_urlsafe(16)
        state.gives_cookie = True
    return found


def cookie_of(places: Places, secret: str) -> str:
    """Return the cookie that holds a secret."""
    return _signer(places).sign(secret).decode()


def _signer(places: Places) -> Signer:
    return Signer(places.key, salt="device", digest_method=hashlib.sha256)


def _read(places: Places, cookie: str) -> str:
    if not cookie or len(cookie) > 200:
        return ""
    try:
        return _signer(places).unsign(cookie).decode("ascii")
    except (BadSignature, ValueError):
        return ""


def _places() -> Places:
    return game_store().places


def give_cookie(response: Response) -> Response:
    """Set the cookie of a device that has just received its secret."""
    if request_state().gives_cookie:
        response.set_cookie(
            COOKIE,
            cookie_of(_places(), secret()),
            max_age=A_YEAR,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
    return response


# --- its role


def current_device(game: int = 0) -> Role:
    """Return the role and seats of the requesting device in that game."""
    asked = request_state().who
    if game not in asked:
        known = secret()
        company_mark(game)
        asked[game] = _look_up(known, game).who if known else Role()
    return asked[game]


def _look_up(secret: str, game: int) -> LookUp:
    """Look up the requesting device, the game's version, and an earlier response to the form."""
    sent = None if request.method in READS else sent_form()
    found = request_state().looked_up
    found[game] = game_store().look_up(secret, game, sent)
    return found[game]


def looked_up_version(game: int) -> int | None:
    """Return the version of the game at the time when the device was looked up.

    None if the device was not looked up or shows a draft of the game.
    """
    state = request_state()
    found = state.looked_up.get(game)
    return found.version if found and state.tried is None else None


def find_earlier_answer() -> str | None:
    """Return the address to which an earlier response to this form led; None if there is none."""
    found = request_state().looked_up
    return next((each.answer for each in found.values() if each.answer is not None), None)


def sent_form() -> SentForm | None:
    """Return the form of this request by its key and content; None if it has no key."""
    state = request_state()
    if not state.has_read_form:
        _, key = sent_guard()
        has_key = key and len(key) <= LONGEST_KEY
        state.sent = SentForm(hash_secret(secret()), key, _mark()) if has_key else None
        state.has_read_form = True
    return state.sent


def _mark() -> str:
    """Return a hash of the request's content, files included."""
    mark = hashlib.sha256(request.path.encode())
    if request.is_json:
        mark.update(request.get_data())
    for name, value in request.form.items(multi=True):
        if name != FIELD:
            mark.update(f"\0{name}\0{value}".encode("utf-8", "replace"))
    for name, file in request.files.items(multi=True):
        mark.update(f"\0{name}\0".encode("utf-8", "replace") + file.read())
        file.seek(0)
    return mark.hexdigest()


class PlaceChangedError(Exception):
    """The device's role or seats have changed since its request was judged."""


def refuse_changed() -> Response:
    """Say that nothing was done because the device's place has changed."""
    return draw("layout/error.html", 409, says=gettext(CHANGED))


@contextmanager
def require_same_roles(session: Session) -> Iterator[None]:
    """Read roles and seats again inside every transaction of a request.

    They must be the same as when the request was judged. Changes by the request's own transactions
    are allowed. Raises PlaceChangedError.
    """
    asked = request_state().who if has_request_context() else {}
    known = secret() if asked else ""
    if not known:
        yield
        return
    for game, who in asked.items():
        now = who_of(session, known, game)
        if replace(now, tries=who.tries) != who:
            raise PlaceChangedError
    yield
    session.flush()
    for game in asked:
        asked[game] = who_of(session, known, game)


def forget_asker() -> None:
    """Forget the role of the device, which may have changed."""
    request_state().who = {}


def kind() -> str:
    """Guess the kind of the requesting device: a key of ``presence.KINDS``."""
    agent = request.headers.get("User-Agent", "").lower()
    for mark in ("ipad", "iphone", "android", "mac", "windows", "linux"):
        if mark in agent:
            return mark
    return "other"


def source() -> str:
    """Return a short hash of the device's network address, the same for all devices there."""
    of = f"source {source_of(request.remote_addr)}".encode("utf-8", "replace")
    return hmac.new(_places().key, of, hashlib.sha256).hexdigest()[:8]


def entered_by(who: Role, parties: tuple[str, ...]) -> str:
    """Return who enters an action of these parties: one of the device's seats, or the banker."""
    own = next((seat for seat in parties if seat in who.seats), "")
    own = dict(who.stands_for).get(own, own)
    return own or (BANKER if who.role == BANKER else "")


# --- its forms


def token() -> str:
    """Return the token that only forms shown to this device carry."""
    state = request_state()
    if not state.token:
        mark = hmac.new(_places().key, f"form {own_secret()}".encode(), hashlib.sha256)
        state.token = mark.hexdigest()[:32]
    return state.token


def guard(version: int | None = None, deed: str = "act") -> Markup:
    """Return the hidden field that every form needs, with a placeholder for the form guard."""
    field = Markup('<input type="hidden" name="{}" value="{}">')
    return field.format(FIELD, guard_place(version, deed))


def create_form_guard(version: int | None, deed: str) -> str:
    """Return the guard of a form: the device's token, and the form's key.

    A form about a ``version`` of a game has one key for each kind of ``deed``, however often it is
    drawn. So it is done only once.
    """
    if version is None:
        key = secrets.token_urlsafe(12)
    else:
        game = (request.view_args or {}).get("game")
        of = f"{deed} {own_secret()} {game} {version}"
        key = hmac.new(_places().key, of.encode(), hashlib.sha256).hexdigest()[:20]
    return f"{token()}.{key}"


def sent_guard() -> tuple[str, str]:
    """Return the token and the key that were sent."""
    sent = request.headers.get(HEADER) or request.form.get(FIELD, "")
    token, _, key = sent.partition(".")
    return token, key


def check_form() -> Response | None:
    """Refuse forms that this device was not shown, and forms that come too often."""
    if request.method in READS:
        return None
    if not secret() or not hmac.compare_digest(sent_guard()[0].encode(), token().encode()):
        return draw("layout/error.html", 403, says=gettext(STALE))
    who = current_device((request.view_args or {}).get("game") or 0)
    if who.device and not who.host and not app_state().form_pace.lets(str(who.device), source()):
        return draw("layout/error.html", 429, says=gettext(TOO_OFTEN))
    return None


# --- its place


def admit() -> Response | None:
    """Refuse requests about a game in which the device has no place."""
    endpoint = request.endpoint
    if endpoint is None or endpoint in FREE or request.blueprint in OPEN:
        return None
    game = (request.view_args or {}).get("game")
    who = current_device(game or 0)
    if game is not None and who.role != NOBODY and not _by_itself(endpoint):
        _note_presence(game, who.device)
    if who.host:
        return None
    if game is None and who.account and request.blueprint in HOSTING:
        return None
    if game is None or who.role == NOBODY:
        return no_place()
    if request.blueprint == "game_admin" and endpoint not in EVERYBODYS and who.role != BANKER:
        return only_bankers()
    return None


def _note_presence(game: int, device: int) -> None:
    """Note that the device is there; tell the clock if no device was there for long."""
    absence = app_state().presence.here(game, device)
    if absence >= LONG_ABSENCE:
        clocks = game_store().clocks
        with suppress(StoreError):
            clocks.tell_away(game, clocks.time() - timedelta(seconds=absence))


def _by_itself(endpoint: str) -> bool:
    """Does the page send this request by itself, whether somebody looks at it or not?"""
    return endpoint == "turn_screen.version" or "Companion-Shown" in request.headers


def only_bankers() -> Response:
    """Return the response for a device that is not the banker's."""
    return draw("layout/error.html", 403, says=gettext("Only the banker may do that."))


def no_place() -> Response:
    """Return the response for a device without a place, the same for every request."""
    return draw("access/joining/code.html", 403, elsewhere=True)
