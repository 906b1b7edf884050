"""The places of each title's book.

They are the tables ``citations.toml`` beside the tests of the titles, the citations of the titles
themselves, and the books.

The book of 1828 is not there. Its table names the section of the data ``sheet`` of its rules, and
words of that sheet.

A table has three parts: ``refusals`` by their codes, those of one private or company by it too;
``receipts`` by the memo or the action they are for; ``readings`` by their subjects. Each row has
its ``place``, as the title cites it, and one of four:

- ``words``: the first five words of the sentence there. It is a list where there are several
  places, with "" for a table that the text of the book has not;
- ``reading``: no sentence says it, the title's reading of that name does;
- ``practice``: neither does, and why it is so all the same;
- ``absent``: the title never gives this, and why.

A further edition of a title has a table ``citations-<edition>.toml`` with what it cites of its own
book. All else it cites of the published book, as the title's table has it.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from companion.board.lay_and_route_faults import SENTENCES
from companion.rules.data.setup import EDITION
from companion.rules.data.title_data import TitleData
from companion.rules.words import opening, without_map
from companion.rules.words.advances import MEMOS as ADVANCED
from companion.rules.words.advances import REFUSALS as ADVANCES
from companion.rules.words.corrections import MEMOS as CORRECTED
from companion.rules.words.corrections import REFUSALS as CORRECTIONS
from companion.titles import load
from tests.support.references import REFERENCES

GROUNDS = ("words", "reading", "practice", "absent")

# what the table sets right, and slips of the keyboard: no book tells of them
BESIDE = {"unknown.id", "unknown.named", "unknown.sum", *CORRECTIONS, *ADVANCES}
BESIDE |= {*without_map.REFUSALS, *opening.REFUSALS}

# what the table tells instead of playing it by the book
TOLD = {"tell_sale", "tell_neutral_token", *without_map.ACTIONS}
TOLD_SUMS = {*CORRECTED, *ADVANCED, *without_map.MEMOS, *opening.MEMOS}

_CODES = list(SENTENCES)
_FIRST_OF_RUNS = _CODES.index("no_such_train")
FAULTS = [
    *(f"lay.{code}" for code in _CODES[:_FIRST_OF_RUNS]),
    *(f"run.{code}" for code in ("no_such_hex", *_CODES[_FIRST_OF_RUNS:]) if "." not in code),
]

Rows = Mapping[str, Mapping[str, Mapping[str, object]]]

EDITIONS = {"1828-draft": ("1828", "draft")}  # the title and the key of each further edition


@cache
def own_table_of(book: str) -> Rows:
    """The table of a title, or what an edition cites of its own book."""
    title, edition = EDITIONS.get(book, (book, ""))
    name = f"citations-{edition}.toml" if edition else "citations.toml"
    path = Path(__file__).parent / load(title).folder.name / name
    return tomllib.loads(path.read_text(encoding="utf-8"))


def table_of(book: str) -> Rows:
    """The table of a title, or that of an edition together with what is as published."""
    own = own_table_of(book)
    if book not in EDITIONS:
        return own
    usual, places = own_table_of(EDITIONS[book][0]), places_of(book)
    return {
        kind: {
            name: {**row, "place": f"published, {row['place']}"}
            for name, row in usual[kind].items()
            if name in places[kind]
        }
        | rows
        for kind, rows in own.items()
    }


def data_of(book: str) -> TitleData:
    """The data of a title in one of its editions."""
    title, edition = EDITIONS.get(book, (book, ""))
    return load(title).edition_data({EDITION: edition} if edition else {})


def places_of(book: str) -> dict[str, dict[str, str]]:
    """The place of every refusal, receipt and reading, as the title itself cites it."""
    data = data_of(book)
    words = load(data.slug).rules_class.vocabulary
    codes = dict.fromkeys([*words.refusals, *FAULTS])
    memos = [memo for memo in words.memos if memo not in TOLD_SUMS]
    rules = {memo: words.reckonings[memo].rule for memo in memos if memo in words.reckonings}
    deeds = {name: deed.rule for name, deed in words.actions.items() if name not in TOLD}
    receipts = {name: data.cite_receipt(name, rules.get(name, "")) for name in memos}
    apart = (name for name in data.receipts if "." in name)  # a memo, and what it is about
    receipts |= {name: data.place(data.receipts[name]) for name in apart}
    of_deeds = {name: data.cite_receipt(name, rule) for name, rule in deeds.items()}
    of_privates = [code for code in data.citations if code.count(".") > 1]
    return {
        "refusals": {code: data.cite(code) for code in codes if code not in BESIDE}
        | {code: data.place(data.citations[code]) for code in of_privates},
        "receipts": receipts | {name: place for name, place in of_deeds.items() if place},
        "readings": {reading.about: data.place(reading.section) for reading in data.readings},
    }


def words_of(row: Mapping[str, object]) -> list[str]:
    """The words of a row, one for each place that it names; none where it has another ground."""
    words = row.get("words", [])
    return words if isinstance(words, list) else [str(words)]


def parts_of(place: str) -> list[str]:
    """The sections that a place names, in small letters.

    A place is "§8.2, §16.4, tabel 1", or headings with semicolons. The name of an edition may stand
    before it.
    """
    section = re.sub("^draft, ", "", place.lower())
    return re.split(r", (?=§|tabel )|; ", section)


# --- books


def _split_at_numbers(text: str) -> Iterator[tuple[str, str]]:
    """The sections of a book whose headings begin with a number."""
    for part in re.split(r"(?m)^#+ +(?=[§\d])", text)[1:]:
        number, _, rest = part.partition(" ")
        yield f"§{number.lstrip('§').rstrip('.')}", rest


def _split_at_lines(text: str) -> Iterator[tuple[str, str]]:
    """The sections of a book whose headings are lines that begin with "12.0".

    The items of each section begin with "1)".
    """
    for part in re.split(r"(?m)^(?=\d+\.\d [A-Z])", text)[1:]:
        number, _, rest = part.partition(" ")
        yield f"§{number}", rest
        for item in re.split(r"(?m)^- (?=\d\) )", rest)[1:]:
            yield f"§{number}({item[0]})", item[2:].partition("\n")[0]


def _split_at_chapters(text: str) -> Iterator[tuple[str, str]]:
    """The sections of a book whose chapters are in capitals, as its contents name them.

    Each has its chapter and heading as key, and its heading alone if that is unique. Examples
    belong to their subjects.
    """
    text = re.sub(r"(?m)^#+ +(Example|Exception:?)\s*$", "", text)
    parts = re.findall(r"(?ms)^#+ +([^\n]+)\n(.*?)(?=^#+ |\Z)", text)
    names = [plain(name).strip().replace("company's", "companies") for name, _ in parts]
    chapter = ""
    for name, (_, part) in zip(names, parts, strict=True):
        chapter = name if name.isupper() else chapter
        yield f"{chapter}: {name}", part
        if names.count(name) == 1:
            yield name, part


def _split_at_headings(text: str) -> Iterator[tuple[str, str]]:
    """The sections of a book whose headings have no numbers.

    Each has its heading behind the one above it as key, and its heading alone if that is unique.
    """
    parts = re.findall(r"(?ms)^(#+) +([^\n]+)\n(.*?)(?=^#+ |\Z)", text)
    names, above = [plain(name).strip() for _, name, _ in parts], [""]
    for (marks, _, part), name in zip(parts, names, strict=True):
        above = [*above[: len(marks)], name]
        if over := next((each for each in reversed(above[:-1]) if each), ""):
            yield f"{over}: {name}", part
        if names.count(name) == 1:
            yield name, part


def _split_at_first_headings(text: str) -> Iterator[tuple[str, str]]:
    """The sections of a book of which a second half has some headings again: the first of each."""
    found: dict[str, str] = {}
    for name, part in re.findall(r"(?ms)^#+ +([^\n]+)\n(.*?)(?=^#+ |\Z)", text):
        found.setdefault(plain(name).strip().replace('"', ""), part)
    yield from found.items()


BOOKS: Mapping[str, tuple[str, Callable[[str], Iterator[tuple[str, str]]]]] = {
    "1828": ("facts/1828-rules-notes.md", _split_at_numbers),
    "1828-draft": ("rules/1828-draft.md", _split_at_first_headings),
    "1830": ("rules/1830-nl.txt", _split_at_lines),
    "1839": ("rules/1839.txt", _split_at_numbers),
    "steam-over-holland": ("rules/steam-over-holland.txt", _split_at_chapters),
    "1839-2015": ("rules/1839-2015.md", _split_at_headings),
}


def file_of(book: str) -> Path:
    """The file of a book."""
    return REFERENCES / BOOKS[book][0]


@cache
def sections_of(book: str) -> dict[str, str]:
    """The text under each heading of a book, up to the next heading."""
    found: dict[str, str] = {}
    text = file_of(book).read_text(encoding="utf-8")
    for name, part in BOOKS[book][1](text):
        found[name.lower()] = found.get(name.lower(), "") + "\n" + plain(part)
    return found


def plain(text: str) -> str:
    """A text without the marks of its format."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"</?[a-z]+>|[*_$\\]|^#+ ", "", text, flags=re.MULTILINE)
    text = text.replace("\t", " | ").replace("[space ~]", " ")
    return re.sub(r"[^\S\n]+", " ", text.translate(str.maketrans("’‘“”", "''\"\"")))


def begins_there(words: str, section: str) -> bool:
    """Does a sentence of the section, or an item of a list or a table, begin with the words?"""
    item = r"(?:\(?(?:\d{1,2}|\w)[.)] *)?"
    start = rf"(?:\A|\n|[.:;?!|()\t,] )[\s\-–—•>|~\"]*{item}[\s\"]*"
    found = r"\s+".join(map(re.escape, plain(words).split()))
    return re.search(rf"{start}{found}(?!\w)", section) is not None
