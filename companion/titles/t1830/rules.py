"""The rules of 1830: its rounds, their order, and a few extras."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge.rules import Rules, Step
from companion.rules.operating.dividends import DividendStep
from companion.rules.operating.homes import HomeTokenStep
from companion.rules.operating.last_chances import LastChanceStep
from companion.rules.operating.operating_round import OperatingRound, OperatingRules
from companion.rules.operating.running import RunStep
from companion.rules.operating.trains import DiscardStep, begin_phase
from companion.rules.stock.auction import AuctionRound, AuctionRules, ParStep, pay_privates
from companion.rules.stock.share_transfers import StockRound
from companion.rules.words.shared import SHARED
from companion.titles.t1830 import homes
from companion.titles.t1830.chances import chances
from companion.titles.t1830.notes import State1830, Turn1830
from companion.titles.t1830.operating import (
    ExtraTileStep,
    LateTokenStep,
    LateTrackStep,
    PrivatePurchaseStep1830,
    TokenStep1830,
    TrackStep1830,
)
from companion.titles.t1830.stock import (
    AuctionStep1830,
    PrivateExchangeStep,
    PrivateTradeStep,
    StockRules1830,
    pay_capital,
)
from companion.titles.t1830.trains import TrainStep1830
from companion.titles.t1830.words import WORDS


def patch_data(data: TitleData, options: Mapping[str, Any]) -> TitleData:
    """Return the data under some options.

    §26.0: a third 6-train, or no diesels. §18.0, another reading: no private keeps its hex for its
    company.
    """
    if options["third_6_train"]:
        data = data.with_train_counts({"6": 3})
    if options["no_diesels"]:
        data = data.with_train_counts({"D": 0})
    if options["blocked_until_bought"]:
        off = {"keeps_hex": False}
        private_list = (replace(p, powers={**p.powers, **off}) for p in data.private_list)
        data = replace(data, private_list=tuple(private_list))
    return data


class Rules1830(Rules):
    """One game of 1830."""

    vocabulary = SHARED.with_own(WORDS)
    own = State1830()

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        self.data = patch_data(data, self.options)
        buy_privates = PrivatePurchaseStep1830(self)
        turn = (
            TrackStep1830(self),
            TokenStep1830(self),
            RunStep(self),
            DividendStep(self),
            TrainStep1830(self),
            buy_privates,
        )
        self.exchange = PrivateExchangeStep(self)
        beside: tuple[Step, ...] = (ExtraTileStep(self), buy_privates, self.exchange)
        if self.options["privates_any_time"]:
            beside = (*beside, LateTrackStep(self))
        self.operating = OperatingRules(self, turn, beside, Turn1830)
        self.rounds = {
            AuctionRound: AuctionRules(self, AuctionStep1830(self), (PrivateTradeStep(self),)),
            StockRound: StockRules1830(self),
            OperatingRound: self.operating,
        }
        self.interrupts = (
            ParStep(self),
            HomeTokenStep(self),
            DiscardStep(self),
            LateTokenStep(self),
        )
        self.last_chance = LastChanceStep(self, *chances(self))

    def accepting(self, state: State) -> list[Step]:
        """Accept the exchange and use of privates before a train discard, by other readings."""
        steps = super().accepting(state)
        if isinstance(state.round, OperatingRound) and steps and steps[0] in self.interrupts:
            exchange, privates = (
                self.options[key] for key in ("exchange_any_time", "privates_any_time")
            )
            beside = self.operating.anytime
            steps += [one for one in beside if (exchange if one is self.exchange else privates)]
        return steps

    def begin(self, change: Change) -> None:
        """Begin with the sale of the privates (§7.0)."""
        self.begin_round(change, AuctionRound(self.seats[0], number=1))

    def after_auction(self, change: Change, turn: str) -> None:
        """Continue the stock round with shares (§7.0). The last buyer counts as the last to act."""
        sale = change.state.playing(AuctionRound)
        change.state.priority = turn
        self.begin_round(change, StockRound(max(1, sale.number), turn, last_actor=sale.last_actor))

    def after_stock_round(self, change: Change) -> None:
        """Begin one to three operating rounds, by the phase after the stock round (§22.0)."""
        parts = self.phase(change.state).operating_rounds
        self._begin_operating(change, change.state.round.number, 1, parts)

    def _begin_operating(self, change: Change, number: int, part: int, parts: int) -> None:
        self.operating.begin(change, number, part, parts)
        pay_capital(change, self)
        pay_privates(change, self)

    def after_operating_round(self, change: Change) -> None:
        """Begin the next round, or end the game with a broken bank (§25.0)."""
        round = change.state.playing(OperatingRound)
        if round.part < round.parts:
            self._begin_operating(change, round.number, round.part + 1, round.parts)
        elif change.state.is_bank_broken:
            self.finish(change, "bank")
        else:
            self.begin_round(change, StockRound(round.number + 1, change.state.priority))

    def begin_turn(self, change: Change, company: str) -> None:
        """Place the home token at the first turn (§19.0), or ask for its city (§19.1)."""
        homes.begin(change, self, company)

    def first_train(self, change: Change, name: str) -> None:
        """Begin the phase of a first train, rust trains, and close privates (§22.0)."""
        begin_phase(change, self, name)
