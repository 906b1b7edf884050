"""The draws before a game begins ("Setup").

They are the dearest privates that stay out of the game, the order of the others on the table, and
the players' number cards. The table may draw with real cards and enter the result. The seed draws
the rest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from companion.languages import format_text, lazy_gettext
from companion.rules.data.random_draws import Draws
from companion.rules.data.setup import BadSetupError, check_entered
from companion.rules.data.title_data import TitleData
from companion.rules.stock.number_cards import draw_cards
from companion.titles.t1828.title_figures import read_figures

NEVER_OUT = lazy_gettext("{symbol} is not one of the privates that may be out: {known}.")


@dataclass(frozen=True, slots=True)
class Draws1828:
    """The draws of a game.

    ``discarded`` are privates out of the game, ``row`` the others of their price from left to
    right. ``order`` are the numbers of the seats, from 0, in the order of their number cards.
    """

    discarded: tuple[str, ...]
    row: tuple[str, ...]
    order: tuple[int, ...]


def dearest(data: TitleData) -> tuple[str, ...]:
    """Return the privates of which some are out of the game. They have a director's certificate."""
    return tuple(p.symbol for p in data.private_list if "presidency" in p.powers)


def _good(data: TitleData) -> tuple[str, ...]:
    """Return the privates of which at least one stays in the game if the table wants that."""
    return tuple(p.symbol for p in data.private_list if p.powers.get("good"))


def discards(data: TitleData, draws: Draws, players: int, keep_good: bool) -> tuple[str, ...]:
    """Draw the privates that are out of the game.

    If ``keep_good`` is set, the draw is repeated while all the good ones are among them.
    """
    drawn, count = dearest(data), read_figures(data).discarded[players]
    good = set(_good(data))
    while True:
        found = draws.shuffle(drawn)[:count]
        if not (keep_good and good <= set(found)):
            return tuple(symbol for symbol in drawn if symbol in found)


def draw(
    data: TitleData, players: Sequence[str], seed: int, options: Mapping[str, Any]
) -> Draws1828:
    """Return the draws: those entered in the options, the others from the seed.

    Raises BadSetupError.
    """
    draws = Draws(seed)
    out = discards(data, draws, len(players), bool(options["keep_good_privates"]))
    if named := _symbols(data, options["discarded"]):
        out = _entered_discards(data, named, len(players), bool(options["keep_good_privates"]))
    kept = tuple(symbol for symbol in dearest(data) if symbol not in out)
    row, order = draws.shuffle(kept), draw_cards(draws, len(players))
    if named := _symbols(data, options["row"]):
        row = _entered_row(named, kept)
    if options["order"]:
        order = _entered_order(str(options["order"]), players)
    return Draws1828(out, row, order)


def _symbols(data: TitleData, text: object) -> tuple[str, ...]:
    """Return the symbols of such privates in a text, separated by blanks or commas.

    Raises BadSetupError.
    """
    known = dearest(data)
    named = tuple(str(text).upper().replace(",", " ").split())
    for symbol in named:
        check_entered(symbol, known, NEVER_OUT)
    return named


def _entered_discards(
    data: TitleData, named: tuple[str, ...], players: int, keep_good: bool
) -> tuple[str, ...]:
    count = read_figures(data).discarded[players]
    if len(named) != count or len(set(named)) < count:
        raise BadSetupError(
            format_text(
                "With {players} players, {count} different privates stay out of the game; "
                "the ones named are {named}.",
                players=players,
                count=count,
                named=", ".join(named),
            )
        )
    if keep_good and set(_good(data)) <= set(named):
        raise BadSetupError(
            format_text("At least one of {good} must be in the game.", good=", ".join(_good(data)))
        )
    return named


def _entered_row(named: tuple[str, ...], kept: tuple[str, ...]) -> tuple[str, ...]:
    if sorted(named) != sorted(kept):
        raise BadSetupError(
            format_text(
                "The row has each of {kept} once; the ones named are {named}.",
                kept=", ".join(kept),
                named=", ".join(named),
            )
        )
    return named


def _entered_order(text: str, players: Sequence[str]) -> tuple[int, ...]:
    """Return the seats of names separated by commas. A name may contain commas itself."""
    wanted = _words(text)
    for order in permutations(range(len(players))):
        if _words(",".join(players[seat] for seat in order)) == wanted:
            return order
    raise BadSetupError(
        format_text(
            "The order of the number cards names each player once, separated by commas: {players}.",
            players=", ".join(name.strip() for name in players),
        )
    )


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]
