"""Privates that place a free or cheaper token of their company.

A free token is placed alone, or after the private's tile of the same turn.
"""

from collections.abc import Iterator

from companion.board.border_crossings import crossings
from companion.board.map import split_stop
from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, LayTile, Pass, PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.map_use import CHECKED
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.standard_state import game_of, note_used, turn_of
from companion.rules.core.state import Question, State
from companion.rules.data.lay_allowance import LayAllowance
from companion.rules.judge.rules import QuestionStep
from companion.rules.operating import tokens, track
from companion.rules.operating.home_choice import foreign_home_refusals, name_cities
from companion.rules.operating.home_slots import cities
from companion.rules.operating.operating_round import OperatingRules, TurnStep, update_turn
from companion.rules.operating.private_powers import (
    GROUND_OFF,
    TOKEN_PERCENT,
    FreeTokenPower,
    owner_refusals,
    pay_crossings,
    power,
    privates_with_power,
)
from companion.rules.operating.token_distance import count_hexes
from companion.rules.operating.tokens import TokenStep
from companion.rules.operating.track import TrackStep
from companion.rules.privates.extra_tile import note_tile


class TeleportTrackStep(TrackStep):
    """Lay or upgrade one tile. The owner of a private may use its power to lay.

    The step waits for the lays of the steps ``beside`` it, too.
    """

    beside: tuple[TurnStep, ...] = ()

    def waits(self, state: State) -> bool:
        if super().waits(state):
            return True
        return any(True for step in self.beside for _ in step.find_allowed(state))

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, LayTile) and action.private is not None:
            return bool(power(self.rules, action.private, "distant_tile"))
        return isinstance(action, self.accepts)

    def allowance(self, state: State) -> LayAllowance:
        """Return the lays of the turn.

        They may be others in a company's first turn, or from a phase on.
        """
        if self.data.first_track and turn_of(state).is_first:
            return self.data.first_track
        return self.data.track_by_phase[state.phase]

    def teleports(self, state: State) -> list[str]:
        """Return the privates whose tile the company may lay in this step."""
        return privates_with_power(self.rules, state, self.company(state), "distant_tile")

    def power_offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        found = []
        for private in self.teleports(state):
            own = power(self.rules, private, "distant_tile")
            for rotation in range(3):
                action = LayTile(company, own["hex"], own["tile"], rotation, private)
                offer = Offer("lay_power", action, -self.cost(state, action), hexes=(own["hex"],))
                found.append(self.judge_offer(state, offer))
        return found

    def ground(self, state: State, action: LayTile) -> int:
        """Return the cost of the hex, with terrain that a private makes free or cheaper."""
        found, terrain = super().ground(state, action), self.data.map.hexes[action.hex].terrain
        company = self.company(state)
        own = power(self.rules, action.private, "distant_tile")
        if own and own.get("free"):
            return 0
        less = privates_with_power(self.rules, state, company, GROUND_OFF)
        off: int = sum(power(self.rules, private, GROUND_OFF) for private in less)
        mine = privates_with_power(self.rules, state, company, "free_terrain")
        free = {power(self.rules, private, "free_terrain") for private in mine}
        if not terrain or action.hex in state.board.laid or {each.kind for each in terrain} - free:
            return max(0, found - off)
        return max(0, found - sum(each.cost for each in terrain) - off)

    def must_reach(self, private: str | None) -> bool:
        """Must the lay be connected? The power of a private needs no connection."""
        return private is None

    def check_lay(self, state: State, action: LayTile) -> list[Refusal]:
        found = super().check_lay(state, action)
        if action.private is None:
            return found
        refuse, own = self.rules.refuse, power(self.rules, action.private, "distant_tile")
        found += owner_refusals(self.rules, state, action)
        if (action.hex, action.tile) != (own["hex"], own["tile"]):
            found.append(refuse("lay.power", private=action.private))
        elif action.hex in state.board.laid:
            found.append(refuse("power.occupied", hex=action.hex, private=action.private))
        return found

    def carry_out_lay(self, change: Change, action: LayTile) -> None:
        before = change.state.board
        crossed = crossings(before, action.hex, action.tile, action.rotation)
        is_named = self.rules.track.may_allot(self.rules, change.state, action.hex)
        super().carry_out_lay(change, action)
        pay_crossings(change, self.rules, len(crossed))
        if action.private is not None:
            note_tile(change, action.private)
        if not is_named:  # else the layer names the cities with the tile
            name_cities(change, self.rules, action.company, action.hex, before)


class TeleportTokenStep(TokenStep):
    """Place a token: a bought one, or the free one of a private's tile in this turn."""

    def takes(self, state: State, action: object) -> bool:
        return isinstance(action, self.accepts)

    def waits(self, state: State) -> bool:
        if self._free_token(state) or super().waits(state):
            return True
        return any(offer.allowed for offer in self._cheaper_offers(state))

    def _cheaper_offers(self, state: State) -> list[Offer]:
        """Return the offers of a token at the price of a private."""
        company = self.company(state)
        places = [
            PlaceToken(company, stop, private)
            for private in privates_with_power(self.rules, state, company, TOKEN_PERCENT)
            if private not in game_of(state).used_privates and not turn_of(state).tokens
            for stop in self.find_cities(state)
        ]
        return [
            self.judge_offer(
                state,
                Offer(
                    "token_power",
                    place,
                    -self.price(state, place),
                    hexes=(place.stop,),
                    weight=0.5,
                ),
            )
            for place in places
        ]

    def cost(self, state: State, stop: str) -> int:
        """Return the cost of a token in that city, which its distance multiplies by a switch."""
        return super().cost(state, stop) * self._count_hexes(state, stop)

    def describe_cost(self, state: State, stop: str) -> str:
        hexes = self._count_hexes(state, stop)
        price = super().cost(state, stop)
        return f"{price} × {hexes}" if hexes > 1 else super().describe_cost(state, stop)

    def _count_hexes(self, state: State, stop: str) -> int:
        """Return the hexes that the token costs; 1 where the distance does not count."""
        if not self.data.operating.token_distance:
            return 1
        return count_hexes(self.rules, state, self.company(state), stop)

    def find_cities(self, state: State) -> Iterator[str]:
        company, found = self.company(state), super().find_cities(state)
        return (stop for stop in found if not self._home_refusals(state, stop, company))

    def _home_refusals(self, state: State, stop: str, company: str) -> list[Refusal]:
        """Refuse a token in the home of another company."""
        if not self.data.operating.closed_homes:
            return []
        return foreign_home_refusals(self.rules, state, stop, company)

    def _free_token(self, state: State) -> list[PlaceToken]:
        """Return the free tokens of privates, first the one after its tile of this turn."""
        company, placed = self.company(state), bool(turn_of(state).tokens)
        for private in privates_with_power(self.rules, state, company, "distant_tile"):
            if private in turn_of(state).tile_privates and not placed:
                at = power(self.rules, private, "distant_tile")["hex"]
                free = [PlaceToken(company, stop, private) for stop in cities(state.board, at)]
                return [a for a in free if not self.refusals(state, a)]
        return [
            place
            for private in privates_with_power(self.rules, state, company, "free_token")
            if not placed or power(self.rules, private, "free_token").beside
            for at in power(self.rules, private, "free_token").hexes
            for stop in cities(state.board, at)
            if not self.refusals(state, place := PlaceToken(company, stop, private))
        ]

    def _free_offers(self, state: State) -> list[Offer]:
        free = self._free_token(state)
        prices = {
            private: own.price
            for private in {act.private for act in free}
            if (own := power(self.rules, private, "free_token"))
        }
        return [
            Offer("token", act, -prices.get(act.private, 0), hexes=(act.stop,), weight=3)
            for act in free
        ]

    def offers(self, state: State) -> list[Offer]:
        free, cheaper = self._free_offers(state), self._cheaper_offers(state)
        return [*free, *cheaper, *super().offers(state)]

    def refusals(self, state: State, action: PlaceToken | Pass) -> list[Refusal]:
        if not isinstance(action, PlaceToken):
            return self.not_its_turn(state, action)
        is_cheaper = power(self.rules, action.private, TOKEN_PERCENT) is not None
        if action.private is None or is_cheaper:
            found = self._home_refusals(state, action.stop, action.company)
            found += owner_refusals(self.rules, state, action)
            if is_cheaper and action.private in game_of(state).used_privates:
                found.append(self.rules.refuse("power.used", private=action.private))
            return super().refusals(state, action) + found
        found = self.not_its_turn(state, action)
        if found:
            return found
        refuse, turn = self.rules.refuse, turn_of(state)
        at, private = split_stop(action.stop)[0], action.private
        if own := power(self.rules, private, "distant_tile"):
            if private not in turn.tile_privates:
                found.append(refuse("token.too_late", private=private))
            if at != own["hex"]:
                found.append(refuse("lay.power", private=private))
        elif own := power(self.rules, private, "free_token"):
            found += self._check_free_token(state, action, at, own)
        else:
            return [refuse("power.none", private=private)]
        found += owner_refusals(self.rules, state, action)
        is_beside = isinstance(own, FreeTokenPower) and own.beside
        if turn.tokens and not is_beside:
            found.append(refuse("token.one", company=action.company))
        return found + tokens.token_refusals(
            self.rules,
            state,
            action.company,
            action.stop,
            reach=False,
            instead=action.replaced_owner,
        )

    def _check_free_token(
        self, state: State, action: PlaceToken, at: str, own: FreeTokenPower
    ) -> list[Refusal]:
        """Check the hex of a token that a private places without a tile."""
        refuse, private, found = self.rules.refuse, action.private, []
        if private in game_of(state).used_privates:
            found.append(refuse("power.used", private=private))
        if own.price > (cash := state.cash[action.company]):
            facts = {"company": action.company, "cost": own.price, "cash": cash}
            found.append(refuse("token.cost", **facts))
        if at not in own.hexes:
            found.append(refuse("lay.power", private=private))
        elif state.board.tile_at(at).tracks and not own.on_track:
            found.append(refuse("power.has_track", private=private, hex=at))
        blocking = track.blocking_refusals(self.rules, state, at, action.company)
        return found + [refusal for refusal in blocking if refusal.code == "lay.blocked"]

    def apply(self, change: Change, action: PlaceToken | Pass) -> None:
        private = action.private if isinstance(action, PlaceToken) else None
        is_cheaper = power(self.rules, private, TOKEN_PERCENT) is not None
        if private and (is_cheaper or power(self.rules, private, "free_token")):
            note_used(change, private)
        if isinstance(action, PlaceToken) and private and not is_cheaper:
            own = power(self.rules, private, "free_token")
            is_beside, before = own and own.beside, turn_of(change.state).tokens
            tokens.buy_token(change, action, own.price if own else 0)
            if is_beside:  # the token of the turn is still to be placed
                update_turn(change, tokens=before)
            else:
                self.end(change)
        else:
            super().apply(change, action)
        if isinstance(action, PlaceToken):
            self._pay_bonus(change, action.company, action.stop)

    def _pay_bonus(self, change: Change, company: str, stop: str) -> None:
        """Pay the company what the bank gives for its token on this hex."""
        amount = self.data.companies[company].token_bonuses.get(split_stop(stop)[0], 0)
        if amount:
            change.pay(BANK, company, amount, "token_bonus", company, stop)
            change.tell("token_bonus", company=company, stop=stop, amount=amount)


class LateTeleportStep(TeleportTrackStep):
    """The tile with the free token may be laid at any moment of a turn.

    No other tile may have been laid in the turn. Some privates lay it in the step of track alone.
    """

    only_with = CHECKED

    def teleports(self, state: State) -> list[str]:
        return [private for private in super().teleports(state) if not self._is_bound(private)]

    def _is_bound(self, private: str | None) -> bool:
        """Check whether the tile is laid in the step of track alone."""
        return bool(power(self.rules, private, "distant_tile").get("in_track_step"))

    def check_lay(self, state: State, action: LayTile) -> list[Refusal]:
        found = super().check_lay(state, action)
        if self._is_bound(action.private):
            found.append(self.rules.refuse("power.track", private=action.private))
        return found

    def takes(self, state: State, action: Action) -> bool:
        if not isinstance(action, LayTile) or action.private is None or self._is_time(state):
            return False
        return super().takes(state, action)

    def _is_time(self, state: State) -> bool:
        """Does the game wait for the track step anyway?"""
        asked = self.rules.waiting(state)
        return asked is not None and asked.name == self.name

    def offers(self, state: State) -> list[Offer]:
        done = self._is_time(state) or turn_of(state).lays
        return [] if done else self.power_offers(state)

    def carry_out_lay(self, change: Change, action: LayTile) -> None:
        super().carry_out_lay(change, action)
        turn, operating = turn_of(change.state), self.rules.round_rules(change.state)
        assert isinstance(operating, OperatingRules)
        if any(
            step.name == TeleportTokenStep.name
            for step in operating.steps_in(change.state)[: turn.step]
        ):
            change.state.ask(Question(LateTokenStep.name, action.company, (str(action.private),)))

    def end(self, change: Change) -> None:
        """Leave the turn where it was."""


class LateTokenStep(QuestionStep, TeleportTokenStep):
    """The token of a tile laid after the token step: directly after the tile, or never."""

    def offers(self, state: State) -> list[Offer]:
        return [*self._free_offers(state), self.pass_offer(state)]

    def end(self, change: Change) -> None:
        """Leave the turn where it was, without asking about the token again."""
        change.state.remove_question(self.question(change.state))
