"""The map as a list: what lies on each hex, and the six sides of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.board.board import Board
from companion.drawing.hex_descriptions import hex_words, side_words, track_words
from companion.languages import format_count, format_text, gettext, list_names
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.web.play.operating_panels.operating_map import find_blocked_hexes, look_of


@dataclass(frozen=True, slots=True)
class HexSide:
    """A side of a hex: its track, its border, and the neighbour, "" where the map ends."""

    side: str
    track: str
    border: str
    hex: str
    words: str


@dataclass(frozen=True, slots=True)
class HexDetail:
    """A hex with its track, the room for tokens in its cities, and its sides."""

    words: str
    track: str
    cities: tuple[str, ...]
    sides: tuple[HexSide, ...]


class HexList:
    """The hexes of a position, described in words."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.state = rules, state
        self._board = state.board
        self._look, self._blocked = look_of(rules, state), find_blocked_hexes(rules, state)

    def all(self) -> list[tuple[str, str]]:
        """Return every hex with what lies there, row by row."""
        places = sorted(self._board.map.hexes, key=self._board.map.layout.position)
        return [(at, self._describe(at)) for at in places]

    def detail(self, at: str) -> HexDetail:
        """Describe one hex and its sides."""
        board, flat = self._board, self._board.map.layout.flat
        return HexDetail(
            self._describe(at),
            track_words(board.tile_at(at), flat),
            tuple(self._cities(at)),
            tuple(
                HexSide(
                    side_words(edge, flat),
                    self._track(at, edge),
                    self._border(at, edge),
                    other or "",
                    self._describe(other) if other else "",
                )
                for edge in range(6)
                for other in [board.map.neighbour(at, edge)]
            ),
        )

    def _describe(self, at: str) -> str:
        colours, look = self.rules.phase(self.state).clock, self._look
        mark = self._blocked.get(at, "")
        return hex_words(self._board, at, look.companies, colours, mark, look.privates)

    def _cities(self, at: str) -> Iterator[str]:
        """Tell the free slots of each city, and whose home it is."""
        for index, stop in enumerate(self._board.tile_at(at).stops):
            if stop.kind != "city":
                continue
            here = f"{at}.{index}"
            taken = sum(owner is not None for owner in self._board.tokens.get(here, ()))
            free = stop.slots - taken
            words = [format_count("{count} free slot", "{count} free slots", free, count=free)]
            homes = (*self._look.homes.get(here, ()), *self._look.homes.get(at, ()))
            if waiting := [c for c in homes if here not in self._board.token_stops(c)]:
                words.append(format_text("home of {companies}", companies=list_names(waiting)))
            yield " · ".join(words)

    def _track(self, at: str, edge: int) -> str:
        """Tell from which of the two hexes track comes to a side."""
        board = self._board
        other = board.map.neighbour(at, edge)
        own = edge in board.tile_at(at).exits
        theirs = other is not None and (edge + 3) % 6 in board.tile_at(other).exits
        if own and theirs:
            return gettext("joined")
        if own:
            return gettext("from here only")
        return gettext("from there only") if theirs else gettext("none")

    def _border(self, at: str, edge: int) -> str:
        border = self._board.map.border(at, edge)
        if border is None or border.kind is None:
            return ""
        if border.kind == "water":
            return (
                format_text("river {cost}", cost=border.cost) if border.cost else gettext("river")
            )
        if border.kind == "barrier":
            is_open = self.rules.access.barriers_open(self.rules.data, self.state)
            return gettext("open barrier") if is_open else gettext("barrier")
        return gettext("cannot be crossed")


def find_hex(board: Board, typed: str) -> str:
    """Return the hex that was typed, in any case and with spaces; "" if the map has none."""
    at = "".join(typed.split())
    return next((one for one in board.map.hexes if one.lower() == at.lower()), "")
