"""Holdings in two merging companies, drawn at random."""

import random

from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.merger_shares import NONE, OTHER, SURVIVOR, MergerHolding

PLACES = (INITIAL, POOL)


def hands_at_random(
    chance: random.Random, players: list[str], places: tuple[str, ...] = PLACES
) -> dict[str, MergerHolding]:
    """The shares of players, pool and IPO in two companies, each with a director.

    Only these ``places`` have any beside the players.
    """
    loose = {owner: NONE for owner in (*players, INITIAL, POOL)}
    whole = {owner: NONE for owner in (*players, INITIAL, POOL)}
    likely = [*players, chance.choice(players), *places]
    for side in (SURVIVOR, OTHER):
        head = chance.choice(players)
        whole[head] = whole[head].plus(side, 2)
        for _ in range(8):
            owner = chance.choice(likely)
            loose[owner] = loose[owner].plus(side)
    return {owner: MergerHolding(loose[owner], whole[owner]) for owner in loose}
