"""The routes of NFLM told a second time (Blue private companies), compared on random boards.

They are all routes of two places, with an off-board at one end at most, that include its tile.
Their pay is compared too.
"""

import os

from companion.rules.core.actions import RunTrains
from companion.rules.operating.running import report_run
from tests.titles.t1839_2015.test_friesche import his_turn
from tests.titles.t1839_2015.test_track_oracle import PHASES, SINCE, board_at_random

BOARDS = 120 if os.environ.get("FULL") else 8
NORTH = "ABCDE"  # rows


class Told:
    """The board as its owner sees it."""

    def __init__(self, state):
        self.board, self.map, self.phase = state.board, state.board.map, PHASES.index(state.phase)

    def kind(self, stop):
        at, index = stop.split(".")
        return self.board.tile_at(at).stops[int(index)].kind

    def full(self, stop):
        """Full of station markers, without one that lets others pass."""
        slots = self.board.tokens.get(stop, ())
        return bool(slots) and None not in slots and stop not in self.board.stacked_tokens

    def opened(self, stop):
        slots = self.board.tokens.get(stop, ())
        return bool(slots) and None not in slots and stop in self.board.stacked_tokens

    def ways(self, stop):
        """The ways from a stop straight on to each next one: the path, and the sides it crosses."""
        at, index = stop.split(".")
        for end in self.leads(at, f"s{index}"):
            if isinstance(end, int):
                yield from self.over(at, end, (stop,), frozenset())
            else:
                yield (stop, f"{at}.{end[1:]}"), frozenset()

    def over(self, at, edge, path, crossed):
        other = self.map.neighbour(at, edge)
        side = frozenset(((at, edge), (other, (edge + 3) % 6)))
        if other is None or side & crossed:
            return
        for end in self.leads(other, (edge + 3) % 6):
            if isinstance(end, str):
                yield (*path, f"{other}.{end[1:]}"), crossed | side
            else:
                yield from self.over(other, end, (*path, other), crossed | side)

    def leads(self, at, place):
        """The ends of track of a hex from a place of it, also where its arms meet."""
        tracks = self.board.tile_at(at).tracks
        direct = [t.b if t.a == place else t.a for t in tracks if place in (t.a, t.b)]
        for end in direct:
            if end != "j":
                yield end
                continue
            arms = [t.b if t.a == "j" else t.a for t in tracks if "j" in (t.a, t.b)]
            yield from (arm for arm in arms if arm != place)

    def routes(self, tile):
        """All that include the tile, each one way round."""
        stops = [
            f"{at}.{index}"
            for at in self.map.places
            for index in range(len(self.board.tile_at(at).stops))
        ]
        found = set()
        for stop in stops:
            if self.kind(stop) == "offboard" or self.full(stop):
                continue
            for path, crossed in self.ways(stop):
                other = path[-1]
                if self.kind(other) == "offboard" or self.full(other) or other == stop:
                    continue
                found.add(path)
                for more, across in self.ways(other):
                    if self.kind(more[-1]) == "offboard" and not across & crossed:
                        found.add((*path, *more[1:]))
        mine = [f"{tile}.{index}" for index in range(len(self.board.tile_at(tile).stops))]
        places = {path: {n for n in path if "." in n} for path in found}
        return {
            min(path, path[::-1])
            for path in found
            if (places[path] & set(mine) if mine else tile in path)
        }

    def pays(self, path):
        clock = [colour for colour in SINCE if SINCE[colour] <= self.phase]
        clock += ["red"] if self.phase > 3 else []
        total = 0
        for number, stop in enumerate(path):
            if "." in stop:
                at, index = stop.split(".")
                passed = 0 < number < len(path) - 1 and self.opened(stop)
                total += 0 if passed else self.board.tile_at(at).stops[int(index)].value(clock)
        return total


def test_two_tellings_of_its_routes_agree():
    seen = 0
    for seed in range(BOARDS):
        other, *_ = board_at_random(seed)
        at = his_turn(phase=other.state.phase)
        at.state.board, told = other.state.board, Told(other.state)
        (train,) = (t for t, card in at.state.trains.items() if card.place == "NFLM")
        for tile in [hex for hex in other.state.board.laid if hex[0] in NORTH]:
            at.turn(lays=((tile, "yellow"),))
            found = {
                min(path, path[::-1])
                for path in at.rules.runs.free_routes(at.rules, at.state, "NFLM")
            }
            assert found == told.routes(tile), (seed, tile)
            for path in sorted(found)[:5]:
                report = report_run(at.rules, at.state, RunTrains("NFLM", ((train, path),)))
                assert report.revenue == told.pays(path), path
            seen += len(found)
    assert seen > 2 * BOARDS
