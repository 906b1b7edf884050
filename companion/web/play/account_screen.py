"""The screen of a game of accounts: payments, dividends and shares, each a form of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.languages import gettext, lazy_gettext
from companion.ledger.entries import BANK
from companion.rules.accounts.account_steps import TREASURY
from companion.rules.core.action_parser import MOST_SHOWN
from companion.rules.explain.summary_rows import CompanyRow, GameSummary
from companion.rules.judge.rules import Rules
from companion.rules.shares.holdings import INITIAL, POOL
from companion.store.history.records import GameView
from companion.web.access.rights import Rights
from companion.web.render.amount_buttons import Chip

TEMPLATE = "play/turn_screen/accounts.html"
FORMS = {  # name of the action -> label of its tab
    "account_payment": lazy_gettext("Pay"),
    "account_dividend": lazy_gettext("Dividend"),
    "account_shares": lazy_gettext("Shares"),
}
CHIPS = (1, 5, 10, 20, 50, 100)
MOST = 99_999_999


@dataclass(frozen=True, slots=True)
class Account:
    """An account or a place of shares: its id, its name, and the money or shares that it has."""

    id: str
    name: str
    has: str = ""


def context(
    view: GameView, table: GameSummary, args: Mapping[str, str], rights: Rights
) -> dict[str, Any]:
    """Return the context of the screen. ``args`` hold the chosen form and what was entered."""
    asked = args.get("type") or args.get("do", "")
    form = asked if asked in FORMS else next(iter(FORMS))
    entered = {key: value[:MOST_SHOWN] for key, value in args.items()}
    if rights.who.seats and not rights.banker:
        entered = {"payer": rights.who.seats[0], **entered}
    return {
        "forms": {name: gettext(label) for name, label in FORMS.items()},
        "form": form,
        "entered": entered,
        "accounts": _accounts(view.rules, table),
        "places": _places(view.rules),
        "counts": _counts(table.companies),
        "divisions": [way.name for way in view.rules.dividends.ways],
        "division_words": view.rules.vocabulary.divisions,
        "chips": (*(Chip(f"+{by}", by=by) for by in CHIPS), Chip("0", to=0)),
        "most": MOST,
        "may_enter": rights.banker or rights.player,
    }


def _accounts(rules: Rules, table: GameSummary) -> list[Account]:
    """Return all accounts with their money: players, companies, the bank."""
    money = rules.data.money
    players = [Account(row.id, row.name, money(row.cash)) for row in table.players]
    companies = [Account(row.symbol, row.symbol, money(row.cash)) for row in table.companies]
    bank = "" if table.bank_unlimited else money(table.bank)
    return [*players, *companies, Account(BANK, gettext("Bank"), bank)]


def _places(rules: Rules) -> list[Account]:
    """Return the places of shares."""
    players = [Account(seat, rules.words.name(seat)) for seat in rules.seats]
    return [
        *players,
        Account(INITIAL, gettext("Initial")),
        Account(TREASURY, gettext("Treasury")),
        Account(POOL, gettext("Pool")),
    ]


def _counts(companies: tuple[CompanyRow, ...]) -> tuple[int, ...]:
    """Return the percents that may change hands, by the smallest share of any company."""
    unit = min((row.kind.unit for row in companies), default=10)
    return tuple(unit * count for count in range(1, 11) if unit * count <= 100)
