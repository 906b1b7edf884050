"""Games for the tests of the report: played at random, or recorded by people at a table."""

import os
import zlib
from collections.abc import Iterable
from functools import cache
from io import BytesIO

from pypdf import PdfReader

from companion.reporting.content.chronicle import Chronicle, gather
from companion.reporting.content.moments import ReportMoment, moments_of_actions
from companion.rules.core.actions import Action
from companion.rules.data.setup import Setup
from companion.titles import load, rules_for, titles
from tests.support.run_cache import play

# the titles of which the reports of whole games are made: two, and all of them with FULL
TITLES = sorted(titles(), key=lambda title: zlib.crc32(title.encode()))
TITLES = TITLES if os.environ.get("FULL") else TITLES[:2]
NAMES = ("Jörg", "Daniël van der Meulen", "Anneke", "Bartholomäus-Maximilian", "Zoë", "Wim")
WHOLE = 6000


def setup_of(title: str, players: int, seed: int = 4) -> Setup:
    """A game of so many, or of the nearest number that the title takes."""
    counts = load(title).data.cash
    return Setup(title, NAMES[: max(min(counts), min(players, max(counts)))], {}, seed)


def actions_of(setup: Setup, count: int = WHOLE) -> list[Action]:
    """The first actions of a game without options played at random."""
    assert not setup.options
    return list(_played(setup.title, setup.players, setup.seed, count))


@cache
def _played(title: str, players: tuple[str, ...], seed: int, count: int) -> tuple[Action, ...]:
    rules = rules_for(Setup(title, players, {}, seed))
    return tuple(action for action, _ in play(rules, seed, limit=count))


def moments_of(setup: Setup, actions: Iterable[Action]) -> list[ReportMoment]:
    return list(moments_of_actions(setup, [(action, None) for action in actions])[1])


@cache
def chronicle_of(title: str, players: int, count: int = WHOLE, seed: int = 4) -> Chronicle:
    """The chronicle of a game played at random, whole or its first actions."""
    setup = setup_of(title, players, seed)
    return gather(rules_for(setup), moments_of(setup, actions_of(setup, count)))


def texts(pdf: bytes) -> list[str]:
    """The words of each page, with single spaces."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf)).pages]


def sizes(pdf: bytes) -> set[tuple[int, int]]:
    """The sizes of the pages in millimetres."""
    boxes = [page.mediabox for page in PdfReader(BytesIO(pdf)).pages]
    return {(round(float(b.width) / 72 * 25.4), round(float(b.height) / 72 * 25.4)) for b in boxes}
