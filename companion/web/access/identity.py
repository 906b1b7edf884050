"""Who is asking: a device, by its cookie, and what it is in the game of the address.

The cookie holds the device's secret, signed, so that a forged one is turned away before anybody
looks it up. A device gets one with the first form that it is shown; it is stored when it is given a
place. Each form carries a token that only this device can send, and a key of its own (see
:mod:`companion.web.access.idempotency`). Nothing of a game is answered to a device without a place
in it, nor is it told whether there is such a game.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from flask import Response, has_request_context, request
from itsdangerous import BadSignature, Signer
from markupsafe import Markup
from sqlmodel import Session

from companion.languages import gettext, lazy_gettext
from companion.rules.judge.parties import BANKER
from companion.store.history.idempotency import LONGEST_KEY, Sent
from companion.store.people.devices import NOBODY
from companion.store.people.seats import LookUp, Places, Who, hash_secret, who_of
from companion.web.access.origin import READS
from companion.web.app_state import app_state
from companion.web.http.rate_limit import TOO_OFTEN, source_of
from companion.web.render import static_assets
from companion.web.render.fragments import guard_place
from companion.web.render.screens import draw, present_shelf
from companion.web.request_state import request_state

COOKIE = "device"
A_YEAR = 365 * 24 * 3600
FIELD, HEADER = "guard", "X-Form-Guard"  # of a form, and for who sends none: JSON
CHANGED = lazy_gettext("Your place at this table has changed meanwhile. Load the page again.")
STALE = lazy_gettext("This page is out of date. Go back, load it again, and do it once more.")

# endpoints that have nothing of any game
OPEN = frozenset(("joining", "health", "accounts"))  # and whole families of screens
FREE = frozenset((*static_assets.STATIC, "speech.choose", "games.home"))
# endpoints about a game as a whole that are not the banker's alone
EVERYBODYS = frozenset(
    ("keeping.menu", "keeping.save", "keeping.save_as", "auditing.check", "keeping.elsewhere")
)


# --- the device


def secret() -> str:
    """The secret of the device that asks; empty where it has none."""
    state = request_state()
    if state.secret is None:
        state.secret = _read(_places(), request.cookies.get(COOKIE, ""))
    return state.secret


def own_secret() -> str:
    """The secret of the device that asks, which is given one where it has none."""
    if not secret():
        state = request_state()
        state.secret, state.gives_cookie = secrets.token_urlsafe(16), True
    return secret()


def cookie_of(places: Places, secret: str) -> str:
    """The cookie that tells a secret."""
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
    return present_shelf().places


def give_cookie(response: Response) -> Response:
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


# --- what it is


def asker(game: int = 0) -> Who:
    """What the device that asks is in that game."""
    asked = request_state().who
    if game not in asked:
        known = secret()
        asked[game] = _look_up(known, game).who if known else Who()
    return asked[game]


def _look_up(secret: str, game: int) -> LookUp:
    """Look up who asks, with the game's version, and whether the form was answered before."""
    sent = None if request.method in READS else sent_form()
    found = request_state().looked_up
    found[game] = present_shelf().look_up(secret, game, sent)
    return found[game]


def looked_up_version(game: int) -> int | None:
    """The version of the game when the device was looked up; None where it was not, or the device
    tries something there.
    """
    state = request_state()
    found = state.looked_up.get(game)
    return found.version if found and state.tried is None else None


def answered_before() -> str | None:
    """Where the answer to this form led, if it had been answered when the device was looked up."""
    found = request_state().looked_up
    return next((each.answer for each in found.values() if each.answer is not None), None)


def sent_form() -> Sent | None:
    """The form of this request by its key and content; None where it has no key."""
    state = request_state()
    if not state.has_read_form:
        _, key = sent_guard()
        has_key = key and len(key) <= LONGEST_KEY
        state.sent = Sent(hash_secret(secret()), key, _mark()) if has_key else None
        state.has_read_form = True
    return state.sent


def _mark() -> str:
    """A short mark of what was sent; a file is marked by its content."""
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


class PlaceChanged(Exception):
    """The device that asks is not any more what it was when its request was judged."""


def refuse_changed() -> Response:
    """Say that nothing was done because of that."""
    return draw("fault.html", 409, says=gettext(CHANGED))


@contextmanager
def still_the_same(session: Session) -> Iterator[None]:
    """Read roles and seats again inside every transaction of a request.

    They must be those by which the request was judged. A request knows what its own transactions
    change of them. Raises PlaceChanged.
    """
    asked = request_state().who if has_request_context() else {}
    known = secret() if asked else ""
    if not known:
        yield
        return
    for game, who in asked.items():
        now = who_of(session, known, game)
        if replace(now, tries=who.tries) != who:
            raise PlaceChanged
    yield
    session.flush()
    for game in asked:
        asked[game] = who_of(session, known, game)


def forget_asker() -> None:
    """It may be something else now."""
    request_state().who = {}


def kind() -> str:
    """What the device that asks seems to be: a key of ``presence.KINDS``."""
    agent = request.headers.get("User-Agent", "").lower()
    for mark in ("ipad", "iphone", "android", "mac", "windows", "linux"):
        if mark in agent:
            return mark
    return "other"


def source() -> str:
    """A mark of the address from which the device asks: the same for all from there."""
    of = f"source {source_of(request.remote_addr)}".encode("utf-8", "replace")
    return hmac.new(_places().key, of, hashlib.sha256).hexdigest()[:8]


def entered_by(who: Who, parties: tuple[str, ...]) -> str:
    """As whom a device enters what is between these parties: a seat of its own, or the banker."""
    own = next((seat for seat in parties if seat in who.seats), "")
    return own or (BANKER if who.role == BANKER else "")


# --- its forms


def token() -> str:
    """What only forms that were shown to this device carry."""
    mark = hmac.new(_places().key, f"form {own_secret()}".encode(), hashlib.sha256)
    return mark.hexdigest()[:32]


def guard(version: int | None = None, deed: str = "act") -> Markup:
    """The field that a form needs beside its own, with a place for what :func:`guarded` tells."""
    field = Markup('<input type="hidden" name="{}" value="{}">')
    return field.format(FIELD, guard_place(version, deed))


def create_form_guard(version: int | None, deed: str) -> str:
    """What guards a form: the device's token, and a key of the form.

    A form that is about the ``version`` of a game has one key for each kind of ``deed``, however
    often it is drawn: whatever becomes of it is done once.
    """
    if version is None:
        key = secrets.token_urlsafe(12)
    else:
        game = (request.view_args or {}).get("game")
        of = f"{deed} {own_secret()} {game} {version}"
        key = hmac.new(_places().key, of.encode(), hashlib.sha256).hexdigest()[:20]
    return f"{token()}.{key}"


def sent_guard() -> tuple[str, str]:
    """The token and the key that were sent."""
    sent = request.headers.get(HEADER) or request.form.get(FIELD, "")
    token, _, key = sent.partition(".")
    return token, key


def check_form() -> Response | None:
    """Refuse what was not sent by a form that this device was shown, and what comes too often."""
    if request.method in READS:
        return None
    if not secret() or not hmac.compare_digest(sent_guard()[0].encode(), token().encode()):
        return draw("fault.html", 403, says=gettext(STALE))
    who = asker((request.view_args or {}).get("game") or 0)
    if who.device and not who.host and not app_state().form_pace.lets(str(who.device), source()):
        return draw("fault.html", 429, says=gettext(TOO_OFTEN))
    return None


# --- its place


def admit() -> Response | None:
    """Refuse what is of a game in which the device has no place."""
    endpoint = request.endpoint
    if endpoint is None or endpoint in FREE or request.blueprint in OPEN:
        return None
    game = (request.view_args or {}).get("game")
    who = asker(game or 0)
    if game is not None and who.role != NOBODY and not _by_itself(endpoint):
        app_state().presence.here(game, who.device)
    if who.host:
        return None
    if game is None and who.account and request.blueprint == "games":
        return None
    if game is None or who.role == NOBODY:
        return no_place()
    if request.blueprint == "keeping" and endpoint not in EVERYBODYS and who.role != BANKER:
        return draw("fault.html", 403, says=gettext("Only the banker may do that."))
    return None


def _by_itself(endpoint: str) -> bool:
    """Does a page ask that by itself, whether somebody looks at it or not?"""
    return endpoint == "table.pulse" or "Companion-Shown" in request.headers


def no_place() -> Response:
    """The answer to a device without a place, whatever it asked for."""
    return draw("joining/code.html", 403, elsewhere=True)
