"""Which language a device is spoken to: the one it chose, or English."""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.languages import ENGLISH, languages, speak

COOKIE = "language"
A_YEAR = 365 * 24 * 3600

blueprint = Blueprint("speech", __name__)


def listen() -> None:
    """A thread serves one device after the other: each request says anew what is spoken."""
    speak(chosen_language())


def chosen_language() -> str:
    """The code of the language that the device of this request chose."""
    code = request.cookies.get(COOKIE, ENGLISH)
    return code if code in languages() else ENGLISH


def fall_silent(fault: BaseException | None) -> None:
    """What the thread does next is for somebody else."""
    speak(ENGLISH)


@blueprint.post("/language")
def choose() -> Response:
    """Speak another language to this device from now on."""
    code = request.form.get("language", "")
    if code not in languages():
        abort(404)
    response = redirect(url_for("games.home"), 303)
    response.set_cookie(COOKIE, code, max_age=A_YEAR, httponly=True, samesite="Strict")
    return response
