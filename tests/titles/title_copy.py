"""A title's folder to change, for tests of what is read from one."""

import shutil
from pathlib import Path

from companion.titles import load


def copy_of(title: str, place: Path) -> Path:
    """The folder of a title once more, under ``place``."""
    return Path(shutil.copytree(load(title).folder, place / "title"))


def change(file: Path, old: str, new: str) -> None:
    """Let a file say something else in one place."""
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
