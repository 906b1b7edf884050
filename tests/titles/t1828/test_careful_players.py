"""Simulated players who take care: they bring games of 1828 to their last phases."""

import random
from collections import Counter

from companion.bots.playing_styles import careful, careless
from companion.bots.simulation import choose
from companion.rules.core.actions import DeclareBankruptcy, Dividend
from tests.titles.t1828.game_start import floated


def chosen(at, manner):
    """The choices in that many throws of dice, by kinds of action."""
    dice = random.Random(1)
    return Counter(type(choose(at.rules, at.state, dice, manner)) for _ in range(60))


def poor(share: int):
    """GT must buy a train of $800; its director has nothing but so much of IC, and 60% of GT."""
    at = floated("GT", 0).tile("D6", "57", 1).cash(p1=0)
    at.started("IC", 67, "p2", p2=40, p1=share).floated("IC").phase("Gray")
    return at.operating("GT", "trains")


def test_nobody_gives_up_who_can_do_anything_else():
    assert chosen(poor(10), careful)[DeclareBankruptcy] == 0
    assert chosen(poor(10), careless)[DeclareBankruptcy] > 0
    at = poor(10)
    while sales := at.offered("sell"):
        at.do(sales[0])
    assert set(chosen(at, careful)) == {DeclareBankruptcy}


def test_revenue_is_kept_for_a_train_that_stays():
    at = floated("GT", 0).trains("GT", "2").operating("GT", "dividend", revenue=40)
    kept = [choose(at.rules, at.state, random.Random(n), careful) for n in range(40)]
    assert sum(deed == Dividend("GT", "withhold") for deed in kept) > 25
    rich = floated("GT", 800).trains("GT", "2").operating("GT", "dividend", revenue=40)
    paid = [choose(rich.rules, rich.state, random.Random(n), careful) for n in range(40)]
    assert sum(deed == Dividend("GT", "pay") for deed in paid) > 25
