"""Write the example of each title: a game of simulated players that ends in the usual way.

Run it as `make examples` after a change of the rules; with slugs, for these titles alone.
"""

import sys

from companion.bots.playing_styles import careful
from companion.bots.simulation import play
from companion.rules.core.actions import Action
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import RULES_VERSION, Rules
from companion.rules.operating.running import can_run
from companion.titles import Title, titles
from companion.titles.examples import LARGEST, Example, write_example

NAMES = ("Ada", "Bram", "Cato", "Dirk")
SEEDS = 12  # games that are tried
LONGEST = 1600  # actions
EARLY_ENDS = ("bankruptcy", "agreed")


def write_title(title: Title) -> None:
    """Write the example of one title."""
    counts = title.data.cash
    players = NAMES[: max(count for count in counts if count <= len(NAMES))]
    found = None
    for seed in range(1, SEEDS + 1):
        setup = Setup(title.slug, players, seed=seed)
        example, end = play_example(title.rules(setup))
        if len(example.actions) > LONGEST or not example.middle:
            continue
        found = found or example
        if end not in EARLY_ENDS:
            found = example
            break
    if found is None:
        raise SystemExit(f"{title.slug}: no game of {SEEDS} is an example.")
    size = write_example(title, found)
    print(f"{title.slug}: seed {found.setup.seed}, {len(found.actions)} actions, {size} bytes")
    if size > LARGEST:
        raise SystemExit(f"{title.slug}: the example is larger than {LARGEST} bytes.")


def play_example(rules: Rules) -> tuple[Example, str]:
    """Play one game; return it with its middle, and the reason of its end."""
    actions: list[Action] = []
    turns: list[int] = []  # after how many actions a company with trains began its turn
    company = end = ""
    for action, outcome in play(rules, rules.setup.seed, LONGEST + 1, careful):
        actions.append(action)
        turn = outcome.state.round.operating
        before, company = company, turn.company if turn else ""
        if company not in ("", before) and can_run(rules, outcome.state, company):
            turns.append(len(actions))
        end = outcome.state.end_reason
    third = len(actions) // 3  # the last rounds of a game have the most actions
    middle = min(turns, key=lambda count: abs(count - third), default=0)
    return Example(rules.setup, tuple(actions), middle, RULES_VERSION), end


if __name__ == "__main__":
    for slug in sys.argv[1:] or titles():
        write_title(titles()[slug])
