"""Lays and markers told a second time, compared on random boards.

The headings are Build track, Place exchange or station marker, and the privates. The tests compare
which there may be, and for how much.

Nothing is shared with the rules but the contents of the map and the tiles.
"""

import os
import random
from itertools import product

from companion.rules.core.actions import LayTile, PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.state import GONE
from companion.rules.judge import judge
from companion.rules.operating import tokens, track
from companion.rules.privates.power_tokens import MoveOwnToken
from tests.oracles.track import LATER, exits, keeps
from tests.titles.t1839_2015.game_start import floated, stock_round

BOARDS = 60 if os.environ.get("FULL") else 6
PHASES = ("Yellow", "Green", "Blue", "Brown", "Red", "Gray")
SINCE = {"yellow": 0, "green": 1, "brown": 3, "gray": 5}
RIVERS = {  # Map: ƒ80 for the first tile
    *("D13", "F15", "G6", "G8", "H7", "H15", "I14", "I16", "J9", "J11", "J15", "K16"),
    *("M16", "N15"),
}
NAMED = {"G8", "G10", "I12", "J7", "K8"}  # ƒ80 for each upgrade
CLOSED = {"H7": "LVG", "C10": "SWO", "D9": "SWO", "F13": "RWS", "G12": "RWS"}
RESERVED = {"A08", "A09", "F04", "F08"}
ONLY = {"IJR": ("L11", "L13", "L15", "L17"), "SHZ": ("K16", "L3"), "SZK": ("I16", "K16")}
STATE_LINES = ("SLC", "SLD", "SLE", "SLK")  # after which a marker may follow
LAYING = (None, "SLC", "VVD", "AMB", "LVG", "IJR", "LOK", "SHZ", "CO")
# one more thing is asked of tiles where homes and markers lie, which is tried elsewhere
ELSEWHERE = {"lay.home", "lay.no_place", "lay.allotted"}


class Told:
    """A turn as its company sees it."""

    def __init__(self, at, company):
        self.state, self.company = at.state, company
        self.board, self.map = at.state.board, at.data.map
        self.turn, self.phase = at.state.round.turn, PHASES.index(at.state.phase)
        self.tiles = {number: at.rules.tile(number) for number in at.data.tiles}
        self.counts = at.data.tiles

    def owns(self, private):
        return self.state.privates[private] == self.company

    # --- lays

    def lays(self, lay: LayTile):
        """May the company lay that?"""
        tile, private = self.tiles[lay.tile], lay.private
        turned = tile.rotate(lay.rotation)
        if lay.tile in RESERVED or not self.is_left(lay.tile) or SINCE[tile.colour] > self.phase:
            return False
        owner = self.state.privates.get(CLOSED.get(lay.hex, ""), "")
        if owner in self.state.order:
            return False
        if private and not (self.owns(private) and self.is_for(private, lay.hex, tile)):
            return False
        if not (
            self.makes_city(lay.hex, turned) if private == "LOK" else self.suits(lay.hex, turned)
        ):
            return False
        if private == "LVG":
            return self.joins(lay) and self.pays(lay)
        if private == "IJR":
            return self.joins(lay) and self.pays(lay)
        if not self.has_lay(private, tile.colour == "yellow"):
            return False
        if private == "SHZ" and not self.marks(lay, False):
            return False
        return (private == "SHZ" or self.joins(lay)) and self.pays(lay)

    def is_left(self, number):
        count = self.counts[number]
        return count is None or count > sum(
            lying.tile == number for lying in self.board.laid.values()
        )

    def is_for(self, private, hex, tile):
        if private == "CO":
            return False
        if private == "AMB" and tile.colour == "yellow":
            return False
        return hex in ONLY.get(private, (hex,))

    def has_lay(self, private, yellow):
        """Two tiles, one upgrade at most; or what the private says, from the first tile on."""
        laid = self.turn.lays
        if private in ("SLC", "VVD", "AMB"):
            return not laid
        upgrades = sum(kind == "upgrade" for _, kind in laid)
        return len(laid) < 2 and (yellow or not upgrades)

    def price(self, lay: LayTile):
        private = lay.private
        if private == "SHZ":
            return 80 if lay.hex == "K16" else 0
        if private == "LVG" and lay.hex == "H7":
            return 0
        colour = self.tiles[lay.tile].colour
        ground = 80 if colour == "yellow" and lay.hex in RIVERS and private != "LOK" else 0
        ground += 80 if colour != "yellow" and lay.hex in NAMED else 0
        if private == "LOK":
            ground += 20 if colour == "yellow" else 40
        ground = max(0, ground - 40 * self.owns("GEN"))
        return ground + {"SLC": 10, "VVD": 10, "AMB": 20}.get(private, 0)

    def pays(self, lay):
        return self.price(lay) <= self.state.cash[self.company]

    def suits(self, hex, tile):
        printed, old = self.map.hexes[hex], self.board.tile_at(hex)
        if printed.colour in ("gray", "red") or tile.label != printed.label:
            return False
        if LATER.get(old.colour) != tile.colour or not keeps(old, tile):
            return False
        return self.edges_do(hex, tile)

    def makes_city(self, hex, tile):
        old = self.board.tile_at(hex)
        towns = [stop.kind for stop in old.stops] in (["town"], ["town", "town"])
        colour = {1: "yellow", 2: "green"}.get(len(old.stops))
        one = [stop.kind for stop in tile.stops] == ["city"] and tile.label is None
        yellow = old.colour == "yellow" and tile.colour == colour
        return towns and one and yellow and exits(tile) == exits(old)

    def edges_do(self, hex, tile):
        for edge in exits(tile):
            other = self.map.neighbour(hex, edge)
            if other is None:
                return False
            fixed = self.map.hexes[other].colour in ("gray", "red")
            if fixed and (edge + 3) % 6 not in exits(self.board.tile_at(other)):
                return False
        return hex != "K8" or 3 in exits(tile)

    # --- the trace

    def joins(self, lay: LayTile):
        board = self.board.with_tile(lay.hex, lay.tile, lay.rotation)
        return any(at == lay.hex and leads for at, _, leads in self.trace(board))

    def cities(self, board=None):
        return {
            f"{at}.{place[1:]}"
            for at, place, _ in self.trace(board or self.board)
            if isinstance(place, str)
        }

    def trace(self, board):
        """All places to which track leads from the company's markers, each with its track.

        A trace never turns back.
        """
        seen: set[tuple[str, object, object]] = set()  # hex, place, and whence in the hex
        marked = (stop.split(".") for stop in board.token_stops(self.company))
        todo: list[tuple[str, object, object]] = [(at, f"s{index}", None) for at, index in marked]
        while todo:
            here = at, place, whence = todo.pop()
            if here in seen:
                continue
            seen.add(here)
            leads = [
                t.b if t.a == place else t.a
                for t in board.tile_at(at).tracks
                if place in (t.a, t.b)
            ]
            yield at, place, leads
            if isinstance(place, int) and whence is not None:
                over = self.map.neighbour(at, place)
                if over is not None and (place + 3) % 6 in exits(board.tile_at(over)):
                    todo.append((over, (place + 3) % 6, None))
                continue
            if isinstance(place, str) and place != "j" and self.stops(board, at, int(place[1:])):
                continue
            todo += [(at, end, place) for end in leads if end != whence]

    def stops(self, board, at, index):
        """Does a trace end there: at an off-board, or in a city that it may not pass?"""
        if board.tile_at(at).stops[index].kind == "offboard":
            return True
        slots = board.tokens.get(f"{at}.{index}", ())
        opened = f"{at}.{index}" in board.stacked_tokens
        return bool(slots) and not opened and not {None, self.company} & set(slots)

    # --- markers

    def marks(self, lay, traced):
        """Could a marker come with that tile?"""
        board = self.board.with_tile(lay.hex, lay.tile, lay.rotation)
        stop = f"{lay.hex}.0"
        if stop not in board.tokens or self.turn.tokens:
            return False
        return self.may_hold(board, stop, self.left(), traced)

    def left(self):
        return self.state.companies[self.company].tokens

    def may_hold(self, board, stop, left, traced=True):
        """A circle for a station marker, or an own one for an exchange marker."""
        at, slots = stop.split(".")[0], board.tokens[stop]
        if not left:
            return False
        if self.company in slots:
            owners = [owner for owners in board.stacked_tokens.values() for owner in owners]
            tops = [other.split(".")[0] for other in board.stacked_tokens]
            return self.company not in owners and at not in tops
        mine = {other.split(".")[0] for other in board.token_stops(self.company)}
        if None not in slots or at in mine or (traced and stop not in self.cities(board)):
            return False
        nws = self.state.companies["NWS"].homes and self.company != "NWS"
        return not (at == "G16" and nws) and self.homes_find_room(board, at)

    def homes_find_room(self, board, less):
        room: dict[str, int] = {}
        for stop, slots in board.tokens.items():
            at = stop.partition(".")[0]
            room[at] = room.get(at, 0) + slots.count(None)
        room[less] -= 1
        others = [own.homes for c, own in self.state.companies.items() if c != self.company]
        kept = [place for homes in others for (place,) in homes]
        return kept.count(less) <= room[less]

    def bars(self):
        return len(self.turn.lays) > 1 and self.turn.private_for_lays not in STATE_LINES

    def places(self, place: PlaceToken):
        if self.turn.tokens or self.bars():
            return False
        if place.private and (not self.owns(place.private) or place.private not in ("CO", "SWO")):
            return False
        if not self.may_hold(self.board, place.stop, self.left()):
            return False
        return self.marker_price(place) <= self.state.cash[self.company]

    def marker_price(self, place):
        at, index = place.stop.split(".")
        colours = ("yellow", "green", "brown", "gray")
        clock = [colour for colour in colours if SINCE[colour] <= self.phase]
        value = self.board.tile_at(at).stops[int(index)].value(clock)
        hexes = {other.split(".")[0] for other in self.board.token_stops(self.company)} | {at}
        return {"CO": 0, "SWO": value * len(hexes) // 2}.get(place.private, value * len(hexes))

    def moves(self, move: MoveOwnToken):
        if self.turn.tokens or self.bars() or not self.owns("WSM") or move.private != "WSM":
            return False
        if self.company not in self.board.tokens[move.stop] or move.stop == move.destination:
            return False
        on_top = self.company in self.board.stacked_tokens.get(move.stop, ())
        take = self.board.without_top if on_top else self.board.without_token
        return self.may_hold(take(move.stop, self.company), move.destination, 1)


# --- boards at random


def reached_by(at, company):
    return sorted(at.state.board.reach(at.rules.access.of(at.rules, at.state, company)).hexes)


def board_at_random(seed):
    """A turn of one of four companies, with many tiles laid and some homes not taken yet.

    Privates belong to the company or to nobody.
    """
    dice = random.Random(seed)
    at = stock_round().phase(PHASES[seed % len(PHASES)])
    companies = dice.sample([c.symbol for c in at.data.company_list if c.kind.directed], 4)
    for company in companies:
        at.started(company, 67, "p1", p1=60)
        floated(at, company)
        for home in at.state.companies[company].homes:
            city = dice.choice([s for s in at.state.board.tokens if s.split(".")[0] in home])
            if None in at.state.board.tokens[city]:
                at.token(city, company)
        at.state.alter(company, homes=())
    for _ in range(dice.randint(10, 60)):
        company = dice.choice(companies)
        at.cash(**{company: 1000}).operating(company)
        step = at.rules.waiting(at.state)
        hex = dice.choice(reached_by(at, company))
        lays = [lay for lay in step.possible_lays(at.state, hex) if not lay.refusals]
        if lays:
            lay = dice.choice(lays)
            action = LayTile(company, hex, lay.tile, lay.rotation, None, lay.allotments[0])
            track.lay(Change(at.state), at.rules, action)
        if dice.random() < 0.15:
            step, board = at.operating(company, "token").rules.waiting(at.state), at.state.board
            cities = [s for s in step.find_cities(at.state) if company not in board.tokens[s]]
            if cities:
                tokens.place_token(Change(at.state), company, dice.choice(cities))
    for company in companies:
        if dice.random() < 0.6:
            own = at.state.board.token_stops(company)
            free = [s for s in own if s not in at.state.board.stacked_tokens]
            if free and at.state.companies[company].tokens:
                tokens.put_on_top(Change(at.state), company, dice.choice(free))
    company = max(companies, key=lambda c: len(reached_by(at, c)))
    for private, owner in at.state.privates.items():
        at.state.privates[private] = dice.choice((company, company, "p2", owner, GONE))
    laid = dice.choice(((), (), (), ("yellow",), ("upgrade",), ("yellow", "upgrade")))
    at.cash(**{company: dice.choice((1000, 1000, 79, 30))})
    return at, company, tuple(("A14", kind) for kind in laid), dice


def test_two_tellings_of_what_may_be_laid_agree():
    counts = {True: 0, False: 0}
    for seed in range(BOARDS):
        compare_lays(seed, counts)
    assert counts[True] > 5 * BOARDS and counts[False] > 100 * BOARDS


def test_two_tellings_of_where_markers_go_agree():
    counts = {True: 0, False: 0}
    for seed in range(1000, 1000 + BOARDS):
        compare_markers(seed, counts)
    assert counts[True] > BOARDS and counts[False] > 100 * BOARDS


def compare_lays(seed, counts):
    """Compare the lays on some hexes, with each private and without, and some of their costs."""
    at, company, laid, dice = board_at_random(seed)
    at.operating(company, lays=laid)
    told = Told(at, company)
    reached = reached_by(at, company)
    near = dice.sample(reached, min(10, len(reached)))
    some = [*near, *dice.sample(list(at.data.map.hexes), 2), "L3", "K16", "L13"]
    for hex, private in product(some, LAYING):
        if private and not told.owns(private) and dice.random() < 0.9:
            continue
        colour, old = LATER.get(at.state.board.tile_at(hex).colour), at.state.board.tile_at(hex)
        kinds = [stop.kind for stop in old.stops]
        for number, tile in told.tiles.items():
            alike = tile.colour == colour and [stop.kind for stop in tile.stops] == kinds
            town = private == "LOK" and "town" in kinds and tile.label is None
            if dice.random() > (0.3 if alike or town else 0.005):
                continue
            for rotation in range(6):
                lay = LayTile(company, hex, number, rotation, private)
                codes = {refusal.code for refusal in judge.refusals(at.rules, at.state, lay)}
                if codes & ELSEWHERE or (at.state.board.tile_at(hex).stops and _loses(told, lay)):
                    continue
                assert told.lays(lay) == (not codes), (lay, codes)
                counts[not codes] += 1
                if not codes and dice.random() < 0.1:
                    after = judge.apply(at.rules, at.state, lay).state
                    assert at.state.cash[company] - after.cash[company] == told.price(lay), lay


def _loses(told, lay):
    """Has the tile no city for a marker that lies on the hex?"""
    try:
        told.board.with_tile(lay.hex, lay.tile, lay.rotation)
    except ValueError:
        return True
    return False


def compare_markers(seed, counts):
    """Each city, with each private and without; each move; and a tile with a marker."""
    at, company, laid, dice = board_at_random(seed)
    at.operating(company, "token", lays=laid, tokens=int(dice.random() < 0.1))
    told = Told(at, company)
    for stop, private in product(at.state.board.tokens, (None, "CO", "SWO", "LVG")):
        place = PlaceToken(company, stop, private)
        codes = {refusal.code for refusal in judge.refusals(at.rules, at.state, place)}
        assert told.places(place) == (not codes), (place, codes)
        counts[not codes] += 1
        if not codes:
            after = judge.apply(at.rules, at.state, place).state
            assert at.state.cash[company] - after.cash[company] == told.marker_price(place), place
    for stop, to in product(at.state.board.token_stops(company), at.state.board.tokens):
        move = MoveOwnToken(company, "WSM", stop, to)
        codes = {refusal.code for refusal in judge.refusals(at.rules, at.state, move)}
        assert told.moves(move) == (not codes), (move, codes)
        counts[not codes] += 1
    for rotation, number in product(range(6), ("5", "6", "57", "14", "15", "619", "9")):
        for hex in ("I16", "K16", "L3"):
            lay = LayTile(company, hex, number, rotation, "SZK")
            codes = {refusal.code for refusal in judge.refusals(at.rules, at.state, lay)}
            if codes & ELSEWHERE or _loses(told, lay):
                continue
            may = (
                told.owns("SZK")
                and hex in ONLY["SZK"]
                and SINCE[told.tiles[number].colour] <= told.phase
                and told.is_left(number)
                and told.suits(hex, told.tiles[number].rotate(rotation))
                and told.joins(lay)
                and told.marks(lay, True)
                and at.state.cash[company] >= 80
            )
            assert may == (not codes), (lay, codes)
            counts[not codes] += 1
