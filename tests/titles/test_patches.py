"""Options that patch a title's data."""

import shutil
from pathlib import Path

import pytest

from companion.board.tiles import DataError
from companion.rules.data.setup import Setup
from companion.titles import load, rules_for
from companion.titles.loading import load_data

NAMES = ("Ann", "Bob", "Cem")


def patched(folder: Path, patch: str) -> Path:
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


@pytest.mark.parametrize(
    ("patch", "key"),
    [
        ("{ trains.6 = 5 }", "trains[4]"),
        ("{ trains.9 = 5 }", "trains"),
        ("{ trains.9.count = 5 }", "trains[6].price"),
        ("{ trains = 5 }", "trains"),
        ("{ trains.6.count = -1 }", "trains[4].count"),
    ],
)
def test_a_patch_that_does_not_fit_is_a_fault_when_it_is_chosen(tmp_path, patch, key):
    folder = patched(tmp_path, patch)
    assert load_data(folder).trains["6"].count == 2
    with pytest.raises(DataError) as faults:
        load_data(folder, chosen=["third_6_train"])
    assert any(f", {key}: " in line for line in str(faults.value).splitlines()), str(faults.value)
