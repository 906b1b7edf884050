"""The rules of 1882 that no other title has, in the order of its notes."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.ledger.entries import BANK
from companion.rules.core.actions import DeclareBankruptcy, LayTile, PlaceToken, StartCompany
from companion.rules.core.change import Change
from companion.rules.core.derived_dict import DerivedDict
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import DEPOT, GONE, State, TrainCard, type_of
from companion.rules.data.printed_markets import Cell
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge.policies import TrackPolicy
from companion.rules.judge.rules import Rules
from companion.rules.operating import tokens
from companion.rules.operating.homes import HomeTokenStep, ask_home
from companion.rules.operating.map_answers import has_route
from companion.rules.operating.private_powers import close
from companion.rules.operating.running import kinds_of_all_types, trains_of
from companion.rules.operating.trains_and_phases import cheapest
from companion.rules.standard.rules import StandardRules
from companion.rules.standard.stock import StandardStockTurn
from companion.rules.standard.trains import StandardTrainStep
from companion.rules.stock.share_trading import StockRound
from companion.rules.stock.stock_rounds import StockRules
from companion.rules.without_map.map_facts import MapFact
from companion.titles.t1882.words import WORDS

SC, SC_PRIVATE, NEUTRAL = "SC", "SCP", "CN"
MARK = "NWR"  # of the hexes of the rebellion
ASIDE = ("3", "4", "5", "6")
BONUS = 20


def find_sold(state: State, type: str) -> list[str]:
    """Return the trains of a type that have left the bank."""
    cards = state.trains.items()
    return [t for t, card in cards if type_of(t) == type and card.place not in (DEPOT, BANK)]


def find_aside(rules: Rules, type: str) -> str:
    """Return the train of a type that is kept aside, the last one (3)."""
    return f"{type}-{rules.data.trains[type].copies(len(rules.seats)) - 1}"


def is_marked(rules: Rules, at: str) -> bool:
    """Check whether the hex bears the mark of the rebellion."""
    return MARK in rules.data.map.hexes[at].icons


def rebel(change: Change, rules: Rules) -> None:
    """Take the yellow tiles off the hexes of the rebellion. Tokens stay (17)."""
    laid = change.state.board.laid
    marked = [at for at in laid if is_marked(rules, at)]
    lost = [at for at in marked if rules.tile(laid[at].tile).colour == "yellow"]
    for at in lost:
        change.state.board = change.state.board.without_tile(at)
    change.tell("rebellion" if lost else "quiet_rebellion", hexes=tuple(lost))


def pay_bonus(change: Change, rules: Rules, action: LayTile) -> None:
    """Pay a company for a yellow tile on a hex of the rebellion (11)."""
    company, at = action.company, action.hex
    if is_marked(rules, at) and rules.tile(action.tile).colour == "yellow":
        change.pay(BANK, company, BONUS, "rebellion_bonus", company, at)
        change.tell("rebellion_bonus", company=company, hex=at, amount=BONUS)


def place_start(change: Change) -> None:
    """Ask where the SC has its home. Without the map it lies somewhere (25)."""
    if change.state.is_told:
        tokens.place_somewhere(change, SC)
        change.tell("told_home", company=SC)
    else:
        ask_home(change, SC)


class PrairieStockTurn(StandardStockTurn):
    """A stock turn in which a private starts its company at half price (25)."""

    def pars(self, state: State, company: str) -> Mapping[int, Cell]:
        owner = state.privates[SC_PRIVATE]
        return {} if company == SC and owner != self.actor(state) else super().pars(state, company)

    def start_limits(self, state: State, action: StartCompany) -> list[Refusal]:
        found, company = super().start_limits(state, action), action.company
        if company == SC and state.privates[SC_PRIVATE] != action.player:
            found.append(self.rules.refuse("start.private", company=SC, private=SC_PRIVATE))
        return found

    def start_costs(
        self, state: State, company: str, percent: int, pars: Iterable[int]
    ) -> list[int]:
        found = super().start_costs(state, company, percent, pars)
        return list(pars) if company == SC else found

    def start(self, change: Change, action: StartCompany) -> None:
        super().start(change, action)
        if action.company == SC:
            close(change, self.rules, SC_PRIVATE)
            self._add_train(change)
            place_start(change)

    def _add_train(self, change: Change) -> None:
        """Put the train that is kept aside before the bank's next train, if it is of its type."""
        trains, types = change.state.trains, list(self.data.trains)
        lying = [type_of(train) for train, card in trains.items() if card.place == DEPOT]
        type = min(lying, key=types.index)
        if type in ASIDE:
            aside = find_aside(self.rules, type)
            cards = {**trains, aside: TrainCard(DEPOT)}
            order = sorted(cards, key=lambda train: (types.index(type_of(train)), train != aside))
            change.state.trains = DerivedDict((train, cards[train]) for train in order)
            change.tell("added_train", company=SC, type=type)


class PrairieHomeStep(HomeTokenStep):
    """The home of a company. That of the SC is any free city, or that of a neutral token (25)."""

    def _is_start(self, state: State, company: str) -> bool:
        """Check whether the SC starts. On the first tile of a hex its token has homes again."""
        return company == SC == self.company(state) and not state.companies[SC].homes

    def offers(self, state: State) -> list[Offer]:
        if not self._is_start(state, self.company(state)):
            return super().offers(state)
        places = [
            PlaceToken(SC, stop, replaced_owner=instead)
            for stop, slots in state.board.tokens.items()
            for instead in (None, NEUTRAL)
            if instead in slots
        ]
        return [Offer("home", place, 0) for place in places if not self.refusals(state, place)]

    def refusals(self, state: State, action: PlaceToken) -> list[Refusal]:
        if not self._is_start(state, action.company):
            return super().refusals(state, action)
        stop, instead = action.stop, action.replaced_owner
        if stop not in state.board.tokens:
            return [self.rules.refuse("token.city", stop=stop)]
        if instead is None:
            return tokens.place_refusals(self.rules, state, SC, stop)
        if instead == NEUTRAL in state.board.tokens[stop]:
            return []
        return [self.rules.refuse("token.instead", stop=stop, owner=instead)]

    def apply(self, change: Change, action: PlaceToken) -> None:
        if not self._is_start(change.state, action.company):
            super().apply(change, action)
            return
        change.state.remove_question(self.question(change.state))
        tokens.place_token(change, SC, action.stop, action.replaced_owner)
        change.tell("placed_home_token", company=SC, stop=action.stop)


class PrairieTrainStep(StandardTrainStep):
    """Trains. A president may help a company that reaches nothing but the fish (20)."""

    def may_have_help(self, state: State) -> bool:
        company = self.company(state)
        if self.must_buy(state) or trains_of(state, company) or not cheapest(self.rules, state):
            return self.must_buy(state)
        return has_route(self.rules, state, company, kinds_of_all_types(self.rules))

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        found = super().refusals(state, action)
        if isinstance(action, DeclareBankruptcy) and not (found or self.must_buy(state)):
            facts = {"player": action.player, "debt": "train", "company": self.company(state)}
            found.append(self.rules.refuse("bankrupt.not_short", price=0, **facts))
        return found

    def apply_purchase(self, change: Change, company: str, train: str, place: str) -> None:
        super().apply_purchase(change, company, train, place)
        options, type = self.rules.options, type_of(train)
        sold = set(find_sold(change.state, type))
        if options["later_rebellion"]:
            sold.discard(find_aside(self.rules, type))
        if place == DEPOT and type == options["rebellion"] and sold == {train}:
            rebel(change, self.rules)


CROSSINGS = "TB"  # the private whose owner is paid for rivers


class PrairieRules(StandardRules):
    """One game of 1882."""

    vocabulary = StandardRules.vocabulary.with_own(WORDS)
    track = TrackPolicy(pay=pay_bonus)
    train_step = PrairieTrainStep
    home_step = PrairieHomeStep
    map_facts = (MapFact("rebellion_bonus", BONUS), MapFact("crossing_income", 10, CROSSINGS))

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        stock = self.rounds[StockRound]
        assert isinstance(stock, StockRules)
        stock.turn = PrairieStockTurn(self)

    def begin(self, change: Change) -> None:
        """Keep the trains for the SC aside, the last of each type (3)."""
        change.state.trains.update({find_aside(self, type): TrainCard(BANK) for type in ASIDE})
        super().begin(change)

    def before_settling(self, change: Change) -> None:
        """Take the SC out of the game when no player can start it any more (25)."""
        super().before_settling(change)
        state = change.state
        is_open = state.privates[SC_PRIVATE] in (*self.seats, BANK)
        if not (is_open or state.companies[SC].started or state.companies[SC].status == GONE):
            state.alter(SC, status=GONE)
            state.certificates.update(dict.fromkeys(self.data.companies[SC].certificates, GONE))
            change.tell("never_started", company=SC)
