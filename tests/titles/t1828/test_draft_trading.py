"""The trading of tenths in a merger by the draft: the worked examples, and each rule of it."""

from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.merger_shares import (
    DISCARDS,
    OTHER,
    SURVIVOR,
    MergerHolding,
    Tenths,
    TradingChoice,
    TradingReadings,
    TradingState,
)
from companion.titles.t1828.merger_turns import answer, begin, director, succeeds
from tests.titles.t1828.merger_money import Purse

DRAFT = TradingReadings(
    odd_named="in_turn",
    puts_back=False,
    difference="upward",
    surrendered_to=POOL,
    initial_trades=False,
    earlier_sale_forces=False,
)
PUBLISHED = TradingReadings()
PLAYERS = ("p1", "p2", "p3", "p4")


def trading(
    acting: str, survivor: str = "GT", sold: tuple[str, ...] = (), **hands: tuple[int, ...]
) -> TradingState:
    """GT at 67 and IC at 78 with a price of 108.

    A hand is (GT, IC, in the director's certificate of GT, of IC).
    """
    found = {}
    for owner, (gt, ic, *whole) in hands.items():
        gt_whole, ic_whole = (*whole, 0, 0)[:2]
        both = ((gt - gt_whole, ic - ic_whole), (gt_whole, ic_whole))
        loose, bound = (Tenths(*(pair if survivor == "GT" else pair[::-1])) for pair in both)
        found[owner] = MergerHolding(loose, bound)
    at = PLAYERS.index(acting)
    order = PLAYERS[at:] + PLAYERS[:at]
    prices = (67, 78) if survivor == "GT" else (78, 67)
    other = "IC" if survivor == "GT" else "GT"
    return TradingState(survivor, other, Tenths(*prices), 108, found, order, sold)


def purse(**money: int) -> Purse:
    return Purse({"p1": 100, "p2": 100, "p3": 100, "p4": 100} | money)


def through(
    start: TradingState,
    *answers: str,
    readings: TradingReadings = DRAFT,
    till: Purse | None = None,
) -> TradingState:
    """The trading with these answers; all of them are used."""
    till = till or purse()
    now, asked = begin(start, readings, till)
    for choice in answers:
        assert asked is not None and choice in asked.choices, (asked, choice)
        now, asked = answer(now, readings, till, asked, choice)
    assert asked is None, asked
    assert sum(shares(now).values()) == 10
    return now


def shares(done: TradingState) -> dict[str, int]:
    return {owner: hand.shares for owner, hand in done.holdings.items() if hand.shares}


def find_sources(till: Purse) -> list[str]:
    """The sources of the tenths that were taken, in order."""
    return [facts["source"] for kind, facts in till.told if kind == "merger_swapped"]


# --- the worked examples


def first() -> TradingState:
    return trading("p4", p4=(4, 6, 2, 2), p1=(3, 0), initial=(3, 3), pool=(0, 1))


def test_the_first_example_with_each_answer_of_the_one_with_three() -> None:
    ends = {
        ("IC", "pay"): ({"p4": 5, "p1": 2, INITIAL: 3}, -30),
        ("IC", "surrender"): ({"p4": 5, "p1": 1, INITIAL: 3, POOL: 1}, 78),
        ("GT", "pay"): ({"p4": 5, "p1": 2, INITIAL: 3}, -41),
        ("GT", "surrender"): ({"p4": 5, "p1": 1, INITIAL: 3, POOL: 1}, 67),
    }
    for answers, (found, paid) in ends.items():
        till = purse()
        done = through(first(), *answers, till=till)
        assert shares(done) == found
        assert till.money == {"p1": 100 + paid, "p2": 100, "p3": 100, "p4": 100}
        assert director(done, DRAFT) == "p4" and succeeds(done, DRAFT)
        assert find_sources(till)[0] == "p1"


def test_given_up_ones_are_paired_in_the_pool_with_the_discards() -> None:
    till = purse()
    through(first(), "IC", "surrender", till=till)
    assert find_sources(till) == ["p1", DISCARDS]


def test_the_first_example_by_the_published_rules() -> None:
    assert shares(through(first(), "pay", readings=PUBLISHED)) == {
        "p4": 5,
        "p1": 2,
        POOL: 1,
        INITIAL: 2,
    }


def second() -> TradingState:
    """IC goes on; P1 acts, has six GT and the director's certificate of it; P2 directs IC."""
    hands = {"p1": (6, 0, 2), "p2": (0, 5, 0, 2), "p3": (1, 1), "initial": (3, 4)}
    return trading("p1", "IC", **hands)


def test_the_second_example_when_they_pay() -> None:
    till = purse()
    done = through(second(), "p2", "p2", "p3", "IC", "pay", till=till)
    assert shares(done) == {"p1": 3, "p2": 3, "p3": 1, INITIAL: 3}
    assert till.money == {"p1": 100, "p2": 100 - 8, "p3": 111, "p4": 100}
    assert director(done, DRAFT) == "p1"
    assert find_sources(till) == ["p2", "p2", "p3", "p2", INITIAL]


def test_the_second_example_when_it_is_given_up() -> None:
    till = purse()
    done = through(second(), "p2", "p2", "p3", "IC", "surrender", till=till)
    assert shares(done) == {"p1": 3, "p2": 2, "p3": 1, INITIAL: 4}
    assert till.money["p2"] == 200
    assert done.hand(DISCARDS).single_tenths.other == 10


def test_the_third_example() -> None:
    hands = {"p1": (0, 6, 0, 2), "p2": (5, 0, 2), "initial": (2, 4), "pool": (3, 0)}
    till = purse()
    done = through(trading("p1", "IC", **hands), "pay", till=till)
    assert shares(done) == {"p1": 3, "p2": 3, POOL: 1, INITIAL: 3}
    assert find_sources(till) == [DISCARDS] * 3 + [INITIAL]
    assert till.money["p2"] == 100 - 41
    till = purse()
    done = through(trading("p1", "IC", **hands), "surrender", till=till)
    assert shares(done) == {"p1": 3, "p2": 2, POOL: 2, INITIAL: 3}
    assert find_sources(till) == [DISCARDS] * 3 + [INITIAL]


# --- the odd tenth


def test_it_is_named_at_one_s_own_turn_and_a_director_s_certificate_may_be_broken_for_it() -> None:
    hands = {"p4": (4, 4, 2), "p1": (0, 3, 0, 2), "p2": (2, 1), "initial": (4, 2)}
    till = purse()
    now, asked = begin(trading("p4", **hands), DRAFT, till)
    assert asked == TradingChoice("set_aside", "p2", ("GT", "IC"))
    assert now.hand("p4").shares == 4  # P4 has traded before, and P1 with three of one company
    assert now.hand("p1").side_set_aside == OTHER
    _, early = begin(trading("p4", **hands), PUBLISHED, purse())
    assert early is not None and early.player == "p2"
    whole = trading("p4", p4=(3, 5, 0, 2), p1=(2, 1, 2), initial=(5, 4))
    now, asked = begin(whole, DRAFT, purse())
    assert asked == TradingChoice("set_aside", "p1", ("GT", "IC"))
    now, _ = answer(now, DRAFT, purse(), asked, "GT")
    assert now.hand("p1").shares == 1 and now.hand("p1").side_set_aside == SURVIVOR


def test_an_even_number_names_none() -> None:
    _, asked = begin(trading("p4", p4=(4, 4, 2, 2), p1=(2, 2), initial=(4, 4)), DRAFT, purse())
    assert asked is None


# --- whose tenth is taken


def test_the_one_left_out_before_is_taken_too_and_the_dearer_one_is_paid_for() -> None:
    """P4 has left an IC out; P1's two GT take it, and P4 is paid 11."""
    hands = {"p4": (0, 3, 0, 2), "p1": (6, 0, 2), "initial": (4, 7)}
    till = purse()
    now, asked = begin(trading("p4", "IC", **hands), DRAFT, till)
    assert find_sources(till) == [DISCARDS, "p4", INITIAL]
    assert till.money["p4"] == 111
    assert now.hand("p4").side_set_aside == OTHER  # a GT now
    assert asked == TradingChoice("single", "p4", ("pay", "surrender"))


def test_nobody_ever_pays_for_a_tenth_that_was_taken() -> None:
    """P1 has two GT at 67, of which one becomes an IC at 78."""
    till = purse(p1=0)
    start = trading("p4", p4=(0, 6, 0, 2), p1=(2, 0), p2=(0, 2), initial=(8, 2))
    through(start, till=till)
    assert find_sources(till)[0] == "p1"
    assert till.money["p1"] == 0
    assert not any(kind == "merger_paid_difference" for kind, _ in till.told)


def test_a_whole_certificate_is_not_taken_from() -> None:
    till = purse()
    through(trading("p4", p4=(0, 4, 0, 2), p1=(2, 0, 2), initial=(8, 6)), till=till)
    assert find_sources(till) == [INITIAL, INITIAL]


def test_nothing_is_put_back_in_the_ipo_and_the_pool() -> None:
    start = trading("p4", p4=(0, 6, 0, 2), p1=(4, 4, 2), initial=(2, 0), pool=(4, 0))
    till = purse()
    now, _ = begin(start, DRAFT, till)
    assert find_sources(till) == ["p1", "p1", INITIAL, INITIAL, POOL]
    assert shares(now) == {"p4": 3, "p1": 4, POOL: 3}
    assert now.hand(DISCARDS).single_tenths.other == 10


def test_the_pool_is_the_last_source() -> None:
    till = purse()
    through(trading("p4", p4=(0, 8, 0, 2), p1=(2, 2, 2), initial=(2, 0), pool=(6, 0)), till=till)
    assert find_sources(till) == [INITIAL, INITIAL, POOL, POOL]


def test_a_pair_that_finds_only_a_whole_certificate_is_discarded_unpaid() -> None:
    """P2 trades two IC while the last GT lie in the certificate of P3, who trades next."""
    till = purse()
    start = trading("p4", p4=(7, 7, 0, 2), p1=(1, 1), p2=(0, 2), p3=(2, 0, 2))
    done = through(start, till=till)
    assert shares(done) == {"p4": 7, "p1": 1, "p3": 1, POOL: 1}
    assert ("merger_found_none", {"player": "p2", "company": "IC", "count": 2}) in till.told
    assert till.money["p2"] == 100 and done.sellers == ()


# --- singles


def test_a_sale_before_does_not_force_but_too_little_cash_does() -> None:
    now, asked = begin(first(), DRAFT, purse(p1=29))
    assert asked is not None
    now, asked = answer(now, DRAFT, purse(p1=29), asked, "IC")
    assert asked is None and now.hand(POOL).shares == 1
    sold = trading("p4", sold=("p1",), p4=(4, 6, 2, 2), p1=(3, 0), initial=(3, 3), pool=(0, 1))
    assert shares(through(sold, "GT", "pay"))["p1"] == 2
    assert shares(through(sold, readings=PUBLISHED))["p1"] == 1


def test_five_tenths_promise_a_system_even_of_a_seller() -> None:
    five = {"p4": (3, 2, 2), "p1": (2, 2, 0, 2), "initial": (5, 6)}
    assert trading("p4", sold=("p4",), **five).promises(DRAFT)
    assert not trading("p4", sold=("p4",), **five).promises(PUBLISHED)
    four = {"p4": (2, 2, 2), "p1": (2, 2, 0, 2), "initial": (6, 6)}
    assert not trading("p4", **four).promises(DRAFT)


def test_a_single_of_the_other_is_given_up_if_no_share_is_left() -> None:
    """P1 finds none for the last IC: all GT have become shares of P4 and P2."""
    start = trading("p4", p4=(10, 8, 2, 2), p1=(0, 1), p2=(0, 1))
    till = purse()
    done = through(start, "pay", till=till)
    assert shares(done) == {"p4": 9, "p1": 1}
    assert done.sellers == ("p2",) and till.money["p2"] == 178


def test_a_given_up_tenth_in_the_pool_may_be_taken() -> None:
    """P1 gives a GT up, and P2's IC takes it from the pool: there is no other."""
    start = trading("p4", p4=(9, 9, 2, 2), p1=(1, 0), p2=(0, 1))
    till = purse()
    done = through(start, "surrender", "pay", till=till)
    assert find_sources(till) == [POOL]
    assert shares(done) == {"p4": 9, "p2": 1}


# --- pool and IPO


def test_every_tenth_of_the_survivor_in_the_pool_is_a_share_and_a_single_of_the_other_leaves() -> (
    None
):
    def find_shares(pool: tuple[int, int]) -> dict[str, int]:
        left = 10 - 2 - pool[0]
        start = trading("p4", p4=(2, 4, 2, 2), initial=(left, 6 - pool[1]), pool=pool)
        return shares(through(start))

    assert find_shares((3, 0)) == {"p4": 3, POOL: 3, INITIAL: 4}
    assert find_shares((2, 1)) == {"p4": 3, POOL: 2, INITIAL: 5}
    assert find_shares((0, 1)) == {"p4": 3, INITIAL: 7}
    assert find_shares((0, 3)) == {"p4": 3, POOL: 1, INITIAL: 6}
    assert find_shares((1, 5)) == {"p4": 3, POOL: 3, INITIAL: 4}


def test_the_pool_finds_none_when_discards_and_ipo_are_empty() -> None:
    till = purse()
    start = trading("p4", p4=(9, 5, 2, 2), p1=(1, 0), p2=(0, 1), pool=(0, 4))
    done = through(start, "pay", "pay", till=till)
    assert shares(done) == {"p4": 7, "p1": 1, "p2": 1, POOL: 1}
    assert ("merger_found_none", {"player": POOL, "company": "IC", "count": 2}) in till.told
