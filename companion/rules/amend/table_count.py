"""Counting the table: what each player, company and the bank should have, held against what was
counted there, and the entries of the books that could explain a difference.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from companion.languages import format_text, lazy_gettext
from companion.ledger.entries import BANK
from companion.rules.core.state import State, type_of
from companion.rules.judge.judge import Rules

MOST_NOTES = 64  # kinds of notes in a sum; nobody types more
MOST = 6  # explanations of one difference
MOST_TRIED = 64  # of the latest entries, where several together are tried

_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")  # as sums are written here: 1,230
_PART = re.compile(r"(\d{1,5})(?:\s*[x×*]\s*(\d{1,5}))?")


class BadCount(ValueError):
    """What was typed is no sum."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds money and things: a player, a company, the bank. ``things`` are the ids of his
    certificates, privates and trains.
    """

    id: str
    cash: int
    things: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """``counted`` money that is not what the books leave there, or things that are ``missing``."""

    holder: str
    books: int
    counted: int | None
    missing: tuple[str, ...] = ()

    @property
    def money(self) -> int:
        """What there is too much (+) or too little (-)."""
        return 0 if self.counted is None else self.counted - self.books


def holders(rules: Rules, state: State) -> list[Holder]:
    """Everybody who can be counted now; the bank where it has an end."""
    owners = {
        **state.certificates,
        **state.privates,
        **{train: card.place for train, card in state.trains.items()},
    }
    ids = [*rules.seats, *(c for c, own in state.companies.items() if own.started)]
    found = [
        Holder(id, state.cash[id], tuple(t for t, owner in owners.items() if owner == id))
        for id in ids
    ]
    bank = [Holder(BANK, state.cash[BANK], ())] if rules.bank_size else []
    return [*found, *bank]


def thing(id: str, rules: Rules) -> str:
    """A certificate, private or train, by what is printed on it."""
    data = rules.data
    if id in data.percents:
        return f"{id.rpartition('_')[0]} {data.percents[id]}%"
    return id if id in data.privates else format_text("train {type}", type=type_of(id))


def sum_of(text: str) -> int | None:
    """A sum that was typed, in total ("230") or by notes ("2x100 1x20 10"); None where nothing was.

    Raises BadCount.
    """
    plain = _THOUSANDS.sub("", text.lower()).replace("+", " ").replace(",", " ")
    parts = re.sub(r"\s*[x×*]\s*", "x", plain).split()
    if len(parts) > MOST_NOTES:
        raise BadCount(text)
    found = [_PART.fullmatch(part) for part in parts]
    if not all(found):
        raise BadCount(text)
    sums = [int(part[1]) * int(part[2] or 1) for part in found if part]
    return sum(sums) if sums else None


def differences(
    there: Sequence[Holder], cash: Mapping[str, int], ticked: Mapping[str, Sequence[str]]
) -> Iterator[Difference]:
    """Where what was counted (``cash``, and the things that were ``ticked`` off of those whose
    things were looked at) is not what the books say.
    """
    for holder in there:
        counted = cash.get(holder.id)
        looked = ticked.get(holder.id)
        missing = () if looked is None else tuple(t for t in holder.things if t not in looked)
        if missing or (counted is not None and counted != holder.cash):
            yield Difference(holder.id, holder.cash, counted, missing)


def count_facts(
    row: int,
    there: Sequence[Holder],
    cash: Mapping[str, int],
    ticked: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    """What is noted of a count in which ``row`` was the last: whose "cash" and "things" were
    counted, whose were "left", whether that "agrees", and where not, the "differences".
    """
    found = list(differences(there, cash, ticked))
    return {
        "row": row,
        "cash": dict(cash),
        "things": sorted(ticked),
        "left": {
            "cash": [holder.id for holder in there if holder.id not in cash],
            "things": [h.id for h in there if h.things and h.id not in ticked],
        },
        "agrees": not found,
        "differences": {d.holder: {"cash": d.money, "missing": list(d.missing)} for d in found},
    }


def has_agreed_count(facts: Mapping[str, Any], holder: str) -> bool:
    """Was his money counted, by what is noted of a count, and as much as in the books?"""
    return holder in facts["cash"] and not facts["differences"].get(holder, {}).get("cash")


def is_whole(facts: Mapping[str, Any]) -> bool:
    """Was everything counted? Of counts of before it is not known."""
    left = facts.get("left")
    return left is not None and not any(left.values())


def coverage(rules: Rules, facts: Mapping[str, Any]) -> list[str]:
    """Whose money and things were counted and whose were not, by what is noted of a count, in
    sentences; none where that was everything.
    """
    if is_whole(facts):
        return []
    left = facts.get("left", {})
    told = (
        (lazy_gettext("Money: {names}."), facts["cash"]),
        (lazy_gettext("Certificates and trains: {names}."), facts["things"]),
        (lazy_gettext("Money not counted: {names}."), left.get("cash", ())),
        (lazy_gettext("Certificates and trains not counted: {names}."), left.get("things", ())),
    )
    return [
        format_text(says, names=", ".join(rules.words.name(who) for who in whose))
        for says, whose in told
        if whose
    ]


def explanations(
    moved: Sequence[tuple[int, int]], money: int, parts: Sequence[tuple[int, int]] = ()
) -> list[tuple[int, ...]]:
    """Which of what ``moved`` (number, amount) on an account could explain that there is so much
    ``money`` too much: one that was not done at the table, then one that was done the other way
    round; where there is none, two that were not done, or three; the newest first. What moved with
    one action is one; its ``parts`` are looked at each by itself only.
    """
    if not money:
        return []
    newest = sorted(moved, reverse=True)
    single = [*newest, *sorted(parts, reverse=True)]
    found: list[tuple[int, ...]] = [(n,) for n, amount in single if -amount == money]
    found += [(n,) for n, amount in single if -2 * amount == money]
    for count in (2, 3):
        if not found:
            lately = [one for one in newest if one[1]][: MOST_TRIED // count]
            found += [
                tuple(n for n, _ in some)
                for some in combinations(lately, count)
                if -sum(amount for _, amount in some) == money
            ]
    return found[:MOST]
