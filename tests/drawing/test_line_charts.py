"""Charts of lines."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import pytest

from companion.drawing import ChartLine, CompanyLook, draw_lines
from companion.drawing.chart_frame import scale_steps
from companion.drawing.label_placement import text_width
from companion.drawing.line_charts import SAMPLE, space_out

LABELS = ["SR 1", "", "SR 2", ""]


def test_the_scale_is_round_and_reaches_over_the_highest_value() -> None:
    assert scale_steps(13048) == [0, 2500, 5000, 7500, 10000, 12500, 15000]
    assert scale_steps(350)[-1] >= 350
    assert scale_steps(0) == [0, 1]


def test_the_scale_reaches_below_debts_too() -> None:
    assert scale_steps(824, -1170) == [-1500, -1000, -500, 0, 500, 1000]
    assert scale_steps(0, -100)[-1] == 0


def test_a_line_of_debts_and_its_name_lie_inside_the_chart() -> None:
    debts = [ChartLine("Ada", [500, 200, -400, -1395]), ChartLine("Bram", [500, 510, 530, 520])]
    svg = draw_lines(debts, LABELS, paper=True)
    (line, _) = re.findall(r'd="(M[^"]*)" [^>]*stroke-linejoin', svg)
    heights = [float(y) for y in re.findall(r"[ML][\d.]+ (-?[\d.]+)", line)]
    assert max(heights) <= 236 - 24 and min(heights) >= 0
    assert heights == sorted(heights[:4]) + heights[4:]
    assert ">−1,000</text>" in svg and ">0</text>" in svg


@pytest.mark.parametrize(
    "wanted", [[10, 12, 11], [50, 50, 50, 50], [5, 100, 99, 98, 5], [200, 200], [30]]
)
def test_names_at_the_ends_of_lines_never_overlap(wanted: list[float]) -> None:
    places = space_out(wanted, 11, 0, 200)
    ordered = sorted(places)
    assert all(b - a >= 11 - 1e-6 for a, b in itertools.pairwise(ordered))
    assert min(places) >= 0 and max(places) <= 200
    by_wish = sorted(range(len(wanted)), key=lambda i: wanted[i])
    assert [places[i] for i in by_wish] == ordered


def test_every_line_is_named_and_players_differ_by_weight_or_dashes() -> None:
    players = [ChartLine(f"Player {i}", [100, 200, 300 + i, 400 + i]) for i in range(6)]
    svg = draw_lines(players, LABELS, events={1: "phase 3"}, paper=True, width="178mm")
    texts = [e.text for e in ElementTree.fromstring(svg).iter() if e.tag.endswith("text")]
    assert {p.name for p in players} <= set(texts) and "phase 3" in texts and "SR 2" in texts
    lines = re.findall(r'stroke-linejoin="round" (stroke-width="[\d.]+"[^/]*)/>', svg)
    styles = {line for line in lines if 'stroke-width=".6"' not in line}
    assert len(styles) == 6


def test_companies_differ_by_weight_or_dashes_too_on_paper_and_screen() -> None:
    """Readers who see no colours, or print without, tell the lines apart."""
    companies = [
        ChartLine(f"C{i}", [100 + i, 200 + i], CompanyLook(f"C{i}", f"C{i}", "#32763f"))
        for i in range(10)
    ]
    for paper in (True, False):
        svg = draw_lines(companies, LABELS, paper=paper)
        found = re.findall(r'<path d="(M[^"]*)" [^>]*?(stroke-width="[\d.]+"[^/]*)/>', svg)
        lines = [style for data, style in found if "L" in data and 'stroke-width=".6"' not in style]
        assert len(set(lines)) == len(lines) == 10
        samples = [style for data, style in found if f"h{SAMPLE:g}" in data]
        assert samples == lines  # each name has a piece of its line before it


def test_companies_at_the_same_price_lie_side_by_side() -> None:
    one = ChartLine("PRR", [100, 100, None, 120], CompanyLook("PRR", "PR", "#32763f"))
    two = ChartLine("B&O", [None, 100, 100, 120], CompanyLook("B&O", "BO", "#025aaa"))
    svg = draw_lines([one, two], LABELS)
    drawn = re.findall(r'<path d="(M[^"h]*)M[^M]*h[^"]*" class="line" stroke-width="1.7"', svg)
    assert len(drawn) == 2
    ends = [float(d.split()[-1]) for d in drawn]
    assert ends[0] != ends[1] and abs(ends[0] - ends[1]) < 3
    assert drawn[0].count("M") == 2  # no line where there was no price
    assert '<g class="c-b-o">' in svg


def test_paper_needs_no_style_sheet() -> None:
    svg = draw_lines([ChartLine("Jörg", [1, 2], strong=True)], ["a", "b"], paper=True)
    assert "class=" not in svg and 'font-family="Fira Sans Condensed"' in svg


def test_a_chart_without_values_is_still_a_chart() -> None:
    ElementTree.fromstring(draw_lines([], [], label="Nothing yet"))
    ElementTree.fromstring(draw_lines([ChartLine("A", [None, None])], ["x", "y"]))


@pytest.mark.parametrize("paper", [True, False])
def test_a_name_with_what_cannot_be_drawn_does_not_spoil_the_chart(paper: bool) -> None:
    lines = [ChartLine("An\x07n\ufffe & Bo <", [1.0, 2.0, 3.0])]
    svg = draw_lines(lines, ["1", "2", "3"], label="A\x1b", paper=paper)
    drawn = ElementTree.fromstring(svg)  # as strictly as the PDF writer reads it
    assert "Ann & Bo <" in "".join(drawn.itertext())


@pytest.mark.parametrize("letters", [1.0, 1.35])
def test_a_name_that_has_no_room_is_cut_short(letters: float) -> None:
    lines = [ChartLine("Maximiliane-Charlotte vH", [1, 2], strong=True), ChartLine("Jörg", [2, 1])]
    svg = draw_lines(lines, ["a", "b"], size=(360, 300), letters=letters)
    found = re.search(r'<text x="([\d.]+)"[^>]*>(Maximil[^<]*)<', svg)
    assert found and (found[2] == lines[0].name) == (letters == 1)
    assert float(found[1]) + text_width(found[2], 9 * letters) <= 360
    assert "Jörg" in svg


def began(events: dict[int, str], letters: float = 1.0) -> list[tuple[str, float, float]]:
    """Return a chart's words for events, with the places where they begin and end."""
    svg = draw_lines([ChartLine("A", range(10))], [""] * 10, events=events, letters=letters)
    found = re.findall(r'<text x="([-\d.]+)"[^>]*size="([\d.]+)" class="strong">([^<]+)<', svg)
    halves = [(said, float(x), 4.9 * float(size) / 9 * len(said) / 2) for x, size, said in found]
    return [(said, x - half, x + half) for said, x, half in halves]


@pytest.mark.parametrize("letters", [1.0, 1.6])
def test_an_event_is_named_within_the_chart_however_long_its_name(letters: float) -> None:
    last = {n: f"Light Red, Dark Red, Gray {n}" for n in (7, 8, 9)}
    many = {n: "Medium brown and green" for n in range(10)}
    for events in (last, many, {0: "phase Dark Yellow", 9: "Gray"}):
        told = began(events, letters)
        assert len(told) == len(events)
        assert min(begin for _, begin, _ in told) >= -0.5
        assert max(end for _, _, end in told) <= 505.5
        assert all(b[1] - a[2] > -0.5 for a, b in itertools.pairwise(told))


def test_names_of_many_words_are_told_by_their_initials_where_there_is_no_room() -> None:
    few = {0: "phase Dark Yellow", 3: "Blue", 5: "Light Red, Dark Red, Gray"}
    assert [said for said, _, _ in began(few)] == list(few.values())
    assert [said for said, _, _ in began(few, 3)] == ["phase DY", "Blue", "LR, DR, Gray"]
