"""Refusals: the reasons why an action is not allowed, as data.

The sentence is made only on request.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.board.lay_and_route_faults import Fault
from companion.rules.core.vocabulary import RefusalWords
from companion.rules.data.title_data import TitleData
from companion.values import speed_up

# codes, or last words of codes, of refusals for lack of money
MONEY = frozenset(("cash", "cost", "private.treasury", "train.president"))


NOT_NOW = "not now"  # for a refusal without a short text


class SentenceFormatter(Protocol):
    """Interface to fill facts into templates: :class:`companion.rules.words.formatting.Words`."""

    def fill(self, template: str, facts: Mapping[str, Any]) -> str:
        """Return the sentence."""


@speed_up
@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why an action is not allowed.

    ``code`` is stable. ``rule`` is the section in the title's book ("§12.0(2)"). ``facts`` are its
    ids and numbers. ``words`` holds the sentence, and ``speech`` fills in the facts.

    A soft refusal has ``may_rule``: the table may overrule it. An action with only soft refusals
    can be carried out. A hard refusal marks an impossible action and is always among the reasons.
    """

    code: str
    rule: str
    words: RefusalWords
    facts: Mapping[str, Any]
    speech: SentenceFormatter = field(repr=False, compare=False)

    @property
    def may_rule(self) -> bool:
        """Whether the table may overrule it."""
        return self.words.may_rule

    @property
    def says(self) -> str:
        """The sentence: that of the first case whose facts are there, or the usual one."""
        cases = self.words.cases
        fitting = (says for named, says in cases.items() if self.facts.keys() >= {*named.split()})
        return self.speech.fill(next(fitting, self.words.says), self.facts)

    @property
    def short(self) -> str:
        """The reason in two or three words, for a narrow column."""
        return self.speech.fill(self.words.short or NOT_NOW, self.facts)

    def __str__(self) -> str:
        return f"{self.says} {self.rule}".strip()

    def is_waived(self, waive: Container[str]) -> bool:
        """Return whether it is soft and its code is in ``waive``."""
        return self.may_rule and self.code in waive


class _AllSoft:
    """A container of all codes."""

    def __contains__(self, code: object) -> bool:
        return True


ALL_SOFT: Container[str] = _AllSoft()


def has_hard(refusals: Iterable[Refusal]) -> bool:
    """Return whether any refusal is hard, so that the action cannot be carried out."""
    return any(not refusal.may_rule for refusal in refusals)


def is_of_money(refusal: Refusal) -> bool:
    """Return whether the refusal is for lack of money."""
    return refusal.code in MONEY or refusal.code.partition(".")[2] in MONEY


def decisive_first(refusals: Iterable[Refusal]) -> list[Refusal]:
    """Return the refusals in order of weight, the decisive one first.

    It does not help to solve a later problem while an earlier one remains. A wrong time comes
    first, then the impossible, then the forbidden, then lack of money. The order within a weight is
    kept.
    """
    found = list(refusals)
    return sorted(found, key=_weight) if len(found) > 1 else found


def _weight(refusal: Refusal) -> int:
    kind, _, what = refusal.code.partition(".")
    if kind == "turn" or what == "first_round":
        return 0
    if refusal.code in MONEY or what in MONEY:
        return 3
    return 2 if refusal.words.may_rule else 1


class RefusedError(Exception):
    """An action that is not allowed, with every reason. Nothing was changed."""

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals = decisive_first(refusals)
        super().__init__(self.refusals)

    def __str__(self) -> str:
        return "; ".join(map(str, self.refusals))


class Judge(Protocol):
    """Interface to make refusals, implemented by :class:`companion.rules.judge.rules.Rules`."""

    data: TitleData
    seats: tuple[str, ...]

    def refuse(self, code: str, **facts: Any) -> Refusal:
        """Return a refusal with the title's section and the sentence."""

    def refuse_fault(self, kind: str, fault: Fault) -> Refusal:
        """Return a fault of the board as a refusal with the title's section."""
