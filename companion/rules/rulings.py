"""Rulings: what the rules refuse and the table wants is overruled for one action.

A word why may be added: each refusal says already what was overruled. A ruling names the refusals
that the table saw, by their codes, and overrules no other. It never overrules what would break
conservation (:attr:`companion.rules.refusals.Refusal.may_rule`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.languages import said, translated
from companion.rules import codec
from companion.rules.actions import Action
from companion.rules.refusals import Refusal
from companion.rules.rules import Outcome, Rules
from companion.rules.state import State

LONGEST_WHY = 120  # letters
MOST_WAIVED = 40  # codes


class BadRuling(ValueError):
    """It is no ruling; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Overruled:
    """A refusal that was overruled: its code, and the ids and numbers in it, as plain JSON."""

    code: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ruling:
    """``waived`` are the codes of the refusals that the table overrules, ``why`` is its word or
    empty; ``refused`` what they said, once the action has been carried out.
    """

    waived: tuple[str, ...]
    why: str
    refused: tuple[Overruled, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain JSON, which :func:`read_ruling` reads."""
        told = [{"code": one.code, "facts": dict(one.facts)} for one in self.refused]
        return {"waived": list(self.waived), "why": self.why, "refused": told}


def read_ruling(data: Any) -> Ruling:
    """The ruling that plain JSON from anywhere tells. Raises BadRuling."""
    if not isinstance(data, Mapping):
        raise BadRuling(translated("A ruling says what it overrules."))
    refused = data.get("refused", [])
    if not isinstance(refused, list | tuple):
        raise BadRuling(translated("A ruling says what it overrules."))
    told = tuple(_overruled(one) for one in refused)
    why = data.get("why")
    said_nothing = why is None or (isinstance(why, str) and not why.strip())
    return Ruling(_codes(data.get("waived")), "" if said_nothing else read_why(why), told)


def _codes(found: Any) -> tuple[str, ...]:
    listed = found if isinstance(found, list | tuple) else ()
    if not 0 < len(listed) <= MOST_WAIVED or not all(isinstance(code, str) for code in listed):
        raise BadRuling(translated("A ruling says what it overrules."))
    return tuple(listed)


def _overruled(data: Any) -> Overruled:
    code, facts = (data.get("code"), data.get("facts")) if isinstance(data, Mapping) else ("", "")
    if not isinstance(code, str) or not isinstance(facts, Mapping):
        raise BadRuling(translated("A ruling says what it overrules."))
    return Overruled(code, facts)


def waived(data: Any) -> tuple[str, ...]:
    """The codes that a stored ruling overrules; none where there is none. Raises BadRuling."""
    return () if data is None else read_ruling(data).waived


def read_why(text: Any) -> str:
    """A word why, without blanks around it. Raises BadRuling."""
    why = text.strip() if isinstance(text, str) else ""
    if not why or not why.isprintable():
        raise BadRuling(translated("Say in a word why the table wants it so."))
    if len(why) > LONGEST_WHY:
        raise BadRuling(
            said("Why the table wants it so takes {most} letters at most.", most=LONGEST_WHY)
        )
    return why


def rule(
    rules: Rules, state: State, action: Action, ruling: Ruling
) -> tuple[Outcome, Ruling | None]:
    """The state after an action that the table allows, and the ruling with what it overruled; None
    where nothing speaks against the action. Raises Refused with all that stands.
    """
    found = rules.refusals(state, action)
    outcome = rules.apply(state, action, ruling.waived)
    return outcome, kept_to(found, ruling.why) if found else None


def kept_to(refusals: Sequence[Refusal], why: str) -> Ruling:
    """The ruling of exactly these refusals."""
    codes = tuple(dict.fromkeys(refusal.code for refusal in refusals))
    told = tuple(Overruled(r.code, codec.to_json(dict(r.facts))) for r in refusals)
    return Ruling(codes, why, told)


def told(rules: Rules, ruling: Ruling) -> list[Refusal]:
    """What was overruled, to be said; what these rules have no words for is left out."""
    return [refusal for one in ruling.refused for refusal in _told(rules, one)]


def _told(rules: Rules, one: Overruled) -> Iterable[Refusal]:
    try:
        refusal = rules.refused_once(one.code, codec.from_json(one.facts))
        refusal.says  # noqa: B018 - facts of other rules may not fill its sentence
    except (LookupError, ValueError, TypeError, AttributeError):
        return
    yield refusal
