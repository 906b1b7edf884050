"""Powers of the privates of 1828, as named in its ``title.toml``."""

from companion.titles.powers import company, fields, flag, hex_of_map, number, tiles, train

POWERS = {
    "company_revenue": number,
    "player_revenue": number,
    "extra_tile": fields(hex=hex_of_map),
    "teleport": fields(hex=hex_of_map, cost=number, once=tiles),
    "railway": fields(company=company, train=train),
    "swap": flag,
    "first_tile": fields(hex=hex_of_map),
    "extra_yellow": number,
    "good": flag,
    "one_bid": flag,
}
