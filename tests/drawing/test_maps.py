"""The map as it is drawn on the screen and on paper."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from companion.board.board import Board
from companion.board.tiles import catalogue
from companion.drawing import (
    Look,
    Marks,
    Run,
    draw_map,
    draw_minimap,
    draw_tile,
    draw_tokens,
    hex_words,
    hexes_around,
)

ALL = ("yellow", "green", "brown")
SVG = "{http://www.w3.org/2000/svg}"


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def titles(svg: str) -> dict[str, str]:
    return {e.get("data-hex", ""): e[0].text or "" for e in read(svg).iter() if e.get("data-hex")}


def words(svg: str) -> list[str]:
    return [e.text or "" for e in read(svg).iter() if e.tag.endswith("text")]


def test_every_hex_can_be_tapped_and_is_named(board: Board, look: Look) -> None:
    named = titles(draw_map(board, look, ALL))
    assert set(named) == set(board.map.hexes)
    assert named["H12"] == "H12 Altoona, grey, city 10 with PRR"
    assert named["H16"] == "H16 Lancaster, brown tile 63, city 40 with C&O and B&O"
    assert named["F2"] == "F2 Chicago, off-board, worth 70"
    assert named["C17"] == "C17, mountain 120"


def test_an_off_board_is_worth_what_the_phase_says(board: Board, look: Look) -> None:
    assert hex_words(board, "F2", look.companies, ("yellow",)).endswith("worth 40")
    early = draw_map(board, look, ("yellow", "green"))
    late = draw_map(board, look, ALL)
    ringed = re.compile(r'<g class="rvo">(.*?)</g>')
    assert ">40<" in ringed.findall(early)[0]
    assert ">70<" in ringed.findall(late)[0]


def test_the_home_of_a_company_is_marked_until_its_token_lies(printed: Board, look: Look) -> None:
    homes = re.compile(r'<g class="home">.*?</g>')
    before = draw_map(printed, look)
    assert ">PR<" in homes.findall(before)[0]
    after = draw_map(printed.with_token("H12.0", "PRR"), look)
    assert ">PR<" not in homes.findall(after)[0]
    assert '<g class="c-prr"><circle' in after


def test_a_choice_of_homes_is_marked_in_each(printed: Board, look: Look) -> None:
    assert words(draw_map(printed, look)).count("ER") == 2
    chosen = printed.with_token("E11.1", "ERIE")
    assert words(draw_map(chosen, look)).count("ER") == 1


def test_terrain_is_shown_until_a_tile_lies_there(printed: Board, look: Look) -> None:
    before = words(draw_map(printed, look)).count("120")
    laid = printed.with_tile("G15", "9", 0)
    assert words(draw_map(laid, look)).count("120") == before - 1


def test_marks_show_what_may_be_chosen(board: Board, look: Look) -> None:
    marks = Marks(lit=["H14"], chosen="G15", stops=["J14.0", "H16.0"], picked=["H12.0"])
    svg = draw_map(board, look, ALL, marks=marks)
    stops = [e.get("data-stop") for e in read(svg).iter() if e.get("data-stop")]
    assert stops == ["J14.0", "H16.0"]
    assert 'data-lit="H14"' in svg
    assert 'class="chosen"' in svg and 'class="pick"' in svg


def test_a_blocked_hex_names_the_private(printed: Board, look: Look) -> None:
    assert "DH" in words(draw_map(printed, look, marks=Marks(blocked={"F16": "DH"})))


def test_a_part_of_the_map_holds_only_its_hexes(board: Board, look: Look) -> None:
    part = hexes_around(board, "H14")
    assert part == {"H14", "H12", "H16", "G13", "G15", "I13", "I15"}
    svg = draw_map(board, look, ALL, within=part)
    assert "Altoona" in words(svg) and "Chicago" not in words(svg)


def test_the_map_opens_on_what_it_is_asked_to_show(board: Board, look: Look) -> None:
    whole, near = draw_map(board, look), draw_map(board, look, view=["H12", "H16"])
    box = [float(v) for v in (read(near).get("viewBox") or "").split()]
    assert box[2] < float((read(whole).get("viewBox") or "").split()[2]) / 1.5
    assert box[0] < 12 * 46 and box[0] + box[2] > 16 * 46


@pytest.mark.parametrize("paper", [False, True])
def test_drawings_are_well_formed(board: Board, holland: Board, look: Look, paper: bool) -> None:
    run = Run(("H12.0", "H14", "H16.0"), "4", 2)
    read(draw_map(board, look, ALL, runs=[run], paper=paper, numbers=True, width="178mm"))
    read(draw_map(holland, Look({}), ALL, paper=paper, label='the "last" <map> & more'))
    for tile in catalogue().values():
        read(draw_tile(tile, 1, paper=paper, number=True))
    read(draw_tokens(look, "B&O", 2, "2 left", paper=paper))
    read(draw_minimap(board))


def test_paper_needs_no_style_sheet(board: Board, look: Look) -> None:
    run = Run(("H12.0", "H14", "H16.0"), "4", 2)
    svg = draw_map(board, look, ALL, runs=[run], paper=True, width="178mm")
    assert "class=" not in svg and "var(" not in svg and "data-hex" not in svg
    assert 'width="178mm"' in svg and 'font-family="Fira Sans Condensed"' in svg


def test_the_map_is_small(board: Board, holland: Board, look: Look) -> None:
    assert len(draw_map(board, look, ALL).encode()) < 45_000
    assert len(draw_map(holland, Look({}), ALL).encode()) < 45_000


def test_the_outline_of_a_hex_to_choose_crosses_no_value_token_or_name(
    board: Board, look: Look
) -> None:
    svg = draw_map(board, look, ALL, marks=Marks(lit=["H14", "H16"]))
    outline = svg.index('class="lit"')
    assert svg.index('class="trk') < outline
    for style in ("slot", "tok", "badge", "rev", "place"):
        assert outline < svg.index(f'class="{style}'), style
