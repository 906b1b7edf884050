"""Texts for entries of the books: their reasons and the names of accounts."""

from collections.abc import Iterable, Sequence

from companion.languages import gettext, list_names, pgettext
from companion.ledger.entries import BOX, Posting
from companion.ledger.receipts import PayoutReceipt
from companion.rules.judge.rules import Rules
from companion.rules.words.formatting import PLACES
from companion.store.history.records import LedgerLine, LogRow

ToldPayments = frozenset[tuple[int, str, str, int]]  # each by row, company, payee and amount


def find_told_payments(rows: Iterable[LogRow]) -> ToldPayments:
    """Return the payments from a revenue that was told and not checked."""
    receipts = ((row.n, event.facts.get("receipt")) for row in rows for event in row.events)
    return frozenset(
        (n, receipt.company, payee, amount)
        for n, receipt in receipts
        if isinstance(receipt, PayoutReceipt) and receipt.is_told
        for payee, amount in receipt.payments()
    )


def is_told(line: LedgerLine, told: ToldPayments) -> bool:
    """Return whether an entry is one of these payments."""
    about = line.about[:1]
    return not told.isdisjoint((line.n, *about, p.account, p.amount) for p in line.postings)


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
    named = rules.words.name(place)
    if named == place and place not in rules.data.companies and place in rules.data.map.hexes:
        return rules.words.hex(place)
    return named


def name_party(rules: Rules, id: str) -> str:
    """Return the name of an account that pays or is paid, with an article: "the bank"."""
    return rules.words.with_article(id) if id in PLACES else name_account(rules, id)


def list_transfers(rules: Rules, postings: Sequence[Posting]) -> list[tuple[str, str, int]]:
    """Return a transfer for each account that gains: the payers, the payee and the amount."""
    payer = list_names(name_party(rules, p.account) for p in postings if p.amount < 0)
    return [(payer, name_party(rules, p.account), p.amount) for p in postings if p.amount > 0]


def describe_entry(rules: Rules, line: LedgerLine, told: ToldPayments = frozenset()) -> str:
    """Return the reason of an entry and everything that it is about.

    It is marked if it is a payment from a ``told`` revenue.
    """
    about = (name_account(rules, id) for id in line.about)
    marks = [gettext("entered, not checked")] if is_told(line, told) else []
    return " · ".join((memo(rules, line.memo), *about, *marks))
