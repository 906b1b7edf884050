"""Reports: the report of a game with the chosen sections, and the sheet to rebuild the table."""

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.exchange.files.paper_file import pack_stored
from companion.languages import format_text, gettext
from companion.reporting.content.final_state import shows_map
from companion.reporting.content.log_codes import describe_codes
from companion.reporting.content.rebuild_sheet import NOTES, rebuild
from companion.reporting.content.sections import OF_BOARDS, PLACE_LENGTH, SECTIONS, SHEET, Wanted
from companion.store.history.records import GameView
from companion.system_dependencies import pdf_problem
from companion.web.access import security_policy
from companion.web.app_state import app_state
from companion.web.http.worker_process import WorkerError
from companion.web.read.pdf_cache import PdfCache, StillPrintingError
from companion.web.render.screens import current_store, draw, game_screen, game_store, send_file
from companion.web.render_cache import draw_once

blueprint = Blueprint("reports", __name__)

PAPERS = ("a4", "letter")


def prints() -> PdfCache:
    """Return the application's reports."""
    return app_state().prints


def _read_sections() -> Wanted:
    """Read the chosen sections, ignoring unknown ones. Without a form the report is complete."""
    place = request.args.get("place", "")
    if "chosen" not in request.args:
        return Wanted.of(place=place)
    kept = set(request.args.getlist("with"))
    return Wanted.of([section for section in SECTIONS if section not in kept], place)


def _paper() -> str:
    asked = request.args.get("paper", "")
    return asked if asked in PAPERS else PAPERS[0]


@blueprint.get("/game/<int:game>/report")
@draw_once
def choose(game: int) -> Response:
    """Show the sections to choose for the report."""
    return _choose(current_store().open(game))


def _list_sections(view: GameView) -> dict[str, str]:
    """Return the sections that a report of the game may have, with their labels."""
    left_out: frozenset[str] = frozenset() if view.rules.data.has_board else OF_BOARDS
    if not shows_map(view.rules, view.state):
        left_out |= {"map"}
    return {section: label for section, label in SECTIONS.items() if section not in left_out}


def _choose(view: GameView, status: int = 200, notice: str = "") -> Response:
    return game_screen(
        view,
        "read/reports/choose.html",
        "standings",
        status,
        notice=notice,
        sections=_list_sections(view),
        longest=PLACE_LENGTH,
    )


@blueprint.get("/game/<int:game>/report/making")
def progress(game: int) -> AnyResponse:
    """Show the progress of the report, reloaded every second; then redirect to the report."""
    view, wanted, paper = current_store().open(game), _read_sections(), _paper()
    query = request.query_string.decode("ascii", "ignore")
    there = f"{url_for('reports.report_pdf', game=game)}?{query}"
    if wanted.left_out == SECTIONS.keys():
        return _choose(view, 422, gettext("Nothing has been chosen."))
    if pdf_problem():
        return redirect(there, 303)
    part = prints().part(game_store(), view, paper, wanted)
    response = draw("read/reports/progress.html", view=view, part=part, there=there)
    response.headers["Refresh"] = f"0; url={there}" if part >= 1 else "1"
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/game/<int:game>/report.pdf")
def report_pdf(game: int) -> Response:
    """Return the report as a PDF."""
    return _pdf(current_store().open(game), _read_sections(), "")


@blueprint.get("/game/<int:game>/rebuild")
@draw_once
def rebuild_sheet(game: int) -> Response:
    """Show the sheet to rebuild the table."""
    view = current_store().open(game)
    found = rebuild(view.rules, view.state)
    is_present = view.then is None and view.tried is None
    packed = pack_stored(game_store(), game) if is_present else b""
    return game_screen(
        view,
        "read/reports/rebuild_sheet.html",
        "standings",
        r=found,
        notes=NOTES,
        **describe_codes(packed, view.setup.title),
    )


@blueprint.get("/game/<int:game>/rebuild.pdf")
def rebuild_sheet_pdf(game: int) -> Response:
    """Return the sheet to rebuild the table as a PDF."""
    return _pdf(current_store().open(game), SHEET, "rebuild-")


def _pdf(view: GameView, wanted: Wanted, kind: str) -> Response:
    """Return a PDF, or a page for the browser where none can be made, or say what is amiss."""
    paper, no_pdf = _paper(), pdf_problem() or ""
    try:
        body = prints().body(game_store(), view, paper, wanted, no_pdf)
    except WorkerError as fault:
        return _not_printed(view, str(fault))
    except StillPrintingError as still:
        says = gettext("The report is being printed. It opens here when it is ready.")
        if still.before > 1:
            says = format_text(
                "The report will be printed after {count} others. It opens here when it is ready.",
                count=still.before,
            )
        response = draw("layout/error.html", 503, says=says)
        response.headers["Refresh"] = response.headers["Retry-After"] = "3"
        return response
    if no_pdf:
        response = Response(body, mimetype="text/html")
        response.headers["Content-Security-Policy"] = security_policy.REPORT
        return response
    ending = "-letter" if paper == "letter" else ""
    name = f"{kind}{view.rules.data.slug}-{view.id}{ending}.pdf"
    return send_file(body, "application/pdf", name, shown=True)


def _not_printed(view: GameView, why: str) -> Response:
    return game_screen(view, "read/overview/standings.html", "standings", 503, notice=why)
