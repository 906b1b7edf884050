"""Trains: trains on sale, phases, rust, train limits, discards and purchases."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.board.trains import StopCount, TrainKind
from companion.ledger.entries import BANK
from companion.rules.core.actions import DiscardTrain
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import DEPOT as DEPOT
from companion.rules.core.state import GONE, LAST_RUN, RAN, SAVED, Question, State, TrainCard
from companion.rules.core.state import POOL as POOL
from companion.rules.data.title_data import ALWAYS, NEVER, WITH_TWO_STOPS, TrainType
from companion.rules.judge import allowed_excess
from companion.rules.judge.rules import QuestionStep, Rules
from companion.rules.operating.map_answers import has_route
from companion.rules.operating.private_powers import close, power
from companion.rules.operating.running import kinds_of_all_types, trains_of, type_of
from companion.rules.shares import company_kinds
from companion.rules.shares.holdings import is_player
from companion.values import speed_up

ANY_TWO_STOPS = TrainKind("any two stops", (StopCount(2),))


@speed_up
@dataclass(frozen=True, slots=True)
class TrainForSale:
    """A train on sale: its id, type and place."""

    train: str
    type: TrainType
    place: str


def trains_on_sale(rules: Rules, state: State) -> list[TrainForSale]:
    """Return the bank's trains on sale, cheapest first.

    These are the next type in the depot with the types sold beside it, and the trains in the pool.
    One train represents all of the same type and place.
    """
    key = ("on sale", state.train_types_in_play)
    known: list[TrainForSale] | None = state.trains.derived.get(key)
    if known is None:
        known = state.trains.derived[key] = _find_trains_on_sale(rules, state)
    return known


def _find_trains_on_sale(rules: Rules, state: State) -> list[TrainForSale]:
    """Work out :func:`trains_on_sale`, which is kept with the trains."""
    found: dict[tuple[str, str], TrainForSale] = {}
    lying: dict[tuple[str, str], str] = {}  # by place and type, smallest type first
    for train, card in state.trains.items():
        if card.place in (DEPOT, POOL):
            lying.setdefault((card.place, type_of(train)), train)
    current: TrainType | None = None
    for type in rules.data.train_types:
        first = lying.get((DEPOT, type.name))
        if first is None:
            continue
        ready = type.after in state.train_types_in_play
        if type.after is None and type.beside is None and current is None:
            current = type
            ready = True
        if type.beside is not None:
            others = rules.data.trains[type.beside]
            ready = current is None or current is others
            current = current or type
        if ready:
            found[type.name, DEPOT] = TrainForSale(first, type, DEPOT)
    for (place, name), train in lying.items():
        if place == POOL:
            found[name, POOL] = TrainForSale(train, rules.data.trains[name], POOL)
    return sorted(found.values(), key=lambda sale: sale.type.price)


def not_on_sale(rules: Rules, state: State, type: TrainType, place: str) -> Refusal:
    """Return the refusal for buying a type that is not on sale.

    If it is sold later, the refusal names the types sold first.
    """
    if place == DEPOT and type.after is not None:
        return rules.refuse("train.not_begun", train=type.name, earlier_train=type.after)
    types = rules.data.train_types
    lying = {type_of(train) for train, card in state.trains.items() if card.place == DEPOT}
    first = tuple(
        other.name
        for other in types[: types.index(type)]
        if other.name in lying and other.after is None and other.name != type.beside
    )
    if place == DEPOT and first:
        return rules.refuse("train.sold_first", train=type.name, earlier_types=first)
    return rules.refuse("train.not_for_sale", train=type.name)


def cheapest(rules: Rules, state: State) -> TrainForSale | None:
    """Return the bank's cheapest train on sale, or None."""
    sale = trains_on_sale(rules, state)
    return sale[0] if sale else None


def others_trains(rules: Rules, state: State, company: str) -> list[TrainForSale]:
    """Return the trains of other companies, one for each type and company.

    Trains that may not be sold are left out.
    """
    known: list[TrainForSale] | None = state.trains.derived.get("owned")
    if known is None:
        found: dict[tuple[str, str], TrainForSale] = {}
        for train, card in state.trains.items():
            type = rules.data.trains[type_of(train)]
            if card.place in rules.data.companies and may_be_sold(rules, state, train):
                found.setdefault((type.name, card.place), TrainForSale(train, type, card.place))
        known = state.trains.derived["owned"] = list(found.values())
    return [item for item in known if item.place != company]


UNSOLD = "unsold"  # mark of a train that is never sold to another company


def may_be_sold(rules: Rules, state: State, train: str) -> bool:
    """Check whether a train is ever sold, by the bank or by its company to another."""
    if not rules.data.trains[type_of(train)].price:
        return False
    card = state.trains[train]
    is_kept = UNSOLD in card.marks or is_obsolete(rules, state, train)
    return card.place in (DEPOT, POOL) or not is_kept


# --- limits


def is_obsolete(rules: Rules, state: State, train: str) -> bool:
    """Check whether a train only stays for its company's next run."""
    return rules.data.trains[type_of(train)].obsolete and LAST_RUN in state.trains[train].marks


def counted_trains(rules: Rules, state: State, company: str, charter: int) -> list[str]:
    """Return the trains on a charter of the company that count against its limit."""
    held = trains_of(state, company, charter)
    return [train for train in held if not is_obsolete(rules, state, train)]


def free_charters(rules: Rules, state: State, company: str) -> list[int]:
    """Return the charters of the company that have room for a train."""
    limit = company_kinds.train_limit(rules.data, state, company)
    charters = range(state.companies[company].charters)
    return [n for n in charters if len(counted_trains(rules, state, company, n)) < limit]


def has_room(rules: Rules, state: State, company: str) -> bool:
    """Check whether a charter of the company is below the train limit."""
    return bool(free_charters(rules, state, company))


def refuse_full(rules: Rules, state: State, company: str) -> list[Refusal]:
    """Refuse one more train to a company at its train limit."""
    if has_room(rules, state, company):
        return []
    count = len(trains_of(state, company))
    limit = company_kinds.train_limit(rules.data, state, company)
    return [rules.refuse("train.limit", company=company, count=count, limit=limit)]


def too_many(rules: Rules, state: State, company: str) -> list[str]:
    """Return the trains on charters of the company that exceed the train limit.

    Empty if a ruling has allowed the surplus.
    """
    limit = company_kinds.train_limit(rules.data, state, company)
    if len(trains_of(state, company)) <= limit:
        return []
    charters = range(state.companies[company].charters)
    held = [counted_trains(rules, state, company, number) for number in charters]
    over = [trains for trains in held if len(trains) > limit]
    if sum(len(trains) - limit for trains in over) <= allowed_excess.allowed_surplus(
        state, allowed_excess.TRAINS, company
    ):
        return []
    return [train for trains in over for train in trains]


def must_own(rules: Rules, state: State, company: str) -> bool:
    """Check whether the company has no train but must own one.

    In some titles the obligation exists only if the company has a route.
    """
    if trains_of(state, company) or rules.data.must_own == NEVER:
        return False
    if rules.data.must_own == ALWAYS:
        return True
    access, idle = rules.access.of(rules, state, company), rules.data.map.idle_stops
    if idle:
        access = replace(access, closed=access.closed | idle)
    kinds = kinds_of_all_types(rules)
    if rules.data.must_own == WITH_TWO_STOPS:
        kinds |= {ANY_TWO_STOPS}
    return has_route(rules, state, company, kinds, access)


# --- effects on trains


def take_train(change: Change, rules: Rules, train: str, place: str, charter: int = 0) -> None:
    """Transfer a train to a company or a player, or remove it from the game.

    A train from the depot begins its type, with its phase and other effects, even if it is given
    away or discarded. A train of an unlimited type is replaced in the depot.
    """
    state = change.state
    type = rules.data.trains[type_of(train)]
    is_new = state.place_of(train) == DEPOT
    if type.count is None and is_new:
        number = sum(type_of(t) == type.name for t in state.trains)
        state.trains[f"{type.name}-{number}"] = TrainCard(DEPOT)
    state.move_train(train, place, charter)
    if is_new:
        _turn_card(state, rules, type)
        begin_type(change, rules, type.name)


def _turn_card(state: State, rules: Rules, sold: TrainType) -> None:
    """Remove the train on the other side of the card of a train that is sold."""
    for other in rules.data.train_types:
        if other.name == sold.side_of or other.side_of == sold.name:
            lying = (t for t, card in state.trains.items() if type_of(t) == other.name)
            train = next((t for t in lying if state.place_of(t) == DEPOT), None)
            if train is not None:
                state.trains[train] = TrainCard(GONE)


def begin_type(change: Change, rules: Rules, name: str) -> None:
    """Begin a type of train, with the effects of its first train. Does nothing the second time."""
    if name not in change.state.train_types_in_play:
        change.state.train_types_in_play = (*change.state.train_types_in_play, name)
        rules.first_train(change, name)


def begin_phase(
    change: Change,
    rules: Rules,
    train: str,
    then: Callable[[Change, Rules, str], None] | None = None,
) -> None:
    """Begin the phase of a train type, after any phases that were skipped.

    ``then`` is called with each phase after trains rust and before companies discard.
    """
    begin_phases(change, rules, rules.data.trains[train].brings, then)


def begin_phases(
    change: Change,
    rules: Rules,
    last: str,
    then: Callable[[Change, Rules, str], None] | None = None,
) -> None:
    """Begin the phases up to one that has not begun. Does nothing if there is none."""
    names = [phase.name for phase in rules.data.phases]
    begun = names.index(change.state.phase) + 1
    due = names.index(last) + 1 if last in names else 0
    for name in names[begun:due]:
        _begin(change, rules, name)
        if then:
            then(change, rules, name)
    if begun < due:
        ask_discards(change, rules)


def _begin(change: Change, rules: Rules, phase: str) -> None:
    """Begin one phase: rust trains and, in some phases, close the privates."""
    state = change.state
    state.phase = phase
    change.tell("phase", phase=phase)
    closing = rules.phase(state).privates_close
    for private, owner in state.privates.items():
        stays = power(rules, private, "stays_open") and is_player(owner)
        own = power(rules, private, "closes_in_phase")
        if owner != GONE and (own == phase if own else closing and not stays):
            close(change, rules, private)
    rust(change, phase, rules)


def runs_once_more(rules: Rules, train: str, card: TrainCard) -> bool:
    """Check whether a train that rusts now stays for one more run."""
    if SAVED in card.marks:
        return True
    in_use, type = card.place not in (DEPOT, POOL), rules.data.trains[type_of(train)]
    return in_use and (type.obsolete or (type.last_run and RAN not in card.marks))


def rust(change: Change, phase: str, rules: Rules) -> None:
    """Remove the trains that the phase makes obsolete, except those that may run once more."""
    state = change.state
    for type in rules.data.train_types:
        if type.rusted_by != phase:
            continue
        used = kept = 0
        for train, card in state.trains.items():
            if type_of(train) != type.name or card.place == GONE:
                continue
            if runs_once_more(rules, train, card):
                state.trains[train] = card.with_mark(LAST_RUN)
                kept += 1
            else:
                state.trains[train] = TrainCard(GONE)
                used += card.place not in (DEPOT, BANK)
        if kept:
            facts = {"type": type.name, "rusted_count": used, "count": kept}
            change.tell("rusted_in_part" if used else "rusts_later", phase=phase, **facts)
        else:
            change.tell("rusted", type=type.name, count=used, phase=phase)


def ask_discards(change: Change, rules: Rules) -> None:
    """Ask exactly the companies over their train limit to discard a train.

    A company that was asked before keeps its place in the order. Other effects of a phase may move
    companies on the market and so change the order.
    """
    state = change.state
    before = [question.actor for question in state.questions if question.step == DiscardStep.name]
    others = tuple(question for question in state.questions if question.step != DiscardStep.name)
    order = rules.operating_order(state) if rules.discards.in_order else rules.data.companies
    over = [c for c in dict.fromkeys((*before, *order)) if too_many(rules, state, c)]
    asked = tuple(Question(DiscardStep.name, company, (company,)) for company in over)
    state.questions = (*others, *asked)


class DiscardStep(QuestionStep):
    """The question to companies over their train limit, answered before the game continues."""

    name = "discard"
    accepts = (DiscardTrain,)

    def sentences(self, state: State) -> list[str]:
        return [
            self.rules.refuse(
                "train.limit",
                company=company,
                count=len(too_many(self.rules, state, company)),
                limit=company_kinds.train_limit(self.rules.data, state, company),
            ).says
            for company in dict.fromkeys(question.actor for question in self.pending(state))
        ]

    def offers(self, state: State) -> list[Offer]:
        """Return the discards of all asked companies.

        If no order binds them, any of them may discard first.
        """
        found = []
        for company in (question.actor for question in self.pending(state)):
            trains = too_many(self.rules, state, company)
            types = {(type_of(train), state.trains[train]): train for train in trains}
            given = (Offer("discard", DiscardTrain(company, train)) for train in types.values())
            found += [self.judge_offer(state, offer) for offer in given]
        return found

    def refusals(self, state: State, action: DiscardTrain) -> list[Refusal]:
        company = action.company
        if not (surplus := too_many(self.rules, state, company)):
            return [self.rules.refuse("train.not_over", company=company)]
        if action.train not in trains_of(state, company):
            return [self.rules.refuse("run.train", company=company, train=action.train)]
        if action.train not in surplus:
            return [self.rules.refuse("train.not_over", company=company)]
        first = self.question(state).actor
        if self.rules.discards.in_order and company != first:
            return [self.rules.refuse("train.not_first", company=company, first_company=first)]
        return []

    def apply(self, change: Change, action: DiscardTrain) -> None:
        change.state.move_train(action.train, self.rules.discards.to)
        ask_discards(change, self.rules)
        facts = {"company": action.company, "type": type_of(action.train), "train": action.train}
        change.tell("discarded_train", **facts)


def buy(
    change: Change,
    rules: Rules,
    company: str,
    sale: TrainForSale,
    price: int,
    charter: int = 0,
    **told: str,
) -> None:
    """Pay the bank or the selling company, and take the train.

    ``told`` adds facts to the event, such as the ``station`` of the step bar at which it was
    bought.
    """
    seller = BANK if sale.place in (DEPOT, POOL) else sale.place
    change.pay(company, seller, price, "train", company, sale.train)
    facts = {"company": company, "type": sale.type.name, "train": sale.train}
    change.tell("bought_train", price=price, source=sale.place, **facts, **told)
    take_train(change, rules, sale.train, company, charter)
