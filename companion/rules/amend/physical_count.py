"""Counting the table: recorded holdings compared with counted ones.

Counts cover players, companies and the bank. The module also finds entries of the ledger that could
explain a difference.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from companion.languages import format_text, lazy_gettext, pgettext
from companion.ledger.entries import BANK
from companion.rules.core.state import State, type_of
from companion.rules.judge.rules import Rules

MOST_NOTES = 64  # kinds of notes in a sum
MOST = 6  # explanations of one difference
MOST_TRIED = 64  # latest entries that are tried in combinations

_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")  # thousands separators: 1,230
_PART = re.compile(r"(\d{1,5})(?:\s*[x×*]\s*(\d{1,5}))?")


class BadCountError(ValueError):
    """A count that cannot be parsed as a sum."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A holder of money and things: a player, a company or the bank.

    ``things`` are the ids of their certificates, privates and trains.
    """

    id: str
    cash: int
    things: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountDifference:
    """A difference between a count and the ledger.

    ``counted`` is an amount other than the ledger's ``books``, and ``missing`` lists things not
    found.
    """

    holder: str
    books: int
    counted: int | None
    missing: tuple[str, ...] = ()

    @property
    def money(self) -> int:
        """The surplus (+) or shortage (-) of money."""
        return 0 if self.counted is None else self.counted - self.books


def holders(rules: Rules, state: State) -> list[Holder]:
    """Return all holders that can be counted now, with the bank if it is limited."""
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
    """Return the name printed on a certificate, private or train."""
    data = rules.data
    if id in data.percents:
        return f"{id.rpartition('_')[0]} {data.percents[id]}%"
    if id in data.privates:
        return data.privates[id].name
    return pgettext("name", "train {type}").format(type=type_of(id))


def sum_of(text: str) -> int | None:
    """Parse an amount: a total ("230") or notes ("2x100 1x20 10"). None for an empty text.

    Raises BadCountError for any other text.
    """
    plain = _THOUSANDS.sub("", text.lower()).replace("+", " ").replace(",", " ")
    parts = re.sub(r"\s*[x×*]\s*", "x", plain).split()
    if len(parts) > MOST_NOTES:
        raise BadCountError(text)
    found = [_PART.fullmatch(part) for part in parts]
    if not all(found):
        raise BadCountError(text)
    sums = [int(part[1]) * int(part[2] or 1) for part in found if part]
    return sum(sums) if sums else None


def differences(
    there: Sequence[Holder], cash: Mapping[str, int], ticked: Mapping[str, Sequence[str]]
) -> Iterator[CountDifference]:
    """Yield the differences between the count and the ledger.

    ``cash`` holds the counted amounts. ``ticked`` holds the things that were found, for holders
    whose things were checked.
    """
    for holder in there:
        counted = cash.get(holder.id)
        looked = ticked.get(holder.id)
        missing = () if looked is None else tuple(t for t in holder.things if t not in looked)
        if missing or (counted is not None and counted != holder.cash):
            yield CountDifference(holder.id, holder.cash, counted, missing)


def count_facts(
    row: int,
    there: Sequence[Holder],
    cash: Mapping[str, int],
    ticked: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    """Return the record of a count after ``row``.

    "cash" and "things" say what was counted, "uncounted" whose was not. "agrees" says whether there
    is no difference; "differences" lists them.
    """
    found = list(differences(there, cash, ticked))
    return {
        "row": row,
        "cash": dict(cash),
        "things": sorted(ticked),
        "uncounted": {
            "cash": [holder.id for holder in there if holder.id not in cash],
            "things": [h.id for h in there if h.things and h.id not in ticked],
        },
        "agrees": not found,
        "differences": {d.holder: {"cash": d.money, "missing": list(d.missing)} for d in found},
    }


def has_agreed_count(facts: Mapping[str, Any], holder: str) -> bool:
    """Check whether the holder's money was counted and agreed with the ledger."""
    return holder in facts["cash"] and not facts["differences"].get(holder, {}).get("cash")


def is_whole(facts: Mapping[str, Any]) -> bool:
    """Check whether everything was counted. It is false for a record without "uncounted"."""
    left = facts.get("uncounted")
    return left is not None and not any(left.values())


def coverage(rules: Rules, facts: Mapping[str, Any]) -> list[str]:
    """Return sentences about the holders that were counted and those that were not.

    Empty if everything was counted.
    """
    if is_whole(facts):
        return []
    left = facts.get("uncounted", {})
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
    """Return the rows that could explain a surplus of ``money`` on an account.

    ``moved`` holds (number, amount) pairs, one for each action; ``parts`` are parts of an action,
    which are only tried alone. First come single rows not carried out at the table, then single
    rows carried out in reverse. If there are none, combinations of two or three rows not carried
    out are tried. Newer rows come first.
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
