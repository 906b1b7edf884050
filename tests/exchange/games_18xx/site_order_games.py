"""Random games played as the other site waits, and written in the form of its exports.

The site asks every player who could do anything in a stock round. It asks a company about each step
of its turn in which it could do anything, even if nothing is legal or wise. It asks about track
until a tile is laid, about trains while the company could pay for one, and about privates at the
end. Deeds that are possible at any moment come at any of them. Our game is led to the same step by
passes that the export has not.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from companion.bots.simulation import vary
from companion.rules.core.actions import Action, Dividend, Pass, PlaceToken, RunTrains, SellPrivate
from companion.rules.core.offers import Offer
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules, Step
from companion.rules.operating.operating_round import OperatingRound, OperatingRules, turn_of
from companion.rules.stock.share_trading import StockRound
from companion.rules.stock.stock_rounds import StockRules
from tests.exchange.games_18xx.odd_exports import Done, Exporter, Sent

TRACK, TOKEN, RUN, DIVIDEND = range(4)  # the steps of a turn, as both titles have them for imports
PASSED = {TRACK: 0.15, TOKEN: 0.4, RUN: 0.0, DIVIDEND: 0.0}  # how often; else every second time
SPARE = 0.4  # how often a player is asked once more though their turn has ended here


class SiteGame:
    """One game: ``sent`` is what the site took, ``done`` the deeds among it."""

    def __init__(self, rules: Rules, dice: random.Random) -> None:
        self.rules = rules
        self.dice = dice
        self.exporter = Exporter(rules, dice)
        self.state = judge.start(rules).state
        self.sent: list[Sent] = []
        self.done: list[Done] = []

    def play(self, deeds: int) -> SiteGame:
        """Go on until so many deeds are done, or the game is over."""
        while not self.state.end_reason and len(self.done) < deeds:
            self._let_chances_be()
            round = self.state.round
            if self.rules.waiting(self.state) in self.rules.interrupts:
                self._do(self._choose(self._deeds(self.rules.waiting(self.state))))
            elif isinstance(round, OperatingRound):
                self._company()
            elif isinstance(round, StockRound):
                self._player()
            else:
                self._bidder()
        return self

    def export(self) -> dict[str, Any]:
        """The export of what was sent."""
        frame = self.exporter.export([])
        actions = [{"id": n, **one} for n, one in enumerate(self.sent, start=1)]
        return {**frame, "actions": actions}

    # --- doing

    def _do(self, action: Action) -> None:
        before, self.state = self.state, judge.apply(self.rules, self.state, action).state
        done = Done(before, action, self.state)
        self.sent.append(self.exporter.sent(done))
        self.done.append(done)

    def _pass(self, who: str, alone: bool = False) -> None:
        """A pass of the site's; ours too unless the site asks ``alone``."""
        self.sent.append(self.exporter.by(who, "pass"))
        if not alone:
            self._lead(who)

    def _lead(self, who: str) -> None:
        """A pass of ours that the site does not ask for."""
        self.state = judge.apply(self.rules, self.state, Pass(who)).state

    def _let_chances_be(self) -> None:
        while self.rules.last_chance.waits(self.state):
            self._lead(self.rules.last_chance.actor(self.state))

    def _deeds(self, step: Step | None, weight: float = 1.0) -> list[Offer]:
        """Return the offers of the step without passes, and without trades unknown to the site."""
        found = step.offers(self.state) if step else []
        return [
            replace(offer, weight=offer.weight * weight)
            for offer in found
            if offer.allowed and not isinstance(offer.action, Pass | SellPrivate)
        ]

    def _choose(self, offers: list[Offer]) -> Action:
        offer = self.dice.choices(offers, [offer.weight for offer in offers])[0]
        return vary(self.rules, self.state, offer, self.dice)

    # --- players

    def _bidder(self) -> None:
        step = self.rules.waiting(self.state)
        who = step.actor(self.state)
        offers = self._deeds(step)
        if offers and (
            judge.refusals(self.rules, self.state, Pass(who)) or self.dice.random() < 0.6
        ):
            self._do(self._choose(offers))
        else:
            self._pass(who)

    def _player(self) -> None:
        """Return one deed or pass of the player on turn, if they could buy or sell anything."""
        rules = self.rules.round_rules(self.state)
        assert isinstance(rules, StockRules)
        who = rules.turn.actor(self.state)
        if not rules.turn.waits(self.state):
            self._lead(who)
            return
        offers = self._deeds(rules.turn)
        offers += [offer for step in rules.anytime for offer in self._deeds(step, 0.3)]
        if offers and (
            judge.refusals(self.rules, self.state, Pass(who)) or self.dice.random() < 0.7
        ):
            self._do(self._choose(offers))
            ended = getattr(self.state.round, "turn", "") != who
            if ended and self.dice.random() < SPARE:
                self._pass(who, alone=True)
        else:
            self._pass(who)

    # --- companies

    def _company(self) -> None:
        """A company's turn, step by step as the site asks."""
        rules = self.rules.round_rules(self.state)
        assert isinstance(rules, OperatingRules)
        turn = self._turn()
        company, passed = turn_of(self.state).company, set[int]()
        while self._turn() == turn and not self.state.end_reason:
            self._let_chances_be()
            if self.rules.waiting(self.state) in self.rules.interrupts:
                self._do(self._choose(self._deeds(self.rules.waiting(self.state))))
                continue
            if self._turn() != turn:
                break
            asked = range(len(rules.steps))
            at = next((n for n in asked if n not in passed and self._asks(n, rules)), None)
            if at is None or turn_of(self.state).step < at:
                self._lead(company)
                continue
            here = turn_of(self.state).step == at
            offers = self._deeds(rules.steps[at]) if here else []
            for step in rules.anytime:
                if step is not rules.steps[at]:
                    offers += self._deeds(step, 0.2)
            bound = here and bool(judge.refusals(self.rules, self.state, Pass(company)))
            if offers and (bound or self.dice.random() >= PASSED.get(at, 0.5)):
                action = self._choose(offers)
                self._do(action)
                if isinstance(action, RunTrains | Dividend | PlaceToken):
                    passed.add(at)
            elif bound:
                self._do(RunTrains(company))  # of no train, where nothing can be earned
            else:
                passed.add(at)
                self._pass(company, alone=not here)

    def _turn(self) -> tuple[str, int, int]:
        """Whose operating turn it is and in which round."""
        round = self.state.round
        turn = round.operating
        return (turn.company if turn else "", round.number, round.part)

    def _asks(self, number: int, rules: OperatingRules) -> bool:
        """Does the site ask the company about the step?"""
        turn = turn_of(self.state)
        if number == TRACK and not turn.lays:
            return True
        return turn.step <= number and rules.steps[number].waits(self.state)
