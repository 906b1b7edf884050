"""Each end that a title of the shared rules names is reached without its map, and no other.

Titles with rules of their own have tests of their ends in their folders, and so have all titles
for their ends with the map.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.rules.core.actions import DeclareBankruptcy, Pass
from companion.rules.data.setup import Setup
from companion.rules.operating.routes_without_map import TellRoute
from companion.rules.standard.rules import StandardRules
from companion.titles import load, rules_for, titles
from tests.support.positions import NAMES, Position

GIVE_UP = DeclareBankruptcy("p1")
SHARED = [
    title
    for title in sorted(titles())
    if isinstance(rules_for(Setup(title, NAMES[:3])), StandardRules)
]


def operating(title: str, has_train: bool = True) -> Position:
    """Return the last step of the only turn in the last operating round of a set.

    Neither the company nor its president has any money.
    """
    game = Position(title, 3, without_map=True).close_privates()
    company = next(c.symbol for c in game.data.company_list if c.kind.name == "public")
    least = min(game.rules.market.pars(game.rules, game.state, company))
    game.started(company, least, "p1", p1=60).phase(game.data.phases[-1].name)
    game.floated(company, home=False).cash(p1=0)
    if has_train:
        game.trains(company, game.data.train_types[-1].name)
    return game.operating(company, "trains", parts=2, part=2)


def company(game: Position) -> str:
    (one,) = game.state.round.companies
    return one


def end_round(game: Position) -> str:
    """End the round; return why the game is over, or ""."""
    while game.state.round.kind == "operating" and not game.state.end_reason:
        game.do(Pass(company(game)))
    return game.state.end_reason


def find_ends(title: str) -> Iterator[str]:
    """Yield why the game is over that is brought to each end of the shared rules."""
    broken = operating(title)
    broken.state.is_bank_broken = True
    yield end_round(broken)
    for cell in broken.data.cells.values():
        if "end" in cell.kinds:
            yield end_round(operating(title).price(company(broken), cell.id))
    last = operating(title)
    last.state.round = replace(last.state.round, number=last.data.ends.sets or 2)
    yield end_round(last)
    poor = operating(title, has_train=False)
    poor.do(TellRoute(company(poor)))
    if poor.allowed(GIVE_UP):
        yield poor.do(GIVE_UP).state.end_reason


@pytest.mark.parametrize("title", SHARED)
def test_each_end_that_a_title_names_is_reached_without_its_map(title):
    words = load(title).data.words
    named = {word.removeprefix("finish_") for word in words if word.startswith("finish_")}
    assert set(find_ends(title)) - {""} == named


@pytest.mark.parametrize("title", SHARED)
def test_nothing_else_ends_a_game(title):
    assert end_round(operating(title)) == ""
