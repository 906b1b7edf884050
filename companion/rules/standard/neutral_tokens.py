"""Neutral tokens: a company places one once, and another company owns them all.

A neutral token is the token of its company's turn, free of charge. It may share a hex with a token
of that company, and stops nobody's trains. The company that owns the neutral tokens begins with
those on the map. It places none itself.
"""

from collections.abc import Iterator

from companion.board.map import split_stop
from companion.rules.core.actions import CompanyAction, Pass, PlaceToken, action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.standard_state import game_of, note, turn_of
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating import tokens
from companion.rules.operating.map_answers import find_reach
from companion.rules.operating.operating_round import update_turn
from companion.rules.privates.teleport import TeleportTokenStep
from companion.rules.without_map.actions import TellToken
from companion.rules.without_map.powers import ToldPowerTokenStep


@action("place_neutral_token")
class PlaceNeutralToken(CompanyAction):
    """The neutral token of a company, placed in the city ``stop``."""

    stop: str


@action("tell_neutral_token")
class TellNeutralToken(CompanyAction):
    """The neutral token of a company, placed somewhere in a game without its map."""


Deed = PlaceToken | PlaceNeutralToken | Pass


def has_neutral_token(rules: Rules, state: State, company: str) -> bool:
    """Check whether the company still has a neutral token to place."""
    placed = company in game_of(state).neutral_placers
    return rules.data.companies[company].neutral_token and not placed


def placer_refusals(rules: Rules, state: State, company: str) -> list[Refusal]:
    """Refuse a second neutral token of the company, and a second token in its turn."""
    found = []
    if not has_neutral_token(rules, state, company):
        found.append(rules.refuse("token.no_neutral", company=company))
    if turn_of(state).tokens:
        found.append(rules.refuse("token.one", company=company))
    return found


def note_placer(change: Change, company: str) -> None:
    """Note that the company has placed its neutral token, as the token of its turn."""
    note(change, neutral_placers=(*game_of(change.state).neutral_placers, company))
    update_turn(change, tokens=turn_of(change.state).tokens + 1)


def has_neutral_in(rules: Rules, state: State, at: str) -> bool:
    """Check whether a neutral token lies on the hex."""
    owner = rules.data.neutral_company
    return any(split_stop(stop)[0] == at for stop in state.board.token_stops(owner))


class NeutralTokenStep(TeleportTokenStep):
    """The token of a turn: one of the company's own, or its neutral one."""

    accepts = (PlaceToken, PlaceNeutralToken, Pass)

    def waits(self, state: State) -> bool:
        return super().waits(state) or any(True for _ in self.find_neutral(state))

    def find_neutral(self, state: State) -> Iterator[PlaceNeutralToken]:
        """Yield the ways to place the neutral token now."""
        company = self.company(state)
        if has_neutral_token(self.rules, state, company) and not turn_of(state).tokens:
            for stop, slots in state.board.tokens.items():
                place = PlaceNeutralToken(company, stop)
                if None in slots and not self._check_neutral(state, place):
                    yield place

    def offers(self, state: State) -> list[Offer]:
        *found, passing = super().offers(state)
        found += [
            Offer("neutral_token", place, 0, hexes=(place.stop,), weight=0.5)
            for place in self.find_neutral(state)
        ]
        return [*found, passing]

    def refusals(self, state: State, action: Deed) -> list[Refusal]:
        if isinstance(action, PlaceNeutralToken):
            return self.not_its_turn(state, action) or self._check_neutral(state, action)
        return super().refusals(state, action)

    def _check_neutral(self, state: State, action: PlaceNeutralToken) -> list[Refusal]:
        refuse, rules = self.rules.refuse, self.rules
        company, stop = action.company, action.stop
        if stop not in state.board.tokens:
            return [refuse("token.city", stop=stop)]
        found, at = placer_refusals(rules, state, company), split_stop(stop)[0]
        if has_neutral_in(rules, state, at):
            found.append(refuse("token.neutral_hex", hex=at))
        found += tokens.place_refusals(rules, state, company, stop)
        if stop not in find_reach(rules, state, company).stops:
            found.append(refuse("token.unreached", company=company, stop=stop))
        return found

    def apply(self, change: Change, action: Deed) -> None:
        if not isinstance(action, PlaceNeutralToken):
            super().apply(change, action)
            return
        company = action.company
        tokens.place_token(change, self.data.neutral_company, action.stop)
        note_placer(change, company)
        change.tell("neutral_token", company=company, stop=action.stop)
        self.end(change)


class ToldNeutralTokenStep(ToldPowerTokenStep):
    """The token of a turn without the map: one of the company's own, or its neutral one."""

    accepts = (TellToken, TellNeutralToken, Pass)

    def token_offers(self, state: State) -> list[Offer]:
        found, company = super().token_offers(state), self.company(state)
        if not placer_refusals(self.rules, state, company):
            place = TellNeutralToken(company)
            found = [*found, Offer("tell_neutral_token", place, 0, weight=0.5)]
        return found

    def refusals(self, state: State, action: TellToken | TellNeutralToken | Pass) -> list[Refusal]:
        if isinstance(action, TellNeutralToken):
            wrong = self.not_its_turn(state, action)
            return wrong or placer_refusals(self.rules, state, action.company)
        return super().refusals(state, action)

    def apply(self, change: Change, action: TellToken | TellNeutralToken | Pass) -> None:
        if not isinstance(action, TellNeutralToken):
            super().apply(change, action)
            return
        company = action.company
        tokens.place_somewhere(change, self.data.neutral_company)
        note_placer(change, company)
        change.tell("told_neutral_token", company=company)
        self.end(change)
