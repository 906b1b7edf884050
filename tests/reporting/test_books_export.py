"""A game's figures as other programs read them.

They are the books as CSV and for Beancount, and everybody's worth after each round.
"""

import csv
import io
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.reporting import books_export
from companion.reporting.content.chronicle import gather
from companion.reporting.content.moments import moments_of_stored_game
from companion.rules.data.setup import Setup
from companion.store.db.data_dir import database_file
from companion.store.games.game_store import GameStore
from companion.store.history.log_writer import Entered
from companion.titles import titles
from companion.web import create_app
from tests.reporting.report_games import actions_of, setup_of
from tests.support.stored_games import empty_store


def kept(folder: Path, setup: Setup, count: int = 6000) -> tuple[GameStore, int]:
    store = empty_store(folder)
    return store, store.import_game(setup, actions_of(setup, count))


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


@pytest.mark.in_part(2)
@pytest.mark.parametrize("title", list(titles()))
def test_each_line_of_the_books_is_a_posting_and_all_come_to_what_is_there(
    tmp_path: Path, title: str
) -> None:
    store, game = kept(tmp_path, setup_of(title, 4))
    lines = read(books_export.ledger_csv(store, game))
    sums: defaultdict[tuple[str, str], int] = defaultdict(int)
    balances: defaultdict[str, int] = defaultdict(int)
    for line in lines:
        sums[line["row"], line["entry"]] += int(line["amount"])
        balances[line["account"]] += int(line["amount"])
    assert set(sums.values()) == {0}
    cash = store.open(game).state.cash
    assert {id: balances[id] for id in cash} == dict(cash)
    assert {"Jörg", "Anneke"} <= {line["name"] for line in lines}
    store.close()


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
def test_beancount_accepts_the_books_of_every_title(tmp_path: Path, title: str) -> None:
    store, game = kept(tmp_path, setup_of(title, 4))
    file = tmp_path / "books.beancount"
    file.write_text(books_export.beancount(store, game), encoding="utf-8")
    store.close()
    assert checked(file) == ""
    first, _, rest = file.read_text(encoding="utf-8").partition(" MONEY\n\n")
    file.write_text(f"{first}9 MONEY\n\n{rest}", encoding="utf-8")
    assert "does not balance" in checked(file) or "error" in checked(file).lower()


def checked(file: Path) -> str:
    """What Beancount has against a file."""
    program = Path(sys.executable).with_name("bean-check")
    answer = subprocess.run([program, file], capture_output=True, text=True, check=False)
    return answer.stdout + answer.stderr


def test_names_of_any_kind_stand_in_the_files_as_they_are(tmp_path: Path) -> None:
    names = ('"Quote\\', "=1+1", "Zoë, née K.")
    store, game = kept(tmp_path, Setup("1830", names, {}, 4), count=0)
    file = tmp_path / "books.beancount"
    file.write_text(books_export.beancount(store, game), encoding="utf-8")
    assert checked(file) == ""
    named = {line["name"] for line in read(books_export.ledger_csv(store, game))}
    assert {'"Quote\\', "'=1+1", "Zoë, née K."} <= named  # no formula for a spreadsheet
    store.close()


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
def test_no_cell_is_a_formula_for_a_spreadsheet(tmp_path: Path, first: str) -> None:
    names = (f"{first}1+1", "Ann", "Bob")
    store, game = kept(tmp_path, Setup("1830", names, {}, 4), count=120)
    for written in (
        books_export.ledger_csv(store, game),
        books_export.standings_csv(store, game),
    ):
        cells = [cell for line in csv.reader(io.StringIO(written)) for cell in line]
        assert f"'{first}1+1" in cells
        assert not [c for c in cells if c.startswith(first) and not c[1:].isdecimal()]
    store.close()


@pytest.mark.parametrize("first", ["\t", "\r", "\n", " \t"])
def test_no_cell_that_begins_with_a_tab_or_an_end_of_line_is_a_formula(
    tmp_path: Path, first: str
) -> None:
    """No name of a player begins so; who has entered a row may be told by any text."""
    store = empty_store(tmp_path)
    setup = setup_of("1830", 3)
    entered = [Entered(action, f"{first}=1+1") for action in actions_of(setup, 20)]
    game = store.import_game(setup, entered)
    lines = csv.DictReader(io.StringIO(books_export.ledger_csv(store, game), newline=""))
    assert {line["entered_by"] for line in lines} - {""} == {f"'{first}=1+1"}
    store.close()


@pytest.mark.in_part(2)
@pytest.mark.parametrize("title", list(titles()))
def test_worth_is_told_for_each_round_and_made_up_at_the_end(tmp_path: Path, title: str) -> None:
    store, game = kept(tmp_path, setup_of(title, 4))
    lines = read(books_export.standings_csv(store, game))
    chronicle = gather(*moments_of_stored_game(store, game))
    seats = chronicle.rules.seats
    assert len(lines) == len(seats) * len(chronicle.rounds)
    for round in chronicle.rounds[:-1]:
        told = [line for line in lines if line["round"] == round.name]
        assert [int(line["worth"]) for line in told] == sorted(round.worth.values(), reverse=True)
        assert told[0]["place"] == "1"
    for line in lines[-len(seats) :]:
        assert line["round"] == ("end" if chronicle.over else "now")
        assert int(line["worth"]) >= int(line["cash"])
        assert int(line["shares"]) + int(line["cash"]) + int(line["privates"]) == int(line["worth"])
    store.close()


@pytest.mark.parametrize("form", list(books_export.FORMS))
def test_all_are_written_by_the_command_and_by_the_menu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    store = GameStore(database_file())
    setup = setup_of("1830", 3)
    game = store.import_game(setup, actions_of(setup, 60))
    out = tmp_path / "out"
    assert main(["export", str(game), "--as", form, "-o", str(out)]) == 0
    client = create_app({"STORE": store}).test_client()
    page = client.get(f"/games/{game}").text
    address = f"/games/{game}/file/{form}"
    assert f'href="{address}"' in page
    answer = client.get(address)
    assert answer.data == out.read_bytes()
    assert f"-{form}.{books_export.FORMS[form].ends}" in answer.headers["Content-Disposition"]
    assert client.get(f"/games/{game}/file/paper").status_code == 404
    assert client.get(f"/games/{game + 1}/file/{form}").status_code == 404
    store.close()


def test_a_game_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    assert main(["export", "7", "--as", "csv", "-o", str(tmp_path / "out")]) == 1
    assert "There is no game 7" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
