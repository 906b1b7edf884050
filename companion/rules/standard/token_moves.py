"""Privates that move a token of their company, once, and then lay a tile where it is.

The token may be moved at any moment of the turn but between the run and its dividend. A neutral
token stays in the place of a home token, if the title has neutral tokens.
"""

from collections.abc import Iterator

from companion.board.map import split_stop
from companion.rules.core.actions import LayTile, Pass
from companion.rules.core.change import Change
from companion.rules.core.map_use import CHECKED
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.standard_state import game_of, note_used, turn_of
from companion.rules.core.state import Question, State
from companion.rules.data.lay_allowance import LayPermission
from companion.rules.judge.rules import QuestionStep
from companion.rules.operating import tokens
from companion.rules.operating.dividends import DividendStep
from companion.rules.operating.operating_round import TurnStep, step_of, update_turn
from companion.rules.operating.private_powers import (
    TOKEN_MOVE,
    TokenMovePower,
    owner_refusals,
    power,
    privates_with_power,
)
from companion.rules.operating.track import TrackStep
from companion.rules.privates.power_tokens import MoveOwnToken
from companion.rules.privates.teleport import TeleportTrackStep
from companion.rules.standard.neutral_tokens import has_neutral_in


class TokenMoveStep(TurnStep):
    """The move of a token by a private."""

    name = "token_move"
    accepts = (MoveOwnToken,)
    only_with = CHECKED

    def _moves(self, state: State) -> Iterator[MoveOwnToken]:
        company, board = self.company(state), state.board
        for private in privates_with_power(self.rules, state, company, TOKEN_MOVE):
            own: TokenMovePower = power(self.rules, private, TOKEN_MOVE)
            for stop in board.token_stops(company):
                for to in board.tokens:
                    if split_stop(to)[0] in own.to:
                        yield MoveOwnToken(company, private, stop, to)

    def offers(self, state: State) -> list[Offer]:
        legal = [move for move in self._moves(state) if not self.refusals(state, move)]
        return [Offer("move_own_token", move, 0, weight=0.3 / len(legal)) for move in legal]

    def refusals(self, state: State, action: MoveOwnToken) -> list[Refusal]:
        refuse, company, private = self.rules.refuse, action.company, action.private
        if found := self.not_its_turn(state, action):
            return found
        own: TokenMovePower | None = power(self.rules, private, TOKEN_MOVE)
        if own is None:
            return [refuse("power.none", private=private)]
        found = owner_refusals(self.rules, state, action)
        if private in game_of(state).used_privates:
            found.append(refuse("power.used", private=private))
        if step_of(self.rules, state) == DividendStep.name:
            found.append(refuse("power.before_dividend", private=private))
        stop, to = action.stop, action.destination
        if company not in state.board.tokens.get(stop, ()):
            return [*found, refuse("token.not_there", company=company, stop=stop)]
        if split_stop(stop)[0] in own.never_from or split_stop(to)[0] not in own.to:
            return [*found, refuse("power.move", private=private, hexes=own.to)]
        if self._is_home(company, stop) and has_neutral_in(self.rules, state, split_stop(stop)[0]):
            found.append(refuse("power.home", company=company))
        change = Change(state.copy())
        tokens.take_up(change, company, stop)
        return found + tokens.token_refusals(self.rules, change.state, company, to, reach=False)

    def _is_home(self, company: str, stop: str) -> bool:
        """Check whether the company has its home on the hex, or has one token at most."""
        own = self.data.companies[company]
        homes = {split_stop(place)[0] for home in own.homes for place in home}
        return len(own.token_costs) == 1 or split_stop(stop)[0] in homes

    def apply(self, change: Change, action: MoveOwnToken) -> None:
        company, stop, to = action.company, action.stop, action.destination
        leaving = self.data.neutral_company if self._is_home(company, stop) else ""
        tokens.move(change, company, stop, to, leaving or None)
        note_used(change, action.private)
        change.tell("moved_own_token", company=company, stop=stop, destination=to)
        if leaving:
            change.tell("left_neutral", stop=stop)
        subjects = (company, action.private, split_stop(to)[0])
        change.state.ask(Question(MovedTokenTileStep.name, company, subjects))


class MovedTokenTileStep(QuestionStep, TeleportTrackStep):
    """The tile on the hex where the token is now, beside those of the turn, or none."""

    name = "moved_token_tile"

    def takes(self, state: State, action: object) -> bool:
        return isinstance(action, self.accepts)

    def remaining_lays(self, state: State) -> tuple[LayPermission, ...]:
        return (LayPermission(),)

    def must_reach(self, private: str | None) -> bool:
        return False

    def offers(self, state: State) -> list[Offer]:
        _, private, at = self.question(state).subjects
        lays = [lay for lay in self.iterate_lays(state, at, private) if not lay.refusals]
        return [*(lay.offer("lay_power", 3 / len(lays)) for lay in lays), self.pass_offer(state)]

    def check_lay(self, state: State, action: LayTile) -> list[Refusal]:
        _, private, at = self.question(state).subjects
        found = TrackStep.check_lay(self, state, action)
        if (action.private, action.hex) != (private, at):
            found.append(self.rules.refuse("lay.power", private=private))
        return found

    def apply(self, change: Change, action: LayTile | Pass) -> None:
        question = self.question(change.state)
        change.state.remove_question(question)
        if isinstance(action, Pass):
            change.tell("no_moved_token_tile", company=action.party, private=question.subjects[1])
            return
        lays = turn_of(change.state).lays
        self.carry_out_lay(change, action)
        update_turn(change, lays=lays)
