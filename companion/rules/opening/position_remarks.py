"""Unusual things in a position, which the table may rule to be so."""

from collections.abc import Iterator

from companion.ledger.entries import BANK
from companion.rules.amend.limits import find_excesses
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import DEPOT, GONE, LAST_RUN, POOL, SAVED, State, type_of
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings


def find_unusual(rules: Rules, state: State) -> Iterator[Refusal]:
    """Yield everything unusual: limits, presidents, phase, trains that have rusted, the bank."""
    for excess in find_excesses(rules, state):
        yield rules.refuse("opening.limit", says=excess.says(rules))
    yield from _find_unusual_companies(rules, state)
    yield from _find_unusual_trains(rules, state)
    if rules.bank_size and state.cash[BANK] < 0 and not state.is_bank_broken:
        yield rules.refuse("opening.bank", cash=state.cash[BANK])


def _find_unusual_companies(rules: Rules, state: State) -> Iterator[Refusal]:
    for company, own in state.companies.items():
        now = holdings.president(rules.data, state, company)
        if other := now and holdings.successor(rules.data, state, company):
            held = holdings.shares(rules.data, state, company)
            facts = {"company": company, "player": now, "percent": held.get(now or "", 0)}
            more = {"other": other, "more": held[other]}
            yield rules.refuse("opening.lesser_president", **facts, **more)
        if own.cell is None and now is not None:
            yield rules.refuse("opening.unpriced", company=company)


def _find_unusual_trains(rules: Rules, state: State) -> Iterator[Refusal]:
    names = [phase.name for phase in rules.data.phases]
    now = names.index(state.phase)
    brought = [
        names.index(brings)
        for type in state.train_types_in_play
        if (brings := rules.data.trains[type].brings) in names
    ]
    latest = max(brought, default=0)
    if now < latest:
        yield rules.refuse("opening.phase", phase=state.phase, other=names[latest])
    told = set()
    for train, card in state.trains.items():
        type = rules.data.trains[type_of(train)]
        rusts = type.rusted_by
        is_marked = {LAST_RUN, SAVED}.intersection(card.marks) or type.obsolete
        if card.place in (DEPOT, POOL, GONE) or rusts not in names or is_marked:
            continue
        if names.index(rusts) <= now and (card.place, type.name) not in told:
            told.add((card.place, type.name))
            facts = {"owner": card.place, "type": type.name, "phase": rusts}
            yield rules.refuse("opening.rusted", **facts)
