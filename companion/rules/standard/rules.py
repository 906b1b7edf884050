"""The rules of the standard game: its rounds and their order, by the switches of the data."""

from collections.abc import Mapping
from functools import lru_cache

from companion.board.company_access import Access
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.standard_state import StandardState, StandardTurn, turn_of
from companion.rules.core.state import GONE, State
from companion.rules.data.revenue_divisions import HALF, PAY, WITHHOLD
from companion.rules.data.setup import Setup
from companion.rules.data.switches import (
    DEALT,
    DRAFT,
    NEVER,
    ROUND_START,
    SINGLE,
    STAYS,
    TOLD,
)
from companion.rules.data.title_data import TitleData
from companion.rules.judge.policies import (
    AccessPolicy,
    DiscardPolicy,
    PrivatePolicy,
    RunPolicy,
    TablePolicy,
)
from companion.rules.judge.rules import Rules, Step
from companion.rules.operating.home_choice import place_due_homes, place_first_home
from companion.rules.operating.homes import HomeTokenStep, place_home
from companion.rules.operating.last_chances import LastChanceStep
from companion.rules.operating.operating_round import OperatingRound, OperatingRules
from companion.rules.operating.private_powers import TOKEN_MOVE, current_revenue
from companion.rules.operating.running import RunStep
from companion.rules.operating.trains_and_phases import DiscardStep, begin_phase
from companion.rules.privates.extra_tile import ExtraTileStep
from companion.rules.privates.free_train import set_trains_aside
from companion.rules.privates.joined_tiles import (
    JoinedTilesStep,
    JoinedTileStep,
    has_joined_tiles,
)
from companion.rules.privates.player_tiles import (
    OWNER_LAYS,
    SELLER_LAYS,
    PlayerTileStep,
    SellerTileStep,
)
from companion.rules.privates.private_chances import private_chances
from companion.rules.privates.private_purchases import PrivatePurchaseStep
from companion.rules.privates.private_trades import PrivateTradeStep
from companion.rules.privates.route_bonuses import (
    CityMarkerStep,
    check_presidents,
    marked_hexes,
    standing_bonuses,
)
from companion.rules.privates.share_exchange import PrivateExchangeStep
from companion.rules.privates.teleport import (
    LateTeleportStep,
    LateTokenStep,
    TeleportTokenStep,
    TeleportTrackStep,
)
from companion.rules.standard.ends import (
    AFTER_LAST_PART,
    AFTER_OTHER_PART,
    AFTER_STOCK_ROUND,
    ROUNDS,
    end_due,
    note_ends,
)
from companion.rules.standard.neutral_tokens import NeutralTokenStep, ToldNeutralTokenStep
from companion.rules.standard.round_calendar import count_round, rust_after_round
from companion.rules.standard.single_auctions import (
    StandardSingleAuctionRound,
    StandardSingleAuctionStep,
)
from companion.rules.standard.stock import (
    StandardAuctionStep,
    StandardParStep,
    StandardStockRules,
    begin_auction,
    deal_privates,
)
from companion.rules.standard.token_moves import MovedTokenTileStep, TokenMoveStep
from companion.rules.standard.trains import (
    StandardDividendStep,
    StandardTrainStep,
    export_train,
)
from companion.rules.standard.used_privates import close_after_turn, close_used
from companion.rules.standard.words import WORDS
from companion.rules.stock import floating
from companion.rules.stock.auction import AuctionRound, AuctionRules
from companion.rules.stock.draft import DraftStep
from companion.rules.stock.entered_sale import ToldSaleStep
from companion.rules.stock.private_revenue import pay_privates
from companion.rules.stock.private_sale_steps import PrivateSaleStep
from companion.rules.stock.share_trading import StockRound
from companion.rules.without_map.deeds import ToldDeedStep
from companion.rules.without_map.map_facts import MapFact, ToldFactStep
from companion.rules.without_map.powers import (
    LateToldTokenStep,
    ToldPowerChance,
    ToldPowerStep,
    ToldPowerTokenStep,
    ToldPowerTrackStep,
    has_told_powers,
)
from companion.rules.without_map.turn import make_told_steps
from companion.rules.words.shared import SHARED
from companion.rules.words.single_auctions import SINGLE_AUCTIONS


@lru_cache(maxsize=256)
def _access(rules: Rules, company: str) -> Access:
    passes = {marker.symbol for marker in rules.data.marker_list if marker.lets_pass}
    neutral = {rules.data.neutral_company} - {""}
    return Access(company, passes=frozenset(passes | neutral))


def pass_markers(rules: Rules, state: State, company: str) -> Access:
    """Return access past the company's own tokens, neutral ones, and markers that let all pass."""
    return _access(rules, company)


SALES: Mapping[str, type[PrivateSaleStep]] = {
    DRAFT: DraftStep,
    TOLD: ToldSaleStep,
    SINGLE: StandardSingleAuctionStep,
}


class StandardOperatingRules(OperatingRules):
    """Operating rounds in which the first turn of a company may allow other lays."""

    def new_turn(self, state: State, company: str) -> OperatingTurn:
        is_first = self.data.first_track and not state.companies[company].has_operated
        return StandardTurn(company, is_first=bool(is_first))

    def give_back(self, change: Change) -> None:
        """Take the turn from a company. If it was the first, the next will be the first again."""
        turn = turn_of(change.state)
        if turn.is_first:
            change.state.alter(turn.company, has_operated=False)

    def end_turn(self, change: Change, company: str) -> None:
        """End a turn. Privates close that have laid their tiles in it."""
        close_after_turn(change, self.rules)
        super().end_turn(change, company)


class StandardRules(Rules):
    """One game of a title that has no rules of its own.

    Steps that titles have otherwise are of its classes.
    """

    vocabulary = SHARED.with_own(SINGLE_AUCTIONS, WORDS)
    own = StandardState()
    access = AccessPolicy(of=pass_markers)
    runs = RunPolicy(bonuses=standing_bonuses)
    table = TablePolicy(hex_marks=marked_hexes)
    privates = PrivatePolicy(revenue=current_revenue)
    run_step: type[RunStep] = RunStep
    dividend_step: type[StandardDividendStep] = StandardDividendStep
    train_step: type[StandardTrainStep] = StandardTrainStep
    home_step: type[HomeTokenStep] = HomeTokenStep
    map_facts: tuple[MapFact, ...] = ()
    private_purchase_step: type[PrivatePurchaseStep] = PrivatePurchaseStep

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        if data.dividends.half != NEVER:
            half = replace(HALF, price_stays=data.dividends.half == STAYS)
            self.dividends = replace(self.dividends, ways=(PAY, half, WITHHOLD))
        if data.train_sale.discards_leave:
            self.discards = DiscardPolicy(to=GONE)
        buy_privates = self.private_purchase_step(self)
        track = TeleportTrackStep(self)
        token = (NeutralTokenStep if data.neutral_company else TeleportTokenStep)(self)
        turn = (
            track,
            token,
            self.run_step(self),
            self.dividend_step(self),
            self.train_step(self),
            buy_privates,
        )
        self.exchange = PrivateExchangeStep(self)
        extra_tile = ExtraTileStep(self)
        powers = {name for private in data.private_list for name in private.powers}
        owner_tiles = (PlayerTileStep(self),) if OWNER_LAYS in powers else ()
        beside: tuple[Step, ...] = (
            extra_tile,
            buy_privates,
            self.exchange,
            CityMarkerStep(self),
            *owner_tiles,
        )
        if data.private_use.any_time:
            beside = (*beside, LateTeleportStep(self), LateToldTokenStep(self, token))
        told_powers = (ToldPowerStep(self, *owner_tiles),) if has_told_powers(self) else ()
        told_facts = (ToldFactStep(self, self.map_facts),) if self.map_facts else ()
        beside = (*beside, *told_powers, *told_facts)
        if TOKEN_MOVE in powers:
            beside = (*beside, TokenMoveStep(self))
        if has_joined_tiles(data):
            track.beside = (JoinedTilesStep(self),)
            beside = (*track.beside, *beside)
        trade = PrivateTradeStep(self) if data.stock.first_trades else None
        trades = (trade,) if trade else ()
        self.operating = StandardOperatingRules(self, turn, beside, StandardTurn)
        told_token = ToldNeutralTokenStep if data.neutral_company else ToldPowerTokenStep
        self.operating.told = make_told_steps(self, turn, ToldPowerTrackStep, told_token)
        stock_beside = (self.exchange, *trades, *owner_tiles)
        if owner_tiles:
            stock_beside = (*stock_beside, *told_powers)
        if not data.has_map:
            stock_beside = (*stock_beside, ToldDeedStep(self))
        sale = SALES.get(data.opening.kind, StandardAuctionStep)(self)
        is_single = data.opening.kind == SINGLE
        kind_of_sale = StandardSingleAuctionRound if is_single else AuctionRound
        self.rounds = {
            kind_of_sale: AuctionRules(self, sale, trades),
            StockRound: StandardStockRules(self, stock_beside),
            OperatingRound: self.operating,
        }
        self.interrupts = (
            StandardParStep(self),
            self.home_step(self),
            DiscardStep(self),
            LateTokenStep(self),
            *((SellerTileStep(self),) if SELLER_LAYS in powers else ()),
            *((MovedTokenTileStep(self),) if TOKEN_MOVE in powers else ()),
        )
        chances = private_chances(self, self.exchange, trade, extra_tile)
        chances = (*chances, *(ToldPowerChance(self, step) for step in told_powers))
        if has_joined_tiles(data):
            self.interrupts = (*self.interrupts, JoinedTileStep(self))
        self.last_chance = LastChanceStep(self, *chances)

    def accepting(self, state: State) -> list[Step]:
        """Accept the exchange and use of privates before a train discard, if always allowed."""
        steps = super().accepting(state)
        if isinstance(state.round, OperatingRound) and steps and steps[0] in self.interrupts:
            use = self.data.private_use
            steps += [
                step
                for step in self.operating.anytime
                if step.is_open(state.map)
                and (use.exchange_any_time if step is self.exchange else use.any_time)
            ]
        return steps

    def begin(self, change: Change) -> None:
        """Place trains and tokens of the start, and begin with the auction of the privates."""
        set_trains_aside(change, self)
        for company in self.data.company_list:
            if company.home_from_start:
                place_home(change, company.symbol, company.homes[0][0])
        if self.data.opening.kind == DEALT:
            deal_privates(change, self)
            self.begin_round(change, StockRound(1, self.seats[0]))
        elif self.data.opening.kind == SINGLE and self.data.privates:
            first = next(iter(self.data.privates))
            self.begin_round(change, StandardSingleAuctionRound(self.seats[0], first))
        else:
            is_draft = self.data.opening.kind == DRAFT
            begin_auction(change, self, self.seats[-1 if is_draft else 0])

    def after_auction(self, change: Change, turn: str) -> None:
        """Continue the stock round with shares. The last buyer counts as the last to act."""
        sale, last = change.state.round, ""
        if isinstance(sale, AuctionRound):
            last = sale.last_actor
        change.state.priority = turn
        self.begin_round(change, StockRound(max(1, sale.number), turn, last_actor=last))

    def after_stock_round(self, change: Change) -> None:
        """Begin the operating rounds, as many as the phase after the stock round has."""
        note_ends(change, self)
        if change.state.end_reason or self._ends(change, AFTER_STOCK_ROUND):
            return
        number, ends = change.state.round.number, self.data.ends
        parts = self.phase(change.state).operating_rounds
        more = ends.more_rounds if number == ends.sets else 0
        self._begin_operating(change, number, 1, parts + more)

    def _begin_operating(self, change: Change, number: int, part: int, parts: int) -> None:
        self.operating.begin(change, number, part, parts)
        count_round(change, self)
        floating.pay_due_capital(change, self)
        pay_privates(change, self)
        if self.data.operating.home_placed == ROUND_START:
            for company in self.operating_order(change.state):
                place_first_home(change, self, company)

    def after_operating_round(self, change: Change) -> None:
        """Begin the next round, or end the game.

        A train may leave the game at the end of the set of operating rounds.
        """
        round = change.state.playing(OperatingRound)
        is_last = round.part == round.parts
        rust_after_round(change, self)
        if is_last and round.number == self.data.ends.sets:
            self.finish(change, ROUNDS)
            return
        if self._ends(change, AFTER_LAST_PART if is_last else AFTER_OTHER_PART):
            return
        if is_last:
            export_train(change, self)
            check_presidents(change, self, lose=False)
            self.begin_round(change, StockRound(round.number + 1, change.state.priority))
        else:
            self._begin_operating(change, round.number, round.part + 1, round.parts)

    def _ends(self, change: Change, moments: frozenset[str]) -> bool:
        """End the game if a reason takes effect at one of these moments."""
        why = end_due(self, change.state, moments)
        if why:
            self.finish(change, why)
        return bool(why)

    def before_settling(self, change: Change) -> None:
        """Note what ends the game, close privates with their use, and place due home tokens."""
        note_ends(change, self)
        close_used(change, self)
        if not change.state.end_reason:
            place_due_homes(change, self)

    def begin_turn(self, change: Change, company: str) -> None:
        """Place the home token at the first turn, or ask for its city."""
        place_first_home(change, self, company)

    def first_train(self, change: Change, name: str) -> None:
        """Begin the phase of a first train, rust trains, and close privates."""
        begin_phase(change, self, name)
