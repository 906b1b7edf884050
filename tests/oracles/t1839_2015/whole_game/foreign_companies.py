"""The automatic actions of foreign companies (Foreign company operations)."""

from .game import CHARTER, POOL, Game
from .rule_book import FOREIGN, PHASES, TRAINS
from .trains import begin, discard, on_sale, take


def operate_abroad(game: Game) -> None:
    """Those on the market, in their order."""
    for company in FOREIGN:
        if game.companies[company].price is not None:
            line = {"round": game.at, "company": company}
            line["incomes"] = game.recorded.get(company, [])
            game.abroad.append(line)
            _earn(game, company)
            line["back"] = _buy_back(game, company)
            line["trains"] = _buy_trains(game, company)
            line["left"] = game.cash[company]
            game.outdate()


def _earn(game: Game, company: str) -> None:
    held = game.companies[company].held
    revenue = -(-sum(game.recorded.get(company, ())) // 200) * 100
    half, before = revenue // 2, game.price(company)
    paid = {company: half}
    for who, percent in held.items():
        if who != POOL:
            to = company if who == CHARTER else who
            paid[to] = paid.get(to, 0) + half * percent // 100
    for who, amount in paid.items():
        game.cash[who] += amount
    game.move(company, 1 if revenue else -1)
    game.payouts.append(
        {
            "deed": 0,
            "round": game.at,
            "company": company,
            "runs": {},
            "revenue": revenue,
            "choice": "half" if revenue else "withhold",
            "kept": half,
            "paid": {who: amount for who, amount in sorted(paid.items()) if amount},
            "price": [before, game.price(company)],
        }
    )


def _buy_back(game: Game, company: str) -> list[int]:
    """Its shares at half the price now; how many, and for how much each."""
    price = game.price(company) // 2
    count = min(game.companies[company].held[POOL] // 2, game.cash[company] // price)
    if count:
        game.cash[company] -= count * price
        game.shift(company, POOL, CHARTER, 2 * count)
        game.show("bought back from the pool")
    return [count, price] if count else []


def _buy_trains(game: Game, company: str) -> list[str]:
    """As many as it can pay; their kinds."""
    kinds = []
    while (kind := on_sale(game)) and TRAINS[kind] <= game.cash[company]:
        game.cash[company] -= TRAINS[kind]
        phase = game.phase
        if kind == "FLOOD":
            begin(game, kind)
        else:
            take(game, "", kind)
        game.show(f"{company} buys a train")
        if game.phase > phase:
            game.show(f"foreign purchase begins {PHASES[game.phase]}")
        game.move(company, 1)
        while (deed := game.next()) and deed["at"] == game.at and deed["type"] == "discard_train":
            discard(game, game.take())
        kinds.append(kind)
    return kinds
