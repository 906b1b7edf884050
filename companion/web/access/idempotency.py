"""Once: a form that is sent again gets the answer of the first time, and nothing is done twice.

Each form carries a key; what it does and that it was answered is one transaction of the store.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import ParamSpec

from flask import redirect
from sqlalchemy.exc import IntegrityError
from werkzeug.wrappers import Response

from companion.languages import gettext
from companion.store.history.idempotency import LONGEST_KEY, Noted
from companion.web.access import identity
from companion.web.render.screens import draw, hub, present_shelf

P = ParamSpec("P")


def once(view: Callable[P, Response]) -> Callable[P, Response]:
    """The view of a form, which is done once; it hands ``record_answer`` to what it does."""

    @wraps(view)
    def answer(*args: P.args, **kwargs: P.kwargs) -> Response:
        hub().hold()
        sent = identity.sent_form()
        if sent is None:
            return view(*args, **kwargs)
        if (found := identity.answered_before()) is not None:
            return _again(found)
        try:
            response = view(*args, **kwargs)
        except identity.PlaceChanged:
            response = identity.refuse_changed()
        except IntegrityError:
            if (
                found := present_shelf().answers.of(sent)
            ) is not None:  # the same form, at the same moment
                return _again(found)
            if present_shelf().answers.used(sent):  # the same form, with something else in it
                return draw("fault.html", 409, says=gettext(identity.STALE))
            raise
        if response.status_code >= 400 and (found := present_shelf().answers.of(sent)) is not None:
            return _again(found)
        return response

    return answer


def record_answer(to: Callable[[int], str]) -> Noted | None:
    """Notes that the form of this request was answered, and where that led, from the game's number;
    None where it has no key.
    """
    sent = identity.sent_form()
    return None if sent is None else present_shelf().answers.noting(sent, to)


def done(to: str) -> Response:
    """The answer to a form that is done, and leads on; it is noted, where that was not yet."""
    sent = identity.sent_form()
    if sent is not None:
        present_shelf().answers.note(sent, to)
    return redirect(to, 303)


def once_told(make: Callable[[int, str], str], again: Callable[[int, str], str], game: int) -> str:
    """What a form makes of its key, which is told and led to by nothing: ``make`` the first time,
    and what it was ``again`` when the form comes again.
    """
    sent = identity.sent_form()
    if sent is None:
        return make(game, "")
    told = replace(sent, key=f"told {sent.key}"[:LONGEST_KEY])
    if present_shelf().answers.of(told) is not None:
        return again(game, sent.key)
    present_shelf().answers.note(told, "")
    return make(game, sent.key)


def _again(to: str) -> Response:
    """The answer of before: where it led."""
    return redirect(to, 303)


def let_others_hear(_: BaseException | None) -> None:
    """Tell all others of what was done, once the form is answered."""
    hub().let_go()
