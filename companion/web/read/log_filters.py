"""Sieves: which rows of the log and of the books are asked for. What is asked stands in the
address, so that it is kept by a reload, by the lists' own links and by whoever is sent it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import request

from companion.ledger.receipts import PayoutReceipt
from companion.reporting.content.entry_texts import memo
from companion.rules.core.action_parser import stored_actor
from companion.rules.judge.judge import Rules
from companion.store.history.records import LedgerLine, LogRow

PASS = "pass"


@dataclass(frozen=True, slots=True)
class Sieve:
    """What is asked for: rows of an account or a player (``who``), of a company, of a kind, all of
    these together; "" is any. ``kinds`` are the kinds there are, by their names in the address,
    with their words and all that is of them.
    """

    who: str
    company: str
    kind: str
    kinds: Mapping[str, tuple[str, frozenset[str]]]

    @property
    def of_kind(self) -> Collection[str]:
        """What is of the kind that is asked for."""
        return self.kinds[self.kind][1] if self.kind else ()


def _read_filter(field: str, there: Collection[str]) -> str:
    """What is asked for in the address, if there is such a thing."""
    found = request.args.get(field, "")
    return found if found in there else ""


# --- the log


def of_log(rules: Rules) -> Sieve:
    """What is asked for of the log: its kinds are the steps in which something is done."""
    kinds = _by_words(
        (step.name, rules.words.fill(rules.vocabulary.steps[step.name].title, {}), action.wire_name)
        for step in rules.steps
        for action in step.accepts
        if action.wire_name != PASS
    )
    return Sieve(
        _read_filter("player", rules.seats),
        _read_filter("company", rules.data.companies),
        _read_filter("kind", kinds),
        kinds,
    )


def is_asked(sieve: Sieve, row: LogRow) -> bool:
    """Is the row among those that are asked for?"""
    action = row.action_json or {}
    if sieve.kind and action.get("type") not in sieve.of_kind:
        return False
    return all(_names(row, id) for id in (sieve.who, sieve.company) if id)


def _names(row: LogRow, id: str) -> bool:
    """Has the row been entered by that player or company, or does it tell of them?"""
    if row.action_json is None:
        return False
    told = (value for event in row.events for value in event.facts.values())
    values = (*row.action_json.values(), stored_actor(row.action_json), *told)
    return any(_is_of(value, id) for value in values)


def _is_of(value: Any, id: str) -> bool:
    if isinstance(value, PayoutReceipt):
        return id == value.company or any(line.owner == id for line in value.payees)
    if isinstance(value, list | tuple):
        return any(_is_of(part, id) for part in value)
    return bool(value == id)


# --- the books


def of_books(rules: Rules, accounts: Collection[str], lines: Iterable[LedgerLine]) -> Sieve:
    """What is asked for of the books: their kinds are what is paid for in them, by these rules."""
    known = rules.vocabulary.memos
    memos = dict.fromkeys(line.memo for line in lines if line.memo in known)
    kinds = _by_words((key, memo(rules, key), key) for key in memos)
    return Sieve(
        _read_filter("account", accounts),
        _read_filter("company", rules.data.companies),
        _read_filter("kind", kinds),
        kinds,
    )


def is_posted(sieve: Sieve, line: LedgerLine) -> bool:
    """Is the entry among those that are asked for, of whatever account?"""
    if sieve.kind and line.memo not in sieve.of_kind:
        return False
    company = sieve.company
    return not company or company in line.about or line.touches(company)


def _by_words(found: Iterable[tuple[str, str, str]]) -> dict[str, tuple[str, frozenset[str]]]:
    """(name, words, what is of it) as kinds: what is called the same is one, by its first name."""
    names: dict[str, str] = {}
    kinds: dict[str, tuple[str, frozenset[str]]] = {}
    for name, words, thing in found:
        first = names.setdefault(words, name)
        kinds[first] = words, kinds.get(first, (words, frozenset()))[1] | {thing}
    return kinds
