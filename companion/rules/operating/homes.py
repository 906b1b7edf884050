"""Homes: named where a company chooses them; and the tokens that it places there, free of charge,
when it operates for the first time.
"""

from companion.rules.core.actions import Action, NameHome, PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.data.title_data import Home, Homes
from companion.rules.judge.judge import Asking, Rules
from companion.rules.operating.reservations import has_room, stops_of, without
from companion.rules.operating.tokens import place_refusals, put, yielding


class HomeToken(Asking):
    """A company that operates for the first time places its home tokens, free of charge.

    It happens by itself where there is no choice; where there is, the president is asked, or that
    of another company where it is another's to say (see :func:`ask_home`).
    """

    name = "home"
    accepts: tuple[type[Action], ...] = (PlaceToken,)

    def company(self, state: State) -> str:
        """The company that has to choose its home now."""
        return self.question(state).about[0]

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        homes = state.companies[company].homes
        places = [place for home in homes for place in _places(self.rules, state, company, home)]
        return [self.judged(state, Offer("home", place, 0)) for place in dict.fromkeys(places)]

    def refusals(self, state: State, action: PlaceToken) -> list[Refusal]:
        company = self.company(state)
        if action.company != company:
            return [self.rules.refuse("turn.not_yours", actor=company, who=action.company)]
        homes, found = state.companies[company].homes, []
        if not any(action.stop in stops_of(state.board, home) for home in homes):
            found.append(self.rules.refuse("token.home", stop=action.stop, company=company))
        return found + _place_refusals(self.rules, state, action)

    def apply(self, change: Change, action: PlaceToken) -> None:
        question = self.question(change.state)
        place_home(change, action.company, action.stop, action.instead)
        if not change.state.companies[action.company].homes:
            change.state.answered(question)


def _places(rules: Rules, state: State, company: str, home: Home) -> list[PlaceToken]:
    """The ways to place the token of a home: in a circle, or in the place of another's token."""
    return [
        PlaceToken(company, stop, instead=instead)
        for stop in stops_of(state.board, home)
        for instead in (None, *yielding(rules, state, stop))
    ]


def _place_refusals(rules: Rules, state: State, action: PlaceToken) -> list[Refusal]:
    """Against a home token in a city without a place, or in one that other homes need."""
    company, stop = action.company, action.stop
    homes = state.companies[company].homes
    left = without(homes, _home_at(state, stop, homes))
    return place_refusals(rules, state, company, stop, action.instead, left)


def _home_at(state: State, stop: str, homes: Homes) -> Home:
    """Which of the homes a token in the city is for: by a ruling it may lie outside them all."""
    return next((home for home in homes if stop in stops_of(state.board, home)), homes[0])


def place_homes(change: Change, rules: Rules, company: str) -> None:
    """Place the home tokens of a company; wait for what its president says where he may choose."""
    state = change.state
    for home in state.companies[company].homes:
        places = _places(rules, state, company, home)
        free = [place for place in places if not _place_refusals(rules, state, place)]
        if len(free) == 1:
            place_home(change, company, free[0].stop, free[0].instead)
    if state.companies[company].homes:
        ask_home(change, company)


class HomeNaming(Asking):
    """A company that has no homes of its own names them, one after the other (see
    :func:`ask_names`): each in another hex, where a place is left that no home needs.
    """

    name = "name_home"
    accepts = (NameHome,)

    def company(self, state: State) -> str:
        """The company whose home is named."""
        return self.question(state).about[0]

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        return [
            self.judged(
                state,
                Offer("name_home", NameHome(company, at), hexes=(at,), facts=self.facts(state, at)),
            )
            for at in state.board.city_hexes()
        ]

    def facts(self, state: State, at: str) -> tuple[tuple[str, int], ...]:
        """What is to be known of a home before it is named: ``fee`` is what the company will pay
        for it when it floats, where it pays.
        """
        return ()

    def refusals(self, state: State, action: NameHome) -> list[Refusal]:
        company = self.company(state)
        if action.company != company:
            return [self.rules.refuse("turn.not_yours", actor=company, who=action.company)]
        facts = {"company": company, "home": action.home}
        at, named = action.home.partition(".")[0], state.companies[company].homes
        if any(place.partition(".")[0] == at for home in named for place in home):
            return [self.rules.refuse("token.home_twice", **facts)]
        if not has_room(self.rules, state, company, action.home):
            return [self.rules.refuse("token.home_full", **facts)]
        return []

    def apply(self, change: Change, action: NameHome) -> None:
        state, company = change.state, action.company
        state.answered(self.question(state))
        state.alter(company, homes=(*state.companies[company].homes, (action.home,)))
        change.tell("home_named", company=company, home=action.home)


def ask_names(change: Change, company: str, player: str, count: int) -> None:
    """Wait for so many homes of the company, which the player names."""
    for number in range(count):
        change.state.ask(Question(HomeNaming.name, player, (company, str(number))))


def ask_home(change: Change, company: str, by: str = "") -> None:
    """Wait for the city of the company's home tokens, which the president of the company names, or
    that of the company ``by``.
    """
    change.state.ask(Question(HomeToken.name, by or company, (company,)))


def place_home(change: Change, company: str, stop: str, instead: str | None = None) -> None:
    """Place a home token, maybe in the place of one of ``instead``, and stop keeping that home."""
    state = change.state
    homes = state.companies[company].homes
    put(change, company, stop, instead)
    state.alter(company, homes=without(homes, _home_at(state, stop, homes)))
    change.tell("home", company=company, stop=stop)
    if instead is not None:
        change.tell("made_room", owner=instead, stop=stop)
