"""`companion title`: a new folder, its check with proof sheet and random games, and its pack."""

from pathlib import Path

import pytest

from companion.bots.title_trial import list_setups, try_title
from companion.cli.main import main
from companion.titles import titles
from companion.titles.folders import open_folder
from companion.titles.packs import read_folder, read_pack
from companion.titles.trial_result import Trial
from tests.titles.title_copy import change, copy_of


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the command has written."""
    monkeypatch.chdir(tmp_path)
    assert main(["title", "new", "my-line"]) == 0
    return tmp_path / "my-line"


def test_a_new_folder_is_a_game_that_can_be_played(folder: Path, capsys) -> None:
    assert 'slug = "my-line"' in (folder / "title.toml").read_text()
    assert main(["title", "check", "my-line", "--games", "2"]) == 0
    said = capsys.readouterr().out
    assert "My title: no faults.\nmy-line.html" in said and "2 random games" in said
    assert "2 reached phase 4" in said
    assert (folder.parent / "my-line.pdf").read_bytes().startswith(b"%PDF")
    sheet = (folder.parent / "my-line.html").read_text()
    for part in (
        "Rules card",
        "Aldergate (A2)",
        "Eastern Railway",
        "<b>57</b> × 4",
        ">stops</th>",
        "<svg",
        "2 games",
    ):
        assert part in sheet or (part == "<svg" and "image/svg+xml" in sheet), part


@pytest.mark.parametrize("slug", ["1830", "../away", "Line", "a" * 41, "-a"])
def test_a_folder_needs_a_slug_that_is_free(slug: str, tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["title", "new", "--", slug]) == 1
    assert "slug" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_not_written_over(folder: Path, capsys) -> None:
    (folder / "title.toml").write_text("mine")
    assert main(["title", "new", "my-line"]) == 1
    assert "exists already" in capsys.readouterr().err
    assert (folder / "title.toml").read_text() == "mine"


def test_a_check_without_games_tells_of_the_data_alone(folder: Path, capsys) -> None:
    assert main(["title", "check", "my-line", "--games", "0"]) == 0
    said = capsys.readouterr().out
    assert "My title: no faults." in said and "No game was played." in said
    assert "Phases that no game reached" not in said + (folder.parent / "my-line.html").read_text()


def test_all_faults_are_listed_and_nothing_is_drawn(folder: Path, capsys) -> None:
    change(folder / "title.toml", "bank = 6000", "bank = -1")
    change(folder / "map.toml", "57 = 4", "57 = 4\n9999 = 1")
    assert main(["title", "check", "my-line"]) == 1
    said = capsys.readouterr().err
    assert "title.toml, line 9, bank: is -1; a whole number from 0" in said
    assert "map.toml, line 17" in said
    assert not (folder.parent / "my-line.html").exists()


def test_a_title_of_the_companion_is_no_pack(tmp_path: Path) -> None:
    assert main(["title", "check", str(copy_of("18nl", tmp_path))]) == 1


def test_the_check_tells_what_never_happens(folder: Path) -> None:
    change(folder / "title.toml", 'name = "4"\nprice = 300', 'name = "4"\nprice = 900000')
    title = open_folder(folder)
    never = dict(Trial(title.data).never())
    assert never == {
        "Phases that no game reached": ["2", "3", "4"],
        "Companies that never floated": ["NR", "ER", "SR"],
        "Powers that nobody used": ["P2 exchange"],
    }
    assert "4" in dict(try_title(title, 1).never())["Phases that no game reached"]


def test_a_tile_that_a_player_lays_is_a_power_that_was_used() -> None:
    trial = try_title(titles()["1889"], 1)
    assert trial.used["MF owner_tile"] and not trial.problems


def test_the_report_of_a_trial_has_the_first_problems_and_counts_the_others(folder: Path) -> None:
    trial = Trial(open_folder(folder).data, problems=list("abcde"))
    assert (trial.report().problems, trial.report().others) == (("a", "b", "c"), 2)
    trial.problems.pop()
    trial.problems.pop()
    assert trial.report().others == 0


@pytest.mark.parametrize(("slug", "usual"), [("1882", True), ("18ms", False)])
def test_a_trial_plays_with_every_flag_as_it_is_not_usual(slug: str, usual: bool) -> None:
    data, setups = titles()[slug].data, list(list_setups(titles()[slug], 20))
    flags = [option for option in data.options if option.kind == "flag"]
    assert {option.default for option in flags} == {usual}
    for option in flags:
        assert any(setup.options == {option.key: not usual} for setup in setups)
    assert {len(setup.players) for setup in setups} == set(data.cash)


def test_a_trial_stops_when_its_time_is_over(folder: Path) -> None:
    trial = try_title(open_folder(folder), 5, seconds=0)
    assert trial.games == 0 and dict(trial.report().phases)["2"] == 0
    assert "2" not in dict(trial.never())["Phases that no game reached"]  # it was begun


def test_a_pack_is_one_file_with_the_same_data(folder: Path, capsys) -> None:
    assert main(["title", "pack", "my-line"]) == 0
    file = folder.parent / "my-line.title.json"
    pack = read_pack(file.read_bytes())
    assert pack == read_folder(folder) and pack.sha256 in capsys.readouterr().out
    pack.write(folder.parent / "again")
    assert read_folder(folder.parent / "again").raw == pack.raw
