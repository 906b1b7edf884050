"""The rules of 1839 of 2015: its rounds and their order."""

from companion.rules.core.change import Change
from companion.rules.core.state import GONE
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge.policies import (
    AccessPolicy,
    BotPolicy,
    DiscardPolicy,
    DividendPolicy,
    HoldingPolicy,
    MarketPolicy,
    RunPolicy,
    StockPolicy,
    TablePolicy,
    TokenPolicy,
    TrackPolicy,
    TreasuryPolicy,
)
from companion.rules.judge.rules import Rules
from companion.rules.operating import trains_and_phases
from companion.rules.operating.last_chances import LastChanceStep
from companion.rules.operating.operating_round import OperatingRound, OperatingRules
from companion.rules.operating.track import is_first_of_cities
from companion.rules.operating.trains_and_phases import DiscardStep
from companion.rules.privates import obsolete_privates
from companion.rules.privates.power_lays import TurnWithPowers
from companion.rules.privates.private_purchases import PrivatePurchaseStep
from companion.rules.privates.private_railway import PrivateOperatingRound, go_over
from companion.rules.shares import market
from companion.rules.shares.holdings import POOL
from companion.rules.stock.number_cards import CardRound, deal, deal_by_cash
from companion.rules.stock.private_revenue import pay_privates
from companion.rules.words.discounts import DISCOUNTS
from companion.rules.words.shared import SHARED
from companion.titles.t1839_2015 import (
    dividends,
    exploitatie,
    friesche,
    operating,
    privates,
    rotterdam,
    screen_remarks,
    turn_without_map,
)
from companion.titles.t1839_2015 import foreign as foreign_companies
from companion.titles.t1839_2015.auction import DiscountRules2015, DiscountSaleStep2015
from companion.titles.t1839_2015.bot_preferences import liking
from companion.titles.t1839_2015.draws import (
    FIXED,
    draw,
    foreign,
    privates_of_colour,
)
from companion.titles.t1839_2015.emergency_money import MoneyRaising2015
from companion.titles.t1839_2015.last_chances import chances
from companion.titles.t1839_2015.prices import pars, sale_price
from companion.titles.t1839_2015.rochussen import FloatStep
from companion.titles.t1839_2015.stock import StockRules2015
from companion.titles.t1839_2015.title_figures import figures
from companion.titles.t1839_2015.title_state import (
    State2015,
    SumsRound,
    game_of,
    has_operated,
    note,
)
from companion.titles.t1839_2015.tokens import HomeTokenStep2015, begin_homes
from companion.titles.t1839_2015.trains import EarlyTrainStep, phase_began
from companion.titles.t1839_2015.words import WORDS


class Rules2015(Rules):
    """One game of 1839 of 2015."""

    vocabulary = SHARED.with_own(DISCOUNTS, WORDS)
    own = State2015()
    holdings = HoldingPolicy(director=friesche.director)
    stock = StockPolicy(number_cards=True)
    access = AccessPolicy(of=friesche.access)
    track = TrackPolicy(may_allot=is_first_of_cities, after_lay=exploitatie.after_lay)
    tokens = TokenPolicy(on_top=True)  # exchange markers
    # Run calculation: regions feed foreign companies
    runs = RunPolicy(free_routes=friesche.free_routes, regions_matter=True)
    discards = DiscardPolicy(in_order=True, to=GONE)
    treasury = TreasuryPolicy(rotterdam.means, rotterdam.before_paying, accounts=(POOL,))
    table = TablePolicy(belongings=screen_remarks.belongings, remarks=screen_remarks.remarks)
    bots = BotPolicy(liking)
    market = MarketPolicy(pars=pars, sale_price=sale_price)
    dividends = DividendPolicy(dividends.WAYS, dividends.price_move)
    told = turn_without_map.FOLLOWING

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        self.figures = figures(data)
        self.drawn = draw(data, len(setup.players), setup.seed, self.options)
        own, there = self.figures, self.drawn.privates
        if any(all(private in there for private in group) for group in own.spare_for):
            spare = data.trains[own.spare_train].copies(len(self.seats)) + 1  # (Setup)
            self.data = data.with_train_counts({own.spare_train: spare})
        self.sale: DiscountSaleStep2015 = DiscountSaleStep2015(self)
        money, buying = MoneyRaising2015(self), PrivatePurchaseStep(self)
        early = EarlyTrainStep(self, money, buying)
        turn = operating.steps(self, money, buying)
        drawing = rotterdam.DirectorPaymentStep(self, money)
        told, beside = turn_without_map.told_turn(self, turn)
        self.operating = OperatingRules(
            self, turn, (buying, early, drawing, *beside), TurnWithPowers
        )
        self.operating.told = told
        self.last_chance = LastChanceStep(self, *chances(self, buying, early, drawing))
        self.rounds = {
            SumsRound: DiscountRules2015(self, self.sale, self.drawn.dealt),
            CardRound: StockRules2015(self),
            PrivateOperatingRound: turn_without_map.private_turn(self),
            OperatingRound: self.operating,
        }
        self.interrupts = (
            HomeTokenStep2015(self),
            DiscardStep(self),
            FloatStep(self),
            *turn_without_map.questions(self),
        )

    # --- rounds

    def begin(self, change: Change) -> None:
        """Give yellow privates to their companies. The auction begins with the sums (Setup)."""
        state, there = change.state, {*privates_of_colour(self.data, FIXED), *self.drawn.privates}
        for private in self.data.private_list:
            if company := private.powers.get("of"):
                state.privates[private.symbol] = company
            elif private.symbol not in there:
                state.privates[private.symbol] = GONE
        for company in foreign(self.data):
            for certificate in self.data.companies[company].certificates:
                state.certificates[certificate] = company  # they are on its charter
        privates.add_home(change, self, self.drawn.director)
        friesche.set_up(change, self)
        note(
            change,
            pars=self.drawn.pars,
            director_company=self.drawn.director,
            share_company=self.drawn.share,
        )
        deal(change, (self.seats[seat] for seat in self.drawn.order))
        self.begin_round(change, SumsRound(number=1, turn=state.order[0]))

    def after_auction(self, change: Change, turn: str) -> None:
        """Deal the cards again by cash, the least first. Ties keep their order."""
        deal_by_cash(change)
        self._begin_stock(change, 1)

    def _begin_stock(self, change: Change, number: int) -> None:
        """Begin a stock round. Obsolete privates close (Stock Rounds)."""
        obsolete_privates.stock_round_starts(change, self)
        note(change, float_buyers=())
        self.begin_round(change, CardRound(number=number, turn=change.state.order[0]))

    def after_stock_round(self, change: Change) -> None:
        """End the game with a foreign company at the end of the market (Game End); else operate."""
        state = change.state
        if any(market.is_at_end(self.data, state, company) for company in foreign(self.data)):
            self.finish(change, "market")
            return
        phase = self.phase(change.state)
        by_text = self.options["gray_four"] and phase is self.data.phases[-1]
        parts = self.figures.gray_four if by_text else phase.operating_rounds
        self._begin_operating(change, change.state.round.number, 1, parts)

    def _begin_operating(self, change: Change, number: int, part: int, parts: int) -> None:
        """Begin with the private step: privates pay, one operates, and obsolete ones close."""
        note(change, offboard_visits={}, told_incomes=(), foreign_companies_done=())
        if friesche.begin(change, self, number, part, parts):
            pay_privates(change, self)
            return
        self.operating.begin(change, number, part, parts)
        pay_privates(change, self)
        obsolete_privates.privates_paid(change, self)

    def after_operating_round(self, change: Change) -> None:
        """Let the foreign companies operate, one action after the other, then go on.

        Next is a round of the set or a stock round. A price at the end of the market ends the game
        (Game End).
        """
        state, round = change.state, change.state.playing(OperatingRound)
        if isinstance(round, PrivateOperatingRound):
            obsolete_privates.privates_paid(change, self)
            go_over(change, self.operating_order(state))
            return
        if foreign_companies.go_on(change, self):
            return
        if any(
            market.is_at_end(self.data, state, company)
            for company in market.companies_by_price(state)
        ):
            self.finish(change, "market")
        elif round.part < round.parts:
            self._begin_operating(change, round.number, round.part + 1, round.parts)
        else:
            self._begin_stock(change, round.number + 1)

    def begin_turn(self, change: Change, company: str) -> None:
        """Place the homes of a company that operates for the first time."""
        note(
            change,
            director_payment=0,
            has_director_sold=False,
            money_without_last_share=0,
            has_marker_money=False,
            told_marker_count=0,
            told_marker_sum=0,
        )
        if not has_operated(change.state, company):
            begin_homes(change, self, company)
            exploitatie.look(change, self)

    def before_settling(self, change: Change) -> None:
        exploitatie.look(change, self)

    def after_turn(self, change: Change, company: str) -> None:
        finished = game_of(change.state).operated_companies
        if company == friesche.railway(self):
            return
        if company not in finished:
            note(change, operated_companies=(*finished, company))
        obsolete_privates.turn_ended(change, self, company)

    # --- companies

    def first_train(self, change: Change, name: str) -> None:
        """Begin the phase: rust and limits."""
        trains_and_phases.begin_phase(change, self, name, then=phase_began)
