"""The positions whose deeds are counted, and their tables.

Each title has a table ``tests/perft/<title>.json``, and each further edition of it one named
``<title>-<edition>.json``. It holds a random game up to its last position, the row of each
position, and the counts that this program found. The everyday counts are those of `make test`; the
deep ones need FULL. A change that is meant to change what is legal remakes the table and says so.

Usage: PYTHONPATH=. python -m tests.perft.positions TITLE[-EDITION]...
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from companion.bots.simulation import LIMIT, choose_setup, play
from companion.perft import count_deeds
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action, action_to_json
from companion.rules.core.state import State
from companion.rules.data.setup import EDITION, Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.stock.share_trading import StockRound
from companion.titles import load, rules_for, titles

FOLDER = Path(__file__).parent
SOURCE = "Counted by `companion perft`; the game was played by simulated players."
START = "the start"
EVERYDAY, DEEP = 400, 8000  # sequences of deeds that are counted at most
SEEDS = 20  # games that are looked at for one with all positions


IsThere = Callable[[Rules, State], bool]


def _waits_in(name: str, colour: str = "") -> IsThere:
    def is_there(rules: Rules, state: State) -> bool:
        step = rules.waiting(state)
        return step is not None and step.name == name and colour in ("", *rules.phase(state).tiles)

    return is_there


def _is_stock_round(first: int) -> IsThere:
    def is_there(rules: Rules, state: State) -> bool:
        return isinstance(state.round, StockRound) and state.round.id.number >= first

    return is_there


POSITIONS: Mapping[str, IsThere] = {
    "the first stock round": _is_stock_round(1),
    "the first track": _waits_in("track"),
    "the first token": _waits_in("token"),
    "the first dividend": _waits_in("dividend"),
    "the first trains": _waits_in("trains"),
    "the third stock round": _is_stock_round(3),
    "green track": _waits_in("track", "green"),
    "green trains": _waits_in("trains", "green"),
    "brown track": _waits_in("track", "brown"),
    "too many trains": _waits_in("discard"),
}
OF_SOME = {"a merger": "merger"}  # the step of a position that only some titles have


def find_tables() -> list[str]:
    """Return the names of all tables: the titles, and their further editions."""
    names = []
    for slug, title in titles().items():
        names.append(slug)
        names += [f"{slug}-{key}" for key in title.data.editions if key != title.data.edition_key]
    return names


def _title_and_options(table: str) -> tuple[str, dict[str, str]]:
    """Return the title of a table, and the option that chooses its edition."""
    if table in titles():
        return table, {}
    title, _, edition = table.rpartition("-")
    return title, {EDITION: edition}


class Position(NamedTuple):
    """A position of a table: its name, the row of the game, and the counts of its plies."""

    name: str
    row: int
    everyday: list[int]
    deep: list[int]


class Table(NamedTuple):
    """The table of a title: a game and its positions, in the order of the game."""

    setup: Setup
    actions: list[Action]
    positions: list[Position]

    def states(self) -> Iterator[tuple[Rules, Position, State]]:
        """Yield each position with the rules of the game and the state."""
        rules = rules_for(self.setup)
        state, played = judge.start(rules).state, 0
        for position in self.positions:
            for action in self.actions[played : position.row]:
                state = judge.apply(rules, state, action).state
            played = position.row
            yield rules, position, state


def read_table(name: str) -> Table:
    """Return a table by its name."""
    body = json.loads((FOLDER / f"{name}.json").read_text())
    setup = Setup(
        _title_and_options(name)[0], tuple(body["players"]), body["options"], body["seed"]
    )
    rules_for(setup)  # it registers the title's own actions
    return Table(
        setup,
        [read_action(json.loads(action)) for action in body["actions"]],
        [Position(**position) for position in body["positions"]],
    )


def make_table(name: str) -> dict[str, Any]:
    """Play random games until one has all positions, and count its deeds."""
    setup, actions, rows = _find_game(*_title_and_options(name))
    table = Table(setup, actions, [Position(name, row, [], []) for name, row in rows])
    return {
        "source": SOURCE,
        "players": setup.players,
        "options": setup.options,
        "seed": setup.seed,
        "positions": [
            position._replace(
                everyday=_count_up_to(rules, state, EVERYDAY),
                deep=_count_up_to(rules, state, DEEP),
            )._asdict()
            for rules, position, state in table.states()
        ],
        "actions": [_line(action) for action in actions],
    }


def _find_game(
    title: str, options: Mapping[str, str]
) -> tuple[Setup, list[Action], list[tuple[str, int]]]:
    """Return the first of the random games with all positions, or the one with most of them."""
    positions = _positions_of(title)
    best = _find_positions(title, options, positions, 1)
    for seed in range(2, SEEDS + 1):
        if len(best[2]) > len(positions):
            break
        found = _find_positions(title, options, positions, seed)
        best = max(best, found, key=lambda found: len(found[2]))
    return best


def _positions_of(title: str) -> dict[str, IsThere]:
    """Return the positions that a title has."""
    steps = load(title).rules_class.vocabulary.steps
    some = {name: _waits_in(step) for name, step in OF_SOME.items() if step in steps}
    return {**POSITIONS, **some}


def _find_positions(
    title: str, options: Mapping[str, str], positions: Mapping[str, IsThere], seed: int
) -> tuple[Setup, list[Action], list[tuple[str, int]]]:
    setup, manner = choose_setup(title, seed, options=options)
    rules = rules_for(setup)
    rows, actions = [(START, 0)], list[Action]()
    for row, (action, outcome) in enumerate(play(rules, seed, LIMIT, manner), 1):
        actions.append(action)
        if outcome.state.end_reason:
            break
        known = {name for name, _ in rows}
        for name, is_there in positions.items():
            if name not in known and is_there(rules, outcome.state):
                rows.append((name, row))
                break
        if len(rows) > len(positions):
            break
    return setup, actions[: rows[-1][1]], rows


def _line(action: Action) -> str:
    return json.dumps(action_to_json(action), ensure_ascii=False)


def _count_up_to(rules: Rules, state: State, most: int) -> list[int]:
    """Return the counts to the greatest depth before which at most ``most`` deeds are made."""
    counts = count_deeds(rules, state, 1)
    while 0 < sum(counts) <= most and len(counts) < 8:
        counts = count_deeds(rules, state, len(counts) + 1)
    return counts


def _write(name: str) -> None:
    body = make_table(name)
    for position in body["positions"]:
        position |= {"everyday": str(position["everyday"]), "deep": str(position["deep"])}
    text = json.dumps(body, ensure_ascii=False, indent=1)
    text = re.sub(r'"(\[[\d, ]*\])"', r"\1", text)  # a line for each list of counts
    (FOLDER / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    for named in sys.argv[1:]:
        _write(named)
