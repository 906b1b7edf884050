"""SAVED marks: a marked train stays when its kind rusts, and runs once more.

One mark comes with a private to the company that owns it. Other marks are sold to other companies
by the company that owns their private.
"""

from collections.abc import Iterator

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, CompanyAction, action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, LAST_RUN, SAVED, State, TrainCard
from companion.rules.judge.rules import Rules, Step
from companion.rules.operating import private_powers
from companion.rules.operating.private_powers import power, refuse_owner
from companion.rules.operating.running import trains_of, type_of
from companion.titles.t1839_2015.title_state import game_of, note


@action("save_train")
class SaveTrain(CompanyAction):
    """A company marks one of its trains with a mark of the private.

    If it has none and marks are sold, it buys one.
    """

    train: str
    private: str


@action("buy_mark")
class BuyMark(CompanyAction):
    """A company buys a mark of the private, to give it to a train later."""

    private: str


def is_saved(card: TrainCard) -> bool:
    """Does the train carry a mark?"""
    return SAVED in card.marks


def unmark(change: Change, company: str, train: str) -> None:
    """Remove the mark of a train that another company has sold."""
    card = change.state.trains[train]
    if is_saved(card):
        change.state.trains[train] = TrainCard(card.place, card.charter)
        change.tell("lost_mark", company=company, type=type_of(train), train=train)


def holds_mark(state: State, company: str, private: str) -> bool:
    """Has the company a bought mark of the private that is not used? Marks go with the private."""
    return (private, company) in game_of(state).unassigned_marks and state.privates[private] != GONE


class TrainMarks:
    """Actions with marks in a company's train step."""

    accepts: tuple[type[Action], ...] = (SaveTrain, BuyMark)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def _privates(self) -> list[str]:
        return [p for p in self.rules.data.privates if power(self.rules, p, "marks")]

    def offers(self, step: Step, state: State, company: str) -> Iterator[Offer]:
        """Yield marks for trains that will rust, and one to keep."""
        for private in self._privates():
            if state.privates[private] == GONE:
                continue
            price = self.price(state, company, private)
            for train in self._may_rust(state, company):
                save = SaveTrain(company, train, private)
                offer = Offer("save_train", save, -price, note=private, weight=0.3)
                yield step.judge_offer(state, offer)
            if power(self.rules, private, "marks")["price"]:
                buy = BuyMark(company, private)
                offer = Offer("buy_mark", buy, -price, note=private, weight=0.05)
                yield step.judge_offer(state, offer)

    def _may_rust(self, state: State, company: str) -> list[str]:
        """Return the company's trains without a mark that will rust, one of each type."""
        bare = {
            type_of(train): train
            for train in trains_of(state, company)
            if not is_saved(state.trains[train])
        }
        types = self.rules.data.trains
        return [train for name, train in bare.items() if types[name].rusted_by]

    def price(self, state: State, company: str, private: str) -> int:
        """Return the price of a mark for the company. One that it holds is free."""
        if holds_mark(state, company, private):
            return 0
        return int(power(self.rules, private, "marks")["price"])

    def refusals(self, state: State, action: SaveTrain | BuyMark) -> list[Refusal]:
        refuse, company, private = self.rules.refuse, action.company, action.private
        marks = power(self.rules, private, "marks")
        if not marks:
            return [refuse("power.none", private=private)]
        found = []
        if isinstance(action, SaveTrain):
            if state.place_of(action.train) != company:
                return [refuse("run.train", company=company, train=action.train)]
            if is_saved(state.trains[action.train]):
                found.append(refuse("mark.twice", train=action.train))
            if holds_mark(state, company, private):
                return found
        if not marks["price"]:
            if isinstance(action, BuyMark):
                return [refuse("mark.not_sold", private=private)]
            return found + refuse_owner(self.rules, state, company, private)
        return found + self._buying(state, company, private)

    def _buying(self, state: State, company: str, private: str) -> list[Refusal]:
        """Refuse to buy a mark of another company's private."""
        refuse, owner = self.rules.refuse, state.privates[private]
        marks = power(self.rules, private, "marks")
        if owner not in self.rules.data.companies:
            return [refuse("mark.not_sold", private=private)]
        found, cash = [], state.cash[company]
        if owner == company:
            found.append(refuse("mark.own", company=company, private=private))
        if game_of(state).mark_sale_count >= marks["count"]:
            found.append(refuse("mark.none_left", private=private, count=marks["count"]))
        if marks["price"] > cash:
            found.append(refuse("mark.cash", company=company, cash=cash, price=marks["price"]))
        return found

    def apply(self, change: Change, action: SaveTrain | BuyMark) -> None:
        company, private = action.company, action.private
        mark, marks = (private, company), power(self.rules, private, "marks")
        needed = isinstance(action, BuyMark) or not holds_mark(change.state, company, private)
        bought = bool(marks["price"]) and needed
        if bought:
            self._buy(change, company, private)
        if isinstance(action, SaveTrain):
            held = list(game_of(change.state).unassigned_marks)
            if mark in held:
                held.remove(mark)
                note(change, unassigned_marks=tuple(held))
            card = change.state.trains[action.train]
            change.state.trains[action.train] = card.with_mark(SAVED)
            facts = {"company": company, "type": type_of(action.train), "private": private}
            change.tell("train_saved", train=action.train, **facts)
        if bought or not marks["price"]:
            private_powers.use_power(change, self.rules, company, private)

    def _buy(self, change: Change, company: str, private: str) -> None:
        """Pay part of the price to the company that owns the private, and the rest to the bank."""
        marks, owner = power(self.rules, private, "marks"), change.state.privates[private]
        part, rest = marks["owner"], marks["price"] - marks["owner"]
        change.pay(company, owner, part, "saved_mark", company, private)
        change.pay(company, BANK, rest, "saved_mark", company, private)
        game = game_of(change.state)
        note(
            change,
            unassigned_marks=(*game.unassigned_marks, (private, company)),
            mark_sale_count=game.mark_sale_count + 1,
        )
        change.tell("bought_mark", company=company, private=private, price=marks["price"])


def distinguish_train(state: State, train: str) -> tuple[str, bool]:
    """Return the features of a train that matter to a buyer: type and mark."""
    return type_of(train), is_saved(state.trains[train])


def is_for_sale(state: State, train: str) -> bool:
    """May it be sold to another company? Not if it has rusted already."""
    return LAST_RUN not in state.trains[train].marks
