"""The files ``map.toml`` and its variants: hexes, and how many of each tile there are."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import Tag, ValidationInfo, field_validator

from companion.board.map import BORDER_KINDS, Map, read_map
from companion.board.tiles import COLOURS, DIESEL
from companion.titles.schema.fields import (
    NUMBER,
    TABLE,
    AnyTile,
    Colour,
    Edge,
    Flag,
    Hex,
    Listed,
    Name,
    Owner,
    StopKind,
    Sum,
    Table,
    Text,
    Unlimited,
    Whole,
    Word,
    describe,
    either,
    fault,
)

Orientation = Annotated[Literal["pointy", "flat"], Word()]
Letters = Annotated[Literal["rows", "columns"], Word()]
Icon = Annotated[str, Text(6, "[A-Za-z0-9&]+", "a word of 1 to 6 letters, digits and &")]
TileNumber = Annotated[str, Text(10, "[A-Za-z0-9]+", "1 to 10 letters and digits")]
BorderKind = Annotated[Literal["impassable", "water", "barrier"], Word()]
assert set(BORDER_KINDS) == {"impassable", "water", "barrier"}
Label = Annotated[str, Text(10)]
TileCount = Annotated[
    Annotated[int, Whole(0, 999), Tag(NUMBER)] | Unlimited,
    either('a whole number from 0 to 999, or "unlimited"'),
]
ValueColour = Annotated[
    Literal["white", "yellow", "green", "brown", "gray", "red", "blue", "black", "diesel"], Word()
]
assert set(get_args(get_args(ValueColour)[0])) == {*COLOURS, DIESEL}
Revenue = Annotated[
    Annotated[Sum, Tag(NUMBER)] | Annotated[dict[ValueColour, Sum], Tag(TABLE)],
    either("a whole number from 0 to 1000000, or one by colour of tile"),
]


class StopTable(Table):
    """A place where trains stop."""

    kind: StopKind = describe("Its kind.", "city")
    revenue: Revenue = describe(
        "Its revenue: a number, or one by colour of tile, of which the last begun counts."
        ' "diesel" is the revenue for trains named D.',
        20,
        0,
    )
    slots: Annotated[int, Whole(0, 10)] = describe(
        "The slots for tokens of a city.", 1, 0, validate_default=True
    )
    group: Name | None = describe("Stops of one group are one station.", "Chicago", None)
    hidden: Flag = describe("Whether the value stands on another hex of the group.", True, False)
    region: Name | None = describe("A route has one off-board of a region.", "Germany", None)
    follows: Flag = describe(
        "Whether an off-board takes its value from the other stops of the route.", True, False
    )

    visit_cost: Annotated[int, Whole(0, 1)] = describe(
        "How much of a train's length a visit uses.", 0, 1
    )

    makes_route: Flag = describe(
        "Whether it counts for a route that obliges a company to own a train.", False, True
    )

    @field_validator("slots")
    @classmethod
    def _check_slots(cls, slots: int, info: ValidationInfo) -> int:
        kind = info.data.get("kind")
        if kind and (kind == "city") != (slots > 0):
            raise fault(f"is {slots}; a city has 1 or more, and others have none")
        return slots

    port: Annotated[Literal["by_tokens", "half"], Word()] | None = describe(
        "The pay of a port. By tokens it is its revenue times the company's own cities on the"
        " route. Half is half of the pay of the other stops, rounded down to a multiple of 10. A"
        " route has at most one port, beside two other stops or more. A port makes no route that"
        " obliges to own a train.",
        "by_tokens",
        None,
    )

    @field_validator("region", "follows", "port")
    @classmethod
    def _check_off_board(cls, value: object, info: ValidationInfo) -> object:
        kind = info.data.get("kind", "offboard")
        if value and kind != "offboard":
            raise fault(f"only an off-board has this, no {kind}")
        return value


class TerrainTable(Table):
    """Terrain, which costs money for the first tile."""

    kind: Annotated[
        str, Text(20, r"[a-z]+(\+[a-z]+)?", "a word of lower-case letters, or two with + between")
    ] = describe("Its kind, as it is drawn. Without it only the cost is.", "water+mountain", "")
    cost: Sum = describe("Its cost.", 80)


class BorderTable(Table):
    """A border on an edge; without a kind no line is drawn there."""

    edge: Edge = describe("The edge.", 5)
    kind: BorderKind | None = describe("The kind of border.", "impassable", None)
    cost: Sum = describe("The cost of crossing it.", 40, 0)


class FutureLabelTable(Table):
    """A label that tiles must have from a colour on."""

    label: Label = describe("The letters.", "P")
    from_colour: Colour = describe("The first colour of such tiles.", "brown")


class TileTable(Table):
    """A tile or hex: what both have."""

    colour: Colour = describe("Its colour.", "yellow", "white")
    label: Label | None = describe(
        "The letters on it, which a tile on it must have too.", "NY", None
    )
    stops: Annotated[tuple[StopTable, ...], Listed(0, 10)] = describe(
        "Its stops.", [{"kind": "city", "slots": 1}], ()
    )
    tracks: Annotated[tuple[Any, ...], Listed(0, 40)] = describe(
        'Its track, each piece between two ends: edges, stops as "s0", or the junction "j".'
        ' With "terminal", trains may only end there.',
        [[0, "s0"], [3, "s0", "terminal"]],
        (),
    )
    future_label: FutureLabelTable | None = describe(
        "The label that the next tiles must have from a colour on.",
        {"label": "P", "from_colour": "brown"},
        None,
    )
    icons: Annotated[tuple[Icon, ...], Listed(0, 4)] = describe(
        "Its marks, each a word.", ["port"], ()
    )

    @field_validator("tracks")
    @classmethod
    def _check_tracks(cls, tracks: tuple[Any, ...], info: ValidationInfo) -> tuple[Any, ...]:
        stops = [f"s{index}" for index in range(len(info.data.get("stops", range(10))))]
        ends = [*range(6), *stops, "j"]
        for number, piece in enumerate(tracks):
            right = isinstance(piece, list) and piece[2:] in ([], ["terminal"])
            if not right or len(piece) < 2 or piece[0] == piece[1]:
                raise fault(
                    f'piece {number}: two different ends, and perhaps "terminal", are needed'
                )
            for end in piece[:2]:
                if isinstance(end, bool) or end not in ends:
                    raise fault(f"piece {number}: an end is one of {', '.join(map(str, ends))}")
        return tracks


class OwnTileTable(TileTable):
    """A tile of the catalogue, or of a title."""

    cost: Sum = describe("The cost of replacing it.", 80, 0)
    is_final: Flag = describe("Whether it is never replaced.", True, False)


class HexTable(TileTable):
    """A hex as it is printed."""

    name: Name | None = describe("Its name.", "New York & Newark", None)
    terrain: Annotated[tuple[TerrainTable, ...], Listed(0, 5)] = describe(
        "Its terrain.", [{"kind": "water", "cost": 80}], ()
    )
    borders: Annotated[tuple[BorderTable, ...], Listed(0, 6)] = describe(
        "Its borders.", [{"edge": 5, "kind": "impassable"}], ()
    )
    stubs: Annotated[tuple[Edge, ...], Listed(0, 6)] = describe(
        "The edges with a stub of track, which its first tile must continue.", [1, 4], ()
    )
    fees: dict[Colour, Sum] = describe(
        "The fee for a tile of a colour, besides terrain.", {"green": 80}, {}
    )
    loose: Flag = describe(
        "Whether tokens may leave their city's track with the first tile.", True, False
    )


class MapFile(Table):
    """The map, and the number of each tile. A variant of the map is a second file like it."""

    orientation: Orientation = describe(
        "Whether hexes have a pointy or a flat top. Edge 0 is at the lower left or at the bottom.",
        "flat",
        "pointy",
    )
    letters: Letters = describe(
        "Whether letters count rows from the top or columns from the left.", "columns", "rows"
    )
    gives_way: Annotated[tuple[Owner, ...], Listed()] = describe(
        "The owners whose tokens leave when a new tile has no slot for them.", ["NS"], ()
    )
    fewer_circles: Flag = describe(
        "Whether a tile that joins cities may have fewer slots than they had.", True, False
    )
    tiles: dict[AnyTile, TileCount] = describe(
        'The number of each tile: a number, or "unlimited".', {"57": 4}, {}
    )
    own_tiles: dict[TileNumber, OwnTileTable] = describe(
        "The title's own tiles. They go before those of the catalogue with the same number.",
        {"X1": {"colour": "yellow", "tracks": [[0, 3]]}},
        {},
    )
    labels: dict[AnyTile, Label] = describe(
        "Letters of tiles that differ from the catalogue.", {"53": "Ba"}, {}
    )
    printed: dict[AnyTile, Label] = describe(
        "Numbers of tiles that differ from the catalogue.", {"LO57": "802"}, {}
    )
    hexes: dict[Hex, HexTable] = describe(
        "The hexes of the map, by letters and number.",
        {"A1": {"colour": "white"}},
        min_length=1,
        max_length=400,
    )

    def build(self, written: Mapping[str, Any], must_change: bool = False) -> Map:
        """Return the map; ``written`` are the tables of the file.

        With ``must_change``, an upgrade must change what its company reaches.
        """
        return read_map(written, must_change)
