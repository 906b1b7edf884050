"""Privates whose player lays a tile: while they own it, or when they sell it to a company.

The tile costs nothing and needs no connection. It is laid once, in addition to those of a company.
"""

from collections.abc import Iterator

from companion.rules.core.actions import LayTile, Pass, PrivateAction, action
from companion.rules.core.change import Change
from companion.rules.core.map_use import CHECKED
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.standard_state import game_of, note_used
from companion.rules.core.state import Question, State
from companion.rules.judge.rules import QuestionStep, Rules, Step
from companion.rules.operating import track
from companion.rules.operating.operating_round import (
    OperatingRound,
    is_between_turns,
    is_laying_track,
    turn_of,
)
from companion.rules.operating.private_powers import ExtraTilePower, power
from companion.rules.shares.holdings import is_player
from companion.rules.stock.share_trading import StockRound

OWNER_LAYS, SELLER_LAYS = "owner_tile", "seller_tile"  # keys in the data


@action("lay_private_tile")
class LayPrivateTile(PrivateAction):
    """A player lays the tile of a private that they own, or that they have just sold."""

    hex: str
    tile: str
    rotation: int  # clockwise sixths, 0-5


class PlayerTileStep(Step):
    """The tile of a private that its owner lays.

    It is laid in a stock round, between the turns of companies, or while a company of the owner
    lays track.
    """

    name = "player_tile"
    accepts: tuple[type, ...] = (LayPrivateTile,)
    key = OWNER_LAYS
    only_with = CHECKED

    def privates(self, state: State) -> Iterator[tuple[str, str, ExtraTilePower]]:
        """Yield the privates whose tile may be laid now, each with the player and the power."""
        for private, owner in state.privates.items():
            found = power(self.rules, private, self.key)
            if found and is_player(owner) and self.is_time(state, owner):
                yield private, owner, found

    def is_time(self, state: State, player: str) -> bool:
        """Check whether the player may lay the tile at this moment."""
        if isinstance(state.round, StockRound):
            return True
        if not isinstance(state.round, OperatingRound) or is_between_turns(self.rules, state):
            return isinstance(state.round, OperatingRound)
        mine = self.rules.decider(state, turn_of(state).company) == player
        return mine and is_laying_track(self.rules, state)

    def _lays(self, state: State) -> Iterator[LayPrivateTile]:
        """Yield the lays that fit, allowed or not."""
        for private, player, own in self.privates(state):
            if private not in game_of(state).used_privates:
                for at in own.hexes:
                    for lay in track.legal_lays(self.rules, state, at, None, own.tiles):
                        yield LayPrivateTile(player, private, at, *lay)

    def find_allowed(self, state: State) -> Iterator[LayPrivateTile]:
        return (lay for lay in self._lays(state) if not self.refusals(state, lay))

    def offers(self, state: State) -> list[Offer]:
        lays = list(self._lays(state))
        return [
            self.judge_offer(
                state, Offer("player_tile", lay, 0, hexes=(lay.hex,), weight=0.3 / len(lays))
            )
            for lay in lays
        ]

    def refusals(self, state: State, action: LayPrivateTile) -> list[Refusal]:
        refuse, private, player = self.rules.refuse, action.private, action.player
        own: ExtraTilePower | None = power(self.rules, private, self.key)
        if own is None:
            return [refuse("power.none", private=private)]
        if state.privates[private] != player:
            return [refuse("power.not_owned", company=player, private=private)]
        found = []
        if not self.is_time(state, player):
            found.append(refuse("power.player_time", player=player, private=private))
        return found + self.check_tile(state, action, own)

    def check_tile(
        self, state: State, action: LayPrivateTile, own: ExtraTilePower
    ) -> list[Refusal]:
        """Check the tile, its hex and its supply."""
        refuse, private, rules = self.rules.refuse, action.private, self.rules
        found = []
        if private in game_of(state).used_privates:
            found.append(refuse("power.used", private=private))
        if action.hex not in own.hexes or action.tile not in own.tiles:
            found.append(refuse("lay.power", private=private))
        if action.hex in state.board.laid:
            found.append(refuse("power.occupied", hex=action.hex, private=private))
        found += track.supply_refusals(rules, state, action.tile, own.reserved)
        found += track.colour_refusals(rules, state, action.tile)
        return found + track.geometry_refusals(rules, state, _lay(action), reach=False)

    def apply(self, change: Change, action: LayPrivateTile) -> None:
        track.lay(change, self.rules, _lay(action))
        note_used(change, action.private)
        facts = {"hex": action.hex, "tile": action.tile, "rotation": action.rotation}
        change.tell("laid_private_tile", player=action.player, private=action.private, **facts)


class SellerTileStep(QuestionStep, PlayerTileStep):
    """The question to the seller of a private, who lays its tile at once or never."""

    name = "seller_tile"
    accepts = (LayPrivateTile, Pass)
    key = SELLER_LAYS

    def privates(self, state: State) -> Iterator[tuple[str, str, ExtraTilePower]]:
        for question in self.pending(state):
            private = question.subjects[0]
            yield private, question.actor, power(self.rules, private, self.key)

    def offers(self, state: State) -> list[Offer]:
        letting_go = Offer("pass", Pass(self.actor(state)))
        return [*super().offers(state), self.judge_offer(state, letting_go)]

    def refusals(self, state: State, action: LayPrivateTile | Pass) -> list[Refusal]:
        actor = self.actor(state)
        if action.actor() != actor:
            return [self.rules.refuse("turn.not_yours", actor=actor, party=action.actor())]
        if isinstance(action, Pass):
            return []
        private = self.question(state).subjects[0]
        if action.private != private:
            return [self.rules.refuse("power.none", private=action.private)]
        return self.check_tile(state, action, power(self.rules, private, self.key))

    def apply(self, change: Change, action: LayPrivateTile | Pass) -> None:
        question = self.question(change.state)
        change.state.remove_question(question)
        if isinstance(action, LayPrivateTile):
            super().apply(change, action)
        else:
            facts = {"player": action.party, "private": question.subjects[0]}
            change.tell("laid_no_private_tile", **facts)


def _lay(action: LayPrivateTile) -> LayTile:
    return LayTile(action.player, action.hex, action.tile, action.rotation, action.private)


def ask_seller(change: Change, rules: Rules, private: str, seller: str) -> None:
    """Ask the seller of a private for its tile, if the private has one that may be laid."""
    if not power(rules, private, SELLER_LAYS) or change.state.is_told:
        return  # without the map, the tile changes nothing that is noted
    question = Question(SellerTileStep.name, seller, (private,))
    change.state.ask(question)
    step = next(step for step in rules.interrupts if isinstance(step, SellerTileStep))
    if not any(True for _ in step.find_allowed(change.state)):
        change.state.remove_question(question)
