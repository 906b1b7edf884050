"""Reports and long searches: made by processes of their own, each once, and nobody else waits."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.core.derived_dict import DerivedDict
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating import running
from companion.store.games.game_store import GameStore
from companion.store.history.records import GameView
from companion.web import create_app
from companion.web.app_state import app_state
from companion.web.http.worker_pool import Worker
from companion.web.http.worker_process import WorkerError, do_nothing
from companion.web.play import best_run_searches
from companion.web.play.best_run_searches import Searches, StillSearchingError
from companion.web.play.operating_panels import runs
from companion.web.read import pdf_cache
from tests.support.game_stages import begun, in_round, played

ROOT = Path(__file__).resolve().parents[3]
LONG = 300  # seconds; a busy machine takes its time to begin a process


class Counted(Worker):
    """A worker that knows what was asked of it."""

    def __init__(self, limit: float = LONG) -> None:
        super().__init__("The work", limit, do_nothing)
        self.asked: list[tuple[Any, ...]] = []

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        self.asked.append(arguments)
        return super().submit(function, *arguments)


@pytest.fixture
def worker() -> Iterator[Counted]:
    opened = Counted()
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def ready_worker() -> Iterator[Counted]:
    """A worker whose process loads its modules and title once, which takes longer than a test."""
    opened = Counted()
    yield opened
    opened.close()


@pytest.fixture
def kept_worker(ready_worker: Counted) -> Counted:
    """The same worker in all tests that leave it free; nothing was asked of it yet."""
    ready_worker.start().result(LONG)
    ready_worker.asked.clear()
    return ready_worker


# --- a worker


def test_a_job_is_done_by_another_process_that_lets_the_server_go_first(worker: Counted) -> None:
    assert worker.pid is None  # nothing was asked yet
    assert worker.submit(os.getpid).result(LONG) == worker.pid != os.getpid()
    if sys.platform != "win32":
        theirs = worker.submit(os.getpriority, os.PRIO_PROCESS, 0).result(LONG)
        assert theirs > os.getpriority(os.PRIO_PROCESS, 0)
        # Linux weighs priorities within a session, and a terminal stops those in front in it
        assert worker.submit(os.getsid, 0).result(LONG) == os.getsid(0)
        assert worker.submit(os.getpgid, 0).result(LONG) != os.getpgid(0)


def test_an_exception_of_a_job_is_raised_in_its_caller(worker: Counted) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        worker.submit(int, "many").result(LONG)
    with pytest.raises(RuntimeError, match="no answer to be sent"):
        worker.submit(threading.Lock).result(LONG)
    assert worker.submit(int, "7").result(LONG) == 7


def test_a_process_that_dies_is_told_and_the_next_job_has_another(worker: Counted) -> None:
    first = worker.submit(os.getpid).result(LONG)
    with pytest.raises(WorkerError, match=r"The work broke off .*lack of memory"):
        worker.submit(os._exit, 3).result(LONG)
    assert worker.submit(os.getpid).result(LONG) not in (first, os.getpid())


def test_a_job_that_takes_too_long_is_stopped_and_the_next_is_done() -> None:
    worker = Counted(limit=2)
    endless = worker.submit(time.sleep, 3600)
    after = worker.submit(int, "7")
    with pytest.raises(WorkerError, match=r"The work took longer than 2 seconds and was stopped"):
        endless.result(LONG)
    assert after.result(LONG) == 7
    worker.close()


def test_jobs_that_wait_are_given_up_at_the_end(worker: Counted) -> None:
    at_work = worker.submit(time.sleep, 3600)
    waiting = worker.submit(int, "7")
    worker.start().cancel()
    while not at_work.running():
        time.sleep(0.01)
    worker.close()
    with pytest.raises(WorkerError):
        at_work.result(LONG)
    assert waiting.cancelled()


def test_a_worker_that_renews_its_process_gives_the_memory_of_its_jobs_back() -> None:
    worker = Worker("The work", LONG, do_nothing, renew=True)
    worker.start().result(LONG)
    ready = worker.pid
    first = worker.submit(os.getpid).result(LONG)
    assert first == ready  # a process that has only been started is as good as new
    assert worker.submit(os.getpid).result(LONG) != first
    worker.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no pipe has a name there")
def test_jobs_that_wait_are_done_by_a_second_process_but_by_no_third(tmp_path: Path) -> None:
    """A job here lasts until somebody writes to its pipe."""
    worker = Worker("The work", LONG, do_nothing, processes=2)
    pipes = [tmp_path / name for name in "abc"]
    for pipe in pipes:
        os.mkfifo(pipe)
    jobs = [worker.submit(Path.read_text, pipe) for pipe in pipes]
    pipes[1].write_text("second")  # while the first goes on
    assert jobs[1].result(LONG) == "second"
    assert not jobs[0].done()
    pipes[2].write_text("third")
    assert jobs[2].result(LONG) == "third"
    pipes[0].write_text("first")
    assert jobs[0].result(LONG) == "first"
    assert len({worker.submit(os.getpid).result(LONG) for _ in range(4)}) == 1
    worker.close()


@pytest.mark.skipif(sys.platform == "win32", reason="processes are looked up by signal")
@pytest.mark.parametrize("busy", [True, False])
def test_a_process_ends_with_the_server_even_when_that_is_killed(
    busy: bool, tmp_path: Path
) -> None:
    """And leaves nothing in the folder of temporary files."""
    code = f"""
import time
from companion.reporting import get_ready
from companion.web.http.worker_pool import Worker
worker = Worker("The work", 3600, get_ready)
worker.start().result()
if {busy}:
    worker.submit(time.sleep, 3600)
print(worker.pid, flush=True)
time.sleep(3600)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            pid = int(server.stdout.readline())
            assert list(tmp_path.glob("*/weasyprint-*"))
            os.kill(pid, 0)  # it is there
        finally:
            server.kill()
        server.stdout.read()  # until nobody is left who could write
    until = time.monotonic() + LONG
    with pytest.raises(ProcessLookupError):
        while time.monotonic() < until:
            os.kill(pid, 0)
            time.sleep(0.02)
    assert not list(tmp_path.iterdir())


# --- reports


@pytest.fixture
def printing(store: GameStore, kept_worker: Counted, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An application with a printer of its own, for which a busy machine may take its time."""
    monkeypatch.setattr(pdf_cache, "PATIENCE", LONG)
    app = create_app({"STORE": store})
    app_state(app).prints = pdf_cache.PdfCache(kept_worker)
    return app


def test_a_report_is_printed_once_for_all_who_ask(
    printing: Flask, store: GameStore, kept_worker: Counted
) -> None:
    game = played(store, in_round("SR 2"))
    with ThreadPoolExecutor(20) as phones:
        asked = [
            phones.submit(printing.test_client().get, f"/game/{game}/report.pdf") for _ in range(20)
        ]
        answers = [each.result(LONG) for each in asked]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.data for answer in answers}) == 1
    assert answers[0].data.startswith(b"%PDF")
    assert len(kept_worker.asked) == 1


def test_a_report_is_printed_again_when_the_game_has_moved_on(
    printing: Flask, store: GameStore, kept_worker: Counted
) -> None:
    game = begun(store)
    client = printing.test_client()
    first = client.get(f"/game/{game}/report.pdf").data
    assert client.get(f"/game/{game}/report.pdf").data == first
    assert len(kept_worker.asked) == 1
    view = store.open(game)
    store.play(game, view.version, judge.offers(view.rules, view.state)[0].action)
    assert client.get(f"/game/{game}/report.pdf").data != first
    assert client.get(f"/game/{game}/report.pdf?paper=letter").status_code == 200
    assert len(kept_worker.asked) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="no pipe has a name there")
def test_other_tables_go_on_while_reports_are_printed(
    printing: Flask, store: GameStore, kept_worker: Counted, tmp_path: Path
) -> None:
    """The printer has a job that lasts until somebody writes to a pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    first = kept_worker.submit(Path.read_text, pipe)
    games = [begun(store) for _ in range(3)]
    with ThreadPoolExecutor(3) as phones:
        asked = [
            phones.submit(printing.test_client().get, f"/game/{game}/report.pdf") for game in games
        ]
        while len(kept_worker.asked) < 1 + len(games):
            time.sleep(0.01)
        other = printing.test_client()
        form = {"type": "pass", "party": "p1", "version": "1"}
        assert other.post(f"/game/{begun(store)}/act", data=form).status_code == 303
        assert not any(each.done() for each in asked)
        pipe.write_text("")
        assert first.result(LONG) == ""
        assert all(each.result(LONG).status_code == 200 for each in asked)


def test_a_request_without_a_place_to_wait_is_told_to_come_again(
    printing: Flask, store: GameStore, kept_worker: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_cache, "WAITING", 0)
    app_state(printing).prints = crowded = pdf_cache.PdfCache(kept_worker)
    game = begun(store)
    client = printing.test_client()
    answer = client.get(f"/game/{game}/report.pdf")
    assert answer.status_code == 503
    assert answer.headers["Refresh"] == answer.headers["Retry-After"] == "3"
    assert "The report is being printed" in answer.text
    wait([printed for _, printed in crowded._asked.items()], LONG)
    assert client.get(f"/game/{game}/report.pdf").status_code == 200


def test_a_report_whose_process_ends_says_so_and_is_printed_when_asked_again(
    printing: Flask, store: GameStore, kept_worker: Counted
) -> None:
    game = begun(store)
    kept_worker.start().result(LONG)
    ended = kept_worker.submit(os._exit, 1)
    assert kept_worker.pid is not None
    with ThreadPoolExecutor(1) as phone:
        asked = phone.submit(printing.test_client().get, f"/game/{game}/report.pdf")
        wait([ended])
        assert asked.result(LONG).status_code == 200  # another process printed it
    hurried = Counted(limit=0.01)
    app_state(printing).prints = pdf_cache.PdfCache(hurried)
    answer = printing.test_client().get(f"/game/{game}/report.pdf")
    assert answer.status_code == 503
    assert "took longer than 0 seconds and was stopped" in answer.text
    hurried.close()


# --- searches


def about_to_run(rules: Rules, state: State) -> bool:
    """Until a company with two trains waits to run them."""
    if state.end_reason or rules.accepting(state)[0].name != "run":
        return False
    places = [card.place for card in state.trains.values()]
    return places.count(state.round.turn.company) > 1


@pytest.fixture
def table(store: GameStore) -> GameView:
    return store.open(played(store, about_to_run))


def company(view: GameView) -> str:
    found: str = view.state.round.turn.company
    return found


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short look finds nothing."""
    monkeypatch.setattr(best_run_searches, "HERE", 0.0)


@pytest.mark.usefixtures("blind")
def test_a_search_is_made_once_for_all_who_ask(kept_worker: Counted, table: GameView) -> None:
    found_by = Searches(kept_worker)
    with ThreadPoolExecutor(6) as phones:
        asked = [phones.submit(found_by.search, table, company(table), 5.0) for _ in range(6)]
        found = {each.result(LONG) for each in asked}
    assert len(kept_worker.asked) == 1
    assert found == {found_by.find(table, company(table))}  # kept, and proved
    best = running.find_best(table.rules, table.state, company(table))
    assert found.pop().revenue == best.revenue > 0
    assert len(kept_worker.asked) == 1


@pytest.mark.usefixtures("blind")
def test_a_run_is_kept_until_what_it_depends_on_changes(
    kept_worker: Counted, store: GameStore, table: GameView
) -> None:
    found_by = Searches(kept_worker)
    best = found_by.search(table, company(table), 5.0)
    assert best.proved and len(kept_worker.asked) == 1
    undone = store.undo(table.id, table.version)
    again = store.redo(table.id, undone.version)
    assert found_by.search(again, company(table), 5.0) is best
    trains = running.trains_of(table.state, company(table))
    gone = {train: replace(table.state.trains[train], place="pool") for train in trains}
    cards = DerivedDict({**table.state.trains, **gone})
    without = replace(table, state=replace(table.state, trains=cards))
    assert found_by.search(without, company(table), 5.0).revenue == 0


def test_a_run_proved_by_a_short_look_is_not_searched_for(
    kept_worker: Counted, table: GameView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best_run_searches, "HERE", 30.0)
    assert Searches(kept_worker).search(table, company(table), 60.0).proved
    assert kept_worker.asked == []


@pytest.mark.usefixtures("blind")
def test_a_search_that_is_no_longer_needed_is_not_begun(worker: Counted, table: GameView) -> None:
    found_by = Searches(worker)
    worker.submit(time.sleep, 3600)  # another table's
    with ThreadPoolExecutor(1) as phone:
        asked = phone.submit(found_by.search, table, company(table), 5.0)
        while len(worker.asked) < 2:
            time.sleep(0.01)
        after = next(owner for owner in table.state.companies if owner != company(table))
        late = found_by._begin(best_run_searches._key(table, after), table, after, 5.0)
        with pytest.raises(StillSearchingError):
            asked.result(LONG)
    assert not late.cancelled()


def test_a_search_that_is_stopped_leaves_the_best_run_found_so_far(
    table: GameView, monkeypatch: pytest.MonkeyPatch
) -> None:
    best = running.find_best(table.rules, table.state, company(table))
    monkeypatch.setattr(running, "find_best", lambda *_: replace(best, proved=False))
    hurried = Counted(limit=0.0)
    found_by = Searches(hurried)
    with pytest.raises(WorkerError, match="was stopped"):
        found_by.search(table, company(table), 5.0)
    assert found_by.find(table, company(table), 5.0) == replace(best, proved=False)
    hurried.close()


@pytest.fixture
def part_of(
    blind: None,
    store: GameStore,
    table: GameView,
    kept_worker: Counted,
    monkeypatch: pytest.MonkeyPatch,
) -> FlaskClient:
    """A browser of an application with a searcher of its own, which may take its time."""
    monkeypatch.setattr(runs, "LONG", 60.0)
    app = create_app({"STORE": store})
    app_state(app).best_runs = Searches(kept_worker)
    client = app.test_client()
    client.environ_base["HTTP_HX_REQUEST"] = "true"
    return client


def test_a_phone_whose_run_is_out_of_date_is_drawn_again_though_another_began_the_search(
    part_of: FlaskClient, table: GameView
) -> None:
    page = part_of.get(f"/game/{table.id}").text
    address = re.search(r'id="search"\s+hx-get="([^"]*)"', page)
    assert address is not None
    for _ in range(2):  # the second phone, too
        answer = part_of.get(address[1].replace("&amp;", "&"))
        assert "A search has finished." in answer.text
        assert f'hx-get="/game/{table.id}"' in answer.text
    assert 'id="search"' not in part_of.get(f"/game/{table.id}").text


def test_a_search_that_has_to_wait_is_asked_for_again(
    part_of: FlaskClient, table: GameView, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: Any) -> None:
        raise StillSearchingError

    monkeypatch.setattr(Searches, "search", busy)
    answer = part_of.get(f"/game/{table.id}/search?v={table.version}&shown=30")
    assert "Searches for other tables come first." in answer.text
    assert "shown=30" in answer.text and "delay:2s" in answer.text


def test_the_server_prints_at_once_and_leaves_no_process_and_no_file_behind(
    tmp_path: Path,
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    begun(GameStore(tmp_path / "companion.sqlite"))
    server = subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", "--port", "0"],
        cwd=ROOT,
        env={
            **os.environ,
            "COMPANION_DATA": str(tmp_path),
            "PYTHONUNBUFFERED": "1",
            "TMPDIR": str(temporary),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # who runs the tests in the background may not hear Ctrl+C; the server is to hear it
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert server.stdout is not None
    found = next(
        filter(None, (re.search(r"localhost:(\d+)(/host/\S+)", line) for line in server.stdout))
    )
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    browser.open(f"http://127.0.0.1:{found[1]}{found[2]}").close()
    with browser.open(f"http://127.0.0.1:{found[1]}/game/1/report.pdf") as answer:
        assert answer.read().startswith(b"%PDF")
    os.killpg(server.pid, signal.SIGINT)  # Ctrl+C reaches all of them
    said, _ = server.communicate(timeout=LONG)  # to its end: nobody holds it open any more
    assert server.returncode == 0
    assert "Traceback" not in said, said
    assert not list(temporary.iterdir())


def test_the_script_of_the_server_is_not_run_again(tmp_path: Path) -> None:
    """A script that shows a report is run once, though it does not ask if it is the main one."""
    script = tmp_path / "show.py"
    script.write_text(
        "import pathlib\n"
        "from companion.rules.data.setup import Setup\n"
        "from companion.store.games.game_store import GameStore\n"
        "from companion.web import create_app\n"
        "from tests.support.clients import HostClient\n"
        "print('begun', flush=True)\n"
        f"store = GameStore(pathlib.Path({str(tmp_path / 'companion.sqlite')!r}))\n"
        "game = store.new_game(Setup('1830', ('Ann', 'Bo')))\n"
        "app = create_app({'STORE': store})\n"
        "app.test_client_class = HostClient\n"
        "answer = app.test_client().get(f'/game/{game}/report.pdf')\n"
        "print(answer.status_code, answer.data[:4].decode())\n"
    )
    done = subprocess.run(
        [sys.executable, script],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=LONG,
    )
    assert done.stdout == "begun\n200 %PDF\n", done.stderr
