"""The effects of a chosen deed before it is done: cash, prices, directors, certificates."""

from collections.abc import Iterator

from companion.languages import format_text
from companion.rules.core.actions import Action
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.shares import market
from companion.rules.stock import share_trading


def find_effects(rules: Rules, state: State, action: Action, seat: str) -> list[str]:
    """Return what the deed changes for the player, and for companies, in a few words each."""
    after = judge.apply(rules, state, action).state
    return [*_of_player(rules, state, after, seat), *_of_companies(rules, state, after)]


def _of_player(rules: Rules, state: State, after: State, seat: str) -> Iterator[str]:
    if state.cash[seat] != after.cash[seat]:
        yield format_text("cash {old:,} → {new:,}", old=state.cash[seat], new=after.cash[seat])
    old, new = (share_trading.certificate_count(rules, one, seat) for one in (state, after))
    if old != new:
        yield format_text("certificates {old} → {new}", old=old, new=new)


def _of_companies(rules: Rules, state: State, after: State) -> Iterator[str]:
    for company in rules.data.companies:
        old, new = (market.price(rules.data, one, company) for one in (state, after))
        if new is not None and old != new:
            first = "–" if old is None else f"{old}"
            yield format_text("{company} {old} → {new}", company=company, old=first, new=str(new))
        was, now = (rules.holdings.director(rules, one, company) for one in (state, after))
        if now is not None and was != now:
            facts = {"company": company, "president": rules.words.name("president")}
            yield format_text("{company}: {president} {name}", name=rules.words.name(now), **facts)
