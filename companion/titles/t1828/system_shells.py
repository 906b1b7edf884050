"""The two shells of a system, between which it arranges its trains before it buys any ("Systems").

A system of one charter has none. Each shell is the charter of one of its companies, and has that
company's name. The survivor's is the first.
"""

from typing import Any

from companion.rules.core.actions import CompanyAction, Pass, action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State, TrainCard, type_of
from companion.rules.operating.operating_round import TurnStep, update_turn
from companion.rules.operating.running import trains_of
from companion.rules.operating.trains_and_phases import too_many
from companion.rules.shares import company_kinds
from companion.titles.t1828 import systems
from companion.titles.t1828.title_state import turn_of


@action("move_train")
class MoveTrain(CompanyAction):
    """A system moves one of its trains to the shell of one of its two companies."""

    train: str
    shell: str


class TrainArrangementStep(TurnStep):
    """A system moves trains freely between its shells. None may end above the limit."""

    name = "shells"
    accepts = (MoveTrain, Pass)
    deed = "shells"

    def concerns(self, state: State) -> bool:
        return state.companies[self.company(state)].charters > 1

    def has_acted(self, state: State) -> bool:
        return bool(turn_of(state).trains_moved)

    def waits(self, state: State) -> bool:
        company = self.company(state)
        return self.concerns(state) and bool(trains_of(state, company))

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        found: dict[tuple[str, TrainCard], Offer] = {}
        for train in trains_of(state, company):
            for charter, shell in enumerate(systems.parts(state, company)):
                card = state.trains[train]
                if charter != card.charter:
                    move = MoveTrain(company, train, shell)
                    found.setdefault((type_of(train), card), Offer("move_train", move, weight=0.2))
        return [*found.values(), self.pass_offer(state)]

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        if found := self.not_its_turn(state, action):
            return found
        company, refuse = self.company(state), self.rules.refuse
        if isinstance(action, Pass):
            over = too_many(self.rules, state, company)
            limit = company_kinds.train_limit(self.rules.data, state, company)
            return [refuse("shell.over", company=company, limit=limit)] if over else []
        shells = systems.parts(state, company)
        if action.train not in trains_of(state, company):
            return [refuse("shell.train", company=company, train=action.train)]
        if action.shell not in shells or state.companies[company].charters == 1:
            return [refuse("shell.none", company=company, shell=action.shell)]
        if state.trains[action.train].charter == shells.index(action.shell):
            return [refuse("shell.same", train=action.train, shell=action.shell)]
        return []

    def apply(self, change: Change, action: Any) -> None:
        if isinstance(action, Pass):
            self.pass_on(change)
            return
        state, company = change.state, action.company
        charter = systems.parts(state, company).index(action.shell)
        state.move_train(action.train, company, charter)
        update_turn(change, trains_moved=(*turn_of(state).trains_moved, action.train))
        facts = {"company": company, "train": action.train, "shell": action.shell}
        change.tell("train_moved", **facts)
