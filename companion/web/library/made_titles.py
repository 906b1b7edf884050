"""Another 18xx title: a form in which a table makes a title, with its rules card beside it."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import titles
from companion.board.tiles import DataError
from companion.languages import gettext_name
from companion.rules.data.title_data import TitleData
from companion.rules.explain.rules_card import card_sections
from companion.titles import Title
from companion.titles.made_title import (
    check_pack,
    is_template,
    make_pack,
    tables_of,
    usual_tables,
)
from companion.titles.packs import ENDING
from companion.titles.schema.fields import PAINTS
from companion.web.access.idempotency import make_idempotent
from companion.web.library.title_columns import GENERAL, LIST_NAMES, LISTS, SWITCHES
from companion.web.library.title_form import (
    PLAYERS,
    SPARE,
    ZONES,
    Form,
    count_rows,
    describe_faults,
    read_form,
    write_form,
)
from companion.web.render.screens import draw, game_store, send_file

blueprint = Blueprint("made_titles", __name__)

NEW = "new"  # the template with the usual tables


@blueprint.get("/new/title")
def new() -> Response:
    """Show the titles to begin with, or the form with the tables of the chosen one."""
    begins = request.args.get("from", "")
    if not begins:
        return draw("library/made_titles/choose.html", templates=_templates())
    tables = _base(begins)
    form = write_form(tables)
    return _page(form, begins, _check(form, tables) if tables["companies"] else _card())


@blueprint.post("/new/title/card")
def card() -> Response:
    """Show the rules card of the title in the form, or its faults."""
    card = _check(request.form, _base(request.form.get("from", "")))
    return draw("library/made_titles/_card.html", **card)


@blueprint.post("/new/title")
@make_idempotent
def save() -> AnyResponse:
    """Save the title as a pack, or show the form again with all faults, or with more rows."""
    form, begins = request.form, request.form.get("from", "")
    tables = _base(begins)
    if form.get("do") != "save":
        return _page(form, begins, _check(form, tables), more=form.get("more", ""))
    try:
        title = game_store().packs.add(make_pack(read_form(form, tables)))
    except DataError as faults:
        return _page(form, begins, _card(faults=describe_faults(str(faults))), status=422)
    return redirect(url_for("games.new", title=title.slug), 303)


@blueprint.get("/packs/<mark>/file")
def download(mark: str) -> Response:
    """Send the file of a pack, to be added on another computer."""
    raw = game_store().packs.read(mark)
    listed = next((one for one in game_store().packs.list_all() if one.mark == mark), None)
    if raw is None or listed is None:
        abort(404)
    return send_file(raw, "application/json", f"{listed.slug}{ENDING}")


def _templates() -> Mapping[str, Title]:
    """Return the titles that another may begin with."""
    packs, _ = game_store().packs.visible()
    return {s: title for s, title in {**titles.titles(), **packs}.items() if is_template(title)}


def _base(begins: str) -> dict[str, Any]:
    """Return the tables that a form begins with. Aborts for a title that is no template."""
    if begins in ("", NEW):
        return usual_tables()
    title = titles.find(begins)
    if title is None or not is_template(title):
        abort(404)
    return tables_of(title)


def _check(form: Form, base: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules card of the title in the form, or all faults."""
    try:
        return _card(check_pack(make_pack(read_form(form, base))))
    except DataError as faults:
        return _card(faults=describe_faults(str(faults)))


def _card(data: TitleData | None = None, faults: Sequence[str] = ()) -> dict[str, Any]:
    """Return what stands beside the form: the rules card of the title, or its faults."""
    return {"data": data, "sections": card_sections(data) if data else (), "faults": faults}


def _page(
    form: Form, begins: str, card: Mapping[str, Any], *, more: str = "", status: int = 200
) -> Response:
    """Show the form, with the rules card or the faults beside it."""
    filled = {name: count_rows(form, name) for name in LISTS}
    return draw(
        "library/made_titles/form.html",
        status,
        form=form,
        begins=begins or NEW,
        general=GENERAL,
        players=PLAYERS,
        lists=LISTS,
        list_names={name: gettext_name(label) for name, label in LIST_NAMES.items()},
        filled=filled,
        rows={
            name: count + (3 * SPARE if name == more else SPARE) for name, count in filled.items()
        },
        more=more,
        switches=SWITCHES,
        zones=ZONES,
        paints=tuple(PAINTS.values()),
        **card,
    )
