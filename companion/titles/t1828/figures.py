"""The figures of 1828 that no other title has: what its ``title.toml`` says under ``[own]``."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.data import TitleData
from companion.titles.tables import Table


@dataclass(frozen=True, slots=True)
class Figures:
    """``discarded``: how many of the dearest privates are out of the game with so many players.
    ``bid_step``: what bids are multiples of. ``private_times_face``: how often its face value a
    company pays for a private at most. ``rises_more_at``: the percent of the director with which a
    company that is sold out rises once more. ``coal``: its price. ``one_more_yellow``: which
    companies may lay one more yellow tile, and for what.
    """

    discarded: Mapping[int, int]
    bid_step: int
    private_times_face: int
    rises_more_at: int
    coal: int
    one_more_yellow: Mapping[str, int]


def figures(data: TitleData) -> Figures:
    """The figures in the title's data. Raises DataError, which names what is wrong."""
    table = Table(data.own, "title.toml: own")
    out, more = table.table("discarded"), table.table("one_more_yellow")
    found = Figures(
        {players: out.get(str(players), int) for players in data.cash},
        table.get("bid_step", int),
        table.get("private_times_face", int),
        table.get("rises_more_at", int),
        table.get("coal", int),
        {company: more.get(company, int) for company in data.companies if company in more.data},
    )
    for one in (out, more, table):
        one.done()
    return found
