"""What the privates of 1830 can do, as its ``title.toml`` says it."""

from companion.titles.powers import company, fields, hex_of_map, tile, tiles

POWERS = {
    "extra_tile": fields(hex=hex_of_map, tiles=tiles),
    "teleport": fields(hex=hex_of_map, tile=tile),
    "exchange": company,
}
