"""Tests of the console script: help, errors in arguments, and the doctor's findings."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import TypeVar

import pytest

from companion import __version__, doctor, system_dependencies
from companion.cli import main
from companion.exchange.files.automatic_copies import Copies
from companion.log_file import log_file
from companion.rules.data.setup import Setup
from companion.store.db import data_dir
from companion.store.games.game_store import GameStore
from tests.support.packs import pack_of

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = ("serve", "replay", "report", "export", "import", "backup", "restore", "simulate")
COMMANDS += ("bench", "account", "doctor")


def apart(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in its own process, as at a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process, which saves its start.

    The server runs in its own process, because it would not end on success.
    """

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        if arguments[0] == "serve":
            return apart(*arguments, **environment)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        capsys.readouterr()
        status = main.main(arguments)
        return subprocess.CompletedProcess(arguments, status, *capsys.readouterr())

    return run


def test_help_lists_every_subcommand() -> None:
    done = apart("--help")
    assert done.returncode == 0
    assert all(f"    {name} " in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_subcommand_says_what_it_does_and_its_exit_status(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main.main([name, "--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    assert "Exit status: 0" in text


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["sing"],
        ["report", "1"],
        ["serve", "--port", "99999"],
        ["simulate", "x", "--seed", "y"],
        ["simulate", "x", "--games", "0"],
        ["simulate", "x", "--option", "edition"],
        ["simulate", "x", "--games", "2", "--store"],
    ],
)
def test_misuse_is_told_with_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main.main(arguments)
    assert left.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


def test_console_script_is_installed() -> None:
    script = Path(sys.executable).with_name("companion")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout == f"companion {__version__}\n"


def test_the_changelog_begins_with_this_version() -> None:
    text = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\S+)$", text, re.MULTILINE)
    assert versions[0] == __version__
    assert versions[-1] == "1.0"


def test_data_folder_follows_the_variable_then_the_custom_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "games"))
    assert data_dir.database_file() == tmp_path / "games" / "companion.sqlite"
    monkeypatch.delenv("COMPANION_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    if sys.platform == "linux":
        assert data_dir.data_folder() == tmp_path / "share" / "companion"


def test_doctor_finds_a_good_set_up_good(tmp_path: Path) -> None:
    done = apart("doctor", COMPANION_DATA=str(tmp_path))
    assert done.stdout.endswith("Everything is in order.\n"), done.stdout
    assert done.returncode == 0


def test_doctor_tells_of_disk_database_copies_log_address_and_port(
    run: Run, tmp_path: Path
) -> None:
    store = GameStore(data_dir.database_file(tmp_path))
    Copies(store).write(store.new_game(Setup("1830", ("Ann", "Bo"))))
    store.close()
    log_file(tmp_path).write_text("it began\n" * 500)
    told = run("doctor", COMPANION_DATA=str(tmp_path)).stdout
    for line in (
        r"ok    Disk: [\d,.]+ (GB|MB) free",
        r"ok    Database: .*companion\.sqlite, 1 games, \d+ kB, all of it whole",
        r"ok    Copies: 1 of games, \d+ kB, in .*copies",
        r"ok    Log: .*companion\.log, 4 kB",
        r"ok    Network: .+",
        r"ok    Port 8018: .+",
    ):
        assert re.search(f"^{line}$", told, re.MULTILINE), line


def test_doctor_names_titles_in_the_data_folder_and_their_faults(run: Run, tmp_path: Path) -> None:
    for name, change in (("good", ("", "")), ("bad", ("bank = 6000", "bank = -1"))):
        pack_of(change, slug=name).write(tmp_path / "titles" / name)
    told = run("doctor", COMPANION_DATA=str(tmp_path)).stdout
    wanted = (
        r"^FIX   Titles of your own: My title; bad: title\.toml, line \d+, bank: is -1; .*titles$"
    )
    assert re.search(wanted, told, re.MULTILINE), told


def test_doctor_finds_damage_that_is_nowhere_near_the_beginning(run: Run, tmp_path: Path) -> None:
    """Delete an entry but not its postings: every page is intact, but the books are not."""
    file = data_dir.database_file(tmp_path)
    store = GameStore(file)
    store.new_game(Setup("1830", ("Ann", "Bo")))
    store.close()
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("DELETE FROM entry")
        raw.commit()
    done = run("doctor", COMPANION_DATA=str(tmp_path))
    assert done.returncode == 1
    assert "FIX   Database: The file with the games is damaged (rows are missing)" in done.stdout


def test_doctor_names_a_data_folder_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    done = run("doctor", COMPANION_DATA=str(file / "games"))
    assert done.returncode == 1
    assert f"FIX   Data folder: {file / 'games'} cannot be written" in done.stdout


def test_doctor_names_a_broken_database(run: Run, tmp_path: Path) -> None:
    data_dir.database_file(tmp_path).write_bytes(b"not a database at all, " * 400)
    done = run("doctor", COMPANION_DATA=str(tmp_path))
    assert done.returncode == 1
    assert "FIX   Database" in done.stdout


T = TypeVar("T")
ON_DATA = {  # commands that open the data
    "doctor": ("doctor",),
    "report": ("report", "1", "-o", "out.pdf"),
    "simulate": ("simulate", "1830", "--players", "2", "--store"),
    "serve": ("serve", "--port", "0"),
}


def pairs(faults: Iterable[T], commands: Iterable[str]) -> list[tuple[T, str]]:
    """Return each fault with one command in turn; with every command if FULL is set."""
    return list((product if os.environ.get("FULL") else zip)(faults, commands))


SPOILED = {
    "empty": (lambda file: file.write_bytes(b""), "is empty"),
    "cut short": (lambda file: os.truncate(file, 20_000), "is damaged"),
    "not a database": (lambda file: file.write_bytes(b"minutes, " * 900), "is not a database"),
    "gone": (
        lambda file: file.rename(file.with_name("companion.sqlite-wal")),
        "is gone, but the latest writes",
    ),
}


@pytest.mark.parametrize(("name", "command"), pairs(SPOILED, ON_DATA))
def test_every_command_says_what_is_wrong_with_the_database(
    run: Run, tmp_path: Path, command: str, name: str
) -> None:
    spoil, says = SPOILED[name]
    file = data_dir.database_file(tmp_path)
    GameStore(file).close()
    spoil(file)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    done = run(*ON_DATA[command], COMPANION_DATA=str(tmp_path))
    assert done.returncode == 1
    said = done.stdout if command == "doctor" else done.stderr
    assert f"The file with the games {says}" in said
    assert str(file) in said
    assert "backup" in said
    assert "Traceback" not in done.stdout + done.stderr
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_doctor_says_that_another_program_holds_the_database(run: Run, tmp_path: Path) -> None:
    file = data_dir.database_file(tmp_path)
    GameStore(file).close()
    with closing(sqlite3.connect(file, isolation_level=None)) as holding:
        holding.execute("PRAGMA locking_mode = EXCLUSIVE")
        holding.execute("BEGIN EXCLUSIVE")
        done = run("doctor", COMPANION_DATA=str(tmp_path))
    assert done.returncode == 1
    assert "FIX   Database: Another program is using" in done.stdout


def test_missing_pango_is_named_with_the_command_that_gets_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert system_dependencies.pdf_problem() is None
    files = dict(system_dependencies._LIBRARIES, Pango=("libno-pango.so.0",) * 3)
    monkeypatch.setattr(system_dependencies, "_LIBRARIES", files)
    problem = system_dependencies.pdf_problem()
    assert problem is not None
    assert problem.startswith("The PDF needs Pango, which is not on this computer. To install it: ")
    assert "pango" in problem.split("To install it:")[1]


def unwritable(tmp_path: Path) -> dict[str, str]:
    """Set a data folder that cannot be created."""
    (tmp_path / "file").write_text("in the way")
    return {"COMPANION_DATA": str(tmp_path / "file" / "games")}


def broken(tmp_path: Path) -> dict[str, str]:
    """Write a database file with other content."""
    data_dir.database_file(tmp_path).write_bytes(b"not a database at all, " * 400)
    return {"COMPANION_DATA": str(tmp_path)}


def a_folder(tmp_path: Path) -> dict[str, str]:
    """Create a folder in place of the database."""
    data_dir.database_file(tmp_path).mkdir()
    return {"COMPANION_DATA": str(tmp_path)}


def homeless(tmp_path: Path) -> dict[str, str]:
    """Set a data folder in the home of a user who does not exist."""
    return {"COMPANION_DATA": "~nobody-at-all/games"}


@pytest.mark.parametrize(
    ("data", "command"), pairs([unwritable, broken, a_folder, homeless], reversed(ON_DATA))
)
def test_a_data_folder_that_cannot_be_used_is_told_and_never_a_traceback(
    run: Run,
    command: str,
    data: Callable[[Path], dict[str, str]],
    tmp_path: Path,
) -> None:
    done = run(*ON_DATA[command], **data(tmp_path))
    said = done.stdout + done.stderr
    assert "Traceback" not in said, said
    assert done.returncode == 1, said
    told = done.stdout if command == "doctor" else done.stderr
    assert re.search(r"^(FIX   )?[A-Z/~].{15,}\.$", told, re.MULTILINE), said
    assert "stumbled" not in said and "Errno" not in said, said


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("7", "There is no game 7"),
        (str(2**63), "There is no game 9223"),
        ("9" * 5000, "There is no game 9999"),
        ("nowhere.json", "nowhere.json cannot be read"),
        (".", "cannot be read"),
        ("deep.json", "nested too deeply"),
        ("half.json", "half a character"),
        ("long.json", "more than 6,000 actions"),
        ("bytes.json", "not text"),
        ("empty.json", "is empty"),
    ],
)
def test_a_report_of_no_game_says_why(run: Run, game: str, says: str, tmp_path: Path) -> None:
    GameStore(data_dir.database_file(tmp_path)).close()
    passes = [{"type": "pass", "entity": 1, "id": n} for n in range(1, 6002)]
    players = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bo"}]
    for name, body in {
        "deep.json": b"[" * 990 + b"]" * 990,
        "half.json": b'{"title": "1830\\ud800", "players": [], "actions": []}',
        "long.json": json.dumps({"title": "1830", "players": players, "actions": passes}).encode(),
        "bytes.json": b"\x89PNG\xff",
        "empty.json": b"",
    }.items():
        (tmp_path / name).write_bytes(body)
    named = str(tmp_path / game) if game.endswith((".json", ".")) else game
    done = run("report", named, "-o", str(tmp_path / "out.pdf"), COMPANION_DATA=str(tmp_path))
    assert done.returncode == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out.pdf").exists()


def test_a_file_that_cannot_be_written_is_told(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "game.json"
    done = run("simulate", "1830", "--players", "2", "-o", str(out))
    assert done.returncode == 1
    assert done.stderr == f"{out}: No such file or directory.\n"


def test_many_games_are_counted(run: Run) -> None:
    done = run("simulate", "steam-over-holland", "--games", "3", "--seed", "5", "--careful")
    assert done.returncode == 0, done.stderr
    told, *lines = done.stdout.splitlines()
    assert re.fullmatch(r"Steam over Holland: 3 games from seed 5 on, \d+ actions\.", told)
    ends = [int(line.split()[0]) for line in lines if " ended: " in line]
    phases = [int(line.split()[0]) for line in lines if " ended in phase " in line]
    assert sum(ends) == sum(phases) == 3
    head, *happened = lines[len(ends) + len(phases) :]
    assert head.split() == ["times", "in", "games"]
    counted = [line.split(maxsplit=2) for line in happened]
    assert all(1 <= int(games) <= min(3, int(times)) for times, games, _ in counted)
    assert "… started … at …." in [words for _, _, words in counted]


def test_one_number_of_players_is_told_of_many_games_too(run: Run) -> None:
    done = run("simulate", "1830", "--games", "1", "--players", "9")
    assert done.returncode == 1
    assert done.stderr == run("simulate", "1830", "--players", "9").stderr != ""


def test_a_terminal_that_lacks_a_letter_gets_another_for_it(tmp_path: Path) -> None:
    done = apart("simulate", "steam-over-holland", "--players", "2", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert "Steam over Holland" in done.stdout


def test_a_fault_of_ours_names_its_place_and_shows_all_when_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stumble(port: int) -> int:
        raise KeyError("gone")

    monkeypatch.setattr(doctor, "doctor_command", stumble)
    assert main.main(["doctor"]) == 1
    told = capsys.readouterr().err
    assert re.fullmatch(
        r"Something went wrong: KeyError, 'gone' \(test_cli.py, line \d+\)\."
        r" COMPANION_TRACEBACK=1 shows all of it\.\n",
        told,
    )
    monkeypatch.setenv("COMPANION_TRACEBACK", "1")
    with pytest.raises(KeyError):
        main.main(["doctor"])


def test_an_unreadable_file_is_to_be_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = Path("nowhere/requirements.txt")
    monkeypatch.setattr(doctor.resources, "pinned_packages", lambda: nowhere)
    found = {finding.name: finding for finding in doctor.run_checks(0)}
    assert not found["Packages"].good
    assert "requirements.txt" in found["Packages"].says
    assert found["Titles"].good
