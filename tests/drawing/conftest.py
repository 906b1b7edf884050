"""Boards to draw: maps as they are printed, and one with tiles and tokens on it."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from companion.board.board import Board
from companion.board.map import Map, read_map
from companion.drawing import CompanyLook, Look, short_marks

COLOURS = {
    "PRR": "#32763f",
    "NYC": "#474548",
    "CPR": "#d1232a",
    "B&O": "#025aaa",
    "C&O": "#add8e6",
    "ERIE": "#fff500",
    "NYNH": "#d88e39",
    "B&M": "#95c054",
}


def printed_map(title: str) -> Map:
    source = files("companion.titles") / title / "map.toml"
    return read_map(tomllib.loads(source.read_text("utf-8")))


@pytest.fixture(scope="session")
def look() -> Look:
    marks = short_marks(COLOURS)
    companies = {s: CompanyLook(s, marks[s], c) for s, c in COLOURS.items()}
    homes = {"H12.0": ("PRR",), "E19.0": ("NYC",), "A19.0": ("CPR",), "E11": ("ERIE",)}
    return Look(companies, homes)


@pytest.fixture(scope="session")
def printed() -> Board:
    return Board(printed_map("t1830"))


@pytest.fixture(scope="session")
def holland() -> Board:
    return Board(printed_map("steam_over_holland"))


@pytest.fixture(scope="session")
def board(printed: Board) -> Board:
    """Track from Pittsburgh over Altoona to Lancaster and Baltimore, and New York in brown."""
    played = printed
    for at, tile, rotation in (
        ("H10", "57", 1),
        ("H14", "41", 4),
        ("H16", "63", 0),
        ("I15", "61", 0),
        ("G19", "62", 0),
        ("F20", "69", 4),
        ("E11", "66", 2),
    ):
        played = played.with_tile(at, tile, rotation)
    for stop, company in (("H12.0", "PRR"), ("H16.0", "C&O"), ("H16.0", "B&O"), ("G19.1", "NYC")):
        played = played.with_token(stop, company)
    return played
