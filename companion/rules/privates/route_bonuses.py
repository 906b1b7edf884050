"""Bonuses that outlast a private: a marker on a city, and bonuses for pairs of stops."""

from collections.abc import Iterator, Sequence

from companion.board.board import Board
from companion.board.map import split_stop
from companion.board.trains import Bonus, Fares, LentBenefit
from companion.rules.core.actions import CompanyAction, action
from companion.rules.core.change import Change
from companion.rules.core.map_use import CHECKED
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.standard_state import game_of, note, note_used
from companion.rules.core.state import State
from companion.rules.data.title_data import PairBonus
from companion.rules.judge.policies import RunBonuses
from companion.rules.judge.rules import Rules
from companion.rules.operating.map_answers import find_best_run, find_reach
from companion.rules.operating.operating_round import TurnStep
from companion.rules.operating.private_powers import (
    CityMarkerPower,
    owner_refusals,
    power,
    privates_with_power,
)
from companion.rules.operating.running import kinds_of, trains_of
from companion.rules.shares import holdings

CITY_MARKER, PAIR_BONUSES = "city_marker", "pair_bonuses"  # keys in the data


@action("place_marker")
class PlaceMarker(CompanyAction):
    """The marker of the private is placed in the city ``stop``."""

    private: str
    stop: str


def standing_bonuses(rules: Rules, state: State, company: str) -> RunBonuses:
    """Return the bonuses of a company's marker, and those for stops."""
    game = game_of(state)
    bonuses = [bonus for bonus in rules.data.route_bonuses if _counts(rules, state, company, bonus)]
    if not (game.city_markers or game.pair_bonuses or bonuses):
        return (), ()
    found = [Bonus(one.name, one.amount, *one.stops) for one in bonuses if len(one.stops) == 1]
    pairs = [bonus for bonus in bonuses if len(bonus.stops) > 1]
    lent = [
        _lend(pair)
        for pair in _find_reached(rules, state, company, pairs)
        for _ in range(min(len(trains_of(state, company)), _most_routes(state.board, pair)))
    ]
    for owner, private, stop in game.city_markers:
        own: CityMarkerPower = power(rules, private, CITY_MARKER)
        if owner == company and not rules.data.reaches(state.phase, own.until):
            found.append(Bonus(rules.data.privates[private].name, own.bonus, stop))
    pairs = [
        pair
        for owner, private, _ in game.pair_bonuses
        if owner == company
        for pair in power(rules, private, PAIR_BONUSES)
    ]
    lent += [_lend(pair) for pair in _find_reached(rules, state, company, pairs)]
    return found, lent


def _counts(rules: Rules, state: State, company: str, bonus: PairBonus) -> bool:
    """Check whether the company has the bonus in this phase."""
    if bonus.until is not None and rules.data.reaches(state.phase, bonus.until):
        return False
    return not bonus.with_token or company in state.board.tokens.get(bonus.stops[0], ())


def _most_routes(board: Board, pair: PairBonus) -> int:
    """Return how many routes may visit the stops. No two of them use the same track."""
    return min(len(board.tile_at(split_stop(stop)[0]).exits) for stop in pair.stops)


def _lend(pair: PairBonus) -> LentBenefit:
    first, *others = pair.stops
    return LentBenefit(pair.name, Bonus(pair.name, pair.amount, first, others=tuple(others)))


def _find_reached(
    rules: Rules, state: State, company: str, pairs: Sequence[PairBonus]
) -> Iterator[PairBonus]:
    """Yield the bonuses whose stops the company reaches."""
    if pairs:
        reached = find_reach(rules, state, company).stops
        yield from (pair for pair in pairs if reached.issuperset(pair.stops))


def give_pair_bonuses(change: Change, rules: Rules, company: str, private: str) -> None:
    """Give a company the bonuses of the private that it has bought."""
    if power(rules, private, PAIR_BONUSES):
        president = holdings.president(rules.data, change.state, company) or ""
        given = (*game_of(change.state).pair_bonuses, (company, private, president))
        note(change, pair_bonuses=given)


def check_presidents(change: Change, rules: Rules, lose: bool) -> None:
    """Look for new presidents of companies with bonuses for pairs of stops.

    Such a company loses them, or with ``lose`` unset keeps them under its new president.
    """
    state, kept = change.state, []
    for company, private, president in game_of(state).pair_bonuses:
        now = holdings.president(rules.data, state, company) or ""
        if now == president or not lose:
            kept.append((company, private, now))
        else:
            change.tell("pair_bonuses_lost", company=company, private=private)
    if tuple(kept) != game_of(state).pair_bonuses:
        note(change, pair_bonuses=tuple(kept))


def marked_hexes(rules: Rules, state: State) -> dict[str, str]:
    """Return a short text for each hex with a marker that counts."""
    return {
        split_stop(stop)[0]: f"+{own.bonus} {rules.data.companies[company].short}"
        for company, private, stop in game_of(state).city_markers
        if (own := power(rules, private, CITY_MARKER))
        and not rules.data.reaches(state.phase, own.until)
    }


class CityMarkerStep(TurnStep):
    """The marker of a private, placed at any moment of its company's turn."""

    name = "city_marker"
    accepts = (PlaceMarker,)
    only_with = CHECKED

    def _ways(self, state: State) -> Iterator[PlaceMarker]:
        company = self.company(state)
        for private in privates_with_power(self.rules, state, company, CITY_MARKER):
            if private not in game_of(state).used_privates:
                for stop in power(self.rules, private, CITY_MARKER).cities:
                    yield PlaceMarker(company, private, stop)

    def offers(self, state: State) -> list[Offer]:
        offers = (
            Offer("marker", way, 0, hexes=(way.stop,), weight=0.3) for way in self._ways(state)
        )
        return [self.judge_offer(state, offer) for offer in offers]

    def find_allowed(self, state: State) -> Iterator[PlaceMarker]:
        return (way for way in self._ways(state) if not self.refusals(state, way))

    def refusals(self, state: State, action: PlaceMarker) -> list[Refusal]:
        found, refuse = self.not_its_turn(state, action), self.rules.refuse
        if found:
            return found
        company, private = action.company, action.private
        own: CityMarkerPower | None = power(self.rules, private, CITY_MARKER)
        if own is None:
            return [refuse("power.none", private=private)]
        found += owner_refusals(self.rules, state, action)
        if private in game_of(state).used_privates:
            found.append(refuse("power.used", private=private))
        if action.stop not in own.cities:
            return [*found, refuse("lay.power", private=private)]
        if not kinds_of(self.rules, state, company):
            found.append(refuse("marker.train", company=company))
        if action.stop not in find_reach(self.rules, state, company).stops:
            found.append(refuse("marker.reach", company=company, stop=action.stop))
        elif own.in_range and not self._can_run_there(state, company, action.stop):
            found.append(refuse("marker.range", company=company, stop=action.stop))
        return found

    def _can_run_there(self, state: State, company: str, stop: str) -> bool:
        """Check whether a route of one of the company's trains visits the stop."""
        great = 1_000_000
        fares = Fares(self.rules.phase(state).clock, (Bonus("", great, stop),))
        rules, seconds = self.rules, self.rules.search_seconds
        return any(
            find_best_run(rules, state, company, {train: kind}, fares, seconds).revenue >= great
            for train, kind in kinds_of(self.rules, state, company).items()
        )

    def apply(self, change: Change, action: PlaceMarker) -> None:
        game = game_of(change.state)
        marker = (action.company, action.private, action.stop)
        note(change, city_markers=(*game.city_markers, marker))
        note_used(change, action.private)
        facts = {"company": action.company, "private": action.private}
        change.tell("placed_marker", stop=action.stop, **facts)
