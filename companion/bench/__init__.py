"""The command `companion bench`: measured figures, printed beside their bounds."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from companion.bench import (
    audits,
    browser,
    example_games,
    exports,
    history_edit,
    many_tables,
    record_board,
    recorded_games,
    single_table,
)
from companion.bench.checkout_comparison import against
from companion.bench.measurements import Figure, NotMeasuredError, machine

RECORDED = Path(__file__).resolve().parents[3] / "shared" / "conformance"

Line = Callable[[Sequence[recorded_games.Recorded]], Iterator[Figure]]

# The benchmarks by name, in the order in which they run. Each sets up what it needs and cleans up.
LINES: Mapping[str, tuple[str, Line]] = {
    "replay": ("playing the recorded games through the rules", recorded_games.replays),
    "best-runs": (
        "searching the best run at every run of the recorded games",
        recorded_games.best_runs,
    ),
    "late-boards": ("searching the best run of every kind of train", recorded_games.late_boards),
    "record-board": ("the hardest public board, beside published times", record_board.searches),
    "own-replay": ("playing our own games through the rules", example_games.replays),
    "own-best-runs": (
        "the best run in our own games, and late in simulated ones",
        example_games.best_runs,
    ),
    "own-action": ("one table with each of our own games", example_games.action),
    "correction": ("editing the past in the recorded games", history_edit.corrections),
    "audit": ("the self-check of a whole game", audits.audits),
    "export": ("a game in every form in which it goes out", exports.exports),
    "report": ("a PDF right after the start", single_table.report),
    "action": ("one table: an action to its fresh screen", single_table.action),
    "pages": ("screens with a full game, and the list of many games", single_table.sizes),
    "memory": ("memory with 20 games open", single_table.memory),
    "tables": ("20 tables at once, an action every 5 s at each", many_tables.tables),
    "beside": (
        "actions at other tables while reports and searches are made",
        many_tables.measure_beside_others,
    ),
    "browser": ("tap to fresh screen in Chromium, six devices open", browser.taps),
    "paint": ("the table's first screen on a slow phone", browser.paints),
}

_WITHOUT_GAMES = frozenset({"record-board"})  # the lines that measure no recorded game


def bench_command(
    folder: Path | None = None, only: Sequence[str] = (), other: Path | None = None
) -> int:
    """Measure and print the named benchmarks, or all of them.

    With an ``other`` checkout, print only the ratio of this code's times to those of that checkout.
    Return exit status 0 if all figures are within their bounds. Return 1 if one is not or could not
    be measured; the reason is printed. Return 2 for an unknown name.
    """
    if unknown := [name for name in only if name not in LINES]:
        print(f"There is no line {unknown[0]}; there are {', '.join(LINES)}.", file=sys.stderr)
        return 2
    needs_games = bool(other) or not only or not _WITHOUT_GAMES.issuperset(only)
    recorded = _find_games(folder) if needs_games else []
    if needs_games and not recorded:
        return 1
    print(machine())
    if other:
        return 0 if _print_figures(f"against {other}", against(other, folder or RECORDED)) else 1
    good = True
    for name, (what, line) in LINES.items():
        if only and name not in only:
            continue
        good &= _print_figures(f"{name}: {what}", line(recorded))
    return 0 if good else 1


def tables_command(folder: Path | None, minutes: float) -> int:
    """Run `companion bench --tables`: many tables, each setting for at most ``minutes``.

    Return 0 if all figures are within their bounds, else 1.
    """
    # imported here because it loads the web package, which is slow
    from companion.bench import tables_by_database

    recorded = _find_games(folder)
    if not recorded:
        return 1
    print(machine())
    good = True
    for setting in tables_by_database.SETTINGS:
        good &= _print_figures(str(setting), tables_by_database.tables(recorded, setting, minutes))
    return 0 if good else 1


def _find_games(folder: Path | None) -> list[recorded_games.Recorded]:
    """Return the recorded games of a folder, by default the one beside the project.

    Print a message if there are none.
    """
    where = folder or RECORDED
    found = recorded_games.find_recorded_games(where)
    if not found:
        print(f"There are no recorded games in {where}; name their folder with --games.")
    return found


def _print_figures(head: str, figures: Iterator[Figure]) -> bool:
    """Print the figures as they are measured.

    Return whether there were any and all are within their bounds.
    """
    print(head, flush=True)
    found = []
    try:
        for figure in figures:
            found.append(figure)
            print(figure, flush=True)
    except NotMeasuredError as fault:
        print(f"  NOT MEASURED: {fault}", flush=True)
        return False
    return bool(found) and all(figure.within for figure in found)
