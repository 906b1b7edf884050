"""Write the pages on the readings of the rule books from each title's ``readings.toml``.

Run it as `make readings`. The pages are in ``docs/readings``.
"""

import sys
from pathlib import Path
from textwrap import fill

from companion.rules.data.options import BECAUSE
from companion.rules.data.setup import EDITION
from companion.rules.data.title_data import TitleData
from companion.titles import titles

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "readings"
WIDTH = 120
INTRODUCTION = """
Where it is silent, allows two readings, or is not followed to the letter, the companion plays as
written here. Each entry names the section and the reason. An option is chosen with a new game and
plays the other reading.
""".strip()
NOTES = """
No rule book was at hand: recorded games show how it is played. The sections are those of our rules
notes, C1 to C9 for what ordinary titles share.
""".strip()


def write_page(data: TitleData) -> str:
    """Return the page of one title: an entry for each reading, in the order of the book."""
    verb = "read" if data.has_book else "played"
    lines = [
        f"# How {'the rule book of ' if data.has_book else ''}{data.name} is {verb}\n",
        fill(f"The book is: {data.edition}. {INTRODUCTION}" if data.has_book else NOTES, WIDTH),
        "\nThis page is made from the title's data by `make readings`. Change it there.\n",
    ]
    if data.editions:
        lines += [fill(link_editions(data), WIDTH, break_on_hyphens=False), ""]
    if data.differences:
        lines += [
            *(fill(f"- {line}", WIDTH, subsequent_indent="  ") for line in data.differences),
            "",
        ]
    for reading in data.readings:
        text = (
            f"- **{reading.about}** ({reading.section}; {BECAUSE[reading.because]}). {reading.says}"
        )
        if reading.option:
            text += f" *Option: {data.option(reading.option).says}.*"
        lines.append(fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False))
    return "\n".join(lines) + "\n"


def link_editions(data: TitleData) -> str:
    """Return the preface of an edition, and links to the pages of the others."""
    others = [edition for edition in data.editions if edition != data.edition_key]
    links = (f"[{edition}]({page_name(data, edition)})" for edition in others)
    return f"{data.preface} Other editions: {', '.join(links)}.".strip()


def page_name(data: TitleData, edition: str) -> str:
    """Return the name of the page of an edition of a title."""
    usual = not edition or edition == data.option(EDITION).default
    return f"{data.slug}.md" if usual else f"{data.slug}-{edition}.md"


def make_pages() -> dict[str, str]:
    """Return the text of each page by the name of its file."""
    return {
        page_name(data, data.edition_key): write_page(data)
        for title in titles().values()
        for data in title.every_edition
    }


def main() -> None:
    """Write the pages that have changed, and name them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in make_pages().items():
        file = FOLDER / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    main()
