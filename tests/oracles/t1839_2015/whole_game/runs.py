"""The revenue of runs (Run train(s)), given the routes."""

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from .rule_book import FOREIGN, HEXES, kind_of, neighbour
from .track_map import Land, Piece, hex_of

Route = tuple[str, Sequence[str]]  # a train, and its path: places, and hexes crossed between them


class Runs:
    """The runs of a company in a phase (its number), with its privates.

    ``powers`` are those that a run has used.
    """

    def __init__(self, land: Land, company: str, phase: int, privates: Sequence[str] = ()) -> None:
        self.land, self.company, self.phase = land, company, phase
        self.privates = privates
        self.powers: set[str] = set()

    def earn(self, routes: Sequence[Route]) -> list[tuple[str, dict[str, int]]]:
        """The pay of each train at each place, in the order of the routes."""
        used: set[Piece] = set()
        for train, path in routes:
            if kind_of(train) != "FLOOD":
                pieces = self._pieces(path)
                assert not pieces & used, f"{train} uses track of another train"
                used |= pieces
                self._check(train, [node for node in path if "." in node])
        paid = self._paid([(t, p) for t, p in routes if kind_of(t) != "FLOOD"])
        if "PTT" in self.privates and routes:
            self._post(routes, paid)
        return [
            (train, self._flood(used, paid) if kind_of(train) == "FLOOD" else paid[train])
            for train, path in routes
        ]

    # --- routes

    def _pieces(self, path: Sequence[str]) -> set[Piece]:
        """The track of a path; each piece and each edge of a hex once."""
        found, edges = set(), set()
        for n, node in enumerate(path):
            hex, ends = hex_of(node), []
            for other in (path[m] for m in (n - 1, n + 1) if 0 <= m < len(path)):
                if hex_of(other) == hex:
                    ends.append("s" + other.partition(".")[2])
                else:
                    edge = next(e for e in range(6) if neighbour(hex, e) == hex_of(other))
                    ends.append(edge)
                    edges.add(frozenset((hex, hex_of(other))))
            laid = {frozenset(pair) for pair in self.land.tracks(hex)}
            if "." in node:
                me = "s" + node.partition(".")[2]
                pieces = [frozenset((me, end)) for end in ends]
            elif frozenset(ends) in laid:
                pieces = [frozenset(ends)]
            else:
                pieces = [frozenset((end, "j")) for end in ends]
            assert all(piece in laid for piece in pieces), f"no track at {node} of {path}"
            news = {(hex, piece) for piece in pieces}
            inside = {(hex, p) for p in pieces if all(isinstance(end, str) for end in p)}
            assert not (news - inside) & found, f"track twice at {node} of {path}"
            found |= news
        crossings = sum(hex_of(a) != hex_of(b) for a, b in pairwise(path))
        assert len(edges) == crossings, f"an edge twice in {path}"
        return found

    def _check(self, train: str, stops: list[str]) -> None:
        """Is it a route, and of that kind of train?"""
        land, kind = self.land, kind_of(train)
        off = [stop for stop in stops if land.is_off_board(stop)]
        here = [stop for stop in stops if stop not in off]
        cities = sum(land.kind(stop) == "city" for stop in here)
        assert len(set(stops)) == len(stops) and len(here) >= 2, (train, stops)
        assert all(stop in (stops[0], stops[-1]) for stop in off)
        countries = [HEXES[hex_of(stop)]["stops"][0]["country"] for stop in off]
        assert len(set(countries)) == len(countries), (train, stops)
        assert any(land.has(self.company, stop) for stop in here), (train, stops)
        assert all(land.passes(self.company, stop) for stop in stops[1:-1]), (train, stops)
        if "D" not in kind:
            longer = (cities if "+" in kind else len(here)) - int(kind[0])
            if longer == 1 and "IJS" in self.privates and "IJS" not in self.powers:
                self.powers.add("IJS")
            else:
                assert longer <= 0, (train, stops)

    def countries(self, routes: Sequence[Route]) -> list[str]:
        """The foreign companies to whose off-boards they come, in their order."""
        land = self.land
        stops = {node for _, path in routes for node in path if "." in node}
        names = {land.stop(stop)["country"] for stop in stops if land.is_off_board(stop)}
        return [company for company, name in FOREIGN.items() if name in names]

    # --- pay

    def _post(self, routes: Sequence[Route], paid: dict[str, dict[str, int]]) -> None:
        """Ten for each city and town of one train's route (PTT)."""
        counts = {
            train: sum("." in node and not self.land.is_off_board(node) for node in path)
            for train, path in routes
        }
        most = max(counts, key=lambda train: counts[train])
        paid[most]["PTT"] = 10 * counts[most]
        self.powers.add("PTT")

    def value(self, stops: list[str], stop: str) -> int:
        """A city or town on a route, before it is doubled or paid to another train."""
        inside = stop not in (stops[0], stops[-1])
        if inside and self.land.opened(self.company, stop):
            return 0
        if self.land.kind(stop) == "town" and "BOR" in self.privates:
            self.powers.add("BOR")
            return self.land.value(stop, self.phase) + 20
        return self.land.value(stop, self.phase)

    def off_boards(self, stops: list[str]) -> dict[str, int]:
        """The values of the off-boards of a route."""
        here = [stop for stop in stops if not self.land.is_off_board(stop)]
        off = {s: self.land.value(s, self.phase) for s in stops if s not in here}
        for stop in off:
            if self.land.is_roer(stop):
                most = max(self.value(stops, other) for other in here)
                off[stop] = max(most, 2 * sum(off[other] for other in off if other != stop))
        return off

    def _paid(self, routes: list[Route]) -> dict[str, dict[str, int]]:
        """The pay of each place by train, in the way that brings most.

        A place pays once, except where an exchange marker of its own lies.
        """
        on = {train: [node for node in path if "." in node] for train, path in routes}
        choices = [{}]
        for train in on:
            choices = [{**one, train: kept} for one in choices for kept in self._kept(train, on)]
        found = [self._shared(on, kept) for kept in choices]
        return max(found, key=lambda paid: sum(sum(each.values()) for each in paid.values()))

    def _kept(self, train: str, on: dict[str, list[str]]) -> list[set[str]]:
        """The cities and towns that a train may count: all, or for an ND+ N cities and the towns.

        Among cities that no other train visits, it counts those that bring most.
        """
        land, kind, stops = self.land, kind_of(train), on[train]
        here = [stop for stop in stops if not land.is_off_board(stop)]
        cities = [stop for stop in here if land.kind(stop) == "city"]
        if "D" not in kind or len(cities) <= int(kind[0]):
            return [set(here)]
        towns, most = set(here) - set(cities), int(kind[0])
        others = {stop for other, path in on.items() if other != train for stop in path}
        alone = [stop for stop in cities if stop not in others]
        alone.sort(key=lambda stop: -self.value(stops, stop))
        own = [stop for stop in alone if land.has(self.company, stop)]
        found = []
        for count in range(min(most, len(cities) - len(alone)) + 1):
            for some in combinations([stop for stop in cities if stop in others], count):
                rest = alone[: most - count]
                if not any(land.has(self.company, stop) for stop in (*some, *rest)):
                    if not own or not rest:
                        continue
                    rest = [*rest[:-1], own[0]]
                found.append({*towns, *some, *rest})
        return found

    def _shared(
        self, on: dict[str, list[str]], kept: dict[str, set[str]]
    ) -> dict[str, dict[str, int]]:
        """The pay when each train counts these places."""
        again = {place for place, owner in self.land.exchange.items() if owner == self.company}
        worth = {
            train: {
                stop: self.value(stops, stop) * (2 if "D" in kind_of(train) else 1)
                for stop in stops
                if stop in kept[train]
            }
            for train, stops in on.items()
        }
        paid: dict[str, dict[str, int]] = {}
        for train, stops in on.items():
            paid[train] = {}
            for stop in stops:
                if self.land.is_off_board(stop):
                    paid[train][stop] = self.off_boards(stops)[stop]
                elif stop in worth[train]:
                    most = max(each.get(stop, -1) for each in worth.values())
                    first = next(t for t, each in worth.items() if each.get(stop) == most)
                    if stop in again or first == train:
                        paid[train][stop] = worth[train][stop]
        return paid

    # --- a flood

    def reached(self, used: set[Piece]) -> set[str]:
        """All places that trains of any length reach from an own marker, beside that track."""
        found: set[str] = set()
        seen: set[tuple[str, int | str]] = set()  # hexes, and by which end they are come into
        todo: list[tuple[str, int | str, int | str]] = []  # hex, end to go on from, end not to use

        def leave(place: str, come: int | str) -> None:
            hex, me = hex_of(place), "s" + place.partition(".")[2]
            todo.extend((hex, end, me) for end in self.land.onward(hex, me, used) if end != come)

        for place in self.land.own(self.company):
            leave(place, "")
            found |= {place} if todo else set()
        while todo:
            hex, end, start = todo.pop()
            if isinstance(end, int):
                hex, come = neighbour(hex, end), (end + 3) % 6
                if hex not in HEXES or (hex, come) in seen:
                    continue
                seen.add((hex, come))
                for to in self.land.onward(hex, come, used):
                    if isinstance(to, int):
                        todo.append((hex, to, come))
                    else:
                        self._arrive(f"{hex}.{to[1:]}", come, found, leave)
            else:
                self._arrive(f"{hex}.{end[1:]}", start, found, leave)
        return found

    def _arrive(self, place: str, come: int | str, found: set[str], leave: Callable) -> None:
        found.add(place)
        if self.land.passes(self.company, place):
            leave(place, come)

    def _flood(self, used: set[Piece], paid: dict) -> dict[str, int]:
        """Each once: the two Overzees are two, the hexes of another off-board one."""
        land, groups, found = self.land, set(), {}
        again = {place for place, owner in land.exchange.items() if owner == self.company}
        taken = {place for each in paid.values() for place in each} - again
        places = self.reached(used)
        here = [place for place in places if not land.is_off_board(place)]
        assert len(here) >= 2
        for place in sorted(places):
            if not land.is_off_board(place):
                if place not in taken:
                    found[place] = land.value(place, self.phase)
            elif (group := land.stop(place)["group"]) not in groups:
                groups.add(group)
                found[place] = land.value(place, self.phase)
        for place in found:
            if land.is_roer(place):
                others = [p for p in places if not land.is_roer(p)]
                found[place] = max(land.value(p, self.phase) for p in others)
        return found
