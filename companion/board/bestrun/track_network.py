"""The network a company's trains may use, reduced to the parts where routes are chosen.

Nodes are the stops (*places*) and the *switches*: sides of a hex where track divides, so that a
train must choose. All other track is combined into *links* between two nodes. A link is used at
most once in a turn, and so is a switch. A train enters a switch by a link of one half and leaves by
a link of the other. These rules are equivalent to "no track twice, no reversal". Two pieces of
track that share a side of a hex always meet in a switch there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import BLOCK
from companion.board.tiles import Stop

Port = tuple[int, int]  # (stop's state, 0), or (side's number, half 0 or 1)


@dataclass(frozen=True, slots=True)
class NetworkStop:
    """A stop as the company's trains see it."""

    id: str
    printed: Stop
    own: bool  # whether it holds the company's token, which a route needs
    through: bool  # whether a train may run through: not an off-board, not blocked
    full: bool  # full of others' tokens; a train that runs through all the same earns nothing here
    station: str  # the unit that a route visits once
    location: str  # the unit that has one value


@dataclass(frozen=True, slots=True)
class NetworkLink:
    """Track between two nodes with no choice on the way."""

    a: int
    b: int
    hexes: tuple[str, ...]  # the plain hexes from a to b
    a_half: int  # at a switch: the link's half; at a place: 1 if trains must end there
    b_half: int

    def half(self, node: int) -> int:
        """Return its half at one of its two nodes."""
        return self.a_half if node == self.a else self.b_half

    def other(self, node: int) -> int:
        """Return the node at its other end."""
        return self.b if node == self.a else self.a


@dataclass(frozen=True, slots=True)
class Network:
    """The nodes and links of a network; ``at`` lists each node's links.

    Nodes from 0 on are the places, followed by the switches.
    """

    places: tuple[NetworkStop, ...]
    links: tuple[NetworkLink, ...]
    at: tuple[tuple[int, ...], ...]


def network(board: Board, access: Access, trains: int = 1) -> Network:
    """Return a company's network for this number of trains; empty without a token to run from.

    Equivalent links are kept only up to the number of trains.
    """
    pieces = _useful(board, _pieces(board, access))
    return _Compiler(board, access, pieces).network(trains)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Track inside one hex between two ports; ``ends`` says that trains must end at its stop."""

    hex: int
    a: Port
    b: Port
    ends: bool = False


def _is_stop(port: Port) -> bool:
    return port[0] % BLOCK >= 6


def _starts(board: Board, access: Access) -> Iterable[str]:
    """Return the stops that a route of the company needs one of: those with its token."""
    return board.stops() if access.anywhere else board.own_stops(access)


def _pieces(board: Board, access: Access) -> set[_Piece]:
    """Return every piece of track reachable from a token, if repetition is ignored."""
    tracer = _Tracer(board, access)
    while tracer.todo:
        state = tracer.todo.pop()
        if state % BLOCK >= 6:
            tracer.follow_from_stop(state)
        else:
            tracer.follow_from_side(state)
    return tracer.found


class _Tracer:
    """A search for the pieces of track; ``todo`` are the sides entered and stops to follow."""

    def __init__(self, board: Board, access: Access) -> None:
        self.board, self.access = board, access
        self.across, self.places = board.map.across, board.map.places
        self.closed = board.closed_states(access)
        self.own = {board.map.state(stop) for stop in _starts(board, access)} - self.closed
        self.found: set[_Piece] = set()
        self.seen = set(self.own)
        self.todo = [*self.own]

    def follow_from_stop(self, state: int) -> None:
        """Add the pieces that trains may use on from a stop."""
        hex, place = divmod(state, BLOCK)
        own, name = state in self.own, self.places[hex]
        if not own and not _through(self.board, f"{name}.{place - 6}", self.access):
            return
        shape, port = self.board.shape(name), (state, 0)
        for edge, ends in shape.stop_exits[place - 6]:
            if own or not ends:
                self._leave(hex, port, edge, ends)
        for index in shape.stop_links[place - 6]:
            self._reach(hex, port, BLOCK * hex + 6 + index)

    def follow_from_side(self, state: int) -> None:
        """Add the pieces of track inside a hex from one of its sides."""
        hex, place = divmod(state, BLOCK)
        shape, port = self.board.shape(self.places[hex]), _port(self.across, state)
        for edge in shape.through[place]:
            self._leave(hex, port, edge)
        for index, ends in shape.stops_at[place]:
            self._reach(hex, port, BLOCK * hex + 6 + index, ends)

    def _leave(self, hex: int, port: Port, edge: int, ends: bool = False) -> None:
        side = BLOCK * hex + edge
        if self.across[side] in self.closed:
            return
        self.found.add(_Piece(hex, *_order_ports(port, _port(self.across, side)), ends))
        if self.across[side] >= 0:
            self._come_to(self.across[side])

    def _reach(self, hex: int, port: Port, stop: int, ends: bool = False) -> None:
        if stop in self.closed:
            return
        self.found.add(_Piece(hex, *_order_ports(port, (stop, 0)), ends))
        if not ends:
            self._come_to(stop)

    def _come_to(self, state: int) -> None:
        if state not in self.seen:
            self.seen.add(state)
            self.todo.append(state)


def _through(board: Board, stop: str, access: Access) -> bool:
    return board.stop(stop).kind != "offboard" and not board.blocks(stop, access)


def _port(across: Sequence[int], side: int) -> Port:
    """Return a side as a port: the number both hexes share, and the half."""
    other = across[side]
    return (side, 0) if other < 0 or side < other else (other, 1)


def _order_ports(a: Port, b: Port) -> tuple[Port, Port]:
    return (a, b) if a <= b else (b, a)


def _useful(board: Board, pieces: set[_Piece]) -> dict[Port, list[_Piece]]:
    """Return the pieces by port, without dead ends."""
    at: dict[Port, list[_Piece]] = {}
    for piece in sorted(pieces, key=lambda p: (p.hex, p.a, p.b)):
        at.setdefault(piece.a, []).append(piece)
        at.setdefault(piece.b, []).append(piece)
    dead = [p for p in at if not _is_stop(p) and not at.get((p[0], 1 - p[1]))]
    while dead:
        port = dead.pop()
        for piece in at.pop(port, []):
            other = piece.b if piece.a == port else piece.a
            rest = at.get(other)
            if rest is None:
                continue
            rest.remove(piece)
            if not _is_stop(other) and not rest:
                del at[other]
                dead.append((other[0], 1 - other[1]))
    return at


class _Compiler:
    """A builder of networks that follows the pieces from node to node."""

    def __init__(self, board: Board, access: Access, at: dict[Port, list[_Piece]]) -> None:
        self.board, self.access, self.pieces = board, access, at
        self.own = frozenset(board.own_stops(access))
        stops = sorted({p[0] for p in at if _is_stop(p) and at[p]})
        sides = {p[0] for p in at if not _is_stop(p)}
        switches = sorted(s for s in sides if len(at[s, 0]) > 1 or len(at[s, 1]) > 1)
        self.stops = stops
        self.nodes: dict[Port, int] = {(s, 0): i for i, s in enumerate(stops)}
        for i, side in enumerate(switches, len(stops)):
            self.nodes[side, 0] = self.nodes[side, 1] = i

    def network(self, trains: int) -> Network:
        links: list[NetworkLink] = []
        alike: dict[tuple[int, int, int, int], int] = {}
        for link in sorted(self.chains(), key=lambda link: (link.a, link.b, len(link.hexes))):
            key = (link.a, link.b, link.a_half, link.b_half)
            alike[key] = alike.get(key, 0) + 1
            if link.a != link.b and alike[key] <= trains:
                links.append(link)
        at: list[list[int]] = [[] for _ in range(len(set(self.nodes.values())))]
        for number, link in enumerate(links):
            at[link.a].append(number)
            at[link.b].append(number)
        places = tuple(self.place(stop) for stop in self.stops)
        return Network(places, tuple(links), tuple(tuple(numbers) for numbers in at))

    def place(self, stop: int) -> NetworkStop:
        board, access = self.board, self.access
        id = f"{board.map.places[stop // BLOCK]}.{stop % BLOCK - 6}"
        own = access.anywhere or id in self.own
        through = _through(board, id, access)
        full = board.full(id, access)
        return NetworkStop(
            id, board.stop(id), own, through, full, board.station(id), board.location(id)
        )

    def chains(self) -> Iterator[NetworkLink]:
        """Yield each chain of pieces between two nodes once."""
        for start, node in self.nodes.items():
            for first in self.pieces.get(start, ()):
                end, last, hexes = self.follow(start, first)
                # a chain is found from both its ends; keep the one from the lower port
                if (start, _key(first)) <= (end, _key(last)):
                    a, b = node, self.nodes[end]
                    halves = (self.half(start, first), self.half(end, last))
                    if a > b:
                        a, b, hexes, halves = b, a, hexes[::-1], halves[::-1]
                    yield NetworkLink(a, b, tuple(hexes), *halves)

    def half(self, port: Port, piece: _Piece) -> int:
        return int(piece.ends) if _is_stop(port) else port[1]

    def follow(self, start: Port, piece: _Piece) -> tuple[Port, _Piece, list[str]]:
        """Follow a chain from its first piece to a node.

        Returns the port and piece at its end, and the plain hexes on it.
        """
        port, hexes = start, []
        while True:
            if not _is_stop(piece.a) and not _is_stop(piece.b):
                hexes.append(self.board.map.places[piece.hex])
            port = piece.b if piece.a == port else piece.a
            if port in self.nodes:
                return port, piece, hexes
            port = (port[0], 1 - port[1])
            piece = self.pieces[port][0]


def _key(piece: _Piece) -> tuple[int, Port, Port]:
    return piece.hex, piece.a, piece.b


def route_path(net: Network, used: int) -> tuple[str, ...]:
    """Return the path of a route, stops and plain hexes, from the links it uses (bits)."""
    at: dict[int, list[int]] = {}
    for number, link in enumerate(net.links):
        if used >> number & 1:
            at.setdefault(link.a, []).append(number)
            at.setdefault(link.b, []).append(number)
    node = min(node for node, here in at.items() if len(here) == 1)
    path = [net.places[node].id]
    last = -1
    while ahead := [number for number in at[node] if number != last]:
        last = ahead[0]
        link = net.links[last]
        path += link.hexes if node == link.a else link.hexes[::-1]
        node = link.other(node)
        if node < len(net.places):
            path.append(net.places[node].id)
    return tuple(path)
