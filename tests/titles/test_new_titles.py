"""A title that somebody adds: what is checked of it besides the schema."""

import re
from pathlib import Path

import pytest

from companion.board.tiles import DataError
from companion.titles import load, open_pack
from companion.titles.folders import open_folder, smallest_setup
from companion.titles.packs import NEEDED
from tests.support.packs import TEMPLATE, pack_of
from tests.titles.title_copy import change

CITED = '# "buy.holding" = "1"'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files of a new title."""
    for name in NEEDED:
        (tmp_path / name).write_text((TEMPLATE / name).read_text("utf-8"), "utf-8")
    return tmp_path


def faults(folder: Path) -> list[str]:
    with pytest.raises(DataError) as caught:
        open_folder(folder)
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ('buys = "1"', 'is "buys"; a code of a refusal, or the part before its dot is needed; the'),
        ('"buy.order" = "1"', "the nearest are "),
        ('[receipts]\nbanks = "1"', 'is "banks"; a code of a receipt is needed; the nearest are b'),
        ('buy = "1"\n[[house_rules]]\noverrules = "buy.cash"\nsays = "x"', "may overrule, and"),
    ],
)
def test_a_code_that_nothing_has_is_a_fault(folder: Path, written: str, says: str) -> None:
    change(folder / "title.toml", CITED, written)
    (fault,) = faults(folder)
    assert says in fault and fault.startswith("title.toml, line ")


def test_codes_of_refusals_and_receipts_are_cited(folder: Path) -> None:
    written = 'buy = "1"\n"buy.holding" = "1"\n"lay.no_place" = "1"\n"start.par.NR" = "1"\n'
    more = '[receipts]\n"shares.NR" = "1"\nset_par = "1"\n[[house_rules]]\noverrules = "buy.sold"\n'
    change(folder / "title.toml", CITED, f'{written}{more}says = "x"')
    assert open_folder(folder).data.cite("buy.holding").endswith("1")


def test_a_kept_pack_stays_readable_with_a_code_that_nothing_has() -> None:
    pack = pack_of((CITED, 'buys = "1"'), slug="kept-line")
    assert open_pack(pack, is_kept=True).data.slug.startswith("kept-line")


def test_a_power_that_only_rules_in_python_have_is_a_fault(folder: Path) -> None:
    change(folder / "title.toml", '{ exchange = "SR" }', '{ exchange = "SR", extra_lay = true }')
    (fault,) = faults(folder)
    assert "privates[1].powers.extra_lay: needs rules in Python" in fault
    assert fault.startswith("title.toml, line ")
    change(folder / "title.toml", ", extra_lay = true", "")
    assert open_folder(folder).data.privates["P2"].powers == {"exchange": "SR"}


@pytest.mark.parametrize(
    ("patch", "says"),
    [
        ("privates.P9 = false", "privates.P9: there is no P9 in privates to remove"),
        ("privates.P1.price = -1", "privates.P1.price: is -1; a whole number from"),
        ("privates.P9.price = 5", "privates.P9.symbol: is missing; a symbol of"),
    ],
)
@pytest.mark.parametrize(
    ("before", "key"),
    [
        ("[players.patch]\n4 = {{ {} }}\n\n[market]", "players.patch.4"),
        (
            '[[options]]\nkey = "short"\nsays = "Short"\ndefault = false\npatch = {{ {} }}\n\n'
            "[market]",
            "options[0].patch",
        ),
    ],
)
def test_a_patch_that_does_not_fit_is_named_where_it_stands(
    folder: Path, before: str, key: str, patch: str, says: str
) -> None:
    change(folder / "title.toml", "[market]", before.format(patch))
    lines = (folder / "title.toml").read_text().splitlines()
    number = next(n for n, line in enumerate(lines, 1) if patch in line)
    assert faults(folder)[0].startswith(f"title.toml, line {number}, {key}.{says}")


@pytest.mark.parametrize("power", ["owner_tile", "seller_tile"])
def test_a_tile_that_a_player_lays_needs_its_hexes(folder: Path, power: str) -> None:
    change(folder / "title.toml", 'exchange = "SR"', f'{power} = {{ tiles = ["8"] }}')
    (fault,) = faults(folder)
    assert f"powers.{power}.hexes: is missing" in fault
    change(folder / "title.toml", 'tiles = ["8"]', 'tiles = ["8"], hexes = ["A4"]')
    assert open_folder(folder).data.privates["P2"].powers[power].hexes == ("A4",)


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ('name = "My title"', 'name = "My title', "a text stands in quotes, on one line"),
        ('name = "My title"', "name = “My title”", "straight quotes"),
        ("bank = 6000", "bank = 6,000", "a number has no comma"),
        ("bank = 6000", "bank: 6000", "a line is a key, = and its value"),
        ("[[trains]]", "[trains]", "two brackets each"),
        ("{ 2 = 600, 3", "{ 2 = 600 3", "a comma is needed between two keys"),
        ("[20, 10, 10", "[20 10, 10", "a comma is needed between two items"),
    ],
)
def test_a_slip_of_the_pen_is_explained(folder: Path, old: str, new: str, hint: str) -> None:
    change(folder / "title.toml", old, new)
    assert hint in faults(folder)[0]


def test_a_proof_sheet_is_one_of_the_usual_privates() -> None:
    title = load("1889")  # with two players, a private is not in the game
    assert title.data_for(smallest_setup(title)) is title.data


def test_the_remarks_of_the_template_are_right(folder: Path) -> None:
    for name in NEEDED:
        text = (folder / name).read_text()
        text = re.sub(r"(?m)^lays = .*\n(?=# lays)", "", text)  # the remark replaces it
        text = re.sub(r"(?m)^# (?=\[|\S+ = )", "", text).replace("57 = 4", "57 = 4\nX1 = 1")
        (folder / name).write_text(
            text.replace('"columns"', '"rows"').replace('"flat"', '"pointy"')
        )
    data = open_folder(folder).data
    assert data.opening.kind == "draft" and data.card and data.readings and data.tiles["X1"] == 1
    assert set(data.patched_counts) == {2}
