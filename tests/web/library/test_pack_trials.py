"""Random games of an uploaded title: in a process of their own, told on the page, and stopped."""

import io
import os
import re
import time
from collections.abc import Iterator
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.titles.packs import Pack
from companion.web.app_state import app_state
from companion.web.http.worker_pool import Worker
from companion.web.http.worker_process import do_nothing
from companion.web.library.pack_trials import PackTrials
from tests.support.clients import stranger
from tests.support.packs import pack_of

LONG = 300  # seconds; a busy machine takes its time
SHORT_GAME = ("bank = 6000", "bank = 100")
NINE = "20, 10, 10, 10, 10, 10, 10, 10"
UNFIT = (f"certificates = [{NINE}, 10]", f"certificates = [{NINE}, 5, 5]")


@pytest.fixture
def worker(client: FlaskClient) -> Iterator[Worker]:
    """The worker of the client's trials, which take a few seconds."""
    opened = Worker("The trial", 90, do_nothing)
    app_state(client.application).trials = PackTrials(opened, seconds=10)
    yield opened
    opened.close()


@pytest.fixture
def long_trials(client: FlaskClient, worker: Worker) -> Worker:
    """The same worker, with trials that take longer than the test."""
    app_state(client.application).trials = PackTrials(worker, seconds=3600)
    return worker


def send(client: FlaskClient, pack: Pack) -> None:
    """Upload a pack."""
    form = {"file": (io.BytesIO(pack.raw), "my.title.json")}
    answer = client.post("/packs", data=form, content_type="multipart/form-data")
    assert answer.status_code == 303


def wait_for_result(client: FlaskClient) -> str:
    """Return the page of packs once no trial runs."""
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        page = unescape(client.get("/packs").text)
        if "<progress" not in page:
            return page
        time.sleep(0.05)
    raise AssertionError("the trial never ended")


def test_the_page_tells_what_happened_and_what_never_did(
    client: FlaskClient, worker: Worker
) -> None:
    send(client, pack_of(SHORT_GAME, ('name = "4"\nprice = 300', 'name = "4"\nprice = 900000')))
    page = wait_for_result(client)
    assert re.search(r"\d+ random games, [\d,]+ actions", page)
    assert "the bank has run out of money" in page
    assert re.search(r"reached phase 2</dt><dd>[1-9]", page)
    assert "reached phase 4</dt><dd>0<" in page
    assert re.search(r"<b>Phases that no game reached:</b> [34, ]*4", page)


def test_faults_of_the_rules_are_listed(client: FlaskClient, worker: Worker) -> None:
    send(client, pack_of(UNFIT, ("bank = 6000", "bank = 700")))
    page = wait_for_result(client)
    assert re.search(r'"fault-line">Seed \d+, after \d+ actions: ValueError, no dealing', page)
    assert page.count("ValueError") <= 3
    assert "Traceback" not in page


def test_a_trial_ends_in_the_middle_of_a_game_when_its_time_is_over(
    client: FlaskClient, worker: Worker
) -> None:
    app_state(client.application).trials = PackTrials(worker, seconds=0)
    send(client, pack_of())
    assert "0 random games" in wait_for_result(client)


def test_a_trial_can_be_stopped_and_begun_again(client: FlaskClient, long_trials: Worker) -> None:
    pack = pack_of()
    send(client, pack)
    until = time.monotonic() + LONG
    while long_trials.pid is None and time.monotonic() < until:
        time.sleep(0.01)
    assert "<progress" in client.get("/packs").text  # the server answers meanwhile
    process = long_trials.pid
    assert process
    client.post(f"/packs/{pack.sha256}/trial", data={"stop": "1"})
    assert "The random games were stopped." in client.get("/packs").text
    with pytest.raises(ProcessLookupError):
        while time.monotonic() < until:
            os.kill(process, 0)
            time.sleep(0.02)
    client.post(f"/packs/{pack.sha256}/trial")
    assert "<progress" in client.get("/packs").text


def test_a_title_that_waits_for_its_trial_can_be_stopped_too(
    client: FlaskClient, long_trials: Worker
) -> None:
    first, second = pack_of(), pack_of(slug="other-line")
    send(client, first)
    send(client, second)
    assert client.get("/packs").text.count("<progress") == 2
    client.post(f"/packs/{second.sha256}/trial", data={"stop": "1"})
    page = client.get("/packs").text
    assert page.count("<progress") == page.count("The random games were stopped.") == 1


def test_a_process_that_dies_is_told(client: FlaskClient, long_trials: Worker) -> None:
    send(client, pack_of())
    until = time.monotonic() + LONG
    while long_trials.pid is None and time.monotonic() < until:
        time.sleep(0.01)
    assert long_trials.pid
    os.kill(long_trials.pid, 9)
    assert "A step of a game took too long" in wait_for_result(client)


def test_the_trial_of_a_deleted_title_ends(client: FlaskClient, long_trials: Worker) -> None:
    pack = pack_of()
    send(client, pack)
    client.post(f"/packs/{pack.sha256}/delete")
    trial = app_state(client.application).trials.find(pack.sha256)
    assert trial and not trial.runs


def test_only_a_host_begins_trials(client: FlaskClient, worker: Worker) -> None:
    pack = pack_of(SHORT_GAME)
    send(client, pack)
    wait_for_result(client)
    other = stranger(client.application)
    assert other.post(f"/packs/{pack.sha256}/trial").status_code in (400, 403)
    assert "<progress" not in client.get("/packs").text
    assert client.post("/packs/none/trial").status_code == 303
