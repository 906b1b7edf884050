"""The ways in which a kind of train may visit each place of a network, and their gains.

The ways to visit a place differ in gain and in what they use up. A visit may be one of the limited
number of best stops that are paid, or not. At a place that pays one train only, a visit takes that
pay or leaves it. All rules and bonuses of a run are expressed as ways to visit. The search for the
best run knows nothing else about them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.board.bestrun.flood_train import Flood, PlaceWorth
from companion.board.bestrun.track_network import Network, NetworkStop
from companion.board.revenue import worth
from companion.board.tiles import BY_TOKENS, HALF
from companion.board.trains import CENTRES, EVERY, NONE, Fares, TrainKind

# flags of a route: token met; number of ends (2 bits); an off-board that takes its value from
# another stop, and that stop; required stops met (3 bits); a port met; an odd number of visits that
# pay an odd multiple of 10, where half of them is paid too; then stations visited; then stops of a
# bonus for several
TOKEN, END, ENDS, FOLLOWER, LEADER, MET, ALL_MET, PORT, ODD = 1, 2, 6, 8, 16, 32, 224, 256, 512
STATIONS = 10  # position of the first flag for a station of several places
_BOUND = 1000  # position of the first flag for a stop of a bonus for several
MOST_MET = ALL_MET // MET

Port = tuple[str | None, int]  # what a port pays, and how much for each token

FIELD = 8  # bits for each limit in a count
FULL = 127  # largest value of a field; one more sets its highest bit


@dataclass(frozen=True, slots=True)
class Visit:
    """One way to visit a place."""

    counts: int  # added to the count of stops, a field for each limit
    gain: int
    takes: bool  # whether it takes the place's pay, which only one train may
    flags: int  # flags it sets, TOKEN, FOLLOWER, LEADER, PORT, and ODD, which it changes
    meets: bool  # whether it counts towards the minimum of a route


@dataclass(frozen=True, slots=True)
class Scoring:
    """All ways in which a kind of train may visit the places of a network."""

    limits: tuple[int, ...]  # by field of a count: the maximum number of stops
    least: int  # minimum number of visits with ``meets``
    through: tuple[tuple[Visit, ...], ...]  # by place: ways to run through it
    ends: tuple[tuple[Visit, ...], ...]  # by place: ways to begin or end there
    needs: int = TOKEN  # the flags that a route must have

    @property
    def start(self) -> int:
        """The count of a route without stops: every field is its limit below the highest bit."""
        return sum((FULL - limit) << FIELD * i for i, limit in enumerate(self.limits))

    @property
    def over(self) -> int:
        """The bits of a count that are set when a limit is exceeded."""
        return sum(FULL + 1 << FIELD * i for i in range(len(self.limits)))

    @property
    def is_plain(self) -> bool:
        """Whether a train has at most one limit and shares no pay."""
        visits = (v for places in (self.through, self.ends) for ways in places for v in ways)
        return len(self.limits) < 2 and not any(visit.takes for visit in visits)


def upper_bound(scoring: Scoring) -> int:
    """Return a bound on the gain of any route: that of the best places that its limits allow."""
    places = [(*on, *ends) for on, ends in zip(scoring.through, scoring.ends, strict=True)]
    least = _most_gained(places, 0, 0)
    for number, limit in enumerate(scoring.limits):
        least = min(least, _most_gained(places, FULL << FIELD * number, limit << FIELD * number))
    return least


def _most_gained(places: Sequence[Sequence[Visit]], field: int, limit: int) -> int:
    """Return the most that visits gain to a place with a token and to others, within a limit.

    ``field`` are the bits of the limit in a count, and ``limit`` is its value there; 0 for none.
    """
    one = field & -field or 1
    free = [max([0, *(w.gain for w in ways if not w.counts & field)]) for ways in places]
    more = [max([0, *(w.gain for w in ways)]) - f for ways, f in zip(places, free, strict=True)]
    order = sorted(range(len(places)), key=lambda place: -more[place])
    most = 0
    for place, ways in enumerate(places):
        for way in ways:
            if way.flags & TOKEN:
                left = (limit - (way.counts & field)) // one
                others = [other for other in order[: left + 1] if other != place][: max(left, 0)]
                gained = way.gain + sum(free) - free[place] + sum(more[o] for o in others)
                most = max(most, gained)
    return most


def scorings(
    net: Network, kind: TrainKind, fares: Fares, train: str = "", shared: bool = False
) -> list[Scoring]:
    """Return the scoring of routes without a port, and one for each kind of port.

    The pay of all other stops depends on the port. So these routes are built apart.
    """
    ports = {_port(place, fares, kind): None for place in net.places if place.printed.port}
    return [scoring(net, kind, fares, train, shared, port) for port in (None, *ports)]


def scoring(
    net: Network,
    kind: TrainKind,
    fares: Fares,
    train: str = "",
    shared: bool = False,
    port: Port | None = None,
) -> Scoring:
    """Return the ways for a train to visit the places.

    ``shared`` says that other trains may take their pay. Each route has a port of the kind ``port``
    or, without it, none. A route with a port has three stops or more.
    """
    limits = [limit.number for limit in kind.limits]
    if kind.best is not None:
        limits.append(kind.best.number)
    # if every kind of stop counts, any route has two of them
    least = 0 if kind.least.of >= EVERY and kind.least.number <= 2 else kind.least.number
    follows = "offboard" in kind.pays and any(place.printed.follows for place in net.places)
    if port is not None:
        assert not (shared and kind.once) and kind.best is None and not follows
        if kind.least.of >= EVERY:
            least = max(3, kind.least.number)
        assert least > 2 or (least == 2 and "offboard" not in kind.least.of)
    assert least <= MOST_MET
    bound = _flag_bound_stops(fares, train)

    def visits(place: NetworkStop, end: bool) -> tuple[Visit, ...]:
        if place.printed.port and _port(place, fares, kind) != port:
            return ()
        ways = _ways(place, end, kind, fares, train, shared, port=port)
        if flag := bound.get(place.id):
            ways = [replace(way, flags=way.flags | flag) for way in ways]
        return tuple(_with_leader(ways, place, end, kind, fares) if follows else ways)

    return Scoring(
        tuple(limits),
        least,
        tuple(visits(place, False) if place.through else () for place in net.places),
        tuple(
            visits(place, True) if place.printed.kind in kind.ends else () for place in net.places
        ),
        sum(bound.values()) | (TOKEN if port is None else TOKEN | PORT),
    )


def _flag_bound_stops(fares: Fares, train: str) -> dict[str, int]:
    """Return a flag for each stop that a train must visit for its bonuses for several stops."""
    pairs = [bonus for bonus in fares.bonuses if bonus.others and bonus.train == train]
    stops = dict.fromkeys(stop for bonus in pairs for stop in (bonus.stop, *bonus.others))
    return {stop: 1 << (_BOUND + number) for number, stop in enumerate(stops)}


def _port(place: NetworkStop, fares: Fares, kind: TrainKind) -> Port:
    """Return what a port pays: its kind, and its value for each token."""
    pays, printed = "offboard" in kind.pays, place.printed
    value = worth(place.id, printed, fares, kind) if pays and printed.port == BY_TOKENS else 0
    return (printed.port if pays else None), value * _times(kind, "offboard")


def flood(net: Network, kind: TrainKind, fares: Fares, train: str, shared: bool) -> Flood:
    """Return the pay of a flood for the places; ``shared`` is as for ``scoring``."""
    first = len(net.links) + len(net.at) - len(net.places)
    worths = []
    for number, place in enumerate(net.places):
        what = place.printed.kind
        value = worth(place.id, place.printed, fares, kind) if what in kind.pays else 0
        extra = sum(
            bonus.amount * (kind.multiplier if bonus.multiplied else 1)
            for bonus in fares.bonuses
            if bonus.where == "anywhere" and bonus.holds(place.id, what, train)
        )
        takes = shared and value > 0 and what in kind.once and place.id not in fares.again
        worths.append(
            PlaceWorth(
                value * _times(kind, what),
                extra,
                1 << first + number if takes else 0,
                place.location if what == "offboard" else place.id,
                what in kind.least.of,
                worth(place.id, place.printed, fares, kind) * _times(kind, "offboard"),
                place.printed.follows and "offboard" in kind.pays,
            )
        )
    return Flood(worths, kind.least.number)


def bare(net: Network, kind: TrainKind) -> list[Scoring]:
    """Return scorings where every visit gains 1, to find out whether there is a route."""
    found = []
    for each in scorings(net, replace(kind, best=None, once=NONE), Fares(())):
        through, ends = (
            tuple(tuple(replace(visit, gain=1) for visit in visits) for visits in places)
            for places in (each.through, each.ends)
        )
        found.append(replace(each, through=through, ends=ends))
    return found


def _ways(
    place: NetworkStop,
    end: bool,
    kind: TrainKind,
    fares: Fares,
    train: str,
    shared: bool,
    *,
    port: Port | None,
) -> list[Visit]:
    """Return the ways to visit a place, by count and pay."""
    what = place.printed.kind
    counted = [i for i, limit in enumerate(kind.limits) if what in limit.of]
    counts = sum(place.printed.visit_cost << FIELD * i for i in counted)
    flags = TOKEN if place.own else 0
    meets = what in kind.least.of
    pay = _value(place, end, fares, kind) * _times(kind, what) if what in kind.pays else 0
    extra = 0
    for bonus in fares.bonuses:
        here = bonus.where == "anywhere" or (end and bonus.where == "end")
        if here and bonus.holds(place.id, what, train):
            extra += bonus.amount * (kind.multiplier if bonus.multiplied else 1)
    if port is not None:
        return _ways_beside_port(place, port, Visit(counts, extra, False, flags, meets), pay)
    takes = shared and pay > 0 and what in kind.once and place.id not in fares.again
    if kind.best is None or what not in kind.best.of or what not in kind.pays:
        ways = [Visit(counts, extra + pay, takes, flags, meets)]
        return [*ways, Visit(counts, extra, False, flags, meets)] if takes else ways
    chosen = counts + (1 << FIELD * len(kind.limits))
    ways = [Visit(chosen, extra + pay, takes, flags, meets)]
    if takes and place.own:
        ways.append(Visit(chosen, extra, False, flags, meets))
    return [*ways, Visit(counts, extra, False, 0, meets)]


def _ways_beside_port(place: NetworkStop, port: Port, visit: Visit, pay: int) -> list[Visit]:
    """Return the ways to visit a place on a route with a port; ``visit`` is one without its pay.

    A place pays half as much again if the port pays half. Half of an odd number of tens is rounded
    down once, at the port.
    """
    pays, value = port
    if place.printed.port:
        visit = replace(visit, flags=visit.flags | PORT)
        odd = replace(visit, gain=visit.gain - 5, flags=visit.flags | ODD)
        return [visit, odd] if pays == HALF else [visit]
    gain = visit.gain + pay
    if pays == BY_TOKENS and place.own and place.printed.kind == "city":
        gain += value
    if pays == HALF:
        assert pay % 10 == 0
        gain += pay // 2
        if pay % 20:
            visit = replace(visit, flags=visit.flags | ODD)
    return [replace(visit, gain=gain)]


def _with_leader(
    ways: Sequence[Visit], place: NetworkStop, end: bool, kind: TrainKind, fares: Fares
) -> Iterator[Visit]:
    """Yield each way, and each again as the visit that gives its value to an off-board."""
    if place.printed.follows:
        for way in ways:
            yield replace(way, flags=way.flags | FOLLOWER)
        return
    yield from ways
    value = _value(place, end, fares, kind) * (1 if place.printed.kind in CENTRES else 2)
    if value:
        led = value * _times(kind, "offboard")
        for way in ways:
            yield replace(way, gain=way.gain + led, flags=way.flags | LEADER)


def _value(place: NetworkStop, end: bool, fares: Fares, kind: TrainKind) -> int:
    """Return the value of a place; 0 for a train that passes it although it is full."""
    return 0 if place.full and not end else worth(place.id, place.printed, fares, kind)


def _times(kind: TrainKind, what: str) -> int:
    return kind.multiplier if what in kind.multiplies else 1
