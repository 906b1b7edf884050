"""A diagram made from the network diagram, against one made for its kind of train alone.

All routes are compared, the best ones, and those above a floor after prices. The best routes are
found one after the other, and again from the beginning each time.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from companion.board.bestrun.bit_sets import cost
from companion.board.bestrun.deadline import Clock
from companion.board.bestrun.decision_diagram import Diagram
from companion.board.bestrun.decision_diagram_builder import Builder
from companion.board.bestrun.folded_decision_diagram import FoldedSearch
from companion.board.bestrun.network_diagram import NetworkDiagram
from companion.board.bestrun.node_order import Sweep
from companion.board.bestrun.scoring import scoring
from companion.board.bestrun.track_network import network
from tests.oracles.best_runs import Position, position

PLENTY = 100_000
SEEDS = range(25)


def drawn(at: Position, kind: str) -> tuple[NetworkDiagram, Builder]:
    net = network(at.board, at.access, len(at.trains))
    sweep = Sweep(net)
    made = Builder(sweep, scoring(net, at.trains[kind], at.fares, kind, True), Clock(None))
    return NetworkDiagram(sweep, Clock(None), PLENTY), made


def ways(diagram: Diagram) -> int:
    """How many ways there are through it."""
    after = [1] * (1 + max((to for state in diagram.arcs[-1] for _, _, to in state), default=0))
    for layer in reversed(diagram.arcs):
        after = [sum(after[to] for _, _, to in state) for state in layer]
    return after[0]


def routes(diagram: Diagram, floor: float, prices: Sequence[float]) -> list[tuple[int, int]]:
    """Gain and bits of all ways through it that have more left after prices."""
    found = []
    stack = [(0, 0, 0, 0)]
    while stack:
        layer, state, gained, used = stack.pop()
        if layer == len(diagram.arcs):
            if gained - cost(used, prices or [0.0] * used.bit_length()) > floor:
                found.append((gained, used))
            continue
        for mask, gain, to in diagram.arcs[layer][state]:
            stack.append((layer + 1, to, gained + gain, used | mask))
    return sorted(found)


def searchable(seed: int) -> tuple[Position, list[str]]:
    at = position(seed)
    net = network(at.board, at.access, len(at.trains))
    kinds = [train for train, kind in at.trains.items() if not kind.floods]
    return at, kinds if net.links else []


@pytest.mark.parametrize("seed", SEEDS)
def test_the_skeleton_has_all_routes_of_each_kind_and_no_others(seed: int) -> None:
    at, kinds = searchable(seed)
    for kind in kinds:
        network_diagram, builder = drawn(at, kind)
        found, alone = network_diagram.diagram(builder, PLENTY), builder.build(-1)
        assert found is not None and alone is not None
        assert ways(found) == ways(alone.reduce()), (seed, kind)
        assert found.at_prices().most == alone.at_prices().most, (seed, kind)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_routes_are_those_of_the_whole_diagram_with_prices_or_without(seed: int) -> None:
    at, kinds = searchable(seed)
    dice = random.Random(seed)
    for kind in kinds:
        network_diagram, builder = drawn(at, kind)
        whole = builder.build(-1)
        assert whole is not None
        for _ in range(4):
            prices = [dice.choice((0.0, 0.0, 2.5, 10.0)) for _ in range(builder.sweep.bits)]
            for paid in ((), prices):
                most = whole.at_prices(paid).most
                best = network_diagram.best(builder, -1, 10, paid)
                assert best is not None and best.at_prices(paid).most == most, (seed, kind)
                assert network_diagram.best(builder, most, 10, paid) is None
                above = network_diagram.above(builder, most - 30, paid)
                expected = whole.above(most - 30, paid)
                assert above is not None and expected is not None
                assert routes(above, most - 30, paid) == routes(expected, most - 30, paid)


@pytest.mark.parametrize("seed", SEEDS)
def test_links_that_lead_to_the_same_are_alike_and_no_route_is_lost(seed: int) -> None:
    at, kinds = searchable(seed)
    for kind in kinds[:1]:
        _, builder = drawn(at, kind)
        together, apart = builder.draw(-1), builder.draw(-1, apart=True)
        assert together is not None and apart is not None
        assert together.reduce().arcs == apart.reduce().arcs, seed
        assert sum(map(len, together.arcs)) <= sum(map(len, apart.arcs)), seed


def test_a_skeleton_of_too_many_states_is_not_drawn() -> None:
    at, kinds = searchable(3)
    _, builder = drawn(at, kinds[0])
    small = NetworkDiagram(builder.sweep, Clock(None), 0)
    assert not small.whole and small.diagram(builder, PLENTY) is None
    large = NetworkDiagram(builder.sweep, Clock(None), PLENTY)
    assert large.diagram(builder, 0) is None


@pytest.mark.parametrize("seed", SEEDS)
def test_bounds_of_other_prices_and_bits_are_not_mixed_up(seed: int) -> None:
    at, kinds = searchable(seed)
    dice = random.Random(seed)
    for kind in kinds[:1]:
        network_diagram, builder = drawn(at, kind)
        diagram = network_diagram.diagram(builder, PLENTY)
        assert diagram is not None
        bits = range(builder.sweep.bits)
        asked, prices, without = FoldedSearch(diagram.folded), [0] * len(bits), 0
        for _ in range(30):
            change = dice.random()
            if change < 0.5:
                without |= 1 << dice.choice(bits)
            elif change < 0.8:
                prices[dice.choice(bits)] = dice.choice((0, 10, 30))
            else:
                without = 0
            most, used = asked.best(tuple(prices), without)
            alone, _ = diagram.folded.best(prices, without)
            assert most == alone, (seed, prices, without)
            assert not used & without
