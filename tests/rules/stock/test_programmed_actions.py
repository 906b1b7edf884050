"""Programs: a seat passes, or buys the same share again, until something happens."""

import pytest

from companion.rules.amend.correction_actions import CorrectCash
from companion.rules.core.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    Pass,
    SellShares,
    StartCompany,
)
from companion.rules.stock.programmed_actions import (
    BUY_AGAIN,
    UNTIL_OUTBID,
    UNTIL_ROUND_ENDS,
    UNTIL_SALE,
    Program,
    choose_action,
    count_repeats,
    follow,
    is_due,
    passing_kinds,
)
from companion.titles import titles
from tests.support.positions import Position

PURCHASE = BuyShare("p1", "PRR", "initial")
KINDS = (UNTIL_SALE, UNTIL_ROUND_ENDS)


def table(turn: str = "p2", **percents: int) -> Position:
    """A stock round of four with PRR, of which Anneke (p1) is director with 30%."""
    at = Position("1830", 4).close_privates().cash(p1=600, p2=600, p3=600, p4=600)
    at.started("PRR", 67, "p1", **{"p1": 30, "p2": 10, **percents})
    return at.started("NYC", 100, "p4", p4=20, p3=10).stock_round(2, turn)


def program_of(at: Position, kind: str, seat: str = "p1") -> Program:
    if kind == BUY_AGAIN:
        return Program(seat, kind, at.state.round.id, PURCHASE, 67, left=2)
    return Program(seat, kind, at.state.round.id)


def after(at: Position, program: Program | None, *actions: Action) -> Program | None:
    """Return the program after these actions, which nobody has programmed."""
    for action in actions:
        assert program is not None
        before = at.state
        at.do(action)
        program = follow(at.rules, program, action, before, at.state, programmed=False)
    return program


# --- when it acts


@pytest.mark.parametrize("kind", KINDS)
def test_it_passes_in_the_turn_of_its_seat_only(kind: str) -> None:
    at = table("p4")
    program = program_of(at, kind)
    assert not is_due(at.rules, program, at.state)
    at.do(Pass("p4"))
    assert is_due(at.rules, program, at.state)
    assert choose_action(at.rules, program, at.state) == Pass("p1")


def test_it_passes_nowhere_where_the_rules_refuse_that() -> None:
    at = table("p1", p1=70)  # over the limit
    assert choose_action(at.rules, program_of(at, UNTIL_ROUND_ENDS), at.state) is None
    assert passing_kinds(at.rules, at.state, "p1") == ()
    assert passing_kinds(at.rules, at.state, "p2") == KINDS


def test_it_answers_no_question() -> None:
    """The owner of the B&O's private names its par: that is no ordinary turn."""
    at = Position("1830", 3)
    at.do(*(BuyPrivate(f"p{n % 3 + 1}", p.symbol) for n, p in enumerate(at.data.private_list)))
    seat = at.rules.actor(at.state) or ""
    assert at.state.questions
    assert not is_due(at.rules, program_of(at, UNTIL_ROUND_ENDS, seat), at.state)


@pytest.mark.parametrize("title", sorted(titles()))
def test_a_stock_round_of_each_title_offers_to_pass(title: str) -> None:
    at = Position(title, max(3, min(titles()[title].data.cash))).close_privates().stock_round(2)
    assert passing_kinds(at.rules, at.state, "p2") == KINDS
    assert passing_kinds(at.rules, at.state, "p9") == ()


# --- until a share is sold


def test_a_pass_and_a_harmless_purchase_stop_nothing() -> None:
    at = table()
    program = after(at, program_of(at, UNTIL_SALE), Pass("p2"), BuyShare("p3", "NYC", "initial"))
    assert program is not None


@pytest.mark.parametrize(
    "action",
    [
        SellShares("p2", "PRR", 10),
        StartCompany("p2", "B&O", 67),
        CorrectCash("bank", "p3", 5, reason="lost"),
    ],
    ids=lambda action: action.wire_name,
)
def test_a_sale_a_start_or_a_correction_stops_it(action: Action) -> None:
    at = table()
    assert after(at, program_of(at, UNTIL_SALE), action) is None


@pytest.mark.parametrize(("has", "goes_on"), [(30, False), (40, True)])
def test_a_purchase_that_puts_a_directorship_in_danger_stops_it(has: int, goes_on: bool) -> None:
    """With 30% of each, the buyer's next purchase would take PRR away; with 20% to 40% not."""
    at = table(p1=has, p2=20)
    program = after(at, program_of(at, UNTIL_SALE), BuyShare("p2", "PRR", "initial"))
    assert (program is not None) is goes_on


def test_a_purchase_of_the_last_share_endangers_nobody() -> None:
    at = table(p1=30, p2=20, p3=20, p4=20)
    assert after(at, program_of(at, UNTIL_SALE), BuyShare("p2", "PRR", "initial")) is not None


def test_danger_for_somebody_else_stops_nothing() -> None:
    at = table("p3")
    assert after(at, program_of(at, UNTIL_SALE), BuyShare("p3", "NYC", "initial")) is not None


# --- until the round ends


@pytest.mark.parametrize(
    "action",
    [SellShares("p2", "PRR", 10), StartCompany("p2", "B&O", 67), BuyShare("p2", "PRR", "initial")],
    ids=lambda action: action.wire_name,
)
def test_nothing_that_others_do_stops_passing_until_the_round_ends(action: Action) -> None:
    at = table(p1=30, p2=20)
    assert after(at, program_of(at, UNTIL_ROUND_ENDS), action) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_the_end_of_the_round_stops_it(kind: str) -> None:
    at = table("p1", p1=30)
    assert after(at, program_of(at, kind, "p2"), *(Pass(f"p{n}") for n in (1, 2, 3))) is not None
    before = at.state
    at.do(Pass("p4"))
    program = program_of(table(), kind, "p2")
    assert follow(at.rules, program, Pass("p4"), before, at.state, programmed=False) is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_deed_of_ones_own_stops_it_but_a_pass_does_not(kind: str) -> None:
    at = table("p1")
    assert after(at, program_of(at, kind), Pass("p1")) is not None
    at = table("p1")
    assert after(at, program_of(at, kind), PURCHASE) is None


# --- until outbid


def sale() -> Position:
    """The sale of privates, in which Anneke has the highest bid on DH."""
    at = Position("1830", 3).do(Bid("p1", "DH", 75))
    assert at.rules.actor(at.state) == "p2"
    return at


def test_only_the_highest_bidder_may_pass_until_outbid() -> None:
    at = sale()
    assert passing_kinds(at.rules, at.state, "p1") == (UNTIL_OUTBID,)
    assert passing_kinds(at.rules, at.state, "p2") == ()
    program = after(at, program_of(at, UNTIL_OUTBID), Pass("p2"), Bid("p3", "MH", 115))
    assert program is not None
    assert choose_action(at.rules, program, at.state) == Pass("p1")


def test_a_higher_bid_stops_it() -> None:
    at = sale()
    assert after(at, program_of(at, UNTIL_OUTBID), Bid("p2", "DH", 80)) is None


def test_it_ends_when_all_that_it_led_on_is_bought() -> None:
    at = sale()
    actions = (BuyPrivate("p2", "SV"), BuyPrivate("p3", "CS"))  # DH goes to its only bidder
    assert after(at, program_of(at, UNTIL_OUTBID), actions[0]) is not None
    program = follow(
        at.rules,
        program_of(at, UNTIL_OUTBID),
        actions[1],
        at.state,
        at.do(actions[1]).state,
        programmed=False,
    )
    assert at.state.privates["DH"] == "p1"
    assert program is None


def test_it_does_not_leave_an_auction_of_bidders() -> None:
    """Anneke leads on MH, and is the lowest of two bidders on CS, which is auctioned."""
    at = sale().do(Bid("p2", "CS", 45), Pass("p3"), Bid("p1", "MH", 115))
    at.do(Bid("p2", "DH", 80), BuyPrivate("p3", "SV"))
    assert at.rules.actor(at.state) == "p1"
    assert not is_due(at.rules, program_of(at, UNTIL_OUTBID), at.state)
    assert passing_kinds(at.rules, at.state, "p1") == ()


# --- buying again


def bought(turn: str = "p2") -> tuple[Position, Program]:
    at = table(turn)
    return at, program_of(at, BUY_AGAIN)


def act(at: Position, program: Program) -> Program | None:
    """Let the program act in its turn, until the turn ends or it stops."""
    kept: Program | None = program
    while kept is not None and is_due(at.rules, kept, at.state, goes_on=kept != program):
        action = choose_action(at.rules, kept, at.state)
        if action is None:
            return None
        before = at.state
        at.do(action)
        kept = follow(at.rules, kept, action, before, at.state, programmed=True)
    return kept


def test_it_buys_ends_the_turn_and_stops_after_so_many() -> None:
    at, program = bought("p1")
    first = act(at, program)
    assert (at.percent("PRR", "p1"), at.rules.actor(at.state)) == (40, "p2")
    assert first is not None
    assert first.left == 1
    program = after(at, first, Pass("p2"), BuyShare("p3", "NYC", "initial"), Pass("p3"), Pass("p4"))
    assert program is not None
    assert act(at, program) is None
    assert (at.percent("PRR", "p1"), at.rules.actor(at.state)) == (50, "p2")


@pytest.mark.parametrize(
    "actions",
    [
        [SellShares("p2", "PRR", 10)],
        [StartCompany("p2", "B&O", 67)],
        [Pass("p2"), BuyShare("p3", "NYC", "initial"), Pass("p3"), SellShares("p4", "NYC", 10)],
        [CorrectCash("bank", "p3", 5, reason="lost")],
    ],
    ids=["sale", "start", "later sale", "correction"],
)
def test_a_change_of_the_table_stops_buying(actions: list[Action]) -> None:
    at, program = bought()
    assert after(at.cash(p4=700), program, *actions[:-1]) is not None
    before = at.state
    at.do(actions[-1])
    assert follow(at.rules, program, actions[-1], before, at.state, programmed=False) is None


def test_another_director_stops_buying() -> None:
    at = table("p3", p1=30).cash(p3=900)
    at.started("B&M", 67, "p2", p2=20, p3=20).stock_round(2, "p3")
    program = program_of(at, BUY_AGAIN)
    assert after(at, program, BuyShare("p3", "B&M", "initial")) is None
    assert at.president("B&M") == "p3"


def test_another_price_another_place_or_too_little_money_stops_buying() -> None:
    at, program = bought("p1")
    assert choose_action(at.rules, program, at.state) == PURCHASE
    dearer = Program("p1", BUY_AGAIN, program.round, PURCHASE, 70, left=2)
    elsewhere = Program("p1", BUY_AGAIN, program.round, BuyShare("p1", "PRR", "pool"), 67, left=2)
    assert choose_action(at.rules, dearer, at.state) is None
    assert choose_action(at.rules, elsewhere, at.state) is None
    at.cash(p1=66)
    assert choose_action(at.rules, program, at.state) is None


def test_a_pass_of_ones_own_stops_buying_but_the_end_of_the_turn_does_not() -> None:
    at, program = bought("p1")
    assert after(at, program, Pass("p1")) is None
    at, program = bought("p1")
    assert after(at.do(PURCHASE), program, Pass("p1")) is not None


def test_it_waits_in_a_turn_in_which_its_player_acts() -> None:
    at, program = bought("p1")
    at.do(PURCHASE)
    assert at.rules.actor(at.state) == "p1"
    assert not is_due(at.rules, program, at.state)
    assert not is_due(at.rules, program_of(at, UNTIL_ROUND_ENDS), at.state)


@pytest.mark.parametrize(
    ("purchase", "price", "cash", "count"),
    [
        (PURCHASE, 67, 600, 6),  # all that is left
        (PURCHASE, 67, 150, 2),
        (PURCHASE, 67, 66, 0),
        (PURCHASE, 70, 600, 0),  # the price has changed
        (BuyShare("p1", "PRR", "pool"), 67, 600, 0),
        (BuyShare("p1", "NYC", "treasury"), 100, 600, 0),
    ],
)
def test_a_purchase_can_be_repeated_as_often_as_money_and_shares_allow(
    purchase: BuyShare, price: int, cash: int, count: int
) -> None:
    at = table("p2").cash(p1=cash)
    assert count_repeats(at.rules, at.state, purchase, price) == count
    sold = Position("1830", 3)  # no stock round
    assert count_repeats(sold.rules, sold.state, purchase, price) == 0
