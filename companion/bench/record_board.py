"""The hardest public board for the search of the best run (``record_board.toml``)."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.bench.measurements import Figure
from companion.board.bestrun.benchmarks import RunProblem, bench_best_runs, grid_board
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import read_map
from companion.board.trains import EVERY, Fares, StopCount, TrainKind

FILE = Path(__file__).with_name("record_board.toml")
TIMES = 3  # searches of each run; the median counts
SECONDS = 0.5  # for one of them
FIRST = 0.1  # seconds to any run
GRID_SECONDS, LONGEST = 5.0, 30.0  # for a large grid; the search ends after the second
GRID_TRAINS = (("8", "8"), ("8", "8", "8", "8"), ("D", "D"), ("5+5E", "8"))
_BIG = EVERY - {"town"}


@dataclass(frozen=True, slots=True)
class RecordRun:
    """A run on the board: what is searched, and the greatest revenue.

    ``published``: the revenue that a parallel search in Rust found, and the seconds it took.
    """

    name: str
    problem: RunProblem
    published: tuple[int, float] | None


@cache
def record_runs() -> tuple[RecordRun, ...]:
    """Return the published runs, then the ladder of other trains."""
    told = tomllib.loads(FILE.read_text(encoding="utf-8"))
    board = Board(read_map(told["map"]))
    for city, owners in told["tokens"].items():
        for owner in owners:
            board = board.with_token(city, owner)
    fares = Fares(tuple(told["colours"]))
    kinds = {name: _kind(name, entry) for name, entry in told["trains"].items()}
    return tuple(_run(board, fares, kinds, entry) for entry in told["runs"])


def _run(
    board: Board, fares: Fares, kinds: Mapping[str, TrainKind], entry: Mapping[str, Any]
) -> RecordRun:
    company, trains = entry["company"], entry["trains"]
    own = {f"{train}-{number}": kinds[train] for number, train in enumerate(trains)}
    published = (entry["published"], entry["seconds"]) if "published" in entry else None
    problem = RunProblem(board, Access(company), own, fares, entry["revenue"])
    return RecordRun(f"{company} {', '.join(trains)}", problem, published)


def _kind(name: str, entry: Mapping[str, Any]) -> TrainKind:
    """Return a kind of train: it is paid for its best stops, and passes only what it may."""
    most, pays = entry.get("stops"), entry.get("pays", 1)
    if most is None:
        return TrainKind(name, multiplier=pays)
    limits = () if entry.get("passes") else (StopCount(most, _BIG),)
    return TrainKind(name, limits, best=StopCount(most), multiplier=pays)


def grid_problem(side: int, trains: Sequence[str]) -> RunProblem:
    """Return a run of these trains on a square of six-way cities."""
    told = tomllib.loads(FILE.read_text(encoding="utf-8"))
    own = {f"{train}-{n}": _kind(train, told["trains"][train]) for n, train in enumerate(trains)}
    return RunProblem(grid_board(side, "GW"), Access("GW"), own, Fares(tuple(told["colours"])))


def searches(_: Sequence[object]) -> Iterator[Figure]:
    """Yield the time for each run, beside the published one if there is one."""
    unlike = unproved = 0
    for run in record_runs():
        found = bench_best_runs([run.problem] * TIMES)
        unlike += bool(found.beaten or found.short)
        unproved += bool(found.unproved)
        what = f"{run.name}: {run.problem.entered}"
        if run.published:
            what += " (published {} in {} s)".format(*run.published)
        yield Figure(what, found.median, "s", SECONDS)
    yield Figure("runs of another revenue", unlike, "runs", 0)
    yield Figure("best runs not proved", unproved, "runs", 0)
    for trains in GRID_TRAINS:
        named = ", ".join(trains)
        first = bench_best_runs([grid_problem(9, trains)] * TIMES, 0)
        yield Figure(f"9x9 six-way cities, {named}: any run", first.median, "s", FIRST)
        whole = bench_best_runs([grid_problem(8, trains)], LONGEST)
        what = f"8x8 six-way cities, {named}: {whole.proved} proved"
        yield Figure(what, whole.longest, "s", GRID_SECONDS)
