"""The rules of 1839: its rounds and their order."""

from companion.ledger.entries import BANK
from companion.rules.core.change import Change
from companion.rules.core.state import DEPOT, GONE, State, TrainCard, type_of
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge.policies import (
    AccessPolicy,
    CorrectionPolicy,
    DiscardPolicy,
    DividendPolicy,
    EndPolicy,
    MarketPolicy,
    PrivatePolicy,
    ReceiptPolicy,
    StockPolicy,
    TablePolicy,
    TokenPolicy,
    TrackPolicy,
)
from companion.rules.judge.rules import Rules, Step
from companion.rules.money.debts import Debt
from companion.rules.operating.emergency_money import DebtStep
from companion.rules.operating.game_end_notes import agreed_winner, note_last_set
from companion.rules.operating.homes import HomeTokenStep
from companion.rules.operating.operating_round import OperatingRound, OperatingRules
from companion.rules.operating.track import is_first_of_cities
from companion.rules.operating.trains_and_phases import DiscardStep
from companion.rules.privates.private_purchases import PrivatePurchaseStep
from companion.rules.stock.auction import ParStep
from companion.rules.stock.discount_sale import DiscountRound, DiscountRules
from companion.rules.stock.number_cards import deal, deal_by_cash
from companion.rules.stock.private_revenue import pay_privates
from companion.rules.words.discounts import DISCOUNTS
from companion.rules.words.shared import SHARED
from companion.titles.t1839 import (
    dividends,
    game_end,
    leaving_players,
    operating,
    phases,
    privates,
    running,
    screen_remarks,
    state_railway,
    turn_without_map,
)
from companion.titles.t1839.company_start import LocalHomeStep, home_fee_terms
from companion.titles.t1839.data_variants import with_map_of_2023, with_train_limit
from companion.titles.t1839.draws import draw
from companion.titles.t1839.emergency_money import MoneyRaising1839
from companion.titles.t1839.game_end import Agreement1839
from companion.titles.t1839.leaving_players import ConcessionStep, LastSaleStep
from companion.titles.t1839.privates import DiscountSaleStep1839, free_pars
from companion.titles.t1839.share_sales import RedemptionStep, sale_price
from companion.titles.t1839.state_railway import NationalisationStep, NewLocalStep
from companion.titles.t1839.stock import StockRules1839
from companion.titles.t1839.title_figures import figures
from companion.titles.t1839.title_state import State1839, StockRound1839, game_of, note
from companion.titles.t1839.tokens import TokenReturnStep
from companion.titles.t1839.trains import TrainAssignmentStep
from companion.titles.t1839.turn_state import Turn1839
from companion.titles.t1839.words import WORDS

LIGHT_RED = "Light Red"


class Rules1839(Rules):
    """One game of 1839."""

    vocabulary = SHARED.with_own(DISCOUNTS, WORDS)
    own = State1839()
    stock = StockPolicy(number_cards=True, sells_down=False)
    track = TrackPolicy(may_allot=is_first_of_cities)
    tokens = TokenPolicy(replaceable=frozenset((running.STATE,)))
    discards = DiscardPolicy(in_order=True, to=GONE)  # like all actions of companies (§8.2)
    privates = PrivatePolicy(revenue=privates.revenue)
    ends = EndPolicy(winner=agreed_winner)
    table = TablePolicy(belongings=screen_remarks.belongings, remarks=screen_remarks.remarks)
    corrections = CorrectionPolicy(train_keepers=phases.keepers)
    receipts = ReceiptPolicy({"homes": home_fee_terms})
    market = MarketPolicy(pars=free_pars, sale_price=sale_price)
    dividends = DividendPolicy(dividends.WAYS, dividends.price_move)
    told = turn_without_map.FOLLOWING

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        if self.options["map_2023"]:
            self.data = with_map_of_2023(data)
        if self.options["light_red_three"]:
            self.data = with_train_limit(self.data, LIGHT_RED, 3)
        self.figures = figures(self.data)
        self.access = AccessPolicy(running.access, self.figures.barriers_open_in)
        self.drawn = draw(data, len(setup.players), setup.seed, self.options)
        self.money = MoneyRaising1839(self, self.bankrupt)
        self.sale: DiscountSaleStep1839 = DiscountSaleStep1839(self)
        self.last_sales = LastSaleStep(self, self.sale)
        green = PrivatePurchaseStep(self)
        steps = operating.steps(self, self.money, green)
        told, told_beside = turn_without_map.told_turn(self, steps)
        self.operating = OperatingRules(self, steps, (green, *told_beside), Turn1839)
        self.operating.told = told
        self.rounds = {
            DiscountRound: DiscountRules(self, self.sale),
            StockRound1839: StockRules1839(self, self.money),
            OperatingRound: self.operating,
        }
        self.interrupts = (
            ParStep(self),
            self.last_sales,
            LocalHomeStep(self, self.money),
            RedemptionStep(self),
            HomeTokenStep(self),
            DiscardStep(self),
            TokenReturnStep(self),
            turn_without_map.ToldReturnStep(self),
            turn_without_map.HomeFeeStep(self, self.money),
            NationalisationStep(self),
            NewLocalStep(self),
            DebtStep(self, self.money),
        )
        self.any_time = (
            TrainAssignmentStep(self),
            ConcessionStep(self, self.sale),
            Agreement1839(self),
        )

    def accepting(self, state: State) -> list[Step]:
        """At any time players may concede, agree on the winner, or give a private's train away.

        This is not possible while a leaving player sells shares.
        """
        steps = super().accepting(state)
        if self.last_sales in steps:
            return steps
        return [*steps, *self.any_time] if steps else steps

    def after_settling(self, change: Change) -> bool:
        """Answer questions with only one possible answer."""
        return not change.state.end_reason and state_railway.answer_themselves(change, self)

    def bankrupt(self, change: Change, debt: Debt) -> None:
        """Remove a player who cannot pay a debt from the game (§9)."""
        leaving_players.leave(change, self, self.sale, debt.helper, debt)

    # --- rounds

    def begin(self, change: Change) -> None:
        """Begin the private auction, in the order of the number cards (§4, §6)."""
        state, own = change.state, figures(self.data)
        for private in self.data.private_list:
            if private.symbol in own.absent[len(self.seats)]:
                state.privates[private.symbol] = GONE
            elif "charge" in private.powers:
                state.privates[private.symbol] = DEPOT  # it comes in exchange for another
        for private in self.data.private_list:
            if train := private.powers.get("train"):
                lies = [one for one in state.trains if type_of(one) == train]
                state.trains[lies[-1]] = TrainCard(BANK)  # it goes with the private (§4)
        note(change, pairing=self.drawn.pairing)
        deal(change, (self.seats[seat] for seat in self.drawn.order))
        self.begin_round(change, DiscountRound(number=1, turn=state.order[0]))
        self.sale.begin_turn(change, state.order[0])

    def after_auction(self, change: Change, turn: str) -> None:
        """Deal the cards again by cash, the least first. Ties keep their order (§6)."""
        deal_by_cash(change)
        self.begin_round(change, StockRound1839(1, change.state.order[0]))

    def after_stock_round(self, change: Change) -> None:
        """End the game if a price has reached ƒ300; else begin the phase's operating rounds."""
        state = change.state
        if game_end.top_reached(self, state):
            self.finish(change, "market")
            return
        note(change, nationalisers=())
        note_last_set(change, self, state.round.number)
        self._begin_operating(change, state.round.number, 1, self.phase(state).operating_rounds)

    def _begin_operating(self, change: Change, number: int, part: int, parts: int) -> None:
        self.operating.begin(change, number, part, parts)
        pay_privates(change, self)
        note(change, operating_round_count=game_of(change.state).operating_round_count + 1)
        operating.charge(change, self, self.money)

    def after_operating_round(self, change: Change) -> None:
        """Begin the next round of the set or a stock round, or end the game (§10.1)."""
        state = change.state
        round, own = state.playing(OperatingRound), game_of(change.state)
        if own.top_company:
            self.finish(change, "market")
        elif round.part < round.parts:
            self._begin_operating(change, round.number, round.part + 1, round.parts)
        elif round.number == own.last_set:
            self.finish(change, "purple")
        else:
            self.begin_round(change, StockRound1839(round.number + 1, state.order[0]))

    # --- companies

    def begin_turn(self, change: Change, company: str) -> None:
        operating.begin_turn(change, self, company)

    def after_turn(self, change: Change, company: str) -> None:
        state_railway.after_turn(change, self, company)

    def first_train(self, change: Change, name: str) -> None:
        phases.first_train(change, self, name)
