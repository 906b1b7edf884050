"""Trains that come and go (Train purchasing, Train limit, Game Phases)."""

from .game import Game, Train
from .rule_book import KINDS, PHASES, RUSTS

LIMITS = (4, 4, 4, 3, 2, 2)


def take(game: Game, company: str, kind: str) -> None:
    """The next train of the supply comes to a company; "" where it leaves the game."""
    assert kind == on_sale(game), (game.done, kind, game.supply)
    train = Train(company, kind, game.ids[kind].pop(0))
    game.supply[kind] -= 1
    if company:
        game.trains.append(train)
        bought(game, company)
    begin(game, kind)


def on_sale(game: Game) -> str:
    """The kind that is for sale, "" where all are gone."""
    return next((kind for kind in KINDS if game.supply[kind]), "")


def bought(game: Game, company: str) -> None:
    """Rijkswaterstaat closes when its company has a train."""
    if company == game.director_of:
        game.close("RWS")


def begin(game: Game, kind: str) -> None:
    """A phase: it begins, trains rust, a company's BEIJ becomes a 7+."""
    phase = KINDS.index(kind)
    if phase <= game.phase:
        return
    assert phase == game.phase + 1
    game.phase = phase
    game.phases[PHASES[phase]] = game.done
    for train in [train for train in game.trains if train.kind == RUSTS.get(phase)]:
        if train.saved:
            train.last = True
        else:
            game.trains.remove(train)
    if phase == PHASES.index("Brown"):
        game.ageing = True
        if game.private.get("BEIJ") in game.companies:
            become(game, game.private["BEIJ"], "BEIJ")


def become(game: Game, company: str, private: str) -> None:
    """The private becomes the next train of the supply."""
    game.show(private)
    game.close(private)
    take(game, company, on_sale(game))


def discard(game: Game, deed: dict) -> None:
    """A company over the limit gives up a train."""
    mine = {train.id: train for train in game.trains if train.owner == deed["company"]}
    assert len(mine) > LIMITS[game.phase]
    game.trains.remove(mine[deed["train"]])
    game.show("train discarded")
