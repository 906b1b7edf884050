"""The example of a title: one whole game of simulated players, and a moment in its middle.

``scripts/write_examples.py`` makes the file. It holds the set-up and the actions alone, so the
present rules play it whenever it is opened.
"""

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action, action_to_json
from companion.rules.data.setup import Setup
from companion.titles import Title
from companion.titles.packs import EXAMPLE

LARGEST = 60_000  # bytes of a file


@dataclass(frozen=True, slots=True)
class Example:
    """A whole game; ``middle`` is the number of its actions up to a moment to play on from."""

    setup: Setup
    actions: tuple[Action, ...]
    middle: int
    rules_version: int

    def up_to(self, is_finished: bool) -> tuple[Action, ...]:
        """Return all actions, or those up to the middle."""
        return self.actions if is_finished else self.actions[: self.middle]


def has_example(title: Title) -> bool:
    """Does an example come with the title?"""
    return title.pack is None and _file_of(title).is_file()


def read_example(title: Title) -> Example:
    """Return the title's example. Raises OSError, ValueError and BadActionError."""
    title.rules_class  # noqa: B018 - registers the title's own actions
    stored = json.loads(gzip.decompress(_file_of(title).read_bytes()))
    return Example(
        Setup(title.slug, tuple(stored["players"]), stored["options"], stored["seed"]),
        tuple(read_action(each) for each in stored["actions"]),
        stored["middle"],
        stored["rules_version"],
    )


def write_example(title: Title, example: Example) -> int:
    """Write the example into the title's folder and return its size in bytes."""
    stored = {
        "rules_version": example.rules_version,
        "players": example.setup.players,
        "options": dict(example.setup.options),
        "seed": example.setup.seed,
        "middle": example.middle,
        "actions": [action_to_json(action) for action in example.actions],
    }
    text = json.dumps(stored, ensure_ascii=False, separators=(",", ":"))
    return _file_of(title).write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _file_of(title: Title) -> Path:
    return title.folder / EXAMPLE
