"""The book's figures, as the sheet of facts has them."""

import json
from pathlib import Path

FACTS = Path(__file__).parents[5] / "shared" / "facts"
BOOK = json.loads((FACTS / "1839-2015.json").read_text(encoding="utf-8"))
_TILES = json.loads((FACTS / "1839-2015-tiles.json").read_text(encoding="utf-8"))

HEXES = {hex["at"]: hex for hex in BOOK["map"]["hexes"]}
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
    """A tile of the sheet, turned as deeds have it."""
    tile = next(tile for tile in _TILES["tiles"] if tile["id"] == number)
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
TILES = {_CALLED.get(t["id"], t["id"]): _as_in_deeds(t["id"]) for t in _TILES["tiles"]}
PRICES = BOOK["market"]["values"]
SILL, TOP = 135, 1000
TRAINS = {train["name"]: train["price"] for train in BOOK["trains"]}
KINDS = list(TRAINS)
PHASES = ["Yellow", "Green", "Blue", "Brown", "Red", "Gray"]  # each begins with its kind of train
RUSTS = {2: "2", 3: "3+", 4: "5+", 5: "7+"}  # by the number of the phase
ROUNDS = [phase["operating_rounds"] for phase in BOOK["phases"]]
PUBLIC = {company["symbol"]: company for company in BOOK["public_companies"]}
FOREIGN = {"OZ": "Overzees", "BEL": "België", "D": "Duitsland"}  # in their order
PRIVATES = {private["symbol"]: private for private in BOOK["privates"]}
FACE = {symbol: private["face_value"] for symbol, private in PRIVATES.items()}
ONCE = {p for p, private in PRIVATES.items() if private["closes"].get("when_power_used")}
CASH = {row["players"]: row["cash"] for row in BOOK["players"]}
RIVER = 80  # for the first tile, and for each upgrade of a city with a name on its tiles
WAYS = {0: (1, -1), 1: (0, -2), 2: (-1, -1), 3: (-1, 1), 4: (0, 2), 5: (1, 1)}
DIJK = {"C10": ("A09", 0), "D9": ("A08", 1)}  # Spoorwegwerken Oost
BYPASS = {"F13": ("F04", 0), "G12": ("F08", 1)}  # Rijkswaterstaat


def neighbour(hex: str, edge: int) -> str:
    """The hex over that edge, on the map or off it."""
    rows, columns = WAYS[edge]
    return f"{chr(ord(hex[0]) + rows)}{int(hex[1:]) + columns}"


def revenue_of(private: str, owner: str) -> int:
    """What a private pays its owner in the private step."""
    paid = PRIVATES[private]["revenue"]["company" if owner in PUBLIC else "player"]
    return paid if isinstance(paid, int) else 0


def kind_of(train: str) -> str:
    """The kind of a train, by its id."""
    return train.rpartition("-")[0]
