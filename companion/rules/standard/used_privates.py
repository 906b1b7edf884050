"""Privates that close when their power is used."""

from collections.abc import Iterator

from companion.rules.core.change import Change
from companion.rules.core.standard_state import StandardTurn, game_of
from companion.rules.core.state import GONE
from companion.rules.judge.rules import Rules
from companion.rules.operating.private_powers import close, closes_with_use


def close_used(change: Change, rules: Rules) -> None:
    """Close the privates whose power is used up, if they close with use.

    One whose tile lies may still place a token, or another tile, in the same turn.
    """
    state, turn = change.state, change.state.round.operating
    if not (used := game_of(state).used_privates):
        return
    busy = {subject for question in state.questions for subject in question.subjects}
    busy.update(turn.tile_privates if isinstance(turn, StandardTurn) else ())
    _close(change, rules, (p for p in used if p not in busy))


def close_after_turn(change: Change, rules: Rules) -> None:
    """Close the privates that laid their tiles in the turn that ends, if they close with use."""
    turn = change.state.round.operating
    assert isinstance(turn, StandardTurn)
    _close(change, rules, iter(turn.tile_privates))


def _close(change: Change, rules: Rules, used: Iterator[str]) -> None:
    for private in dict.fromkeys(used):
        if change.state.privates[private] != GONE and closes_with_use(rules, change.state, private):
            close(change, rules, private)
