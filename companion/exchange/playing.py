"""Playing an exported game through the judge, action by action; and importing it whole."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from companion.exchange.dialects import dialects, read_setup
from companion.exchange.export import BadFile, Export, Sent, carried_out, read_export, standing
from companion.exchange.translate import Translator
from companion.rules.actions import Action
from companion.rules.refusals import Refusal, Refused
from companion.rules.rules import Rules
from companion.rules.setup import Setup
from companion.rules.state import State
from companion.titles import titles
from companion.titles.dialect import Dialect


class IllegalAction(BadFile):
    """An action of the file that the rules refuse, ``sent``, with every reason."""

    def __init__(self, sent: Sent, refusals: list[Refusal]) -> None:
        reasons = " ".join(str(refusal) for refusal in refusals)
        super().__init__(f"{sent.label} is not allowed: {reasons}")
        self.sent = sent
        self.refusals = refusals


@dataclass(frozen=True, slots=True)
class Played:
    """One action of the export and what it made. ``action`` is None for one that does nothing;
    ``last`` marks the last one with its id.
    """

    sent: Sent
    action: Action | None
    before: State
    state: State
    last: bool

    @property
    def idle(self) -> bool:
        """Is it a run of no train that the rules do not wait for?"""
        return self.action is None and self.sent.type == "run_routes"


class ExportedGame:
    """An exported game, ready to be played through the rules."""

    def __init__(self, export: Export) -> None:
        self.export = export
        self.setup, self.notes = read_setup(export)
        self.rules: Rules = titles()[self.setup.title].rules(self.setup)
        self.dialect: Dialect = dialects()[self.setup.title]
        self.seats = {
            id: seat for (id, _), seat in zip(export.players, self.setup.seats, strict=True)
        }

    def play(self) -> Iterator[Played]:
        """Each standing action with the states before and after it, judged as in live play.

        Raises BadFile at the first that cannot be read, IllegalAction at the first refused.
        """
        translator = Translator(self.rules, self.dialect, self.seats)
        state = self.rules.start().state
        parts = list(carried_out(standing(self.export.actions)))
        for (sent, last), following in zip_longest(parts, (part for part, _ in parts[1:])):
            action = translator.translate(sent, state, following)
            before = state
            if action is not None:
                try:
                    state = self.rules.apply(state, action).state
                except Refused as refused:
                    raise IllegalAction(sent, refused.refusals) from None
                translator.done(sent, action, before, state)
            yield Played(sent, action, before, state, last)


class Imported(NamedTuple):
    """A game to store: its set-up, its actions in order, and what is worth telling about it."""

    setup: Setup
    actions: list[Action]
    notes: tuple[str, ...]


def import_file(source: bytes | Path | str) -> Imported:
    """Read an export and judge every action of it. Raises BadFile."""
    game = ExportedGame(read_export(source))
    actions = [played.action for played in game.play() if played.action is not None]
    return Imported(game.setup, actions, game.notes)
