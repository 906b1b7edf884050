"""Which language a device is spoken to: the one it chose, or English."""

from flask import Blueprint, Flask, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.languages import ENGLISH, counted, languages, speak, spoken, translated

COOKIE = "language"
A_YEAR = 365 * 24 * 3600

blueprint = Blueprint("speech", __name__)


def install(app: Flask) -> None:
    """Translate templates, each request's in the language of its device."""
    env = app.jinja_env
    env.add_extension("jinja2.ext.i18n")
    env.policies["ext.i18n.trimmed"] = True
    env.install_gettext_callables(translated, counted, newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(languages=languages, spoken=spoken)
    app.before_request(_listen)
    app.register_blueprint(blueprint)


def _listen() -> None:
    """A thread serves one device after the other: each request says anew what is spoken."""
    chosen = request.cookies.get(COOKIE, ENGLISH)
    speak(chosen if chosen in languages() else ENGLISH)


@blueprint.post("/language")
def choose() -> Response:
    """Speak another language to this device from now on."""
    chosen = request.form.get("language", "")
    if chosen not in languages():
        abort(404)
    response = redirect(url_for("games.home"), 303)
    response.set_cookie(COOKIE, chosen, max_age=A_YEAR, httponly=True, samesite="Strict")
    return response
