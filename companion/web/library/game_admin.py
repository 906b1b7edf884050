"""Game files and the archive: rename, archive, save, copy and delete games.

These also work for a game that cannot be opened.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from flask import Blueprint, Response, abort, current_app, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.exchange.files.automatic_copies import KEPT, Copy
from companion.exchange.files.damage import bring_back as restored
from companion.exchange.files.own_file import file_of
from companion.exchange.games_18xx.export_file import BadFileError
from companion.exchange.games_18xx.export_writer import file_of as site_file
from companion.exchange.games_18xx.export_writer import write_stored
from companion.languages import format_text, gettext
from companion.reporting.books_export import FORMS
from companion.rules.data.player_names import visible_form
from companion.rules.judge.consenting_parties import BANKER
from companion.store.db.example_numbers import is_example
from companion.store.games.game_admin import LONGEST_NAME, BadNameError
from companion.store.history.records import CannotOpenError, Listing, NoGameError
from companion.web.access.idempotency import finish_form, make_idempotent
from companion.web.access.identity import current_device
from companion.web.app_state import app_state
from companion.web.render.game_names import game_name, title_name
from companion.web.render.screens import draw, game_store, send_file

blueprint = Blueprint("game_admin", __name__)


def show_open_error(fault: CannotOpenError) -> Response:
    """Show why a game cannot be opened, and the remedies."""
    return draw(
        "library/game_admin/open_error.html", 409, **_of(_find_listing(fault.game)), why=str(fault)
    )


@blueprint.get("/games/<int:game>")
def menu(game: int) -> Response:
    """Show the page of a game's files, copies and other administration."""
    return _menu(_find_listing(game))


@blueprint.post("/games/<int:game>/name")
@make_idempotent
def rename(game: int) -> AnyResponse:
    """Change the game's name."""
    name = request.form.get("name", "")
    try:
        game_store().admin.rename(game, name)
    except BadNameError as fault:
        return _menu(_find_listing(game), str(fault), name)
    seats = request.form.get("back") == "seats"
    return finish_form(url_for("joining.seats" if seats else "game_admin.menu", game=game))


@blueprint.post("/games/<int:game>/archive")
@make_idempotent
def archive(game: int) -> AnyResponse:
    """Archive a game, or return it to the list of games."""
    game_store().admin.archive(game, request.form.get("archived") != "0")
    return finish_form(url_for("games.home"))


@blueprint.get("/games/<int:game>/file")
def download(game: int) -> Response:
    """Download the game's file, which holds everything stored about it.

    The rules are not needed.
    """
    body = file_of(game_store().admin.read_rows(game))
    return send_file(body, "application/json", f"{_file_name(_find_listing(game))}.json")


@blueprint.get("/games/<int:game>/file/<form>")
def download_as(game: int, form: str) -> Response:
    """Download the game's figures for another program."""
    if form not in FORMS:
        abort(404)
    body = FORMS[form].write(game_store(), game)
    name = f"{_file_name(_find_listing(game), form)}.{FORMS[form].ends}"
    return send_file(body, "text/plain", name)


@blueprint.get("/games/<int:game>/elsewhere")
def site_export(game: int) -> Response:
    """Show how much of the game 18xx.games can import and why no more; or download its file."""
    listed, written, fault = _find_listing(game), None, ""
    try:
        written = write_stored(game_store(), game)
    except BadFileError as why:
        fault = str(why)
    if written and request.args.get("file"):
        name = f"{_file_name(listed, '18xx')}.json"
        return send_file(site_file(written), "application/json", name)
    return draw("library/game_admin/site_export.html", written=written, fault=fault, **_of(listed))


def _file_name(game: Listing, what: str = "") -> str:
    """Return a file's name without its extension, in characters that every system accepts."""
    plain = unicodedata.normalize("NFKD", f"{title_name(game.title)} {game.name}").lower()
    words = re.findall("[a-z0-9]+", plain.encode("ascii", "ignore").decode())
    day = [f"{game.changed.astimezone():%Y-%m-%d}"] if game.changed else []
    of = [what] if what else []
    return "-".join(["companion", *words, *day, str(game.id), *of])


# --- deleting


@blueprint.get("/games/<int:game>/delete")
def confirm_deletion(game: int) -> Response:
    """Ask before deleting a game. The name has to be typed."""
    return _ask(_find_listing(game))


@blueprint.post("/games/<int:game>/delete")
@make_idempotent
def delete(game: int) -> AnyResponse:
    """Delete a game after the second confirmation."""
    listed = _find_listing(game)
    typed = request.form.get("name", "")
    names = (listed.name or title_name(listed.title), game_name(listed))
    if visible_form(typed).casefold() not in (visible_form(name).casefold() for name in names):
        fault = format_text(
            "That is not its name. The game is called {name}.", name=game_name(listed)
        )
        return _ask(listed, 422, fault=fault, typed=typed)
    if request.form.get("sure") != "1":
        return _ask(listed, typed=typed, again=True)
    game_store().admin.delete(game)
    current_app.logger.info("Game %s was deleted.", game)
    try:
        app_state().copies.forget(game)
    except OSError as fault:
        current_app.logger.warning("The copies of game %s are still there: %s", game, fault)
    return finish_form(url_for("games.home"))


# --- earlier copies


@blueprint.get("/games/copies")
def lost_games() -> Response:
    """List the copies of games that are no longer in the list."""
    found = {game: app_state().copies.list_of(game) for game in gone_games(game_store().games())}
    return draw("library/game_admin/lost_games.html", found=found, title=title_name)


def gone_games(games: Iterable[Listing]) -> list[int]:
    """Return the numbers of games that have copies but are not in the list."""
    there = {game.id for game in games}
    return [game for game in app_state().copies.games() if game not in there]


@blueprint.post("/gone/back")
@make_idempotent
def restore_lost_games() -> AnyResponse:
    """Restore lost games as far as possible."""
    back = restored(game_store())
    current_app.logger.info("Games that were lost are back: %s.", back)
    return finish_form(url_for("games.home"))


@blueprint.get("/games/<int:game>/copies/<name>")
def copy(game: int, name: str) -> Response:
    """Show a copy, and the ways to use it."""
    return _copy(app_state().copies.find(game, name))


@blueprint.post("/games/<int:game>/copies/<name>/beside")
@make_idempotent
def open_copy(game: int, name: str) -> AnyResponse:
    """Open a copy as a new game."""
    found = app_state().copies.find(game, name)
    try:
        opened = app_state().copies.open_as_new_game(found)
    except ValueError as fault:
        return _copy(found, str(fault))
    if current_device().account:
        game_store().accounts.give(opened, current_device().account)
    current_app.logger.info("Game %s is a copy of game %s.", opened, game)
    return finish_form(url_for("turn_screen.turn", game=opened))


@blueprint.post("/games/<int:game>/copies/<name>/back")
@make_idempotent
def reset_to_copy(game: int, name: str) -> AnyResponse:
    """Reset the game to its state in the copy."""
    found = app_state().copies.find(game, name)
    try:
        app_state().copies.put_back(found)
    except ValueError as fault:
        return _copy(found, str(fault))
    except OSError:
        says = gettext("The present state of the game could not be copied first. Nothing was done.")
        return _copy(found, says)
    current_app.logger.info("Game %s stands as in its copy %s.", game, name)
    return finish_form(url_for("turn_screen.turn", game=game))


def _copy(found: Copy, fault: str = "") -> Response:
    listed = game_store().find_listing(found.game)
    status = 422 if fault else 200
    return draw(
        "library/game_admin/copy.html",
        status,
        copy=found,
        game=listed,
        title=title_name,
        fault=fault,
    )


def _find_listing(game: int) -> Listing:
    found = game_store().find_listing(game)
    if found is None:
        raise NoGameError(format_text("There is no game {game}.", game=game))
    return found


def _menu(game: Listing, fault: str = "", typed: str | None = None) -> Response:
    return draw(
        "library/game_admin/menu.html",
        422 if fault else 200,
        banker=current_device(game.id).role == BANKER,
        is_example=is_example(game.id),
        **_of(game),
        copies=app_state().copies.list_of(game.id),
        kept=KEPT,
        longest=LONGEST_NAME,
        fault=fault,
        typed=game.name if typed is None else typed,
    )


def _ask(game: Listing, status: int = 200, **entered: object) -> Response:
    return draw("library/game_admin/delete.html", status, **_of(game), **entered)


def of_game(game: int) -> dict[str, Any]:
    """Return the context of every page about a game. Raises NoGameError."""
    return _of(_find_listing(game))


def _of(game: Listing) -> dict[str, Any]:
    return {"game": game, "title": title_name, "game_name": game_name(game)}
