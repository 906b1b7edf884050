"""Games at every stage of their life, for the screens to show."""

import re
from collections.abc import Callable
from functools import cache

from companion.rules.core.actions import Action
from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import can_run
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from tests.support.run_cache import play

NAMES = ("Anneke", "Jörg", "Daniël")
Until = Callable[[Rules, State], bool]


def begun(store: GameStore, title: str = "1830", names: tuple[str, ...] = NAMES) -> int:
    """A game that has just begun."""
    return store.new_game(Setup(title, names))


def played(
    store: GameStore,
    until: Until,
    title: str = "1830",
    seed: int = 5,
    names: tuple[str, ...] = NAMES,
) -> int:
    """A game played at random until something holds, or to its end."""
    setup = Setup(title, names, seed=seed)
    return store.import_game(setup, _actions(until, title, seed, names))


@cache
def _actions(until: Until, title: str, seed: int, names: tuple[str, ...]) -> list[Action]:
    rules = rules_for(Setup(title, names, seed=seed))
    actions: list[Action] = []
    for action, outcome in play(rules, seed):
        actions.append(action)
        if until(rules, outcome.state):
            return actions
    assert until is never, f"this game of {title} never comes to what it was to be played to"
    return actions


@cache
def in_round(name: str) -> Until:
    """Until the round of that name begins."""
    return lambda rules, state: rules.round_rules(state).name(state) == name


def operating(rules: Rules, state: State) -> bool:
    """Until a company operates."""
    return isinstance(getattr(state.round, "turn", None), OperatingTurn)


def may_run(rules: Rules, state: State) -> bool:
    """Until a company with trains to run is at the beginning of its turn."""
    turn = state.round.operating
    return bool(turn and turn.step == 0 and can_run(rules, state, turn.company))


def never(rules: Rules, state: State) -> bool:
    """To the end of the game."""
    return False


def squeezed(page: str) -> str:
    """A page without the white space that only sets its source out."""
    page = re.sub(r"\s+", " ", page)
    return re.sub(r"(?<=>) (?=<)| (?=</)|(<[^/>][^>]*>) ", r"\1", page)
