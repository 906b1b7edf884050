"""Import of games: play all actions of a game, and collect its rows."""

from collections.abc import Iterable
from typing import Any

from companion.rules.core.actions import Action
from companion.rules.core.refusals import Refusal, RefusedError
from companion.rules.core.state import state_to_json
from companion.rules.data import codec
from companion.rules.data.player_names import check_names
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.store.db.tables import round_columns
from companion.store.history.game_loader import winners
from companion.store.history.log_writer import Entered, Writer, now
from companion.store.history.rulings import carry_out


class ImportRefusedError(RefusedError):
    """An action of an imported game is not allowed; ``index`` counts from 0. Nothing was stored."""

    def __init__(self, index: int, refusals: list[Refusal]) -> None:
        super().__init__(refusals)
        self.index = index


def play_all(
    rules: Rules, setup: Setup, actions: Iterable[Entered | Action], version: int
) -> tuple[Writer, dict[str, Any]]:
    """Play the actions under rules of that version; return their rows and the game's own row.

    Raises BadSetupError, ImportRefusedError.
    """
    check_names(setup.players)
    outcome = judge.start(rules)
    writer = Writer(0, version)
    writer.add(0, 0, 0, None, outcome.state.round.id, outcome)
    n = 0
    for n, item in enumerate(actions, start=1):
        entered = item if isinstance(item, Entered) else Entered(item)
        before = outcome.state.round.id
        try:
            done = next(carry_out(rules, outcome.state, (entered,)))
        except RefusedError as refused:
            raise ImportRefusedError(n - 1, refused.refusals) from refused
        outcome = done.outcome
        writer.add(n, n, n, done.entered, before, outcome)
    values: dict[str, Any] = {
        "title": setup.title,
        "setup": codec.to_json(setup),
        "version": n + 1,
        "row_count": n,
        "head": n,
        "depth": n,
        "deed_count": n,
        "state": state_to_json(outcome.state),
        "rules_version": version,
        **round_columns(outcome.state.round.id),
        "end_reason": outcome.state.end_reason,
        "winners": winners(rules, outcome.state),
        "created_at": writer.rows[0]["created_at"],
        "changed_at": now(),
    }
    return writer, values
