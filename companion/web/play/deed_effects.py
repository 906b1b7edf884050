"""The effects of a chosen deed before it is done: cash, trains, prices, directors, certificates.

A sum that goes with a number still to be chosen is marked, so that the screen changes both.
"""

from collections import Counter
from collections.abc import Iterator

from markupsafe import Markup

from companion.languages import format_count, format_number, format_text, gettext
from companion.rules.core.actions import Action, BuyTrain
from companion.rules.core.refusals import RefusedError
from companion.rules.core.state import GONE, State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import trains_of, type_of
from companion.rules.shares import company_kinds, market
from companion.rules.stock import share_trading


def find_effects(rules: Rules, state: State, action: Action, seat: str) -> list[str]:
    """Return what the deed changes for the player, and for companies, in a few words each."""
    after = judge.apply(rules, state, action).state
    return [*_of_player(rules, state, after, seat), *_of_companies(rules, state, after)]


def find_operating_effects(rules: Rules, state: State, action: Action) -> list[str]:
    """Return what a deed of an operating turn changes: cash of all parties, trains, prices."""
    try:
        after = judge.apply(rules, state, action).state
    except RefusedError:
        return []  # its number is still to be changed
    found = [*_of_parties(rules, state, after), *_of_companies(rules, state, after)]
    if isinstance(action, BuyTrain):
        found += _of_trains(rules, state, after, action)
    return found


def _of_player(rules: Rules, state: State, after: State, seat: str) -> Iterator[str]:
    bound, binds = state.round.bound(seat), after.round.bound(seat)
    if bound != binds:
        was, now, cash = state.cash[seat] - bound, after.cash[seat] - binds, after.cash[seat]
        yield _sum(gettext("{old} → {new} free of {cash}"), was, now, cash=f"{cash:,}")
    elif state.cash[seat] != after.cash[seat]:
        yield _sum(gettext("cash {old} → {new}"), state.cash[seat], after.cash[seat])
    old, new = (share_trading.certificate_count(rules, one, seat) for one in (state, after))
    if old != new:
        yield format_text("certificates {old} → {new}", old=old, new=new)


def _of_parties(rules: Rules, state: State, after: State) -> Iterator[str]:
    for party in (*rules.data.companies, *rules.setup.seats):
        old, new = state.cash.get(party, 0), after.cash.get(party, 0)
        if old != new:
            name = rules.words.name(party) if party in rules.setup.seats else party
            yield _sum(gettext("{name}: cash {old} → {new}"), old, new, name=name)


def _sum(text: str, old: int, new: int, **facts: str) -> str:
    """Return a text with an old and a new sum; the new one follows the number of the deed."""
    marked = Markup('<span data-new="{}" data-per="{}">{}</span>')
    per = (new > old) - (new < old)
    shown = marked.format(new, per, format_number(new))
    return Markup(text).format(old=format_number(old), new=shown, **facts)


def _of_trains(rules: Rules, state: State, after: State, action: BuyTrain) -> Iterator[str]:
    company = action.company
    old, new = (len(trains_of(one, company)) for one in (state, after))
    limit = company_kinds.train_limit(rules.data, after, company)
    yield format_text("trains {old} → {new}, limit {limit}", old=old, new=new, limit=limit)
    for owner in rules.data.companies:
        lost = [
            type_of(train)
            for train in trains_of(state, owner)
            if after.place_of(train) == GONE and train != action.trade_in
        ]
        for type, count in Counter(lost).items():
            yield format_count(
                "{company} loses one {type}-train",
                "{company} loses {count} {type}-trains",
                count,
                count=count,
                company=owner,
                type=type,
            )


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
