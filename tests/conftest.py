"""Fixtures and hooks for all tests: one Chromium per process, databases, and test order."""

import gc
import os
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from playwright.sync_api import Browser, Error, expect, sync_playwright
from sqlalchemy import Engine, create_engine
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

from companion.board.bestrun import best_run, deadline, equal_runs
from companion.reporting import report_html
from companion.rules.judge.conservation import Inventory
from companion.store.db import database
from companion.store.games.game_store import GameStore
from companion.system_dependencies import find_chromium
from companion.template_cache import keep_compiled
from companion.web import app, create_app
from companion.web.http import worker_pool
from companion.web.http.worker_pool import Worker
from tests.support import postgres
from tests.support.clients import HostClient
from tests.support.references import REFERENCES
from tests.support.stored_games import empty_file

Inventory.counts_all = True  # after every action
PATIENCE = 120_000  # milliseconds that a page waits for what a test asks of it
expect.set_options(timeout=PATIENCE)
gc.disable()  # while tests are collected, of which all stay

# letters are as wide as on a phone, and no process of its own composes the screens
LAUNCH = ["--no-sandbox", "--font-render-hinting=none", "--in-process-gpu"]
SAMPLED = 16  # one test in 16 runs on PostgreSQL too
OF_BOTH = 4  # the same for tests in a file marked for both databases
LONGEST = ("test_screen_sizes.py", "test_double_taps.py", "test_game_of_1830.py")


def pytest_configure(config: pytest.Config) -> None:
    """Create the resources of the whole run, in the main process only."""
    if not hasattr(config, "workerinput"):
        postgres.begin_run()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgres.end_run()


def pytest_itemcollected(item: pytest.Item) -> None:
    if "references" in getattr(item, "fixturenames", ()):
        item.add_marker("references")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("references") and not REFERENCES.is_dir():
        pytest.skip("Rule books, fact sheets and recorded games are not beside the project.")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with a place for games on SQLite, on PostgreSQL, or on both."""
    own = any(mark.args[0] == "place" for mark in metafunc.definition.iter_markers("parametrize"))
    if "place" in metafunc.fixturenames and not own:
        metafunc.parametrize("place", _places(metafunc.definition), indirect=True)


def _places(test: pytest.Item) -> list[str]:
    """Return the databases that a test runs on.

    Both are used if the test asks for both, if it belongs to the sample, or if FULL is set. The
    sample of a file that asks for both is larger. With ON_POSTGRES, only PostgreSQL is used.
    """
    if test.get_closest_marker("sqlite_only"):
        return ["sqlite"]
    if os.environ.get("ON_POSTGRES"):
        return ["postgresql"]
    own = any(mark.name == "both_databases" for mark in test.own_markers)
    apart = OF_BOTH if test.get_closest_marker("both_databases") else SAMPLED
    both = own or zlib.crc32(test.name.encode()) % apart == 0 or os.environ.get("FULL")
    return ["sqlite", "postgresql"] if both else ["sqlite"]


@pytest.fixture(scope="session")
def references() -> Path:
    """Return the folder of rule books, fact sheets and recorded games."""
    return REFERENCES


@pytest.fixture(scope="session")
def own_database() -> Iterator[postgres.Own]:
    """Yield a PostgreSQL database of this process."""
    made = postgres.Own()
    yield made
    made.drop()


@pytest.fixture
def place(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path | str:
    """Return an empty place for games: a file, or the address of a PostgreSQL database."""
    if request.param == "sqlite":
        return empty_file(tmp_path)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))  # the folder for copies and the log
    own: postgres.Own = request.getfixturevalue("own_database")
    return own.empty()


@pytest.fixture
def store(place: Path | str) -> Iterator[GameStore]:
    """Yield a game store without games."""
    opened = GameStore(place)
    yield opened
    opened.close()


@pytest.fixture
def client(store: GameStore) -> FlaskClient:
    """A browser without JavaScript, for an application with its own store."""
    return create_app({"STORE": store}).test_client()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the cases that only FULL runs, and sort the others."""
    if not os.environ.get("FULL"):
        left = find_cases_for_full(items)
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = [item for item in items if item not in left]
    put_in_order(items)


def find_cases_for_full(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return the cases beyond the number that ``in_part`` gives.

    The choice depends only on their names. So the same cases run in any order and on any machine,
    and different tests use different titles and sizes.
    """
    cases = defaultdict(list)
    for item in items:
        if mark := item.get_closest_marker("in_part"):
            cases[mark.args[0], item.nodeid.partition("[")[0]].append(item)
    left: set[pytest.Item] = set()
    for (number, _), found in cases.items():
        left.update(sorted(found, key=lambda item: zlib.crc32(item.name.encode()))[number:])
    return left


def put_in_order(items: list[pytest.Item]) -> None:
    """Spread the files of browser tests among the others, as they wait more than they compute.

    The longest come first, so that none is left for the end. Otherwise the order is random:
    pytest-randomly has shuffled the files and their tests with the seed that it prints.
    """
    in_browser = [item for item in items if "browser" in item.path.parts]
    in_browser.sort(key=lambda item: item.path.name not in LONGEST)
    others = [item for item in items if "browser" not in item.path.parts]
    place: dict[Path, float] = {}
    for kind in (in_browser, others):
        for number, item in enumerate(kind):
            place.setdefault(item.path, number / len(kind))
    items.sort(key=lambda item: place[item.path])


def pytest_collection_finish() -> None:
    """Exempt the collected items from garbage collection, which would take a tenth of all time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


class Compiled(BytecodeCache):
    """Compiled templates in memory, and those that ``make`` has compiled on disk."""

    def __init__(self, on_disk: BytecodeCache | None) -> None:
        self._on_disk = on_disk
        self._kept: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))
        if bucket.code is None and self._on_disk is not None:
            self._on_disk.load_bytecode(bucket)
            self._kept[bucket.key, bucket.checksum] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key, bucket.checksum] = bucket.code
        if self._on_disk is not None:
            self._on_disk.dump_bytecode(bucket)


@pytest.fixture(scope="session", autouse=True)
def templates_compiled_once() -> Iterator[None]:
    """Share compiled templates among the applications of all tests.

    Compiling them takes longer than most tests. This works even if Python may write no bytecode.
    """
    kept: dict[tuple[type, str], Compiled] = {}

    def keep(templates: Environment) -> None:
        keep_compiled(templates)
        templates.optimized = False
        on_disk = templates.bytecode_cache
        shape = type(templates), getattr(on_disk, "pattern", "")
        templates.bytecode_cache = kept.setdefault(shape, Compiled(on_disk))

    with pytest.MonkeyPatch.context() as patch:
        for user in (app, report_html):
            patch.setattr(user, "keep_compiled", keep)
        yield


@pytest.fixture(scope="session", autouse=True)
def addresses_compiled_once() -> Iterator[None]:
    """Share compiled URL rules among the applications of all tests.

    All have the same rules, and compiling them takes most of the time of creating an application.
    """
    compiled, kept = Rule.compile, {}

    def once(self: Rule) -> None:
        named = (self.rule, self.endpoint, repr(self.defaults), self.merge_slashes)
        if named not in kept:
            compiled(self)
            kept[named] = self
        same = kept[named]
        self._parts, self._trace, self._converters = same._parts, same._trace, same._converters
        self.arguments = same.arguments
        self._build = same._build.__func__.__get__(self, None)
        self._build_unknown = same._build_unknown.__func__.__get__(self, None)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", once)
        yield


@pytest.fixture(scope="session", autouse=True)
def searches_count_their_own_time() -> Iterator[None]:
    """Count only the processor time of a search, so that it finds as much on a busy machine."""
    with pytest.MonkeyPatch.context() as patch:
        for user in (best_run, deadline, equal_runs):
            patch.setattr(user, "perf_counter", time.thread_time)
        yield


@pytest.fixture(scope="session", autouse=True)
def statements_compiled_once() -> Iterator[None]:
    """Share compiled SQL statements among the SQLite databases of all tests.

    All have the same tables, and each test would compile its statements for its own engine.
    """
    shared = LRUCache(1000)

    def same(self: SQLiteDialect, other: object) -> bool:
        return type(self) is type(other)

    def create(*args: Any, **options: Any) -> Engine:
        engine = create_engine(*args, **options)
        if isinstance(engine.dialect, SQLiteDialect):
            engine._compiled_cache = shared
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SQLiteDialect, "__eq__", same)
        patch.setattr(SQLiteDialect, "__hash__", lambda self: hash(type(self)))
        patch.setattr(database, "create_engine", create)
        yield


@pytest.fixture(scope="session", autouse=True)
def clients_are_hosts() -> Iterator[None]:
    """Make the client of each test the host's machine, unless the test says otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "test_client_class", HostClient)
        yield


@pytest.fixture(scope="session", autouse=True)
def processes_print_again() -> Iterator[None]:
    """Let the process that prints reports stay from one report to the next.

    The companion renews it after each, which takes longer than a report. test_worker_pool.py shows
    that it does.
    """

    def make(what: str, limit: float, prepare: Callable[[], object], **_: object) -> Worker:
        return Worker(what, limit, prepare)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_pool, "Worker", make)
        yield


@pytest.fixture(scope="session", autouse=True)
def browsers_are_patient() -> Iterator[None]:
    """Let pages wait for a machine that is busy with other things."""

    def patient(plain: Callable[..., Any]) -> Callable[..., Any]:
        def opening(self: Browser, **how: Any) -> Any:
            opened = plain(self, **how)
            opened.set_default_timeout(PATIENCE)
            return opened

        return opening

    with pytest.MonkeyPatch.context() as patch:
        for name in ("new_context", "new_page"):
            patch.setattr(Browser, name, patient(getattr(Browser, name)))
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield the system's Chromium, or the one installed by Playwright."""
    found = find_chromium()
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=found, args=LAUNCH)
        except Error as fault:
            if found is None:
                pytest.skip(f"no Chromium here: make test installs it ({fault})")
            raise
        yield opened
        opened.close()
