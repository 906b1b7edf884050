"""`companion replay`: replay an export and compare it with its result and its trace."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from companion.exchange.games_18xx.export_file import MESSAGE, REDO, UNDO, BadFileError, read_export
from companion.exchange.games_18xx.export_replay import ExportedGame
from companion.exchange.games_18xx.pass_matching import PlayedAction
from companion.exchange.games_18xx.replay_without_map import ToldReplay
from companion.exchange.games_18xx.site_result import ending_difference
from companion.exchange.games_18xx.trace_snapshot import (
    TraceDifference,
    differences,
    merge,
    snapshot,
)
from companion.rules.core.actions import RunTrains
from companion.rules.core.rounds import PlayersRound
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.judge.worth import total_worth
from companion.rules.operating.running import find_best, report_run, trains_of, type_of
from companion.titles.site_adapter import SiteAdapter

SAME, DIFFERENT, UNREADABLE = 0, 1, 2
NO_HEX = "blank/0"
DRAFT = "Draft"  # the name in traces of a first sale in which nobody bids


@dataclass(frozen=True, slots=True)
class PlacedDifference:
    """A difference and its place: the export's action ("Action 45 (...)") or the end."""

    at: str
    difference: TraceDifference


class Trace:
    """A trace, read line by line in step with the game. ``known`` is its current snapshot."""

    def __init__(self, file: Path) -> None:
        self.known: dict[str, Any] = {}
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            raise BadFileError(f"The trace {file} cannot be read: {problem}.") from None
        self.lines = [self._line(file, *item) for item in enumerate(text.splitlines(), start=1)]
        if not self.lines or "state" not in self.lines[0]:
            raise BadFileError(f"The trace {file} does not begin with the state at the start.")
        self._next = 1
        merge(self.known, self.lines[0]["state"])
        tiles = self.known.get("tiles", {})  # with places on the map that are no hexes
        self.known["tiles"] = {at: tile for at, tile in tiles.items() if tile != NO_HEX}

    @staticmethod
    def _line(file: Path, number: int, line: str) -> dict[str, Any]:
        try:
            data = json.loads(line)
        except ValueError:
            data = None
        if not isinstance(data, dict) or "id" not in data:
            raise BadFileError(f"Line {number} of the trace {file} is no line of a trace.")
        return data

    def step(self, played: PlayedAction) -> Mapping[str, Any]:
        """Advance to the line of an action, which must be the next one.

        Actions without effect may lack a line. Raises BadFileError if the lines do not match.
        """
        while self._line_type() in (UNDO, REDO, MESSAGE):
            self._next += 1
        if self._next >= len(self.lines) or self.lines[self._next]["id"] != played.sent.id:
            if played.action is None and played.sent.type != "pass":
                return {}
            has = self.lines[self._next]["id"] if self._next < len(self.lines) else "no more lines"
            raise BadFileError(f"The trace has {has} where the game has action {played.sent.id}.")
        line = self.lines[self._next]
        self._next += 1
        merge(self.known, line.get("changed") or {})
        return line

    def _line_type(self) -> str:
        return str(self.lines[self._next].get("type")) if self._next < len(self.lines) else ""

    def difference(
        self, rules: Rules, adapter: SiteAdapter, state: State
    ) -> TraceDifference | None:
        """Return the first place where the state differs from the trace."""
        ours = snapshot(rules, adapter, state)
        names = {rules.words.names[seat] for seat in priorities(rules, state)}
        if (says := self.known.get("priority")) in names or says is None:
            ours["priority"] = says
        expected = {"priority": None, **self.known}
        if state.round.kind == "auction" and self.known.get("round") == DRAFT:
            expected["round"] = ours["round"]
        # A private that nobody took is out of the game, even if the trace lists it as open.
        owned = {private for one in self._owners() for private in one.get("privates", ())}
        expected["open_privates"] = [
            private
            for private in self.known.get("open_privates", ())
            if private in owned or private in ours["open_privates"]
        ]
        unfinished = adapter.unfinished(state) if adapter.unfinished else ()
        if unfinished:
            expected, ours = (_compared_part(unfinished, known) for known in (expected, ours))
        return next(iter(differences(expected, ours)), None)

    def _owners(self) -> list[Mapping[str, Any]]:
        """Return the players and companies of the trace."""
        parts = (self.known.get("players", {}), self.known.get("companies", {}))
        return [one for part in parts for one in part.values()]


def _compared_part(companies: Sequence[str], known: Mapping[str, Any]) -> dict[str, Any]:
    """Return a snapshot without unfinished companies and without all shares."""
    shares = ("shares", "certs", "value")
    players = {
        name: {key: value for key, value in one.items() if key not in shares}
        for name, one in known["players"].items()
    }
    whole = {name: one for name, one in known["companies"].items() if name not in companies}
    return {**known, "players": players, "companies": whole}


def priorities(rules: Rules, state: State) -> set[str]:
    """Return the seats that a trace may name as priority.

    These are the holder of the priority deal and, in a stock round, the seat that would get it if
    all passed now.
    """
    last = state.round.last_actor if isinstance(state.round, PlayersRound) else ""
    return {state.priority, state.player_after(last)} if last else {state.priority}


def compare(
    game: ExportedGame, trace: Trace | None
) -> Iterator[tuple[PlayedAction, PlacedDifference | None]]:
    """Replay the game and yield each action with its first difference from the trace."""
    rules, adapter = game.rules, game.adapter
    if trace and (different := trace.difference(rules, adapter, judge.start(rules).state)):
        raise _StopError(PlacedDifference("The start", different))
    ahead: PlacedDifference | None = None
    begun = 0  # the number of the last action of which a part was played
    for played, following in _pair_with_next(game.play()):
        found = None
        if trace:
            line = trace.step(played) if played.last else {}
            # Between passes that only one side asks for, one game is ahead of the other.
            # After an action that only announces the next one, the export is ahead.
            both = following is None or following.shared
            both = both and not _is_announcement(adapter, played, following)
            # A pass between the parts of an action is compared with the last of them.
            put_in = played.put_in and played.sent.id != begun
            begun = begun if played.put_in else played.sent.id
            if (played.last or put_in) and both:
                different = trace.difference(rules, adapter, played.state)
                found = PlacedDifference(played.sent.label, different) if different else None
                if adapter.waits_longer:
                    found, ahead = _judge_difference(played, found, ahead, last=following is None)
            found = found or _run_difference(game, played, line)
        yield played, found


def _is_announcement(
    adapter: SiteAdapter, played: PlayedAction, following: PlayedAction | None
) -> bool:
    """Return whether the action only announces the next one."""
    announces = adapter.announces
    return bool(announces and following and announces(played.sent, following.sent))


def _judge_difference(
    played: PlayedAction, found: PlacedDifference | None, ahead: PlacedDifference | None, last: bool
) -> tuple[PlacedDifference | None, PlacedDifference | None]:
    """Return the difference that is certain, and the one that may vanish.

    A difference may vanish because our game is ahead. In that case the export has a pass later in
    the same turn that nobody is asked for here. After that pass there is no difference any more.
    """
    left_out, company = played.action is None, played.state.round.operating_company
    if ahead:
        if left_out and not found:
            return None, None
        same_turn = company and company == played.before.round.operating_company
        return (None, ahead) if same_turn and found and not last else (ahead, None)
    if found and not last and company and not left_out:
        return None, found
    return found, None


def _pair_with_next(
    plays: Iterable[PlayedAction],
) -> Iterator[tuple[PlayedAction, PlayedAction | None]]:
    """Yield each action with the next one. Raises an error of the replay after the last."""
    held: PlayedAction | None = None
    problem: BadFileError | None = None
    try:
        for played in plays:
            if held:
                yield held, played
            held = played
    except BadFileError as stopped:
        problem = stopped
    if held:
        yield held, None
    if problem:
        raise problem


class _StopError(Exception):
    """A difference before the first action."""

    def __init__(self, found: PlacedDifference) -> None:
        super().__init__()
        self.found = found


def _run_difference(
    game: ExportedGame, played: PlayedAction, line: Mapping[str, Any]
) -> PlacedDifference | None:
    """Return the first difference between a run and its trace: revenues and stops.

    Traces of old exports, which name all hexes of a route, have no stops.
    """
    if not isinstance(played.action, RunTrains) or not isinstance(line.get("routes"), list):
        return None
    if played.action.company in game.adapter.unlisted:
        return None
    report = report_run(game.rules, played.before, played.action)
    if not line["routes"] and not _has_revenue_to_divide(played):
        return None  # the site does not list a run after which nothing is to be divided
    told = any(route.get("stops") for route in line["routes"])
    ours = [
        {
            "train": game.adapter.train_there(type_of(route.train)),
            "revenue": route.revenue,
            "stops": sorted(
                stop.stop.partition(".")[0] for stop in route.stops if stop.counted and told
            ),
        }
        for route in report.routes
    ]
    expected = [{**route, "stops": sorted(route.get("stops", ()))} for route in line["routes"]]
    key = json.dumps
    for theirs, mine in zip(sorted(expected, key=key), sorted(ours, key=key), strict=False):
        for difference in differences(theirs, mine, "routes"):
            return PlacedDifference(played.sent.label, difference)
    if len(expected) != len(ours):
        return PlacedDifference(
            played.sent.label, TraceDifference("routes", len(expected), len(ours))
        )
    return None


def _has_revenue_to_divide(played: PlayedAction) -> bool:
    """Return whether a company has revenue from its run that is still to be divided."""
    turn = played.state.round.operating
    return bool(turn and turn.company == played.sent.entity and turn.revenue and not turn.division)


def run_line(game: ExportedGame, played: PlayedAction) -> dict[str, Any]:
    """Return one run beside the best one, for ``--runs``."""
    assert isinstance(played.action, RunTrains)
    rules, state, company = game.rules, played.before, played.action.company
    report = report_run(rules, state, played.action)
    began = perf_counter()
    best = find_best(rules, state, company, deadline=10.0)
    return {
        "action": played.sent.id,
        "company": company,
        "trains": [type_of(train) for train in trains_of(state, company)],
        "entered": report.revenue,
        "best": best.revenue,
        "routes": [
            {
                "train": type_of(route.train),
                "stops": [node for node in route.path if "." in node],
            }
            for route in best.routes
        ],
        "proved": best.proved,
        "seconds": round(perf_counter() - began, 4),
    }


def replay_command(
    file: Path, trace: Path | None = None, runs: Path | None = None, *, is_told: bool = False
) -> int:
    """Replay ``file`` and print the first difference or the final standings.

    With ``is_told`` it is also played without its map, told what the file shows. Returns the exit
    status.
    """
    began = perf_counter()
    lines: list[dict[str, Any]] = []
    played, count = None, 0
    try:
        game = ExportedGame(read_export(file))
        beside = Trace(trace) if trace else None
        told = ToldReplay(game) if is_told else None
        for note in game.notes:
            print(note)
        for played, difference in compare(game, beside):
            if found := difference or _find_told_difference(told, played):
                return _print_difference(found)
            count += played.action is not None
            if runs and isinstance(played.action, RunTrains):
                lines.append(run_line(game, played))
    except _StopError as stop:
        return _print_difference(stop.found)
    except BadFileError as problem:
        print(f"{file}: {problem}")
        return UNREADABLE
    if runs and (fault := _write_lines(runs, lines)):
        print(fault)
        return UNREADABLE
    state = played.state if played else judge.start(game.rules).state
    if different := ending_difference(game, state):
        return _print_difference(PlacedDifference("The end", different))
    for note in game.notes[len(game.set_up_notes) :]:
        print(note)
    seconds = perf_counter() - began
    _print_standings(game.rules, state)
    print(f"{count} actions in {seconds:.2f} s; {_agreement(game, beside, told)}.")
    return SAME


def _find_told_difference(told: ToldReplay | None, played: PlayedAction) -> PlacedDifference | None:
    """Return the first difference from the game without its map, if it is asked for."""
    different = told.follow(played) if told else None
    return PlacedDifference(played.sent.label, different) if different else None


def _agreement(game: ExportedGame, beside: Trace | None, told: ToldReplay | None) -> str:
    """Return what agrees."""
    agrees = "result and trace agree" if beside else "the result agrees"
    checked = agrees if game.export.result else "the file holds no result"
    if told is None:
        return checked
    return f"{checked}; without the map {len(told.game.actions)} actions come to the same"


def _write_lines(file: Path, lines: Sequence[Mapping[str, Any]]) -> str:
    """Write the runs to the file. Return why that is impossible, else ""."""
    try:
        file.write_text(json.dumps(lines, indent=1) + "\n", encoding="utf-8")
    except OSError as problem:
        return f"{file} cannot be written: {problem.strerror}."
    return ""


def _print_standings(rules: Rules, state: State) -> None:
    worth = {seat: total_worth(rules, state, seat) for seat in rules.seats}
    print("Final standings" if state.end_reason else "Standings so far")
    width = max(len(name) for name in rules.words.names.values())
    for seat in sorted(worth, key=lambda seat: -worth[seat]):
        print(f"  {rules.words.names[seat]:{width}}  {rules.data.money(worth[seat])}")


def _print_difference(found: PlacedDifference) -> int:
    """Print a difference with both sides and return the exit status."""
    print(f"{found.at}: {found.difference.path} differs.")
    print(f"  expected: {json.dumps(found.difference.expected, ensure_ascii=False)}")
    print(f"  ours:     {json.dumps(found.difference.ours, ensure_ascii=False)}")
    return DIFFERENT
