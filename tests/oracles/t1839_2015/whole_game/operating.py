"""Operating rounds: privates, the turns of companies, and the foreign ones."""

from .foreign_companies import operate_abroad
from .game import Game
from .rule_book import PRICES, PUBLIC, TOP, revenue_of
from .runs import Runs
from .turn import Turn


def operating_round(game: Game, number: int, part: int) -> None:
    """A round of a set (Operating Rounds)."""
    game.at, game.recorded = f"OR {number}.{part}", {}
    for private, owner in game.private.items():
        if owner:
            game.cash[owner] += revenue_of(private, owner)
    if game.private.get("NFLM") in game.players:
        _friesche(game)
    game.close_obsolete(game.players, "a player's")
    done: list[str] = []
    while not game.finished:
        left = [c for c in game.by_price() if c in PUBLIC and c not in done]
        left = [company for company in left if game.companies[company].floated]
        if not left:
            break
        done.append(left[0])
        Turn(game, left[0]).play()
    if game.finished:
        return
    operate_abroad(game)
    game.end_round()
    if any(own.price == PRICES.index(TOP) for own in game.companies.values()):
        game.show("end: 1,000 in an operating round")
        game.finished = "market"


def _friesche(game: Game) -> None:
    """Its owner's tile and route (Noord Friesche Locaalspoorweg-Maatschappij)."""
    owner = game.private["NFLM"]
    while (deed := game.next()) and deed["at"] == game.at and deed["on"] == "NFLM":
        game.take()
        if deed["type"] == "lay_tile":
            game.cash[owner] -= game.land.ground(deed["hex"], deed["tile"])
            game.lay(deed)
            game.look()
        elif deed["type"] == "run_trains" and deed["routes"]:
            ((train, path),) = deed["routes"]
            stops = [node for node in path if "." in node]
            runs, paid = Runs(game.land, "NFLM", game.phase), {}
            for stop in stops:
                off = game.land.is_off_board(stop)
                paid[stop] = runs.off_boards(stops)[stop] if off else runs.value(stops, stop)
            amount = sum(paid.values())
            game.cash[owner] += amount
            for country in runs.countries([(train, path)]):
                game.recorded.setdefault(country, []).append(2 * amount)
                game.show("NFLM to an off-board")
            game.show("NFLM")
            game.payouts.append(
                {
                    "deed": 0,
                    "round": game.at,
                    "company": "NFLM",
                    "runs": {train: paid},
                    "revenue": amount,
                    "choice": "owner",
                    "kept": 0,
                    "paid": {owner: amount} if amount else {},
                    "price": [0, 0],
                }
            )
