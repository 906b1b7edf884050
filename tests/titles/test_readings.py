"""Readings of the rule books: a title's data is checked when loaded; the documents say the same."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from companion.board.tiles import DataError
from companion.rules.data.options import BECAUSE
from companion.titles import titles
from companion.titles.loading import load_data
from tests.titles.title_copy import change, copy_of

ROOT = Path(__file__).resolve().parents[2]
ENTRY = """
[[readings]]
section = "§1"
about = "Something"
because = "silent"
says = "So it is."
"""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = spec_from_file_location("readings", ROOT / "scripts" / "write_readings.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A title's folder to spoil."""
    return copy_of("steam-over-holland", tmp_path)


def spoiled(folder: Path, old: str, new: str) -> str:
    """The message of loading when a line of the readings is another."""
    change(folder / "readings.toml", old, new)
    with pytest.raises(DataError) as caught:
        load_data(folder)
    return str(caught.value)


@pytest.mark.parametrize("slug", titles())
def test_every_option_that_is_a_reading_has_its_entry(slug: str) -> None:
    data = titles()[slug].data
    named = [reading.option for reading in data.readings]
    for option in data.options:
        assert named.count(option.key) == 1 or not option.reading
    assert {reading.because for reading in data.readings} <= set(BECAUSE)
    for reading in data.readings:
        assert reading.says.endswith(".") and not reading.about.endswith(".")
        assert reading.because != "imports" or reading.option


def test_an_option_without_its_entry_is_named(folder: Path) -> None:
    says = spoiled(folder, 'option = "any_time"\n', "")
    assert says.startswith("title.toml, line ")
    assert says.endswith("].reading: needs one entry in readings.toml; it has none")


def test_an_entry_of_an_option_there_is_not_is_named(folder: Path) -> None:
    says = spoiled(folder, 'option = "any_time"', 'option = "anytime"')
    assert says.splitlines()[1].startswith("readings.toml, line ")
    assert '.option: is "anytime"; the key of an option is needed; known are draw, dealt' in says


def test_two_entries_alike_are_named(folder: Path) -> None:
    says = spoiled(folder, "\n[[readings]]", ENTRY + ENTRY + "\n[[readings]]")
    first, second = says.splitlines()
    assert 'about: is "Something"; another (it stands 2 times) is needed' in first
    assert first.partition("].")[2] == second.partition("].")[2]


def test_an_unknown_reason_is_named(folder: Path) -> None:
    says = spoiled(folder, 'because = "silent"', 'because = "quiet"')
    assert 'readings[0].because: is "quiet"; one of silent, unclear, practice, imports' in says


def test_an_unknown_key_is_named(folder: Path) -> None:
    assert "readings[0].say: is no key here" in spoiled(folder, "says =", 'say = "x"\nsays =')


def test_a_title_without_its_readings_is_not_loaded(folder: Path) -> None:
    (folder / "readings.toml").unlink()
    with pytest.raises(DataError, match=r"^readings.toml: is missing$"):
        load_data(folder)


def test_the_pages_of_readings_are_up_to_date(script: ModuleType) -> None:
    pages = script.make_pages()
    assert {file.name for file in script.FOLDER.iterdir()} == set(pages)
    for name, text in pages.items():
        assert (script.FOLDER / name).read_text(encoding="utf-8") == text, "run `make readings`"


@pytest.mark.parametrize("slug", titles())
def test_a_page_has_every_reading_with_its_option(script: ModuleType, slug: str) -> None:
    data = titles()[slug].data
    page = " ".join(script.make_pages()[f"{slug}.md"].split())
    for reading in data.readings:
        assert f"- **{reading.about}** ({reading.section}; " in page
        assert not reading.option or f"*Option: {data.option(reading.option).says}.*" in page
