"""Positions of companies with a private whose powers the test gives."""

from dataclasses import replace
from typing import Any

from tests.support.positions import Position


def own_private(
    step: str = "track", owner: str = "PRR", phase: str = "3", **powers: Any
) -> Position:
    """Return a game in which the PRR operates, with a private of these powers."""
    game = Position("1830", 3)
    privates = [
        replace(private, blocks=(), powers=powers if private.symbol == "SV" else {})
        for private in game.data.private_list
    ]
    game.with_data(private_list=tuple(privates)).phase(phase)
    game.privates(SV=owner).close_privates()
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 3000)
    return game.operating("PRR", step)
