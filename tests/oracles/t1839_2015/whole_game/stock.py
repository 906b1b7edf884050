"""The auction and the stock rounds, deed by deed."""

from collections import Counter

from .game import CHARTER, IPO, POOL, Game
from .rule_book import FACE, FOREIGN, PRICES, PUBLIC

OFF = 20  # Auction process
TRADES = ("sell_shares", "buy_share", "buy_bundle", "start_company", "repar")


def auction(game: Game) -> None:
    """Sums, the deal, then a deed a turn (Private Auction)."""
    off, turn = Counter(), 0
    sold = [private for private, owner in game.private.items() if not owner]
    while sold:
        deed = game.take()
        kind, private = deed["type"], deed.get("private", "")
        if kind == "deal_cards":
            game.order, turn = [f"p{number}" for number in deed["cards"].split()], 0
            continue
        assert deed["player"] == game.order[turn % len(game.order)], (game.done, deed)
        turn += 1
        if kind == "lay_sum":
            off[private] += deed["amount"]
        elif kind == "discount_private":
            off[private] += OFF
        else:
            _hand_over(game, private, deed["player"], max(0, FACE[private] - off[private]))
            sold.remove(private)
    game.order.sort(key=lambda player: game.cash[player])
    game.end_round()


def _hand_over(game: Game, private: str, player: str, cost: int) -> None:
    game.cash[player] -= cost
    game.private[private] = player
    if not cost:
        game.show("private for nothing")
    if private == "RWS":
        company = game.companies[game.director_of]
        game.shift(game.director_of, IPO, player, 20)
        company.par, company.director = 101, player
        game.put(game.director_of, PRICES.index(101))
    if private == "SWO":
        game.shift(game.share_of, IPO, player, 10)


class StockRound:
    """Turns until all have a card of the other colour (Stock Rounds)."""

    def __init__(self, game: Game, number: int) -> None:
        self.game, self.number = game, number
        self.turn, self.cards = game.order[0], []
        self.acted = self.bought = False
        self.floated: dict[str, str] = {}  # by company, whose purchase floated it

    def play(self) -> None:
        game = self.game
        game.at = f"SR {self.number}"
        game.close_obsolete([*game.players, *game.companies], "stock round")
        while len(self.cards) < len(game.order):
            deed = game.next()
            if deed is None or deed["at"] != game.at:
                self._end_turn()  # nothing is possible any more: they pass by themselves
                continue
            who = deed.get("player") or deed["party"]
            buys = deed["type"] in TRADES[1:]
            if who != self.turn or (buys and self.bought) or deed["type"] == "float_company":
                self._end_turn()
                continue
            self._do(game.take())
        game.order = list(self.cards)
        self._rochussen()
        self._prices()
        game.end_round()
        if any(game.companies[c].price == len(PRICES) - 1 for c in FOREIGN):
            game.show("end: 1,000 in a stock round")
            game.finished = "market"

    def _end_turn(self) -> None:
        """A player who passes takes the lowest card; one who acts gives theirs back."""
        if self.acted:
            self.cards = [player for player in self.cards if player != self.turn]
        elif self.turn not in self.cards:
            self.cards.append(self.turn)
        self.acted = self.bought = False
        order = self.game.order
        self.turn = order[(order.index(self.turn) + 1) % len(order)]

    # --- deeds

    def _do(self, deed: dict) -> None:
        kind = deed["type"]
        if kind == "pass":
            self._end_turn()
            return
        assert kind in TRADES, deed
        self.acted = True
        if kind == "sell_shares":
            assert self.number > 1
            self.game.sell(deed["player"], deed["company"], deed["percent"])
            if deed["company"] in FOREIGN:
                self.game.show("foreign shares sold")
            return
        self.bought = True
        deeds = {
            **{
                "start_company": self._start,
                "buy_bundle": self._buy_bundle,
                "buy_share": self._buy,
            },
            "repar": self._repar,
        }
        deeds[kind](deed)
        assert self.game.cash[deed["player"]] >= 0

    def _start(self, deed: dict) -> None:
        game, player, symbol = self.game, deed["player"], deed["company"]
        company, percent = game.companies[symbol], deed.get("percent") or 20
        game.cash[player] -= deed["price"] * percent // 10
        company.par, company.director = deed["price"], player
        game.put(symbol, PRICES.index(deed["price"]))
        game.shift(symbol, IPO, player, percent)
        self._float(symbol, player)

    def _buy_bundle(self, deed: dict) -> None:
        game, player, symbol = self.game, deed["player"], deed["company"]
        assert game.companies[symbol].director == player
        self._take(player, symbol, IPO, deed["initial_percent"])
        self._take(player, symbol, POOL, deed["pool_percent"])
        game.show("bundle")

    def _buy(self, deed: dict) -> None:
        game, player, symbol = self.game, deed["player"], deed["company"]
        places = {"initial": IPO, "pool": POOL}
        percent = deed.get("percent") or (10 if symbol in PUBLIC else 2)
        place = places.get(deed["source"], CHARTER)
        self._take(player, symbol, place, percent)
        if symbol in FOREIGN and place == CHARTER:
            price = game.price(symbol) * percent // 2
            game.cash[symbol] += price if game.phase >= 3 else price - price // 2
            game.show("foreign share, all kept" if game.phase >= 3 else "foreign share, half kept")

    def _take(self, player: str, symbol: str, place: str, percent: int) -> None:
        """Buy so much, and the director that makes (Public company directors)."""
        game, company = self.game, self.game.companies[symbol]
        game.cash[player] -= game.price(symbol) * game.units(symbol, percent)
        game.shift(symbol, place, player, percent)
        if symbol in FOREIGN:
            return
        if place == POOL:
            game.leave_pool(symbol, percent // 10)
        if company.held[player] > company.held[company.director]:
            company.director = player
        self._float(symbol, player)

    def _float(self, symbol: str, player: str) -> None:
        before = self.game.companies[symbol].floated
        self.game.float_if_sold(symbol)
        if self.game.companies[symbol].floated and not before:
            self.floated[symbol] = player

    def _repar(self, deed: dict) -> None:
        """Ketwich & Voombergh."""
        game, symbol = self.game, deed["company"]
        company = game.companies[symbol]
        assert self.floated.pop(symbol) == deed["player"] and game.owns(deed["player"], "KV")
        game.cash[symbol] += 10 * (deed["price"] - company.par)
        company.par = deed["price"]
        game.put(symbol, PRICES.index(deed["price"]))
        game.show("KV")
        game.used("KV")

    # --- the end

    def _rochussen(self) -> None:
        """Companies floated by its owner."""
        game = self.game
        while (deed := game.next()) and deed["at"] == game.at:
            game.take()
            if deed["type"] == "pass":
                continue
            symbol, company = deed["company"], game.companies[deed["company"]]
            assert deed["type"] == "float_company" and game.owns(deed["player"], deed["private"])
            assert company.held[IPO] <= 70 and not company.floated
            company.floated = True
            game.cash[symbol] += 7 * company.par
            game.shift(symbol, IPO, POOL, 30)
            game.money_on[symbol] = 3
            game.cash[POOL] += 3 * company.par
            game.show("KR")
            game.used("KR")

    def _prices(self) -> None:
        """End of stock round."""
        game = self.game
        for symbol in game.by_price():
            company = game.companies[symbol]
            if symbol in PUBLIC and company.floated:
                game.move(symbol, -(company.held[POOL] // 10))
        for symbol in FOREIGN:
            company = game.companies[symbol]
            if company.price is None:
                continue
            if company.held[POOL]:
                game.move(symbol, -1)
            elif not company.held[CHARTER]:
                game.move(symbol, 1)
                game.show("foreign company wholly with players")
