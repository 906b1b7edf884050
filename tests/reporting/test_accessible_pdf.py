"""The PDF for readers that see no page.

It tells its language, its headings, the content of each picture, and the head of each figure in a
table. The file itself is read.
"""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from companion import languages, system_dependencies
from companion.reporting.content.chronicle import gather
from companion.reporting.content.moments import moments_of_actions
from companion.reporting.content.sections import SECTIONS, Wanted
from companion.reporting.pdf import print_pdf
from companion.reporting.report_html import report_html
from companion.rules.data.setup import Setup
from tests.reporting.report_games import actions_of, chronicle_of, setup_of, texts

pytestmark = pytest.mark.skipif(
    system_dependencies.pdf_problem() is not None, reason="Pango is not on this computer"
)
LETTERS = (
    "Ђорђе Ґалаґан",
    "Łukasz Żółć",
    "Ωμέγα Άννα",
    "Iğdır Şükrü",
    "Արամ ნინო",
    "Þóra 🚂 ĉĝ ♥",
)


@cache
def body() -> bytes:
    return print_pdf(report_html(chronicle_of("1830", 3, 300)))


@cache
def file() -> PdfReader:
    return PdfReader(BytesIO(body()))


def elements(node: Any = None) -> Iterator[DictionaryObject]:
    """All elements of the structure, in the order in which they are read."""
    found = (node if node is not None else file().trailer["/Root"]["/StructTreeRoot"]).get_object()
    if not isinstance(found, DictionaryObject):
        return
    if "/S" in found:
        yield found
    inside = found.get("/K", [])
    for part in inside if isinstance(inside, list) else [inside]:
        yield from elements(part)


def kinds(*wanted: str) -> list[DictionaryObject]:
    return [element for element in elements() if element["/S"] in wanted]


def test_the_file_says_what_it_is() -> None:
    root = file().trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"].value
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b"pdfuaid" in root["/Metadata"].get_object().get_data()  # it says that it is PDF/UA
    about = file().metadata
    assert about is not None
    assert about.title == "1830 – Standings so far"
    assert about.author == "Jörg, Daniël van der Meulen, Anneke"
    assert about.subject and "is to act" in about.subject
    assert about.creator and about.creator.startswith("Companion")


def test_headings_leave_no_level_out() -> None:
    levels = [int(element["/S"][2:]) for element in kinds("/H1", "/H2", "/H3", "/H4")]
    assert levels[0] == 1 and levels.count(1) == 1 and len(levels) > 10
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_every_picture_has_a_text() -> None:
    figures = kinds("/Figure")
    assert len(figures) > 6
    assert all(len(str(figure.get("/Alt", ""))) > 3 for figure in figures)
    told = " ".join(str(figure["/Alt"]) for figure in figures)
    for words in ("Worth of each player after each round", "rounds in the lead", "Price of"):
        assert words in told


def test_every_table_has_head_cells_and_every_cell_its_head() -> None:
    tables = kinds("/Table")
    assert len(tables) > 10
    for table in tables:
        parts = list(elements(table))
        heads = {part.get("/ID") for part in parts if part["/S"] == "/TH"}
        cells = [part for part in parts if part["/S"] == "/TD"]
        assert heads
        for cell in cells:
            under = set(cell["/A"].get_object().get("/Headers", []))
            assert under and under <= heads | {None}, (table, cell)


def test_bookmarks_lead_to_every_part() -> None:
    named = [getattr(part, "title", "") for part in file().outline[-1]]
    for words in ("How the worth is made up", "Players", "The map now", "Certificate of audit"):
        assert words in named


def test_all_fonts_are_embedded() -> None:
    assert faces(file())


def faces(reader: PdfReader) -> set[str]:
    """The names of all fonts, each of which has its letters with it."""
    found = set()
    for page in reader.pages:
        for font in page["/Resources"].get("/Font", {}).values():
            (inner,) = font.get_object()["/DescendantFonts"]
            described = inner.get_object()["/FontDescriptor"].get_object()
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & described.keys()
            found.add(str(described["/FontName"]))
    return found


def test_names_in_any_language_of_europe_are_set_in_the_report_s_own_faces(
    caplog: pytest.LogCaptureFixture,
) -> None:
    setup = Setup("1830", LETTERS, {}, 4)
    moments = moments_of_actions(setup, [(action, None) for action in actions_of(setup, 30)])
    printed = print_pdf(report_html(gather(*moments), wanted=Wanted.of(["rounds", "companies"])))
    assert ".notdef" not in caplog.text  # as of a letter that no face has
    whole = " ".join(texts(printed)).replace(" ", "")
    for name in LETTERS:
        assert whole.count(name.replace(" ", "")) > 2, name
    for face in faces(PdfReader(BytesIO(printed))):
        assert {"Condensed", "Fira", "Armenian", "Georgian", "Signs"} & set(
            re.split(r"\W", face)
        ), face


def test_it_is_told_in_the_language_that_is_spoken() -> None:
    with languages.speaking("nl"):
        page = report_html(chronicle_of("1830", 3, 0))
    assert '<html lang="nl">' in page


@pytest.mark.parametrize("section", [section for section in SECTIONS if section != "clock"])
def test_a_section_can_be_left_out(section: str) -> None:
    chronicle = chronicle_of("1830", 3, 120)
    whole, less = report_html(chronicle), report_html(chronicle, wanted=Wanted.of([section]))
    assert len(less) < len(whole)
    assert less.count("<h1") == 1


def test_a_section_that_there_is_not_is_named() -> None:
    with pytest.raises(ValueError, match="poems"):
        Wanted.of(["poems"])


def test_the_place_stands_on_the_cover() -> None:
    page = report_html(chronicle_of("1830", 3, 0), wanted=Wanted.of(place="  Utrecht,\n 12 <b> "))
    assert "Utrecht, 12 &lt;b&gt;" in page


def test_all_but_the_cover_left_out_is_a_cover() -> None:
    chronicle = chronicle_of("1830", 3, 0)
    only = print_pdf(report_html(chronicle, wanted=Wanted.of(SECTIONS.keys() - {"cover"})))
    assert len(texts(only)) == 1
    assert setup_of("1830", 3).players[0] in texts(only)[0]
