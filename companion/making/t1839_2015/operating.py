"""Operating rounds: what a turn is made of."""

from companion.making.t1839_2015.running import Running
from companion.making.t1839_2015.tokens import Markers
from companion.making.t1839_2015.trains import Trains
from companion.rules.dividends import PayDividend
from companion.rules.operating import TurnStep
from companion.rules.power_lays import LayWithPowers
from companion.rules.privates import UpToFace
from companion.rules.raising import Raising
from companion.rules.rules import Rules


def steps(rules: Rules, money: Raising, privates: UpToFace) -> tuple[TurnStep, ...]:
    """A turn from top to bottom; ``privates`` may be bought at any time of it."""
    markers = Markers(rules)
    return (
        LayWithPowers(rules, markers),
        markers,
        Running(rules),
        PayDividend(rules),
        Trains(rules, money, privates),
    )
