"""The documents: every link leads somewhere, and every command in them runs."""

import argparse
import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.bots.simulation import play
from companion.cli import main
from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.titles import rules_for, titles
from tests.support.plain_english import LONGEST, faults_of

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
DOCUMENTS = {
    str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
    for file in sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))
}
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ACTIONS = 60  # of the game that the commands read

# Commands of the documents that the test does not run, each with its reason.
NOT_RUN = {
    "make play": "never ends",
    'make play SERVE="--port 9000"': "never ends",
    "make play SERVE=--https": "never ends",
    "export COMPANION_DATABASE_URL=postgresql+psycopg://USER:PASSWORD@HOST/DATABASE": "invented",
    "companion serve --workers 2": "never ends, and needs PostgreSQL",
    "make test": "runs this test",
    "make test FULL=1": "runs this test",
    ".venv/bin/python -m pytest -q tests/rules/shares/test_market.py": "runs with all tests",
    ".venv/bin/python -m ruff check .": "runs with all checks",
    ".venv/bin/python -m ruff format --check .": "runs with all checks",
    ".venv/bin/companion bench": "takes minutes",
    ".venv/bin/companion bench --only record-board": "fails on a busy machine",
    ".venv/bin/python -m pytest -q tests/board/bestrun/test_record_board.py": "runs with all tests",
    "PYTHONPATH=. .venv/bin/python scripts/trace_form.py": "takes long",
}


class Command(NamedTuple):
    """A line of a block of commands."""

    document: str
    line: str


def commands() -> list[Command]:
    """Return all commands, in the order of the documents."""
    found = []
    for name, text in DOCUMENTS.items():
        for language, block in FENCE.findall(text):
            lines = block.splitlines() if language == "sh" else ()
            found += [Command(name, line) for line in lines if line.strip()]
    return found


def without_blocks(text: str) -> str:
    """Return a document without its fenced blocks."""
    return FENCE.sub("", text)


def anchors(text: str) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.*)$", without_blocks(text), re.MULTILINE):
        kept = re.sub(r"[^\w\- ]", "", heading.lower())
        found.add(kept.replace(" ", "-"))
    return found


def links() -> Iterator[tuple[str, str]]:
    """Yield each link with the name of its document."""
    for name, text in DOCUMENTS.items():
        yield from ((name, target) for target in LINK.findall(without_blocks(text)))


def broken(name: str, target: str) -> str:
    """Say what is wrong with a link; return an empty text if nothing is."""
    if re.match(r"https?://[\w.-]+(/\S*)?$", target):
        return ""
    path, _, anchor = target.partition("#")
    file = (ROOT / name).parent / path if path else ROOT / name
    if not file.exists():
        return f"{name}: there is no {path}"
    if anchor and anchor not in anchors(file.read_text(encoding="utf-8")):
        return f"{name}: {path or name} has no heading #{anchor}"
    return ""


def test_every_link_leads_somewhere() -> None:
    found = list(links())
    assert len(found) > 100
    assert not [fault for link in found if (fault := broken(*link))]


def test_a_link_to_nowhere_is_found() -> None:
    assert broken("README.md", "docs/playing.md#rulings") == ""
    assert broken("README.md", "docs/gone.md") == "README.md: there is no docs/gone.md"
    assert "has no heading #gone" in broken("README.md", "docs/playing.md#gone")
    assert "has no heading #gone" in broken("docs/club.md", "#gone")


def test_every_document_can_be_reached_from_the_readme() -> None:
    reached, new = set(), {"README.md"}
    while new:
        reached |= new
        targets = {
            os.path.relpath((ROOT / name).parent / target.partition("#")[0], ROOT)
            for name, target in links()
            if name in new and not target.startswith(("http", "#"))
        }
        new = (targets & DOCUMENTS.keys()) - reached
    assert reached == DOCUMENTS.keys()


def test_the_readme_is_one_page() -> None:
    readme = DOCUMENTS["README.md"]
    assert len(readme.splitlines()) <= 150 and len(readme.encode()) <= 10_000
    assert "make play" in "".join(readme.splitlines()[:12])
    assert len(re.findall(r"!\[[^]]+\]", readme)) == 6


def test_the_readme_names_every_title_with_its_book() -> None:
    for slug, title in titles().items():
        data, readme = title.data, DOCUMENTS["README.md"]
        row = next(line for line in readme.splitlines() if line.startswith(f"| {data.name} |"))
        assert f"| {data.edition} | {min(data.cash)}–{max(data.cash)} |" in row
        assert f"docs/readings/{slug}.md" in row


def test_every_picture_is_used_and_small() -> None:
    used = {Path(target).name for _, target in links() if target.endswith(".webp")}
    assert {file.name for file in PICTURES.iterdir()} == used
    assert max(file.stat().st_size for file in PICTURES.iterdir()) <= 100_000


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a document, without marks of lists, links and emphasis."""
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", without_blocks(text))
    for part in re.split(r"\n\s*\n|\n(?=\s*(?:[-|#]|\d+\.))|(?<=.)\|", text):
        words = re.sub(r"^[\s|#-]+|^\d+\. |\*\*", "", " ".join(part.split()))
        yield from re.split(r"(?<=[.?!;:]) ", words)


def test_sentences_are_plain() -> None:
    found = {
        (name, sentence): faults
        for name, text in DOCUMENTS.items()
        if "readings/" not in name  # the words of the titles' data
        for sentence in sentences(text)
        if (faults := faults_of(sentence))
    }
    assert not found


def test_a_sentence_that_is_not_plain_is_found() -> None:
    text = (
        "# A title\n\n- **What he plays** is [his](x.md) own. Who plays?\n\n| a | "
        + "b " * 26
        + "|"
    )
    first, second, third, fourth = (one for one in sentences(text) if len(one) > 5)
    assert faults_of(first) == []
    assert faults_of(second) == ["opens like a question", "a player is 'they'"]
    assert faults_of(third) == []
    assert faults_of(fourth) == [f"over {LONGEST} words"]


def test_commands_are_marked_as_such() -> None:
    for name, text in DOCUMENTS.items():
        assert not re.search(r"\n\n {4}\S", without_blocks(text)), f"{name}: a block without a mark"
        assert all(language for language, _ in FENCE.findall(text)), name


def test_only_commands_that_are_there_are_left_out() -> None:
    assert NOT_RUN.keys() <= {command.line for command in commands()}


def subcommands() -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of all subcommands."""
    parser = main._parser()
    (action,) = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    return dict(action.choices)


def test_every_subcommand_is_described() -> None:
    text = DOCUMENTS["docs/command-line.md"]
    assert set(re.findall(r"^\| `companion (\w+)", text, re.MULTILINE)) == subcommands().keys()


def test_every_named_command_and_option_is_there() -> None:
    known = subcommands()
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for name, text in DOCUMENTS.items():
        for code in re.findall(r"`((?:companion|make) [a-z][^`]*)`", " ".join(text.split())):
            program, command, *rest = code.split()
            if program == "make":
                assert re.search(rf"^{command}:", makefile, re.MULTILINE), (name, code)
                continue
            assert command in known, (name, code)
            for option in re.findall(r"--?[a-z]+", " ".join(rest)):
                assert option in known[command]._option_string_actions, (name, code)


def requirements() -> set[str]:
    """Return the names of all packages that the project asks for."""
    found: set[str] = set()
    for file in ("requirements.in", "requirements-dev.in"):
        lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
        found |= {re.split(r"[ ;]", line)[0] for line in lines if line[:1].isalpha()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found |= {re.split(r"[<>=;~ \[]", one)[0] for one in project["dependencies"]}
    package = (ROOT / "package.json").read_text(encoding="utf-8")
    found |= set(re.findall(r'^ {4}"([@\w./-]+)": "[\d.]+"', package, re.MULTILINE))
    return found


def test_every_dependency_has_its_reason() -> None:
    text = DOCUMENTS["docs/dependencies.md"].lower()
    found = requirements()
    assert {"flask", "pytest", "htmx.org"} <= found
    assert not {one for one in found if f"[{one}]" not in text and f"`{one}`" not in text}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like the checkout, with a game in a data folder of its own."""
    folder = tmp_path_factory.mktemp("documents")
    for entry in ROOT.iterdir():
        if entry.name != ".venv" and not entry.name.startswith(".git"):
            (folder / entry.name).symlink_to(entry)
    (folder / ".venv").symlink_to(sys.prefix)
    setup = Setup("1830", ("Anneke", "Jörg", "Mia"), {}, 1)
    steps = play(rules_for(setup), 1)
    actions = [action for action, _ in (next(steps) for _ in range(ACTIONS))]
    (folder / "data").mkdir()
    store = GameStore(folder / "data" / "companion.sqlite")
    assert store.import_game(setup, actions) == 1
    store.close()
    return folder


def run_command(line: str) -> int:
    """Run a command of a document; return its exit status.

    A command of the companion runs in this process, which saves its imports.
    """
    line = re.sub(r"\bGAME\b", "1", line)
    program, *arguments = shlex.split(line)
    if Path(program).name != "companion":
        return subprocess.run(line, shell=True, capture_output=True, check=False).returncode
    try:
        return main.main(arguments)
    except SystemExit as end:
        return int(end.code or 0)


@pytest.mark.parametrize(
    "document", sorted({one.document for one in commands() if one.line not in NOT_RUN})
)
def test_the_commands_of_a_document_run(
    document: str,
    desk: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(desk)
    monkeypatch.setenv("COMPANION_DATA", str(desk / "data"))
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)
    for command in commands():
        if command.document == document and command.line not in NOT_RUN:
            monkeypatch.setattr(sys, "stdin", io.StringIO("a long password\n"))
            assert run_command(command.line) == 0, (command, capsys.readouterr())


def test_a_command_that_fails_is_found(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk)
    monkeypatch.setenv("COMPANION_DATA", str(desk / "data"))
    assert run_command("companion export GAME -o game.json --as parquet") == 2
    assert run_command("companion replay gone.json") != 0
    assert run_command(".venv/bin/python -m companion simulate gone") != 0
