"""The map on the table: tiles, hexes, tokens, lays, routes. Pure geometry; it knows no title."""
