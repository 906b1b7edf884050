"""Positions before a merger."""

from dataclasses import replace

from tests.support.positions import Position

EXAMPLE = {
    "GT": {"p4": 40, "p1": 30},
    "IC": {"p4": 60, "pool": 10},
}


def stock_round(players: int = 4, turn: str = "p4", **options: bool) -> Position:
    """The second stock round, in the order of the seats."""
    order = ",".join(Position("1828", players).rules.setup.players)
    game = Position("1828", players, order=order, **options).close_privates()
    game.state.order = tuple(game.rules.seats[:players])
    return game.stock_round(2, turn)


def before(game: Position, *companies: str) -> Position:
    """These were floated when the round began."""
    game.state.title_state = replace(game.state.title_state, companies_floated_before=companies)
    return game


def example(**options: bool) -> Position:
    """The worked example: P4 has 40% of GT at 67 and 60% of IC at 78, P1 30% of GT."""
    game = stock_round(**options)
    game.started("GT", 67, "p4", **EXAMPLE["GT"]).floated("GT", 200)
    game.started("IC", 79, "p4", **EXAMPLE["IC"]).floated("IC", 380)
    game.price("IC", "10,6")
    return before(game, "GT", "IC")
