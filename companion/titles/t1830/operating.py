"""The operating turn of 1830 (§17): track, token, run, dividend, trains; privates at any time."""

from collections.abc import Iterator

from companion.board.map import split_stop
from companion.rules.core.actions import Action, LayTile, Pass, PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.judge.rules import QuestionStep
from companion.rules.operating import tokens, track
from companion.rules.operating.operating_round import OperatingRules, TurnStep, update_turn
from companion.rules.operating.private_powers import owner_refusals, power, privates_with_power
from companion.rules.operating.reservations import cities
from companion.rules.operating.tokens import TokenStep
from companion.rules.operating.track import TrackStep
from companion.rules.privates.private_sales import PrivatePurchaseStep
from companion.titles.t1830.homes import foreign_home_refusals, name_cities
from companion.titles.t1830.notes import turn_of


class TrackStep1830(TrackStep):
    """Lay or upgrade one tile (§18). The owner of a private may use its power to lay."""

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, LayTile) and action.private is not None:
            return bool(power(self.rules, action.private, "teleport"))
        return isinstance(action, self.accepts)

    def power_offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        found = []
        for private in privates_with_power(self.rules, state, company, "teleport"):
            own = power(self.rules, private, "teleport")
            for rotation in range(3):
                action = LayTile(company, own["hex"], own["tile"], rotation, private)
                offer = Offer("lay_power", action, -self.cost(state, action), hexes=(own["hex"],))
                found.append(self.judge_offer(state, offer))
        return found

    def must_reach(self, private: str | None) -> bool:
        """Must the lay be connected? The power of a private needs no connection (table 1)."""
        return private is None

    def check_lay(self, state: State, action: LayTile) -> list[Refusal]:
        found = super().check_lay(state, action)
        if action.private is None:
            return found
        refuse, own = self.rules.refuse, power(self.rules, action.private, "teleport")
        found += owner_refusals(self.rules, state, action)
        if (action.hex, action.tile) != (own["hex"], own["tile"]):
            found.append(refuse("lay.power", private=action.private))
        elif action.hex in state.board.laid:
            found.append(refuse("power.occupied", hex=action.hex, private=action.private))
        return found

    def carry_out_lay(self, change: Change, action: LayTile) -> None:
        before = change.state.board
        super().carry_out_lay(change, action)
        if action.private is not None:
            note_tile(change, action.private)
        name_cities(change, self.rules, action.company, action.hex, before)


def note_tile(change: Change, private: str) -> None:
    """Note that a private has laid its tile in this turn."""
    update_turn(change, tile_privates=(*turn_of(change.state).tile_privates, private))


class ExtraTileStep(TurnStep):
    """An extra tile of a private, on the private's own hex, connected or not (table 1)."""

    name = "extra_tile"
    accepts = (LayTile,)

    def takes(self, state: State, action: Action) -> bool:
        if not isinstance(action, LayTile) or action.private is None:
            return False
        # That other power uses the tile of the turn.
        return not power(self.rules, action.private, "teleport")

    def _lays(self, state: State) -> Iterator[LayTile]:
        """Yield the lays that fit, allowed or not."""
        company = self.company(state)
        for private in privates_with_power(self.rules, state, company, "extra_tile"):
            own = power(self.rules, private, "extra_tile")
            if own["hex"] not in state.board.laid:
                fits = track.legal_lays(self.rules, state, own["hex"], None, own["tiles"])
                for tile, rotation in fits:
                    yield LayTile(company, own["hex"], tile, rotation, private)

    def offers(self, state: State) -> list[Offer]:
        return [
            self.judge_offer(state, Offer("lay_power", lay, 0, hexes=(lay.hex,), weight=0.1))
            for lay in self._lays(state)
        ]

    def find_allowed(self, state: State) -> Iterator[LayTile]:
        return (lay for lay in self._lays(state) if not self.refusals(state, lay))

    def refusals(self, state: State, action: LayTile) -> list[Refusal]:
        refuse = self.rules.refuse
        found = self.not_its_turn(state, action)
        if found:
            return found
        own = power(self.rules, action.private, "extra_tile")
        if own is None:
            return [refuse("power.none", private=action.private)]
        if action.hex != own["hex"] or action.tile not in own["tiles"]:
            found.append(refuse("lay.power", private=action.private))
        found += owner_refusals(self.rules, state, action)
        if action.hex in state.board.laid:
            found.append(refuse("power.occupied", hex=action.hex, private=action.private))
        found += track.supply_refusals(self.rules, state, action.tile)
        return found + track.geometry_refusals(self.rules, state, action, reach=False)

    def apply(self, change: Change, action: LayTile) -> None:
        track.lay_and_pay(change, self.rules, action, 0)
        assert action.private is not None
        note_tile(change, action.private)


class TokenStep1830(TokenStep):
    """Place a token (§19): a bought one, or the free one of a private's tile in this turn."""

    def takes(self, state: State, action: object) -> bool:
        return isinstance(action, self.accepts)

    def waits(self, state: State) -> bool:
        return bool(self._free_token(state)) or super().waits(state)

    def find_cities(self, state: State) -> Iterator[str]:
        company, found = self.company(state), super().find_cities(state)
        return (stop for stop in found if not self._home_refusals(state, stop, company))

    def _home_refusals(self, state: State, stop: str, company: str) -> list[Refusal]:
        """Refuse a token in the home of another company, where §19.0 is read strictly."""
        if not self.rules.options["strict_home_tokens"]:
            return []
        return foreign_home_refusals(self.rules, state, stop, company)

    def _free_token(self, state: State) -> list[PlaceToken]:
        """Return the free token that comes with a private's tile of this turn."""
        company = self.company(state)
        if turn_of(state).tokens:
            return []
        for private in privates_with_power(self.rules, state, company, "teleport"):
            if private in turn_of(state).tile_privates:
                at = power(self.rules, private, "teleport")["hex"]
                free = [PlaceToken(company, stop, private) for stop in cities(state.board, at)]
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
        own = power(self.rules, action.private, "teleport")
        if own is None:
            return [refuse("power.none", private=action.private)]
        if action.private not in turn.tile_privates:
            found.append(refuse("token.too_late", private=action.private))
        found += owner_refusals(self.rules, state, action)
        if split_stop(action.stop)[0] != own["hex"]:
            found.append(refuse("lay.power", private=action.private))
        if turn.tokens:
            found.append(refuse("token.one", company=action.company))
        return found + tokens.token_refusals(
            self.rules,
            state,
            action.company,
            action.stop,
            reach=False,
            instead=action.replaced_owner,
        )

    def apply(self, change: Change, action: PlaceToken | Pass) -> None:
        if isinstance(action, PlaceToken) and action.private is not None:
            tokens.buy_token(change, action, 0)
            self.end(change)
            return
        super().apply(change, action)


class LateTrackStep(TrackStep1830):
    """By another reading the tile with the free token may be laid at any moment of a turn.

    No other tile may have been laid in the turn.
    """

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
        if any(step.name == TokenStep1830.name for step in operating.steps[: turn.step]):
            change.state.ask(Question(LateTokenStep.name, action.company, (str(action.private),)))

    def end(self, change: Change) -> None:
        """Leave the turn where it was."""


class LateTokenStep(QuestionStep, TokenStep1830):
    """The token of a tile laid after the token step: directly after the tile, or never."""

    def offers(self, state: State) -> list[Offer]:
        return [*self._free_offers(state), self.pass_offer(state)]

    def end(self, change: Change) -> None:
        """Leave the turn where it was, without asking about the token again."""
        change.state.remove_question(self.question(change.state))


class PrivatePurchaseStep1830(PrivatePurchaseStep):
    """Buy privates at half to twice face value, at any time of the turn from phase 3 (§23.1)."""

    def least(self, private: str) -> int:
        return -(-self.data.privates[private].price // 2)

    def most(self, private: str) -> int:
        return 2 * self.data.privates[private].price
