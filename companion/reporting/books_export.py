"""A game's figures for other programs: the books as CSV and Beancount, the standings as CSV.

Programs look for columns and accounts, so their names are the same in every language. Reasons of
entries are in the current language. A text that a spreadsheet would read as a formula begins with
an apostrophe.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from companion.ledger.entries import BANK, BOX
from companion.reporting.content import moments
from companion.reporting.content.chronicle import gather
from companion.reporting.content.entry_texts import (
    describe_entry,
    find_told_payments,
    memo,
    name_account,
)
from companion.rules.explain.summary import rank_players, standings
from companion.rules.judge.rules import Rules
from companion.rules.words.rounds import round_words
from companion.store.games.game_store import GameStore

COMMODITY = "MONEY"  # for every title: other programs know only present-day currencies
# with the full-width forms of East Asian keyboards, which spreadsheets treat alike
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")

LEDGER = ("row", "entry", "round", "at", "entered_by", "memo", "what", "account", "name", "amount")
WORTH = ("round", "place", "player", "cash", "privates", "shares", "worth")


def ledger_csv(store: GameStore, game: int) -> str:
    """Return the books as CSV, one posting a line, with the columns of ``LEDGER``.

    ``row`` and ``entry`` are the row of the log and the entry's place in it. ``at`` (UTC) and
    ``entered_by`` are the time and author of the row. ``memo`` is the reason's key and ``what`` its
    text. ``account``, ``name`` and ``amount`` are the account, its owner and the amount, positive
    for income.

    Raises NoGameError, CannotOpenError.
    """
    rules, told = store.open(game).rules, find_told_payments(store.rows(game))
    return _csv(
        LEDGER,
        (
            (
                line.n,
                line.place,
                round_words(line.round),
                line.at.isoformat(timespec="seconds"),
                line.by,
                line.memo,
                describe_entry(rules, line, told),
                posting.account,
                name_account(rules, posting.account),
                posting.amount,
            )
            for line in store.entries(game)
            for posting in line.postings
        ),
    )


def standings_csv(store: GameStore, game: int) -> str:
    """Return everybody's worth as CSV, with the columns of ``WORTH``.

    There are rows for the end of each round and for the current state. Only the current state has
    the parts of the worth.

    Raises NoGameError, CannotOpenError, CannotRebuildError.
    """
    rules, course = moments.moments_of_stored_game(store, game)
    chronicle = gather(rules, course)
    lines: list[Sequence[object]] = []
    for round in chronicle.rounds[:-1]:
        for place, seat in rank_players(round.worth):
            worth = (round.cash[seat], "", "", round.worth[seat])
            lines.append((round.name, place, rules.words.name(seat), *worth))
    last = "end" if chronicle.over else "now"
    for row in standings(rules, chronicle.state):
        made_up = (row.cash, row.privates, row.shares, row.worth)
        lines.append((last, row.place, row.name, *made_up))
    return _csv(WORTH, lines)


def _csv(columns: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(columns)
    writer.writerows([_plain(value) for value in line] for line in lines)
    return written.getvalue()


def _plain(value: object) -> object:
    """Return a value that a spreadsheet does not read as a formula."""
    return (
        f"'{value}" if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA) else value
    )


def beancount(store: GameStore, game: int) -> str:
    """Return the books as a Beancount file.

    It has an account for the bank, each player and each company, and a transaction for each entry.
    The balances of all accounts come last.

    Raises NoGameError, CannotOpenError.
    """
    view = store.open(game)
    lines, told = store.entries(game), find_told_payments(store.rows(game))
    accounts = _accounts(view.rules, view.state.cash)
    begun = _day(lines[0].at) if lines else date.today()
    written = list(_opening(view.rules, accounts, begun))
    day = begun
    for line in lines:
        day = max(day, _day(line.at))  # a clock may go back, dates may not
        what = describe_entry(view.rules, line, told)
        written += ["", f"{day} * {_text(round_words(line.round))} {_text(what)}"]
        written += [f"  row: {line.n}", f"  memo: {_text(memo(view.rules, line.memo))}"]
        written += [f"  {accounts[p.account]}  {p.amount} {COMMODITY}" for p in line.postings]
    after = day + timedelta(days=1)
    written.append("")
    for id, amount in view.state.cash.items():
        written.append(f"{after} balance {accounts[id]}  {amount} {COMMODITY}")
    return "\n".join((*written, ""))


def _opening(rules: Rules, accounts: dict[str, str], begun: date) -> Iterator[str]:
    yield f'option "title" {_text(rules.data.name)}'
    yield f'option "operating_currency" "{COMMODITY}"'
    yield ""
    yield f"{begun} commodity {COMMODITY}"
    for id, account in accounts.items():
        yield f"{begun} open {account} {COMMODITY}"
        yield f"  name: {_text(name_account(rules, id))}"


def _accounts(rules: Rules, ids: Iterable[str]) -> dict[str, str]:
    """Return the Beancount account of each of ours, with letters and digits only."""
    found: dict[str, str] = {}
    for id in ids:
        group = "Players" if id in rules.seats else "Companies"
        plain = re.sub("[^A-Z0-9-]", "-", id.upper())
        account = {BANK: "Assets:Bank", BOX: "Equity:Box"}.get(id, f"Assets:{group}:{plain}")
        while account in found.values():
            account += "-X"
        found[id] = account
    return found


def _text(text: str) -> str:
    """Return a text as a Beancount string."""
    return '"' + re.sub(r"[\x00-\x1f]", " ", text).replace("\\", r"\\").replace('"', r"\"") + '"'


def _day(at: datetime) -> date:
    return at.astimezone().date()


@dataclass(frozen=True, slots=True)
class Form:
    """A form for other programs: the ending of its files and the function that writes them."""

    ends: str
    write: Callable[[GameStore, int], str]


FORMS = {
    "csv": Form("csv", ledger_csv),
    "beancount": Form("beancount", beancount),
    "standings": Form("csv", standings_csv),
}
