"""Examples: a finished game of each title to look around in, and one in the middle to play on."""

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion import titles
from companion.languages import format_text, gettext
from companion.rules.core.action_parser import BadActionError
from companion.store.db.example_numbers import draw_example_number, is_finished_example
from companion.store.games.game_import import ImportRefusedError
from companion.titles.examples import Example, has_example, read_example
from companion.web.access.idempotency import finish_form, make_idempotent, record_answer
from companion.web.access.identity import current_device
from companion.web.library.games import note_host
from companion.web.render.addresses import address_of_turn
from companion.web.render.screens import draw, game_store

blueprint = Blueprint("examples", __name__)


@blueprint.get("/examples")
def choose() -> Response:
    """Show the examples of all titles."""
    return _page()


@blueprint.post("/examples")
@make_idempotent
def open_example() -> AnyResponse:
    """Open an example as it was left, or from its beginning."""
    slug, is_finished = request.form.get("title", ""), request.form.get("finished") == "1"
    title = titles.titles().get(slug)
    if title is None or not has_example(title):
        abort(404)
    before = _find_opened(slug, is_finished)
    if before and request.form.get("again") != "1":
        return finish_form(address_of_turn(before[0]))
    try:
        game = _begin(read_example(title), is_finished)
    except (OSError, ValueError, BadActionError, ImportRefusedError):
        return _page(format_text("The example of {title} cannot be opened.", title=title.name), 500)
    for number in before:
        game_store().admin.delete(number)
    return redirect(address_of_turn(game), 303)


def _begin(example: Example, is_finished: bool) -> int:
    """Store the example as a game of its own and return its number."""
    return game_store().import_game(
        example.setup,
        example.up_to(is_finished),
        note_host(record_answer(address_of_turn)),
        draw_example_number(is_finished),
    )


def _find_opened(slug: str, is_finished: bool) -> list[int]:
    """Return the numbers of this example's games that the device may open, the last one first."""
    who = current_device()
    own = game_store().accounts.games_of(who.account) if who.account else set()
    return [
        game
        for game in game_store().find_examples(slug)
        if is_finished_example(game) == is_finished and (game in own or not who.account)
    ]


def _page(fault: str = "", status: int = 200) -> Response:
    known = [title for title in titles.titles().values() if has_example(title)]
    words = {True: gettext("Look around"), False: gettext("Play on")}
    return draw("library/examples/choose.html", status, titles=known, words=words, fault=fault)
