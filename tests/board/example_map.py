"""The map of the train route examples at the end of the 1830 rule book, rebuilt from its figures.

Hexes are lettered A to J as there. F, 50, holds the home token; E is 30, G and H 20, J 10 and D
a red hex of 30. C is a switch from B to F and to G; on B the track from C to E passes over the
one that comes from A.
"""

from __future__ import annotations

from companion.board.board import Board
from companion.board.map import Hex, Map
from companion.board.routes import Route
from companion.board.tiles import Stop, Track
from companion.board.trains import Fares, StopCount, TrainKind

HOME = "B&O"
AT = {
    "A": "D10",
    "B": "E9",
    "C": "F8",
    "D": "D12",
    "E": "E11",
    "F": "F10",
    "G": "G7",
    "H": "E13",
    "I": "G11",
    "J": "H12",
}
_LAID = {
    "A": ("8", 4),
    "B": ("16", 3),
    "C": ("27", 3),
    "E": ("14", 0),
    "F": ("53", 1),
    "G": ("57", 0),
    "H": ("57", 1),
    "I": ("9", 2),
    "J": ("4", 2),
}
STOPS = "DEFGHJ"
TRAINS = {name: TrainKind(name, (StopCount(int(name)),)) for name in ("2", "3", "4")}
FARES = Fares(("yellow", "green"))


def example_board() -> Board:
    city, town = (Stop("city", (("", 0),), slots=1),), (Stop("town", (("", 0),)),)
    off_board = (Stop("offboard", (("yellow", 30), ("brown", 50))),)
    arrows = (Track(0, "s0"), Track(1, "s0"))
    kinds = {"E": city, "F": city, "G": city, "H": city, "J": town}
    hexes = [
        Hex(at, letter, "red", None, off_board, arrows)
        if letter == "D"
        else Hex(at, letter, label="B" if letter == "F" else None, stops=kinds.get(letter, ()))
        for letter, at in AT.items()
    ]
    board = Board(Map(hexes))
    for letter, (tile, rotation) in _LAID.items():
        board = board.with_tile(AT[letter], tile, rotation)
    return board.with_token(stop("F"), HOME)


def stop(letter: str) -> str:
    return f"{AT[letter]}.0"


def way(letters: str) -> tuple[str, ...]:
    """The path of a route given by the letters of its hexes."""
    return tuple(stop(letter) if letter in STOPS else AT[letter] for letter in letters)


def run(*legs: tuple[str, str]) -> tuple[dict[str, TrainKind], list[Route]]:
    """Trains and routes of a run: (train, letters) each."""
    trains, routes = {}, []
    for number, (train, letters) in enumerate(legs):
        trains[f"{train}-{number}"] = TRAINS[train]
        routes.append(Route(f"{train}-{number}", way(letters)))
    return trains, routes
