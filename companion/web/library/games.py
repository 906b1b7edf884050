"""Games: the home screen, new games, and import from a file."""

import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import __version__, titles
from companion.board.tiles import DataError
from companion.exchange.files.damage import alarms, lost_now
from companion.exchange.files.import_store import OtherResultError, store_file, store_position
from companion.languages import format_text, gettext
from companion.rules.core.action_parser import shorten_value, whole
from companion.rules.data.options import BECAUSE, MAP_OPTION, Option, option_text
from companion.rules.data.setup import EDITION, BadSetupError, Setup
from companion.rules.data.title_data import TitleData
from companion.rules.explain.rules_card import card_sections
from companion.rules.explain.summary_rows import GameSummary
from companion.store.clock.clock_state import BEGINNING
from companion.store.clock.settings import PRESETS
from companion.store.history.answered_forms import Noted, combine_notes
from companion.store.history.records import CannotOpenError, Listing
from companion.store.people.accounts import hosting
from companion.web.access.idempotency import make_idempotent, record_answer
from companion.web.access.identity import current_device
from companion.web.access.joining import create_invitation, is_resumed
from companion.web.library.game_admin import gone_games
from companion.web.render.addresses import address_of_turn
from companion.web.render.game_names import edition_name, game_name, title_name
from companion.web.render.screens import current_store, draw, game_store, table_of

blueprint = Blueprint("games", __name__)

SEATS = 6  # rows of the form
CHOSEN = f"option.{EDITION}"  # the field of the edition


@blueprint.get("/")
def home() -> AnyResponse:
    """List running and finished games: all for a host, otherwise those of the device or account."""
    games, who = game_store().games(), current_device()
    lost = lost_now(game_store(), games) if who.host else []
    if not who.host:
        mine = game_store().places.games_of(who.device) if who.device else set()
        mine |= game_store().accounts.games_of(who.account) if who.account else set()
        games = [game for game in games if game.id in mine]
        if not games and not who.account:
            return draw("access/joining/code.html")
    running = [game for game in games if not game.finished and not game.is_archived]
    table = _at_the_table(running)
    return draw(
        "library/games/home.html",
        live=running[0] if table else None,
        is_resumed=bool(table) and is_resumed(running[0]),
        table=table,
        running=running[1:] if table else running,
        finished=[game for game in games if game.finished and not game.is_archived],
        archived=[game for game in games if game.is_archived],
        title=title_name,
        game_name=game_name,
        edition=edition_name,
        gone=gone_games(games) if who.host else [],
        alarms=alarms(game_store(), lost) if who.host else [],
        lost=lost,
        host=who.host or bool(who.account),
        invitation=create_invitation(running[0].id)
        if table and current_device(running[0].id).host
        else None,
        account=game_store().accounts.of(who.device)[1] if who.account else "",
        version=__version__,
    )


def _at_the_table(running: list[Listing]) -> GameSummary | None:
    """Return the table of the game that was played last.

    None if there is none or it cannot be opened; the game's own page says why.
    """
    if not running:
        return None
    try:
        view = current_store().open(running[0].id)
    except CannotOpenError:
        return None
    return table_of(view)


@blueprint.get("/new")
def new() -> Response:
    """Show the form of a new game, with earlier input from the address."""
    entered = request.args.to_dict()
    slug, players = entered.pop("title", ""), request.args.getlist("player")
    kept = entered if players else {CHOSEN: entered.get(CHOSEN, "")}
    if changed := entered.pop("edition", ""):  # a button of the form
        kept[CHOSEN] = changed
    return _form(slug, players or ["", "", ""], kept)


@blueprint.get("/readings/<slug>")
def readings(slug: str) -> Response:
    """Show how a title reads its rule book."""
    return _look_up(slug, "library/games/readings.html", because=BECAUSE)


@blueprint.get("/rules/<slug>")
def rules(slug: str) -> Response:
    """Show the rules card of a title, and its numbered rules."""
    return _look_up(slug, "library/games/rules.html")


def _look_up(slug: str, template: str, **context: Any) -> Response:
    """Show a page about a title. The link back keeps the input of the form."""
    known = titles.find(slug)
    if known is None or not known.is_usable():
        abort(404)
    entered = [pair for pair in request.args.items(multi=True) if pair[0] != "title"]
    back = f"{url_for('games.new')}?{urlencode([('title', slug), *entered])}"
    try:
        data = _edition(known, request.args)
    except BadSetupError:
        abort(404)
    editions = known.every_edition if data.editions else ()
    sections = card_sections(data)
    return draw(template, data=data, back=back, sections=sections, editions=editions, **context)


@blueprint.post("/new")
@make_idempotent
def create() -> AnyResponse:
    """Begin the game that the form describes, and show how others join it."""
    slug = request.form.get("title", "")
    names = [name.strip() for name in request.form.getlist("player")]
    is_on_paper = bool(request.form.get("paper"))
    address = _to_paper if is_on_paper else address_of_seats
    players = tuple(name for name in names if name)
    try:
        data = _edition(titles.load(slug), request.form)
        named = (
            o
            for o in data.choices
            if o.is_of(data.edition_key) or f"option.{o.key}" in request.form
        )
        options = {option.key: _option(option) for option in named}
        if data.editions and options[EDITION] == data.option(EDITION).default:
            del options[EDITION]  # as in games from before there were several
        game = game_store().new_game(
            Setup(slug, players, options, draw_seed()), note_host(record_answer(address))
        )
    except BadSetupError as fault:
        return _form(slug, names, dict(request.form), str(fault), 422)
    if is_on_paper:
        game_store().position_drafts.keep(game, {})
    if request.form.get("each") == "0":
        game_store().places.set_players_enter(game, each=False)
    if settings := PRESETS.get(request.form.get("clock", "")):
        view, clocks = game_store().open(game), game_store().clocks
        clocks.set(game, view.version, settings, view.rules, view.state)
        clocks.hold(game, BEGINNING)
    return redirect(address(game), 303)


def _edition(title: titles.Title, entered: Mapping[str, str]) -> TitleData:
    """Return the title's data in the edition that is entered. Raises BadSetupError."""
    chosen = entered.get(CHOSEN, "")
    try:
        return title.edition_data({EDITION: chosen} if chosen else {})
    except DataError as fault:
        raise BadSetupError(str(fault)) from None


def note_host(note: Noted | None) -> Noted | None:
    """Return a note that also makes the requesting device's account the host of the game."""
    account = current_device().account
    return combine_notes(hosting(account), note) if account else note


def address_of_seats(game: int) -> str:
    """Return the address of the page where others join the game."""
    return url_for("joining.seats", game=game)


def _to_paper(game: int) -> str:
    return url_for("paper_games.position", game=game)


def draw_seed() -> int:
    """Return the seed of the title's random draws, which the set-up stores."""
    return secrets.randbelow(2**31)


def _was_asked(option: Option, entered: Mapping[str, str]) -> bool:
    """Tell whether the form had the box of a flag that is on as a rule."""
    return f"option.{option.key}.asked" in entered


def _is_entered(option: Option, entered: Mapping[str, str]) -> bool:
    """Tell whether the form has another value of the option than the usual one."""
    found = entered.get(f"option.{option.key}")
    if option.kind == "flag" and option.default:
        return _was_asked(option, entered) and found is None
    return found not in (None, "", str(option.default))


def _option(option: Option) -> Any:
    """Read an option's value from the form. Raises BadSetupError."""
    text = request.form.get(f"option.{option.key}", "").strip()
    if not text and option.picks:
        names = (f"option.{option.key}.{number}" for number in range(len(option.picks)))
        text = option_text(option, [request.form.get(name, "").strip() for name in names])
    if option.kind == "flag":
        return text in ("1", "on") or (option.default and not _was_asked(option, request.form))
    if not text:
        return option.default
    if option.kind == "number":
        number = whole(text)
        if number is None:
            says = gettext(option.says)
            fault = format_text("{value} is not a whole number.", value=shorten_value(text))
            raise BadSetupError(f"{says} · {fault}")
        return number
    return text


def _form(
    slug: str, players: list[str], entered: dict[str, str], fault: str = "", status: int = 200
) -> Response:
    packs, faulty = game_store().packs.visible()
    known = {**titles.titles(), **packs}
    asked = known.get(slug)
    title = next(title for title in (asked, *known.values()) if title and title.is_usable())
    try:
        data = _edition(title, entered if title is asked else {})
    except BadSetupError as unknown:
        data, fault, status = title.data, fault or str(unknown), 422
    most = max(data.cash)
    players = (players + [""] * SEATS)[: max(most, len([p for p in players if p]))]
    readings = [option for option in data.offered_options if option.reading]
    offered = (*data.offered_options, MAP_OPTION)
    changed = [option for option in offered if _is_entered(option, entered)]
    allowed = any(_is_entered(rule, entered) for rule in data.house_rules)
    return draw(
        "library/games/new.html",
        status,
        titles={slug: title for slug, title in known.items() if not title.fault},
        faulty={**titles.faulty_titles(), **faulty},
        chosen=data,
        is_picked=title is asked,
        is_otherwise=bool(changed or allowed or entered.get("clock")) or entered.get("each") == "0",
        editions=title.every_edition if data.editions else (),
        may_add=current_device().host,
        players=players,
        entered=entered,
        reads_otherwise=any(option in readings for option in changed),
        map_option=MAP_OPTION,
        house_rules=allowed,
        fault=fault,
    )


@blueprint.post("/import")
@make_idempotent
def import_game() -> AnyResponse:
    """Import a game from a file, or say which action is wrong and store nothing."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        why = gettext("Choose a file first: an exported game, ending in .json.")
        return _refused_import(why)
    try:
        anyway = bool(request.form.get("anyway"))
        note = note_host(record_answer(address_of_turn))
        if asked := request.form.get("after", "").strip():
            stored = store_position(game_store(), upload.read(), _read_moment(asked), note)
        else:
            stored = store_file(game_store(), upload.read(), note, anyway)
    except OtherResultError as fault:
        return _refused_import(str(fault), upload.filename, other=True)
    except ValueError as fault:
        return _refused_import(str(fault), upload.filename)
    if stored.notes:
        return draw("library/games/imported.html", game=stored.game, notes=stored.notes)
    return redirect(address_of_turn(stored.game), 303)


def _read_moment(text: str) -> int:
    """Return the number of an action. Raises ValueError with a sentence."""
    number = whole(text)
    if number is None or number < 1:
        raise ValueError(
            format_text("{value} is not the number of an action.", value=shorten_value(text))
        )
    return number


def _refused_import(why: str, name: str = "", other: bool = False) -> Response:
    return draw("library/games/import.html", 422, why=why, file=name, other=other)
