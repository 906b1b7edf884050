"""One sale of shares of several companies: the address holds the basket in the order of sale.

The order is also the order in which the prices fall.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.core.actions import SellHoldings, SellShares
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.stock.share_trading import brings
from companion.web.render import phrases

Parts = tuple[tuple[str, int], ...]  # companies with percents


@dataclass(frozen=True, slots=True)
class Lot:
    """The shares of a company that may be sold, with the percents to choose from."""

    company: str
    sizes: Sequence[int]


@dataclass(frozen=True, slots=True)
class Sold:
    """A company's part of the sale, its proceeds, and the basket ``without`` it."""

    company: str
    percent: int
    sum: int
    without: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class More:
    """A company to add: the resulting basket for each possible percent."""

    company: str
    price: int
    baskets: tuple[tuple[int, tuple[str, ...]], ...]


def may_sell_together(rules: Rules, state: State) -> bool:
    """Does an awaited step accept a sale of several companies?"""
    return any(SellHoldings in step.accepts for step in rules.accepting(state))


def parts_of(named: Sequence[str]) -> Parts:
    """Read the basket from an address, as in "ABC~20". Invalid parts are left out."""
    pairs = (text.rpartition("~")[::2] for text in named)
    return tuple((name, int(n)) for name, n in pairs if n.isdecimal() and len(n) < 4)


def context(rules: Rules, state: State, named: Sequence[str]) -> dict[str, Any]:
    """Return the context of the page: the basket, its total, its refusals and its events."""
    offers = judge.offers(rules, state) if may_sell_together(rules, state) else []
    sales = [offer for offer in offers if offer.allowed and offer.kind == "sell"]
    lots = {lot.company: lot for offer in sales for lot in _lots(rules, state, offer)}
    parts = tuple((company, n) for company, n in parts_of(named) if company in lots)
    player = next((offer.action.actor() for offer in sales), "")
    action = SellHoldings(player, parts) if parts else None
    refusals: Sequence[Refusal] = judge.refusals(rules, state, action) if action else ()
    follows = judge.apply(rules, state, action).events if action and not refusals else ()
    chosen = {company for company, _ in parts}
    return {
        "sold": [_describe_sold(rules, state, part, parts) for part in parts],
        "more": [
            _describe_more(rules, state, lot, parts)
            for lot in lots.values()
            if lot.company not in chosen
        ],
        "all_at_once": any(isinstance(offer.action, SellHoldings) for offer in sales),
        "sum": sum(brings(rules, state, *part) for part in parts),
        "action": action if action and not refusals else None,
        "words": phrases.phrase_deed(rules, state, action) if action else "",
        "reasons": refusals,
        "refused": action if refusals else None,
        "follows": [rules.words.tell(event) for event in follows],
    }


def _lots(rules: Rules, state: State, offer: Offer) -> Iterator[Lot]:
    """Yield the lots of an offered sale. A sale of several companies must be sold in full."""
    action, span = offer.action, offer.span
    if isinstance(action, SellHoldings):
        yield from (Lot(company, (percent,)) for company, percent in action.sales)
    elif isinstance(action, SellShares):
        sizes = range(span.least, span.most + 1, span.step) if span else (action.percent,)
        yield Lot(action.company, sizes)


def _describe_sold(rules: Rules, state: State, part: tuple[str, int], parts: Parts) -> Sold:
    without = _basket(other for other in parts if other != part)
    return Sold(*part, brings(rules, state, *part), without)


def _describe_more(rules: Rules, state: State, lot: Lot, parts: Parts) -> More:
    baskets = ((n, _basket((*parts, (lot.company, n)))) for n in lot.sizes)
    share = brings(rules, state, lot.company, rules.data.companies[lot.company].step)
    return More(lot.company, share, tuple(baskets))


def _basket(parts: Any) -> tuple[str, ...]:
    return tuple(f"{company}~{percent}" for company, percent in parts)
