"""The draws before a game begins (Setup).

They are the players' cards, the pars of the foreign companies, the privates in the game, and the
companies that come with two of them. The table may draw with real cards and enter the result. The
seed draws the rest.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.languages import format_text, lazy_gettext
from companion.rules.data.random_draws import Draws, parse_pairs
from companion.rules.data.setup import BadSetupError, check_entered
from companion.rules.data.title_data import TitleData
from companion.rules.stock.number_cards import draw_cards, entered_cards
from companion.titles.t1839_2015.title_figures import Figures, figures

FOREIGN = "foreign"  # the kind of company without a director
FIXED = "green"  # privates that are always auctioned
GENTLE_NONE = ("KR", "KV", "RB")  # Setup: advice for players new to the game
NOT_DRAWN = lazy_gettext("{symbol} is not one of those from which one is drawn: {known}.")
GENTLE_ONE = ("BEIJ", "BP", "NFW", "VER")


@dataclass(frozen=True, slots=True)
class Draws2015:
    """The draws of a game.

    ``order``: numbers of the seats, from 0, in the order of their cards. ``dealt``: the same for
    the second deal, unless the table enters it. ``pars``: par of each foreign company.
    ``privates``: privates in the game in addition to those of every game. ``director``: the company
    whose director's certificate comes with a private. ``share``: the company of which 10% comes
    with another private.
    """

    order: tuple[int, ...]
    pars: Mapping[str, int]
    privates: tuple[str, ...]
    director: str
    share: str
    dealt: tuple[int, ...]


def draw(data: TitleData, players: int, seed: int, options: Mapping[str, Any]) -> Draws2015:
    """Return the draws: those entered in the options, the others from the seed.

    Raises BadSetupError.
    """
    draws, own, gentle = Draws(seed), figures(data), bool(options["gentle"])
    order = draw_cards(draws, players)
    pars = dict(zip(foreign(data), map(int, draws.shuffle(_texts(own.foreign_pars))), strict=True))
    privates = _drawn_privates(data, own, draws, gentle)
    director, share, *_ = draws.shuffle(public(data))
    dealt = draw_cards(draws, players)  # a separate draw: order does not reveal it
    if text := str(options["cards"]).strip():
        order = entered_cards(text, players)
    if text := str(options["foreign_pars"]).strip():
        pars = _entered_pars(data, own, text)
    if text := str(options["privates"]).strip():
        privates = _entered_privates(data, own, text, gentle)
    named = {key: str(options[key]).strip().upper() for key in ("rws", "swo")}
    for symbol in filter(None, named.values()):
        check_entered(symbol, public(data), NOT_DRAWN)
    director, share = _two(named["rws"], named["swo"], (director, share), public(data))
    return Draws2015(order, pars, privates, director, share, dealt)


def _two(first: str, second: str, drawn: tuple[str, str], all: Sequence[str]) -> tuple[str, str]:
    """Return two different companies, as entered. If only one is entered, the next one is added."""
    if first and first == second:
        raise BadSetupError(
            format_text(
                "{company} cannot come with both privates: the two companies are different.",
                company=first,
            )
        )
    first = first or next(one for one in (*drawn, *all) if one != second)
    return first, second or next(one for one in (*drawn[::-1], *all) if one != first)


def foreign(data: TitleData) -> tuple[str, ...]:
    """Return the companies without a director, in operating order."""
    return tuple(c.symbol for c in data.company_list if c.kind.name == FOREIGN)


def public(data: TitleData) -> tuple[str, ...]:
    """Return the companies with a director."""
    return tuple(c.symbol for c in data.company_list if c.kind.directed)


def privates_of_colour(data: TitleData, colour: str) -> tuple[str, ...]:
    """Return the privates of a colour."""
    return tuple(p.symbol for p in data.private_list if p.powers["colour"] == colour)


def _texts(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, numbers))


def _drawn_privates(data: TitleData, own: Figures, draws: Draws, gentle: bool) -> tuple[str, ...]:
    """Draw a number of privates of each colour. Repeat until they are gentle if required."""
    while True:
        found = tuple(
            private
            for colour, count in own.privates_drawn.items()
            for private in draws.shuffle(privates_of_colour(data, colour))[:count]
        )
        if not (gentle and harsh(found)):
            return found


def harsh(privates: Sequence[str]) -> str:
    """Return a private that is too hard for new players, or ""."""
    beside = [private for private in privates if private in GENTLE_ONE]
    return next((one for one in privates if one in GENTLE_NONE), "") or "".join(beside[1:2])


def _entered_pars(data: TitleData, own: Figures, text: str) -> dict[str, int]:
    """Read the par of each foreign company."""
    known, prices = foreign(data), _texts(own.foreign_pars)
    pairs = parse_pairs(text)
    for company, price in pairs:
        check_entered(company, known, NOT_DRAWN)
        if price:
            check_entered(price, prices, NOT_DRAWN)
    pars = dict(pairs)
    if len(pairs) != len(known) or sorted(pars.values()) != sorted(prices):
        raise BadSetupError(
            format_text(
                "Each of {known} has one of the prices {prices}, no two the same.",
                known=", ".join(known),
                prices=", ".join(prices),
            )
        )
    return {company: int(pars[company]) for company in known}


def _entered_privates(data: TitleData, own: Figures, text: str, gentle: bool) -> tuple[str, ...]:
    """Read ``BOR IJS CM KR``, in any order, separated by blanks or commas."""
    given = text.upper().replace(",", " ").split()
    for symbol in given:
        choices = [p for colour in own.privates_drawn for p in privates_of_colour(data, colour)]
        check_entered(symbol, choices, NOT_DRAWN)
    counts = {
        colour: sum(p in privates_of_colour(data, colour) for p in given)
        for colour in own.privates_drawn
    }
    if counts != own.privates_drawn or len(set(given)) < len(given):
        needed = [f"{count} {colour}" for colour, count in own.privates_drawn.items()]
        raise BadSetupError(
            format_text(
                "The privates drawn are {needed}, each named once.", needed=", ".join(needed)
            )
        )
    if gentle and (one := harsh(given)):
        raise BadSetupError(
            format_text(
                "{private} is not for a game with new players.", private=data.privates[one].name
            )
        )
    in_order = [p.symbol for p in data.private_list if p.symbol in given]
    return tuple(in_order)
