"""Positions for tests of rules: a game is set to any moment, with balanced books."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action
from companion.rules.core.change import Change, Event
from companion.rules.core.refusals import RefusedError
from companion.rules.core.state import FLOATED, State, TrainCard, type_of
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.operating.homes import place_home
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.operating.running import trains_of
from companion.rules.operating.tokens import place_token
from companion.rules.operating.trains_and_phases import ask_discards
from companion.rules.shares import holdings
from companion.rules.shares.market import place, start
from companion.rules.stock.share_trading import StockRound
from companion.titles import rules_for

NAMES = ("Anneke", "Jörg", "Daniël", "Mia", "Piet", "Zoë")


class Position:
    """A moment of a game. Methods that set something up return the position itself."""

    def __init__(self, title: str, players: int = 3, **options: Any) -> None:
        self.rules = rules_for(Setup(title, NAMES[:players], options))
        self.data = self.rules.data
        self.state: State = judge.start(self.rules).state.copy()
        self.events: tuple[Event, ...] = ()

    # --- set-up

    def with_data(self, **changes: Any) -> "Position":
        """Restart the same game with other data of the title."""
        self.rules = type(self.rules)(replace(self.data, **changes), self.rules.setup)
        self.data = self.rules.data
        self.state = judge.start(self.rules).state.copy()
        return self

    def cash(self, **amounts: int) -> "Position":
        """Give players (p1=...) and companies (& as _and_) this much cash from the bank."""
        for name, amount in amounts.items():
            account = name.replace("_and_", "&")
            self.state.cash[BANK] += self.state.cash[account] - amount
            self.state.cash[account] = amount
        return self

    def privates(self, **owners: str) -> "Position":
        """Give privates to owners; the others stay where they are."""
        self.state.privates.update(owners)
        return self

    def close_privates(self) -> "Position":
        """Remove all privates without an owner from the game."""
        for private, owner in self.state.privates.items():
            if owner == BANK:
                self.state.privates[private] = "gone"
        return self

    def started(self, company: str, par: int, president: str, **percents: int) -> "Position":
        """Start a company at par.

        ``percents`` gives percent by owner, including 20 or more of the president.
        """
        own = self.data.companies[company]
        self.state.certificates[own.certificates[0]] = president
        change = Change(self.state)
        start(change, company, self.rules.market.pars(self.rules, self.state, company)[par])
        for owner, percent in percents.items():
            part = percent - own.shares[0] if owner == president else percent
            place_of = company if owner == "treasury" else owner
            holdings.take(change, own, holdings.INITIAL, place_of, part)
        return self

    def floated(self, company: str, cash: int = 0, home: bool = True) -> "Position":
        """Float a started company, with its home token on the map."""
        self.state.alter(company, status=FLOATED)
        self.cash(**{company.replace("&", "_and_"): cash})
        homes = self.state.companies[company].homes
        if home and homes:
            place_home(Change(self.state), company, homes[0][0])
        return self

    def price(self, company: str, cell: str) -> "Position":
        """Move a company's price to a cell "row,column"."""
        place(Change(self.state), company, self.data.cells[cell])
        return self

    def trains(self, owner: str, *types: str) -> "Position":
        """Give an owner trains of these types, from the depot or from those out of the game."""
        for name in types:
            copies = [t for t in self.state.trains if t.rpartition("-")[0] == name]
            free = [t for t in copies if self.state.place_of(t) in ("depot", "gone")]
            self.state.trains[free[0]] = TrainCard(owner)
        self._settle_trains()
        return self

    def _settle_trains(self) -> None:
        """Update the types that have begun and the companies that must discard trains."""
        waiting = ("depot", BANK)  # trains at the bank belong to privates and are not in play yet
        begun = {
            type_of(train) for train, card in self.state.trains.items() if card.place not in waiting
        }
        self.state.train_types_in_play = tuple(name for name in self.data.trains if name in begun)
        ask_discards(Change(self.state), self.rules)

    def phase(self, name: str) -> "Position":
        """Set the phase; earlier trains are sold out and rusted accordingly."""
        self.state.phase = name
        names = [phase.name for phase in self.data.phases]
        begun = names[: names.index(name) + 1]
        for type in self.data.train_types:
            before = type.brings in begun[:-1]
            for train, where in self.state.trains.items():
                if type_of(train) != type.name:
                    continue
                if type.rusted_by in begun or (before and where.place == "depot"):
                    self.state.trains[train] = TrainCard("gone")
        self._settle_trains()
        return self

    def tile(self, at: str, tile: str, rotation: int) -> "Position":
        """Lay a tile without checking the rules."""
        self.state.board = self.state.board.with_tile(at, tile, rotation)
        return self

    def token(self, stop: str, company: str) -> "Position":
        """Place a token without checking the rules."""
        place_token(Change(self.state), company, stop)
        return self

    def stock_round(self, number: int = 2, turn: str = "p1", **more: Any) -> "Position":
        """Set a player's turn in a stock round."""
        kind = next(kind for kind in self.rules.rounds if issubclass(kind, StockRound))
        self.state.round = kind(number, turn, **more)
        return self

    def operating(
        self, company: str, step: str = "track", parts: int = 1, part: int = 1, **turn: Any
    ) -> "Position":
        """Set a company's operating turn at a step."""
        rounds = self.rules.rounds[OperatingRound]
        steps = [s.name for s in rounds.steps]
        companies = tuple(c for c in self.data.companies if self.state.companies[c].floated)
        taken = rounds.turn(company, step=steps.index(step), **turn)
        self.state.round = OperatingRound(2, part, parts, companies, turn=taken)
        return self

    def turn(self, **changes: Any) -> "Position":
        """Change the operating company's record of its turn."""
        turn = replace(self.state.round.turn, **changes)
        self.state.round = replace(self.state.round, turn=turn)
        return self

    # --- questions and actions

    def refused(self, action: Action) -> set[str]:
        """Return the codes of the refusals of an action; each cites a section of the book."""
        found = judge.refusals(self.rules, self.state, action)
        for refusal in found:
            # these concern the table and no rule book
            in_no_book = ("unknown", "correct", "advance", "told", "route")
            if not refusal.code.startswith(in_no_book):
                assert refusal.rule.startswith(self.data.name), refusal
            assert refusal.says.endswith("."), refusal
        before = self.state
        if found:
            try:
                judge.apply(self.rules, self.state, action)
            except RefusedError as refused:
                assert refused.refusals == found
            else:
                raise AssertionError("refused when asked, but applied")
            assert self.state is before
        return {refusal.code for refusal in found}

    def sentences(self, action: Action) -> list[str]:
        """Return the sentences of the refusals of an action."""
        return [refusal.says for refusal in judge.refusals(self.rules, self.state, action)]

    def allowed(self, action: Action) -> bool:
        """Return whether an action has no refusals."""
        return not self.refused(action)

    def do(self, *actions: Action) -> "Position":
        """Apply actions. Raises RefusedError if one is not allowed."""
        for action in actions:
            outcome = judge.apply(self.rules, self.state, action)
            self.state, self.events = outcome.state, outcome.events
        return self

    def told(self) -> list[str]:
        """Return the kinds of the last action's events."""
        return [event.kind for event in self.events]

    def waiting(self) -> str:
        """Return the name of the step that the game waits for, "" if the game is over."""
        step = self.rules.waiting(self.state)
        return step.name if step else ""

    def offered(self, kind: str) -> list[Action]:
        """Return the actions of the allowed offers of a kind."""
        return [
            o.action for o in judge.offers(self.rules, self.state) if o.kind == kind and o.allowed
        ]

    def percent(self, company: str, owner: str) -> int:
        """Return an owner's percent of a company."""
        return holdings.percent(self.data, self.state, company, owner)

    def president(self, company: str) -> str | None:
        """Return the president of a company."""
        return holdings.president(self.data, self.state, company)

    def at(self, company: str) -> int:
        """Return a company's market price."""
        return self.data.cells[self.state.companies[company].cell].price

    def trains_of(self, owner: str) -> Iterable[str]:
        """Return the types of an owner's trains, sorted."""
        return sorted(type_of(train) for train in trains_of(self.state, owner))
