"""Shares of several companies in one sale: a basket that lies in the address, in the order in which
the prices fall.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.actions import SellHoldings, SellShares
from companion.rules.offers import Offer
from companion.rules.refusals import Refusal
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.web import phrases

Parts = tuple[tuple[str, int], ...]  # companies, and percent of each


@dataclass(frozen=True, slots=True)
class Sold:
    """A company's part of the sale: how much, what it brings, and the basket ``without`` it."""

    company: str
    percent: int
    sum: int
    without: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class More:
    """A company that may join: the basket with each of the percents there are to choose from."""

    company: str
    price: int
    baskets: tuple[tuple[int, tuple[str, ...]], ...]


def may_sell_together(rules: Rules, state: State) -> bool:
    """Does what the game waits for take a sale of several companies?"""
    return any(SellHoldings in step.accepts for step in rules.accepting(state))


def parts_of(named: Sequence[str]) -> Parts:
    """The basket that an address names, as "ABC~20"; what is none is left out."""
    pairs = (text.rpartition("~")[::2] for text in named)
    return tuple((name, int(n)) for name, n in pairs if n.isdecimal() and len(n) < 4)


def context(rules: Rules, state: State, named: Sequence[str]) -> dict[str, Any]:
    """What the page shows: the parts of the sale, what may join, what speaks against it, and what
    would follow from it.
    """
    offers = rules.offers(state) if may_sell_together(rules, state) else []
    sales = {offer.action.about(): offer for offer in offers if _is_sale(offer)}
    parts = tuple((company, n) for company, n in parts_of(named) if company in sales)
    player = next((offer.action.actor() for offer in sales.values()), "")
    action = SellHoldings(player, parts) if parts else None
    refusals: Sequence[Refusal] = rules.refusals(state, action) if action else ()
    follows = rules.apply(state, action).events if action and not refusals else ()
    chosen = {company for company, _ in parts}
    return {
        "sold": [_sold(sales[company], n, parts) for company, n in parts],
        "more": [_more(o, parts) for company, o in sales.items() if company not in chosen],
        "sum": sum(sales[company].total(n) or 0 for company, n in parts),
        "action": action if action and not refusals else None,
        "words": phrases.deed(rules, state, action) if action else "",
        "reasons": refusals,
        "refused": action if refusals else None,
        "follows": [rules.tell(event) for event in follows],
    }


def _is_sale(offer: Offer) -> bool:
    return offer.allowed and offer.kind == "sell" and isinstance(offer.action, SellShares)


def _sold(offer: Offer, percent: int, parts: Parts) -> Sold:
    company = offer.action.about()
    without = _basket(part for part in parts if part[0] != company)
    return Sold(company, percent, offer.total(percent) or 0, without)


def _more(offer: Offer, parts: Parts) -> More:
    action, span = offer.action, offer.span
    assert isinstance(action, SellShares)
    sizes = range(span.least, span.most + 1, span.step) if span else (action.percent,)
    baskets = ((n, _basket((*parts, (action.company, n)))) for n in sizes)
    return More(action.company, offer.price or 0, tuple(baskets))


def _basket(parts: Any) -> tuple[str, ...]:
    return tuple(f"{company}~{percent}" for company, percent in parts)
