"""Refusals: why an action is not allowed, as data. The
sentence comes from a message and the facts in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.board.faults import Fault
from companion.rules.data import TitleData


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason. ``code`` is stable, ``rule`` the place in the title's book ("§12.0(2)" of it),
    ``says`` the
    sentence, ``may_rule`` whether the table may overrule it, ``facts`` the names and numbers in it.
    """

    code: str
    rule: str
    says: str
    may_rule: bool
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.says} {self.rule}".strip()


class Refused(Exception):
    """An action that is not allowed, with every reason. Nothing was changed."""

    def __init__(self, refusals: list[Refusal]) -> None:
        super().__init__("; ".join(map(str, refusals)))
        self.refusals = refusals


class Judge(Protocol):
    """Who words refusals: what :class:`companion.rules.rules.Rules` is to the parts beneath it."""

    data: TitleData
    seats: tuple[str, ...]

    def refuse(self, code: str, **facts: Any) -> Refusal:
        """A refusal with the title's section and the sentence filled in."""

    def refuse_fault(self, kind: str, fault: Fault) -> Refusal:
        """A fault that the board found, as a refusal with the title's section."""
