"""Track told a second time, by what is printed on tiles: for titles whose lays are told twice."""

from itertools import permutations

LATER = {"white": "yellow", "yellow": "green", "green": "brown", "brown": "gray"}


def exits(tile):
    return {end for track in tile.tracks for end in (track.a, track.b) if isinstance(end, int)}


def ends(tile, index):
    """The edges that lead to a stop."""
    name = f"s{index}"
    found = {t.b if t.a == name else t.a for t in tile.tracks if name in (t.a, t.b)}
    return found | ({e for e in joined_through_j(tile)} if "j" in found else set())


def joined_through_j(tile):
    found = {t.b if t.a == "j" else t.a for t in tile.tracks if "j" in (t.a, t.b)}
    return {end for end in found if isinstance(end, int)}


def joined(tile):
    """Groups of edges that plain track joins."""
    found = [{t.a, t.b} for t in tile.tracks if isinstance(t.a, int) and isinstance(t.b, int)]
    return [*found, joined_through_j(tile)]


def pairs(groups):
    return [{a, b} for group in groups for a in group for b in group if a < b]


def keeps(old, new):
    """Does a tile keep pairs of edges, and what leads to each town and city?"""
    before, after = joined(old), joined(new)
    if not all(any(pair <= group for group in after) for pair in pairs(before)):
        return False
    for kind in ("town", "city"):
        mine = [ends(old, i) for i, stop in enumerate(old.stops) if stop.kind == kind]
        theirs = [ends(new, i) for i, stop in enumerate(new.stops) if stop.kind == kind]
        if len(mine) > len(theirs):  # cities of a named hex may become one
            if kind == "town" or new.label is None or len(theirs) != 1:
                return False
            if not all(found <= theirs[0] for found in mine):
                return False
        elif len(mine) < len(theirs) or not any(
            all(a <= b for a, b in zip(mine, way, strict=True)) for way in permutations(theirs)
        ):
            return False
    return True
