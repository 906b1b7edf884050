"""A merger from its announcement to its end ("Merger process", "Share trading process").

The assets of two companies are joined, and tenths are traded. Then the system is formed, or
everything is restored. A question to a player holds the progress of the merger.
"""

from typing import Any

from companion.ledger.entries import BANK
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.state import GONE, STARTED, Question, State
from companion.rules.data.codec import register_stored
from companion.rules.data.printed_markets import Cell
from companion.rules.judge.rules import Rules
from companion.rules.operating.trains_and_phases import ask_discards
from companion.rules.shares import company_kinds, market
from companion.rules.shares.holdings import INITIAL, POOL, president, settle_presidency
from companion.rules.stock import floating
from companion.rules.stock.share_trading import StockRound
from companion.rules.stock.stock_rounds import stock_turn
from companion.titles.t1828 import merged_assets, merger_turns, systems
from companion.titles.t1828.certificate_deal import deal
from companion.titles.t1828.merged_assets import MergerPayment, MergerStart
from companion.titles.t1828.merger_price import merger_path
from companion.titles.t1828.merger_shares import (
    OTHER,
    SHARE,
    SURVIVOR,
    MergerHolding,
    Tenths,
    TradingChoice,
    TradingReadings,
    TradingState,
)
from companion.titles.t1828.merger_single_shares import side_of
from companion.titles.t1828.title_figures import SYSTEM, figures
from companion.titles.t1828.title_state import StockRound1828, game_of, note, note_merger

STEP = "merger"
MARKER = "marker"  # which marker in a hex gives way to a blocking one; choices are companies
SHARED = "shared_hexes"  # without the map: in how many hexes both have a marker
SURPLUS = "surplus"  # which marker on the map is one too many; choices are stops


@register_stored("1828_merger")
class Merger:
    """The progress of a merger: ``player`` announced that ``other`` merges into ``survivor``.

    ``is_of_floated`` tells whether both companies were floated. ``payments`` are all payments of
    the merger. ``share_exchange`` and the current question ``share_choice`` follow later.
    """

    player: str
    survivor: str
    other: str
    is_of_floated: bool
    positions: MergerStart
    payments: tuple[MergerPayment, ...] = ()
    share_exchange: TradingState | None = None
    share_choice: TradingChoice | None = None


@register_stored("1828_merger_question")
class MergerQuestion(Question):
    """A question to a player that must be answered before the merger goes on."""

    merger: Merger | None = None


def pending_merger(state: State) -> Merger | None:
    """Return the merger that waits for a player, or None."""
    question = next(iter(state.questions), None)
    return question.merger if isinstance(question, MergerQuestion) else None


def readings(rules: Rules) -> TradingReadings:
    """Return how this game reads the book."""
    own, read = figures(rules).merger, rules.options
    found: dict[str, Any] = {
        name: bool(read[name]) if name in read else getattr(own, name)
        for name in TradingReadings.__dataclass_fields__
    }
    return TradingReadings(**found)


def path_of_system(rules: Rules, state: State, survivor: str, other: str) -> tuple[Cell, ...]:
    """Return the cells on the way to the price of a system of two companies."""
    one, two = (market.started_cell(rules.data, state, company) for company in (survivor, other))
    return merger_path(rules.data.chart, figures(rules).merger.price_path, one, two)


def cell_of_system(rules: Rules, state: State, survivor: str, other: str) -> Cell:
    """Return the cell for the price of a system of two companies."""
    return max(path_of_system(rules, state, survivor, other), key=lambda cell: cell.price)


class MergerProcess:
    """A merger in progress within a change. It handles the money of the trading."""

    def __init__(self, change: Change, rules: Rules, merger: Merger) -> None:
        self.change = change
        self.state = change.state
        self.rules = rules
        self.now = merger

    # --- money and events

    def cash(self, player: str) -> int:
        """Return the player's cash."""
        return self.state.cash[player]

    def settle(self, player: str, amount: int, memo: str, company: str) -> None:
        """Pay an amount from the bank to a player, or from the player if it is negative."""
        payer, payee = (BANK, player) if amount > 0 else (player, BANK)
        self.pay(payer, payee, abs(amount), memo, company)

    def pay(self, payer: str, payee: str, amount: int, memo: str, company: str) -> None:
        """Pay, and note the payment in case the merger fails."""
        self.change.pay(payer, payee, amount, memo, company)
        self.now = replace(
            self.now, payments=(*self.now.payments, MergerPayment(payer, payee, amount))
        )

    def tell(self, kind: str, **facts: Any) -> None:
        """Note an event."""
        self.change.tell(kind, **facts)

    # --- progress

    def begin(self) -> None:
        """Join the assets of both companies and begin the trading."""
        survivor, other = self.now.survivor, self.now.other
        self.pay(other, survivor, self.cash(other), "merger", other)
        merged_assets.join(self.change, self.rules, survivor, other)
        self.go_on()

    def answer(self, choice: str) -> None:
        """Go on with a player's answer, which is among the choices."""
        asked, trading = self.now.share_choice, self.now.share_exchange
        assert asked is not None
        self.now = replace(self.now, share_choice=None)
        if asked.kind == MARKER:
            stops = merged_assets.clash(self.state, self.now.survivor, self.now.other)
            assert stops is not None
            stop = stops[0] if choice == self.now.survivor else stops[1]
            lost = bool(self.rules.options["freed_marker_lost"])
            merged_assets.block(self.change, self.rules, choice, stop, lost)
            self.go_on()
        elif asked.kind == SHARED:
            for _ in range(int(choice)):
                merged_assets.share_hex(self.change, self.rules, self.now.survivor, self.now.other)
            self._join_markers()
        elif asked.kind == SURPLUS:
            merged_assets.block(self.change, self.rules, self.now.survivor, choice, lost=True)
            self._limit_markers()
        else:
            assert trading is not None
            self._store_trading(
                *merger_turns.answer(trading, readings(self.rules), self, asked, choice)
            )

    def go_on(self) -> None:
        """Settle markers that share a hex, then begin the trading."""
        survivor, other = self.now.survivor, self.now.other
        while stops := merged_assets.clash(self.state, survivor, other):
            if stops[0] != stops[1]:
                self._ask(TradingChoice(MARKER, self.now.player, (survivor, other)))
                return
            merged_assets.block(self.change, self.rules, other, stops[0])
        if most := merged_assets.most_shared(self.state, survivor, other):
            counts = tuple(map(str, range(most + 1)))
            self._ask(TradingChoice(SHARED, self.now.player, counts))
            return
        self._join_markers()

    def _join_markers(self) -> None:
        merged_assets.join_markers(self.change, self.now.survivor, self.now.other)
        self._limit_markers()

    def _limit_markers(self) -> None:
        """Take the markers above a limit out of the game, then begin the trading.

        They are unplaced ones that no home needs. Without one, the player names one on the map.
        """
        survivor, other = self.now.survivor, self.now.other
        while merged_assets.has_surplus(self.rules, self.state, survivor):
            if merged_assets.discard_marker(self.change, survivor):
                continue
            if self.state.told.tokens.get(survivor):
                merged_assets.block_somewhere(self.change, self.rules, survivor, lost=True)
            else:
                stops = self.state.board.token_stops(survivor)
                self._ask(TradingChoice(SURPLUS, self.now.player, stops))
                return
        starting = trading(self.rules, self.state, self.now.player, survivor, other)
        self._store_trading(*merger_turns.begin(starting, readings(self.rules), self))

    def _store_trading(self, trading: TradingState, asked: TradingChoice | None) -> None:
        self.now = replace(self.now, share_exchange=trading)
        if asked is not None:
            self._ask(asked)
        elif merger_turns.succeeds(trading, readings(self.rules)):
            self._complete(trading)
        else:
            self._fail()

    def _ask(self, asked: TradingChoice) -> None:
        self.now = replace(self.now, share_choice=asked)
        about = (self.now.survivor, self.now.other)
        self.state.ask(MergerQuestion(STEP, asked.player, about, self.now))

    # --- the end

    def _complete(self, trading: TradingState) -> None:
        """Form the system: its shares, price and director. The director donates one share."""
        change, state, rules = self.change, self.state, self.rules
        survivor, other = self.now.survivor, self.now.other
        cell = cell_of_system(rules, state, survivor, other)
        director = merger_turns.director(trading, readings(rules))
        before = president(rules.data, state, survivor)
        deal(change, rules, trading, director)
        for certificate in rules.data.companies[other].certificates:
            state.certificates[certificate] = GONE
        market.remove(change, other)
        market.place(change, survivor, cell)
        company_kinds.become(change, rules.data, survivor, SYSTEM)
        own, theirs = state.companies[survivor], state.companies[other]
        state.alter(survivor, par=None, has_operated=own.has_operated or theirs.has_operated)
        note(change, systems=(*game_of(state).systems, (survivor, other)))
        facts = {"company": survivor, "other_company": other, "player": self.now.player}
        change.tell("merged", price=cell.price, **facts)
        for owner, hand in trading.holdings.items():
            if hand.shares:
                percent = SHARE * hand.shares
                change.tell("system_shares", owner=owner, company=survivor, percent=percent)
        if director != before:
            change.tell("president", company=survivor, player=director, before=before)
        change.tell("merger_donated", company=survivor, player=director)
        settle_presidency(change, rules.data, survivor)
        if not self.now.is_of_floated:
            change.pay(survivor, BANK, state.cash[survivor], "merger_unfloated", survivor)
            state.alter(survivor, status=STARTED)
            floating.float_if_sold(change, rules, survivor)
        self._note_deed(trading)
        systems.note_top(change, rules, survivor)
        ask_discards(change, rules)

    def _note_deed(self, trading: TradingState) -> None:
        """Note the merger as the turn's one purchase.

        A player who has sold a tenth counts as a seller of the system.
        """
        note_merger(self.change)
        round = self.state.playing(StockRound1828)
        sales = ((player, self.now.survivor) for player in trading.sellers)
        self.state.round = replace(round, sales=tuple(dict.fromkeys((*round.sales, *sales))))

    def _fail(self) -> None:
        """Restore everything and end the turn, as a pass if nothing was sold in it.

        Another reading only counts the failure as the turn's purchase.
        """
        change, survivor, other = self.change, self.now.survivor, self.now.other
        for paid in reversed(self.now.payments):
            change.pay(paid.payee, paid.payer, paid.amount, "merger_undone", survivor)
        merged_assets.part(change, self.now.positions)
        change.tell("merger_failed", player=self.now.player, company=survivor, other_company=other)
        if self.rules.options["failed_merger_spends"]:
            note_merger(change)
        else:
            stock_turn(self.rules).end_turn(change)


def announce(change: Change, rules: Rules, player: str, survivor: str, other: str) -> None:
    """Begin a merger, which runs until it waits for a player or ends."""
    state = change.state
    floated = all(state.companies[company].floated for company in (survivor, other))
    merger = Merger(
        player, survivor, other, floated, merged_assets.positions_before(state, survivor, other)
    )
    price = cell_of_system(rules, state, survivor, other).price
    change.tell("merger_begins", player=player, company=survivor, other_company=other, price=price)
    MergerProcess(change, rules, merger).begin()


def trading(rules: Rules, state: State, player: str, survivor: str, other: str) -> TradingState:
    """Return the trading of a merger in its initial state."""
    at = state.order.index(player)
    order = state.order[at:] + state.order[:at]
    prices = [market.price(rules.data, state, company) or 0 for company in (survivor, other)]
    sold = state.playing(StockRound).sales
    hands = {
        owner: _hand(rules, state, owner, survivor, other) for owner in (*order, INITIAL, POOL)
    }
    return TradingState(
        survivor,
        other,
        Tenths(*prices),
        cell_of_system(rules, state, survivor, other).price,
        merger_turns.starting_hands(hands, readings(rules)),
        order,
        tuple(p for p in order if (p, survivor) in sold or (p, other) in sold),
    )


def _hand(rules: Rules, state: State, owner: str, survivor: str, other: str) -> MergerHolding:
    """Return an owner's holdings in two companies, in tenths. The owner is a player or a place."""
    loose, whole = {}, {}
    for side, company in ((SURVIVOR, survivor), (OTHER, other)):
        own = rules.data.companies[company]
        held = [
            percent // own.step
            for certificate, percent in zip(own.certificates, own.shares, strict=True)
            if state.certificates[certificate] == owner
        ]
        loose[side] = held.count(1)
        whole[side] = sum(held) - loose[side]
    return MergerHolding(
        Tenths(loose[SURVIVOR], loose[OTHER]),
        Tenths(whole[SURVIVOR], whole[OTHER]),
    )


def single_price(trading: TradingState, player: str) -> int:
    """Return the market price of a player's single tenth, or 0 if there is none."""
    side = side_of(trading.hand(player))
    return trading.prices.count_of(side) if side else 0
