"""The revenue of routes: joint limits, stops paid once, the best few stops, bonuses."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, product

import pytest

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import Hex, Map
from companion.board.revenue import Call, PayClaim, settle
from companion.board.routes import Route, check_route, check_run
from companion.board.tiles import Stop, Track, read_stops
from companion.board.trains import CENTRES, Bonus, Fares, StopCount, TrainKind
from tests.support.each import for_each

RED = Access("Red")
CITY, TOWN, OFF = frozenset({"city"}), frozenset({"town"}), frozenset({"offboard"})
TWO_CENTRES = StopCount(2, CENTRES)
FARES = Fares(("yellow",))
ANY = TrainKind("D")


def hex(at, kind, value, *edges, slots=1, **more):
    stop = Stop(kind, (("", value),), slots if kind == "city" else 0, **more)
    tracks = tuple(Track(edge, "s0") for edge in edges)
    return Hex(at, colour="gray", stops=(stop,), tracks=tracks)


@pytest.fixture
def line() -> Board:
    """A1 .. A11: off-board 30, city 20 with Red's token, town 10, cities 40, 50, off-board 60."""
    row = (
        hex("A1", "offboard", 30, 4),
        hex("A3", "city", 20, 1, 4),
        hex("A5", "town", 10, 1, 4),
        hex("A7", "city", 40, 1, 4),
        hex("A9", "city", 50, 1, 4),
        hex("A11", "offboard", 60, 1),
    )
    return Board(Map(row)).with_token("A3.0", "Red")


def way(first, last):
    return tuple(f"A{column}.0" for column in range(first, last + 2, 2))


def judged(board, kind, path, fares=FARES, access=RED):
    report = check_route(board, access, kind, Route("t", path), fares)
    return report.revenue, [fault.code for fault in report.faults]


# how far


def test_several_limits_hold_at_once(line):
    kind = TrainKind("2+1", (StopCount(2, CITY), StopCount(3, CENTRES)))
    assert judged(line, kind, way(3, 7)) == (70, [])
    assert judged(line, kind, way(3, 9))[1] == ["too_long", "too_long"]
    assert judged(line, TrainKind("3+1", (StopCount(3, CITY), StopCount(3, CENTRES))), way(3, 9))[
        1
    ] == ["too_long"]


def test_towns_that_no_limit_names_come_besides(line):
    assert judged(line, TrainKind("2+", (StopCount(2, CITY),)), way(3, 7)) == (70, [])
    assert judged(line, TrainKind("2", (StopCount(2, CENTRES),)), way(3, 7))[1] == ["too_long"]


def test_off_boards_come_besides_at_either_end_unless_limited(line):
    kind = TrainKind("3+", (StopCount(3, CITY),))
    assert judged(line, kind, way(1, 11)) == (210, [])
    one = replace(kind, limits=(StopCount(3, CITY), StopCount(1, OFF)))
    assert judged(line, one, way(1, 11))[1] == ["too_long"]
    assert judged(line, one, way(3, 11)) == (180, [])


def test_a_route_has_the_least_it_must_have(line):
    kind = TrainKind("2", (StopCount(2, CENTRES),), least=TWO_CENTRES)
    assert judged(line, kind, way(1, 3))[1] == ["too_few"]
    assert judged(line, kind, way(1, 5)) == (60, [])
    assert judged(line, ANY, way(1, 3)) == (50, [])


def test_two_off_boards_of_one_region_are_not_on_one_route(line):
    row = [*line.map.hexes.values()]
    north = Stop("offboard", (("", 30),), region="North")
    row[0], row[5] = replace(row[0], stops=(north,)), replace(row[5], stops=(north,))
    board = Board(Map(row)).with_token("A3.0", "Red")
    assert judged(board, ANY, way(1, 11))[1] == ["stop_twice"]
    assert judged(board, ANY, way(3, 11))[1] == []
    assert board.location("A1.0") != board.location("A11.0")


def test_regions_and_followers_are_read_for_off_boards():
    (stop,) = read_stops([{"kind": "offboard", "region": "North", "follows": True}])
    assert (stop.region, stop.follows) == ("North", True)


# what one train is paid


def test_a_train_may_multiply_some_kinds_of_stop_only(line):
    double = TrainKind("D", multiplier=2, multiplies=CENTRES)
    assert judged(line, double, way(1, 11))[0] == 30 + 2 * 120 + 60
    assert judged(line, replace(double, multiplies=CENTRES | OFF), way(1, 11))[0] == 2 * 210


def test_only_the_best_are_paid_and_one_of_them_has_a_token(line):
    kind = TrainKind("2D+", multiplier=2, multiplies=CENTRES, best=StopCount(2, CITY))
    # of the cities 20 with a token, 40 and 50 the best two with a token among them; the town too
    assert judged(line, kind, way(3, 9))[0] == 2 * (20 + 50 + 10)
    assert judged(line, kind, way(1, 11))[0] == 2 * (20 + 50 + 10) + 30 + 60
    richer = line.with_token("A9.0", "Red")
    assert judged(richer, kind, way(3, 9))[0] == 2 * (40 + 50 + 10)
    report = check_route(line, RED, kind, Route("t", way(3, 9)), FARES)
    assert [(s.stop, s.value, s.counted, s.times) for s in report.stops] == [
        ("A3.0", 20, True, 2),
        ("A5.0", 10, True, 2),
        ("A7.0", 0, False, 2),
        ("A9.0", 50, True, 2),
    ]


def test_a_bonus_may_lie_on_every_stop_of_a_kind(line):
    towns = Bonus("mail", 20, kinds=TOWN)
    assert judged(line, ANY, way(3, 9), replace(FARES, bonuses=(towns,)))[0] == 120 + 20
    places = Bonus("post", 10, kinds=CENTRES, train="t")
    assert judged(line, ANY, way(1, 9), replace(FARES, bonuses=(places,)))[0] == 150 + 40
    other = replace(places, train="another")
    assert judged(line, ANY, way(1, 9), replace(FARES, bonuses=(other,)))[0] == 150


def test_a_bonus_that_raises_a_value_is_multiplied_with_it(line):
    double = TrainKind("D", multiplier=2, multiplies=CENTRES)
    raised = replace(FARES, bonuses=(Bonus("mail", 20, where="value", kinds=TOWN),))
    assert judged(line, double, way(3, 9), raised)[0] == 2 * (120 + 20)
    assert judged(line, replace(double, pays=CITY), way(3, 9), raised)[0] == 2 * 110


def test_a_full_city_passed_is_worth_nothing_and_at_an_end_its_value(line):
    full = line.with_token("A7.0", "Blue")
    opened = full.with_top("A7.0", "Blue")
    assert judged(full, ANY, way(3, 9))[1] == ["blocked"]
    assert judged(opened, ANY, way(3, 9)) == (80, [])
    assert judged(opened, ANY, way(3, 7)) == (70, [])
    two = TrainKind("2+", (StopCount(2, CITY),))
    assert judged(opened, two, way(3, 9))[1] == ["too_long"]  # it counts all the same


def test_values_go_by_the_colours_given_which_need_not_be_those_of_tiles():
    revenue = (("yellow", 20), ("green", 30), ("brown", 0), ("red", 50), ("gray", 100))
    sea = Hex("A1", colour="red", stops=(Stop("offboard", revenue),), tracks=(Track(4, "s0"),))
    board = Board(Map((sea, hex("A3", "city", 20, 1)))).with_token("A3.0", "Red")
    earned = []
    for colours in range(1, 6):
        reached = tuple(colour for colour, _ in revenue[:colours])
        earned.append(judged(board, ANY, ("A1.0", "A3.0"), Fares(reached))[0] - 20)
    assert earned == [20, 30, 0, 50, 100]


# off-boards that follow their route


@pytest.fixture
def following(line) -> Board:
    """The same line, but that the off-board of A1 follows its route."""
    row = [*line.map.hexes.values()]
    row[0] = replace(row[0], stops=(Stop("offboard", (), follows=True),))
    return Board(Map(row)).with_token("A3.0", "Red")


def test_an_off_board_may_be_worth_the_greatest_stop_of_its_route(following):
    assert judged(following, ANY, way(1, 5))[0] == 20 + 20 + 10
    assert judged(following, ANY, way(1, 7))[0] == 40 + 70
    assert judged(following, ANY, way(1, 9))[0] == 50 + 120
    report = check_route(following, RED, ANY, Route("t", way(1, 9)), FARES)
    assert report.stops[0].value == 50


def test_or_twice_the_off_board_at_the_other_end(following):
    assert judged(following, ANY, way(1, 11))[0] == 2 * 60 + 120 + 60
    rich = Fares(("yellow",), (Bonus("port", 80, stop="A9.0", where="value"),))
    assert judged(following, ANY, way(1, 11), rich)[0] == 130 + 200 + 60


def test_a_value_followed_is_neither_multiplied_nor_need_it_be_paid(following):
    double = TrainKind("D", multiplier=2, multiplies=CENTRES, best=StopCount(1, CITY))
    assert judged(following, double, way(1, 9))[0] == 50 + 2 * (20 + 10)
    passed = following.with_token("A9.0", "Blue").with_top("A9.0", "Blue")
    assert judged(passed, ANY, way(1, 11))[0] == 120 + 20 + 10 + 40 + 60
    assert judged(passed, ANY, way(1, 9))[0] == 50 + 120


# several trains


@pytest.fixture
def star() -> Board:
    """City B4, 40, with Red's token, and a way each to A3 10, A5 20, C3 30 and C5 50."""
    hexes = (
        hex("B4", "city", 40, 0, 2, 3, 5, slots=2),
        hex("A3", "city", 10, 5),
        hex("A5", "town", 20, 0),
        hex("C3", "city", 30, 3),
        hex("C5", "city", 50, 2),
    )
    return Board(Map(hexes)).with_token("B4.0", "Red")


def run(board, kinds, *paths, fares=FARES):
    trains = {f"{i}": kind for i, kind in enumerate(kinds)}
    routes = [Route(str(i), tuple(f"{at}.0" for at in path)) for i, path in enumerate(paths)]
    report = check_run(board, RED, trains, routes, fares)
    assert report.legal
    assert report.revenue == sum(route.revenue for route in report.routes)
    return report


ONCE = TrainKind("2", (StopCount(2, CENTRES),), least=TWO_CENTRES, once=CENTRES)
EACH = replace(ONCE, name="R2", once=frozenset())


def test_a_stop_pays_one_of_the_trains_that_share_it(star):
    report = run(star, [ONCE, ONCE], ("A3", "B4"), ("B4", "C5"))
    assert report.revenue == 10 + 40 + 50
    assert [route.revenue for route in report.routes] == [50, 50]
    left = report.routes[1].stops[0]
    assert (left.stop, left.value, left.counted, left.by) == ("B4.0", 40, False, "0")


def test_trains_that_do_not_share_are_paid_besides(star):
    assert run(star, [EACH, EACH], ("A3", "B4"), ("B4", "C5")).revenue == 140
    assert run(star, [EACH, ONCE], ("A3", "B4"), ("B4", "C5")).revenue == 140
    assert run(star, [ONCE, EACH, ONCE], ("A3", "B4"), ("B4", "C5"), ("C3", "B4")).revenue == 170


def test_some_stops_pay_each_train_again(star):
    again = replace(FARES, again=frozenset({"B4.0"}))
    assert run(star, [ONCE, ONCE], ("A3", "B4"), ("B4", "C5"), fares=again).revenue == 140


def test_the_train_that_makes_most_of_a_stop_is_paid_for_it(star):
    double = TrainKind("D", multiplier=2, multiplies=CENTRES, once=CENTRES)
    for kinds, paths in (
        ([ONCE, double], [("A3", "B4"), ("B4", "C5")]),
        ([double, ONCE], [("B4", "C5"), ("A3", "B4")]),
    ):
        report = run(star, kinds, *paths)
        assert report.revenue == 10 + 2 * (40 + 50)


def test_a_stop_left_to_another_train_leaves_room_among_the_best(star):
    """One city is paid to the doubling train, the other's double is worth more than its token."""
    best = TrainKind("1D", multiplier=2, multiplies=CENTRES, best=StopCount(1, CITY), once=CENTRES)
    board = star.with_token("C5.0", "Red")
    # alone it would take C5; beside a train to B4 it still does, and B4 pays the other
    assert run(board, [best], ("B4", "C5")).revenue == 100
    report = run(board, [best, ONCE], ("B4", "C5"), ("B4", "A3"))
    assert report.revenue == 100 + 40 + 10
    # its only token lies in B4: that is its one city, and twice 40 is more than 40 to the other
    report = run(star, [best, ONCE], ("B4", "C5"), ("B4", "A3"))
    assert report.revenue == 80 + 10


def test_off_boards_pay_every_train(star):
    row = [*star.map.hexes.values()]
    row[3] = hex("C3", "offboard", 30, 3)
    row[4] = hex("C5", "offboard", 30, 2, group="South")
    board = Board(Map(row)).with_token("B4.0", "Red")
    free = replace(ONCE, least=StopCount(2))
    assert run(board, [free, free], ("C3", "B4"), ("C5", "B4")).revenue == 30 + 40 + 30


# who is paid, against every way to pay


def random_claims(dice):
    stops = [
        (f"{i}", dice.choice(("city", "city", "town", "offboard")), dice.randrange(10, 60, 10))
        for i in range(dice.randint(2, 6))
    ]
    own = {stop for stop, _, _ in stops if dice.random() < 0.5}
    claims = []
    for number in range(dice.randint(1, 3)):
        kind = TrainKind(
            str(number),
            multiplier=dice.choice((1, 2)),
            multiplies=CENTRES,
            best=dice.choice((None, StopCount(dice.randint(1, 3), CITY))),
            once=dice.choice((CENTRES, CENTRES, frozenset())),
        )
        visited = dice.sample(stops, dice.randint(1, len(stops)))
        calls = [
            Call(stop, stop, what, value, kind.multiplier if what in CENTRES else 1, stop in own)
            for stop, what, value in visited
        ]
        claims.append(PayClaim(str(number), kind, tuple(calls)))
    again = frozenset(stop for stop, _, _ in stops if dice.random() < 0.2)
    return claims, replace(FARES, again=again)


def most(claims, fares):
    """The greatest pay, by trying every choice of the best and every payer of a stop."""

    def choices(claim):
        among = [call for call in claim.calls if claim.chooses(call)]
        if claim.kind.best is None:
            return [frozenset()]
        sizes = range(min(len(among), claim.kind.best.number) + 1)
        every = [
            frozenset(c.stop for c in taken) for n in sizes for taken in combinations(among, n)
        ]
        own = {call.stop for call in among if call.own}
        return [taken for taken in every if taken & own] or every

    greatest = 0
    for chosen in product(*map(choices, claims)):
        total, offers = 0, {}
        for claim, mine in zip(claims, chosen, strict=True):
            for call in claim.calls:
                if claim.chooses(call) and call.stop not in mine:
                    continue
                if claim.shares(call, fares):
                    offers.setdefault(call.stop, []).append(call.value * call.times)
                else:
                    total += call.value * call.times
        greatest = max(greatest, total + sum(map(max, offers.values())))
    return greatest


@for_each("seed", range(150))
def test_no_other_division_pays_more(seed):
    claims, fares = random_claims(random.Random(seed))
    settled = settle(claims, fares)
    assert sum(call.pay for calls in settled for call in calls) == most(claims, fares)
    for claim, calls in zip(claims, settled, strict=True):
        if claim.kind.best is not None:
            paid = [call for call in calls if call.paid and claim.chooses(call)]
            assert len(paid) <= claim.kind.best.number
    shared = [
        call.stop
        for claim, calls in zip(claims, settled, strict=True)
        for call in calls
        if call.paid and claim.shares(call, fares)
    ]
    assert len(shared) == len(set(shared))
