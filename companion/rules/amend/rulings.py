"""Rulings: the table overrules refusals of one action.

A ruling lists the codes of the refusals that the table saw, and overrules no others. It may give a
reason. It never overrules a refusal that protects conservation
(:attr:`companion.rules.core.refusals.Refusal.may_rule`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.board.lay_and_route_faults import SENTENCES
from companion.languages import format_text, gettext
from companion.rules.core.actions import Action
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.core.vocabulary import soft
from companion.rules.data import codec
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules

LONGEST_WHY = 120  # characters
MOST_WAIVED = 40  # codes


class BadRulingError(ValueError):
    """An invalid ruling; the message says why."""


@dataclass(frozen=True, slots=True)
class OverruledRefusal:
    """An overruled refusal: its code, with its ids and numbers as plain JSON."""

    code: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling with the ``waived`` codes and ``why``, "" without a reason.

    ``refused`` are the overruled refusals once the action is done.
    """

    waived: tuple[str, ...]
    why: str
    refused: tuple[OverruledRefusal, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON for :func:`read_ruling`."""
        told = [{"code": one.code, "facts": dict(one.facts)} for one in self.refused]
        return {"waived": list(self.waived), "why": self.why, "refused": told}


def read_ruling(data: Any) -> Ruling:
    """Read a ruling from plain JSON. Raises BadRulingError."""
    if not isinstance(data, Mapping):
        raise BadRulingError(gettext("A ruling must say what it overrules."))
    refused = tuple(_read_overruled(one) for one in _list(data.get("refused", [])))
    codes, why = _list(data.get("waived")), data.get("why")
    if not 0 < len(codes) <= MOST_WAIVED or not all(isinstance(code, str) for code in codes):
        raise BadRulingError(gettext("A ruling must say what it overrules."))
    empty = why is None or (isinstance(why, str) and not why.strip())
    return Ruling(codes, "" if empty else read_why(why), refused)


def _list(data: Any) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise BadRulingError(gettext("A ruling must say what it overrules."))
    return tuple(data)


def _read_overruled(data: Any) -> OverruledRefusal:
    code, facts = (data.get("code"), data.get("facts")) if isinstance(data, Mapping) else ("", "")
    if not isinstance(code, str) or not isinstance(facts, Mapping):
        raise BadRulingError(gettext("A ruling must say what it overrules."))
    return OverruledRefusal(code, facts)


def read_waived_codes(data: Any) -> tuple[str, ...]:
    """Return the codes that a stored ruling overrules, if there is one. Raises BadRulingError."""
    return () if data is None else read_ruling(data).waived


def read_why(text: Any) -> str:
    """Read a reason and strip surrounding blanks. Raises BadRulingError."""
    why = text.strip() if isinstance(text, str) else ""
    if not why or not why.isprintable():
        raise BadRulingError(gettext("Say briefly why the table wants this."))
    if len(why) > LONGEST_WHY:
        raise BadRulingError(
            format_text("The reason may have at most {most} letters.", most=LONGEST_WHY)
        )
    return why


def rule(
    rules: Rules, state: State, action: Action, ruling: Ruling
) -> tuple[Outcome, Ruling | None]:
    """Apply an action by a ruling.

    Return the outcome and the ruling with its refusals, or None if the action is legal. Raises
    RefusedError with the refusals that are not overruled.
    """
    found = judge.refusals(rules, state, action)
    outcome = judge.apply(rules, state, action, ruling.waived)
    return outcome, ruling_for(found, ruling.why) if found else None


def ruling_for(refusals: Sequence[Refusal], why: str) -> Ruling:
    """Return a ruling that waives exactly these refusals."""
    codes = tuple(dict.fromkeys(refusal.code for refusal in refusals))
    told = tuple(OverruledRefusal(r.code, codec.to_json(dict(r.facts))) for r in refusals)
    return Ruling(codes, why, told)


def rebuild_refusals(rules: Rules, ruling: Ruling) -> list[Refusal]:
    """Rebuild the overruled refusals, except those that these rules have no words for."""
    return [refusal for one in ruling.refused for refusal in _rebuild_refusal(rules, one)]


def _refusal(rules: Rules, code: str, facts: Mapping[str, Any]) -> Refusal:
    """Rebuild a stored refusal. Raises KeyError if its code no longer exists."""
    words = rules.vocabulary.refusals.get(code)
    if words is None:
        fault, how = code.partition(".")[2], facts.get("how")
        words = soft(SENTENCES[f"{fault}.{how}" if how else fault])
    return Refusal(code, rules.data.cite(code), words, facts, rules.words)


def _rebuild_refusal(rules: Rules, one: OverruledRefusal) -> Iterable[Refusal]:
    try:
        refusal = _refusal(rules, one.code, codec.from_json(one.facts))
        refusal.says  # noqa: B018 - facts of other rules may not fit its sentence
    except (LookupError, ValueError, TypeError, AttributeError):
        return
    yield refusal
