"""Placing tokens: the possible cities, the chosen one and its cost; and choosing a home.

A home may be only named at first. It is then a city or a hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.board.board import Board
from companion.drawing import Marks
from companion.drawing.hex_descriptions import side_words
from companion.languages import format_count, format_text, gettext, list_names, pgettext
from companion.rules.core.actions import Action, NameHome, PlaceToken
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.judge import judge
from companion.rules.operating.homes import HomeNamingStep, HomeTokenStep
from companion.rules.operating.tokens import TokenStep
from companion.web.play.operating_panels.operating_map import chart
from companion.web.play.operating_panels.turn_offers import TurnScreen, hex_name, stop_name


@dataclass(frozen=True, slots=True)
class City:
    """A city for the token.

    ``instead`` is the owner whose token is replaced, "" for a free slot. For a named home, ``stop``
    may be a hex, and ``fee`` is paid later. ``reckoned`` explains the cost. ``on_top``: the token
    goes on top of the company's own.
    """

    stop: str
    name: str
    cost: int
    private: str
    instead: str
    refusal: Refusal | None
    action: PlaceToken | NameHome
    fee: int = 0
    reckoned: str = ""
    on_top: bool = False
    chosen: bool = False

    def fits(self, stop: str, private: str, instead: str) -> bool:
        """Return whether the token may be placed here, and the input means this city."""
        asked = stop == self.stop and private in ("", self.private)
        return asked and instead in ("", self.instead) and self.refusal is None


@dataclass(frozen=True, slots=True)
class TokenPanel:
    """The screen of placing a token.

    ``tapped``, ``wanted`` and ``refusals`` describe a chosen city that is not open. ``subject`` is
    the text in a phone's header. ``home``: the company chooses its home. ``named``: it places the
    home token later.
    """

    cities: tuple[City, ...]
    chosen: City | None
    passing: Offer | None
    map: Markup
    home: bool
    named: bool
    tapped: str = ""
    refusals: tuple[Refusal, ...] = ()
    wanted: PlaceToken | NameHome | None = None
    subject: str = ""
    kind: str = "token"

    @property
    def action(self) -> PlaceToken | NameHome | None:
        """The action for the chosen city."""
        return self.chosen.action if self.chosen else None

    @property
    def near(self) -> str:
        """The hex to keep in view."""
        return self.chosen.stop.partition(".")[0] if self.chosen else ""


def panel(asked: TurnScreen, args: Mapping[str, str]) -> TokenPanel:
    """Return the token screen for the input so far."""
    offers = asked.of_kind("token", "home", "name_home", "token_power")
    board = asked.state.board
    stop, at = args.get("stop", ""), args.get("hex", "")
    open_stops = {
        place for offer in offers if offer.allowed and (place := _place(offer.action)) is not None
    }
    if not stop and at:
        here = sorted(s for s in open_stops if s.partition(".")[0] == at)
        stop = here[0] if len(here) == 1 else f"{at}.0"
    cities = [
        _city(asked, offer, offer.action, open_stops)
        for offer in offers
        if isinstance(offer.action, PlaceToken | NameHome)
    ]
    chosen = args.get("private", ""), args.get("instead", "")
    number = next((i for i, city in enumerate(cities) if city.fits(stop, *chosen)), None)
    found = None
    if number is not None:
        found = cities[number] = replace(cities[number], chosen=True)
    named = isinstance(asked.step, HomeNamingStep)
    refusals: tuple[Refusal, ...] = ()
    wanted: PlaceToken | NameHome | None = None
    tapped = ""
    at = stop.partition(".")[0] if stop else ""
    if at in board.map.hexes and found is None:
        tapped = hex_name(asked, at)
        if stop in board.tokens:
            wanted = NameHome(asked.company, at) if named else PlaceToken(asked.company, stop)
            refusals = tuple(judge.refusals(asked.rules, asked.state, wanted))
    marks = Marks(
        lit=sorted(s for s in open_stops if "." not in s),
        stops=sorted(s for s in open_stops if "." in s),
        chosen=found.stop.partition(".")[0] if found else None,
    )
    home = named or isinstance(asked.step, HomeTokenStep)
    view = {s.partition(".")[0] for s in open_stops} if home else None
    token = asked.rules.words.name("token")
    label = format_count(
        "Map, {count} city where {company} may place a {token}",
        "Map, {count} cities where {company} may place a {token}",
        len(open_stops),
        count=len(open_stops),
        company=asked.company,
        token=token,
    )
    return TokenPanel(
        cities=tuple(cities),
        chosen=found,
        passing=asked.passing,
        map=chart(asked, marks, board=_preview(asked, found), view=view, label=label),
        home=home,
        named=named,
        tapped=tapped,
        refusals=refusals,
        wanted=wanted,
        subject=gettext("Choose the home") if home else _subject(asked, cities),
    )


def _city(
    asked: TurnScreen, offer: Offer, action: PlaceToken | NameHome, open_stops: set[str]
) -> City:
    board, place = asked.state.board, _place(action) or ""
    name = stop_name(asked, place)
    if sum(stop_name(asked, stop) == name for stop in open_stops) > 1 and "." in place:
        name = f"{name}, {side(board, place)}"
    mine, whose = "", ""
    if isinstance(action, PlaceToken):
        mine, whose = action.private or "", action.replaced_owner or ""
    return City(
        place,
        name,
        -(offer.price or 0),
        mine,
        whose,
        offer.refusals[0] if offer.refusals else None,
        action,
        dict(offer.facts).get("fee", 0),
        explain_cost(asked, action),
        asked.company in board.tokens.get(place, ()),
    )


def _preview(asked: TurnScreen, city: City | None) -> Board:
    """Return the board with the token in the chosen city, unless it only names a home."""
    board, company = asked.state.board, asked.company
    if city is None:
        return board
    if city.instead:
        return board.with_other_owner(city.stop, city.instead, company)
    if city.on_top:
        return board.with_top(city.stop, company)
    if isinstance(asked.step, HomeNamingStep) or board.free_slot(city.stop) is None:
        return board
    return board.with_token(city.stop, company)


def _subject(asked: TurnScreen, cities: Iterable[City]) -> str:
    """Return the text in a phone's header, with the kind of token if there is only one."""
    if {city.on_top for city in cities if not city.refusal} == {True}:
        name = asked.rules.words.name("top_token")
        return f"{name[:1].upper()}{name[1:]}"
    return format_text("Place a {token}", token=asked.rules.words.name("token"))


def explain_cost(asked: TurnScreen, action: PlaceToken | NameHome) -> str:
    """Explain the cost of a token unless it is a printed sum."""
    if isinstance(action, NameHome) or not isinstance(asked.step, TokenStep):
        return ""
    return asked.step.describe_cost(asked.state, action.stop)


def _place(action: Action) -> str | None:
    """Return the stop or hex that an action is about; None for other actions."""
    if isinstance(action, PlaceToken):
        return action.stop
    return action.home if isinstance(action, NameHome) else None


def side(board: Board, stop: str) -> str:
    """Distinguish the cities of a hex by the direction of their track."""
    at, _, index = stop.partition(".")
    exits = [edge for edge, _ in board.shape(at).stop_exits[int(index)]]
    if not exits:
        return pgettext("name", "city {number}").format(number=int(index) + 1)
    flat = board.map.layout.flat
    sides = list_names(side_words(edge, flat) for edge in sorted(exits))
    return pgettext("name", "track {sides}").format(sides=sides)


def full_stop_name(board: Board, stop: str) -> str:
    """Return a stop's name and hex, and its track where the hex has another stop."""
    at, name = stop.partition(".")[0], board.stop_name(stop)
    words = name if name == at else f"{name} {at}"
    return f"{words}, {side(board, stop)}" if len(board.tile_at(at).stops) > 1 else words
