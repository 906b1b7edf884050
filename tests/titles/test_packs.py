"""A pack holds texts of known files and nothing else; whatever is wrong is a listed fault."""

import json
from pathlib import Path

import pytest

from companion.board.tiles import DataError
from companion.titles import load, open_pack
from companion.titles.folders import open_folder
from companion.titles.packs import Pack, read_folder, read_pack
from tests.titles.title_copy import copy_of

GOOD = {"title.toml": "", "map.toml": "", "readings.toml": ""}


def told(raw: bytes) -> str:
    """The faults of a file that is no pack."""
    with pytest.raises(DataError) as fault:
        read_pack(raw)
    return str(fault.value)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x89PNG",
        b"\xff\xfe",
        b"[]",
        b"7",
        b"[" * 100_000,
        b'{"title.toml": 1}',
        b'{"title.toml": {"a": {}}}',
        b"1" * 5000,
    ],
)
def test_a_file_that_is_no_pack_is_refused(raw: bytes) -> None:
    assert told(raw).startswith("The file is no pack")


def test_a_pack_is_no_larger_than_allowed() -> None:
    assert "larger than 1024 kB" in told(b" " * (1024 * 1024 + 1))
    assert "map.toml: is larger than 256 kB" in told(
        json.dumps({**GOOD, "map.toml": "#" * (256 * 1024 + 1)}).encode()
    )


def test_a_pack_has_only_the_files_of_data() -> None:
    raw = json.dumps({"title.toml": "", "rules.py": "", "../x.toml": ""}).encode()
    assert told(raw).splitlines() == [
        "rules.py: is no file of a title; known are title.toml, map.toml, readings.toml,"
        " exchange.toml",
        "../x.toml: is no file of a title; known are title.toml, map.toml, readings.toml,"
        " exchange.toml",
        "map.toml: is missing",
        "readings.toml: is missing",
    ]


def test_a_pack_has_one_edition(tmp_path: Path) -> None:
    says = (
        "draft.toml: a title in one file has one edition; known are title.toml, map.toml,"
        " readings.toml, exchange.toml"
    )
    assert told(json.dumps({**GOOD, "draft.toml": ""}).encode()) == says
    folder = copy_of("18nl", tmp_path)
    (folder / "draft.toml").write_text("")
    with pytest.raises(DataError) as fault:
        read_folder(folder)
    assert str(fault.value) == says
    (folder / "draft.toml").unlink()
    option = '[[options]]\nkey = "edition"\nname = "Edition"\ndefault = "a"\nchoices = ["a", "b"]\n'
    with (folder / "title.toml").open("a") as title:
        title.write(f"\n{option}")
    with pytest.raises(DataError, match=r"there is no file b\.toml"):
        open_pack(read_folder(folder), is_kept=True)


def test_half_a_character_is_a_fault() -> None:
    assert "map.toml" in told(b'{"title.toml":"","map.toml":"\\ud800","readings.toml":""}')


def test_a_folder_with_other_files_is_no_pack(tmp_path: Path) -> None:
    folder = copy_of("18nl", tmp_path)
    (folder / "rules.py").write_text("1 / 0")
    (folder / "cover.png").write_bytes(b"")
    with pytest.raises(DataError) as fault:
        read_folder(folder)
    assert [line.partition(":")[0] for line in str(fault.value).splitlines()] == [
        "cover.png",
        "rules.py",
    ]


def test_the_mark_depends_on_the_data_alone() -> None:
    other = dict(reversed(GOOD.items()))
    assert Pack(GOOD).sha256 == Pack(other).sha256
    assert Pack(GOOD).sha256 != Pack({**GOOD, "title.toml": "#"}).sha256


def test_no_pack_has_the_slug_of_a_title_of_the_companion() -> None:
    with pytest.raises(DataError, match="18nl is a title that comes with the companion"):
        open_folder(load("18nl").folder)
