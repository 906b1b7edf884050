"""The PDF itself, made for real and read back.

A report is printed of a whole game or a short one of each title. Each has other players and other
paper than the title before it. One of these runs each day, and all and more with FULL set.
"""

import os
import re
import subprocess
import sys
from functools import cache
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from companion import system_dependencies
from companion.drawing.markets import Zone, zone_colour, zones
from companion.reporting import pdf
from companion.reporting.content import illustrations
from companion.reporting.content.chronicle import Chronicle, gather
from companion.reporting.content.moments import moments_of_actions
from companion.reporting.pdf import PangoMissingError, print_pdf
from companion.reporting.printing import print_report
from companion.reporting.report_command import read_actions
from companion.reporting.report_html import figure, report_html
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.explain.summary import summary
from companion.rules.shares.market import companies_by_price
from companion.titles import load, titles
from tests.reporting.report_games import (
    NAMES,
    TITLES,
    WHOLE,
    actions_of,
    chronicle_of,
    moments_of,
    sizes,
    texts,
)
from tests.support.references import GAMES as RECORDED

pytestmark = pytest.mark.skipif(
    system_dependencies.pdf_problem() is not None, reason="Pango is not on this computer"
)
A4, LETTER = (210, 297), (216, 279)


FULL = bool(os.environ.get("FULL"))
GAMES = [  # players, actions and paper of the reports that are looked over whole
    (2, WHOLE, "letter"),
    (4, 120, "a4"),
]
if FULL:
    GAMES += [(3, WHOLE, "a4"), (6, WHOLE, "a4"), (6, WHOLE, "letter"), (6, 160, "letter")]
REPORTS = [
    (title, *game)
    for number, title in enumerate(titles())
    for place, game in enumerate(GAMES)
    if FULL or (number + place) % 2 == 0
]


def report(chronicle: Chronicle, paper: str = "a4") -> bytes:
    return print_pdf(report_html(chronicle, paper))


@cache
def whole_game(players: int) -> tuple[Chronicle, bytes]:
    """A whole game of 1830 and its report."""
    chronicle = chronicle_of("1830", players)
    return chronicle, report(chronicle)


def assert_complete(chronicle: Chronicle, pages: list[str]) -> None:
    """Everybody and everything is on paper, on numbered pages with a running foot."""
    whole = " ".join(pages)
    together = whole.replace(" ", "")  # long words may be broken over two lines
    rules = chronicle.rules
    for number, page in enumerate(pages, start=1):
        assert f"{number} / {len(pages)}" in page
        assert f"{rules.data.name} · {seats(len(rules.seats))}" in page
    for name in rules.setup.players:
        assert name.replace(" ", "").replace("-", "") in together.replace("-", "")
    for standing in summary(rules, chronicle.state).standings:
        assert figure(standing.worth) in pages[0]
    for round in chronicle.rounds:
        assert round.name in whole
        for seat in rules.seats:
            assert figure(round.worth[seat]) in whole
    for receipt in (r for round in chronicle.rounds for r in round.receipts.values()):
        assert figure(receipt.revenue or None) in whole
    headings = ("How the worth is made up", "The map", "Rounds, action by action")
    for heading in (*headings, "Certificate of audit"):
        assert heading in whole


def seats(count: int) -> str:
    return {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}[count] + " players"


@pytest.mark.references
def test_the_recorded_game_is_told_whole() -> None:
    setup, actions = read_actions((RECORDED / "1830-bank-breaks.json").read_bytes())
    chronicle = gather(*moments_of_actions(setup, actions))
    body = report(chronicle)
    pages = texts(body)
    assert sizes(body) == {A4, (297, 210)}  # the map lies on its side
    assert_complete(chronicle, pages)
    cover, worth = pages[:2]
    for words in (
        "Report of the game",
        "three players · nine stock rounds · 19 operating rounds",
        "The bank broke in OR 9.1; the game ended after OR 9.3",
        "Winner Player 2",
        *("13,048", "12,109", "12,025"),
    ):
        assert words in cover
    for words in (
        "Shares 7,300 6,500 6,400",
        "Cash 5,748 5,609 5,625",
        "Worth 13,048 12,109 12,025",
    ):
        assert words in worth
    whole = " ".join(pages)
    for words in (
        "OR 3.1 B&O buys the first 3. Companies may buy privates.",
        "Player 3 bids $225 on Baltimore & Ohio, the highest bid.",
        "OR 7.3 NYNH runs for $400, the biggest run.",
        "The bank breaks. At the end the bank was $5,122 short.",
        "Best investment: PRR. $500 became $4,176, a gain of $3,676.",
        "23,660",  # all that the companies earned
        "No company earned in OR 1.1.",
        "CPR was not started.",
        "32 tiles laid · 15 tokens placed",
        "There were no rulings and no corrections.",
        "Actions 660",
    ):
        assert words in whole, words
    assert "Standings so far" not in whole


def test_each_player_and_each_company_has_a_page() -> None:
    chronicle, body = whole_game(3)
    pages = texts(body)
    for name in chronicle.rules.setup.players:
        assert [page for page in pages if page.startswith(f"Players {name}")]
    found = [page for page in pages if page.startswith("Companies ")]
    assert len(found) == len(chronicle.lives) > 3
    for page in found:
        charts = ("Revenue by round", "Price after each round", "Best run")
        for words in ("Trains", *(charts if "earned $0 in all" not in page else ())):
            assert words in page


@pytest.mark.in_part(1)
@pytest.mark.parametrize(("title", "players", "count", "paper"), REPORTS)
def test_everything_is_there_on_pages_that_are_filled(
    title: str, players: int, count: int, paper: str
) -> None:
    """A sixth of each page at least is printed on: nothing runs over by a line or two."""
    chronicle = chronicle_of(title, players, count)
    html = report_html(chronicle, paper)
    body, full = pdf.lay_out(
        html, lambda laid: (laid.write_pdf(), [printed_on(page) for page in laid.pages])
    )
    upright = A4 if paper == "a4" else LETTER
    assert sizes(body) <= {upright, upright[::-1]}
    pages = texts(body)
    assert_complete(chronicle, pages)
    assert len(full) > 2
    assert min(full) > 1 / 6, full
    assert len(body) < 2_000_000  # small enough to be sent around
    assert chronicle.over == (count == WHOLE)
    if chronicle.over:
        assert "Report of the game" in pages[0]
        assert re.search("The markets? at the end", " ".join(pages))
    else:
        assert "Standings so far" in pages[0]
        assert "is to act" in pages[0]
        assert "at the end" not in " ".join(pages)


def printed_on(page: Any) -> float:
    """How far down a page is printed on, as a part of its height."""
    box = page._page_box
    top, high = box.content_box_y(), box.height
    inside = [part for part in box.descendants() if top <= part.position_y < top + high]
    ends = [
        part.position_y + part.border_height()
        for part in inside
        if type(part).__name__ in ("TextBox", "BlockReplacedBox", "InlineReplacedBox")
    ]
    return float((max(ends) - top) / high)


@pytest.mark.parametrize("title", TITLES)
def test_the_market_is_drawn_with_every_company_where_it_stands(title: str) -> None:
    chronicle = chronicle_of(title, 6)
    drawn = [
        svg for _, svg, _ in illustrations.final_markets(chronicle.rules, chronicle.state, 178.0)
    ]
    parts = [part for svg in drawn for part in ElementTree.fromstring(svg).iter()]
    words = [part.text for part in parts if part.tag.endswith("text")]
    data = chronicle.rules.data
    assert companies_by_price(chronicle.state)
    assert set(companies_by_price(chronicle.state)) <= set(words)
    assert {str(cell.price) for cell in data.cells.values()} <= set(words)
    marks = sum(zone.dots * count for zone, count in zoned(data))
    assert "".join(drawn).count("<circle") == marks  # zones are told apart without their colours


def zoned(data: TitleData) -> list[tuple[Zone, int]]:
    """The zones of the markets, and how many cells each has."""
    found = []
    for chart in data.charts:
        kinds = [zone_colour(cell) for cell in chart.cells.values()]
        found += [(zone, kinds.count(zone.kind)) for zone in zones(data, chart)]
    return found


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", TITLES)
def test_a_game_just_begun_has_a_report(title: str) -> None:
    chronicle = chronicle_of(title, 5, 0)
    pages = texts(report(chronicle))
    assert "Standings so far" in pages[0]
    assert_complete(chronicle, pages)


@pytest.mark.in_part(0)
def test_a_head_comes_again_on_each_page_its_table_runs_over() -> None:
    chronicle, body = whole_game(6)
    pages = texts(body)
    heads = sum(page.count("trains earned a share price treasury") for page in pages)
    operating = sum(round.operating for round in chronicle.rounds)
    assert heads > operating
    bottoms = [page.rsplit("treasury", 1)[-1] for page in pages]
    assert all(len(bottom.split()) > 8 for bottom in bottoms)  # no head alone at a page's foot


def test_no_line_begins_with_a_dot_or_a_dash_or_parts_a_round_from_its_number() -> None:
    html = "<p>bought C&amp;O in SR 2 · sold it – OR 3.1 (8 → 7)</p>"
    pieces: list[str] = []
    pdf.lay_out(f"<html lang='en'>{html}</html>", lambda laid: pieces.extend(_lines(laid)))
    assert "bought C&O in SR\xa02\xa0· sold it\xa0– OR\xa03.1 (8\xa0→\xa07)" in pieces


def _lines(laid: Any) -> list[str]:
    """The lines of text of all pages."""
    boxes = [box for page in laid.pages for box in page._page_box.descendants()]
    return [box.text for box in boxes if type(box).__name__ == "TextBox"]


def test_the_file_is_named_and_its_outline_leads_to_every_round_once() -> None:
    chronicle, body = whole_game(3)
    file = PdfReader(BytesIO(body))
    parts = next(part for part in file.outline if isinstance(part, list))
    before = [getattr(part, "title", "") for part in parts].index("Rounds, action by action")
    rounds = parts[before + 1]
    assert [entry.title for entry in rounds] == [round.name for round in chronicle.rounds]
    assert file.metadata is not None
    assert file.metadata.title == "1830 – Report of the game"
    assert file.metadata.author == ", ".join(NAMES[:3])


def test_longest_names_stay_whole() -> None:
    names = tuple(f"{'Wolfeschlegelsteinhausen'[:23]}{n}" for n in range(1, 7))
    setup = Setup("1830", names, {}, 4)
    chronicle = gather(*moments_of_actions(setup, [(a, None) for a in actions_of(setup, 200)]))
    together = "".join(texts(report(chronicle))).replace(" ", "").replace("-", "")
    for name in names:
        assert together.count(name) >= 3


def test_names_are_words_and_never_markup() -> None:
    names = ('<img src="x">', "A&B", "{{ 7*7 }}")
    setup = Setup("1830", names, {}, 4)
    moments = moments_of(setup, actions_of(setup, 60))
    whole = " ".join(texts(print_report(load("1830").rules(setup), moments)))
    for name in names:
        assert name in whole


def test_letters_that_are_none_are_left_out() -> None:
    """A name may hold characters that are no text, and the report leaves them out."""
    name = "An\x0bn\ud800e\x1b"
    html = f"<html lang='en'><head><title>{name}</title></head><body><p>{name}</p></body></html>"
    print_report = PdfReader(BytesIO(print_pdf(html)))
    assert print_report.metadata is not None and print_report.metadata.title == "Anne"
    assert print_report.pages[0].extract_text().startswith("Anne")


def test_without_pango_the_fault_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "pdf_problem", lambda: "The PDF needs Pango. Get it: this way")
    pdf._forget()
    with pytest.raises(PangoMissingError, match="Get it: this way"):
        print_pdf("<p>words</p>")
    pdf._forget()


# made in a process of its own, for in this one the libraries are open already
BEGINNING = """
import sys
begun = []
sys.addaudithook(lambda event, facts: event == "subprocess.Popen" and begun.append(facts[0]))
from companion.reporting.pdf import print_pdf
assert print_pdf("<p>Hello</p>").startswith(b"%PDF")
print(begun)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="libraries are sought elsewhere")
def test_no_other_program_is_started_to_find_the_libraries() -> None:
    answer = subprocess.run([sys.executable, "-c", BEGINNING], capture_output=True, text=True)
    assert (answer.stdout, answer.returncode) == ("[]\n", 0), answer.stderr
