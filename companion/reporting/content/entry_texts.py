"""Entries of the books in words: what they were for, and whose the accounts are."""

from companion.languages import format_text, gettext
from companion.ledger.entries import BOX
from companion.rules.judge.judge import Rules
from companion.store.history.records import LedgerLine


def memo(rules: Rules, key: str) -> str:
    """The reason of an entry in words; of other rules', as it stands."""
    known = rules.vocabulary.memos.get(key)
    return rules.words.fill(known, {}) if known else key.replace("_", " ")


def name_account(rules: Rules, id: str) -> str:
    """An account or what an entry is about, by its name at the table."""
    kind, dash, _ = id.rpartition("-")
    if dash and kind in rules.data.trains:
        return format_text("{type}-train", type=kind)
    if id == BOX:
        return gettext("the box")
    place = id.split(".")[0]
    return rules.words.name(place)


def told(rules: Rules, line: LedgerLine) -> str:
    """What an entry was for, with all that it is about."""
    return ", ".join((memo(rules, line.memo), *(name_account(rules, id) for id in line.about)))
