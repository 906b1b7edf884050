"""The printed report of a game: content from the log, templates in reports/, output as PDF."""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from companion.languages import speaking
from companion.reporting.content.sections import WHOLE, Wanted

if TYPE_CHECKING:
    from companion.rules.core.state import State
    from companion.store.games.game_store import GameStore
    from companion.store.history.audit import Audit


def report_pdf(store: "GameStore", game: int, paper: str = "a4", wanted: Wanted = WHOLE) -> bytes:
    """Return the PDF of a stored game's report, finished or running.

    ``paper`` is "a4" or "letter", ``wanted`` selects the content.

    Raises NoGameError, CannotRebuildError, and :class:`companion.reporting.pdf.PangoMissingError`.
    """
    from companion.reporting.pdf import print_pdf
    from companion.reporting.printing import WRITTEN

    return print_pdf(_html(store, game, paper, wanted), WRITTEN)


def _html(store: "GameStore", game: int, paper: str, wanted: Wanted) -> str:
    """Return the HTML of a stored game's report. Raises NoGameError and CannotRebuildError."""
    from companion.exchange.files.paper_file import pack_stored
    from companion.reporting.content import moments
    from companion.reporting.content.edits_and_counts import proof
    from companion.reporting.printing import write_report
    from companion.reporting.report_html import sheet_html

    if wanted.sheet:
        view = store.open(game)
        return sheet_html(view.rules, view.state, paper, pack_stored(store, game))
    states: dict[int, State] = {}
    known = proof(store, game, states)  # replays the whole game once, so that the report need not
    rules, course = moments.moments_of_stored_game(
        store, game, states if known.audit.holds else None
    )
    return write_report(rules, course, paper, wanted, known)


def print_stored(
    database: "Path | str",
    game: int,
    paper: str,
    language: str,
    wanted: Wanted = WHOLE,
    no_pdf: str = "",
) -> bytes:
    """Return the PDF of a stored game's report in a language.

    If ``no_pdf`` says why this computer cannot make one, return a page for the browser. A print
    process calls it, which has only the address of the database.
    """
    from companion.reporting.browser_page import make_page

    with speaking(language):
        store = _open_store(database)
        if no_pdf:
            return make_page(_html(store, game, paper, wanted), no_pdf)
        return report_pdf(store, game, paper, wanted)


def audit_stored(database: "Path | str", game: int) -> "Audit":
    """Return the self-check of a game, for a print process. Raises NoGameError."""
    return _open_store(database).admin.audit(game)


@lru_cache(maxsize=1)
def _open_store(database: "Path | str") -> "GameStore":
    from companion.store.games.game_store import GameStore

    return GameStore(database)


def get_ready() -> None:
    """Import and load everything that every report needs.

    A title is loaded with its game. Loading all titles would delay the first report.
    """
    # The functions of a report import these modules when they run.
    from companion.reporting import pdf, printing, report_html  # noqa: F401
    from companion.reporting.content import moments  # noqa: F401
    from companion.store.games import game_store  # noqa: F401

    report_html.get_ready()
    pdf.warm_up()
