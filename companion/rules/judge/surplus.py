"""The surplus over a limit: how much more somebody holds, because a ruling allowed it.

A surplus that a ruling allowed is not held against later deeds of anybody. It is kept in the state
as a number over the limit, and it falls with the holding. Another purchase is a new breach.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.title_rules import TitleRules
from companion.rules.shares import company_kinds, holdings

# The limits of which a surplus is kept: certificates of a player, percents of a company with a
# player, trains of a company.
CERTIFICATES, HOLDING, TRAINS = "certificates", "holding", "trains"
ANY = 1000  # until the deed is done, when its surplus can be counted


def allowed(state: State, limit: str, who: str, of: str = "") -> int:
    """How much over the limit a ruling allows somebody."""
    return state.surplus.get(_key(limit, who, of), 0)


def allow(rules: TitleRules, state: State, refusals: Iterable[Refusal]) -> None:
    """Allow what the overruled ``refusals`` speak against, in a draft in which it is done next."""
    for refusal in refusals:
        for limit in refusal.words.limits:
            for who, of in _bound(rules, limit, refusal.facts):
                train = COUNTS[limit](rules, state, who, of) + 1  # such a deed brings one
                more = train if limit == TRAINS else ANY
                state.surplus = {**state.surplus, _key(limit, who, of): more}


def forget(rules: TitleRules, state: State) -> None:
    """Forget what is no longer held over a limit, in a draft."""
    kept = {}
    for key, most in state.surplus.items():
        limit, who, of = key.split(" ")
        if (now := min(most, COUNTS[limit](rules, state, who, of))) > 0:
            kept[key] = now
    state.surplus = kept


def _key(limit: str, who: str, of: str) -> str:
    return f"{limit} {who} {of}"


def _bound(rules: TitleRules, limit: str, facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Who is bound by the limit that a refusal is about, and of which company; of each, where the
    refusal names none.
    """
    company = facts.get("company")
    if limit == TRAINS:
        yield str(company), ""
    elif limit == CERTIFICATES:
        yield facts["player"], ""
    else:
        for of in (company,) if company else rules.data.companies:
            yield facts["player"], of


def _certificates(rules: TitleRules, state: State, player: str, _of: str) -> int:
    limit = holdings.certificate_limit(rules.data, state, len(rules.seats), player)
    return 0 if limit is None else holdings.certificates_of(rules.data, state, player) - limit


def _percents(rules: TitleRules, state: State, player: str, company: str) -> int:
    limit = rules.kind(state, company).holding_limit
    return 0 if limit is None else holdings.percent(rules.data, state, company, player) - limit


def _trains(rules: TitleRules, state: State, company: str, _of: str) -> int:
    """On each charter of the company that has more than its limit."""
    limit = company_kinds.train_limit(rules.data, state, company)
    held = [card.charter for card in state.trains.values() if card.place == company]
    return sum(max(0, held.count(charter) - limit) for charter in set(held))


COUNTS: Mapping[str, Callable[[TitleRules, State, str, str], int]] = {
    CERTIFICATES: _certificates,
    HOLDING: _percents,
    TRAINS: _trains,
}
