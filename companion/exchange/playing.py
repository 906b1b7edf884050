"""Playing an exported game through the judge, action by action; and importing it whole."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from companion.exchange.dialects import dialects, read_setup
from companion.exchange.export import MESSAGE, Export, carried_out, read_export, standing
from companion.exchange.passes import Played
from companion.exchange.reader import Reader
from companion.exchange.translate import Translator
from companion.rules.actions import Action
from companion.rules.rules import Rules
from companion.rules.setup import Setup
from companion.titles import titles
from companion.titles.dialect import Dialect


class ExportedGame:
    """An exported game, ready to be played through the rules.

    ``notes`` is what is worth knowing about it; what became of its actions is among them as soon as
    it has been played.
    """

    def __init__(self, export: Export) -> None:
        self.export = export
        self.setup, self.set_up_notes = read_setup(export)
        self.notes = self.set_up_notes
        self.rules: Rules = titles()[self.setup.title].rules(self.setup)
        self.dialect: Dialect = dialects()[self.setup.title]
        seats = list(zip(export.players, self.setup.seats, strict=True))
        self.seats = {name: seat for (_, name), seat in seats} | {
            id: seat for (id, _), seat in seats
        }

    def play(self) -> Iterator[Played]:
        """Each standing action with the states before and after it, judged as in live play.

        Raises BadFile at the first that cannot be read, IllegalAction at the first refused.
        """
        translator = Translator(self.rules, self.dialect, self.seats)
        actions = standing(self.export.actions)
        reader = Reader(self.rules, translator)
        start = self.rules.start().state
        idle = Counter(sent.type for sent in self.export.actions if sent.type == MESSAGE)
        left_out = put_in = 0
        for played in reader.read(start, carried_out(actions), self.export.over):
            if not translator.has_effect(played.sent):
                idle[played.sent.type] += 1
            left_out += played.action is None and translator.has_effect(played.sent)
            put_in += played.put_in
            yield played
        self.notes = (*self.set_up_notes, *_notes(idle, left_out, put_in))


def _notes(idle: Mapping[str, int], left_out: int, put_in: int) -> Iterator[str]:
    """What was not read as it stands, in words."""
    if idle:
        kinds = ", ".join(f"{kind} ({number})" for kind, number in sorted(idle.items()))
        yield f"Without effect in the game, and left out: {kinds}."
    if left_out:
        yield f"Passes left out because nobody is asked for them here: {left_out}."
    if put_in:
        yield f"Passes put in that the other site did not ask for: {put_in}."


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
