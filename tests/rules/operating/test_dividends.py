"""Tests of divisions of revenue, including half pay, which neither title has.

They check retained revenue, revenue per share, rounding and payees.
"""

from fractions import Fraction

import pytest

from companion.rules.core.actions import Dividend
from companion.rules.data.revenue_divisions import PAY, WITHHOLD, Division
from companion.rules.judge import judge
from companion.rules.judge.policies import DividendPolicy
from companion.rules.operating.dividends import divide, payout_preview
from tests.support.positions import Position

TENS = Division(
    "half", Fraction(1, 2), step=10
)  # a share gets a twentieth of the revenue, rounded up
SUMS = Division("half", Fraction(1, 2), players_up=True)  # each player's sum is rounded up


def holding(**percents: int) -> Position:
    """Return a position with PRR of p1 at 100 and these percents held by others.

    The pool's part is paid to the company.
    """
    game = Position("1830", 3).close_privates().cash(p1=0, p2=0, p3=0)
    game.started("PRR", 100, "p1", **percents).floated("PRR", 0)
    game.rules.dividends = DividendPolicy(ways=(PAY, TENS, WITHHOLD))
    return game


@pytest.mark.parametrize(
    ("revenue", "kept", "share"), [(10, 0, 1), (30, 10, 2), (50, 20, 3), (70, 30, 4), (150, 70, 8)]
)
def test_half_rounded_down_to_a_ten_is_kept(revenue: int, kept: int, share: int) -> None:
    game = holding(p1=60)
    divided = divide(game.rules, game.state, "PRR", TENS, revenue)
    assert (divided.kept, divided.per_share, divided.shared) == (kept, share, 10 * share)
    assert divided.is_withheld_rounded == (2 * kept != revenue) == divided.rounded


def test_half_of_70_at_60_20_and_20_percent() -> None:
    game = holding(p1=60, pool=20).operating("PRR", "dividend", revenue=70)
    bank = game.state.cash["bank"]
    game.do(Dividend("PRR", "half"))
    assert (game.state.cash["p1"], game.state.cash["PRR"]) == (24, 30 + 8)
    assert game.state.cash["bank"] == bank - 62
    told = next(event for event in game.events if event.kind == "paid_part")
    assert game.rules.words.tell(told) == "PRR paid $4 a share and kept $30."
    receipt = told.facts["receipt"]
    assert (receipt.kept, receipt.shared, receipt.to_treasury) == (30, 40, 38)
    assert receipt.bank_after == game.state.cash["bank"]


def test_sums_of_players_are_rounded_up_and_others_down() -> None:
    game = holding(p1=30, p2=40, pool=10)
    divided = divide(game.rules, game.state, "PRR", SUMS, 130)
    assert (divided.kept, divided.is_withheld_rounded, divided.per_share) == (65, False, 6.5)
    lines = {line.owner: (line.amount, line.rounding) for line in divided.payees}
    assert lines == {"p1": (20, 1), "p2": (26, 0), "PRR": (6, -1)}
    assert [(line.owner, line.percent) for line in divided.unpaid_payees] == [("initial", 20)]
    assert divided.to_treasury == 71 and divided.rounded


@pytest.mark.parametrize("way", [PAY, TENS, SUMS, WITHHOLD])
@pytest.mark.parametrize("revenue", [0, 10, 45, 130, 995])
def test_nothing_of_the_revenue_is_lost(way: Division, revenue: int) -> None:
    game = holding(p1=50, p2=20, pool=10)
    divided = divide(game.rules, game.state, "PRR", way, revenue)
    paid = sum(line.amount for line in divided.payees)
    unpaid = sum(divided.shared * line.percent for line in divided.unpaid_payees) / 100
    rounding = divided.revenue - divided.kept - paid - unpaid
    assert abs(rounding) < 1 + len(divided.payees)
    assert rounding == 0 or divided.rounded
    assert divided.bank_before - divided.bank_after == divided.kept + paid


def test_a_price_goes_by_what_is_shared_out() -> None:
    game = holding(p1=60).operating("PRR", "dividend", revenue=70)
    after = {
        kind: payout_preview(game.rules, game.state, "PRR", kind).price_after
        for kind in ("pay", "half", "withhold")
    }
    assert after == {"pay": 112, "half": 112, "withhold": 90}


def test_only_the_ways_of_the_moment_are_offered() -> None:
    game = holding(p1=60).operating("PRR", "dividend", revenue=70)
    assert [action.kind for action in game.offered("dividend")] == ["pay", "half", "withhold"]
    game.rules.waiting(game.state).ways = lambda state: (TENS, WITHHOLD)
    assert [action.kind for action in game.offered("dividend")] == ["half", "withhold"]
    (refusal,) = judge.refusals(game.rules, game.state, Dividend("PRR", "pay"))
    assert refusal.says == "That is not a choice here; choose half or withhold."
