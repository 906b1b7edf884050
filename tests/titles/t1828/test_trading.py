"""The trading of tenths in a merger: the worked example, and each rule of it."""

from dataclasses import replace

from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.merger_shares import (
    DISCARDS,
    OTHER,
    MergerHolding,
    Tenths,
    TradingChoice,
    TradingReadings,
    TradingState,
)
from companion.titles.t1828.merger_turns import (
    answer,
    begin,
    director,
    starting_hands,
    succeeds,
)
from tests.titles.t1828.merger_money import Purse


def trading(
    acting: str = "p4", sold: tuple[str, ...] = (), **hands: tuple[int, ...]
) -> TradingState:
    """GT at 67 and IC at 78 with a price of 109; a hand is (GT, IC, in directors' certificates)."""
    found = {}
    for owner, (gt, ic, *whole) in hands.items():
        gt_whole, ic_whole = (*whole, 0, 0)[:2]
        loose = Tenths(gt - gt_whole, ic - ic_whole)
        found[owner] = MergerHolding(loose, Tenths(gt_whole, ic_whole))
    players = ("p1", "p2", "p3", "p4")
    at = players.index(acting)
    order = players[at:] + players[:at]
    return TradingState("GT", "IC", Tenths(67, 78), 109, found, order, sold)


def example() -> TradingState:
    """The hands of the worked example."""
    return trading(p4=(4, 6, 2, 2), p1=(3, 0), initial=(3, 3), pool=(0, 1))


def purse(**money: int) -> Purse:
    return Purse({"p1": 100, "p2": 100, "p3": 100, "p4": 100} | money)


PUBLISHED = TradingReadings()


def through(
    start: TradingState,
    *answers: str,
    readings: TradingReadings = PUBLISHED,
    till: Purse | None = None,
) -> TradingState:
    """The trading with these answers; all of them are used."""
    till = till or purse()
    now, asked = begin(start, readings, till)
    for choice in answers:
        assert asked is not None and choice in asked.choices, (asked, choice)
        now, asked = answer(now, readings, till, asked, choice)
    assert asked is None, asked
    return now


def shares(done: TradingState) -> dict[str, int]:
    return {owner: hand.shares for owner, hand in done.holdings.items() if hand.shares}


def test_the_worked_example_when_they_pay() -> None:
    till = purse()
    done = through(example(), "pay", till=till)
    assert shares(done) == {"p4": 5, "p1": 2, POOL: 1, INITIAL: 2}
    assert till.money["p1"] == 100 - 42
    assert director(done, PUBLISHED) == "p4" and succeeds(done, PUBLISHED)


def test_the_worked_example_when_they_take_67() -> None:
    till = purse()
    done = through(example(), "surrender", till=till)
    assert shares(done) == {"p4": 5, "p1": 1, POOL: 1, INITIAL: 3}
    assert till.money["p1"] == 100 + 67
    assert done.sellers == ("p1",)


def test_the_acting_player_trades_before_the_singles_and_takes_no_set_aside_one() -> None:
    """P4's last pair takes one of P1's other two, for an IC."""
    till = purse()
    begin(example(), PUBLISHED, till)
    swap = {"player": "p4", "company": "GT", "other_company": "IC", "source": "p1"}
    assert ("merger_swapped", swap) in till.told
    assert not any(kind == "merger_got_difference" for kind, _ in till.told)


def test_a_player_who_has_an_odd_number_of_both_says_which_is_set_aside() -> None:
    start = trading(p4=(2, 6, 2, 2), p1=(2, 1), initial=(6, 3))
    now, asked = begin(start, PUBLISHED, purse())
    assert asked == TradingChoice("set_aside", "p1", ("GT", "IC"))
    assert answer(now, PUBLISHED, purse(), asked, "IC")[0].hand("p1").side_set_aside == OTHER
    even = trading(p4=(2, 6, 2, 2), p1=(2, 2), initial=(6, 2))
    assert begin(even, PUBLISHED, purse())[1] is None


def test_a_director_s_certificate_is_broken_to_set_a_tenth_of_it_aside() -> None:
    """P1 has the whole certificate of GT and one IC: a GT is set aside, the other one is loose."""
    start = trading(p4=(0, 8, 0, 2), p1=(2, 1, 2), initial=(8, 1))
    now, asked = begin(start, PUBLISHED, purse())
    till = purse()
    _, asked = answer(now, PUBLISHED, till, asked, "GT")
    assert asked is not None and asked.kind == "single"
    took = [facts["source"] for kind, facts in till.told if kind == "merger_swapped"]
    assert took[:3] == ["p1", "p1", INITIAL]  # the loose one, then the one set aside


def test_a_whole_certificate_is_never_taken() -> None:
    start = trading(p4=(0, 8, 0, 2), p1=(2, 0, 2), initial=(8, 2))
    till = purse()
    done = through(start, till=till)
    took = [facts["source"] for kind, facts in till.told if kind == "merger_swapped"]
    assert took == [INITIAL] * 4 + [DISCARDS]
    assert shares(done) == {"p4": 4, "p1": 1, INITIAL: 5}


def test_a_pair_without_a_survivor_s_tenth_asks_the_trader_for_its_source() -> None:
    start = trading(p4=(2, 6, 2, 2), p1=(2, 2), p2=(2, 0), initial=(4, 2))
    now, asked = begin(start, PUBLISHED, purse())
    assert asked == TradingChoice("whom", "p4", ("p1", "p2"))
    till = purse()
    now, asked = answer(now, PUBLISHED, till, asked, "p2")
    assert now.hand("p2").single_tenths == Tenths(1, 1)
    assert asked == TradingChoice("whom", "p4", ("p1", "p2"))


def test_the_discards_come_before_players_and_players_before_the_ipo_and_the_pool() -> None:
    def sources(**places: tuple[int, int]) -> list[str]:
        till = purse()
        through(trading(p4=(4, 0, 2), p1=(0, 10, 0, 2), p2=(2, 0), **places), till=till)
        return [facts["source"] for kind, facts in till.told if kind == "merger_swapped"]

    first = [DISCARDS, DISCARDS, "p2", "p2"]
    assert sources(initial=(2, 0), pool=(2, 0))[:5] == [*first, INITIAL]
    assert sources(pool=(4, 0))[:5] == [*first, POOL]


TERMS = (("IC", 78), ("GT", -67))
SETTLED = (
    "merger_paid_difference",
    {"player": "p1", "company": "GT", "amount": 11, "terms": TERMS},
)


def test_whose_set_aside_tenth_is_taken_settles_the_difference() -> None:
    """P1 set a GT (67) aside and gets an IC (78), and pays 11; the other way round P1 is paid."""
    start = trading(p4=(2, 6, 2, 2), p1=(1, 0), initial=(0, 4), pool=(7, 0))
    till = purse()
    through(start, "pay", till=till)
    assert SETTLED in till.told
    assert till.money["p1"] == 100 - 11 - (109 - 78)
    dear = replace(start, prices=Tenths(78, 67))
    till = purse()
    through(dear, "pay", till=till)
    assert till.money["p1"] == 100 + 11 - (109 - 67)


def test_a_player_who_cannot_settle_is_paid_the_price_of_the_one_taken_and_has_sold() -> None:
    start = trading(p4=(2, 6, 2, 2), p1=(1, 0), initial=(0, 4), pool=(7, 0))
    till = purse(p1=10)
    done = through(start, till=till)
    assert till.money["p1"] == 10 + 67
    assert done.sellers == ("p1",) and done.hand("p1").shares == 0
    till = purse(p1=10)
    done = through(start, till=till, readings=TradingReadings(settle_when_odd=True))
    assert till.money["p1"] == 10 + 78  # with the reading that of the one received


def test_a_loose_tenth_that_leaves_an_odd_number_is_settled_by_another_reading_only() -> None:
    """P1 has three GT; the one set aside is not taken, but one of the other two, for an IC."""
    for reading in (False, True):
        till = purse()
        begin(example(), TradingReadings(settle_when_odd=reading), till)
        assert (SETTLED in till.told) is reading
        assert till.money["p1"] == 100 - 11 * reading


def test_a_player_who_has_sold_or_lacks_the_cash_surrenders() -> None:
    till = purse(p1=41)
    assert through(example(), till=till).hand("p1").shares == 1
    assert till.money["p1"] == 41 + 67
    sold = replace(example(), sellers=("p1",))
    assert through(sold).hand("p1").shares == 1
    assert begin(example(), PUBLISHED, purse(p1=42))[1] is not None


def test_the_singles_are_traded_from_the_next_player_on_the_acting_one_last() -> None:
    start = trading(p4=(3, 0, 2), p1=(3, 0), p2=(0, 3, 0, 2), initial=(4, 7))
    now, asked = begin(start, PUBLISHED, purse())
    turns = []
    while asked:
        turns.append(asked.player)
        now, asked = answer(now, PUBLISHED, purse(), asked, "surrender")
    assert turns == ["p1", "p2", "p4"]


def test_survivor_s_tenths_that_are_left_on_the_discards_go_to_the_pool() -> None:
    start = trading(p4=(10, 0, 2), p1=(0, 2, 0, 2), initial=(0, 8))
    done = through(start)
    assert shares(done) == {"p4": 5, "p1": 1, INITIAL: 4}
    lone = trading(p4=(8, 0, 2), p1=(2, 10, 0, 2))
    assert shares(through(lone)) == {"p4": 4, "p1": 6}
    most = trading(p4=(10, 6, 2, 2), p1=(0, 4))
    assert shares(through(most)) == {"p4": 8, "p1": 2}
    all_his = trading(p4=(10, 10, 2, 2))
    assert shares(through(all_his)) == {"p4": 10}
    own = trading(p4=(10, 0, 2), initial=(0, 10))
    own = replace(own, holdings={**own.holdings, INITIAL: MergerHolding()})
    assert shares(through(own)) == {"p4": 5, POOL: 5}


def test_a_pair_that_finds_none_is_discarded() -> None:
    start = trading(p4=(8, 8, 2, 2), p1=(2, 2))
    done = through(start)
    assert shares(done) == {"p4": 8, "p1": 2}
    till = purse()
    start = trading(p4=(8, 8, 0, 2), p2=(0, 2), p3=(2, 0, 2))
    through(start, till=till)
    assert ("merger_found_none", {"player": "p2", "company": "IC", "count": 2}) in till.told


def test_the_director_has_most_and_at_a_tie_it_is_the_acting_player() -> None:
    tied = trading(p4=(6, 0, 2), p1=(0, 6, 0, 2), initial=(4, 4))
    done = through(tied)
    assert director(done, PUBLISHED) == "p4"
    others = trading(p4=(2, 0, 2), p2=(4, 2), p1=(0, 6, 0, 2), initial=(4, 2))
    assert director(through(others), PUBLISHED) == "p1"  # next after P4, who is not tied


def test_the_director_as_traded_is_the_first_with_two_then_who_has_more() -> None:
    readings = TradingReadings(director_as_traded=True)
    start = trading(p4=(2, 0, 2), p1=(4, 2), p2=(0, 6, 0, 2), initial=(4, 2))
    assert director(through(start), PUBLISHED) == "p1"
    assert director(through(start, readings=readings), readings) == "p1"
    late = trading("p3", p3=(5, 0, 2), p4=(0, 6, 0, 2), initial=(5, 4))
    assert director(through(late, "pay"), PUBLISHED) == "p3"  # tied, and acting
    assert director(through(late, "pay", readings=readings), readings) == "p4"  # had three first


def test_it_fails_without_three_shares() -> None:
    few = trading(p4=(2, 2, 2), p1=(2, 2, 0, 2), initial=(6, 6))
    assert not few.promises(PUBLISHED)
    assert not succeeds(through(few), PUBLISHED)
    five = trading(p4=(3, 2, 2), p1=(2, 3, 0, 2), initial=(5, 5))
    assert five.promises(PUBLISHED)
    assert not replace(five, sellers=("p1", "p4")).promises(PUBLISHED)


def test_a_lone_director_s_certificate_gives_one_share_or_two() -> None:
    start = trading(p4=(2, 0, 2), p1=(0, 6, 0, 2), initial=(8, 4))
    assert through(start).hand("p4").shares == 1
    readings = TradingReadings(lone_director_double=True)
    assert through(start, readings=readings).hand("p4").shares == 2
    more = trading(p4=(2, 2, 2), p1=(0, 6, 0, 2), initial=(8, 2))
    assert through(more, readings=readings).hand("p4").shares == 2


def test_the_odd_share_in_turn_is_named_late_and_of_single_certificates_only() -> None:
    readings = TradingReadings(odd_share_in_turn=True)
    start = trading(p4=(2, 4, 2, 2), p1=(2, 1), initial=(6, 5))
    till = purse()
    _, asked = begin(start, readings, till)
    assert asked == TradingChoice("set_aside", "p1", ("GT", "IC"))
    assert any(kind == "merger_paired" for kind, _ in till.told)  # P4 has traded before
    directs = trading(p4=(2, 4, 0, 2), p1=(2, 1, 2), initial=(6, 5))
    _, asked = begin(directs, readings, purse())
    assert asked is not None and asked.kind == "single"  # an IC, without being asked


def test_by_certificates_a_director_s_certificate_is_given_whole_for_two_singles() -> None:
    readings = TradingReadings(sources_by_single=True)
    start = trading(p4=(0, 4, 0, 2), p1=(2, 2, 2), p2=(2, 2), initial=(6, 2))
    start = replace(start, holdings=starting_hands(dict(start.holdings), readings))
    till = purse()
    begin(start, readings, till)
    assert "merger_swapped_certificate" in [kind for kind, _ in till.told]
    plain = purse()
    begin(replace(start, holdings=dict(start.holdings)), PUBLISHED, plain)
    assert "merger_swapped_certificate" not in [kind for kind, _ in plain.told]


def test_one_pair_is_the_director_s_certificate_by_another_reading_while_nobody_has_it() -> None:
    """P4 trades first: one share, or the two of the director's certificate. P1 has one then."""
    start = trading(p4=(1, 1), p1=(4, 4, 2, 2), p2=(2, 2), initial=(3, 3))
    by_certificates = TradingReadings(sources_by_single=True, director_as_traded=True)
    start = replace(start, holdings=starting_hands(dict(start.holdings), by_certificates))
    done = through(start, readings=by_certificates)
    assert (done.hand("p4").shares, done.hand("p1").shares) == (1, 4)
    assert done.grants[:2] == (("p4", 1, False), ("p1", 2, True))
    doubled = replace(by_certificates, unissued_double=True)
    done = through(start, readings=doubled)
    assert (done.hand("p4").shares, done.hand("p1").shares) == (2, 4)
    assert done.grants[:2] == (("p4", 2, True), ("p1", 2, False))


def test_a_pair_after_the_director_s_certificate_gives_one_share_in_both_readings() -> None:
    start = trading(p4=(2, 4, 2, 2), p1=(1, 1), initial=(9, 7))
    for double in (False, True):
        readings = TradingReadings(sources_by_single=True, unissued_double=double)
        hands = starting_hands(dict(start.holdings), readings)
        done = through(replace(start, holdings=hands), readings=readings)
        assert done.grants[0] == ("p4", 2, True)
        assert done.hand("p1").shares == 1
