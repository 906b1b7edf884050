"""The calendar: phases that begin, and trains that rust, with counted operating rounds."""

from companion.ledger.entries import BANK
from companion.rules.core.change import Change
from companion.rules.core.standard_state import game_of, note
from companion.rules.core.state import GONE, TrainCard, type_of
from companion.rules.judge.rules import Rules
from companion.rules.operating.trains_and_phases import begin_phases


def count_round(change: Change, rules: Rules) -> None:
    """Count an operating round that begins, and begin its phase if it brings one."""
    if not rules.data.has_calendar:
        return
    number = game_of(change.state).operating_rounds + 1
    note(change, operating_rounds=number)
    begun = rules.data.reaches
    for phase in rules.data.phases:
        if phase.from_round == number and not begun(change.state.phase, phase.name):
            begin_phases(change, rules, phase.name)


def rust_after_round(change: Change, rules: Rules) -> None:
    """Remove the trains that rust after the round that ends. Companies receive their salvage."""
    state, number = change.state, game_of(change.state).operating_rounds
    for type in rules.data.train_types:
        if not number or type.rusts_after != number:
            continue
        found = [t for t, card in state.trains.items() if type_of(t) == type.name]
        owned = [train for train in found if state.place_of(train) in rules.data.companies]
        for train in owned:
            company = state.place_of(train)
            change.pay(BANK, company, type.salvage, "salvage", company, train)
        for train in found:
            state.trains[train] = TrainCard(GONE)
        facts = {"type": type.name, "count": len(owned), "amount": type.salvage}
        change.tell("rusted_after_round", round_count=number, **facts)
