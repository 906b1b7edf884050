"""Comparison of our game with the same game on 18xx.games: the row where they diverge, and why."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from companion.board.board import Board
from companion.board.map import split_stop
from companion.exchange.games_18xx.trace_snapshot import TraceDifference, differences, snapshot
from companion.languages import format_text, gettext, gettext_name, lazy_name
from companion.rules.core.actions import Action
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.titles.site_adapter import SiteAdapter

PARTS = ("players", "companies")
KEYS = {
    "at": lazy_name("place on the market"),
    "bank": lazy_name("bank"),
    "cash": lazy_name("money"),
    "certs": lazy_name("certificates"),
    "depot": lazy_name("trains of the bank"),
    "discarded": lazy_name("discarded trains"),
    "floated": lazy_name("floated"),
    "ipo": lazy_name("initial offering"),
    "open_privates": lazy_name("open privates"),
    "par": lazy_name("par price"),
    "phase": lazy_name("phase"),
    "pool": lazy_name("pool"),
    "president": lazy_name("president"),
    "price": lazy_name("price"),
    "priority": lazy_name("priority"),
    "privates": lazy_name("privates"),
    "round": lazy_name("round"),
    "shares": lazy_name("shares"),
    "stack": lazy_name("place in the stack"),
    "tiles": lazy_name("tiles"),
    "tokens": lazy_name("tokens"),
    "trains": lazy_name("trains"),
    "treasury": lazy_name("treasury"),
    "value": lazy_name("worth"),
}


class PlayedRow(NamedTuple):
    """A standing row of our log: its action, the states before and after it, and its time.

    ``apart`` says why the row cannot be written: a ruling, a correction or a gap in the log.
    """

    n: int
    action: Action
    before: State
    after: State
    at: datetime | None = None
    apart: str = ""


class DivergenceError(Exception):
    """The two games diverge at a row."""

    def __init__(self, row: PlayedRow, why: str) -> None:
        super().__init__(why)
        self.row = row


class DivergenceCheck:
    """The comparison of both games, row by row.

    Some differences are temporary, such as money that is paid earlier there. They do not count if
    both states agree when the next round begins.
    """

    def __init__(self, ours: Rules, rules: Rules, adapter: SiteAdapter) -> None:
        self.ours, self.rules, self.adapter = ours, rules, adapter
        self.place = 0
        self.ahead: set[int] = set()  # rows that were already done there out of order
        self._before: PlayedRow | None = None
        self._parted: tuple[PlayedRow, str, RoundId] | None = None

    def set_row(self, place: int) -> None:
        """Note how many rows have been played."""
        self.place = place

    def compare(self, row: PlayedRow, mine: State, theirs: State) -> None:
        """Compare the states before a row, or after the last one.

        Raises DivergenceError once a difference is permanent.
        """
        if self.ahead:
            return
        if are_alike(mine, theirs):
            self._parted = None
        elif self._parted is None:
            self._parted = (
                self._before or row,
                self._describe_difference(mine, theirs),
                mine.round.id,
            )
        elif self._parted[2] != mine.round.id:
            self.end(row)
        self._before = row

    def agree(self, row: PlayedRow) -> None:
        """Note that both states agree after a row."""
        self._parted, self._before = None, row

    def end(self, row: PlayedRow) -> None:
        """End the comparison. Raises DivergenceError if a difference is left."""
        if self._parted:
            parted, why, _ = self._parted
            raise DivergenceError(parted, why)

    def _describe_difference(self, mine: State, theirs: State) -> str:
        adapter = self.adapter
        here = snapshot(self.ours, adapter, mine)
        there = snapshot(self.rules, adapter, theirs)
        found = min(differences(there, here), key=_telling, default=None)
        if found is None:
            return gettext("On 18xx.games the result is different.")
        return format_text(
            "The result is different on 18xx.games: {what} is {theirs} there, {ours} here.",
            what=", ".join(_words(found.path)),
            theirs=json.dumps(found.expected, ensure_ascii=False),
            ours=json.dumps(found.ours, ensure_ascii=False),
        )


def _telling(difference: TraceDifference) -> bool:
    """Return the sort key of a difference: prices and treasuries first.

    The worth of players follows from them.
    """
    return not difference.path.startswith("companies")


def _words(path: str) -> Iterator[str]:
    """Yield the words for a place in a snapshot: "companies.PRR.cash" is "PRR" and "cash"."""
    for part in path.split("."):
        if part not in PARTS:
            yield gettext_name(KEYS[part]) if part in KEYS else part


def are_alike(mine: State, theirs: State) -> bool:
    """Return whether money, certificates, privates, trains, prices and the map are the same."""
    return (
        mine.cash == theirs.cash
        and mine.certificates == theirs.certificates
        and mine.privates == theirs.privates
        and mine.stacks == theirs.stacks
        and mine.board.laid == theirs.board.laid
        and have_same_tokens(mine.board, theirs.board)
        and {train: card.place for train, card in mine.trains.items()}
        == {train: card.place for train, card in theirs.trains.items()}
        and mine.end_reason == theirs.end_reason
    )


def have_same_tokens(mine: Board, theirs: Board) -> bool:
    """Return whether the tokens are in the same cities.

    In a hex without track all cities count as one.
    """
    return mine.tokens == theirs.tokens or _by_place(mine) == _by_place(theirs)


def _by_place(board: Board) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for stop, slots in board.tokens.items():
        at, _ = split_stop(stop)
        place = stop if board.tile_at(at).tracks else at
        found[place] = sorted([*found.get(place, ()), *map(str, slots)])
    return found
