"""Idempotency: a form that is sent again gets its first response, and nothing is done twice.

Each form carries a key. One transaction of the store holds the form's effect and the note of its
response.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import ParamSpec

from flask import redirect, url_for
from sqlalchemy.exc import IntegrityError
from werkzeug.wrappers import Response

from companion.languages import gettext
from companion.store.history.answered_forms import LONGEST_KEY, Noted, combine_notes
from companion.web.access import identity
from companion.web.access.participants import note_extras
from companion.web.render.screens import draw, game_store, hub

P = ParamSpec("P")


def make_idempotent(view: Callable[P, Response]) -> Callable[P, Response]:
    """Make the view of a form idempotent. The view passes ``record_answer`` to the store."""

    @wraps(view)
    def answer(*args: P.args, **kwargs: P.kwargs) -> Response:
        hub().hold()
        sent = identity.sent_form()
        if sent is None:
            return view(*args, **kwargs)
        if (found := identity.find_earlier_answer()) is not None:
            return _repeat_answer(found)
        try:
            response = view(*args, **kwargs)
        except identity.PlaceChangedError:
            response = identity.refuse_changed()
        except IntegrityError:
            if (
                found := game_store().answers.find(sent)
            ) is not None:  # the same form, sent at the same moment
                return _repeat_answer(found)
            if game_store().answers.is_used(sent):  # the same form with other content
                return draw("layout/error.html", 409, says=gettext(identity.STALE))
            raise
        if response.status_code >= 400 and (found := game_store().answers.find(sent)) is not None:
            return _repeat_answer(found)
        return response

    return answer


def record_answer(to: Callable[[int], str]) -> Noted | None:
    """Return a note that this form was answered, with the address it led to.

    ``to`` makes that address from the game's number. None if the form has no key.
    """
    sent = identity.sent_form()
    return None if sent is None else game_store().answers.make_note(sent, to)


def record_deed(to: str) -> Noted:
    """Return a note of the answer to a deed, and of the programs and the clock on its screen."""
    return combine_notes(record_answer(lambda game: url_for(to, game=game)), note_extras)


def finish_form(to: str) -> Response:
    """Redirect after a completed form. Note the response unless it is noted already."""
    sent = identity.sent_form()
    if sent is not None:
        game_store().answers.note(sent, to)
    return redirect(to, 303)


def make_value_once(
    make: Callable[[int, str], str], again: Callable[[int, str], str], game: int
) -> str:
    """Return a value that a form makes and its page shows without a redirect.

    ``make`` returns it the first time, from the game and the form's key. ``again`` returns it when
    the form is sent again.
    """
    sent = identity.sent_form()
    if sent is None:
        return make(game, "")
    told = replace(sent, key=f"told {sent.key}"[:LONGEST_KEY])
    if game_store().answers.find(told) is not None:
        return again(game, sent.key)
    game_store().answers.note(told, "")
    return make(game, sent.key)


def _repeat_answer(to: str) -> Response:
    """Return the earlier response: a redirect to the same address."""
    return redirect(to, 303)


def release_notifications(_: BaseException | None) -> None:
    """Release held notifications at the end of the request."""
    hub().let_go()
