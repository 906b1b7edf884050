"""A faulty folder takes no other title away, and is named with its faults."""

import html
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion import doctor, titles
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.rules.data.setup import BadSetupError
from companion.titles import MORE
from tests.titles.title_copy import change

AddFolder = Callable[..., Path]


@pytest.fixture
def add_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AddFolder:
    """Return a function that adds a package with a folder like that of a title, and its changes."""

    def add(slug: str, *changes: tuple[str, str]) -> Path:
        package = tmp_path / f"more_{tmp_path.name}"
        package.mkdir()
        (package / "__init__.py").touch()
        source = titles.load(slug).folder
        folder = Path(shutil.copytree(source, package / "faulty"))
        for old, new in changes:
            change(folder / "title.toml", old, new)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setenv(MORE, f"tests.titles,{package.name}")
        return folder

    return add


FAULTY = (
    ('name = "1830"', 'name = "Mine <1>"'),
    ('slug = "1830"', 'slug = "mine"'),
    ("price = 80\n", "price = -5\n"),
    ("count = 6\n", "count = -6\n"),
)


def test_a_title_shows_its_faults_when_it_is_opened(
    add_folder: AddFolder, client: FlaskClient
) -> None:
    add_folder("1830", *FAULTY)
    assert titles.titles()["mine"].name == "Mine <1>"
    assert not titles.faulty_titles()
    assert titles.load("1830").data.name == "1830"
    with pytest.raises(BadSetupError, match="Mine <1> cannot be played: its data has errors"):
        titles.load("mine")
    assert list(titles.faulty_titles()) == ["Mine <1>"]
    page = html.unescape(client.get("/new?title=mine").text)
    assert "Mine <1> cannot be played: its data has errors." in page
    assert "trains[0].price: is -5; a whole number from 0 to 1000000 is needed" in page
    assert "trains[0].count: is -6; " in page
    assert 'name="title" value="mine"' not in page
    assert 'href="/new?title=1830"' in page and 'href="/new?title=mine"' not in page
    assert client.get("/readings/mine").status_code == 404
    assert client.get("/static/css/title/mine.css").status_code == 404
    refused = client.post("/new", data={"title": "mine", "player": ["Ann", "Bo"]})
    assert refused.status_code == 422
    assert "mine" not in site_adapters() and "1830" in site_adapters()
    (found,) = [finding for finding in doctor.run_checks(0) if finding.name == "Titles"]
    assert not found.good
    assert found.says.startswith("1828, 1830, 1836Jr30, 1839, ")
    assert "Mine <1>: title.toml, line " in found.says and "trains[0].count: is -6" in found.says


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ([('slug = "1830"', 'slug = "../x"')], 'slug: is "../x"'),
        ([("[players]", "[players")], "title.toml, line "),
        ([], "title.toml, slug: 1830 has it already"),
    ],
)
def test_a_folder_without_a_head_is_named(
    add_folder: AddFolder, changes: list[tuple[str, str]], says: str
) -> None:
    add_folder("1830", *changes)
    assert {"1828", "1830", "demo"} <= titles.titles().keys()
    assert says in titles.faulty_titles()["faulty"]
    assert titles.titles()["1830"].package == "companion.titles.t1830"


def test_the_nearest_that_is_right_is_a_title(add_folder: AddFolder) -> None:
    add_folder("1830", ('name = "1830"', 'name = "Mine"'), ('slug = "1830"', 'slug = "mine-2"'))
    assert titles.load("mine-2").data.name == "Mine"
    assert not titles.faulty_titles()
