"""Remarks of a check: places of a title that are allowed, but that are hardly meant."""

from pathlib import Path

import pytest

from companion.rules.data.setup import Setup
from companion.titles import rules_for, titles
from companion.titles.folders import open_folder
from companion.titles.remarks import Remark, list_remarks
from tests.support.packs import pack_of


def find_remarks(folder: Path, *changes: tuple[str, str]) -> list[Remark]:
    pack_of(*changes).write(folder / "my-line")
    return list_remarks(open_folder(folder / "my-line"))


def remarks(folder: Path, *changes: tuple[str, str]) -> list[str]:
    return [remark.text for remark in find_remarks(folder, *changes)]


def test_the_template_needs_no_remark(tmp_path: Path) -> None:
    assert remarks(tmp_path) == []


@pytest.mark.parametrize("slug", ["1836jr30", "1850jr", "1889", "18chesapeake", "18nl"])
def test_titles_that_are_data_alone_need_no_remark(slug: str) -> None:
    assert list_remarks(titles()[slug]) == []


def test_no_title_has_a_shared_text_that_its_switches_or_options_contradict() -> None:
    found = [(slug, remark) for slug in titles() for remark in list_remarks(titles()[slug])]
    assert [told for told in found if "in your own words" in told[1].text] == []


PATCH = "[players.patch]\n2 = { %s }\n\n[market]"
OPTION = """[[options]]
key = "early"
says = "Shares are sold at once"
default = false
patch = { %s }

[operating]"""


def test_a_text_that_an_option_makes_untrue_gets_a_remark(tmp_path: Path) -> None:
    sold = "stock.first_sales = 1"
    (few,) = find_remarks(tmp_path / "few", ("[market]", PATCH % sold))
    assert few.condition == "With 2 players"
    assert few.text.startswith('title.toml, stock.first_sales: is changed, but the text of "C4.6"')
    (chosen,) = find_remarks(tmp_path / "option", ("[operating]", OPTION % sold))
    assert chosen.condition == "With the option “Shares are sold at once”"
    assert chosen.text == few.text


def test_an_option_with_a_text_of_its_own_gets_no_remark(tmp_path: Path) -> None:
    both = 'stock.first_sales = 1, rules."C4.6" = "Shares may be sold at once."'
    assert remarks(tmp_path, ("[operating]", OPTION % both)) == []


def test_a_text_of_ones_own_does_not_cover_an_option_too(tmp_path: Path) -> None:
    own = ("[rules]\n", '[rules]\n"C4.6" = "Shares are sold from the second round on."\n')
    found = remarks(tmp_path, own, ("[operating]", OPTION % "stock.first_sales = 1"))
    assert len(found) == 1 and '"C4.6"' in found[0]


def test_an_oddity_of_every_game_is_told_once(tmp_path: Path) -> None:
    off = (('"Brook", colour', '"Brook", label = "B", colour'), ("[market]", PATCH % "bank = 5000"))
    (found,) = find_remarks(tmp_path, *off)
    assert (found.condition, "no tile has the label B" in found.text) == ("", True)


def test_beginners_of_1889_read_nothing_of_an_auction_or_of_other_prices() -> None:
    data = rules_for(Setup("1889", ("Ann", "Bo", "Cas"), {"beginner": True})).data
    for number in ("C3.1", "C3.2", "C3.3", "C3.4", "C3.5", "C3.7"):
        assert data.rules[number] != titles()["1889"].data.rules[number]
    for private in data.private_list:
        name = f"{private.name} ({private.symbol})"
        costs = f"{name} costs {private.price} and pays {private.revenue}."
        assert costs in data.rules.values()


@pytest.mark.parametrize(
    ("change", "remark"),
    [
        (("A4 = {", "A5 = {"), "map.toml, hexes.A5: lies half over its neighbours"),
        (('[1, "s0"]] }\nA8', '[3, "s0"]] }\nA8'), "hexes.A6: its track to edge 3 leads off"),
        (('"Larch", colour = "white"', '"Larch", colour = "gray", tracks = [[2, "s0"]]'), "of A6"),
        (('"Brook", colour', '"Brook", label = "B", colour'), "B1.label: no tile has the label B"),
        (("[hexes]", '[own_tiles.26]\nlabel = "T"\n[hexes]'), "26: its label T is on no hex"),
        (('p = "par"', 'p = "start"'), "companies start on spaces of the kind par; it has none"),
        (('name = "4"\nprice', 'name = "5"\nphase = "3"\nprice'), "no train begins phase 4"),
        (("[operating]", '[ends]\nprice = "at_once"\n[operating]'), "is of the kind end"),
        (("first_sales = 2", "first_sales = 1"), 'stock.first_sales: is not usual; write "C4.6"'),
        (("lays = [{", "lays = [{}, {"), 'track.lays: is not usual; write "C6.1" under rules'),
        (("[operating]", '[train_sale]\nunpaid = "leaves"\n[operating]'), '"C2.2", "C2.4", "C8.9"'),
        (("[opening]", "[opening]\nbid_step = 5"), 'bid_step: is not usual; write "C3.1"'),
        (
            ("holding_limit = 60", "holding_limit = 70"),
            'kinds.holding_limit: is not usual; write "C4.5"',
        ),
        (("price = 80", "price = 90"), ""),
    ],
)
def test_a_place_that_is_hardly_meant_gets_a_remark(
    change: tuple[str, str], remark: str, tmp_path: Path
) -> None:
    found = remarks(tmp_path, change)
    assert bool(found) == bool(remark) and remark in "".join(found)


def test_a_kind_of_space_that_changes_nothing_gets_a_remark(tmp_path: Path) -> None:
    marks = ('p = "par"', 'p = "par", m = "most"'), ("67 71 76 82 90 100p", "67m 71 76 82 90 100p")
    assert "kind most change nothing; no key names it" in "".join(remarks(tmp_path, *marks))
    free = ("[market.zones]", '[market.zones]\nmost = ["several"]')
    assert remarks(tmp_path, *marks, free) == []


def test_both_sides_of_a_train_begin_a_phase(tmp_path: Path) -> None:
    back = '[[trains]]\nname = "2E"\nprice = 300\ncount = 3\nreach = 2\nside_of = "3"\n'
    train = ('[[companies]]\nsymbol = "NR"', f'{back}\n[[companies]]\nsymbol = "NR"')
    assert "2E begins no phase, but 3 on its other side" in "".join(remarks(tmp_path, train))
    brings = ('side_of = "3"\n', 'side_of = "3"\nphase = "3"\n')
    assert remarks(tmp_path, train, brings) == []


def test_a_power_of_a_company_that_cannot_buy_the_private_gets_a_remark(tmp_path: Path) -> None:
    lay = ('{ exchange = "SR" }', '{ free_terrain = "mountain", exchange = "SR" }')
    assert remarks(tmp_path, lay) == []
    never = ("privates_for_companies = true", "privates_for_companies = false")
    (found,) = remarks(tmp_path, lay, never)
    assert "free_terrain of P2 is for a company that owns it" in found


def test_a_key_that_changes_nothing_for_the_tile_of_a_player_gets_a_remark(tmp_path: Path) -> None:
    told = []
    for more in ("", ", joined = true"):
        power = f'{{ owner_tile = {{ hexes = ["B3"], tiles = ["8"]{more} }} }}'
        told.append(remarks(tmp_path, ('{ exchange = "SR" }', power)))
    assert told[0] == [] and "owner_tile of P2 is one free tile" in told[1][0]


def test_a_shared_rule_that_is_told_in_own_words_gets_no_remark(tmp_path: Path) -> None:
    own = ("[rules]\n", '[rules]\n"C4.6" = "Shares may be sold from the first stock round on."\n')
    assert remarks(tmp_path, ("first_sales = 2", "first_sales = 1"), own) == []
