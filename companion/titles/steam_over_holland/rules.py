"""The rules of Steam over Holland: its rounds, their order, and the end of the game."""

from companion.languages import format_text
from companion.rules.core.action_parser import shorten_value
from companion.rules.core.change import Change
from companion.rules.core.state import GONE, State
from companion.rules.data.random_draws import Draws
from companion.rules.data.setup import BadSetupError, Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge.policies import DiscardPolicy, EndPolicy
from companion.rules.judge.rules import Rules, Step
from companion.rules.operating import homes
from companion.rules.operating.game_end_notes import TopDividendStep
from companion.rules.operating.last_chances import LastChanceStep
from companion.rules.operating.operating_round import (
    OperatingRound,
    OperatingRules,
    TurnStep,
    update_turn,
)
from companion.rules.operating.own_shares import OwnShareStep
from companion.rules.operating.running import RunStep
from companion.rules.operating.trains_and_phases import DiscardStep, begin_phase
from companion.rules.privates.one_time_powers import (
    LateTokenStep,
    OneTimeTokenStep,
    OneTimeTrackStep,
)
from companion.rules.privates.private_purchases import PrivatePurchaseStep
from companion.rules.privates.trade_chances import trade_chances
from companion.rules.shares.holdings import POOL
from companion.rules.stock.auction import AuctionRules, hand_over
from companion.rules.stock.private_revenue import pay_privates
from companion.rules.stock.single_auctions import SingleAuctionStep, richest_player
from companion.rules.without_map.one_time_powers import (
    ToldOneTimeStep,
    ToldOneTimeTokenStep,
    ToldOneTimeTrackStep,
)
from companion.rules.without_map.turn import make_told_steps
from companion.rules.words.one_time_powers import ONE_TIME_POWERS
from companion.rules.words.own_shares import OWN_SHARES
from companion.rules.words.shared import SHARED
from companion.rules.words.single_auctions import SINGLE_AUCTIONS
from companion.titles.steam_over_holland.stock import HollandStockRules
from companion.titles.steam_over_holland.title_state import (
    HollandAuctionRound,
    HollandState,
    HollandStockRound,
    HollandTurn,
    game_of,
    note,
)
from companion.titles.steam_over_holland.trains import FreeTrainStep, HollandTrainStep
from companion.titles.steam_over_holland.words import WORDS

SETS = 5  # each a stock round and two operating rounds: 15 rounds in all
PARTS = 2


class HollandRules(Rules):
    """One game of Steam over Holland."""

    vocabulary = SHARED.with_own(SINGLE_AUCTIONS, OWN_SHARES, ONE_TIME_POWERS, WORDS)
    own = HollandState()
    ends = EndPolicy(privates_count=False)

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        self.drawn = self._privates_in_order()
        own_shares, privates = OwnShareStep(self), PrivatePurchaseStep(self)
        dividends = TopDividendStep(self, first_only=True)
        track, token = OneTimeTrackStep(self), OneTimeTokenStep(self)
        trains = FreeTrainStep(self) if data.own_shares.freely_for_train else HollandTrainStep(self)
        places: tuple[TurnStep, ...] = (token, RunStep(self), dividends, trains)
        if data.own_shares.any_time:
            turn: tuple[TurnStep, ...] = (track, *places, privates)
            beside: tuple[Step, ...] = (own_shares, privates, LateTokenStep(self))
        else:
            turn, beside = (own_shares, privates, track, *places), ()
        beside = (*beside, ToldOneTimeStep(self))
        self.operating = OperatingRules(self, turn, beside, HollandTurn)
        self.operating.told = make_told_steps(
            self, turn, ToldOneTimeTrackStep, ToldOneTimeTokenStep
        )
        self.rounds = {
            HollandAuctionRound: AuctionRules(self, SingleAuctionStep(self)),
            HollandStockRound: HollandStockRules(self),
            OperatingRound: self.operating,
        }
        self.discards = DiscardPolicy(to=POOL if self.options["discards_sold_again"] else GONE)
        self.interrupts = (DiscardStep(self),)
        self.last_chance = LastChanceStep(self, *trade_chances(self, own_shares, privates, token))

    def accepting(self, state: State) -> list[Step]:
        """By another reading companies trade own shares and privates before they discard trains.

        This holds in the turn of a company.
        """
        steps = super().accepting(state)
        interrupted = steps[:1] and steps[0] in self.interrupts and state.round.operating
        if interrupted and self.data.own_shares.any_time:
            steps += self.operating.anytime
        return steps

    def _privates_in_order(self) -> tuple[str, ...]:
        """Return the privates of this game in the order drawn, by the table or at random."""
        count = len(self.seats)
        named = str(self.options["draw"]).replace(",", " ").upper().split()
        if not named:
            return Draws(self.setup.seed).shuffle(tuple(self.data.privates))[:count]
        known = ", ".join(f"{each.name} ({each.symbol})" for each in self.data.private_list)
        for symbol in named:
            if symbol not in self.data.privates:
                raise BadSetupError(
                    format_text(
                        "{value} is no private of this title. There are {privates}.",
                        value=shorten_value(symbol),
                        privates=known,
                    )
                )
        if len(set(named)) < len(named) or len(named) != count:
            raise BadSetupError(
                format_text(
                    "{count} players draw {count} different privates, but the ones named are"
                    " {named}. There are {privates}.",
                    count=count,
                    named=", ".join(named),
                    privates=known,
                )
            )
        return tuple(named)

    # --- rounds

    def begin(self, change: Change) -> None:
        """Draw as many privates as players. Deal them, or auction them one by one."""
        state = change.state
        for private in self.data.privates:
            if private not in self.drawn:
                state.privates[private] = "gone"
        inorder = [private for private in self.data.privates if private in self.drawn]
        change.tell("drew_privates", privates=", ".join(inorder))
        if self.options["dealt"]:
            for seat, private in zip(self.seats, self.drawn, strict=True):
                hand_over(change, self, private, seat, self.data.privates[private].price)
            self.after_auction(change, state.priority)
        else:
            self.begin_round(change, HollandAuctionRound(state.priority, inorder[0]))

    def after_auction(self, change: Change, turn: str) -> None:
        """Give the start card to the player with most cash, and begin the first stock round."""
        state = change.state
        holder = state.order[0] if self.options["tie_by_seat"] else turn
        state.priority = richest_player(state, holder)
        change.tell("priority", player=state.priority)
        self.begin_round(change, HollandStockRound(1, state.priority))

    def after_stock_round(self, change: Change) -> None:
        """Begin two operating rounds."""
        self._begin_operating(change, change.state.round.number, 1)

    def _begin_operating(self, change: Change, number: int, part: int) -> None:
        self.operating.begin(change, number, part, PARTS)
        pay_privates(change, self)

    def after_operating_round(self, change: Change) -> None:
        """End the game at the top of the market or after 15 rounds; else begin the next round."""
        round = change.state.playing(OperatingRound)
        if game_of(change.state).top_company:
            self.finish(change, "market")
        elif round.part < round.parts:
            self._begin_operating(change, round.number, round.part + 1)
        elif round.number == SETS:
            self.finish(change, "rounds")
        else:
            self.begin_round(change, HollandStockRound(round.number + 1, change.state.priority))

    # --- a company's turn

    def begin_turn(self, change: Change, company: str) -> None:
        """Place the first token in the starting city, free of charge. It is the turn's token."""
        for home in change.state.companies[company].homes:
            homes.place_home(change, company, home[0])
            update_turn(change, tokens=1)

    def first_train(self, change: Change, name: str) -> None:
        """Begin the new phase at the end of the turn, or at once by another reading."""
        if self.options["phase_at_once"]:
            begin_phase(change, self, name)
        else:
            note(change, phases_due=(*game_of(change.state).phases_due, name))

    def after_turn(self, change: Change, company: str) -> None:
        due = game_of(change.state).phases_due
        note(change, phases_due=())
        for name in due:
            begin_phase(change, self, name)
