"""Refusals: why an action is not allowed, as data. The sentence is made when it is asked for."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.board.faults import Fault
from companion.rules.core.vocabulary import RefusalWords
from companion.rules.data.title_data import TitleData

# codes, or their last word, of reasons that there is too little money
MONEY = frozenset(("cash", "cost", "private.treasury", "train.president"))


NOT_NOW = "not now"  # where a refusal has no short words


class Speech(Protocol):
    """Who fills facts into a template: :class:`companion.rules.words.Words`."""

    def fill(self, template: str, facts: Mapping[str, Any]) -> str:
        """The sentence."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason. ``code`` is stable, ``rule`` the place in the title's book ("§12.0(2)" of it),
    ``facts`` the ids and numbers of it; ``words`` has the sentence, and ``speech`` fills it in.

    ``may_rule`` is whether the table may overrule it: a soft refusal. An action with none but soft
    ones can be carried out; what makes it impossible is a hard one, and always among the reasons.
    """

    code: str
    rule: str
    words: RefusalWords
    facts: Mapping[str, Any]
    speech: Speech = field(repr=False, compare=False)

    @property
    def may_rule(self) -> bool:
        """May the table overrule it?"""
        return self.words.may_rule

    @property
    def says(self) -> str:
        """The sentence."""
        return self.speech.fill(self.words.says, self.facts)

    @property
    def short(self) -> str:
        """The same in two or three words, for a narrow column."""
        return self.speech.fill(self.words.short or NOT_NOW, self.facts)

    def __str__(self) -> str:
        return f"{self.says} {self.rule}".strip()

    def is_waived(self, waive: Container[str]) -> bool:
        """Does the table overrule it, when it overrules refusals of the codes in ``waive``?"""
        return self.may_rule and self.code in waive


class _AllSoft:
    """Every code there is."""

    def __contains__(self, code: object) -> bool:
        return True


ALL_SOFT: Container[str] = _AllSoft()


def has_hard(refusals: Iterable[Refusal]) -> bool:
    """Is one among them that no ruling overcomes: the action could not be carried out?"""
    return any(not refusal.may_rule for refusal in refusals)


def is_of_money(refusal: Refusal) -> bool:
    """Is it that there is too little money?"""
    return refusal.code in MONEY or refusal.code.partition(".")[2] in MONEY


def decisive_first(refusals: Iterable[Refusal]) -> list[Refusal]:
    """The reasons with the one that decides first: who mends a later one is not helped by it.

    First that it is not the time; then what cannot be, then what the rules forbid; last what money
    could mend. Reasons of one weight stay as they were found.
    """
    found = list(refusals)
    return sorted(found, key=_weight) if len(found) > 1 else found


def _weight(refusal: Refusal) -> int:
    kind, _, what = refusal.code.partition(".")
    if kind == "turn" or what == "first_round":
        return 0
    if is_of_money(refusal):
        return 3
    return 2 if refusal.may_rule else 1


class Refused(Exception):
    """An action that is not allowed, with every reason. Nothing was changed."""

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals = decisive_first(refusals)
        super().__init__("; ".join(map(str, self.refusals)))


class Judge(Protocol):
    """Who words refusals: what :class:`companion.rules.judge.judge.Rules` is to the parts beneath
    it.
    """

    data: TitleData
    seats: tuple[str, ...]

    def refuse(self, code: str, **facts: Any) -> Refusal:
        """A refusal with the title's section and the sentence filled in."""

    def refuse_fault(self, kind: str, fault: Fault) -> Refusal:
        """A fault that the board found, as a refusal with the title's section."""
