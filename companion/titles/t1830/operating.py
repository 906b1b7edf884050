"""The operating turn of 1830 (§17): track, token, run, dividend, trains; privates bought at any
time.
"""

from collections.abc import Mapping
from typing import Any

from companion.board.board import split_stop
from companion.ledger.entries import BANK
from companion.rules import holdings, market, stock, tokens, track, trains
from companion.rules.actions import (
    Action,
    BuyPrivateForCompany,
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    Pass,
    PlaceToken,
    SellPrivate,
    SellShares,
)
from companion.rules.change import Change
from companion.rules.offers import Offer, Span
from companion.rules.operating import OperatingRound, TurnStep, turn_of, with_turn
from companion.rules.outlook import Help
from companion.rules.refusals import Refusal
from companion.rules.running import trains_of, type_of
from companion.rules.state import State
from companion.rules.tokens import PlaceTokens
from companion.rules.track import LayTrack
from companion.rules.trains import ForSale
from companion.titles.t1830.stock import trade, trade_refusals


class Track(LayTrack):
    """Lay or upgrade one tile (§18); the owner of a private may use its power to lay."""

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, LayTile) and action.private is not None:
            return "teleport" in self._powers(action.private)
        return isinstance(action, self.accepts)

    def _powers(self, private: str) -> Mapping[str, Any]:
        return self.data.privates[private].powers or {}

    def allowance(self, state: State) -> frozenset[str]:
        """One tile a turn (§18.0)."""
        return frozenset() if turn_of(state).laid else frozenset(("yellow", "upgrade"))

    def cost(self, state: State, action: LayTile) -> int:
        """The terrain of the hex, for the first tile only (§18.0)."""
        if action.hex in state.board.laid:
            return 0
        return sum(terrain.cost for terrain in self.data.map.hexes[action.hex].terrain)

    def power_offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        found = []
        for private in state.privates:
            if state.privates[private] == company and (
                power := self._powers(private).get("teleport")
            ):
                for rotation in range(3):
                    action = LayTile(company, power["hex"], power["tile"], rotation, private)
                    cost = self.cost(state, action)
                    offer = Offer("lay_power", action, -cost, hexes=(power["hex"],))
                    found.append(self.judged(state, offer))
        return found

    def must_reach(self, action: LayTile) -> bool:
        """The power of a private asks for no connection (table 1)."""
        return action.private is None

    def against(self, state: State, action: LayTile) -> list[Refusal]:
        found = super().against(state, action)
        if action.private is None:
            return found
        refuse = self.rules.refuse
        power = self._powers(action.private)["teleport"]
        if state.privates[action.private] != action.company:
            found.append(refuse("power.not_owned", company=action.company, private=action.private))
        if (action.hex, action.tile) != (power["hex"], power["tile"]):
            found.append(refuse("lay.power", private=action.private))
        elif action.hex in state.board.laid:
            found.append(refuse("power.occupied", hex=action.hex, private=action.private))
        return found

    def put(self, change: Change, action: LayTile) -> None:
        super().put(change, action)
        if action.private is not None:
            with_turn(change, flags=(*turn_of(change.state).flags, f"{action.private} token"))
        reopen_homes(change, action.hex)


def reopen_homes(change: Change, at: str) -> None:
    """Ask for the homes anew that wait for track on the hex (§19.1)."""
    for company, where in dict(change.state.memory.get("open_homes", {})).items():
        if where == at:
            reopen_home(change, company, at)


def reopen_home(change: Change, company: str, at: str) -> None:
    """The home hex has track now: the company chooses which of its cities is its home (§19.1)."""
    state = change.state
    others = [stop for stop in state.board.token_stops(company) if split_stop(stop)[0] != at]
    state.board = state.board.without_tokens(company)
    for stop in others:
        state.board = state.board.with_token(stop, company)
    cities = tuple(stop for stop in state.board.tokens if split_stop(stop)[0] == at)
    state.memory["homes"] = {**state.memory["homes"], company: cities}
    state.memory["open_homes"] = {
        other: hex for other, hex in state.memory["open_homes"].items() if other != company
    }
    state.memory["home_pending"] = company
    change.tell("home_open", company=company, hex=at)


class ExtraTile(TurnStep):
    """A private gives its company an extra tile on the private's own hex, connected or not (table
    1).
    """

    name = "extra_tile"
    accepts = (LayTile,)

    def takes(self, state: State, action: Action) -> bool:
        return isinstance(action, LayTile) and action.private is not None

    def _power(self, private: str) -> Mapping[str, Any] | None:
        powers = self.data.privates[private].powers or {}
        found = powers.get("extra_tile")
        return found if isinstance(found, Mapping) else None

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        found = []
        for private, owner in state.privates.items():
            power = self._power(private)
            if owner == company and power and power["hex"] not in state.board.laid:
                fits = track.legal_lays(self.rules, state, power["hex"], None, power["tiles"])
                for tile, rotation in fits:
                    action = LayTile(company, power["hex"], tile, rotation, private)
                    offer = Offer("lay_power", action, 0, hexes=(power["hex"],), weight=0.1)
                    found.append(self.judged(state, offer))
        return found

    def refusals(self, state: State, action: LayTile) -> list[Refusal]:
        refuse = self.rules.refuse
        found = self.not_its_turn(state, action)
        if found:
            return found
        assert action.private is not None
        power = self._power(action.private)
        if power is None or action.hex != power["hex"] or action.tile not in power["tiles"]:
            return [refuse("lay.power", private=action.private)]
        if state.privates[action.private] != action.company:
            found.append(refuse("power.not_owned", company=action.company, private=action.private))
        if action.hex in state.board.laid:
            return [*found, refuse("power.occupied", hex=action.hex, private=action.private)]
        found += track.supply_refusals(self.rules, state, action.tile)
        return found or track.geometry_refusals(self.rules, state, action, reach=False)

    def apply(self, change: Change, action: LayTile) -> None:
        track.lay_and_pay(change, self.rules, action, 0)
        reopen_homes(change, action.hex)


class Tokens(PlaceTokens):
    """Place a token (§19): a bought one, or the free one of a private whose tile was laid in this
    turn.
    """

    def takes(self, state: State, action: object) -> bool:
        return isinstance(action, self.accepts)

    def waits(self, state: State) -> bool:
        return bool(self._free_token(state)) or super().waits(state)

    def cities(self, state: State) -> list[str]:
        found = super().cities(state)
        if not self.rules.options["strict_home_tokens"]:
            return found
        return [stop for stop in found if not self._foreign_home(stop, self.company(state))]

    def _foreign_home(self, stop: str, company: str) -> bool:
        """Is the hex the home of another company (§19.0 read strictly)?"""
        at = split_stop(stop)[0]
        return any(
            other.symbol != company and at == split_stop(other.home[0])[0]
            for other in self.data.company_list
        )

    def _free_token(self, state: State) -> list[PlaceToken]:
        """The free token that a private's tile of this turn gives."""
        company = self.company(state)
        if turn_of(state).tokens:
            return []
        for private, owner in state.privates.items():
            if owner == company and f"{private} token" in turn_of(state).flags:
                at = (self.data.privates[private].powers or {})["teleport"]["hex"]  # type: ignore[index]
                cities = [s for s in state.board.tokens if split_stop(s)[0] == at]
                free = [PlaceToken(company, stop, private) for stop in cities]
                return [a for a in free if not self.refusals(state, a)]
        return []

    def offers(self, state: State) -> list[Offer]:
        free = [Offer("token", a, 0, hexes=(a.stop,), weight=3) for a in self._free_token(state)]
        return [*free, *super().offers(state)]

    def refusals(self, state: State, action: PlaceToken | Pass) -> list[Refusal]:
        if not isinstance(action, PlaceToken):
            return self.not_its_turn(state, action)
        if action.private is None:
            found = super().refusals(state, action)
            strict = self.rules.options["strict_home_tokens"] and action.stop in state.board.tokens
            if strict and self._foreign_home(action.stop, action.company):
                name = state.board.stop_name(action.stop)
                keeper = tokens.keeper(state, action.stop) or name
                found.append(self.rules.refuse("token.reserved", stop_name=name, **{"for": keeper}))
            return found
        found = self.not_its_turn(state, action)
        if found:
            return found
        turn = turn_of(state)
        if f"{action.private} token" not in turn.flags:
            return [self.rules.refuse("token.too_late", private=action.private)]
        power = (self.data.privates[action.private].powers or {})["teleport"]
        if split_stop(action.stop)[0] != power["hex"]:  # type: ignore[index]
            return [self.rules.refuse("lay.power", private=action.private)]
        if turn.tokens:
            found.append(self.rules.refuse("token.one", company=action.company))
        return found + tokens.token_refusals(
            self.rules, state, action.company, action.stop, reach=False
        )

    def apply(self, change: Change, action: PlaceToken | Pass) -> None:
        if isinstance(action, PlaceToken) and action.private is not None:
            tokens.buy_token(change, action.company, action.stop, 0)
            self.end(change)
            return
        super().apply(change, action)


class BuyTrains(TurnStep):
    """Buy trains (§21); with a route and no train it must, with its president's money (§24)."""

    name = "trains"
    accepts = (BuyTrain, Pass, SellShares, SellPrivate, DeclareBankruptcy)

    def waits(self, state: State) -> bool:
        company = self.company(state)
        if self.must_buy(state):
            return True
        cash = state.cash[company]
        sale = trains.on_sale(self.rules, state)
        if trains.has_room(self.rules, state, company):
            if any(item.type.price <= cash for item in sale):
                return True
            if cash and trains.others_trains(self.rules, state, company):
                return True
        return any(self._trade_ins(state, item) for item in sale)

    def must_buy(self, state: State) -> bool:
        """Has the company a route and no train, while the bank has one to sell (§20.2)?"""
        company = self.company(state)
        return trains.cheapest(self.rules, state) is not None and trains.must_own(
            self.rules, state, company
        )

    def _trade_ins(self, state: State, item: ForSale) -> dict[str, int]:
        """Types the company could give for this train, with the price then, where it can pay it."""
        if item.place != trains.DEPOT or not item.type.trade_in:
            return {}
        company = self.company(state)
        own = {type_of(train) for train in trains_of(state, company)}
        prices = {old: item.type.price - off for old, off in item.type.trade_in.items()}
        return {old: p for old, p in prices.items() if old in own and p <= state.cash[company]}

    def shortfall(self, state: State) -> int:
        """What company and president together lack for the train they must buy; 0: nothing."""
        company = self.company(state)
        cheapest = trains.cheapest(self.rules, state)
        if (
            cheapest is None
            or not self.must_buy(state)
            or state.cash[company] >= cheapest.type.price
        ):
            return 0
        return max(0, cheapest.type.price - state.cash[company] - state.cash[self.actor(state)])

    def is_forced(self, state: State) -> bool:
        """Must the president help: a train is due and the treasury cannot pay the cheapest?"""
        cheapest = trains.cheapest(self.rules, state)
        company = self.company(state)
        return (
            cheapest is not None
            and self.must_buy(state)
            and state.cash[company] < cheapest.type.price
        )

    def can_raise(self, state: State) -> int:
        """What the president could raise by selling every share he may (§24.0(3))."""
        player, company = self.actor(state), self.company(state)
        total = 0
        for other in state.cells:
            most = stock.most_sellable(self.rules, state, player, other, (company,))
            total += most * (market.price(self.data.chart, state, other) or 0) // 10
        return total

    def help_needed(self, state: State) -> Help | None:
        """The purchase the president must help with, worked out before anything is done (§24.0)."""
        cheapest = trains.cheapest(self.rules, state)
        if cheapest is None or not self.is_forced(state):
            return None
        company, president = self.company(state), self.actor(state)
        treasury, lacking = state.cash[company], self.shortfall(state)
        return Help(
            type=cheapest.type.name,
            price=cheapest.type.price,
            company=company,
            president=president,
            treasury=treasury,
            cash=state.cash[president],
            adds=cheapest.type.price - treasury - lacking,
            lacking=lacking,
            can_raise=self.can_raise(state),
        )

    def offers(self, state: State) -> list[Offer]:
        company, cash = self.company(state), state.cash[self.company(state)]
        found = []
        for item in trains.on_sale(self.rules, state):
            price = item.type.price
            buy = BuyTrain(company, item.train, price)
            weight = 8 if not trains_of(state, company) else 1.5
            found.append(self.judged(state, Offer("buy_train", buy, -price, weight=weight)))
            for old, less in self._trade_ins(state, item).items():
                given = next(t for t in trains_of(state, company) if type_of(t) == old)
                buy = BuyTrain(company, item.train, less, given)
                found.append(self.judged(state, Offer("trade_in", buy, -less, weight=1)))
        for item in trains.others_trains(self.rules, state, company):
            most = cash
            if self.is_forced(state):
                most = min(item.type.price, cash + state.cash[self.actor(state)])
            span = Span("price", 1, max(1, most))
            buy = BuyTrain(company, item.train, 1)
            found.append(
                self.judged(state, Offer("buy_from", buy, -1, span, note=item.place, weight=0.1))
            )
        if self.shortfall(state):
            found += self._raising(state)
        found.append(self.pass_offer(state))
        return found

    def _raising(self, state: State) -> list[Offer]:
        """How the president may raise what is lacking: shares, privates; or his bankruptcy."""
        player = self.actor(state)
        found = []
        for other in state.cells:
            held = holdings.percent(self.data, state, other, player)
            price = market.price(self.data.chart, state, other) or 0
            legal = [
                percent
                for percent in range(10, held + 1, 10)
                if not self.refusals(state, SellShares(player, other, percent))
            ]
            if held:
                span = Span("percent", 10, max(legal, default=10), 10)
                sale = SellShares(player, other, min(legal, default=10))
                found.append(self.judged(state, Offer("sell", sale, price, span, weight=5)))
        bankrupt = Offer("bankrupt", DeclareBankruptcy(player), None, weight=5)
        return [*found, self.judged(state, bankrupt)]

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        if isinstance(action, BuyTrain):
            return self.not_its_turn(state, action) or self._buying(state, action)
        if isinstance(action, Pass):
            found = self.not_its_turn(state, action)
            if not found and self.must_buy(state):
                found.append(self.rules.refuse("train.needed", company=action.who))
            return found
        return self._helping(state, action)

    def _buying(self, state: State, action: BuyTrain) -> list[Refusal]:
        refuse = self.rules.refuse
        company, place = action.company, state.trains.get(action.train)
        if place is None or place == "gone":
            return [refuse("train.not_for_sale", train=action.train)]
        type = self.data.trains[type_of(action.train)]
        if place == company:
            return [refuse("train.own", company=company, train=type.name)]
        found = []
        if place in (trains.DEPOT, trains.POOL):
            sale = trains.on_sale(self.rules, state)
            if not any(item.type is type and item.place == place for item in sale):
                return [refuse("train.not_for_sale", train=type.name)]
            cost = type.price
            if action.trade_in is not None:
                off = (type.trade_in or {}).get(type_of(action.trade_in))
                if (
                    state.trains.get(action.trade_in) != company
                    or off is None
                    or place == trains.POOL
                ):
                    return [
                        refuse("train.trade_in", train=type.name, trade_in=type_of(action.trade_in))
                    ]
                cost -= off
            if action.price != cost:
                found.append(refuse("train.price", train=type.name, cost=cost, price=action.price))
        elif action.trade_in is not None:
            return [refuse("train.trade_in", train=type.name, trade_in=type_of(action.trade_in))]
        elif action.price < 1:
            found.append(refuse("train.least", least=1))
        if action.trade_in is None and not trains.has_room(self.rules, state, company):
            count, limit = len(trains_of(state, company)), self.rules.phase(state).train_limit
            found.append(refuse("train.limit", company=company, count=count, limit=limit))
        return found + self._paying(state, action, place)

    def _paying(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Against a price the company cannot pay, alone or (if it must buy) with its president."""
        refuse = self.rules.refuse
        company, cash = action.company, state.cash[action.company]
        if action.price <= cash:
            return []
        if not self.is_forced(state):
            return [refuse("train.cash", company=company, cash=cash, price=action.price)]
        found = []
        cheapest = trains.cheapest(self.rules, state)
        assert cheapest is not None
        type = self.data.trains[type_of(action.train)]
        if place in (trains.DEPOT, trains.POOL):
            if action.price > cheapest.type.price:
                facts = {"train": cheapest.type.name, "cost": cheapest.type.price}
                found.append(refuse("train.cheapest", **facts))
        elif action.price > type.price:
            found.append(refuse("train.face", most=type.price))
        president = self.actor(state)
        both = cash + state.cash[president]
        if action.price > both:
            facts = {"company": company, "president": president, "cash": both}
            found.append(refuse("train.president", price=action.price, **facts))
        return found

    def _helping(
        self, state: State, action: SellShares | SellPrivate | DeclareBankruptcy
    ) -> list[Refusal]:
        """Against a president's sale for the train, or his bankruptcy (§24.0)."""
        refuse = self.rules.refuse
        player, company = self.actor(state), self.company(state)
        who = action.seller if isinstance(action, SellPrivate) else action.player
        if who != player:
            return [refuse("turn.not_yours", actor=player, who=who)]
        lacking = self.shortfall(state)
        if not lacking:
            return [refuse("forced.not_short", player=player)]
        if isinstance(action, SellPrivate):
            owner = state.privates[action.private]
            if owner != player:
                return [refuse("exchange.not_yours", private=action.private, owner=owner)]
            if action.buyer == player:
                return [refuse("trade.self", player=player, private=action.private)]
            return trade_refusals(self.rules, state, action)
        if isinstance(action, DeclareBankruptcy):
            can_raise = self.can_raise(state)
            if can_raise >= lacking:
                return [
                    refuse("bankrupt.not", player=player, price=lacking, **{"raise": can_raise})
                ]
            return []
        found = stock.sale_refusals(self.rules, state, action, (company,))
        price = market.price(self.data.chart, state, action.company) or 0
        if price * (action.percent - 10) // 10 >= lacking:
            found.append(refuse("forced.too_much", percent=action.percent, company=action.company))
        return found

    def apply(self, change: Change, action: Any) -> None:
        if isinstance(action, Pass):
            self.end(change)
        elif isinstance(action, BuyTrain):
            self._buy(change, action)
        elif isinstance(action, SellPrivate):
            trade(change, action)
        elif isinstance(action, SellShares):
            self._sell(change, action)
        else:
            self._go_bankrupt(change, action.player)

    def _sell(self, change: Change, action: SellShares) -> None:
        cell = market.cell_of(self.data.chart, change.state, action.company)
        assert cell is not None
        fallen = market.down(self.data.chart, cell, action.percent // 10)
        stock.sell(change, self.rules, action, fallen)

    def _go_bankrupt(self, change: Change, player: str) -> None:
        """He sells all he may, loses his cash, and the game ends at once (§25.0)."""
        state, company = change.state, self.company(change.state)
        change.tell("bankrupt", player=player)
        for other in list(state.cells):
            most = stock.most_sellable(self.rules, state, player, other, (company,))
            if most:
                self._sell(change, SellShares(player, other, most))
        change.pay(player, BANK, state.cash[player], "bankruptcy", player)
        self.rules.finish(change, "bankruptcy")

    def _buy(self, change: Change, action: BuyTrain) -> None:
        state, company, train = change.state, action.company, action.train
        president = self.actor(state)
        place, type = state.trains[train], self.data.trains[type_of(train)]
        lacking = action.price - state.cash[company]
        if lacking > 0:
            change.pay(president, company, lacking, "president_help", company, train)
            change.tell("president_paid", player=president, amount=lacking, company=company)
        if action.trade_in is not None:
            state.trains[action.trade_in] = trains.POOL
            change.tell("traded_in", company=company, type=type_of(action.trade_in))
        with_turn(change, bought=(*turn_of(state).bought, train))
        if place in (trains.DEPOT, trains.POOL):
            is_first = place == trains.DEPOT and not trains.was_sold(self.rules, state, type.name)
            trains.buy_from_bank(
                change, self.rules, company, ForSale(train, type, place), action.price
            )
            if is_first:
                self.rules.first_train(change, type.name)
        else:
            change.pay(company, place, action.price, "train", company, train)
            trains.take_train(change, self.rules, train, company)
            facts = {"company": company, "type": type.name, "train": train}
            change.tell("bought_train", price=action.price, source=place, **facts)
        for private, owner in state.privates.items():
            powers = self.data.privates[private].powers or {}
            if powers.get("closes_on_train_of") == company and owner != "gone":
                state.privates[private] = "gone"
                change.tell("closed", private=private)


class BuyPrivates(TurnStep):
    """Buy privates from players, at half to twice face value, at any time of the turn from phase 3
    (§23.1).
    """

    name = "privates"
    accepts = (BuyPrivateForCompany, Pass)

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, Pass):
            return isinstance(state.round, OperatingRound) and self.rules.waiting(state) is self
        return isinstance(action, BuyPrivateForCompany)

    def waits(self, state: State) -> bool:
        if not self.rules.phase(state).privates_for_companies:
            return False
        company = self.company(state)
        return any(
            not self.refusals(state, BuyPrivateForCompany(company, private, self._least(private)))
            for private, owner in state.privates.items()
            if holdings.is_player(owner)
        )

    def _least(self, private: str) -> int:
        return -(-self.data.privates[private].price // 2)

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        found = []
        if self.rules.phase(state).privates_for_companies:
            for private, owner in state.privates.items():
                if holdings.is_player(owner):
                    least = self._least(private)
                    most = min(2 * self.data.privates[private].price, state.cash[company])
                    span = Span("price", least, max(least, most))
                    buy = BuyPrivateForCompany(company, private, least)
                    offer = Offer("buy_private", buy, -least, span, note=owner, weight=0.2)
                    found.append(self.judged(state, offer))
        if self.rules.waiting(state) is self:
            found.append(self.pass_offer(state))
        return found

    def refusals(self, state: State, action: BuyPrivateForCompany | Pass) -> list[Refusal]:
        refuse = self.rules.refuse
        found = self.not_its_turn(state, action)
        if found or isinstance(action, Pass):
            return found
        company, private, price = action.company, action.private, action.price
        phase = self.rules.phase(state)
        if not phase.privates_for_companies:
            found.append(refuse("private.phase", phase=phase.name))
        if not holdings.is_player(state.privates[private]):
            return [*found, refuse("private.not_player", private=private)]
        if (self.data.privates[private].powers or {}).get("never_for_companies"):
            found.append(refuse("private.never", private=private))
        least, most = self._least(private), 2 * self.data.privates[private].price
        if not least <= price <= most:
            found.append(refuse("private.range", private=private, least=least, most=most))
        cash = state.cash[company]
        if price > cash:
            found.append(
                refuse("private.treasury", company=company, cash=cash, private=private, price=price)
            )
        return found

    def apply(self, change: Change, action: BuyPrivateForCompany | Pass) -> None:
        if isinstance(action, Pass):
            self.end(change)
            return
        state = change.state
        player = state.privates[action.private]
        change.pay(action.company, player, action.price, "private_sale", action.private)
        state.privates[action.private] = action.company
        facts = {"company": action.company, "private": action.private, "player": player}
        change.tell("company_bought_private", price=action.price, **facts)
