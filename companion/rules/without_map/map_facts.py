"""Facts of a title's map with an effect: without the map the table tells each in a sentence.

The sentences are words of the title's data.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.ledger.entries import BANK
from companion.rules.core.change import Change
from companion.rules.core.map_use import TOLD
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, State
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import TurnStep, turn_of, update_turn
from companion.rules.without_map.actions import TellFact

MOST = 4  # how often a fact may come true in a turn; nobody lays more tiles


def is_always_open(state: State) -> bool:
    """Return that a fact may come true at any time."""
    return True


def note_nothing(change: Change, rules: Rules, company: str) -> None:
    """Note nothing besides the payment."""


@dataclass(frozen=True, slots=True)
class MapFact:
    """A fact that the map decides in the turn of a company, such as a payment of the bank.

    ``key`` is the event that tells it in a game with the map, and the word for its sentence. The
    owner of a ``private`` is paid, if one is named. ``is_open`` says whether it may come true
    still, and ``note`` notes that it has. Without an ``amount`` it tells that itself.
    """

    key: str
    amount: int = 0
    private: str = ""
    is_open: Callable[[State], bool] = is_always_open
    note: Callable[[Change, Rules, str], None] = note_nothing

    def payee(self, state: State, company: str) -> str:
        """Return who is paid; "" if nobody is."""
        owner = state.privates[self.private] if self.private else company
        return "" if owner in (BANK, GONE) else owner


class ToldFactStep(TurnStep):
    """The facts that the table tells in the turn of a company."""

    name = "told_fact"
    accepts = (TellFact,)
    only_with = TOLD

    def __init__(self, rules: Rules, facts: tuple[MapFact, ...]) -> None:
        super().__init__(rules)
        self.facts = {fact.key: fact for fact in facts}

    def waits(self, state: State) -> bool:
        return False

    def offers(self, state: State) -> list[Offer]:
        return list(self._open_offers(state)) if state.round.operating else []

    def _open_offers(self, state: State) -> Iterator[Offer]:
        company = self.company(state)
        for fact in self.facts.values():
            action = TellFact(company, fact.key)
            if not self.refusals(state, action):
                kind = "tell_fact" if fact.amount else "map_fact"
                yield Offer(kind, action, fact.amount or None, weight=0.1)

    def refusals(self, state: State, action: TellFact) -> list[Refusal]:
        turn, fact, company = state.round.operating, self.facts.get(action.fact), action.company
        if turn is None or turn.company != company:
            return [self.rules.refuse("told.turn", company=company)]
        is_open = fact and fact.is_open(state) and fact.payee(state, company)
        if not is_open or turn_of(state).map_facts.count(action.fact) >= MOST:
            return [self.rules.refuse("told.fact", company=company)]
        return []

    def apply(self, change: Change, action: TellFact) -> None:
        fact, company = self.facts[action.fact], action.company
        payee = fact.payee(change.state, company)
        update_turn(change, map_facts=(*turn_of(change.state).map_facts, fact.key))
        fact.note(change, self.rules, company)
        if fact.amount:
            change.pay(BANK, payee, fact.amount, "told_fact", company)
            facts = {"fact": fact.key, "amount": fact.amount, "recipient": payee}
            change.tell("told_fact", company=company, **facts)
