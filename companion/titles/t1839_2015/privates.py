"""The private of a director's certificate: its benefit and closing (Rijkswaterstaat)."""

from companion.rules.core.change import Change
from companion.rules.core.state import GONE
from companion.rules.judge.rules import Rules
from companion.rules.operating.private_powers import close, power
from companion.titles.t1839_2015.title_state import game_of


def add_home(change: Change, rules: Rules, company: str) -> None:
    """Give the company that comes with it another home."""
    home = next(p.powers["home"] for p in rules.data.private_list if "home" in p.powers)
    homes = change.state.companies[company].homes
    change.state.alter(company, homes=(*homes, (home,)))


def close_on_train(change: Change, rules: Rules, company: str) -> None:
    """Close it when the company that came with it has bought a train."""
    if company == game_of(change.state).director_company:
        for private, owner in change.state.privates.items():
            if owner != GONE and power(rules, private, "par"):
                close(change, rules, private)
