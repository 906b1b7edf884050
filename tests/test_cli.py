"""The console script: every subcommand helps, misuse is told, the doctor finds what is wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli, doctor
from companion.store import place

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = ("serve", "replay", "report", "simulate", "bench", "doctor")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_lists_every_subcommand() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert all(f"    {name} " in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_subcommand_says_what_it_does_and_its_exit_status(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main([name, "--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    assert "Exit status: 0" in text


@pytest.mark.parametrize(
    "arguments",
    [[], ["sing"], ["report", "1"], ["serve", "--port", "99999"], ["simulate", "x", "--seed", "y"]],
)
def test_misuse_is_told_with_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    assert left.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


def test_console_script_is_installed() -> None:
    script = Path(sys.executable).with_name("companion")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("companion ")


def test_data_folder_follows_the_variable_then_the_custom_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "games"))
    assert place.database_file() == tmp_path / "games" / "companion.sqlite"
    monkeypatch.delenv("COMPANION_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    if sys.platform == "linux":
        assert place.data_folder() == tmp_path / "share" / "companion"


def test_doctor_finds_a_good_set_up_good(tmp_path: Path) -> None:
    done = run("doctor", COMPANION_DATA=str(tmp_path))
    assert done.stdout.endswith("All is as it should be.\n"), done.stdout
    assert done.returncode == 0


def test_doctor_names_a_data_folder_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    done = run("doctor", COMPANION_DATA=str(file / "games"))
    assert done.returncode == 1
    assert f"MEND  Data folder: {file / 'games'} cannot be written" in done.stdout


def test_doctor_names_a_broken_database(tmp_path: Path) -> None:
    place.database_file(tmp_path).write_bytes(b"no database at all, " * 400)
    done = run("doctor", COMPANION_DATA=str(tmp_path))
    assert done.returncode == 1
    assert "MEND  Database" in done.stdout


def test_missing_pango_is_named_with_the_command_that_gets_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert doctor.pdf_problem() is None
    files = dict(doctor._LIBRARIES, Pango=("libno-pango.so.0",) * 3)
    monkeypatch.setattr(doctor, "_LIBRARIES", files)
    problem = doctor.pdf_problem()
    assert problem is not None
    assert problem.startswith("The PDF needs Pango, which is not on this computer. Get it: ")
    assert "pango" in problem.split("Get it:")[1]
