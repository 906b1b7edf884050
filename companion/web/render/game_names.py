"""Names of games, titles and editions, as lists and pages show them."""

from companion import titles
from companion.board.tiles import DataError
from companion.languages import format_text, gettext_name
from companion.rules.data.setup import EDITION, BadSetupError
from companion.store.db.example_numbers import is_example
from companion.store.history.records import Listing
from companion.titles.accounts_pack import NAME as ACCOUNTS
from companion.web.render.screens import day


def title_name(slug: str) -> str:
    """Return a title's name; for a title that is not installed, its stored slug."""
    known = titles.find(slug)
    if known is None:
        return slug
    return gettext_name(known.name) if known.name == ACCOUNTS else known.name


def edition_name(game: Listing) -> str:
    """Return the name of a game's edition, "" for the usual one; its key if it is not there."""
    known = titles.find(game.title)
    if known is None or not game.edition:
        return game.edition
    try:
        return gettext_name(known.edition_data({EDITION: game.edition}).edition)
    except (BadSetupError, DataError):
        return game.edition


def game_name(game: Listing) -> str:
    """Return the table's name for the game, by default its title and the day it began."""
    title = title_name(game.title)
    if is_example(game.id):
        return format_text("Example: {title}", title=title)
    return game.name or (f"{title}, {day(game.begun)}" if game.begun else title)
