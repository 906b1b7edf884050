"""The operating turn of 1830 (§17): track, token,
run, dividend, trains; privates bought at any time.
"""

from collections.abc import Mapping
from typing import Any

from companion.board.board import split_stop
from companion.ledger.entries import BANK
from companion.rules import holdings, market, stock, tokens, track, trains
from companion.rules.actions import (
    Action,
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
from companion.rules.operating import OperatingRules, TurnStep, with_turn
from companion.rules.privates import BuyPrivates
from companion.rules.purchase import BuyTrains
from companion.rules.refusals import Refusal
from companion.rules.rules import MENDED, Asking
from companion.rules.running import type_of
from companion.rules.state import Question, State
from companion.rules.tokens import PlaceTokens
from companion.rules.track import LayTrack
from companion.titles.t1830.homes import foreign_home_refusals, name_cities
from companion.titles.t1830.notes import turn_of
from companion.titles.t1830.stock import trade, trade_refusals


class Track(LayTrack):
    """Lay or upgrade one tile (§18); the owner of a private may use its power to lay."""

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, LayTile) and action.private is not None:
            return "teleport" in self._powers(action.private)
        return isinstance(action, self.accepts)

    def _powers(self, private: str) -> Mapping[str, Any]:
        return self.data.privates[private].powers or {}

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

    def must_reach(self, private: str | None) -> bool:
        """The power of a private asks for no connection (table 1)."""
        return private is None

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
        before = change.state.board
        super().put(change, action)
        if action.private is not None:
            note_tile(change, action.private)
        name_cities(change, self.rules, action.company, action.hex, before)


def note_tile(change: Change, private: str) -> None:
    """Note that a private has laid its tile in this turn."""
    with_turn(change, tiles=(*turn_of(change.state).tiles, private))


class ExtraTile(TurnStep):
    """A private gives its company an extra tile on the
    private's own hex, connected or not (table 1).
    """

    name = "extra_tile"
    accepts = (LayTile,)

    def takes(self, state: State, action: Action) -> bool:
        if not isinstance(action, LayTile) or action.private is None:
            return False
        powers = self.data.privates[action.private].powers or {}
        return "teleport" not in powers  # that one takes the tile of the turn

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
        if power is None:
            return [refuse("power.none", private=action.private)]
        if action.hex != power["hex"] or action.tile not in power["tiles"]:
            found.append(refuse("lay.power", private=action.private))
        if state.privates[action.private] != action.company:
            found.append(refuse("power.not_owned", company=action.company, private=action.private))
        if action.hex in state.board.laid:
            found.append(refuse("power.occupied", hex=action.hex, private=action.private))
        found += track.supply_refusals(self.rules, state, action.tile)
        return found + track.geometry_refusals(self.rules, state, action, reach=False)

    def apply(self, change: Change, action: LayTile) -> None:
        track.lay_and_pay(change, self.rules, action, 0)
        assert action.private is not None
        note_tile(change, action.private)


class Tokens(PlaceTokens):
    """Place a token (§19): a bought one, or the free one
    of a private whose tile was laid in this turn.
    """

    def takes(self, state: State, action: object) -> bool:
        return isinstance(action, self.accepts)

    def waits(self, state: State) -> bool:
        return bool(self._free_token(state)) or super().waits(state)

    def cities(self, state: State) -> list[str]:
        company = self.company(state)
        return [s for s in super().cities(state) if not self._home_refusals(state, s, company)]

    def _home_refusals(self, state: State, stop: str, company: str) -> list[Refusal]:
        """Against a token in the home of another company, where §19.0 is read strictly."""
        if not self.rules.options["strict_home_tokens"]:
            return []
        return foreign_home_refusals(self.rules, state, stop, company)

    def _teleport(self, private: str) -> Mapping[str, Any]:
        """The power to lay a tile and place a token there; empty of a private without it."""
        found = (self.data.privates[private].powers or {}).get("teleport")
        return found if isinstance(found, Mapping) else {}

    def _free_token(self, state: State) -> list[PlaceToken]:
        """The free token that a private's tile of this turn gives."""
        company = self.company(state)
        if turn_of(state).tokens:
            return []
        for private, owner in state.privates.items():
            if owner == company and private in turn_of(state).tiles and self._teleport(private):
                at = self._teleport(private)["hex"]
                cities = [s for s in state.board.tokens if split_stop(s)[0] == at]
                free = [PlaceToken(company, stop, private) for stop in cities]
                return [a for a in free if not self.refusals(state, a)]
        return []

    def _free_offers(self, state: State) -> list[Offer]:
        free = self._free_token(state)
        return [Offer("token", act, 0, hexes=(act.stop,), weight=3) for act in free]

    def offers(self, state: State) -> list[Offer]:
        return [*self._free_offers(state), *super().offers(state)]

    def refusals(self, state: State, action: PlaceToken | Pass) -> list[Refusal]:
        if not isinstance(action, PlaceToken):
            return self.not_its_turn(state, action)
        if action.private is None:
            found = self._home_refusals(state, action.stop, action.company)
            return super().refusals(state, action) + found
        found = self.not_its_turn(state, action)
        if found:
            return found
        refuse, turn = self.rules.refuse, turn_of(state)
        power = self._teleport(action.private)
        if not power:
            return [refuse("power.none", private=action.private)]
        if action.private not in turn.tiles:
            found.append(refuse("token.too_late", private=action.private))
        if state.privates[action.private] != action.company:
            found.append(refuse("power.not_owned", company=action.company, private=action.private))
        if split_stop(action.stop)[0] != power["hex"]:
            found.append(refuse("lay.power", private=action.private))
        if turn.tokens:
            found.append(refuse("token.one", company=action.company))
        return found + tokens.token_refusals(
            self.rules, state, action.company, action.stop, reach=False, instead=action.instead
        )

    def apply(self, change: Change, action: PlaceToken | Pass) -> None:
        if isinstance(action, PlaceToken) and action.private is not None:
            tokens.buy_token(change, action, 0)
            self.end(change)
            return
        super().apply(change, action)


class LateTile(Track):
    """By another reading the tile that comes with a token is laid at any moment of a turn in which
    no other was.
    """

    def takes(self, state: State, action: Action) -> bool:
        if not isinstance(action, LayTile) or action.private is None or self._is_time(state):
            return False
        return super().takes(state, action)

    def _is_time(self, state: State) -> bool:
        """Does the game wait for the step in which tiles are laid anyway?"""
        asked = self.rules.waiting(state)
        return asked is not None and asked.name == self.name

    def offers(self, state: State) -> list[Offer]:
        done = self._is_time(state) or turn_of(state).laid
        return [] if done else self.power_offers(state)

    def put(self, change: Change, action: LayTile) -> None:
        super().put(change, action)
        turn, operating = turn_of(change.state), self.rules.round_rules(change.state)
        assert isinstance(operating, OperatingRules)
        if any(step.name == Tokens.name for step in operating.steps[: turn.step]):
            change.state.ask(Question(LateToken.name, action.company, (str(action.private),)))

    def end(self, change: Change) -> None:
        """The turn goes on where it was."""


class LateToken(Asking, Tokens):
    """The token that comes with a tile laid after the token step: right after it, or never."""

    def offers(self, state: State) -> list[Offer]:
        return [*self._free_offers(state), self.pass_offer(state)]

    def end(self, change: Change) -> None:
        """The turn goes on where it was, and the token is not asked about again."""
        change.state.answered(self.question(change.state))


class Trains(BuyTrains):
    """Buy trains (§21); with a route and no train it must, with its president's money (§24)."""

    accepts = (BuyTrain, Pass, SellShares, SellPrivate, DeclareBankruptcy)

    def can_raise(self, state: State) -> int:
        """What the president could raise by selling every share he may (§24.0(3))."""
        player, company = self.actor(state), self.company(state)
        total = 0
        for other in market.priced(state):
            most = stock.most_sellable(self.rules, state, player, other, (company,))
            total += most * (market.price(self.data, state, other) or 0) // 10
        return total

    def least_for(self, state: State, seller: str) -> int:
        """Any agreed price; 1 between companies of one president (§21.0)."""
        presides = holdings.president(self.data, state, seller) == self.actor(state)
        return 1 if presides or self.rules.version < MENDED else 0

    def raising(self, state: State) -> list[Offer]:
        """How the president may raise what is lacking: shares, privates; or his bankruptcy."""
        if not self.shortfall(state):
            return []
        player = self.actor(state)
        found = []
        for other in market.priced(state):
            if holdings.percent(self.data, state, other, player):
                found.append(stock.forced_sale_offer(self, state, player, other))
        found += self._private_sales(state, player)
        bankrupt = Offer("bankrupt", DeclareBankruptcy(player), None, weight=5)
        return [*found, self.judged(state, bankrupt)]

    def _private_sales(self, state: State, player: str) -> list[Offer]:
        """He may sell privates to other players, at any price, but need not (§24.0(3))."""
        found = []
        for private, owner in state.privates.items():
            for buyer in state.order:
                if owner == player != buyer:
                    span = Span("price", 1, max(1, state.cash[buyer]))
                    price = min(self.data.privates[private].price, span.most)
                    sale = SellPrivate(player, buyer, private, price)
                    found.append(self.judged(state, Offer("trade", sale, price, span, weight=0.1)))
        return found

    def helped_limits(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Only the cheapest train of the bank; of others' trains at most the face value (§24.0)."""
        if place in (trains.DEPOT, trains.POOL):
            cheapest = trains.cheapest(self.rules, state)
            if cheapest is not None and action.price > cheapest.type.price:
                facts = {"train": cheapest.type.name, "cost": cheapest.type.price}
                return [self.rules.refuse("train.cheapest", **facts)]
            return []
        face = self.data.trains[type_of(action.train)].price
        return [self.rules.refuse("train.face", most=face)] if action.price > face else []

    def helping(
        self, state: State, action: SellShares | SellPrivate | DeclareBankruptcy
    ) -> list[Refusal]:
        """Against a president's sale for the train, or his bankruptcy (§24.0)."""
        refuse = self.rules.refuse
        player, company = self.actor(state), self.company(state)
        who = action.actor()
        if who != player:
            return [refuse("turn.not_yours", actor=player, who=who)]
        lacking = self.shortfall(state)
        found = [] if lacking else [refuse("forced.not_short", player=player)]
        if isinstance(action, SellPrivate):
            owner = state.privates[action.private]
            if owner != player:
                return [*found, refuse("trade.not_yours", private=action.private, owner=owner)]
            if action.buyer == player:
                return [*found, refuse("trade.self", player=player, private=action.private)]
            return found + trade_refusals(self.rules, state, action)
        if isinstance(action, DeclareBankruptcy):
            if not lacking:
                return [refuse("bankrupt.not_short", player=player)]
            can_raise = self.can_raise(state)
            if can_raise >= lacking:
                return [
                    refuse("bankrupt.not", player=player, price=lacking, **{"raise": can_raise})
                ]
            return []
        found += stock.forced_sale_refusals(self.rules, state, action, lacking, (company,))
        if found or self.rules.options["sales_fall_short"]:
            return found
        if self.can_raise(state) >= lacking and self._falls_short(state, action):
            facts = self._sale_that_does(state, action)
            found.append(refuse("forced.falls_short", player=player, price=lacking, **facts))
        return found

    def _falls_short(self, state: State, action: SellShares) -> bool:
        """Could the money not be raised any more after this sale, for its price has fallen?"""
        change = Change(state.copy())
        self._sell(change, action)
        return self.can_raise(change.state) < self.shortfall(change.state)

    def _sale_that_does(self, state: State, action: SellShares) -> dict[str, object]:
        """A sale after which the money can still be raised: of the same company if there is one,
        the smallest.
        """
        company, lacking = self.company(state), self.shortfall(state)
        for other in (action.company, *(c for c in market.priced(state) if c != action.company)):
            step = self.data.companies[other].step
            for percent in range(step, stock.pool_room(self.rules, state, other) + 1, step):
                sale = SellShares(action.player, other, percent)
                keeps = (company,)
                if not stock.forced_sale_refusals(
                    self.rules, state, sale, lacking, keeps
                ) and not self._falls_short(state, sale):
                    return {"company": other, "percent": percent}
        raise ValueError("no sale raises the money that can be raised")

    def help(self, change: Change, action: SellShares | SellPrivate | DeclareBankruptcy) -> None:
        if not isinstance(action, DeclareBankruptcy):
            self.note_payable(change)
        if isinstance(action, SellPrivate):
            trade(change, action)
        elif isinstance(action, SellShares):
            self._sell(change, action)
        else:
            self._go_bankrupt(change, action.player)

    def _sell(self, change: Change, action: SellShares) -> None:
        cell = market.cell_of(self.data, change.state, action.company)
        assert cell is not None
        fallen = market.down(self.data.chart, cell, action.percent // 10)
        stock.sell(change, self.rules, action, fallen)

    def _go_bankrupt(self, change: Change, player: str) -> None:
        """He sells all he may, in the order in which the companies operate (by older rules, in
        which they were started); he loses his cash, and the game ends at once (§25.0).
        """
        state, company = change.state, self.company(change.state)
        change.tell("bankrupt", player=player)
        mended = self.rules.version >= MENDED
        for other in self.rules.in_order(state) if mended else market.priced(state):
            most = stock.most_sellable(self.rules, state, player, other, (company,))
            if most:
                self._sell(change, SellShares(player, other, most))
        change.pay(player, BANK, state.cash[player], "bankruptcy", player)
        self.rules.finish(change, "bankruptcy")

    def bought(self, change: Change, company: str, train: str) -> None:
        """A private closes with the first train of its company (table 1)."""
        state = change.state
        for private, owner in state.privates.items():
            powers = self.data.privates[private].powers or {}
            if powers.get("closes_on_train_of") == company and owner != "gone":
                state.privates[private] = "gone"
                change.tell("closed", private=private)


class Privates(BuyPrivates):
    """Privates at half to twice face value, at any time of the turn from phase 3 (§23.1)."""

    def least(self, private: str) -> int:
        return -(-self.data.privates[private].price // 2)

    def most(self, private: str) -> int:
        return 2 * self.data.privates[private].price
