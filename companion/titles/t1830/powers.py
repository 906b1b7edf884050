"""Powers of the privates of 1830, as named in its ``title.toml``."""

from companion.titles.powers import company, fields, hex_of_map, tile, tiles

POWERS = {
    "extra_tile": fields(hex=hex_of_map, tiles=tiles),
    "teleport": fields(hex=hex_of_map, tile=tile),
    "exchange": company,
}
