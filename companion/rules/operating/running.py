"""Running trains: runs are checked on the map and become lines of a receipt."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.board.bestrun.best_run import BestRun, best_run
from companion.board.bestrun.equal_runs import add_equal_runs
from companion.board.bestrun.shared_search_data import SharedSearchData
from companion.board.bestrun.shared_train_bonus import longer
from companion.board.company_access import Access
from companion.board.routes import Path, Route, check_run
from companion.board.run_reports import RunReport
from companion.board.trains import CENTRES, EVERY, Fares, TrainKind
from companion.ledger.receipts import RunLine, StopLine
from companion.rules.core.actions import RunTrains
from companion.rules.core.change import Change, Event
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal, has_hard
from companion.rules.core.state import GONE, LAST_RUN, RAN, State, TrainCard
from companion.rules.core.state import type_of as type_of
from companion.rules.judge.policies import no_loss, nothing
from companion.rules.judge.rules import Rules
from companion.rules.operating.map_answers import has_route
from companion.rules.operating.operating_round import TurnStep, turn_of, update_turn
from companion.rules.operating.private_powers import (
    powers_lent_to_run,
    privates_used_in_run,
    run_bonuses,
)


def trains_of(state: State, owner: str, charter: int | None = None) -> list[str]:
    """Return the train ids of a company (or of "pool"), smallest type first.

    With ``charter``, return only the trains on that charter.
    """
    places = state.trains.derived.get("places")
    if places is None:
        places = state.trains.derived["places"] = {}
        for train, card in state.trains.items():
            places.setdefault(card.place, []).append(train)
    mine: list[str] = places.get(owner, [])
    if charter is None:
        return [*mine]
    return [train for train in mine if state.trains[train].charter == charter]


def had_train(state: State, company: str) -> bool:
    """Check whether the company has a train, or has run one in this turn that is gone by now."""
    turn = state.round.operating
    ran = turn is not None and turn.company == company and bool(turn.routes or turn.run_lines)
    return ran or bool(trains_of(state, company))


def kinds_of(rules: Rules, state: State, company: str) -> dict[str, TrainKind]:
    """Return the company's trains by id, as the board takes them."""
    return {train: kind_of(rules, train) for train in trains_of(state, company)}


def farthest_kinds(rules: Rules, state: State, company: str) -> dict[str, TrainKind]:
    """Return the trains as if each had the extra stops that only one of them may use."""
    kinds = kinds_of(rules, state, company)
    for lent in powers_lent_to_run(rules, state, company):
        if lent.more is not None:
            kinds = {train: longer(kind, lent.more) for train, kind in kinds.items()}
    return kinds


def kind_of(rules: Rules, train: str) -> TrainKind:
    """Return the kind of a train by its id."""
    return rules.data.trains[type_of(train)].kind


def times_told(rules: Rules, train: str, stop: str) -> int:
    """Return how many times a train is paid for a stop.

    The result is 1 if the train is paid so for all stops, because the run shows this factor once.
    """
    kind = kind_of(rules, train)
    here = CENTRES if rules.data.map.off_board(stop) is None else EVERY - CENTRES
    return kind.multiplier if kind.multiplies & here and not kind.multiplies >= EVERY else 1


@lru_cache(maxsize=64)
def kinds_of_all_types(rules: Rules) -> frozenset[TrainKind]:
    """Return the kinds of all train types, to check whether a company has any route."""
    return frozenset(train.kind for train in rules.data.train_types)


_usual_fares = lru_cache(maxsize=64)(Fares)  # by colours, for companies without privates


def fares_of(rules: Rules, state: State, company: str) -> Fares:
    """Return the values and bonuses of stops for the company's trains.

    At a city with two tokens of the company on each other, every train is paid separately.
    """
    colours = rules.phase(state).clock
    more, lent = rules.runs.bonuses(rules, state, company)
    is_plain = not (state.board.stacked_tokens or more or lent)
    if is_plain and company not in state.privates.values():
        return _usual_fares(colours)
    return Fares(
        colours,
        (*run_bonuses(rules, state, company), *more),
        frozenset(state.board.top_stops(company)),
        (*powers_lent_to_run(rules, state, company), *lent),
    )


@dataclass(frozen=True, slots=True)
class RunInputs:
    """All that the best run of a company depends on, to compare searches at different moments.

    ``moment`` is the version of the game in a title whose runs depend on more than the board, the
    trains and their pay; elsewhere it is 0. ``places``: laid tiles, tokens and stacked tokens.
    """

    access: Access
    fares: Fares
    kinds: Mapping[str, TrainKind]
    places: tuple[Mapping[str, Any], ...]
    moment: int

    def __hash__(self) -> int:
        """Hash the company and its number of tiles: few searches share both."""
        return hash((self.access.company, len(self.places[0])))


def run_inputs(rules: Rules, state: State, company: str, version: int = 0) -> RunInputs:
    """Return the inputs of the company's best run in this version of the game."""
    board = state.board
    return RunInputs(
        rules.access.of(rules, state, company),
        fares_of(rules, state, company),
        kinds_of(rules, state, company),
        (board.laid, board.tokens, board.stacked_tokens),
        0 if is_of_map_and_trains(rules) else version,
    )


def is_of_map_and_trains(rules: Rules) -> bool:
    """Does a best run depend on nothing but the map, the trains and their pay?"""
    return rules.runs.loss is no_loss and rules.runs.free_routes is nothing


def find_best(
    rules: Rules,
    state: State,
    company: str,
    deadline: float | None = None,
    ground: SharedSearchData | None = None,
) -> BestRun:
    """Return the best run of all the company's trains together.

    For a company that chooses among given routes, return the best of these. If the title compares
    regions, include equal runs that visit others. ``ground``: the company's network, if the caller
    knows it.
    """
    if (choices := rules.runs.free_routes(rules, state, company)) is not None:
        return _best_of(rules, state, company, choices)
    board, access = state.board, rules.access.of(rules, state, company)
    kinds, fares = kinds_of(rules, state, company), fares_of(rules, state, company)
    ground = ground or SharedSearchData(board, access, len(kinds))
    best = best_run(board, access, kinds, fares, deadline, ground)
    if rules.runs.loss(rules, state, company, [1] * len(kinds)):
        rest = [{t: kinds[t] for t in kinds if t != idle} for idle in kinds] if kinds else []
        runs = [best, *(best_run(board, access, some, fares, deadline) for some in rest)]
        return _best_after_loss(rules, state, company, runs)
    if not rules.runs.regions_matter:
        return best
    left = None if deadline is None else deadline - best.seconds
    return add_equal_runs(board, access, kinds, fares, best, deadline=left, ground=ground)


def _best_after_loss(rules: Rules, state: State, company: str, runs: Sequence[BestRun]) -> BestRun:
    """Return the run that earns most after what is lost of it, the first of equals."""
    earned = [report_run(rules, state, run_action(company, run.routes)).revenue for run in runs]
    best = runs[earned.index(max(earned))]
    return replace(best, revenue=max(earned), proved=all(run.proved for run in runs))


def _best_of(rules: Rules, state: State, company: str, choices: Sequence[Path]) -> BestRun:
    """Return the route that earns most, the first of equals; an empty run if there is none."""
    if not choices:
        return BestRun((), 0, True, 0.0)
    (train,) = trains_of(state, company)
    runs = {path: RunTrains(company, ((train, path),)) for path in choices}
    earned = {path: report_run(rules, state, run).revenue for path, run in runs.items()}
    best = max(choices, key=lambda path: earned[path])
    return BestRun((Route(train, best),), earned[best], True, 0.0)


def can_run(rules: Rules, state: State, company: str) -> bool:
    """Check whether the company has trains and, as far as is known, a route for one of them."""
    kinds = kinds_of(rules, state, company)
    if state.is_told:
        return bool(kinds)
    return bool(kinds) and has_route(rules, state, company, list(kinds.values()))


def run_action(company: str, routes: Iterable[Route]) -> RunTrains:
    """Return the action that runs these routes."""
    return RunTrains(company, tuple((route.train, route.path) for route in routes))


def report_run(rules: Rules, state: State, action: RunTrains) -> RunReport:
    """Return the report of a run: stops and values of each route, and faults.

    Its revenue is what the run earns in the end; the title may have some of it lost.
    """
    report = _make_report(rules, state, action, kinds_of(rules, state, action.company))
    earned = [route.revenue for route in report.routes]
    lost = rules.runs.loss(rules, state, action.company, earned)
    return replace(report, revenue=report.revenue - lost) if lost else report


def _make_report(
    rules: Rules, state: State, action: RunTrains, kinds: Mapping[str, TrainKind]
) -> RunReport:
    access = rules.access.of(rules, state, action.company)
    fares = fares_of(rules, state, action.company)
    return check_run(state.board, access, kinds, list(map(Route._make, action.routes)), fares)


def run_refusals(rules: Rules, state: State, action: RunTrains) -> list[Refusal]:
    """Return a refusal for each fault of the run's routes."""
    report = report_run(rules, state, action)
    return [rules.refuse_fault("run", fault) for fault in report.all_faults]


def lesser(rules: Rules, state: State, company: str, revenue: int, best: BestRun) -> Refusal | None:
    """Return the refusal shown for a run that earns less than the best one found.

    The run may still be taken. Return None if it earns as much or the company may choose its route.

    The judge never refuses such a run. The best revenue is known only from a search, and games are
    replayed and rebuilt without one.
    """
    if revenue >= best.revenue or rules.runs.free_routes(rules, state, company) is not None:
        return None
    facts = {"company": company, "revenue": revenue, "better_revenue": best.revenue}
    code = "run.lesser" if best.proved else "run.lesser_found"
    return rules.refuse(code, difference=best.revenue - revenue, **facts)


def ran(company: str, revenue: int, possible: int | None, proved: bool) -> Event:
    """Return the event of a run, with the possible revenue if it was known to be higher."""
    facts: dict[str, object] = {"company": company, "revenue": revenue}
    if possible is None:
        return Event("ran", facts)
    return Event("ran_less" if proved else "ran_less_found", {**facts, "better_revenue": possible})


def have_run(change: Change, rules: Rules, company: str, trains: Iterable[str]) -> None:
    """Record that trains have run.

    Remove trains that ran for the last time, but for obsolete ones, which leave with the dividend.
    Mark others whose first run matters when they rust.
    """
    state = change.state
    for train in trains:
        card, type = state.trains[train], rules.data.trains[type_of(train)]
        if LAST_RUN in card.marks and type.obsolete:
            continue
        if LAST_RUN in card.marks:
            state.trains[train] = TrainCard(GONE)
            change.tell("last_run", company=company, type=type.name, train=train)
        elif type.last_run:
            state.trains[train] = card.with_mark(RAN)


class RunStep(TurnStep):
    """The step that runs all trains. The best run is proposed; another may be entered."""

    name = "run"
    accepts = (RunTrains,)

    def has_acted(self, state: State) -> bool:
        return turn_of(state).revenue is not None

    def waits(self, state: State) -> bool:
        return can_run(self.rules, state, self.company(state))

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        best = find_best(self.rules, state, company, self.rules.search_seconds)
        facts = (("revenue", best.revenue), ("proved", best.proved), ("seconds", best.seconds))
        offer = Offer("run", run_action(company, best.routes), best.revenue, facts=facts)
        others = self.alike(state, company, best)
        return [offer, *(replace(offer, action=run, weight=0.3) for run in others)]

    def alike(self, state: State, company: str, best: BestRun) -> Iterator[RunTrains]:
        """Yield other runs that earn as much as the best one and are worth a choice."""
        for routes in best.others:
            yield run_action(company, routes)

    def distinguish_run(self, state: State, run: RunTrains) -> str:
        """Return the text that distinguishes a run from others that earn as much."""
        return ", ".join(type_of(train) for train, _ in run.routes)

    def refusals(self, state: State, action: RunTrains) -> list[Refusal]:
        found = self.not_its_turn(state, action) or run_refusals(self.rules, state, action)
        if not has_hard(found) and action.better_revenue is not None:
            revenue = report_run(self.rules, state, action).revenue
            if action.better_revenue <= revenue:
                facts = {"revenue": revenue, "better_revenue": action.better_revenue}
                found.append(self.rules.refuse("run.not_lesser", **facts))
        return found

    def apply(self, change: Change, action: RunTrains) -> None:
        report = report_run(self.rules, change.state, action)
        known = {"better_revenue": action.better_revenue, "is_proved": action.is_proved}
        update_turn(change, routes=action.routes, revenue=report.revenue, **known)
        told = ran(action.company, report.revenue, action.better_revenue, action.is_proved)
        change.tell(told.kind, routes=action.routes, **told.facts)
        for private in privates_used_in_run(self.rules, change.state, action.company, report):
            # only logged: a private that closes after use is still needed for the run's receipt
            change.tell("power_used", company=action.company, private=private)
        self.note_run(change, action.company, [train for train, _ in action.routes])
        self.end(change)

    def note_run(self, change: Change, company: str, trains: Sequence[str]) -> None:
        """Note what follows from the run of these trains, apart from its revenue."""
        have_run(change, self.rules, company, trains)


def run_lines(rules: Rules, state: State, company: str) -> tuple[RunLine, ...]:
    """Return the receipt's lines for this turn's runs, including trains that are gone by now."""
    turn = turn_of(state)
    if turn.run_lines or not turn.routes:
        return turn.run_lines
    kinds, run = kinds_of(rules, state, company), RunTrains(company, turn.routes)
    gone = {train: kind_of(rules, train) for train, _ in turn.routes if train not in kinds}
    return _lines(run, _make_report(rules, state, run, {**kinds, **gone}))


def _lines(run: RunTrains, report: RunReport) -> tuple[RunLine, ...]:
    lines = []
    for (train, path), route in zip(run.routes, report.routes, strict=True):
        stops = tuple(
            StopLine(stop.stop, stop.name, stop.value) for stop in route.stops if stop.counted
        )
        lines.append(RunLine(train, path, stops, route.bonuses, route.revenue, route.multiplier))
    return tuple(lines)
