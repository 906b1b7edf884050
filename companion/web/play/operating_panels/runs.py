"""Running trains: the proposed best run, runs drawn by hand, and the challenge by a better run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import cast

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.board.bestrun.best_run import BestRun
from companion.board.board import Board
from companion.board.routes import Path, path_stops
from companion.board.run_reports import RouteReport, StopReport
from companion.drawing import PORT_PAY, Marks, Run
from companion.languages import format_number, format_text, gettext, lazy_gettext
from companion.ledger.receipts import RunLine, StopLine
from companion.reporting.content.illustrations import drawn_runs
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import RunTrains
from companion.rules.core.refusals import Refusal
from companion.rules.data.codec import read_json
from companion.rules.explain import preview
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating import map_answers, running
from companion.rules.operating.running import trains_of, type_of
from companion.store.history.records import GameView
from companion.web.app_state import app_state
from companion.web.play.best_run_searches import Searches
from companion.web.play.operating_panels.operating_map import chart
from companion.web.play.operating_panels.tokens import full_stop_name
from companion.web.play.operating_panels.turn_offers import TurnScreen
from companion.web.render_cache import forbid_caching

LONG = 5.0  # the most seconds for a search by its own request
SUBJECTS = {
    "best": lazy_gettext("Run trains"),
    "draw": lazy_gettext("Draw the runs"),
    "challenge": lazy_gettext("A better run"),
}
STYLES = "abcd"  # line styles of runs, in the order of the trains


def best_runs() -> Searches:
    """Return the application's best runs."""
    return app_state().best_runs


class LesserRunError(Exception):
    """A better run is known than the one sent; sent again with its revenue, it is accepted."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.says)
        self.refusal = refusal


def require_best_run(view: GameView, action: RunTrains) -> RunTrains:
    """Return the run with the possible revenue if that is more.

    Raises LesserRunError unless the action names that revenue, because its sender has then seen it.
    """
    asked, action = action.better_revenue, replace(action, better_revenue=None, is_proved=True)
    rules, state = view.rules, view.state
    if judge.refusals(rules, state, action):
        return action  # the judge gives the reason
    best = best_runs().find(view, action.company)
    if not best.proved:
        best = best_runs().find(view, action.company, LONG)
    revenue = running.report_run(rules, state, action).revenue
    if (refusal := running.lesser(rules, state, action.company, revenue, best)) is None:
        return action
    if asked != best.revenue:
        raise LesserRunError(refusal)
    return replace(action, better_revenue=best.revenue, is_proved=best.proved)


@dataclass(frozen=True, slots=True)
class RunColumn:
    """A train's run as a column of the timetable. ``style`` is "a" to "d".

    Each stop has its name, its value, the reason for an unusual value, and how often it counts.
    """

    train: str
    type: str
    style: str
    stops: tuple[tuple[str, int | None, str, int], ...]
    bonuses: tuple[tuple[str, int], ...]
    multiplier: int
    revenue: int
    active: bool = False


@dataclass(frozen=True, slots=True)
class DrawnTrain:
    """A train while runs are drawn: its run so far, as the screen sends it."""

    train: str
    type: str
    style: str
    sent: str
    active: bool
    revenue: int
    count: int


@dataclass(frozen=True, slots=True)
class RunPanel:
    """The screen of running trains.

    ``mode`` is "best" (the proposal), "draw" (by hand) or "challenge" (a better run exists).
    ``tried`` is a drawn run that was refused. ``near`` is the hex of the last stop. ``free``: any
    other run is accepted, whatever its revenue. ``alike`` describes the runs of equal revenue that
    are worth choosing between, and marks the shown one.
    """

    mode: str
    columns: tuple[RunColumn, ...]
    revenue: int
    action: RunTrains | None
    best: BestRun
    map: Markup
    hands: tuple[DrawnTrain, ...] = ()
    active: str = ""
    stops: tuple[tuple[str, str], ...] = ()
    refusals: tuple[Refusal, ...] = ()
    lacking: tuple[Refusal, ...] = ()
    better: RunTrains | None = None
    lesser: Refusal | None = None
    near: str = ""
    free: bool = False
    tried: RunTrains | None = None
    alike: tuple[tuple[str, bool], ...] = ()
    kind: str = "run"

    @property
    def subject(self) -> str:
        """The text in a phone's header."""
        return gettext(SUBJECTS[self.mode])

    @property
    def started(self) -> bool:
        """Does the train that is being drawn have a stop?"""
        return any(hand.active and hand.count for hand in self.hands)

    @property
    def nothing(self) -> bool:
        """Is nothing drawn for any train?"""
        return not any(hand.count for hand in self.hands)

    @property
    def seconds(self) -> str:
        """The duration of the search so far."""
        return format_number(round(max(self.best.seconds, 0.1), 1))


def panel(asked: TurnScreen, args: MultiDict[str, str]) -> RunPanel:
    """Return the screen of running trains for the input so far, or for a posted lesser run."""
    company = asked.company
    sent = args.get("type") == RunTrains.wire_name
    challenged = bool(args.get("challenge")) or sent
    seconds = LONG if challenged or args.get("search") else 0.0  # else by its own request
    best = best_runs().find(asked.view, company, seconds)
    if not best.proved:
        forbid_caching()
    proposed = running.run_action(company, best.routes)
    if args.get("draw") or challenged:
        return _drawn(asked, args, best, proposed, challenged)
    proposed, alike = _choose_best_run(asked, args, best)
    report = running.report_run(asked.rules, asked.state, proposed)
    columns = columns_of(asked.rules, report.routes, asked.state.board)
    runs = drawn_runs(asked.rules, report.routes)
    label = format_text("Map with the best run of {company}", company=company)
    shown = chart(asked, Marks(), runs, label=label)
    free = asked.rules.runs.free_routes(asked.rules, asked.state, company) is not None
    return RunPanel("best", columns, report.revenue, proposed, best, shown, free=free, alike=alike)


def _choose_best_run(
    asked: TurnScreen, args: MultiDict[str, str], best: BestRun
) -> tuple[RunTrains, tuple[tuple[str, bool], ...]]:
    """Return the best run, or the picked one of several with equal revenue; and all of these."""
    proposed, step = running.run_action(asked.company, best.routes), asked.step
    if not isinstance(step, running.RunStep):
        return proposed, ()
    runs = [proposed, *step.alike(asked.state, asked.company, best)]
    tapped = args.get("alike", 0, int)
    number = tapped if 0 <= tapped < len(runs) else 0
    words = [step.distinguish_run(asked.state, run) for run in runs] if len(runs) > 1 else []
    return runs[number], tuple((each, at == number) for at, each in enumerate(words))


def columns_of(
    rules: Rules, routes: Iterable[RouteReport | RunLine], board: Board | None = None
) -> tuple[RunColumn, ...]:
    """Return routes, drawn or from a receipt, as columns of the timetable.

    ``board`` is the board of that time, if known.
    """
    return tuple(_column(rules, route, number, board) for number, route in enumerate(routes))


def _column(
    rules: Rules,
    route: RouteReport | RunLine,
    number: int,
    board: Board | None,
    active: str = "",
) -> RunColumn:
    stops = tuple(
        (
            s.name,
            s.value if _counts(s) else None,
            _why(rules, route, s, board),
            running.times_told(rules, route.train, s.stop) if _counts(s) else 1,
        )
        for s in route.stops
    )
    all_alike = all(times == 1 for *_, times in stops)
    return RunColumn(
        route.train,
        type_of(route.train),
        STYLES[number % len(STYLES)],
        stops,
        tuple(route.bonuses),
        route.multiplier if all_alike else 1,
        route.revenue,
        route.train == active,
    )


def _counts(stop: StopReport | StopLine) -> bool:
    """Is the train paid for the stop? A receipt lists no others."""
    return isinstance(stop, StopLine) or stop.counted


def _why(
    rules: Rules, route: RouteReport | RunLine, stop: StopReport | StopLine, board: Board | None
) -> str:
    """Explain an unusual value of a stop.

    Another train may count it. It may be passed on a token on top of another. An off-board may take
    its value from another stop of the route.
    """
    if isinstance(stop, StopReport) and stop.by:
        return format_text("counted by the {train}", train=type_of(stop.by))
    tops = board.stacked_tokens.get(stop.stop, ()) if board is not None else ()
    if tops and not stop.value and stop.stop not in (route.path[0], route.path[-1]):
        names = {"token": rules.words.name("top_token"), "owner": rules.words.name(tops[0])}
        return format_text("passed on {owner}'s {token}", **names)
    off_boards = {s.stop: rules.data.map.off_board(s.stop) for s in route.stops}
    if (here := off_boards[stop.stop]) is None or not here.follows:
        return gettext(PORT_PAY[here.port]) if here is not None and here.port else ""
    for other in route.stops:
        factor = 1 if off_boards[other.stop] is None else 2
        if other is not stop and stop.value and other.value * factor == stop.value:
            says = gettext("as {stop}") if factor == 1 else gettext("twice {stop}")
            return says.format(stop=other.name)
    return ""


def read_routes(asked: TurnScreen, args: MultiDict[str, str]) -> dict[str, Path]:
    """Read the runs drawn so far, each as "5-0:H12.0,H14,H16.0", or those of a posted action."""
    own = trains_of(asked.state, asked.company)
    found: dict[str, Path] = dict.fromkeys(own, ())
    for train, path in _sent(args):
        if train in found and len(path) <= 200 and all(_exists(asked, node) for node in path):
            found[train] = path
    return found


def _sent(args: MultiDict[str, str]) -> Iterator[tuple[str, Path]]:
    """Yield trains and their paths from the drawing or the posted action."""
    for text in args.getlist("r"):
        train, _, nodes = text.partition(":")
        yield train, tuple(node for node in nodes.split(",") if node)
    with suppress(ValueError):  # includes BadActionError; then there is no drawing
        run = {"type": "run_trains", "company": "-", "routes": read_json(args.get("routes", "[]"))}
        yield from cast(RunTrains, read_action(run)).routes


def _exists(asked: TurnScreen, node: str) -> bool:
    board = asked.state.board
    if "." not in node:
        return node in board.map.hexes
    try:
        board.stop(node)
    except KeyError:
        return False
    return True


def _drawn(
    asked: TurnScreen,
    args: MultiDict[str, str],
    best: BestRun,
    proposed: RunTrains,
    challenged: bool,
) -> RunPanel:
    """Return the screen of runs drawn by hand, after the last tap, compared with the best run."""
    rules, state, company = asked.rules, asked.state, asked.company
    drawn = read_routes(asked, args)
    own = list(drawn)
    active = args.get("train", "")
    active = active if active in drawn else next((t for t in own if not drawn[t]), own[0])
    drawn, refused = _apply_tap(asked, args, drawn, active)
    paths = {train: drawn.get(train, ()) for train in own}
    judged = preview.judge_drawing(rules, state, company, paths)
    routes = {route.train: route for route in judged.routes}
    hands = tuple(
        DrawnTrain(
            train,
            type_of(train),
            STYLES[number % len(STYLES)],
            ",".join(paths[train]),
            train == active,
            routes[train].revenue if train in routes else 0,
            len(path_stops(paths[train])),
        )
        for number, train in enumerate(own)
    )
    columns = tuple(
        _column(rules, routes[train], number, state.board, active)
        for number, train in enumerate(own)
        if train in routes
    )
    runs = [
        Run(paths[train], type_of(train), number, running.kind_of(rules, train).floods)
        for number, train in enumerate(own, 1)
        if len(path_stops(paths[train])) > 1
    ]
    network = map_answers.find_reach(rules, state, company).stops
    reached = sorted(stop for stop in state.board.stops() if stop in network)
    picked = path_stops(paths[active])
    marks = Marks(stops=[stop for stop in reached if stop not in picked], picked=picked)
    action = RunTrains(company, tuple((t, p) for t, p in paths.items() if p))
    legal = (judged.legal and not judged.refusals) or not action.routes
    lesser = running.lesser(rules, state, company, judged.revenue, best)
    if challenged and lesser:
        action = replace(action, better_revenue=best.revenue)
    label = format_text(
        "Map, drawing the run of {company}'s {type}", company=company, type=type_of(active)
    )
    return RunPanel(
        "challenge" if challenged and legal else "draw",
        columns,
        judged.revenue,
        action if legal else None,
        best,
        chart(asked, marks, runs, label=label),
        hands,
        active,
        tuple((stop, full_stop_name(state.board, stop)) for stop in reached),
        (*refused, *judged.refusals),
        judged.lacking,
        proposed if lesser else None,
        lesser,
        picked[-1].partition(".")[0] if picked else "",
        tried=_try_refused_stop(asked, args, paths, active)
        if refused
        else None
        if legal
        else action,
    )


def _try_refused_stop(
    asked: TurnScreen, args: MultiDict[str, str], drawn: Mapping[str, Path], active: str
) -> RunTrains | None:
    """Return the run with the refused stop; None if no track leads there."""
    stop = args.get("stop", "")
    if not _exists(asked, stop) or "." not in stop:
        return None
    found = preview.force_stop(asked.rules, asked.state, asked.company, drawn, active, stop)
    routes = tuple((train, path) for train, path in (found or {}).items() if path)
    return RunTrains(asked.company, routes) if routes else None


def _apply_tap(
    asked: TurnScreen, args: MultiDict[str, str], drawn: Mapping[str, Path], active: str
) -> tuple[dict[str, Path], tuple[Refusal, ...]]:
    """Return the drawing after the last tap: on a stop, on a hex to pass, or on "take back"."""
    rules, state, company = asked.rules, asked.state, asked.company
    if args.get("back"):
        return preview.remove_last_stop(drawn, active), ()
    if args.get("clear"):
        return {**drawn, active: ()}, ()
    stop, at = args.get("stop", ""), args.get("hex", "")
    if not stop and at in state.board.map.hexes:
        here = [f"{at}.{i}" for i in range(len(state.board.tile_at(at).stops))]
        if len(here) != 1:
            return preview.lead_over_hex(rules, state, company, drawn, active, at)
        stop = here[0]
    if stop and _exists(asked, stop):
        return preview.with_stop(rules, state, company, drawn, active, stop)
    return dict(drawn), ()
