"""The rules of 1839 of 2015: its rounds, and what follows each."""

from collections.abc import Sequence

from companion.board.access import Access
from companion.board.routes import Path
from companion.board.tiles import Tile
from companion.rules import closing, holdings, market, trains
from companion.rules.auction import pay_privates
from companion.rules.cards import CardRound, deal, deal_by_cash
from companion.rules.chances import LastChance
from companion.rules.change import Change
from companion.rules.data import TitleData
from companion.rules.holdings import POOL
from companion.rules.offers import Offer
from companion.rules.operating import OperatingRound, OperatingRules
from companion.rules.policies import DividendPolicy, MarketPolicy
from companion.rules.power_lays import TurnWithPowers
from companion.rules.privates import UpToFace
from companion.rules.railway import PrivateRound, go_over
from companion.rules.rules import Rules
from companion.rules.setup import Setup
from companion.rules.state import GONE, State, TrainCard
from companion.rules.track import is_first_of_cities
from companion.rules.trains import Discard
from companion.rules.words.discounts import DISCOUNTS
from companion.rules.words.shared import SHARED
from companion.titles.t1839_2015 import (
    dividends,
    exploitatie,
    friesche,
    operating,
    privates,
    rotterdam,
    table_remarks,
)
from companion.titles.t1839_2015 import foreign as foreign_companies
from companion.titles.t1839_2015.auction import PrivateAuction, Sale
from companion.titles.t1839_2015.chances import chances
from companion.titles.t1839_2015.drawn import (
    FIXED,
    draw,
    foreign,
    of_colour,
    public,
)
from companion.titles.t1839_2015.emergency import Money
from companion.titles.t1839_2015.figures import figures
from companion.titles.t1839_2015.liking import liking
from companion.titles.t1839_2015.notes import (
    GameOf2015,
    SumsRound,
    game_of,
    has_operated,
    note,
)
from companion.titles.t1839_2015.prices import pars, sale_price
from companion.titles.t1839_2015.rochussen import Floats
from companion.titles.t1839_2015.saving import is_saved
from companion.titles.t1839_2015.stock import Turns
from companion.titles.t1839_2015.tokens import Homes, begin_homes
from companion.titles.t1839_2015.trains import EarlyTrains, phase_began
from companion.titles.t1839_2015.words import WORDS


class Rules2015(Rules):
    """One game of 1839 of 2015."""

    vocabulary = SHARED.with_own(DISCOUNTS).with_own(WORDS)
    own = GameOf2015()
    numbered = True
    tokens_on_top = True  # exchange markers
    regions_matter = True  # Run calculation: they feed foreign companies
    discards_in_order = True
    accounts = (POOL,)
    market = MarketPolicy(pars=pars, sale_price=sale_price)
    dividends = DividendPolicy(dividends.WAYS, dividends.price_move)

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        self.figures = figures(data)
        self.drawn = draw(data, len(setup.players), setup.seed, self.options)
        self.sale: Sale = Sale(self)
        money, buying = Money(self), UpToFace(self)
        early = EarlyTrains(self, money, buying)
        turn = operating.steps(self, money, buying)
        drawing = rotterdam.Drawing(self, money)
        self.operating = OperatingRules(self, turn, (buying, early, drawing), TurnWithPowers)
        self.last_chance = LastChance(self, *chances(self, buying, early, drawing))
        self.rounds = {
            SumsRound: PrivateAuction(self, self.sale, self.drawn.dealt),
            CardRound: Turns(self),
            PrivateRound: friesche.turn(self),
            OperatingRound: self.operating,
        }
        self.interrupts = (Homes(self), Discard(self, GONE), Floats(self))

    # --- rounds

    def begin(self, change: Change) -> None:
        """Yellow privates lie with their companies; the auction begins with the sums (Setup)."""
        state, there = change.state, {*of_colour(self.data, FIXED), *self.drawn.privates}
        for private in self.data.private_list:
            if company := private.powers.get("of"):
                state.privates[private.symbol] = company
            elif private.symbol not in there:
                state.privates[private.symbol] = GONE
        for company in foreign(self.data):
            for certificate in self.data.companies[company].certificates:
                state.certificates[certificate] = company  # they lie on its charter
        privates.add_home(change, self, self.drawn.director)
        friesche.set_up(change, self)
        note(change, pars=self.drawn.pars, director=self.drawn.director, share=self.drawn.share)
        deal(change, (self.seats[seat] for seat in self.drawn.order))
        self.begin_round(change, SumsRound(number=1, turn=state.order[0]))

    def after_auction(self, change: Change, turn: str) -> None:
        """The cards are dealt anew by cash, the least first; ties keep their order."""
        deal_by_cash(change)
        self._begin_stock(change, 1)

    def _begin_stock(self, change: Change, number: int) -> None:
        """Obsolete privates close (Stock Rounds)."""
        closing.stock_round_starts(change, self)
        note(change, floated_by=())
        self.begin_round(change, CardRound(number=number, turn=change.state.order[0]))

    def after_stock_round(self, change: Change) -> None:
        """A foreign company at the end of the market ends the game at once (Game End)."""
        state = change.state
        if any(market.is_at_end(self.data, state, company) for company in foreign(self.data)):
            self.finish(change, "market")
            return
        phase = self.phase(change.state)
        by_text = self.options["gray_four"] and phase is self.data.phases[-1]
        parts = self.figures.gray_four if by_text else phase.operating_rounds
        self._begin_operating(change, change.state.round.number, 1, parts)

    def _begin_operating(self, change: Change, number: int, part: int, parts: int) -> None:
        """Private step: privates pay, one operates, and obsolete ones of players close."""
        note(change, recorded={}, abroad=())
        if friesche.begin(change, self, number, part, parts):
            pay_privates(change, self)
            return
        self.operating.begin(change, number, part, parts)
        pay_privates(change, self)
        closing.privates_paid(change, self)

    def after_operating_round(self, change: Change) -> None:
        """The foreign companies operate, one thing after the other; then comes the next of the set,
        the next stock round, or the end where a price has come to the end of the market (Game End).
        """
        state, round = change.state, change.state.playing(OperatingRound)
        if isinstance(round, PrivateRound):
            closing.privates_paid(change, self)
            go_over(change, self.operating_order(state))
            return
        if foreign_companies.go_on(change, self):
            return
        if any(market.is_at_end(self.data, state, company) for company in market.priced(state)):
            self.finish(change, "market")
        elif round.part < round.parts:
            self._begin_operating(change, round.number, round.part + 1, round.parts)
        else:
            self._begin_stock(change, round.number + 1)

    def director(self, state: State, company: str) -> str | None:
        """Of a private's railway its owner."""
        if company == friesche.railway(self):
            return friesche.owner(self, state)
        return super().director(state, company)

    def choices(self, state: State, company: str) -> Sequence[Path] | None:
        """The private that operates runs as its owner likes."""
        return friesche.choices(self, state) if company == friesche.railway(self) else None

    def access(self, state: State, company: str) -> Access:
        if company == friesche.railway(self):
            return friesche.access(self, state)
        return super().access(state, company)

    def begin_turn(self, change: Change, company: str) -> None:
        """A company that operates for the first time places its homes."""
        note(change, drawn=0, sold=False, had=0, raised=False)
        if not has_operated(change.state, company):
            begin_homes(change, self, company)
            exploitatie.look(change, self)

    def settle(self, change: Change) -> None:
        exploitatie.look(change, self)
        super().settle(change)

    def relaid(self, change: Change, at: str, old: Tile) -> None:
        exploitatie.relaid(change, self, at, old)

    def after_turn(self, change: Change, company: str) -> None:
        finished = game_of(change.state).finished
        if company == friesche.railway(self):
            return
        if company not in finished:
            note(change, finished=(*finished, company))
        closing.turn_ended(change, self, company)

    # --- privates

    def remarks(self, state: State) -> Sequence[tuple[str, str]]:
        return tuple(table_remarks.remarks(self, state))

    def besides(self, state: State, company: str) -> tuple[str, ...]:
        return tuple(table_remarks.besides(self, state, company))

    def certificate_limit(self, state: State, player: str) -> int | None:
        """Two more for each public company of which the player owns so much (Certificate limit)."""
        limit = super().certificate_limit(state, player)
        large = [
            company
            for company in public(self.data)
            if holdings.percent(self.data, state, company, player) >= self.figures.bonus_at
        ]
        return None if limit is None else limit + self.figures.bonus * len(large)

    # --- companies

    def means(self, state: State, company: str) -> int:
        """With what is drawn on its director; of a private's railway what its owner has."""
        if company == friesche.railway(self):
            return friesche.means(self, state)
        return super().means(state, company) + rotterdam.drawn(self, state, company)

    def before_paying(self, change: Change, company: str, cost: int) -> None:
        if company == friesche.railway(self):
            friesche.before_paying(change, self, cost)
        else:
            rotterdam.pay_drawn(change, self, company, cost)

    def first_train(self, change: Change, name: str) -> None:
        """The phase, rust and limits."""
        trains.begin_phase(change, self, name)

    def allots(self, state: State, at: str) -> bool:
        """Who lays the first tile on an OO hex allots the markers there."""
        return is_first_of_cities(state, at)

    def phase_began(self, change: Change, phase: str) -> None:
        phase_began(change, self, phase)

    def runs_once_more(self, train: str, card: TrainCard) -> bool:
        """One with a SAVED mark."""
        return is_saved(card)

    def train_count(self, name: str) -> int:
        """One more of a type beside some privates (Setup)."""
        there, own = self.drawn.privates, self.figures
        more = any(all(private in there for private in group) for group in own.spare_for)
        return super().train_count(name) + (more and name == own.spare_train)

    def once_had(self, state: State, company: str) -> Sequence[str]:
        """Those that lay on its charter (Setup)."""
        of = (p.symbol for p in self.data.private_list if p.powers.get("of") == company)
        return [private for private in of if state.privates[private] == GONE]

    def closes_with_use(self, state: State, private: str) -> bool:
        return closing.is_obsolete(state, private) or super().closes_with_use(state, private)

    def private_revenue(self, state: State, private: str) -> int:
        """Some pay a company another sum than a player."""
        power, owner = self.data.privates[private].powers, state.privates[private]
        if owner in self.data.companies and "for_company" in power:
            return int(power["for_company"])
        return super().private_revenue(state, private)

    def liking(self, state: State, offer: Offer) -> float:
        return liking(self, state, offer)
