"""A public company's turn, deed by deed (Public company operations)."""

from .game import IPO, POOL, Game, Train
from .rule_book import DIJK, FACE, PRICES, SILL, TRAINS, kind_of
from .runs import Runs
from .track_map import hex_of
from .trains import become, bought, discard, take

FEES = {"SLC": 10, "SLD": 10, "SLE": 10, "SLK": 10, "VVD": 10}  # for each tile of the build
RAISING = ("sell_shares", "give_up_private")
TRAIN_STEP = (  # deeds by which the run is over, if there was none
    *("buy_train", "become_train", "save_train", "buy_mark", "discard_train", "sell_token"),
    *(*RAISING, "declare_bankruptcy"),
)


class Turn:
    """A public company's turn, deed by deed."""

    def __init__(self, game: Game, symbol: str) -> None:
        self.game, self.symbol, self.own = game, symbol, game.companies[symbol]
        self.build = ""  # the private by whose power the whole build is
        self.builds: list[str] = []
        self.runs: dict[str, dict[str, int]] = {}
        self.revenue = 0
        self.trainless = False
        self.settled = False
        self.drawn = 0

    def play(self) -> None:
        game = self.game
        if not self.own.begun:
            self._homes()
        self.own.begun = True
        game.look(self.symbol)
        while self._is_mine() and not game.finished:
            self._do(game.take())
            game.look(self.symbol)
        if game.finished:
            return
        self._settle("withhold")
        assert self._trains() or not any(game.supply.values()), (game.done, self.symbol)
        self.own.operated = True
        game.close_obsolete([self.symbol], "a company's")
        game.outdate()

    def _is_mine(self) -> bool:
        deed = self.game.next()
        return bool(deed) and deed["at"] == self.game.at and deed["on"] == self.symbol

    def _trains(self) -> list[Train]:
        return [train for train in self.game.trains if train.owner == self.symbol]

    # --- homes, track, markers

    def _homes(self) -> None:
        """Place the home: the only one, or the one that the director names."""
        land, homes = self.game.land, list(self.own.homes)
        if len(homes) == 1 and len(land.stops(homes[0])) == 1:
            self._mark(f"{homes[0]}.0")
            return
        while homes and self._is_mine():
            deed = self.game.next()
            if deed["type"] == "pass":
                self.game.take()
                self.game.show("homes given up")
                break
            if deed["type"] != "place_token" or hex_of(deed["stop"]) not in homes:
                break
            self.game.take()
            self._mark(deed["stop"])
            self.game.look(self.symbol)
            homes.remove(hex_of(deed["stop"]))
        if not land.own(self.symbol):
            (hex,) = homes
            free = [n for n in range(len(land.stops(hex))) if not land.is_full(f"{hex}.{n}")]
            self._mark(f"{hex}.{free[0]}")

    def _mark(self, place: str) -> None:
        """A marker, on top of an own one as exchange marker."""
        land = self.game.land
        if land.has(self.symbol, place):
            assert place not in land.exchange and self.symbol not in land.exchange.values()
            land.exchange[place] = self.symbol
            self.game.show("exchange marker")
        else:
            assert not land.is_full(place), (self.game.done, place, land.markers)
            land.markers.setdefault(place, []).append(self.symbol)

    def _unmark(self, place: str) -> None:
        land = self.game.land
        if land.exchange.get(place) == self.symbol:
            del land.exchange[place]
        else:
            land.markers[place].remove(self.symbol)

    def _pay(self, amount: int) -> None:
        """From the treasury, and of it what is drawn on the director (RB)."""
        game = self.game
        helps = min(amount, self.drawn, game.cash[self.own.director])
        if helps:
            game.show("RB")
            self.drawn = 0
        game.cash[self.own.director] -= helps
        game.cash[self.symbol] -= amount - helps
        assert game.cash[self.symbol] >= 0, (game.done, self.symbol)

    def _lay(self, deed: dict) -> None:
        game, private, hex = self.game, deed.get("private"), deed["hex"]
        if private in (*FEES, "AMB", "IJR") and private not in self.builds:
            self.builds.append(private)
        self._pay(self._lay_cost(private, hex, deed["tile"]))
        if private in (*FEES, "AMB"):
            self.build = private
        game.lay(deed)
        if private:
            game.show(private)
        if private in ("SHZ", "SZK"):
            self._mark(f"{hex}.0")
        if private and private not in self.builds:
            game.used(private)

    def _lay_cost(self, private: str | None, hex: str, tile: str) -> int:
        """The ground, with what powers add and take off."""
        game = self.game
        if private == "SHZ":
            return {"K16": 80, "L3": 0}[hex]
        if private == "SZK":
            return 80
        if private == "LVG" and hex == "H7":
            return 0
        ground = game.land.ground(hex, tile)
        if private == "LOK":
            ground += 20 if game.land.is_yellow(tile) else 40
        if ground and game.owns(self.symbol, "GEN"):
            game.show("GEN")
            game.used("GEN")
            ground = max(0, ground - 40)
        if private in ("LVG", "IJR"):
            return ground
        if private == "AMB":
            return ground + (0 if self.build else 20)
        return ground + FEES.get(self.build or private, 0)

    def _place(self, deed: dict) -> None:
        game, land, place, private = self.game, self.game.land, deed["stop"], deed.get("private")
        hexes = {hex_of(other) for other in [*land.own(self.symbol), place]}
        cost = land.value(place, game.phase) * len(hexes)
        self._pay({"CO": 0, "SWO": cost // 2}.get(private, cost))
        self._mark(place)
        if private:
            game.show(private)
            game.used(private)

    # --- running

    def _run(self, deed: dict) -> None:
        game = self.game
        powers = [private for private, owner in game.private.items() if owner == self.symbol]
        runs = Runs(game.land, self.symbol, game.phase, powers)
        self.runs = dict(runs.earn(deed["routes"]))
        self.revenue = sum(sum(paid.values()) for paid in self.runs.values())
        self.trainless = False
        for country in runs.countries(deed["routes"]):
            if game.companies[country].price is None:
                game.put(country, PRICES.index(game.pars[country]))
                game.show(f"{country} parred")
            game.recorded.setdefault(country, []).append(self.revenue)
        for private in runs.powers:
            game.show(private)
            game.used(private)
        kinds = sorted(kind_of(train) for train, _ in deed["routes"])
        for kind in kinds:
            game.show(f"runs {kind}")
        if kinds == ["5D+", "FLOOD"]:
            game.show("5D+ and FLOOD")
        for train, path in deed["routes"]:
            stops = [node for node in path if "." in node]
            if kind_of(train) != "FLOOD" and any(
                game.land.opened(self.symbol, stop) for stop in stops[1:-1]
            ):
                game.show("passed at 0")
            card = self._card(train)
            if card.last:
                game.trains.remove(card)
                game.show("SAVED last run")

    def _card(self, id: str) -> Train:
        return next(train for train in self._trains() if train.id == id)

    def _settle(self, way: str) -> None:
        """Pay, half-pay or withhold, and the price (Operating round)."""
        game, own, symbol = self.game, self.own, self.symbol
        if self.settled:
            return
        self.settled = True
        for private in self.builds:  # over with the step
            game.used(private)
        if not self.runs:
            self.trainless = not self._trains()
        kept = {"pay": 0, "half": self.revenue // 2, "withhold": self.revenue}[way]
        shared, before = self.revenue - kept, game.price(symbol)
        paid = {symbol: kept}
        for who, percent in own.held.items():
            if who in game.players:
                up = way == "half"
                paid[who] = -(-shared * percent // 100) if up else shared * percent // 100
            elif who == POOL:
                paid[symbol] += shared * percent // 100
            else:
                assert who == IPO
        for who, amount in paid.items():
            game.cash[who] += amount
        game.move(symbol, self._spaces(shared, before))
        if way == "half" and self.revenue:
            game.show(f"half of {self.revenue}")
        game.payouts.append(
            {
                "deed": game.done if way != "withhold" or self.revenue else 0,
                "round": game.at,
                "company": symbol,
                "runs": self.runs,
                "revenue": self.revenue,
                "choice": way,
                "kept": kept,
                "paid": {who: amount for who, amount in sorted(paid.items()) if amount},
                "price": [before, game.price(symbol)],
            }
        )

    def _spaces(self, shared: int, price: int) -> int:
        if not shared:
            return -3 if self.trainless else -2
        if price >= SILL:
            return (shared > price) - (shared < price)
        up = sum(shared >= times * price for times in (1, 2, 4))
        return min(up, PRICES.index(SILL) - PRICES.index(price)) or -1

    # --- trains

    def _do(self, deed: dict) -> None:
        game, kind = self.game, deed["type"]
        raises = self.drawn and kind in RAISING
        if kind in TRAIN_STEP and not raises and not self._early():
            self._settle("withhold")
        if kind in ("pass", "decline"):
            return
        if kind == "lay_tile":
            self._lay(deed)
        elif kind == "place_token":
            self._place(deed)
        elif kind == "move_own_token":
            self._unmark(deed["stop"])
            self._mark(deed["destination"])
            game.show("WSM")
            game.used("WSM")
        elif kind == "run_trains":
            self._run(deed)
        elif kind == "dividend":
            self._settle(deed["kind"])
        elif kind == "buy_private_for_company":
            self._buy_private(deed)
        elif kind == "draw":
            self.drawn = deed["amount"]
        elif kind == "sell_token":
            game.cash[self.symbol] += game.land.value(deed["stop"], game.phase)
            self._unmark(deed["stop"])
            game.show("marker sold")
        elif kind == "sell_shares":
            game.sell(deed["player"], deed["company"], deed["percent"])
            game.show("shares sold for a train")
        elif kind == "give_up_private":
            game.cash[deed["player"]] += FACE[deed["private"]] // 2
            game.close(deed["private"])
            game.show("private given up")
        elif kind == "declare_bankruptcy":
            game.show("bankruptcy")
            game.finished = "bankrupt"
        else:
            self._trade(deed)

    def _early(self) -> bool:
        """Is a train bought before the others' step (NFW)? Something of a step before follows."""
        game = self.game
        if not game.owns(self.symbol, "NFW") or self.runs or self.settled:
            return False
        for deed in game.deeds[game.done :]:
            if deed["at"] != game.at or deed["on"] != self.symbol:
                return False
            if deed["type"] in ("lay_tile", "place_token", "run_trains"):
                game.show("NFW")
                return True
        return False

    def _buy_private(self, deed: dict) -> None:
        game, private = self.game, deed["private"]
        seller = game.private[private]
        assert seller in game.players and game.phase in (1, 2) and private not in game.obsolete
        game.cash[seller] += deed["price"]
        game.cash[self.symbol] -= deed["price"]
        assert game.cash[self.symbol] >= 0 and 1 <= deed["price"] <= FACE[private]
        game.private[private] = self.symbol
        if private == "SWO":
            game.place(DIJK, "dijk")

    def _trade(self, deed: dict) -> None:
        """Trains and marks."""
        game, kind = self.game, deed["type"]
        if kind == "buy_train":
            self._buy_train(deed["train"], deed["price"])
        elif kind == "discard_train":
            discard(game, deed)
        elif kind == "become_train":
            become(game, self.symbol, deed["private"])
        elif kind in ("save_train", "buy_mark"):
            self._save(deed)
        else:
            raise AssertionError(deed)

    def _buy_train(self, id: str, price: int) -> None:
        game, kind = self.game, kind_of(id)
        of_others = [t for t in game.trains if t.id == id and t.owner != self.symbol]
        lacking = max(0, price - game.cash[self.symbol] - self.drawn)
        if lacking:
            assert not self._trains()
            game.cash[self.own.director] -= lacking
            game.cash[self.symbol] += lacking
            assert game.cash[self.own.director] >= 0
            game.show("director helps")
        self._pay(price)
        if of_others:
            (train,) = of_others
            assert not train.last and (not lacking or price <= TRAINS[kind])
            game.cash[train.owner] += price
            train.owner, train.saved = self.symbol, False
            game.show("train of another company")
            bought(game, self.symbol)
            return
        if price != TRAINS[kind]:
            assert game.owns(self.symbol, "CM")
            assert TRAINS[kind] - price == {"3+": 100, "5+": 150, "7+": 250}[kind]
            game.show("CM")
            game.used("CM")
        assert id == game.ids[kind][0]
        take(game, self.symbol, kind)

    def _save(self, deed: dict) -> None:
        game, private = self.game, deed["private"]
        held = game.marks.count((private, self.symbol))
        if private == "BP" and (deed["type"] == "buy_mark" or not held):
            game.cash[self.symbol] -= 200
            game.cash[game.private["BP"]] += 50
            game.marks.append((private, self.symbol))
        if deed["type"] == "save_train":
            if private == "BP":
                game.marks.remove((private, self.symbol))
            card = self._card(deed["train"])
            card.saved = True
            game.show("SAVED")
        if private != "BP":
            game.used(private)
