"""Titles from packs: their list, upload, and what is hidden or deleted. Only a host sees them.

The packs of games of accounts are not listed: such a game makes its own, and no other uses it.
"""

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import titles
from companion.board.tiles import DataError
from companion.cache import Cache
from companion.languages import format_text, gettext
from companion.store.games.packs import PackListing
from companion.titles.accounts_pack import SLUG as ACCOUNTS
from companion.titles.made_title import is_template
from companion.titles.packs import MOST_OF_PACK, read_pack
from companion.titles.remarks import Remark, list_remarks
from companion.web.access.idempotency import make_idempotent
from companion.web.app_state import app_state
from companion.web.library.pack_trials import PackTrial
from companion.web.render.screens import draw, game_store

blueprint = Blueprint("packs", __name__)
_remarks: Cache[str, list[Remark]] = Cache(64)  # by the pack's key


class PackSection:
    """A pack on the page: its trial, whether a form can change it, and remarks on its data.

    A form has no fields for what remarks are about. The data of a hidden pack are not looked at.
    """

    def __init__(self, pack: PackListing, trial: PackTrial | None) -> None:
        title = titles.find(pack.key)
        self.pack = pack
        self.trial = trial
        self.is_made = title is not None and is_template(title) and not title.data.has_map
        self.remarks: list[Remark] = []
        if title and not (self.is_made or pack.is_hidden):
            self.remarks = _remarks.get(pack.key, lambda: _list_remarks(title))


def _list_remarks(title: titles.Title) -> list[Remark]:
    """Return the remarks on a title; none if its options no longer fit."""
    try:
        return list_remarks(title)
    except DataError:
        return []


@blueprint.get("/packs")
def show() -> Response:
    """List the packs, with a form to upload one."""
    return _page()


@blueprint.post("/packs")
@make_idempotent
def upload() -> AnyResponse:
    """Store a pack, or list all its faults and store nothing."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return _page(gettext("Choose a file first: a pack, ending in .title.json."), 422)
    try:
        pack = read_pack(file.read(MOST_OF_PACK + 1))
        game_store().packs.add(pack)
    except DataError as faults:
        return _page(str(faults), 422, file.filename)
    app_state().trials.begin(pack)
    return redirect(url_for("packs.show"), 303)


@blueprint.post("/packs/<mark>/trial")
@make_idempotent
def trial(mark: str) -> AnyResponse:
    """Play random games with a pack, or stop that."""
    raw = game_store().packs.read(mark)
    if request.form.get("stop") == "1":
        app_state().trials.stop(mark)
    elif raw is not None:
        app_state().trials.begin(read_pack(raw))
    return redirect(url_for("packs.show"), 303)


@blueprint.post("/packs/<mark>/hide")
@make_idempotent
def hide(mark: str) -> AnyResponse:
    """Hide a pack from the form of a new game, or show it again."""
    game_store().packs.hide(mark, request.form.get("hidden") == "1")
    return redirect(url_for("packs.show"), 303)


@blueprint.post("/packs/<mark>/delete")
@make_idempotent
def delete(mark: str) -> AnyResponse:
    """Delete a pack that no game is played with; hide one that is in use."""
    app_state().trials.stop(mark)
    if game_store().packs.delete(mark):
        return redirect(url_for("packs.show"), 303)
    return _page(gettext("Games are played with this pack, so it is only hidden."))


def _page(fault: str = "", status: int = 200, file: str = "") -> Response:
    packs = game_store().packs
    _, faulty = packs.visible()
    says = format_text("{file} was not imported.", file=file) if file else ""
    return draw(
        "library/games/packs.html",
        status,
        packs=[
            PackSection(pack, app_state().trials.find(pack.mark))
            for pack in packs.list_all()
            if pack.slug != ACCOUNTS
        ],
        faulty=faulty,
        faults=fault.splitlines(),
        says=says,
    )
