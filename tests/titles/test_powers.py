"""Powers of privates are looked through when a title's data are read."""

import re
from pathlib import Path

import pytest

from companion.board.tiles import DataError
from companion.titles import Title, load
from tests.titles.title_copy import change, copy_of

WRONG = [
    (
        "1830",
        'exchange = "NYC"',
        'exchanges = "NYC"',
        "[3].powers.exchanges: is no key here; known",
    ),
    (
        "1830",
        'exchange = "NYC"',
        'exchange = "XYZ"',
        '[3].powers.exchange: is "XYZ"; the symbol of',
    ),
    (
        "1830",
        'tile = "57" }',
        'tile = "999" }',
        '[2].powers.distant_tile.tile: is "999"; a tile of the',
    ),
    (
        "1830",
        'tile = "57" }',
        "cost = 3 }",
        "[2].powers.distant_tile.cost: is no key here; known are h",
    ),
    (
        "1830",
        'hex = "F16", ',
        "",
        "[2].powers.distant_tile.hex: is missing; a hex of the map is needed",
    ),
    (
        "1830",
        'hex = "F16"',
        'hex = "Z9"',
        '[2].powers.distant_tile.hex: is "Z9"; a hex of the map is',
    ),
    (
        "1830",
        '"3", "4", "58"]',
        "]",
        "[1].powers.additional_tile.tiles: has 0; 1 or more are needed",
    ),
    ("1830", "keeps_hex = true", 'keeps_hex = "B20"', '[1].powers.keeps_hex: is "B20"; true or'),
    ("1830", 'share = "PRR"', "share = true", "[4].powers.share: is true; the symbol of a company"),
    ("steam-over-holland", "river = 50", "river = -50", "[1].powers.river: is -50; a whole number"),
    ("steam-over-holland", '"D9.0"', '"D9.7"', '[2].powers.bonus.stop: is "D9.7"; a stop of the'),
    (
        "steam-over-holland",
        'where = "end"',
        'where = "start"',
        '[3].powers.bonus.where: is "start"; one of anywhere, end is needed',
    ),
    (
        "1828",
        'train = "C&P"',
        'train = "4"',
        '[4].powers.railway.train: is "4"; a type of train is',
    ),
    ("1828", "cost = 120", "cost = true", "[3].powers.teleport.cost: is true; a whole number from"),
    ("1828", "swap = true", "swaps = true", "[5].powers.swaps: is no key here; known are share, p"),
]


@pytest.mark.parametrize(("slug", "old", "new", "says"), WRONG)
def test_a_wrong_power_is_named_by_file_and_key(
    tmp_path: Path, slug: str, old: str, new: str, says: str
) -> None:
    folder = copy_of(slug, tmp_path)
    change(folder / "title.toml", old, new)
    with pytest.raises(DataError, match=re.escape(f", privates{says}")):
        Title(load(slug).package, folder).data  # noqa: B018 - reads it


def test_as_it_is_printed_it_is_read(tmp_path: Path) -> None:
    """The nearest that is right to all of the above."""
    for slug in dict.fromkeys(slug for slug, *_ in WRONG):
        folder = copy_of(slug, tmp_path / slug)
        read = Title(load(slug).package, folder).data.private_list
        assert read == load(slug).data.private_list
