"""Titles of data that somebody writes: their folders, before they are packs."""

import re
from pathlib import Path

from companion.board.tiles import DataError
from companion.rules.data.setup import Setup
from companion.titles import Title, check_free, open_pack
from companion.titles.packs import read_folder


def check_slug(slug: str) -> None:
    """Raise DataError if no title of data may have that slug."""
    if len(slug) > 40 or not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise DataError("A slug is lower-case letters and digits, and - between them.")
    check_free(slug)


def open_folder(folder: Path) -> Title:
    """Return the title of data in a folder, opened. Raises DataError, which lists all faults."""
    return open_pack(read_folder(folder))


def smallest_setup(title: Title) -> Setup:
    """Return a set-up with the fewest players whose number changes no data, if there is one."""
    count = min(title.data.cash.keys() - title.data.patched_counts or title.data.cash)
    return Setup(title.slug, tuple(f"Player {n + 1}" for n in range(count)))
