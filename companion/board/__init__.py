"""The table's map: tiles, hexes, tokens, lays, routes. Pure geometry; it knows no title and no money."""
