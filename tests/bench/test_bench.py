"""Tests of the benchmarks: correct figures, visible misses of bounds, and a clean end."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion import bench
from companion.bench import (
    browser,
    example_games,
    exports,
    many_tables,
    record_board,
    recorded_games,
    single_table,
    tables_by_database,
)
from companion.bench.bench_server import run_server, store_games
from companion.bench.checkout_comparison import Side, against
from companion.bench.measurements import Figure, NotMeasuredError, times
from companion.board.bestrun.benchmarks import RunProblem, late_trains, percentile
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.trains import Fares
from companion.cli import main
from companion.rules.core.actions import RunTrains
from companion.rules.core.state import state_to_json
from companion.store.db.data_dir import database_file
from companion.store.games.game_store import GameStore
from tests.support.postgres import server
from tests.support.site_games import site_file

TABLES = 2 if os.environ.get("FULL") else 1
RECORD_RUNS = record_board.record_runs()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two whole games in the format of 18xx.games."""
    made = tmp_path_factory.mktemp("recorded")
    (made / "1830.json").write_bytes(site_file("1830", 2))
    (made / "steam-over-holland.json").write_bytes(site_file("steam-over-holland", 1))
    return made


@pytest.fixture(scope="module")
def recordings(folder: Path) -> list[recorded_games.Recorded]:
    return recorded_games.find_recorded_games(folder)


@pytest.fixture(scope="module")
def shortest(recordings: list[recorded_games.Recorded]) -> recorded_games.Recorded:
    return min(recordings, key=lambda game: game.file.stat().st_size)


# --- figures


def test_a_figure_beyond_its_bound_says_so() -> None:
    assert "MISSED" not in str(Figure("an action", 80, "ms", 80))
    assert "MISSED" in str(Figure("an action", 80.1, "ms", 80))
    assert "bound" not in str(Figure("an action", 80, "ms"))


def test_percentiles_are_of_the_values_themselves() -> None:
    values = [float(n) for n in range(100, 0, -1)]
    assert [percentile(values, part) for part in (0.0, 0.5, 0.95, 1.0)] == [1, 50, 95, 100]
    assert percentile([7.0], 0.95) == 7
    assert percentile([], 0.5) == 0


def test_nothing_timed_is_nothing_measured() -> None:
    with pytest.raises(NotMeasuredError, match="nothing was timed"):
        list(times("an action", []))
    shown = [figure.value for figure in times("an action", [0.1, 0.2, 0.3], p95=200, most=250)]
    assert shown == pytest.approx([200, 300, 300])
    assert [figure.within for figure in times("x", [0.3], p95=200, most=250)] == [
        True,
        False,
        False,
    ]


# --- the command


def lines(monkeypatch: pytest.MonkeyPatch, *measured: Figure | NotMeasuredError) -> None:
    """Replace the benchmarks by "first" and "second", the second of which yields ``measured``."""

    def first(_: Sequence[recorded_games.Recorded]) -> Iterator[Figure]:
        yield Figure("good", 1, "s", 2)

    def second(_: Sequence[recorded_games.Recorded]) -> Iterator[Figure]:
        for each in measured:
            if isinstance(each, NotMeasuredError):
                raise each
            yield each

    monkeypatch.setattr(bench, "LINES", {"first": ("what first", first), "second": ("", second)})


@pytest.mark.parametrize(
    ("measured", "status"),
    [
        (Figure("well", 2, "s", 2), 0),
        (Figure("ill", 3, "s", 2), 1),
        (NotMeasuredError("no browser here"), 1),
    ],
)
def test_the_exit_status_tells_whether_all_is_within_its_bounds(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    measured: Figure | NotMeasuredError,
    status: int,
) -> None:
    lines(monkeypatch, measured)
    assert main.main(["bench", "--games", str(folder)]) == status
    told = capsys.readouterr().out
    assert "first: what first" in told
    assert ("MISSED" in told or "NOT MEASURED: no browser here" in told) == bool(status)
    assert main.main(["bench", "--games", str(folder), "--only", "first"]) == 0
    assert "second" not in capsys.readouterr().out


def test_a_line_that_is_none_is_told_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main.main(["bench", "--only", "supper"]) == 2
    told = capsys.readouterr().err
    assert "There is no line supper" in told
    assert all(name in told for name in bench.LINES)


def test_without_recorded_games_nothing_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["bench", "--games", str(tmp_path)]) == 1
    assert "There are no recorded games" in capsys.readouterr().out


def test_the_record_board_needs_no_recorded_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(record_board, "record_runs", lambda: RECORD_RUNS[:3])
    monkeypatch.setattr(record_board, "LONGEST", 0.1)
    main.main(["bench", "--games", str(tmp_path), "--only", "record-board"])
    told = capsys.readouterr().out
    assert "CNR 5, 5+5E: 1150 (published 1130 in 121 s)" in told
    for what in ("runs of another revenue", "best runs not proved"):
        assert re.search(rf"{what} +0 runs", told)


def test_our_own_games_are_measured_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(example_games, "SIMULATED", 0)
    found = {figure.what: figure.value for figure in example_games.best_runs([])}
    assert found["best runs below what was run"] == found["best runs not proved"] == 0
    (searched, *_) = found
    assert "1839, its game" in searched
    monkeypatch.setattr(example_games, "KEPT", tmp_path)
    with pytest.raises(NotMeasuredError, match="no games in"):
        example_games.own_games()


def test_floods_beside_trains_are_told_apart(shortest: recorded_games.Recorded) -> None:
    board = Board(shortest.read().rules.data.map)
    sets, access, fares = late_trains().values(), Access("another"), Fares(("yellow",))
    asked = [RunProblem(board, access, trains, fares) for trains in sets]
    told = [figure.what for figure in example_games._measure_searches("late", iter(asked))]
    assert told[0] == f"late, {len(sets)} searches, p95"
    assert told[-2:] == ["best runs not proved", "floods beside trains, 2 searches, not proved"]


def test_a_game_is_written_in_every_form_that_the_command_knows(
    shortest: recorded_games.Recorded,
) -> None:
    forms = [figure.what.rpartition(" as ")[2] for figure in exports.exports([shortest])]
    assert forms == ["companion", "18xx", "csv", "beancount", "standings"]


# --- parts of the benchmarks


def test_a_run_that_is_less_than_is_possible_is_entered_as_a_table_enters_it(
    recordings: list[recorded_games.Recorded],
) -> None:
    entered = [
        action for game in recordings for action in game.actions if isinstance(action, RunTrains)
    ]
    found = sum(
        figure.value
        for figure in recorded_games.best_runs(recordings)
        if figure.what == "best runs above what was run"
    )
    assert sum(action.better_revenue is not None for action in entered) == found


def test_copies_of_a_game_are_games_of_their_own(
    shortest: recorded_games.Recorded, tmp_path: Path
) -> None:
    one, two, other = store_games(tmp_path, [(shortest, 3), (shortest, 3), (shortest, 1)])
    assert len({one.game, two.game, other.game}) == 3
    assert (len(two.coming), len(other.coming)) == (3, 1)
    store = GameStore(database_file(tmp_path))
    first, copy = store.open(one.game), store.open(two.game)
    assert state_to_json(copy.state) == state_to_json(first.state)
    assert copy.version == first.version == two.version
    assert store.entries(two.game) == store.entries(one.game)
    store.play(two.game, two.version, two.coming[0])
    assert store.open(one.game).version == one.version
    assert len(store.rows(one.game)) + 1 == len(store.rows(two.game))
    store.close()


@pytest.mark.in_part(0)
def test_each_table_of_a_crowd_plays_all_its_actions(shortest: recorded_games.Recorded) -> None:
    with run_server([(shortest, 4), (shortest, 3)]) as (server, tables):
        crowd_of_two = many_tables.ManyTables(server)
        crowd_of_two.play(tables, every=0.0)
        assert len(crowd_of_two.seconds) == 7
        phone = server.device()
        for table in tables:
            version = table.version + len(table.coming)
            assert phone.ask(f"/game/{table.game}/version?v={version}").status == 204


def test_a_refused_action_ends_the_line(shortest: recorded_games.Recorded) -> None:
    with run_server([(shortest, 4)]) as (server, (table,)):
        wrong = [table._replace(version=table.version + 1)]
        with pytest.raises(NotMeasuredError, match="was answered with 409"):
            many_tables.ManyTables(server).play(wrong, every=0.0)


def test_tables_stand_at_different_stages(recordings: list[recorded_games.Recorded]) -> None:
    found = many_tables.choose_stages(recordings, 20, 12)
    assert len(found) == 20
    assert len(set(found)) > 12
    assert all(12 <= left <= len(game.actions) for game, left in found)


@pytest.mark.in_part(0)
def test_the_first_load_counts_all_that_a_browser_fetches(
    shortest: recorded_games.Recorded,
) -> None:
    with run_server([(shortest, 0)]) as (server, (table,)):
        phone = server.device()
        page = phone.look(f"/game/{table.game}")
        assert single_table._first_load(phone, f"/game/{table.game}") > 3 * len(page.body) / 1000
        with pytest.raises(NotMeasuredError, match="answered with 404"):
            phone.look("/nowhere")


@pytest.mark.in_part(0)
def test_deeds_are_tapped_and_timed_in_the_browser(
    shortest: recorded_games.Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "TAPS", 4)
    monkeypatch.setattr(browser, "SEEN", ("", "/log"))
    # in its own thread, because this one may already run another test's browser
    with ThreadPoolExecutor(1) as beside:
        figures = beside.submit(lambda: list(browser.taps([shortest]))).result()
    assert [figure.bound for figure in figures] == [None, 150, None]
    assert all(figure.value > 0 for figure in figures)


@pytest.mark.in_part(0)
def test_another_checkout_is_measured_beside_this_one(
    shortest: recorded_games.Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    comparison = sys.modules[against.__module__]
    for turns in ("TURNS", "OWN_TURNS"):
        monkeypatch.setattr(comparison, turns, 1)
    monkeypatch.delitem(comparison.OWN, "browser")  # sixty taps take a minute
    (tmp_path / shortest.file.name).symlink_to(shortest.file)
    here = Path(bench.__file__).resolve().parents[2]
    figures = list(against(here, tmp_path))
    assert [figure.unit for figure in figures] == ["ms", "ms", "times"] * 3
    assert figures[6].what == "a posted form with its screen: ours"
    ours, theirs, ratio = (figure.value for figure in figures[:3])
    assert ratio == pytest.approx(ours / theirs)
    assert figures[2].bound == 1.05


def test_a_checkout_whose_packages_have_other_names_is_measured_too(
    shortest: recorded_games.Recorded, tmp_path: Path
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / shortest.file.name).symlink_to(shortest.file)
    other = tmp_path / "other" / "companion"
    (other / "bench").mkdir(parents=True)
    (other / "records").mkdir()
    (other / "__init__.py").touch()
    (other / "records" / "recordings.py").write_text(
        "class Game:\n"
        "    name = 'short'\n"
        "    def fresh(self): return self\n"
        "    def play(self): return iter(range(3))\n"
        "def recorded(folder): return [Game() for _ in folder.glob('*.json')]\n"
    )
    with Side(tmp_path / "other", tmp_path / "games") as side:
        assert side.games == ["short"]
        assert 0 <= side.measure("replay", "short") < 1


def test_a_folder_without_a_companion_is_not_measured(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["bench", "--games", str(folder), "--against", str(tmp_path)]) == 1
    assert f"NOT MEASURED: there is no companion in {tmp_path}" in capsys.readouterr().out


# --- many tables with event streams


@pytest.mark.in_part(1)
@pytest.mark.parametrize("workers", [2, 0])
def test_each_action_is_on_every_screen_of_its_table_once(
    shortest: recorded_games.Recorded, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    """Run with two processes on one PostgreSQL, and with one process.

    Every day, test_server_processes.py shows that listeners hear of another process's action.
    """
    if workers:
        server()  # skips the test without PostgreSQL
    monkeypatch.setattr(tables_by_database, "EVERY", 0.3)
    found = {
        figure.what: figure.value
        for figure in tables_by_database.tables(
            [shortest], tables_by_database.Setting(TABLES, workers), 0.05 * TABLES
        )
    }
    timed = next(what for what in found if what.startswith("an action on all screens"))
    assert int(timed.split()[-1]) > TABLES
    assert (found["errors"], found["actions that a device did not hear of"]) == (0, 0)
    assert found["screens that were fetched twice"] == 0
    assert found["processor time of the server, % of a core"] > 0


def test_the_command_measures_every_setting(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = []

    def measure(_: object, setting: tables_by_database.Setting, minutes: float) -> Iterator[Figure]:
        asked.append((setting.tables, setting.workers, minutes))
        yield Figure("errors", 0, "", 0)

    monkeypatch.setattr(tables_by_database, "tables", measure)
    assert main.main(["bench", "--tables", "--minutes", "3", "--games", str(folder)]) == 0
    assert asked == [(1, 0, 3), (20, 0, 3), (1, 2, 3), (20, 2, 3), (50, 2, 3)]
    assert "50 tables x 6 devices: PostgreSQL, 2 workers" in capsys.readouterr().out
