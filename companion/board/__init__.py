"""The board: tiles, hexes, tokens, lays and routes. Pure geometry that knows no title."""
