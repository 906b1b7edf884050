"""The rules of 18Demo.

§1 Two to four players play four years, each of a stock round and two operating rounds. The order
of play is that of the number cards; at the start that of the seats.
§2 First the privates are sold: the cheapest is on offer, the others may be bid on.
§3 In a stock round a player sells, then starts a company, buys one share or merges two companies.
A player who passes takes the next number card, and gives it back when they act later. When all
have one the round is over, and the cards are the new order of play. A player may leave the game
while two others stay. A light railway floats at once and has its other shares itself; the starter
of one that has no home names it. Two light railways may merge into one with two charters.
Everybody has half of their shares of both in it. A main line floats when 30% is sold. The State
Railway begins by itself with phase 3 and has no director: card 1 acts for it.
§4 There are two markets. Revenue is paid out, half of it kept, or all. A dividend moves the price
right, none moves it left; so does a sale.
§5 One tile a turn, and one marker. A closed circle belongs to nobody, and nobody passes it.
§6 A train runs to so many cities, and to so many places in all. A 2 that rusts and has never run
runs once more.
§7 The branch line operates before the companies, for the owner of its private: it lays a tile and
runs to two places. Half of its revenue is the owner's, half is kept for track.
§8 A company may buy trains. The first of a type brings its phase. A light railway that buys a 3 or
better becomes a railway at once: its price goes over to the main market.
From phase 3 on a company owes a levy for each of its markers when its turn begins. Its director
adds the missing part, with shares that they sell; a director who cannot leaves the game.
§9 The player with most money and shares has won.
"""

from fractions import Fraction

from companion.rules.core.actions import BuyTrain
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State, type_of
from companion.rules.data.revenue_divisions import PAY, WITHHOLD, Division
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge.policies import DividendPolicy, EndPolicy, HoldingPolicy
from companion.rules.judge.rules import Rules
from companion.rules.operating import homes
from companion.rules.operating.dividends import DividendStep
from companion.rules.operating.emergency_money import DebtStep
from companion.rules.operating.operating_round import OperatingRound, OperatingRules
from companion.rules.operating.running import RunStep
from companion.rules.operating.tokens import TokenStep
from companion.rules.operating.track import TrackStep
from companion.rules.operating.train_purchase import TrainStep
from companion.rules.operating.trains_and_phases import DiscardStep, begin_phase
from companion.rules.privates.private_railway import PrivateOperatingRound, go_over
from companion.rules.shares import holdings
from companion.rules.stock.auction import AuctionRound, AuctionRules, AuctionStep
from companion.rules.stock.number_cards import CardRound
from companion.rules.stock.private_revenue import pay_privates
from companion.rules.words.shared import SHARED
from tests.titles.demo import branch, levy, state_railway
from tests.titles.demo.prices import LIGHT, become_railway, price_move
from tests.titles.demo.stock import Turns
from tests.titles.demo.words import WORDS

YEARS = 4
PARTS = 2  # operating rounds in a year
HALF = Division("half", keeps=Fraction(1, 2), step=5)


class Trains(TrainStep):
    """A company may buy trains, and need not (§8)."""

    def must_buy(self, state: State) -> bool:
        return False

    def _buying(self, state: State, action: BuyTrain) -> list[Refusal]:
        if type_of(action.train) == branch.TRAIN:
            owner = state.place_of(action.train)
            return [self.rules.refuse("train.branch", train=action.train, company=owner)]
        return super()._buying(state, action)

    def apply_purchase(self, change: Change, company: str, train: str, place: str) -> None:
        """A light railway that runs further than to two cities is a railway (§8)."""
        if self.rules.kind(change.state, company).name == LIGHT and type_of(train) != "2":
            become_railway(change, self.rules, company)


def director(rules: Rules, state: State, company: str) -> str | None:
    """The owner of a branch line; who holds card 1 for a company that has no director."""
    if branch.is_branch(rules, company):
        owner = state.certificates[rules.data.companies[company].certificates[0]]
        return owner if holdings.is_player(owner) else None
    found = holdings.president(rules.data, state, company)
    return found or (state.order[0] if state.companies[company].started else None)


class DemoRules(Rules):
    """One game of 18Demo."""

    vocabulary = SHARED.with_own(WORDS)
    dividends = DividendPolicy((PAY, HALF, WITHHOLD), price_move)
    holdings = HoldingPolicy(director=director)
    ends = EndPolicy(privates_count=False)

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        self.levies = levy.Levies(self)
        steps = (TrackStep(self), TokenStep(self), RunStep(self), DividendStep(self), Trains(self))
        self.branch = branch.BranchRules(self)
        self.operating = OperatingRules(self, steps)
        self.rounds = {
            AuctionRound: AuctionRules(self, AuctionStep(self)),
            CardRound: Turns(self),
            PrivateOperatingRound: self.branch,
            OperatingRound: self.operating,
        }
        self.interrupts = (
            homes.HomeNamingStep(self),
            homes.HomeTokenStep(self),
            DiscardStep(self),
            DebtStep(self, self.levies),
        )

    # --- rounds

    def begin(self, change: Change) -> None:
        branch.begin(change, self)
        self.begin_round(change, AuctionRound(self.seats[0], number=1))

    def after_auction(self, change: Change, turn: str) -> None:
        self.begin_round(change, CardRound(1, change.state.order[0]))

    def after_stock_round(self, change: Change) -> None:
        self._begin_operating(change, change.state.round.number, 1)

    def _begin_operating(self, change: Change, number: int, part: int) -> None:
        self.branch.begin(change, number, part, PARTS)
        pay_privates(change, self)

    def after_operating_round(self, change: Change) -> None:
        """After the branch lines the companies; then the next round, or the end (§1)."""
        round = change.state.playing(OperatingRound)
        if isinstance(round, PrivateOperatingRound):
            go_over(change, self.operating_order(change.state))
        elif round.part < round.parts:
            self._begin_operating(change, round.number, round.part + 1)
        elif round.number == YEARS:
            self.finish(change, "years")
        else:
            self.begin_round(change, CardRound(round.number + 1, change.state.order[0]))

    # --- a company's turn

    def begin_turn(self, change: Change, company: str) -> None:
        homes.place_homes(change, self, company)
        if not branch.is_branch(self, company):
            levy.charge(change, self, self.levies, company)

    def first_train(self, change: Change, name: str) -> None:
        begin_phase(change, self, name)
        branch.close(change, self)
        state_railway.begin(change, self)
