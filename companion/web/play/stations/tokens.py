"""Placing tokens: the possible cities, the chosen one and its cost; and choosing a home.

A home may be only named at first. It is then a city or a hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from companion.board.board import Board
from companion.drawing import Marks
from companion.languages import format_text, gettext, lazy_gettext
from companion.rules.core.actions import Action, NameHome, PlaceToken
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.operating.homes import HomeNaming, HomeToken
from companion.rules.operating.tokens import PlaceTokens
from companion.web.play.stations.asking import Asked, hex_name, stop_name
from companion.web.play.stations.chart import chart


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
    chosen: bool
    refusal: Refusal | None
    action: PlaceToken | NameHome
    fee: int = 0
    reckoned: str = ""
    on_top: bool = False


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
    def near(self) -> str:
        """The hex to keep in view."""
        return self.chosen.stop.partition(".")[0] if self.chosen else ""


def panel(asked: Asked, args: Mapping[str, str]) -> TokenPanel:
    """Return the token screen for the input so far."""
    offers = asked.of_kind("token", "home", "name_home", "token_power")
    board = asked.state.board
    stop, at = args.get("stop", ""), args.get("hex", "")
    open_stops = {
        place for offer in offers if offer.allowed and (place := _place(offer.action)) is not None
    }
    free = {_place(offer.action) for offer in offers if offer.allowed and not offer.spends}
    if not stop and at:
        here = sorted(s for s in open_stops if s.partition(".")[0] == at)
        stop = here[0] if len(here) == 1 else f"{at}.0"
    if not stop and len(open_stops) == 1 and open_stops <= free:
        (stop,) = open_stops
    private, instead = args.get("private", ""), args.get("instead", "")
    cities: list[City] = []
    for offer in offers:
        action = offer.action
        if not isinstance(action, PlaceToken | NameHome):
            continue
        mine, whose = "", ""
        if isinstance(action, PlaceToken):
            mine, whose = action.private or "", action.replaced_owner or ""
        place = _place(action) or ""
        chosen = place == stop and private in ("", mine) and instead in ("", whose)
        chosen = chosen and offer.allowed and not any(city.chosen for city in cities)
        name = stop_name(asked, place)
        twins = sum(stop_name(asked, s) == name for s in open_stops)
        if twins > 1 and "." in place:
            name = f"{name}, {side(board, place)}"
        refusal = offer.refusals[0] if offer.refusals else None
        cost = -(offer.price or 0)
        fee = dict(offer.facts).get("fee", 0)
        on_top = asked.company in board.tokens.get(place, ())
        how = explain_cost(asked, action)
        city = City(place, name, cost, mine, whose, chosen, refusal, action, fee, how, on_top)
        cities.append(city)
    found = next((city for city in cities if city.chosen), None)
    named = isinstance(asked.step, HomeNaming)
    refusals: tuple[Refusal, ...] = ()
    wanted: PlaceToken | NameHome | None = None
    tapped = ""
    at = stop.partition(".")[0] if stop else ""
    if at in board.map.hexes and found is None:
        tapped = hex_name(asked, at)
        if stop in board.tokens:
            wanted = NameHome(asked.company, at) if named else PlaceToken(asked.company, stop)
            refusals = tuple(asked.rules.refusals(asked.state, wanted))
    preview = board
    if found and found.instead:
        preview = board.replaced(found.stop, found.instead, asked.company)
    elif found and found.on_top:
        preview = board.with_top(found.stop, asked.company)
    elif found and not named and board.free_slot(found.stop) is not None:
        preview = board.with_token(found.stop, asked.company)
    marks = Marks(
        lit=sorted(s for s in open_stops if "." not in s),
        stops=sorted(s for s in open_stops if "." in s),
        chosen=found.stop.partition(".")[0] if found else None,
    )
    home = named or isinstance(asked.step, HomeToken)
    view = {s.partition(".")[0] for s in open_stops} if home else None
    token = asked.rules.words.name("token")
    label = format_text(
        "Map, {count} cities where {company} may place a {token}",
        count=len(open_stops),
        company=asked.company,
        token=token,
    )
    return TokenPanel(
        cities=tuple(cities),
        chosen=found,
        passing=asked.passing,
        map=chart(asked, marks, board=preview, view=view, label=label),
        home=home,
        named=named,
        tapped=tapped,
        refusals=refusals,
        wanted=wanted,
        subject=gettext("Choose the home") if home else _subject(asked, cities),
    )


def _subject(asked: Asked, cities: Iterable[City]) -> str:
    """Return the text in a phone's header, with the kind of token if there is only one."""
    if {city.on_top for city in cities if not city.refusal} == {True}:
        name = asked.rules.words.name("top_token")
        return f"{name[:1].upper()}{name[1:]}"
    return format_text("Place a {token}", token=asked.rules.words.name("token"))


def explain_cost(asked: Asked, action: PlaceToken | NameHome) -> str:
    """Explain the cost of a token unless it is a printed sum."""
    if isinstance(action, NameHome) or not isinstance(asked.step, PlaceTokens):
        return ""
    return asked.step.reckoned(asked.state, action.stop)


def _place(action: Action) -> str | None:
    """Return the stop or hex that an action is about; None for other actions."""
    if isinstance(action, PlaceToken):
        return action.stop
    return action.home if isinstance(action, NameHome) else None


SIDES = (
    lazy_gettext("lower left"),
    lazy_gettext("left"),
    lazy_gettext("upper left"),
    lazy_gettext("upper right"),
    lazy_gettext("right"),
    lazy_gettext("lower right"),
)


def side(board: Board, stop: str) -> str:
    """Distinguish the cities of a hex by the direction of their track."""
    at, _, index = stop.partition(".")
    exits = [edge for edge, _ in board.shape(at).stop_exits[int(index)]]
    if not exits:
        return format_text("city {number}", number=int(index) + 1)
    sides = gettext(" and ").join(gettext(SIDES[edge]) for edge in sorted(exits))
    return format_text("track {sides}", sides=sides)
