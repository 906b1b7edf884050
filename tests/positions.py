"""Positions for tests of rules: a game put into any moment by hand, books balanced throughout."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action
from companion.rules.core.change import Change, Event
from companion.rules.core.refusals import Refused
from companion.rules.core.state import FLOATED, State, TrainCard, type_of
from companion.rules.data.setup import Setup
from companion.rules.operating.homes import place_home
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.operating.running import trains_of
from companion.rules.operating.tokens import put
from companion.rules.operating.trains import ask_discards
from companion.rules.shares import holdings
from companion.rules.shares.market import place, start
from companion.rules.stock.share_transfers import StockRound
from companion.titles import rules_for

NAMES = ("Anneke", "Jörg", "Daniël", "Mia", "Piet", "Zoë")


class Position:
    """One moment of one game. Methods that set something up return the position itself."""

    def __init__(self, title: str, players: int = 3, **options: Any) -> None:
        self.rules = rules_for(Setup(title, NAMES[:players], options))
        self.data = self.rules.data
        self.state: State = self.rules.start().state.copy()
        self.events: tuple[Event, ...] = ()

    # --- setting up

    def with_data(self, **changes: Any) -> "Position":
        """The beginning of the same game by other data of the title."""
        self.rules = type(self.rules)(replace(self.data, **changes), self.rules.setup)
        self.data = self.rules.data
        self.state = self.rules.start().state.copy()
        return self

    def cash(self, **amounts: int) -> "Position":
        """Give players (p1=...) and companies (& as _and_) so much cash, from the bank."""
        for name, amount in amounts.items():
            account = name.replace("_and_", "&")
            self.state.cash[BANK] += self.state.cash[account] - amount
            self.state.cash[account] = amount
        return self

    def privates(self, **owners: str) -> "Position":
        """Hand privates out; those not named stay where they are."""
        self.state.privates.update(owners)
        return self

    def close_privates(self) -> "Position":
        """All privates that nobody was given are out of the game."""
        for private, owner in self.state.privates.items():
            if owner == BANK:
                self.state.privates[private] = "gone"
        return self

    def started(self, company: str, par: int, president: str, **percents: int) -> "Position":
        """Start a company at par; ``percents`` by owner, with the president's of 20 or more."""
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
        """Give trains of these types, from the depot or from out of the game, to an owner."""
        for name in types:
            copies = [t for t in self.state.trains if t.rpartition("-")[0] == name]
            free = [t for t in copies if self.state.place_of(t) in ("depot", "gone")]
            self.state.trains[free[0]] = TrainCard(owner)
        self._settle_trains()
        return self

    def _settle_trains(self) -> None:
        """The types that have begun, and the companies that are asked for trains."""
        waiting = ("depot", BANK)  # with the bank lies what a private is still to become
        begun = {
            type_of(train) for train, card in self.state.trains.items() if card.place not in waiting
        }
        self.state.begun = tuple(name for name in self.data.trains if name in begun)
        ask_discards(Change(self.state), self.rules)

    def phase(self, name: str) -> "Position":
        """The phase, with the trains before it sold out and rusted as they would be."""
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
        """Lay a tile, without asking."""
        self.state.board = self.state.board.with_tile(at, tile, rotation)
        return self

    def token(self, stop: str, company: str) -> "Position":
        """Place a token, without asking."""
        put(Change(self.state), company, stop)
        return self

    def stock_round(self, number: int = 2, turn: str = "p1", **more: Any) -> "Position":
        """The stock round's turn of a player."""
        kind = next(kind for kind in self.rules.rounds if issubclass(kind, StockRound))
        self.state.round = kind(number, turn, **more)
        return self

    def operating(
        self, company: str, step: str = "track", parts: int = 1, part: int = 1, **turn: Any
    ) -> "Position":
        """The operating turn of a company, at a step."""
        rounds = self.rules.rounds[OperatingRound]
        steps = [s.name for s in rounds.steps]
        companies = tuple(c for c in self.data.companies if self.state.companies[c].floated)
        taken = rounds.turn(company, step=steps.index(step), **turn)
        self.state.round = OperatingRound(2, part, parts, companies, turn=taken)
        return self

    def turn(self, **changes: Any) -> "Position":
        """Change what the operating company has done."""
        turn = replace(self.state.round.turn, **changes)
        self.state.round = replace(self.state.round, turn=turn)
        return self

    # --- asking and acting

    def refused(self, action: Action) -> set[str]:
        """Codes of what speaks against an action; every refusal cites a section of the book."""
        found = self.rules.refusals(self.state, action)
        for refusal in found:
            in_no_book = ("unknown", "correct", "advance")  # of the table
            if not refusal.code.startswith(in_no_book):
                assert refusal.rule.startswith(self.data.name), refusal
            assert refusal.says.endswith("."), refusal
        before = self.state
        if found:
            try:
                self.rules.apply(self.state, action)
            except Refused as refused:
                assert refused.refusals == found
            else:
                raise AssertionError("refused when asked, but applied")
            assert self.state is before
        return {refusal.code for refusal in found}

    def allowed(self, action: Action) -> bool:
        """Does nothing speak against it?"""
        return not self.refused(action)

    def do(self, *actions: Action) -> "Position":
        """Carry actions out. Raises Refused."""
        for action in actions:
            outcome = self.rules.apply(self.state, action)
            self.state, self.events = outcome.state, outcome.events
        return self

    def told(self) -> list[str]:
        """Kinds of the events of the last action."""
        return [event.kind for event in self.events]

    def waiting(self) -> str:
        """The step the game waits for, "" when it is over."""
        step = self.rules.waiting(self.state)
        return step.name if step else ""

    def offered(self, kind: str) -> list[Action]:
        """Actions of the allowed offers of a kind."""
        return [o.action for o in self.rules.offers(self.state) if o.kind == kind and o.allowed]

    def percent(self, company: str, owner: str) -> int:
        """Percent of a company with an owner."""
        return holdings.percent(self.data, self.state, company, owner)

    def president(self, company: str) -> str | None:
        """The president of a company."""
        return holdings.president(self.data, self.state, company)

    def at(self, company: str) -> int:
        """The company's price."""
        return self.data.cells[self.state.companies[company].cell].price

    def trains_of(self, owner: str) -> Iterable[str]:
        """Types of an owner's trains, sorted."""
        return sorted(type_of(train) for train in trains_of(self.state, owner))
