"""The surplus over a limit that a ruling has allowed.

An allowed surplus is not held against anybody's later actions. The state stores it as the excess
over the limit, and it shrinks with the holding. Another purchase breaks the limit again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.shares import company_kinds, holdings

# Limits with a surplus: a player's certificates or percent of a company, a company's trains.
CERTIFICATES, HOLDING, TRAINS = "certificates", "holding", "trains"
ANY = 1000  # placeholder until the surplus can be counted


def allowed_surplus(state: State, limit: str, who: str, of: str = "") -> int:
    """Return the excess over the limit that a ruling allows."""
    return state.surplus.get(_key(limit, who, of), 0) if state.surplus else 0


def allow(rules: Rules, state: State, refusals: Iterable[Refusal]) -> None:
    """Allow the excess behind the overruled ``refusals``.

    The state is a draft to which the action is applied next.
    """
    for refusal in refusals:
        for limit in refusal.words.limits:
            for who, of in _bound(rules, limit, refusal.facts):
                train = COUNTS[limit](rules, state, who, of) + 1  # the action adds one
                more = train if limit == TRAINS else ANY
                state.surplus = {**state.surplus, _key(limit, who, of): more}


def forget(rules: Rules, state: State) -> None:
    """Reduce each surplus in a draft to the present excess over its limit."""
    kept = {}
    for key, most in state.surplus.items():
        limit, who, of = key.split(" ")
        if (now := min(most, COUNTS[limit](rules, state, who, of))) > 0:
            kept[key] = now
    state.surplus = kept


def _key(limit: str, who: str, of: str) -> str:
    return f"{limit} {who} {of}"


def _bound(rules: Rules, limit: str, facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the owner and company of each limit that a refusal is about.

    A refusal without a company is about all companies.
    """
    company = facts.get("company")
    if limit == TRAINS:
        yield str(company), ""
    elif limit == CERTIFICATES:
        yield facts["player"], ""
    else:
        for of in (company,) if company else rules.data.companies:
            yield facts["player"], of


def _certificates(rules: Rules, state: State, player: str, _of: str) -> int:
    limit = holdings.certificate_limit(rules.data, state, len(rules.seats), player)
    return 0 if limit is None else holdings.certificates_of(rules.data, state, player) - limit


def _percents(rules: Rules, state: State, player: str, company: str) -> int:
    limit = rules.kind(state, company).holding_limit
    return 0 if limit is None else holdings.percent(rules.data, state, company, player) - limit


def _trains(rules: Rules, state: State, company: str, _of: str) -> int:
    """Return the excess of trains, summed over the company's charters."""
    limit = company_kinds.train_limit(rules.data, state, company)
    held = [card.charter for card in state.trains.values() if card.place == company]
    return sum(max(0, held.count(charter) - limit) for charter in set(held))


COUNTS: Mapping[str, Callable[[Rules, State, str, str], int]] = {
    CERTIFICATES: _certificates,
    HOLDING: _percents,
    TRAINS: _trains,
}
