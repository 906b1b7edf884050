"""Trains: what is for sale, phases and rust, limits and
discards, and the purchase a president must help with.
"""

from dataclasses import dataclass

from companion.board.bestrun import has_route
from companion.ledger.entries import BANK
from companion.rules.actions import DiscardTrain
from companion.rules.change import Change
from companion.rules.data import TrainType
from companion.rules.offers import Offer
from companion.rules.refusals import Refusal
from companion.rules.rules import Asking, Rules
from companion.rules.running import any_kind, trains_of, type_of
from companion.rules.state import Question, State

DEPOT = "depot"
POOL = "pool"


@dataclass(frozen=True, slots=True)
class ForSale:
    """A train that may be bought: its id, type, where it lies, its face value, who owns it."""

    train: str
    type: TrainType
    place: str


def on_sale(rules: Rules, state: State) -> list[ForSale]:
    """The bank's trains on sale: the next type in order
    with what comes beside it, and those in the pool.

    One train a type and place stands for all of them.
    """
    found: dict[tuple[str, str], ForSale] = {}
    current: TrainType | None = None
    for type in rules.data.train_types:
        left = [t for t in trains_of(state, DEPOT) if type_of(t) == type.name]
        if not left:
            continue
        ready = type.after in state.begun
        if type.after is None and type.beside is None and current is None:
            current = type
            ready = True
        if type.beside is not None:
            others = rules.data.trains[type.beside]
            ready = current is None or current is others
            current = current or type
        if ready:
            found[type.name, DEPOT] = ForSale(left[0], type, DEPOT)
    for train in trains_of(state, POOL):
        type = rules.data.trains[type_of(train)]
        found.setdefault((type.name, POOL), ForSale(train, type, POOL))
    return sorted(found.values(), key=lambda sale: sale.type.price)


def cheapest(rules: Rules, state: State) -> ForSale | None:
    """The bank's cheapest train on sale."""
    sale = on_sale(rules, state)
    return sale[0] if sale else None


def others_trains(rules: Rules, state: State, company: str) -> list[ForSale]:
    """Trains of other companies, one a type and company."""
    found: dict[tuple[str, str], ForSale] = {}
    for train, place in state.trains.items():
        if place in rules.data.companies and place != company:
            type = rules.data.trains[type_of(train)]
            found.setdefault((type.name, place), ForSale(train, type, place))
    return list(found.values())


def has_room(rules: Rules, state: State, company: str) -> bool:
    """Is the company below its train limit?"""
    return len(trains_of(state, company)) < rules.phase(state).train_limit


def must_own(rules: Rules, state: State, company: str) -> bool:
    """Has the company no train though there is a route for one?"""
    return not trains_of(state, company) and has_route(
        state.board, rules.access(state, company), any_kind(rules)
    )


def take_train(change: Change, rules: Rules, train: str, company: str) -> None:
    """Hand over a train of the depot, the pool or a company; an unlimited type is replaced."""
    state = change.state
    type = rules.data.trains[type_of(train)]
    if state.trains[train] == DEPOT and type.name not in state.begun:
        state.begun = (*state.begun, type.name)
    if type.count is None and state.trains[train] == DEPOT:
        number = sum(type_of(t) == type.name for t in state.trains)
        state.trains[f"{type.name}-{number}"] = DEPOT
    state.trains[train] = company


def rust(change: Change, by: str, rules: Rules) -> None:
    """Take out of the game what the first train of type ``by`` makes worthless."""
    state = change.state
    for type in rules.data.train_types:
        if type.rusted_by == by:
            gone = [t for t, p in state.trains.items() if type_of(t) == type.name and p != "gone"]
            used = sum(state.trains[t] != DEPOT for t in gone)
            for train in gone:
                state.trains[train] = "gone"
            change.tell("rusted", type=type.name, count=used, by=by)


def begin_phase(change: Change, rules: Rules, train: str) -> None:
    """The first train of a type brings its phase, which rusts others and may close the privates."""
    state = change.state
    name = rules.data.trains[train].phase or train
    names = [phase.name for phase in rules.data.phases]
    if name not in names or names.index(name) <= names.index(state.phase):
        return
    state.phase = name
    change.tell("phase", phase=name)
    if rules.phase(state).privates_close:
        for private, owner in state.privates.items():
            if owner != "gone":
                state.privates[private] = "gone"
                change.tell("closed", private=private)
    rust(change, name, rules)
    ask_discards(change, rules)


def ask_discards(change: Change, rules: Rules) -> None:
    """Ask every company that is over its train limit now, and no other, to give up a train."""
    state = change.state
    limit = rules.phase(state).train_limit
    places = list(state.trains.values())
    others = tuple(question for question in state.questions if question.step != Discard.name)
    over = [company for company in rules.data.companies if places.count(company) > limit]
    asked = tuple(Question(Discard.name, company, (company,)) for company in over)
    state.questions = (*others, *asked)


class Discard(Asking):
    """Companies over their train limit give trains up, before anything else goes on."""

    name = "discard"
    accepts = (DiscardTrain,)

    def __init__(self, rules: Rules, place: str = POOL) -> None:
        super().__init__(rules)
        self.place = place  # where what is given up goes: "pool", or "gone" out of the game

    def offers(self, state: State) -> list[Offer]:
        """For all who are asked: one may give up his before the one whom the game waits for."""
        found = []
        for company in (question.actor for question in self.pending(state)):
            types = {type_of(train): train for train in trains_of(state, company)}
            found += [Offer("discard", DiscardTrain(company, train)) for train in types.values()]
        return found

    def refusals(self, state: State, action: DiscardTrain) -> list[Refusal]:
        company = action.company
        own = trains_of(state, company)
        if len(own) <= self.rules.phase(state).train_limit:
            return [self.rules.refuse("train.not_over", company=company)]
        if action.train not in own:
            return [self.rules.refuse("run.train", company=company, train=action.train)]
        return []

    def apply(self, change: Change, action: DiscardTrain) -> None:
        change.state.trains[action.train] = self.place
        ask_discards(change, self.rules)
        change.tell(
            "discarded", company=action.company, type=type_of(action.train), train=action.train
        )


def buy_from_bank(change: Change, rules: Rules, company: str, sale: ForSale, price: int) -> None:
    """Pay the bank and take the train."""
    change.pay(company, BANK, price, "train", company, sale.train)
    take_train(change, rules, sale.train, company)
    facts = {"company": company, "type": sale.type.name, "train": sale.train}
    change.tell("bought_train", price=price, source=sale.place, **facts)
