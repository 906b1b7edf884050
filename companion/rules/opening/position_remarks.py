"""Unusual things in a position, which the table may rule to be so."""

from collections import Counter
from collections.abc import Iterator

from companion.board.map import split_stop
from companion.ledger.entries import BANK
from companion.rules.amend.limits import find_excesses
from companion.rules.amend.map_choice import find_odd_tile, find_robbed, find_unjoined
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


def find_odd_map(rules: Rules, start: State, state: State) -> Iterator[Refusal]:
    """Yield what is odd on the map: upgrades, tiles without track to a token, tokens.

    No rule refuses a position for it, because powers and rulings may have led there.
    """
    if state.is_told:
        return
    phase, board = rules.phase(state), state.board
    for at, lies in board.laid.items():
        if start.board.laid.get(at) != lies:
            odd = find_odd_tile(rules, start.board, phase, at, lies)
            if odd:
                yield odd
    for at, tile in find_unjoined(rules, start.board, state):
        yield rules.refuse("opening.unjoined", hex=at, tile=tile)
    lying = Counter(
        (owner, split_stop(stop)[0]) for stop, slots in board.tokens.items() for owner in slots
    )
    for (owner, at), count in lying.items():
        if owner and count > 1:
            yield rules.refuse("correct.map_hex", company=owner, hex=at)
    yield from find_robbed(rules, start, state)


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
