"""Replay of an exported game through the rules, action by action."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from companion.exchange.games_18xx.action_reader import Translator
from companion.exchange.games_18xx.export_file import (
    END_GAME,
    MESSAGE,
    BadFileError,
    Export,
    ExportedAction,
    carried_out,
    in_words,
    standing,
)
from companion.exchange.games_18xx.export_reader import Reader
from companion.exchange.games_18xx.pass_matching import PlayedAction
from companion.exchange.games_18xx.site_adapters import read_setup, site_adapters
from companion.languages import format_text
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.titles import titles
from companion.titles.site_adapter import SiteAdapter


class ExportedGame:
    """An exported game, ready to be replayed.

    ``notes`` are remarks about it. After the replay they include what happened to its actions.
    """

    def __init__(self, export: Export) -> None:
        self.export = export
        self.setup, self.set_up_notes = read_setup(export)
        self.notes = self.set_up_notes
        self.rules: Rules = titles()[self.setup.title].rules(self.setup)
        self.adapter: SiteAdapter = site_adapters()[self.setup.title]
        seats = list(zip(export.players, self.setup.seats, strict=True))
        self.seats = {name: seat for (_, name), seat in seats} | {
            id: seat for (id, _), seat in seats
        }

    @cached_property
    def standing(self) -> list[ExportedAction]:
        """The actions that stand at the end. Raises BadFileError."""
        return standing(self.export.actions)

    @property
    def over(self) -> bool:
        """Whether the game is finished by the rules, not ended by a player."""
        return self.export.finished and all(sent.type != END_GAME for sent in self.standing)

    def play(self) -> Iterator[PlayedAction]:
        """Yield each standing action with the states before and after it, checked as in live play.

        Raises BadFileError at the first that cannot be read, IllegalActionError at the first
        refused one.
        """
        translator = Translator(self.rules, self.adapter, self.seats)
        translator.look_ahead(self.standing)
        reader = Reader(self.rules, translator)
        start = judge.start(self.rules).state
        idle = Counter(sent.type for sent in self.export.actions if sent.type == MESSAGE)
        unknown: list[ExportedAction] = []

        def parts() -> Iterator[tuple[ExportedAction, bool]]:
            for sent, last in carried_out(self.standing):
                if not translator.has_effect(sent):
                    if translator.is_unknown(sent):
                        unknown.append(sent)
                    else:
                        idle[sent.type] += 1
                yield sent, last

        left_out = put_in = 0
        try:
            for played in reader.read(start, parts(), self.over):
                left_out += played.action is None and translator.has_effect(played.sent)
                put_in += played.put_in
                yield played
        except BadFileError as problem:
            if unknown:
                left = format_text(
                    "{action} before it was left out: its kind is not known here.",
                    action=unknown[-1].label,
                )
                problem.args = (f"{problem} {left}",)
            raise
        kinds = Counter(sent.type for sent in unknown)
        self.notes = (*self.set_up_notes, *_notes(idle, kinds, left_out, put_in))


def _notes(
    idle: Mapping[str, int], unknown: Mapping[str, int], left_out: int, put_in: int
) -> Iterator[str]:
    """Yield notes about actions that were dropped or inserted."""
    if idle:
        yield format_text(
            "Left out, because they have no effect in the game: {all}.", all=_describe_counts(idle)
        )
    if unknown:
        yield format_text(
            "Left out, because these kinds are not known here: {all}.",
            all=_describe_counts(unknown),
        )
    if left_out:
        yield format_text(
            "Passes left out because nobody has to pass here: {count}.", count=left_out
        )
    if put_in:
        yield format_text(
            "Passes added that the other site did not ask for: {count}.", count=put_in
        )


def _describe_counts(kinds: Mapping[str, int]) -> str:
    return ", ".join(f"{in_words(kind)} ({number})" for kind, number in sorted(kinds.items()))
