"""A game without its map that follows a game with it, told what that game shows.

It proves that told facts are enough: money, prices, holdings and trains of both stay equal.
"""

from collections.abc import Container, Iterable, Iterator
from typing import Any, NamedTuple

from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action, Decline, LayTile, Pass, PlaceToken, RunTrains
from companion.rules.core.change import Event
from companion.rules.core.state import State
from companion.rules.data.lay_allowance import UPGRADE
from companion.rules.judge import judge
from companion.rules.judge.policy_without_map import PlayedAction
from companion.rules.judge.rules import QuestionStep, Rules
from companion.rules.operating.homes import HomeTokenStep
from companion.rules.operating.last_chances import LastChanceStep
from companion.rules.operating.operating_round import OperatingRound, TurnStep
from companion.rules.operating.private_powers import power
from companion.rules.operating.routes_without_map import TellNoRoute, TellRoute, is_route_asked
from companion.rules.operating.running import report_run
from companion.rules.operating.track import kind_of_lay
from companion.rules.operating.train_purchase import TrainStep
from companion.rules.operating.trains_and_phases import must_own
from companion.rules.privates.joined_tiles import JoinedTileStep
from companion.rules.privates.player_tiles import LayPrivateTile, SellerTileStep
from companion.rules.privates.route_bonuses import PlaceMarker
from companion.rules.stock.share_trading import StockRound
from companion.rules.without_map.actions import TellFact, TellPower, TellRun, TellToken, TellTrack
from companion.rules.without_map.map_facts import ToldFactStep
from companion.rules.without_map.one_time_powers import EXTRA_LAY, has_one_time_power
from companion.rules.without_map.powers import find_power
from companion.rules.without_map.runs import ToldRunStep

# questions about places whose answers change nothing that is noted without the map
UNTOLD = (HomeTokenStep, JoinedTileStep, SellerTileStep)
UNTOLD_DEEDS = frozenset(("move_own_token",))  # free, and of places alone
MOVED_TOKEN = "moved_token_tile"  # the question about the tile where a private's token went
PLACES = ("hex", "stop")  # facts of an event about the map


class Difference(NamedTuple):
    """A thing that is not as in the game with the map."""

    what: str
    expected: Any
    told: Any


class FollowedGame:
    """A game without its map, beside one with it that has the same set-up otherwise."""

    def __init__(self, rules: Rules, told_rules: Rules, state: State | None = None) -> None:
        """Begin with the game, or go on from a ``state`` without the map."""
        self.rules = rules
        self.told_rules = told_rules
        self.state = state or judge.start(told_rules).state
        self.actions: list[Action] = []
        self.since: list[PlayedAction] = []  # what was done with the map since a question arose

    def follow(
        self, action: Action | None, before: State, after: State, waive: Container[str] = ()
    ) -> Difference | None:
        """Do what was done with the map, and return the first difference, or None.

        Raises RefusedError if the told game refuses it.
        """
        self._catch_up(before)
        if action is not None:
            if not self.state.questions:
                self.since = []
            played = PlayedAction(
                action, before, after, lambda: judge.apply(self.rules, before, action, waive).events
            )
            self.since.append(played)
            for told in self._translate(played):
                self._do(told, waive)
        self._catch_up(after)
        return None if self._is_elsewhere(after) else find_difference(after, self.state)

    def _do(self, action: Action, waive: Container[str] = ()) -> None:
        self.state = judge.apply(self.told_rules, self.state, action, waive).state
        self.actions.append(action)

    # --- the steps that one of the games does not ask for

    def _catch_up(self, there: State) -> None:
        """Pass the steps and the turns that the game with the map has behind it."""
        self._leave_chances(there)
        while self._is_turn_over(there):
            self._do(Pass(self.state.playing(StockRound).turn))
        while (step := self._step_behind(there)) is not None:
            company = step.company(self.state)
            if isinstance(step, ToldRunStep):
                self._do(TellRun(company, 0))
            elif isinstance(step, TrainStep) and self._is_route_asked(company):
                self._do(TellNoRoute(company))
            else:
                self._do(Pass(company))
            self._leave_chances(there)
        if not (self.state.questions and self.since):
            return
        answer = self.told_rules.told.answer(self.told_rules, self.state, self.since)
        if answer is not None:
            self._do(answer)
            self._catch_up(there)

    def _is_turn_over(self, there: State) -> bool:
        """Return whether the turn of a player is over with the map, where they could do less."""
        here = self.state
        if here.questions or here.end_reason or not isinstance(here.round, StockRound):
            return False
        if not isinstance(there.round, StockRound) or not here.round.is_same(there.round):
            return self._is_earlier(there)
        return not there.questions and here.round.turn != there.round.turn

    def _is_route_asked(self, company: str) -> bool:
        return is_route_asked(self.told_rules, self.state, company)

    def _leave_chances(self, there: State) -> None:
        """Let chances be about which only the game without the map asks."""
        step, other = self.told_rules.waiting(self.state), self.rules.waiting(there)
        if isinstance(step, LastChanceStep) and not isinstance(other, LastChanceStep):
            self._do(Pass(step.actor(self.state)))

    def _step_behind(self, there: State) -> TurnStep | None:
        """Return the step of a turn that is awaited here and over there, or None."""
        here, step = self.state, self.told_rules.waiting(self.state)
        turn = here.round.operating
        if not isinstance(step, TurnStep) or turn is None or here.questions:
            return None
        other = there.round.operating
        is_same = here.round.is_same(there.round) and other and other.company == turn.company
        if is_same and other is not None:
            return step if turn.step < other.step else None
        return step if self._is_over(turn.company, there) else None

    def _is_ahead(self, party: str, there: State) -> bool:
        """Return whether the company is in a later step of its turn here than there."""
        here, other = self.state.round.operating, there.round.operating
        if here is None or other is None or not here.company == other.company == party:
            return False
        return self.state.round.is_same(there.round) and here.step > other.step

    def _is_over(self, company: str, there: State) -> bool:
        """Return whether the turn of the company is over in the game with the map."""
        here = self.state.round
        if there.end_reason or not here.is_same(there.round):
            return bool(there.end_reason) or self._is_earlier(there)
        round = there.playing(OperatingRound)
        return company in round.companies_done or company not in round.companies

    def _is_earlier(self, there: State) -> bool:
        """Return whether the round here comes before the one there."""
        here, then = self.state.round, there.round
        return (here.number, here.part or 99) < (then.number, then.part or 0) or (
            here.number == then.number and here.part < then.part
        )

    def _is_elsewhere(self, there: State) -> bool:
        """Return whether the game with the map asks about the map, which is not asked here."""
        asking = self.rules.waiting(there)
        here = self.told_rules.waiting(self.state)
        if not isinstance(asking, QuestionStep):
            return False
        return here is None or here.name != asking.name

    # --- told facts

    def _translate(self, played: PlayedAction) -> Iterator[Action]:
        """Yield the actions that tell what this one did on the map."""
        action, before = played.action, played.before
        own = self.told_rules.told.tell(self.told_rules, self.state, played)
        if own is not None:
            yield from own
            return
        asked = self.rules.waiting(before)
        here = self.told_rules.waiting(self.state)
        is_open = here is not None and asked is not None and here.name == asked.name
        if isinstance(asked, QuestionStep) and not is_open and asked.takes(before, action):
            yield from self._answer(played)
            return
        if isinstance(action, Pass) and self._is_ahead(action.party, before):
            return
        if isinstance(here, TrainStep) and self._must_tell_route(before, action):
            yield TellRoute(here.company(self.state))
        if isinstance(action, Pass) and isinstance(here, TrainStep):
            company = here.company(self.state)
            if action.party == company and self._is_route_asked(company):
                yield TellNoRoute(company)
                return
        yield from self._tell(played)

    def _must_tell_route(self, before: State, action: Action) -> bool:
        """Return whether the company has a route, which has not been told yet."""
        turn = before.round.operating
        if turn is None or isinstance(action, LayTile | PlaceToken | RunTrains):
            return False
        step, company = self.rules.waiting(before), turn.company
        is_due = isinstance(step, TrainStep) and step.must_buy(before)
        return self._is_route_asked(company) and (is_due or must_own(self.rules, before, company))

    def _answer(self, played: PlayedAction) -> Iterator[Action]:
        """Yield the told actions for an answer to a question that is not asked here."""
        asked, is_left = self.rules.waiting(played.before), isinstance(played.action, Pass)
        if is_left and isinstance(asked, QuestionStep) and asked.name == MOVED_TOKEN:
            company, private, _ = asked.question(played.before).subjects
            yield TellPower(company, private)
        if not (is_left or isinstance(asked, UNTOLD) or isinstance(played.action, Decline)):
            yield from self._tell(played)

    def _tell(self, played: PlayedAction) -> Iterator[Action]:
        action, before = played.action, played.before
        if isinstance(action, LayTile):
            yield from self._tell_lay(action, played.events)
        elif isinstance(action, LayPrivateTile | PlaceMarker):
            yield TellPower(action.actor(), action.private)
        elif isinstance(action, PlaceToken):
            bonus = sum(e.facts["amount"] for e in played.events if e.kind == "token_bonus")
            yield TellToken(action.company, find_cost(played.events), action.private, bonus)
        elif action.wire_name == "place_neutral_token":
            yield read_action({"type": "tell_neutral_token", "company": action.actor()})
        elif action.wire_name in UNTOLD_DEEDS:
            return
        elif isinstance(action, RunTrains):
            yield make_told_run(self.rules, before, action)
        else:
            yield action

    def _tell_lay(self, action: LayTile, events: Iterable[Event]) -> Iterator[Action]:
        steps = (step for step in self.told_rules.steps if isinstance(step, ToldFactStep))
        keys = {fact for step in steps for fact in step.facts}
        for event in events:
            if event.kind in keys:
                for _ in range(event.facts.get("count", 1)):
                    yield TellFact(action.company, event.kind)
        cost, private = find_cost(events), action.private
        if private is not None and has_one_time_power(self.told_rules, private):
            yield TellPower(action.company, private)
            if power(self.told_rules, private, EXTRA_LAY):
                return
            private = None  # the tile counts in the turn
        if private is None or not find_power(self.told_rules, private):
            is_upgrade = kind_of_lay(self.rules, action) == UPGRADE
            yield TellTrack(action.company, cost, int(is_upgrade))
            return
        use = TellPower(action.company, private, cost)
        if all(r.code != "power.used" for r in judge.refusals(self.told_rules, self.state, use)):
            yield use  # else it is the second of two tiles


def make_told_run(rules: Rules, before: State, action: RunTrains) -> TellRun:
    """Return the action that tells what a run has earned."""
    report = report_run(rules, before, action)
    earned = {route.train: route.revenue for route in report.routes}
    lost = sum(earned.values()) - report.revenue
    for train in earned:
        less = min(lost, earned[train])
        earned[train], lost = earned[train] - less, lost - less
    return TellRun(action.company, report.revenue, tuple(earned.items()))


def find_cost(events: Iterable[Event]) -> int:
    """Return the cost that the first event about a place on the map tells."""
    on_map = (event for event in events if any(place in event.facts for place in PLACES))
    return next((event.facts["cost"] for event in on_map if "cost" in event.facts), 0)


def find_difference(expected: State, told: State) -> Difference | None:
    """Return the first thing that both games should share and do not, or None."""
    for what, one, other in (
        ("cash", expected.cash, told.cash),
        ("certificates", expected.certificates, told.certificates),
        ("stacks", _find_stacks(expected), _find_stacks(told)),
        ("privates", expected.privates, told.privates),
        ("trains", expected.trains, told.trains),
        ("phase", expected.phase, told.phase),
        ("end", expected.end_reason, told.end_reason),
        ("round", expected.round.id, told.round.id),
    ):
        if one != other:
            return Difference(what, *_differing(one, other))
    return None


def _find_stacks(state: State) -> dict[str, tuple[str, ...]]:
    return {cell: stack for cell, stack in state.stacks.items() if stack}


def _differing(one: Any, other: Any) -> tuple[Any, Any]:
    """Return the parts of two values that differ."""
    if not isinstance(one, dict):
        return one, other
    keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
    return {key: one.get(key) for key in keys}, {key: other.get(key) for key in keys}
