"""Filters of the log and the ledger.

The filter is in the address. So it survives a reload, applies to the lists' own links, and can be
shared.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import request

from companion.ledger.receipts import PayoutReceipt
from companion.reporting.content.entry_texts import memo
from companion.rules.core.action_parser import stored_actor
from companion.rules.judge.rules import Rules
from companion.store.history.records import LedgerLine, LogRow

PASS = "pass"


@dataclass(frozen=True, slots=True)
class LogFilter:
    """A filter by account or player (``who``), by company, and by kind; "" matches any.

    ``kinds`` maps each kind's name in the address to its words and its members.
    """

    who: str
    company: str
    kind: str
    kinds: Mapping[str, tuple[str, frozenset[str]]]

    @property
    def of_kind(self) -> Collection[str]:
        """The members of the chosen kind."""
        return self.kinds[self.kind][1] if self.kind else ()


def _read_filter(field: str, there: Collection[str]) -> str:
    """Read a filter from the address; "" if the value is unknown."""
    found = request.args.get(field, "")
    return found if found in there else ""


# --- the log


def of_log(rules: Rules) -> LogFilter:
    """Return the filter of the log. Its kinds are the steps in which something is done."""
    kinds = _by_words(
        (step.name, rules.words.fill(rules.vocabulary.steps[step.name].title, {}), action.wire_name)
        for step in rules.steps
        for action in step.accepts
        if action.wire_name != PASS
    )
    return LogFilter(
        _read_filter("player", rules.seats),
        _read_filter("company", rules.data.companies),
        _read_filter("kind", kinds),
        kinds,
    )


def matches_row(log_filter: LogFilter, row: LogRow) -> bool:
    """Does the row pass the filter?"""
    action = row.action_json or {}
    if log_filter.kind and action.get("type") not in log_filter.of_kind:
        return False
    return all(_names(row, id) for id in (log_filter.who, log_filter.company) if id)


def _names(row: LogRow, id: str) -> bool:
    """Did that player or company enter the row, or do its events mention them?"""
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


def of_books(rules: Rules, accounts: Collection[str], lines: Iterable[LedgerLine]) -> LogFilter:
    """Return the filter of the ledger. Its kinds are the memos of the entries."""
    known = rules.vocabulary.memos
    memos = dict.fromkeys(line.memo for line in lines if line.memo in known)
    kinds = _by_words((key, memo(rules, key), key) for key in memos)
    return LogFilter(
        _read_filter("account", accounts),
        _read_filter("company", rules.data.companies),
        _read_filter("kind", kinds),
        kinds,
    )


def matches_entry(log_filter: LogFilter, line: LedgerLine) -> bool:
    """Does the entry pass the filter, apart from its account?"""
    if log_filter.kind and line.memo not in log_filter.of_kind:
        return False
    company = log_filter.company
    return not company or company in line.about or line.touches(company)


def _by_words(found: Iterable[tuple[str, str, str]]) -> dict[str, tuple[str, frozenset[str]]]:
    """Make kinds of (name, words, member) triples. Members with equal words share a kind.

    The kind has the first of their names.
    """
    names: dict[str, str] = {}
    kinds: dict[str, tuple[str, frozenset[str]]] = {}
    for name, words, thing in found:
        first = names.setdefault(words, name)
        kinds[first] = words, kinds.get(first, (words, frozenset()))[1] | {thing}
    return kinds
