"""The fields of the form for a title: how each is written in a text, and read from one.

Numbers that cannot be read stay texts, so that the check of the title's data tells of them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from companion.languages import lazy_gettext, lazy_name
from companion.rules.core.action_parser import whole
from companion.rules.data.title_data import ALWAYS, NEVER, WITH_ROUTE
from companion.titles.schema.fields import PAINTS, Table
from companion.titles.schema.sale_and_end_switches import EndTable, PrivateUseTable, TrainSaleTable
from companion.titles.schema.switches import DividendTable, OpeningTable, StockTable
from companion.web.library.switch_labels import SWITCH_LABELS

Kind = Literal["text", "number", "count", "flag", "choice", "numbers", "words", "sizes", "colour"]
MOST_CERTIFICATES = 100
OWN_PRICES = "own_prices"  # of a kind of company apart from the market, such as a minor


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its ``key``, with dots between the keys of tables, its label and its kind.

    ``choices`` are values with their labels. ``usual`` is the value that the data need not give.
    """

    key: str
    label: str
    kind: Kind = "text"
    choices: Mapping[str, str] | None = None
    usual: Any = None

    def read(self, text: str) -> Any:
        """Return the value that a text stands for; None if it is empty."""
        text = text.strip()
        if not text and self.kind not in ("count", "flag"):
            return None
        return _READ[self.kind](text)

    def write(self, value: Any) -> str:
        """Return the text that stands for a value."""
        value = self.usual if value is None else value
        return "" if value is None else _WRITE.get(self.kind, str)(value)


def _number(text: str) -> int | str:
    found = whole(text)
    return text if found is None else found


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,;]+", text) if word]


def _sizes(text: str) -> list[int | str]:
    """Return the percents of certificates: "20 8x10" are one of 20 and eight of 10."""
    found: list[int | str] = []
    for word in _words(text):
        several = re.fullmatch(r"(\d{1,3})[x×*](\d{1,3})", word)
        found += [int(several[2])] * int(several[1]) if several else [_number(word)]
    return found[: MOST_CERTIFICATES + 1]


def _count(text: str) -> int | str | dict[str, int | str]:
    """Return a number of trains, or those by number of players: "3:7 4:8"."""
    pairs = [re.fullmatch(r"(\d{1,2}):(\d{1,3})", word) for word in _words(text)]
    if pairs and all(pairs):
        return {pair[1]: _number(pair[2]) for pair in pairs if pair}
    return _number(text) if text else "unlimited"


def _write_count(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{players}:{count}" for players, count in value.items())
    return "" if value == "unlimited" else str(value)


def _write_sizes(sizes: list[int]) -> str:
    runs = ((size, len(list(run))) for size, run in groupby(sizes))
    return " ".join(f"{count}x{size}" if count > 1 else str(size) for size, count in runs)


_READ: Mapping[Kind, Callable[[str], Any]] = {
    "text": str,
    "number": _number,
    "count": _count,
    "flag": lambda text: bool(text),
    "choice": str,
    "numbers": lambda text: [_number(word) for word in _words(text)],
    "words": _words,
    "sizes": _sizes,
    "colour": str,
}
_WRITE: Mapping[Kind, Callable[[Any], str]] = {
    "count": _write_count,
    "flag": lambda value: "1" if value else "",
    "numbers": lambda value: " ".join(map(str, value)),
    "words": lambda value: " ".join(map(str, value)),
    "sizes": _write_sizes,
    "colour": lambda value: PAINTS.get(value, value),
}

CAPITALS = {
    "full": lazy_gettext("all shares at par, when it floats"),
    "price": lazy_gettext("all shares at the price when it floats"),
    "incremental": lazy_gettext("each share when it is bought"),
}
MUST_OWN = {
    WITH_ROUTE: lazy_gettext("with a route"),
    ALWAYS: lazy_gettext("always"),
    NEVER: lazy_gettext("never"),
}
GENERAL = (
    Field("name", lazy_gettext("Name of the title")),
    Field("currency", lazy_gettext("Currency symbol")),
    Field("bank", lazy_gettext("Bank (blank = unlimited)"), "number"),
    Field("must_own", lazy_gettext("Must buy a train"), "choice", MUST_OWN, WITH_ROUTE),
)
# the lists of a title; the first field of each names a row
LISTS: Mapping[str, tuple[Field, ...]] = {
    "companies": (
        Field("symbol", lazy_gettext("Symbol")),
        Field("name", lazy_gettext("Name")),
        Field("colour", lazy_gettext("Colour"), "colour"),
        Field("token_costs", lazy_gettext("Cost of its tokens, such as 0 40 100"), "numbers"),
        Field("kind", lazy_gettext("Kind")),
    ),
    "kinds": (
        Field("name", lazy_gettext("Kind")),
        Field("certificates", lazy_gettext("Certificates, such as 20 8x10"), "sizes"),
        Field("capital", lazy_gettext("Capital"), "choice", CAPITALS, "full"),
        Field("floats_at", lazy_gettext("Floats at %"), "number"),
        Field("holding_limit", lazy_gettext("Player's limit %"), "number"),
        Field("pool_limit", lazy_gettext("Pool's limit %"), "number"),
        Field(OWN_PRICES, lazy_gettext("Own prices, such as 60 40: they never move"), "numbers"),
        Field("pool_pays", lazy_gettext("The pool pays it"), "flag", usual=True),
        Field("initial_pays", lazy_gettext("Unsold shares pay it"), "flag", usual=False),
        Field("holds_own", lazy_gettext("May hold its own"), "flag", usual=False),
    ),
    "trains": (
        Field("name", lazy_gettext("Train")),
        Field("price", lazy_gettext("Price"), "number"),
        Field("count", lazy_gettext("Number, or 3:7 4:8 by players"), "count"),
        Field("phase", lazy_gettext("Begins phase (blank = its name)")),
        Field("rusted_by", lazy_gettext("Rusts with phase")),
        Field("obsolete", lazy_gettext("Then runs once more"), "flag", usual=False),
        Field("after", lazy_gettext("On sale with train")),
        Field("side_of", lazy_gettext("On the back of train")),
    ),
    "phases": (
        Field("name", lazy_gettext("Phase")),
        Field("train_limit", lazy_gettext("Train limit"), "number"),
        Field("operating_rounds", lazy_gettext("Operating rounds"), "number", usual=1),
        Field(
            "privates_for_companies",
            lazy_gettext("Companies may buy privates"),
            "flag",
            usual=False,
        ),
        Field("privates_close", lazy_gettext("Privates close"), "flag", usual=False),
    ),
    "privates": (
        Field("symbol", lazy_gettext("Symbol")),
        Field("name", lazy_gettext("Name")),
        Field("price", lazy_gettext("Price"), "number"),
        Field("revenue", lazy_gettext("Pays"), "number", usual=0),
        Field("powers.share", lazy_gettext("With a share of")),
        Field("powers.presidency", lazy_gettext("With the presidency of")),
        Field("powers.closes_with_par", lazy_gettext("Closes with the par of")),
        Field("powers.exchange", lazy_gettext("Exchangeable for a share of")),
        Field("powers.closes_on_train_of", lazy_gettext("Closes with a train of")),
        Field(
            "powers.never_for_companies",
            lazy_gettext("Never sold to companies"),
            "flag",
            usual=False,
        ),
    ),
}
LIST_NAMES = {
    "companies": lazy_name("Companies"),
    "kinds": lazy_name("Kinds of company"),
    "trains": lazy_name("Trains"),
    "phases": lazy_name("Phases"),
    "privates": lazy_name("Privates"),
}
_SWITCH_TABLES: Mapping[str, tuple[str, type[Table]]] = {
    "opening": (lazy_gettext("Opening auction"), OpeningTable),
    "stock": (lazy_gettext("Stock rounds"), StockTable),
    "dividends": (lazy_gettext("Price at a dividend"), DividendTable),
    "private_use": (lazy_gettext("Purchase of privates"), PrivateUseTable),
    "train_sale": (lazy_gettext("Sale of trains"), TrainSaleTable),
    "ends": (lazy_gettext("End of the game"), EndTable),
}
_ENDS = {
    "after_round": lazy_gettext("after the round"),
    "after_operating_round": lazy_gettext("after the operating round"),
    "after_set": lazy_gettext("after the set of operating rounds"),
}
# the words of choices whose values do not say it
_CHOICES: Mapping[str, Mapping[str, str]] = {
    "opening.kind": {
        "waterfall": lazy_gettext("an auction of all"),
        "single": lazy_gettext("auctions one after the other"),
        "dealt": lazy_gettext("one for each at random"),
        "draft": lazy_gettext("each takes one"),
        "told": lazy_gettext("the table enters it"),
    },
    "opening.all_pass": {"new_round": lazy_gettext("a new stock round begins")},
    "stock.capital_paid": {
        "at_float": lazy_gettext("when it floats"),
        "when_operating": lazy_gettext("when it first operates"),
    },
    "stock.order": {
        "sell_buy_sell": lazy_gettext("sell, buy, sell"),
        "sell_buy": lazy_gettext("sell, then buy"),
        "sell_buy_or_buy_sell": lazy_gettext("sell and buy, or buy and sell"),
    },
    "stock.initial_price": {"market": lazy_gettext("the market price")},
    "stock.sale_fall": {
        "row_per_share": lazy_gettext("down for each share"),
        "left_per_share": lazy_gettext("left for each share"),
        "row_per_sale": lazy_gettext("down for each sale"),
        "left_per_sale": lazy_gettext("left for each sale"),
        "row_of_president": lazy_gettext("down if the president sells"),
        "left_of_president": lazy_gettext("left if the president sells"),
        "none": lazy_gettext("it stays"),
    },
    "stock.sold_from": {
        "start": lazy_gettext("once it is started"),
        "float": lazy_gettext("once it floats"),
        "operation": lazy_gettext("once it has begun to operate"),
    },
    "dividends.half": {
        "moves": lazy_gettext("yes: the price moves"),
        "stays": lazy_gettext("yes: the price stays"),
    },
    "dividends.withheld": {"stays": lazy_gettext("it stays")},
    "dividends.not_run": {"stays": lazy_gettext("it stays")},
    "train_sale.unpaid": {
        "bankrupt": lazy_gettext("bankrupt: the game ends"),
        "leaves": lazy_gettext("bankrupt: the others play on"),
        "no_train": lazy_gettext("the company has no train"),
    },
    "ends.bank": _ENDS,
    "ends.price": _ENDS,
    "ends.last_train": _ENDS,
}
# switches that only titles with rules of their own use
_OF_TITLES = frozenset(("opener_can_pay", "unsold_ends"))


def _fields(table: str, model: type[Table]) -> Iterator[Field]:
    for key, info in model.model_fields.items():
        if key in _OF_TITLES:
            continue
        kind, choices = _kind(info.annotation)
        name = f"{table}.{key}"
        choices = choices and {**choices, **_CHOICES.get(name, {})}
        yield Field(name, SWITCH_LABELS[name], kind, choices, info.default)


def _kind(annotation: Any) -> tuple[Kind, Mapping[str, str] | None]:
    """Return the kind of a switch, and the choices that it has."""
    parts = get_args(annotation)
    if NoneType in parts:
        kind, choices = _kind(parts[0])
        return kind, {"": lazy_gettext("never"), **(choices or {})}
    if annotation is bool:
        return "flag", None
    if annotation is int:
        return "number", None
    origin = get_origin(annotation)
    if origin is Literal:
        return "choice", {word: word.replace("_", " ") for word in parts}
    if origin is tuple:
        return ("numbers" if _holds(parts[0], int) else "words"), None
    return _kind(parts[0])  # an annotated type


def _holds(annotation: Any, kind: type) -> bool:
    return annotation is kind or any(part is kind for part in get_args(annotation))


SWITCHES: Mapping[str, tuple[str, tuple[Field, ...]]] = {
    table: (head, tuple(_fields(table, model))) for table, (head, model) in _SWITCH_TABLES.items()
}
