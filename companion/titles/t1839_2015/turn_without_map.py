"""A turn of 1839 of 2015 without the map, and how such a game follows one with it."""

from collections.abc import Iterable, Iterator, Sequence

from companion.rules.core.actions import Action, DeclareBankruptcy, LayTile, RunTrains, SellToken
from companion.rules.core.state import State
from companion.rules.data.lay_allowance import UPGRADE
from companion.rules.judge.policy_without_map import PlayedAction, ToldPolicy
from companion.rules.judge.rules import QuestionStep, Rules, Step
from companion.rules.operating.emergency_money import help_needed
from companion.rules.operating.homes import HomeTokenStep
from companion.rules.operating.operating_round import TurnStep
from companion.rules.operating.private_powers import GROUND_OFF, power
from companion.rules.operating.track import kind_of_lay
from companion.rules.privates.power_tokens import MoveOwnToken
from companion.rules.privates.private_railway import PrivateOperatingRules
from companion.rules.without_map.actions import TellPower, TellTrack
from companion.rules.without_map.followed_game import find_cost, make_told_run
from companion.rules.without_map.turn import make_told_steps
from companion.titles.t1839_2015 import friesche
from companion.titles.t1839_2015.emergency_money import (
    MoneyRaising2015,
    TellTokenSale,
    TellTokenValues,
)
from companion.titles.t1839_2015.exploitatie import TOLD_JOINED
from companion.titles.t1839_2015.places_without_map import (
    JoinedStep,
    TellHomes,
    TellJoined,
    ToldHomeStep,
)
from companion.titles.t1839_2015.run_without_map import (
    TellRunTo,
    ToldFriescheRunStep,
    ToldRunStep2015,
    VisitStep,
)
from companion.titles.t1839_2015.running import foreign_companies_reached
from companion.titles.t1839_2015.tokens import TOLD_HOMES
from companion.titles.t1839_2015.tokens_without_map import ToldTokenStep2015
from companion.titles.t1839_2015.track_without_map import (
    TellPowerTrack,
    ToldGroundStep,
    ToldTrackStep2015,
)
from companion.titles.t1839_2015.trains import TrainStep2015


def told_turn(
    rules: Rules, steps: Iterable[TurnStep]
) -> tuple[tuple[TurnStep, ...], tuple[Step, ...]]:
    """Return the steps of a turn without the map, and those beside it."""
    told = make_told_steps(rules, steps, ToldTrackStep2015, ToldTokenStep2015, ToldRunStep2015)
    return told, (ToldGroundStep(rules),)


def private_turn(rules: Rules) -> PrivateOperatingRules:
    """Return the rules of the private that operates, with the map and without."""
    turn = friesche.turn(rules)
    turn.told = make_told_steps(rules, turn.steps, run=ToldFriescheRunStep)
    return turn


def questions(rules: Rules) -> tuple[QuestionStep, ...]:
    """Return the questions about what the map decides."""
    return ToldHomeStep(rules), JoinedStep(rules), VisitStep(rules)


# --- a game with the map


def tell(rules: Rules, state: State, played: PlayedAction) -> Iterable[Action] | None:
    """Return what is told of runs, sold and moved markers, and the tiles of privates."""
    match played.action:
        case LayTile() as lay:
            return _tell_lay(rules, lay, played)
        case RunTrains() as run:
            told = make_told_run(rules, played.before, run)
            visits = tuple(foreign_companies_reached(rules, played.before, run))
            return (TellRunTo(told.company, told.revenue, told.parts, visits),)
        case SellToken(company=company):
            sold = (e for e in played.events if e.kind == "sold_token")
            return (TellTokenSale(company, next(sold).facts["amount"]),)
        case DeclareBankruptcy():
            return _tell_bankruptcy(rules, state, played)
        case MoveOwnToken(company=company, private=private):
            return (TellPower(company, private),)
    return None


def _tell_bankruptcy(rules: Rules, state: State, played: PlayedAction) -> Iterator[Action]:
    """Yield what the markers would bring, if the table has to tell that first, and the end."""
    needed = help_needed(rules, state)
    step = rules.waiting(played.before)
    assert needed is not None and isinstance(step, TrainStep2015)
    raising = step.raising
    assert isinstance(raising, MoneyRaising2015)
    if raising.markers.is_untold(state, needed.debt):
        amount = raising.markers.brings(played.before, needed.debt)
        yield TellTokenValues(needed.debt.debtor, amount)
    yield played.action


def _tell_lay(rules: Rules, lay: LayTile, played: PlayedAction) -> Iterator[Action]:
    """Yield the use of a private that closes with a cheaper tile, and the tile."""
    for event in played.events:
        closed = event.facts.get("private") if event.kind == "private_closed" else None
        if closed != lay.private and power(rules, closed, GROUND_OFF):
            yield TellPower(lay.company, str(closed))
    cost, upgrades = find_cost(played.events), int(kind_of_lay(rules, lay) == UPGRADE)
    if lay.private is None:
        yield TellTrack(lay.company, cost, upgrades)
    else:
        yield TellPowerTrack(lay.company, cost, upgrades, private=lay.private)


def answer(rules: Rules, state: State, since: Sequence[PlayedAction]) -> Action | None:
    """Return how many homes a company has placed, or what the places are worth that it joined."""
    question, there = state.questions[0], since[-1].after
    company = question.subjects[0]
    homes = [
        event
        for played in since
        for event in played.events
        if event.kind == "placed_home_token" and event.facts["company"] == company
    ]
    if question.step == TOLD_HOMES:
        is_asked = any(one.step == HomeTokenStep.name for one in there.questions)
        return None if is_asked else TellHomes(company, len(homes))
    if question.step == TOLD_JOINED:
        return TellJoined(company, _joined_value(company, since if homes else since[-1:]))
    return None


def _joined_value(company: str, since: Sequence[PlayedAction]) -> int:
    """Return what was paid for the places that the company has joined."""
    found = 0
    for played in since:
        turn = played.before.round.operating
        who = turn.company if turn else ""
        for event in played.events:
            if event.kind == "placed_home_token":
                who = event.facts["company"]
            elif event.kind == "joining_paid" and who == company:
                found += event.facts["amount"]
    return found


FOLLOWING = ToldPolicy(tell, answer)
