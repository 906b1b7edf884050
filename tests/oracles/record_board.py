"""The record board once more, from its data alone: all routes, and the best run of them.

Nothing is shared with companion/board. A route is known by the edges that it crosses.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from companion.bench.record_board import FILE

STEPS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))  # columns and half rows, by edge
Edge = frozenset[str]  # of two hexes


class Way(NamedTuple):
    """A way from stop to stop: the hexes of its stops in order, and the edges that it crosses."""

    stops: tuple[str, ...]
    edges: frozenset[Edge]


@cache
def data() -> Mapping[str, Any]:
    """The data of the board."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def hexes() -> Mapping[str, Any]:
    """All hexes with track."""
    told: Mapping[str, Any] = data()["map"]["hexes"]
    return told


def beyond(at: str, edge: int) -> str:
    """The hex over an edge."""
    columns, rows = STEPS[edge]
    return f"{chr(ord(at[0]) + columns)}{int(at[1:]) + rows}"


def stop_of(at: str) -> Mapping[str, Any] | None:
    """The stop in a hex. No hex of this board has two."""
    stops = hexes()[at].get("stops", [])
    assert len(stops) < 2
    return stops[0] if stops else None


def value(at: str) -> int:
    """The pay of a stop in the last colour."""
    stop = stop_of(at)
    assert stop
    revenue = stop["revenue"]
    return revenue if isinstance(revenue, int) else revenue["gray"]


def is_open(at: str, company: str) -> bool:
    """Whether the company's trains run through a stop."""
    stop, tokens = stop_of(at), data()["tokens"].get(f"{at}.0", [])
    assert stop
    full = stop["kind"] == "city" and len(tokens) == stop["slots"]
    return stop["kind"] != "offboard" and (company in tokens or not full)


def after(at: str, here: int | str) -> Iterator[int | str]:
    """The other end of each piece of track from an edge or from the stop ("s0") of a hex."""
    for one, other in hexes()[at]["tracks"]:
        if here in (one, other):
            yield other if one == here else one


def ways(company: str) -> dict[frozenset[Edge], Way]:
    """All routes of the company, each once, by the edges that they cross."""
    found: dict[frozenset[Edge], Way] = {}
    own = {stop.partition(".")[0] for stop, who in data()["tokens"].items() if company in who}

    def leave(stops: tuple[str, ...], edges: frozenset[Edge]) -> None:
        """Go on from the last stop."""
        for edge in after(stops[-1], "s0"):
            cross(stops, edges, stops[-1], int(edge))

    def cross(stops: tuple[str, ...], edges: frozenset[Edge], at: str, edge: int) -> None:
        there = beyond(at, edge)
        side = frozenset((at, there))
        if there not in hexes() or side in edges:
            return
        for out in after(there, (edge + 3) % 6):
            if isinstance(out, int):
                cross(stops, edges | {side}, there, out)
            elif there not in stops:
                arrive((*stops, there), edges | {side})

    def arrive(stops: tuple[str, ...], edges: frozenset[Edge]) -> None:
        if not own.isdisjoint(stops):
            found.setdefault(edges, Way(stops, edges))
        if is_open(stops[-1], company):
            leave(stops, edges)

    for at in hexes():
        if stop_of(at):
            leave((at,), frozenset())
    return found


def revenue(train: str, stops: Sequence[str]) -> int:
    """The revenue of a train with these stops; 0 if it may not run there.

    It stops at both ends. Between them it may pass towns, or anything.
    """
    kind = data()["trains"][train]
    most, ends = kind.get("stops", len(stops)), [stops[0], stops[-1]]
    between = {at: stop_of(at) for at in stops[1:-1]}
    skips = [at for at, stop in between.items() if kind.get("passes") or stop["kind"] == "town"]
    fixed = ends + [at for at in between if at not in skips]
    if len(fixed) > most:
        return 0
    paid = fixed + sorted(skips, key=value, reverse=True)[: most - len(fixed)]
    return sum(map(value, paid)) * kind.get("pays", 1)


def best(company: str, trains: Sequence[str]) -> int:
    """The greatest revenue of all combinations of routes."""
    numbers: dict[Edge, int] = {}
    every = []
    for edges, way in ways(company).items():
        mask = sum(1 << numbers.setdefault(edge, len(numbers)) for edge in edges)
        every.append((mask, way.stops))
    lists = []
    for train in trains:
        earned = ((revenue(train, stops), mask) for mask, stops in every)
        lists.append(sorted((each for each in earned if each[0]), reverse=True))
    ahead = [sum(each[0][0] for each in lists[number:]) for number in range(len(lists) + 1)]
    greatest = 0

    def extend(number: int, earned: int, taken: int) -> None:
        nonlocal greatest
        greatest = max(greatest, earned)
        if number == len(lists):
            return
        for more, mask in lists[number]:
            if earned + more + ahead[number + 1] <= greatest:
                return
            if not mask & taken:
                extend(number + 1, earned + more, taken | mask)
        extend(number + 1, earned, taken)

    extend(0, 0, 0)
    return greatest


def judge(company: str, routes: Mapping[str, Sequence[str]]) -> int:
    """The revenue of a run, by the hexes that each train runs through, if it is legal.

    A train may end earlier, at the last stop that it is paid for.
    """
    used: list[Edge] = []
    earned = 0
    for train, path in routes.items():
        assert is_way(company, path), path
        used += [frozenset(pair) for pair in pairwise(path)]
        parts = (path[i:j] for i in range(len(path)) for j in range(i + 2, len(path) + 1))
        earned += max(
            revenue(train.partition("-")[0], [at for at in part if stop_of(at)])
            for part in parts
            if is_way(company, part)
        )
    assert len(used) == len(set(used))
    return earned


def is_way(company: str, path: Sequence[str]) -> bool:
    """Whether there is track through these hexes, and a token of the company on it."""
    stops = [at for at in path if stop_of(at)]
    meets = any(company in data()["tokens"].get(f"{at}.0", []) for at in stops)
    passes = all(is_open(at, company) for at in stops[1:-1])
    ends = stops and path[0] == stops[0] and path[-1] == stops[-1]
    joined = all(map(is_joined, [None, *path], path, [*path[1:], None]))
    return bool(meets and passes and ends and joined) and len(stops) == len(set(stops)) > 1


def is_joined(came: str | None, at: str, goes: str | None) -> bool:
    """Whether track leads through a hex from one neighbour to another; None is its stop."""
    around = {beyond(at, edge): edge for edge in range(6)}
    sides: list[Any] = [around.get(other) for other in (came, goes) if other is not None]
    tracks = [set(track) for track in hexes()[at]["tracks"]]
    if stop_of(at):
        return all({side, "s0"} in tracks for side in sides)
    return set(sides) in tracks
