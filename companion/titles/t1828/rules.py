"""The rules of 1828: its rounds and their order."""

from functools import cached_property

from companion.rules.core.change import Change
from companion.rules.core.rounds import Round
from companion.rules.core.state import GONE, State
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge.conservation import Inventory
from companion.rules.judge.policies import (
    AccessPolicy,
    CorrectionPolicy,
    DiscardPolicy,
    EndPolicy,
    HoldingPolicy,
    MarketPolicy,
    RunPolicy,
    StockPolicy,
    TablePolicy,
)
from companion.rules.judge.rules import Step
from companion.rules.operating.game_end_notes import (
    NotedAgreement,
    TopDividendStep,
    agreed_winner,
    note_last_set,
)
from companion.rules.operating.homes import HomeTokenStep
from companion.rules.operating.last_chances import LastChanceStep
from companion.rules.operating.operating_round import OperatingRound, OperatingRules
from companion.rules.operating.running import RunStep
from companion.rules.operating.trains_and_phases import DiscardStep, begin_phase
from companion.rules.privates.private_railway import PrivateOperatingRound, go_over
from companion.rules.shares.holdings import is_player
from companion.rules.stock.auction import AuctionRules, ParStep
from companion.rules.stock.number_cards import deal
from companion.rules.stock.private_revenue import pay_privates
from companion.rules.without_map.map_facts import ToldFactStep
from companion.rules.words.shared import SHARED
from companion.titles.t1828 import (
    coal,
    cobourg,
    conservation_checks,
    homes,
    prices,
    systems,
    turn_without_map,
)
from companion.titles.t1828.auction import RowAuctionRound, RowAuctionStep
from companion.titles.t1828.coal import CoalStep
from companion.titles.t1828.draws import draw
from companion.titles.t1828.last_chances import chances
from companion.titles.t1828.merger_choices import MergerStep
from companion.titles.t1828.merger_price import find_band
from companion.titles.t1828.merger_words import MERGER_WORDS
from companion.titles.t1828.mohawk_hudson import HudsonSwapStep
from companion.titles.t1828.privates import PrivatePurchaseStep1828
from companion.titles.t1828.removed_companies import leave
from companion.titles.t1828.stock import StockRules1828
from companion.titles.t1828.system_shells import TrainArrangementStep
from companion.titles.t1828.title_figures import RulesWithFigures, read_figures
from companion.titles.t1828.title_state import State1828, StockRound1828, Turn1828, game_of, note
from companion.titles.t1828.tokens import TileMarkerStep, TokenStep1828
from companion.titles.t1828.track import FirstTileStep, FreeTileStep, TrackStep1828
from companion.titles.t1828.trains import TrainStep1828
from companion.titles.t1828.words import WORDS


class Rules1828(RulesWithFigures):
    """One game of 1828."""

    vocabulary = SHARED.with_own(WORDS, MERGER_WORDS)
    market = MarketPolicy(pars=prices.pars)
    holdings = HoldingPolicy(director=cobourg.director)
    stock = StockPolicy(number_cards=True, sells_down=False)
    access = AccessPolicy(of=coal.access)
    runs = RunPolicy(free_routes=cobourg.free_routes)
    discards = DiscardPolicy(to=GONE)
    ends = EndPolicy(winner=agreed_winner)
    table = TablePolicy(
        prices.moves,
        coal.belongings,
        hex_marks=coal.lying,
        parts=systems.parts_of,
        outlined=find_band,
    )
    corrections = CorrectionPolicy(coal.markers, coal.move_marker)
    told = turn_without_map.FOLLOWING

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        self.figures = read_figures(data)
        self.own = State1828(coal_markers=self.figures.coal.lies)
        self.drawn = draw(data, setup.players, setup.seed, self.options)
        swap = HudsonSwapStep(self)
        first_tile, free_token = FirstTileStep(self), TileMarkerStep(self)
        privates = PrivatePurchaseStep1828(self, first_tile)
        token = TokenStep1828(self, free_token)
        steps = (
            TrackStep1828(self),
            token,
            RunStep(self),
            TopDividendStep(self, event=""),
            TrainArrangementStep(self),
            TrainStep1828(self),
            privates,
        )
        free_tile, coals = FreeTileStep(self), CoalStep(self)
        told, told_beside = turn_without_map.told_turn(self, steps, token)
        facts = ToldFactStep(self, turn_without_map.tunnel_facts(self))
        told_tile = turn_without_map.ToldPowerStep1828(self, is_paid=False)
        beside = (free_tile, free_token, privates, coals, swap, facts, told_tile, *told_beside)
        self.operating = OperatingRules(self, steps, beside, Turn1828)
        self.operating.told = told
        self.private_operating = cobourg.private_turn(self, swap, facts)
        self.sale = RowAuctionStep(self, self.drawn)
        self.rounds = {
            RowAuctionRound: AuctionRules(self, self.sale),
            StockRound1828: StockRules1828(self, swap),
            PrivateOperatingRound: self.private_operating,
            OperatingRound: self.operating,
        }
        swaps = (cobourg.MarkerSwapStep(self), cobourg.ToldMarkerSwapStep(self))
        asking = (first_tile, *swaps, MergerStep(self))
        self.interrupts = (ParStep(self), HomeTokenStep(self), DiscardStep(self), *asking)
        self.last_chance = LastChanceStep(
            self, *chances(self, swap, privates, free_tile, coals, told_tile)
        )
        self.agreement = NotedAgreement(self)

    def accepting(self, state: State) -> list[Step]:
        """At any time all players may agree on the winner."""
        steps = super().accepting(state)
        return [*steps, self.agreement] if steps else steps

    @cached_property
    def inventory(self) -> Inventory:
        inventory = super().inventory
        conservation_checks.add_counts(inventory, self)
        return inventory

    # --- rounds

    def begin_round(self, change: Change, new: Round) -> None:
        """Note the companies that are floated at the beginning of a stock round."""
        if isinstance(new, StockRound1828):
            companies = change.state.companies
            note(
                change,
                companies_floated_before=tuple(c for c, own in companies.items() if own.floated),
            )
        super().begin_round(change, new)

    def begin(self, change: Change) -> None:
        """Begin the private auction, the first round, in the order of the number cards."""
        state = change.state
        for private in self.drawn.discarded:
            state.privates[private] = GONE
        deal(change, (self.seats[seat] for seat in self.drawn.order))
        cobourg.begin(change, self)
        self.begin_round(change, RowAuctionRound(state.order[0], number=1))

    def after_auction(self, change: Change, turn: str) -> None:
        """Begin the first stock round with the player after the one who ended the auction."""
        self.begin_round(change, StockRound1828(1, turn))

    def after_stock_round(self, change: Change) -> None:
        """Begin the operating rounds of the phase, or end the game at the top of the market."""
        if game_of(change.state).top_company:
            self.finish(change, "market")
            return
        parts = self.phase(change.state).operating_rounds
        note_last_set(change, self, change.state.round.number)
        self._begin_operating(change, change.state.round.number, 1, parts)

    def _begin_operating(self, change: Change, number: int, part: int, parts: int) -> None:
        """Begin with the private step: privates pay, then the one that operates does.

        Companies follow.
        """
        own = self.figures.railway
        if is_player(change.state.privates[own.private]):
            playing = (own.company,)
            self.begin_round(change, PrivateOperatingRound(number, part, parts, playing))
        else:
            self.operating.begin(change, number, part, parts)
        pay_privates(change, self)

    def after_operating_round(self, change: Change) -> None:
        """Begin the next operating round of the set or the next stock round, or end the game."""
        state = change.state
        round = state.playing(OperatingRound)
        if isinstance(round, PrivateOperatingRound):
            late = game_of(state).late_companies
            note(change, late_companies=())
            go_over(change, (c for c in self.operating_order(state) if c not in late))
        elif game_of(state).top_company:
            self.finish(change, "market")
        elif round.part < round.parts:
            self._begin_operating(change, round.number, round.part + 1, round.parts)
        elif round.number == game_of(state).last_set:
            self.finish(change, "purple")
        else:
            self.begin_round(change, StockRound1828(round.number + 1, change.state.order[0]))
            leave(change, self)

    # --- a company's turn

    def begin_turn(self, change: Change, company: str) -> None:
        homes.begin(change, self, company)

    def first_train(self, change: Change, name: str) -> None:
        """Begin the phase of the first train of a type."""
        begin_phase(change, self, name)
        gone = change.state.privates[self.figures.railway.private] == GONE
        if gone and cobourg.is_open(self, change.state):
            cobourg.close(change, self)
