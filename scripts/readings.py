"""Writes how the rule books are read into the README, from each title's ``readings.toml``."""

import sys
from pathlib import Path
from textwrap import fill

from companion.rules.data import BECAUSE, TitleData
from companion.titles import titles

README = Path(__file__).resolve().parents[1] / "README.md"
BEGIN, END = "<!-- readings -->\n", "<!-- end of the readings -->"
WIDTH = 120


def section(data: TitleData) -> str:
    """The README's section of one title: a line for each reading, by the sections of the book."""
    lines = [f"### {data.name}, {data.edition}\n"]
    for reading in data.readings:
        text = (
            f"- **{reading.about}** ({reading.section}; {BECAUSE[reading.because]}). {reading.says}"
        )
        if reading.option:
            text += f" *Option: {data.option(reading.option).says}.*"
        lines.append(fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False))
    return "\n".join(lines) + "\n"


def with_readings(readme: str) -> str:
    """The README with every title's section as its data says. Raises ValueError without marks."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the README lacks {BEGIN.strip()!r} or {END!r}")
    sections = "\n".join(section(title.data) for title in titles().values())
    return f"{before}{begin}\n{sections}\n{end}{after}"


def main() -> None:
    """Write the README, and say whether it was another."""
    old = README.read_text()
    new = with_readings(old)
    README.write_text(new)
    sys.stdout.write("written\n" if new != old else "nothing changed\n")


if __name__ == "__main__":
    main()
