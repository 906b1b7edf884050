"""The map: its tiles and markers, and the values of places."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from .rule_book import HEXES, RIVER, TILES, neighbour

Piece = tuple[str, frozenset[int | str]]  # a hex, and the ends of a piece of track in it


@dataclass
class Land:
    """Tiles by hex, as number and turn, and markers by place.

    The exchange marker's company stands beside them.
    """

    tiles: dict[str, tuple[str, int]] = field(default_factory=dict)
    markers: dict[str, list[str]] = field(default_factory=dict)
    exchange: dict[str, str] = field(default_factory=dict)

    # --- tiles

    def stops(self, hex: str) -> list[dict]:
        return TILES[self.tiles[hex][0]]["stops"] if hex in self.tiles else HEXES[hex]["stops"]

    def tracks(self, hex: str) -> list[tuple[int | str, int | str]]:
        if hex not in self.tiles:
            return [tuple(pair) for pair in HEXES[hex]["tracks"]]
        number, turn = self.tiles[hex]
        return [
            tuple((end + turn) % 6 if isinstance(end, int) else end for end in pair)
            for pair in TILES[number]["tracks"]
        ]

    def exits(self, hex: str, city: int) -> set[int]:
        """The edges to which a place of the hex is joined."""
        ends = [set(pair) for pair in self.tracks(hex) if f"s{city}" in pair]
        return {end for pair in ends for end in pair if isinstance(end, int)}

    def ground(self, hex: str, tile: str) -> int:
        """The cost of a lay by the ground (Building track)."""
        if not self.is_yellow(tile):
            return HEXES[hex]["fee"]
        water = HEXES[hex]["water"]
        return RIVER if water and hex not in self.tiles else 0

    def is_yellow(self, tile: str) -> bool:
        return TILES[tile]["color"] == "yellow"

    def lay(self, hex: str, tile: str, turn: int, allotted: dict[str, int]) -> dict[str, str]:
        """Lay a tile, and return the new names of the places that were there.

        Markers go along with their city, except those that are allotted.
        """
        before = [self.exits(hex, city) for city in range(len(self.stops(hex)))]
        self.tiles[hex] = (tile, turn)
        count = len(self.stops(hex))
        becomes: dict[int, int] = {}
        for city, exits in enumerate(before):
            fits = [new for new in range(count) if exits and exits <= self.exits(hex, new)]
            if count == 1:
                becomes[city] = 0
            elif fits:
                becomes[city] = fits[0]
        for city in range(len(before)):
            free = [new for new in (city, *range(count)) if new not in becomes.values()]
            if free and free[0] < count:
                becomes.setdefault(city, free[0])
        self._move_markers(hex, becomes, allotted)
        return {f"{hex}.{city}": f"{hex}.{new}" for city, new in becomes.items()}

    def _move_markers(self, hex: str, becomes: dict[int, int], allotted: dict[str, int]) -> None:
        lying = {p: self.markers.pop(p) for p in list(self.markers) if hex_of(p) == hex}
        tops = {p: self.exchange.pop(p) for p in list(self.exchange) if hex_of(p) == hex}
        for place, companies in lying.items():
            for company in companies:
                city = allotted.get(company, becomes.get(city_of(place), 0))
                self.markers.setdefault(f"{hex}.{city}", []).append(company)
                if tops.get(place) == company:
                    self.exchange[f"{hex}.{city}"] = company

    # --- places

    def stop(self, place: str) -> dict:
        return self.stops(hex_of(place))[city_of(place)]

    def kind(self, place: str) -> str:
        return self.stop(place)["kind"]

    def is_off_board(self, place: str) -> bool:
        return self.kind(place) == "offboard"

    def is_roer(self, place: str) -> bool:
        return self.is_off_board(place) and self.stop(place)["group"] == "Roer"

    def value(self, place: str, phase: int) -> int:
        """The value of a place in a phase (its number); the Roer has no value of its own."""
        worth = self.stop(place)["revenue"]
        if not isinstance(worth, dict):
            return worth or 0
        names = ("yellow", "green", "green", "brown", "red", "gray")[: phase + 1]
        return next(worth[name] for name in reversed(names) if name in worth)

    def is_full(self, place: str) -> bool:
        return len(self.markers.get(place, ())) >= self.stop(place).get("slots", 1)

    def has(self, company: str, place: str) -> bool:
        return company in self.markers.get(place, ())

    def opened(self, company: str, place: str) -> bool:
        """Is it a full city, without an own marker, that another's exchange marker opens?"""
        full = self.kind(place) == "city" and self.is_full(place) and not self.has(company, place)
        return full and place in self.exchange

    def passes(self, company: str, place: str) -> bool:
        """May a route of the company go on there?"""
        if self.kind(place) != "city":
            return self.kind(place) == "town"
        return not self.is_full(place) or self.has(company, place) or place in self.exchange

    def own(self, company: str) -> list[str]:
        """The places with a marker of the company."""
        return [place for place, owners in self.markers.items() if company in owners]

    # --- track

    def joined(self) -> set[str]:
        """All cities and towns with a marker, or with track to one, past full cities too.

        Track goes on from a place in any direction but the one in which it came.
        """
        found: set[str] = set()
        todo: list[tuple[str, int | str]] = [(place, "") for place in self.markers]
        seen: set[tuple[str, int | str]] = set()
        left: set[tuple[str, int | str]] = set()
        while todo:
            place, back = todo.pop()
            if not self.markers.get(place, True) or self.is_off_board(place):
                continue
            if (place, back) in left:
                continue
            left.add((place, back))
            found.add(place)
            ways = [(hex_of(place), f"s{city_of(place)}")]
            while ways:
                hex, come = ways.pop()
                for end in self.onward(hex, come, set()):
                    if isinstance(come, str) and end == back:
                        continue
                    to = (neighbour(hex, end), (end + 3) % 6) if isinstance(end, int) else None
                    if to is None:
                        todo.append((f"{hex}.{end[1:]}", come))
                    elif to[0] in HEXES and to not in seen:
                        seen.add(to)
                        ways.append(to)
        return found

    def onward(self, hex: str, come: int | str, used: set[Piece]) -> Iterator[int | str]:
        """The ways on from an end of track in a hex, beside that track.

        They lead to an edge, or to a place of the hex.
        """
        for pair in self.tracks(hex):
            if come in pair and (hex, frozenset(pair)) not in used:
                (end,) = (one for one in pair if one != come)
                if end != "j":
                    yield end
                else:
                    yield from (e for e in self.onward(hex, "j", used) if e != come)


def hex_of(place: str) -> str:
    return place.partition(".")[0]


def city_of(place: str) -> int:
    return int(place.partition(".")[2])
