"""Homes: the tokens that a company places free of charge when it operates for the first time."""

from companion.rules.actions import PlaceToken
from companion.rules.change import Change
from companion.rules.data import Home, Homes
from companion.rules.offers import Offer
from companion.rules.refusals import Refusal
from companion.rules.reservations import circle_refusals, stops_of, without
from companion.rules.rules import Asking, Rules
from companion.rules.state import Question, State
from companion.rules.tokens import put


class HomeToken(Asking):
    """A company that operates for the first time places its home tokens, free of charge.

    It happens by itself where there is no choice; where there is, the president is asked, or that
    of another company where it is another's to say (see :func:`ask_home`).
    """

    name = "home"
    accepts = (PlaceToken,)

    def company(self, state: State) -> str:
        """The company that has to choose its home now."""
        return self.question(state).about[0]

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        homes = state.companies[company].homes
        stops = [stop for home in homes for stop in stops_of(state.board, home)]
        return [
            self.judged(state, Offer("home", PlaceToken(company, stop), 0))
            for stop in dict.fromkeys(stops)
        ]

    def refusals(self, state: State, action: PlaceToken) -> list[Refusal]:
        company = self.company(state)
        if action.company != company:
            return [self.rules.refuse("turn.not_yours", actor=company, who=action.company)]
        homes, found = state.companies[company].homes, []
        if not any(action.stop in stops_of(state.board, home) for home in homes):
            found.append(self.rules.refuse("token.home", stop=action.stop, company=company))
        return found + _circle_refusals(self.rules, state, company, action.stop)

    def apply(self, change: Change, action: PlaceToken) -> None:
        question = self.question(change.state)
        place_home(change, action.company, action.stop)
        if not change.state.companies[action.company].homes:
            change.state.answered(question)


def _circle_refusals(rules: Rules, state: State, company: str, stop: str) -> list[Refusal]:
    """Against a home token in a city that is full, or that others' homes or other ones need."""
    if None not in state.board.tokens[stop]:
        return [rules.refuse("token.full", stop=stop)]
    homes = state.companies[company].homes
    return circle_refusals(
        rules, state, company, stop, without(homes, _home_at(state, stop, homes))
    )


def _home_at(state: State, stop: str, homes: Homes) -> Home:
    """Which of the homes a token in the city is for: by a ruling it may lie outside them all."""
    return next((home for home in homes if stop in stops_of(state.board, home)), homes[0])


def place_homes(change: Change, rules: Rules, company: str) -> None:
    """Place the home tokens of a company; wait for what its president says where he may choose."""
    state = change.state
    for home in state.companies[company].homes:
        stops = stops_of(state.board, home)
        free = [s for s in stops if not _circle_refusals(rules, state, company, s)]
        if len(free) == 1:
            place_home(change, company, free[0])
    if state.companies[company].homes:
        ask_home(change, company)


def ask_home(change: Change, company: str, by: str = "") -> None:
    """Wait for the city of the company's home tokens, which the president of the company names, or
    that of the company ``by``.
    """
    change.state.ask(Question(HomeToken.name, by or company, (company,)))


def place_home(change: Change, company: str, stop: str) -> None:
    """Place a home token and stop keeping that home."""
    state = change.state
    homes = state.companies[company].homes
    put(change, company, stop)
    state.alter(company, homes=without(homes, _home_at(state, stop, homes)))
    change.tell("home", company=company, stop=stop)
