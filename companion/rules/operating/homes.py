"""Homes: companies that choose them name them, and place free tokens there.

The tokens are placed when the company operates for the first time.
"""

from companion.rules.core.actions import Action, NameHome, PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.data.companies import Home, Homes
from companion.rules.judge.rules import QuestionStep, Rules
from companion.rules.operating.home_slots import has_room, remove_home, stops_of
from companion.rules.operating.tokens import place_refusals, place_somewhere, place_token, yielding


class HomeTokenStep(QuestionStep):
    """The question where a company that first operates places its free home tokens.

    It is asked only if there is a choice. The answer comes from the president or, in some cases,
    from the president of another company (see :func:`ask_home`).
    """

    name = "home"
    accepts: tuple[type[Action], ...] = (PlaceToken,)

    def company(self, state: State) -> str:
        """Return the company that must choose its home now."""
        return self.question(state).subjects[0]

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        homes = state.companies[company].homes
        places = [place for home in homes for place in _places(self.rules, state, company, home)]
        return [self.judge_offer(state, Offer("home", place, 0)) for place in dict.fromkeys(places)]

    def refusals(self, state: State, action: PlaceToken) -> list[Refusal]:
        company = self.company(state)
        if action.company != company:
            return [self.rules.refuse("turn.not_yours", actor=company, party=action.company)]
        homes, found = state.companies[company].homes, []
        if not any(action.stop in stops_of(state.board, home) for home in homes):
            found.append(self.rules.refuse("token.home", stop=action.stop, company=company))
        return found + _place_refusals(self.rules, state, action)

    def apply(self, change: Change, action: PlaceToken) -> None:
        question = self.question(change.state)
        place_home(change, action.company, action.stop, action.replaced_owner)
        if not change.state.companies[action.company].homes:
            change.state.remove_question(question)


def _places(rules: Rules, state: State, company: str, home: Home) -> list[PlaceToken]:
    """Return the ways to place a home token: in a free slot or replacing another token."""
    return [
        PlaceToken(company, stop, replaced_owner=instead)
        for stop in stops_of(state.board, home)
        for instead in (None, *yielding(rules, state, stop))
    ]


def _place_refusals(rules: Rules, state: State, action: PlaceToken) -> list[Refusal]:
    """Refuse a home token in a city without a free slot or one that other homes need.

    A ruling may put a home where another company has not chosen its own yet; it may stay there.
    """
    company, stop = action.company, action.stop
    homes = state.companies[company].homes
    left = remove_home(homes, _home_at(state, stop, homes))
    found = place_refusals(rules, state, company, stop, action.replaced_owner, left)
    return [refusal for refusal in found if refusal.code != "token.unchosen"]


def _home_at(state: State, stop: str, homes: Homes) -> Home:
    """Return the home that a token in the city is for.

    A ruling may put the token outside all homes; it then stands for the first one.
    """
    return next((home for home in homes if stop in stops_of(state.board, home)), homes[0])


def place_homes(change: Change, rules: Rules, company: str) -> None:
    """Place the home tokens of a company, and ask its president about those with a choice."""
    state = change.state
    if state.is_told:
        place_homes_somewhere(change, company)
        return
    for home in state.companies[company].homes:
        places = _places(rules, state, company, home)
        free = [place for place in places if not _place_refusals(rules, state, place)]
        if len(free) == 1:
            place_home(change, company, free[0].stop, free[0].replaced_owner)
    if state.companies[company].homes:
        ask_home(change, company)


class HomeNamingStep(QuestionStep):
    """The question that names the homes of a company without printed ones, one at a time.

    Each home is in another hex, with a slot that no other home needs (see :func:`ask_names`).
    """

    name = "name_home"
    accepts = (NameHome,)

    def company(self, state: State) -> str:
        """Return the company whose home is named."""
        return self.question(state).subjects[0]

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        return [
            self.judge_offer(
                state,
                Offer("name_home", NameHome(company, at), hexes=(at,), facts=self.facts(state, at)),
            )
            for at in state.board.city_hexes()
        ]

    def facts(self, state: State, at: str) -> tuple[tuple[str, int], ...]:
        """Return facts that a screen shows about a home before it is named.

        ``fee`` is the amount that the company pays for the home when it floats, if it pays.
        """
        return ()

    def refusals(self, state: State, action: NameHome) -> list[Refusal]:
        company = self.company(state)
        if action.company != company:
            return [self.rules.refuse("turn.not_yours", actor=company, party=action.company)]
        facts = {"company": company, "home": action.home}
        at, named = action.home.partition(".")[0], state.companies[company].homes
        if any(place.partition(".")[0] == at for home in named for place in home):
            return [self.rules.refuse("token.home_twice", **facts)]
        if not has_room(self.rules, state, company, action.home):
            return [self.rules.refuse("token.home_full", **facts)]
        return []

    def apply(self, change: Change, action: NameHome) -> None:
        state, company = change.state, action.company
        state.remove_question(self.question(state))
        state.alter(company, homes=(*state.companies[company].homes, (action.home,)))
        change.tell("home_named", company=company, home=action.home)


def ask_names(change: Change, company: str, player: str, count: int) -> None:
    """Ask the player to name ``count`` homes of the company."""
    for number in range(count):
        change.state.ask(Question(HomeNamingStep.name, player, (company, str(number))))


def place_homes_somewhere(change: Change, company: str) -> None:
    """Place the home tokens of a company in a game without its map."""
    for _ in change.state.companies[company].homes:
        place_somewhere(change, company)
        change.tell("told_home", company=company)
    change.state.alter(company, homes=())


def ask_home(change: Change, company: str, by: str = "") -> None:
    """Ask for the city of the company's home tokens.

    The president of the company answers or, with ``by``, the president of that company. In a game
    without its map nobody is asked.
    """
    if change.state.is_told:
        place_homes_somewhere(change, company)
        return
    change.state.ask(Question(HomeTokenStep.name, by or company, (company,)))


def place_home(change: Change, company: str, stop: str, instead: str | None = None) -> None:
    """Place a home token and end the reservation of that home.

    With ``instead`` it replaces a token of that owner.
    """
    state = change.state
    if state.is_told:
        place_homes_somewhere(change, company)
        return
    homes = state.companies[company].homes
    place_token(change, company, stop, instead)
    state.alter(company, homes=remove_home(homes, _home_at(state, stop, homes)))
    change.tell("placed_home_token", company=company, stop=stop)
    if instead is not None:
        change.tell("token_replaced", owner=instead, stop=stop)
