"""The draws before a game begins (§4).

They are the companies paired with the brown privates, and the players' number cards. The table may
draw with real cards and enter the result. The seed draws the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.languages import format_text, gettext, lazy_gettext
from companion.rules.data.random_draws import Draws, parse_pairs
from companion.rules.data.setup import BadSetupError, check_entered
from companion.rules.data.title_data import TitleData
from companion.rules.stock.number_cards import draw_cards, entered_cards
from companion.titles.t1839.title_figures import figures

MAJOR = "major"  # the kind of company that is paired
NO_BROWN = lazy_gettext("{symbol} is not one of the brown privates: {known}.")
NOT_PAIRED = lazy_gettext("{symbol} is not one of the companies paired with a private: {known}.")


@dataclass(frozen=True, slots=True)
class Draws1839:
    """The draws of a game.

    ``pairing`` is the company of each brown private. ``order`` are the numbers of the seats, from
    0, in the order of their number cards.
    """

    pairing: Mapping[str, str]
    order: tuple[int, ...]


def browns(data: TitleData) -> tuple[str, ...]:
    """Return the privates that are paired with a company, the cheapest first."""
    return tuple(p.symbol for p in data.private_list if p.powers.get("colour") == "brown")


def majors(data: TitleData) -> tuple[str, ...]:
    """Return the companies of which three are paired."""
    return tuple(c.symbol for c in data.company_list if c.kind.name == MAJOR)


def draw(data: TitleData, players: int, seed: int, options: Mapping[str, Any]) -> Draws1839:
    """Return the draws: those entered in the options, the others from the seed.

    Raises BadSetupError.
    """
    draws, gentle = Draws(seed), bool(options["gentle_pairing"])
    pairing = _drawn_pairing(data, draws, gentle)
    order = draw_cards(draws, players)
    if text := str(options["pairing"]).strip():
        pairing = _entered_pairing(data, text, gentle)
    if text := str(options["cards"]).strip():
        order = entered_cards(text, players)
    return Draws1839(pairing, order)


def _drawn_pairing(data: TitleData, draws: Draws, gentle: bool) -> dict[str, str]:
    """Pair each brown private with a different company.

    Repeat until the pairing is gentle if required.
    """
    while True:
        pairing = dict(zip(browns(data), draws.shuffle(majors(data)), strict=False))
        if not (gentle and is_harsh(data, pairing)):
            return pairing


def is_harsh(data: TitleData, pairing: Mapping[str, str]) -> bool:
    """Is that private paired with a company that is too hard for new players?"""
    own = figures(data)
    return pairing[own.beside] in own.better_not


def _entered_pairing(data: TitleData, text: str, gentle: bool) -> dict[str, str]:
    """Read the company of each brown private."""
    known, companies = browns(data), majors(data)
    pairing: dict[str, str] = {}
    pairs = parse_pairs(text)
    for private, company in pairs:
        check_entered(private or gettext("empty"), known, NO_BROWN)
        check_entered(company or gettext("empty"), companies, NOT_PAIRED)
        pairing[private] = company
    if len(pairs) != len(known) or len(set(pairing.values())) != len(known):
        raise BadSetupError(
            format_text(
                "Each of {known} is paired once, each with a different company.",
                known=", ".join(known),
            )
        )
    if gentle and is_harsh(data, pairing):
        own = figures(data)
        raise BadSetupError(
            format_text(
                "{company} is not paired with {private} in a game for new players.",
                company=pairing[own.beside],
                private=data.privates[own.beside].name,
            )
        )
    return {private: pairing[private] for private in known}
