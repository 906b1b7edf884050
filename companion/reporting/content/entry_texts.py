"""Texts for entries of the books: their reasons and the names of accounts."""

from companion.languages import pgettext
from companion.ledger.entries import BOX
from companion.rules.judge.rules import Rules
from companion.store.history.records import LedgerLine


def memo(rules: Rules, key: str) -> str:
    """Return the reason of an entry in words. A reason unknown to the rules stays as it is."""
    known = rules.vocabulary.memos.get(key)
    return rules.words.fill(known, {}) if known else key.replace("_", " ")


def name_account(rules: Rules, id: str) -> str:
    """Return the name of an account, or of the thing that an entry is about."""
    kind, dash, _ = id.rpartition("-")
    if dash and kind in rules.data.trains:
        return pgettext("name", "{type}-train").format(type=kind)
    if id == BOX:
        return pgettext("name", "the box")
    place = id.split(".")[0]
    return rules.words.name(place)


def describe_entry(rules: Rules, line: LedgerLine) -> str:
    """Return the reason of an entry and everything that it is about."""
    return " · ".join((memo(rules, line.memo), *(name_account(rules, id) for id in line.about)))
