"""Benchmark of history edits: an action far back in a recorded game is changed."""

import time
from collections.abc import Iterator, Sequence

from companion.bench.measurements import Figure
from companion.bench.recorded_games import Recorded
from companion.board.lays import lays
from companion.ledger.entries import BANK
from companion.rules.amend.correction_actions import CorrectCash, CorrectTile
from companion.rules.amend.history_edit import PastAction, replay_history
from companion.rules.amend.state_differences import differences
from companion.rules.core.actions import Action, LayTile
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules

BACK = 300  # actions


def corrections(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Yield the seconds until the consequences of an edit are known.

    One edit changes only money. The other rotates a tile, which changes the map for all later runs.
    """
    for game in games[:2]:
        rules, states, actions = _course(game)
        place = max(0, len(actions) - BACK)
        seat = rules.seats[0]
        money = CorrectCash(BANK, seat, 10, reason=game.name)
        yield _figure(f"{game.name}, money", rules, states[place:], actions[place:], money)
        for at in range(place, len(actions)):
            if turned := _rotate_tile(rules, states[at], actions[at]):
                yield _figure(f"{game.name}, a tile", rules, states[at:], actions[at:], turned)
                break


def _course(game: Recorded) -> tuple[Rules, list[State], list[Action]]:
    rules = game.read().rules
    states, taken = [judge.start(rules).state], list[Action]()
    for action in game.actions:
        states.append(judge.apply(rules, states[-1], action).state)
        taken.append(action)
    return rules, states, taken


def _rotate_tile(rules: Rules, state: State, action: Action) -> CorrectTile | None:
    """Return a correction that rotates the tile of an action to another legal position."""
    if not isinstance(action, LayTile):
        return None
    ways = lays(state.board, action.hex, [action.tile])
    others = [turn for _, turn in ways if turn != action.rotation]
    return CorrectTile(action.hex, action.tile, others[0], reason="turned") if others else None


def _figure(
    name: str,
    rules: Rules,
    states: Sequence[State],
    actions: Sequence[Action],
    instead: Action,
) -> Figure:
    taken = [PastAction(n, action) for n, action in enumerate(actions, start=1)]
    replaces = int(isinstance(instead, CorrectTile))
    begin = time.perf_counter()
    found = replay_history(rules, states[0], taken, [instead], replaces)
    differences(rules, states[-1], found.state)
    seconds = time.perf_counter() - begin
    return Figure(f"{name}, {len(taken)} actions back", seconds, "s", 1)
