"""Privates that bring a train to the company that buys them.

The train lies with the bank until then. It is never sold to another company.
"""

from companion.ledger.entries import BANK
from companion.rules.core.change import Change
from companion.rules.core.state import DEPOT, GONE, TrainCard, type_of
from companion.rules.judge.rules import Rules
from companion.rules.operating.private_powers import power
from companion.rules.operating.trains_and_phases import UNSOLD, has_room

FREE_TRAIN = "free_train"  # key in the data


def set_trains_aside(change: Change, rules: Rules) -> None:
    """Take the trains of privates out of the supply, the last of each type."""
    trains = change.state.trains
    for private in rules.data.private_list:
        if type := private.powers.get(FREE_TRAIN):
            supply = [t for t, card in trains.items() if type_of(t) == type and card.place == DEPOT]
            trains[supply[-1]] = TrainCard(BANK)


def bring_train(change: Change, rules: Rules, company: str, private: str) -> None:
    """Give a company the train of the private that it has bought, if there is room for it."""
    state, type = change.state, power(rules, private, FREE_TRAIN)
    aside = (t for t, card in state.trains.items() if type_of(t) == type and card.place == BANK)
    if (train := next(aside, None)) is None:
        return
    is_given = has_room(rules, state, company)
    state.trains[train] = TrainCard(company, marks=(UNSOLD,)) if is_given else TrainCard(GONE)
    facts = {"company": company, "private": private, "type": type}
    change.tell("brought_train" if is_given else "brought_no_train", **facts)
