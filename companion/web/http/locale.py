"""The language of a device: the one it chose, or English."""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.languages import ENGLISH, languages, speak

COOKIE = "language"
A_YEAR = 365 * 24 * 3600

blueprint = Blueprint("locale", __name__)


def listen() -> None:
    """Set the language for this request. A thread serves different devices one after the other."""
    speak(chosen_language())


def chosen_language() -> str:
    """Return the code of the language that the requesting device chose."""
    code = request.cookies.get(COOKIE, ENGLISH)
    return code if code in languages() else ENGLISH


def reset_language(fault: BaseException | None) -> None:
    """Reset the language, as the thread's next work is for somebody else."""
    speak(ENGLISH)


@blueprint.post("/language")
def choose() -> Response:
    """Set the language of this device."""
    code = request.form.get("language", "")
    if code not in languages():
        abort(404)
    response = redirect(url_for("games.home"), 303)
    response.set_cookie(COOKIE, code, max_age=A_YEAR, httponly=True, samesite="Strict")
    return response
