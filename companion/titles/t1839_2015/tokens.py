"""Markers (Place exchange or station marker): any number of homes, and one marker a turn.

The price of that marker grows with the number of hexes.
"""

from companion.board.map import split_stop
from companion.languages import format_count, format_text
from companion.rules.core.actions import Action, Pass, PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.judge.rules import Rules
from companion.rules.operating.homes import HomeTokenStep, ask_home, place_homes
from companion.rules.operating.private_powers import BUILD, power
from companion.rules.privates.power_lays import turn_of
from companion.rules.privates.power_tokens import PowerTokenStep
from companion.titles.t1839_2015 import exploitatie
from companion.titles.t1839_2015.rotterdam import needless, unpaid

TOLD_HOMES = "told_homes"  # the question without the map


class HomeTokenStep2015(HomeTokenStep):
    """A company that operates for the first time places at least one home.

    It gives up the others for good, with the slots reserved for them.
    """

    accepts = (PlaceToken, Pass)

    def sentences(self, state: State) -> list[str]:
        """Return the choice of homes, and the consequence for the others."""
        company = self.company(state)
        if len(state.companies[company].homes) < 2 and not state.board.token_stops(company):
            return []
        return [
            format_text(
                "{company} places at least one of these homes. Homes that it does not "
                "place are given up for good.",
                company=company,
            )
        ]

    def offers(self, state: State) -> list[Offer]:
        found = super().offers(state)
        done = self.judge_offer(state, Offer("pass", Pass(self.company(state)), weight=0.3))
        return [*found, done] if done.allowed else found

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        if isinstance(action, PlaceToken):
            return super().refusals(state, action)
        if found := self.refuse_others(state, action):
            return found
        company = self.company(state)
        if not state.board.token_stops(company):
            return [self.rules.refuse("token.one_home", company=company)]
        return []

    def apply(self, change: Change, action: Action) -> None:
        if isinstance(action, PlaceToken):
            super().apply(change, action)
            return
        company = self.company(change.state)
        change.state.remove_question(self.question(change.state))
        change.state.alter(company, homes=())
        change.tell("homes_given_up", company=company)


def begin_homes(change: Change, rules: Rules, company: str) -> None:
    """Ask the director which of several homes the company places, or place its only one."""
    homes = change.state.companies[company].homes
    if change.state.is_told and len(homes) > 1:
        change.state.ask(Question(TOLD_HOMES, company, (company,)))
    elif len(homes) > 1:
        ask_home(change, company)
    elif homes:
        place_homes(change, rules, company)
        exploitatie.ask_value(change, rules)


class TokenStep2015(PowerTokenStep):
    """One marker a turn, not after a second tile.

    It is a station marker, or an exchange marker on top of one of the company's own.
    """

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        found = super().refusals(state, action) + unpaid(self.rules, state, action)
        if isinstance(action, PlaceToken) and not found:
            found = self.refuse_spending(state, action.company, self.price(state, action))
        return found

    def refuse_spending(self, state: State, company: str, cost: int) -> list[Refusal]:
        return needless(self.rules, state, company, cost)

    def check_any_token(self, state: State) -> list[Refusal]:
        """Refuse a marker after two tiles, unless a power allows it."""
        turn = turn_of(state)
        build = power(self.rules, turn.private_for_lays, BUILD)
        if len(turn.lays) < 2 or (build and build.tokens):
            return []
        return [self.rules.refuse("token.two_tiles", company=turn.company)]

    def cost(self, state: State, stop: str) -> int:
        value, hexes = self._factors(state, stop)
        return value * hexes

    def describe_cost(self, state: State, stop: str) -> str:
        value, hexes = self._factors(state, stop)
        return format_count(
            "{value} × {count} hex", "{value} × {count} hexes", hexes, value=value, count=hexes
        )

    def _factors(self, state: State, stop: str) -> tuple[int, int]:
        """Return the value printed there, and the number of hexes with markers afterwards."""
        value = state.board.stop(stop).value(self.rules.phase(state).clock)
        lying = (stop, *state.board.token_stops(self.company(state)))
        return value, len({split_stop(other)[0] for other in lying})

    def placing(
        self,
        state: State,
        company: str,
        stop: str,
        reach: bool = True,
        instead: str | None = None,
    ) -> list[Refusal]:
        """Refuse a marker.

        On an own one: one exchange marker for each company, and one for each hex.
        """
        if company not in state.board.tokens.get(stop, ()):
            return super().placing(state, company, stop, reach, instead)
        refuse, at = self.rules.refuse, split_stop(stop)[0]
        found = []
        if not state.companies[company].tokens:
            found.append(refuse("token.none", company=company))
        if stop in state.board.top_stops(company):
            return [refuse("token.exchange_here", company=company, stop=stop)]
        for other in state.board.top_stops(company):
            found.append(refuse("token.exchange_own", company=company, stop=other))
        for other, owners in state.board.stacked_tokens.items():
            if split_stop(other)[0] == at and owners[0] != company:
                found.append(refuse("token.exchange_hex", hex=at, owner=owners[0]))
        return found
