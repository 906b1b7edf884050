"""Options and numbers of players that patch a title's data."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.board.tiles import DataError
from companion.rules.data.setup import BadSetupError, Setup
from companion.titles import Title, load, rules_for
from companion.titles.loading import load_data

NAMES = ("Ann", "Bob", "Cem")


def copy_with_patch(folder: Path, patch: str) -> Path:
    """Copy the data of 1830 with another patch of its option of a third 6-train."""
    copy = folder / "title"
    shutil.copytree(load("1830").folder, copy)
    file = copy / "title.toml"
    text = file.read_text("utf-8")
    written = "patch = { trains.6.count = 3 }"
    assert written in text
    file.write_text(text.replace(written, f"patch = {patch}"), "utf-8")
    return copy


def test_a_chosen_option_changes_a_value_of_one_table():
    usual = load("1830").data.trains
    chosen = rules_for(Setup("1830", NAMES, {"third_6_train": True})).data.trains
    assert (usual["6"].count, chosen["6"].count) == (2, 3)
    assert [train for train in usual if usual[train] != chosen[train]] == ["6"]


def test_options_together_change_what_each_changes():
    options = {"third_6_train": True, "no_diesels": True}
    trains = rules_for(Setup("1830", NAMES, options)).data.trains
    assert (trains["6"].count, trains["D"].count) == (3, 0)


def test_an_option_patches_the_map_too(tmp_path):
    patch = '{ trains.6.count = 3 }\nmap_patch = { hexes.Z1 = { name = "Far" } }'
    folder = copy_with_patch(tmp_path, patch)
    assert "Z1" not in load_data(folder).map.hexes
    found = load_data(folder, chosen={"third_6_train": True})
    assert found.map.hexes["Z1"].name == "Far"
    assert found.trains["6"].count == 3


def test_a_patch_of_the_map_stands_beside_another(tmp_path):
    folder = copy_with_patch(tmp_path, '{}\nmap_patch = { hexes.Z1 = { name = "Far" } }')
    with pytest.raises(DataError, match="map_patch"):
        load_data(folder)


@pytest.mark.parametrize(
    ("patch", "key"),
    [
        ("{ trains.6 = 5 }", "trains.6"),
        ("{ trains.9 = 5 }", "trains.9"),
        ("{ trains.9.count = 5 }", "trains.9.price"),
        ("{ trains = 5 }", "trains"),
        ("{ trains.6.count = -1 }", "trains.6.count"),
    ],
)
def test_a_patch_that_does_not_fit_is_a_fault_when_it_is_chosen(tmp_path, patch, key):
    folder = copy_with_patch(tmp_path, patch)
    assert load_data(folder).trains["6"].count == 2
    with pytest.raises(DataError) as faults:
        load_data(folder, chosen={"third_6_train": True})
    assert any(f".patch.{key}: " in line for line in str(faults.value).splitlines()), str(
        faults.value
    )


DRAWN = """
[[options]]
key = "poor_company"
says = "The company with a single token"
kind = "text"
default = ""
drawn = true
rule = "§3.0"
picks = [{ companies = "public" }]

[options.patches]
PRR = { companies.PRR.token_costs = [0] }
NYC = { companies.NYC.token_costs = [0] }
"C&O" = { companies."C&O".token_costs = [0] }
"""


@pytest.fixture
def copy_title(tmp_path, monkeypatch) -> Callable[..., Title]:
    """Copies of 1830, with further tables and a line in that of the players."""
    monkeypatch.syspath_prepend(tmp_path)
    return partial(_copy_title, tmp_path)


def _copy_title(folder: Path, more: str, players: str = "") -> Title:
    package = folder / f"more_{folder.name}".replace("-", "_")
    copy = package / "copy"
    shutil.copytree(load("1830").folder, copy)
    file = copy / "title.toml"
    text = file.read_text("utf-8").replace("[players]", f"[players]\n{players}\n#", 1)
    file.write_text(text.replace("\n[[options]]", f"\n{more}\n[[options]]", 1), "utf-8")
    return Title(f"{package.name}.copy", copy)


def poor(title: Title, seed: int, **options: str) -> list[str]:
    """Return the companies with a single token."""
    data = title.data_for(Setup("1830", NAMES, options, seed))
    return [company.symbol for company in data.company_list if company.token_costs == (0,)]


@pytest.fixture
def drawing(copy_title) -> Title:
    return copy_title(DRAWN)


def test_a_number_of_players_changes_the_data(copy_title):
    title = copy_title("", "patch.3 = { privates.CA = false, trains.2.count = 5 }")
    three, four = (title.data_for(Setup("1830", ("A", "B", "C", "D")[:n])) for n in (3, 4))
    assert (three.trains["2"].count, four.trains["2"].count) == (5, 6)
    assert set(four.privates) - set(three.privates) == {"CA"}
    assert four is title.data


@pytest.mark.parametrize("seed", range(4))
def test_the_seed_draws_one_of_the_texts(drawing, seed):
    number = (1103515245 * seed + 12345) % 2**31
    assert poor(drawing, seed) == [("PRR", "NYC", "C&O")[number % 3]]


def test_a_table_enters_its_own_draw(drawing):
    assert poor(drawing, 1, poor_company="NYC") == ["NYC"]
    assert poor(drawing, 2, poor_company="NYC") == ["NYC"]


def test_nothing_else_is_entered_as_a_draw(drawing):
    with pytest.raises(BadSetupError, match="One of PRR, NYC, C&O is needed"):
        poor(drawing, 1, poor_company="B&O")


def test_nothing_is_drawn_from_no_texts(copy_title):
    title = copy_title(DRAWN.partition("[options.patches]")[0])
    with pytest.raises(DataError, match="needs patches to draw from"):
        title.data_for(Setup("1830", NAMES))
