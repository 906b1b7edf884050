"""A whole game, reckoned, and the sheet of it."""

import json
from pathlib import Path
from typing import Any

from .game import Game
from .operating import operating_round
from .rule_book import ROUNDS
from .stock import StockRound, auction


def play(players: int, options: dict[str, Any], deeds: list[dict]) -> Game:
    """Reckon a game from its deeds, each with ``at`` (the round) and ``on`` (the company on turn).

    Raises AssertionError where the deeds do not fit the book.
    """
    game, number = Game(players, options, deeds), 0
    auction(game)
    while not game.finished:
        number += 1
        assert number < 100, "the game does not end"
        StockRound(game, number).play()
        if game.finished:
            break
        rounds = 4 if options.get("gray_four") and game.phase == 5 else ROUNDS[game.phase]
        for part in range(1, rounds + 1):
            operating_round(game, number, part)
            if game.finished:
                break
    assert game.done == len(deeds), (game.done, len(deeds), game.finished)
    if game.finished == "bankrupt":
        game.end_round()
    return game


def deeds_of(file: Path, turns: list[list]) -> list[dict]:
    """The deeds of a game's file.

    ``turns`` say from which deed on they belong to which round and company.
    """
    deeds = json.loads(file.read_text(encoding="utf-8"))["actions"]
    for (first, at, on), (until, *_) in zip(turns, [*turns[1:], [len(deeds) + 1]], strict=True):
        for deed in deeds[first - 1 : until - 1]:
            deed.update(at=at, on=on)
    return deeds


def sheet(file: Path, turns: list[list]) -> dict[str, Any]:
    """The sheet beside a game: all its results, in their order."""
    setup = json.loads(file.read_text(encoding="utf-8"))
    game = play(len(setup["players"]), setup["options"], deeds_of(file, turns))
    return {
        "ended": game.finished,
        "worth": {player: game.worth(player) for player in game.players},
        "phases": game.phases,
        "shows": dict(sorted(game.shows.items())),
        "turns": turns,
        "payouts": game.payouts,
        "abroad": game.abroad,
        "rounds": game.rounds,
    }
