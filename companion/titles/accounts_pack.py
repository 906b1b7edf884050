"""The pack of a game of accounts, as a table sets it up."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.languages import lazy_name
from companion.rules.data.title_data import ACCOUNTS
from companion.titles.packs import Pack
from companion.titles.toml_text import write_toml

NAME, SLUG = lazy_name("Money only"), "money-only"
EDITION = lazy_name("money and shares")
MOST_PLAYERS = 12


@dataclass(frozen=True, slots=True)
class AccountsSetup:
    """The choices of a table for its accounts. ``bank`` is None if it never ends.

    ``companies`` are pairs of symbol and colour, each divided into so many ``shares``. Shares in
    the pool pay the company if ``pool_pays``.
    """

    currency: str
    bank: int | None
    cash: int
    companies: Sequence[tuple[str, str]]
    shares: int = 10
    pool_pays: bool = True

    def pack(self) -> Pack:
        """Return the pack. Its data may have faults, which are listed when it is opened."""
        part = 100 // self.shares
        marks = short_marks([symbol for symbol, _ in self.companies])
        title = {
            "name": NAME,
            "slug": SLUG,
            "edition": EDITION,
            "currency": self.currency,
            "bank": self.bank,
            "play": ACCOUNTS,
            "players": {"cash": dict.fromkeys(range(1, MOST_PLAYERS + 1), self.cash)},
            "kinds": [
                {
                    "name": "public",
                    "certificates": [part] * self.shares,
                    "directed": False,
                    "pool_pays": self.pool_pays,
                }
            ],
            "companies": [
                {
                    "symbol": symbol,
                    "name": symbol,
                    "short": mark,
                    "colour": colour,
                    "homes": [],
                    "token_costs": [],
                }
                for (symbol, colour), mark in zip(self.companies, marks, strict=True)
            ],
        }
        return Pack({"title.toml": write_toml(title), "map.toml": "", "readings.toml": ""})


def short_marks(symbols: Sequence[str]) -> list[str]:
    """Return a mark of up to three letters for each symbol, different from all others."""
    found: list[str] = []
    for symbol in symbols:
        found.append(next(mark for mark in _marks(symbol) if mark not in found))
    return found


def _marks(symbol: str) -> Iterator[str]:
    letters = symbol.replace("&", "") or symbol
    yield symbol[:3]
    yield letters[:3]
    yield from (f"{letters[:1]}{number}" for number in range(1, 100))
