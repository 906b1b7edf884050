"""The book's figures, typed for this reckoning in ``figures.toml``, apart from the title's data."""

import tomllib
from pathlib import Path
from typing import Any

FIGURES = tomllib.loads(Path(__file__).with_name("figures.toml").read_text(encoding="utf-8"))


def read_stop(text: str) -> dict[str, Any]:
    """Read ``city 20 x2``, or an off-board's ``group / country / values by colour``."""
    kind, _, rest = text.partition(" ")
    if kind != "offboard":
        value, _, slots = rest.partition(" x")
        return {"kind": kind, "revenue": int(value), "slots": int(slots or 1)}
    group, country, values = rest.split(" / ")
    words = values.split()
    by_colour = values != "by route" and dict(zip(words[::2], map(int, words[1::2]), strict=True))
    return {"kind": kind, "group": group, "country": country, "revenue": by_colour or None}


def read_track(text: str) -> list[list[int | str]]:
    """Read ``0-s0 s0-3``: edges are numbers, stops and junctions are names."""
    pairs = (pair.split("-") for pair in text.split())
    return [[int(end) if end.isdecimal() else end for end in pair] for pair in pairs]


def read_hex(text: str) -> dict[str, Any]:
    """Read one line of the map."""
    found: dict[str, Any] = {"stops": [], "tracks": [], "water": False, "fee": 0}
    for part in filter(None, text.split("; ")):
        if part == "water":
            found["water"] = True
        elif part.startswith("fee "):
            found["fee"] = int(part[4:])
        elif part[0].isdecimal():
            found["tracks"] = read_track(part)
        else:
            found["stops"] = [read_stop(stop) for stop in part.split(", ")]
    return found


def read_tile(text: str) -> dict[str, Any]:
    """Read one line of the tiles."""
    colour, stops, track = text.split(";")
    return {
        "color": colour,
        "stops": [read_stop(stop) for stop in filter(None, stops.strip().split(", "))],
        "tracks": read_track(track),
    }


HEXES = {at: read_hex(text) for at, text in FIGURES["hexes"].items()}
NUMBERS = {  # tiles that deeds call by another number than the one printed on them
    **{"LOO6": "248", "LO57": "802", "LOO5": "803", "B206": "B06", "B13": "B07", "H6": "H06"},
    **{"U6": "U06", "LO35": "35", "E36": "36", "619": "38", "LO64": "54", "LO214": "64"},
    **{"LO65": "65", "LO66": "66", "LO67": "67", "LO68": "68", "E212": "212", "83": "213"},
    **{"82": "214", "80": "215", "81": "216", "A425": "A800", "EB121": "B121", "EB122": "B122"},
    **{"EH121": "H121", "ER121": "R121", "ER123": "R123", "EU121": "U121", "125": "51"},
    **{"544": "217", "545": "218", "546": "219", "L168": "339", "L1168": "804"},
}
TURNS = {  # and by how many sixths those lie turned, of which deeds count the turns
    **{"2": 3, "5": 1, "6": 2, "55": 1, "56": 2, "69": 3, "248": 5, "632": 1, "633": 2, "803": 3},
    **{"B07": 1, "H06": 5, "U06": 5, "14": 1, "16": 2, "21": 3, "35": 4, "54": 2, "64": 1},
    **{"65": 2, "66": 3, "67": 1, "68": 1, "215": 1, "216": 1, "625": 1, "626": 2, "51": 2},
    **{"218": 3, "219": 3, "339": 2, "804": 2},
}
OTHER_WAY = ("69", "248", "802", "35", "66", "339", "804")  # their two places are numbered so


def _as_in_deeds(number: str) -> dict:
    """Read a tile and turn it as the recorded actions count its rotation."""
    tile = read_tile(FIGURES["tiles"][number])
    names = {"s0": "s1", "s1": "s0"} if number in OTHER_WAY else {}
    tracks = [
        [
            (end + TURNS.get(number, 0)) % 6 if isinstance(end, int) else names.get(end, end)
            for end in pair
        ]
        for pair in tile["tracks"]
    ]
    return {**tile, "tracks": tracks}


_CALLED = {number: called for called, number in NUMBERS.items()}
TILES = {_CALLED.get(number, number): _as_in_deeds(number) for number in FIGURES["tiles"]}
PRICES = FIGURES["prices"]
SILL, TOP = 135, 1000
TRAINS = FIGURES["trains"]
KINDS = list(TRAINS)
PHASES = ["Yellow", "Green", "Blue", "Brown", "Red", "Gray"]  # each begins with its kind of train
RUSTS = {2: "2", 3: "3+", 4: "5+", 5: "7+"}  # by the number of the phase
ROUNDS = FIGURES["rounds"]
PUBLIC = FIGURES["homes"]  # the hexes of each public company
FOREIGN = {"OZ": "Overzees", "BEL": "België", "D": "Duitsland"}  # in their order
PRIVATES = FIGURES["privates"]
FACE = {symbol: private["face"] for symbol, private in PRIVATES.items()}
ONCE = {p for p, private in PRIVATES.items() if private.get("once")}
CASH = {int(players): cash for players, cash in FIGURES["cash"].items()}
RIVER = 80  # for the first tile, and for each upgrade of a city with a name on its tiles
WAYS = {0: (1, -1), 1: (0, -2), 2: (-1, -1), 3: (-1, 1), 4: (0, 2), 5: (1, 1)}
DIJK = {"C10": ("A09", 0), "D9": ("A08", 1)}  # Spoorwegwerken Oost
BYPASS = {"F13": ("F04", 0), "G12": ("F08", 1)}  # Rijkswaterstaat


def neighbour(hex: str, edge: int) -> str:
    """The hex over that edge, on the map or off it."""
    rows, columns = WAYS[edge]
    return f"{chr(ord(hex[0]) + rows)}{int(hex[1:]) + columns}"


def revenue_of(private: str, owner: str) -> int:
    """The revenue of a private for its owner in the private step."""
    return int(PRIVATES[private]["company" if owner in PUBLIC else "player"])


def kind_of(train: str) -> str:
    """The kind of a train, by its id."""
    return train.rpartition("-")[0]
