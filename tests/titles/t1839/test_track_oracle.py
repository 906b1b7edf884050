"""Lays told twice (§12, §15.3), and compared in operating turns of games at random.

The tests compare which of many tiles may be laid on which hexes, and how.

Nothing is shared with the rules but the contents of the map and the tiles. Places of markers on a
tile with fewer circles are tried elsewhere.
"""

import os
import random
from itertools import product

import pytest

from companion.board.tiles import Tile
from companion.bots.simulation import play
from companion.rules.core.actions import LayTile, PlaceToken
from companion.rules.judge import judge
from companion.titles import rules_for
from companion.titles.t1839.bot_styles import steadfast
from tests.oracles.t1839.play import PHASES
from tests.oracles.track import LATER, exits, keeps
from tests.titles.t1839.test_whole_games import setup_for

GAMES = 24 if os.environ.get("FULL") else 1
TURNS = 12 if os.environ.get("FULL") else 5  # looked at in each
ELSEWHERE = {"lay.home", "lay.no_place", "lay.cost", "lay.none_left", "lay.allotted"}
BARRIERS = {  # §12: hexes, each with the edges that are barred; west is 1, and then clockwise
    **{"B11": (4, 5), "B13": (1,), "C10": (4,), "C12": (1, 2), "D7": (4,), "D9": (0, 1, 5)},
    **{"E8": (3,), "E10": (2,), "E14": (0,), "F13": (0, 3, 4, 5), "F15": (1,), "G12": (3,)},
    **{"G14": (2,), "J7": (5,), "K8": (2,)},
}


class Told:
    """One board as a company sees it."""

    def __init__(self, rules, state, company):
        self.board, self.company = state.board, company
        self.local = state.companies[company].kind == "local"
        self.phase = PHASES.index(state.phase)
        self.map = rules.data.map
        self.known = {number: rules.tile(number) for number in rules.data.tiles}
        self.shut = state.privates["HLVVDG"] in state.order

    # --- the hex and the tile

    def suits(self, hex, tile: Tile):
        """Is it of the next colour, the phase's, and of the hex's kind, with all track kept?"""
        printed, old = self.map.hexes[hex], self.board.tile_at(hex)
        since = {"yellow": 0, "green": 2, "brown": 5, "gray": 10}[tile.colour]
        if LATER.get(old.colour) != tile.colour or self.phase < since:
            return False
        if printed.colour in ("gray", "black", "blue", "red") or tile.label != printed.label:
            return False
        if hex == "H7" and self.shut:
            return False
        return keeps(old, tile)

    def edges_do(self, hex, tile):
        """§15.3.1: nothing off the map, into blank edges, off a stub, or newly over a barrier."""
        had = exits(self.board.tile_at(hex))
        for edge in exits(tile):
            other = self.map.neighbour(hex, edge)
            if other is None:
                return False
            meets = (edge + 3) % 6 in exits(self.board.tile_at(other))
            fixed = self.map.hexes[other].colour in ("gray", "black", "blue", "red")
            if fixed and not meets:
                return False
            if self.barred(hex, edge) and self.phase < 8 and meets and edge not in had:
                return False
        stub = {"G8": 4, "J7": 3, "K8": 3}.get(hex)
        return stub is None or stub in exits(tile)

    def barred(self, hex, edge):
        other = self.map.neighbour(hex, edge)
        return edge in BARRIERS.get(hex, ()) or (edge + 3) % 6 in BARRIERS.get(other, ())

    # --- the trace

    def joins(self, hex, tile, rotation):
        """§15.3.1: from a marker to track on the tile; barriers do not stop it."""
        board = self.board.with_tile(hex, tile.id, rotation)
        return any(at == hex and leads for at, _, leads in self.trace(board))

    def cities(self):
        """§8.3.2.2: the cities to which a marker's way leads, over no barrier before light red."""
        closed = self.phase < 8
        found = {(at, place) for at, place, _ in self.trace(self.board, closed)}
        return {f"{at}.{place[1:]}" for at, place in found if isinstance(place, str)}

    def trace(self, board, closed=False):
        """All places to which track leads from the company's markers, each with its track."""
        seen: set[tuple[str, object]] = set()
        todo = [
            (at, f"s{index}")
            for at, index in (stop.split(".") for stop in board.token_stops(self.company))
        ]
        while todo:
            at, place = todo.pop()
            if (at, place) in seen:
                continue
            seen.add((at, place))
            lying = board.tile_at(at)
            leads = [t.b if t.a == place else t.a for t in lying.tracks if place in (t.a, t.b)]
            yield at, place, leads
            if isinstance(place, int) and self.map.neighbour(at, place) is not None:
                over = self.map.neighbour(at, place)
                barred = closed and self.barred(at, place)
                if (place + 3) % 6 in exits(board.tile_at(over)) and not barred:
                    todo.append((over, (place + 3) % 6))
            if isinstance(place, str) and place != "j" and self.stops(board, at, int(place[1:])):
                continue
            todo += [(at, end) for end in leads]

    def stops(self, board, at, index):
        """Does a trace end there: at an off-board, or in a city full of others' markers?"""
        if board.tile_at(at).stops[index].kind == "offboard":
            return True
        slots = board.tokens.get(f"{at}.{index}", ())
        passes = {None, self.company} | ({"NS"} if self.local else set())
        return bool(slots) and not passes & set(slots)


def all_find_room(state, less):
    """Can every home that is kept be taken, with a circle less in that hex?"""
    room = {less: -1}
    for stop, slots in state.board.tokens.items():
        at = stop.partition(".")[0]
        room[at] = room.get(at, 0) + slots.count(None) + slots.count("NS")
    homes = [h for own in state.companies.values() for h in own.homes]
    kept = [{place.partition(".")[0] for place in home} for home in homes]
    return any(all(chosen.count(at) <= room[at] for at in chosen) for chosen in product(*kept))


def compare_markers(rules, state, counts):
    """§8.3.2: every city, with an empty circle and in the place of the State's marker."""
    company = state.round.operating.company
    cities, own = Told(rules, state, company).cities(), state.companies[company]
    mine = {stop.partition(".")[0] for stop in state.board.token_stops(company)}
    for stop, slots in state.board.tokens.items():
        at = stop.partition(".")[0]
        could = stop in cities and at not in mine and own.tokens and state.cash[company] >= 80
        could = bool(could) and all_find_room(state, at)
        for instead in (None, "NS"):
            place = PlaceToken(company, stop, replaced_owner=instead)
            may = could and instead in slots
            assert may == (not judge.refusals(rules, state, place)), place
            counts[may] += 1


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tellings_of_what_may_be_laid_agree(seed):
    rules, dice = rules_for(setup_for(seed)), random.Random(seed)
    left, counts, markers = TURNS, {True: 0, False: 0}, {True: 0, False: 0}
    for _, outcome in play(rules, seed, manner=steadfast):
        state, step = outcome.state, rules.waiting(outcome.state)
        if step is not None and step.name == "token" and not state.round.operating.tokens:
            compare_markers(rules, state, markers)
        fresh = step is not None and step.name == "track" and not state.round.operating.lays
        if not fresh or dice.random() > 0.2:
            continue
        company = state.round.operating.company
        told = Told(rules, state, company)
        reached = [a.action.hex for a in judge.offers(rules, state) if a.kind == "lay"]
        near = {told.map.neighbour(at, edge) for at in reached for edge in range(6)} - {None}
        some = dice.sample(reached, min(5, len(reached)))
        for hex in (*some, *dice.sample(sorted(near), min(2, len(near)))):
            old = state.board.tile_at(hex)
            colour, stops = LATER.get(old.colour, "yellow"), [stop.kind for stop in old.stops]
            for tile in told.known.values():
                alike = tile.colour == colour and [stop.kind for stop in tile.stops] == stops
                if dice.random() > (0.6 if alike else 0.04):
                    continue
                for rotation in range(6):
                    lay = LayTile(company, hex, tile.id, rotation)
                    codes = {refusal.code for refusal in judge.refusals(rules, state, lay)}
                    if codes & ELSEWHERE:
                        continue
                    turned = tile.rotate(rotation)
                    may = (
                        told.suits(hex, turned)
                        and told.edges_do(hex, turned)
                        and told.joins(hex, tile, rotation)
                    )
                    assert may == (not codes), (lay, codes)
                    counts[may] += 1
        left -= 1
        if not left:
            break
    print(counts, markers)
    assert counts[True] and counts[False]
