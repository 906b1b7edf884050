"""Translation of an export's actions into ours, one by one, each in the state it was done in."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from operator import is_not
from typing import Any, NamedTuple

from companion.board.board import Board
from companion.board.path_completion import PathResult, path_from_hexes, paths_through
from companion.board.routes import Path
from companion.board.tiles import Tile
from companion.exchange.games_18xx.export_file import (
    END_GAME,
    MESSAGE,
    ExportedAction,
    read_chains,
    read_hexes,
)
from companion.exchange.games_18xx.export_names import COMPANY, PLAYER, PRIVATE, Names
from companion.languages import lazy_gettext
from companion.rules.core.actions import (
    Action,
    Bid,
    BuyOwnShares,
    BuyPrivate,
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
    SellOwnShares,
    SellPrivate,
    SellShares,
    SetPar,
    StartCompany,
)
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.homes import HomeTokenStep
from companion.rules.operating.running import report_run, trains_of, type_of
from companion.rules.operating.trains_and_phases import DEPOT
from companion.rules.privates.player_tiles import LayPrivateTile
from companion.rules.shares import holdings
from companion.titles.site_adapter import DIVIDENDS, SiteAdapter
from companion.titles.site_adapter import SiteAction as Told

NO_ROUTE = lazy_gettext("{action} runs where there is no route: {where}.")
BLOCKED = "blocked"  # the fault that runs of the site's first games may have
NO_ROUTE_AT_ALL = lazy_gettext("{action} runs where there is no route.")
PROGRAMS = "program_"  # programmed actions for later have no effect themselves
Chains = tuple[tuple[str, ...], ...]
IDLE = frozenset({MESSAGE, END_GAME, "log"})


class JoinedPath(NamedTuple):
    """The path of a route, with the numbers of its hexes and the tiles on which it was found."""

    hexes: list[int]
    tiles: list[Tile]
    result: PathResult


class Translator(Names):
    """A translator for the actions of one exported game, in order."""

    def __init__(self, rules: Rules, adapter: SiteAdapter, seats: Mapping[str, str]) -> None:
        super().__init__(rules, adapter, seats)
        self._announced: dict[int, ExportedAction] = {}  # by the ``id()`` of the announced action
        self._idle: set[int] = set()
        self._joined: dict[Any, JoinedPath] = {}  # by chains of hexes and nodes
        self._parsed: dict[int, Sequence[tuple[Mapping[str, Any], Chains]]] = {}  # as _announced
        self._run: tuple[ExportedAction, Board, RunTrains] | None = None  # the latest one
        self._kinds: Mapping[str, Callable[[ExportedAction, State], Action]] = {
            "bid": self._bid,
            "pass": self._pass,
            "par": self._par,
            "buy_shares": self._buy_shares,
            "sell_shares": self._sell_shares,
            "lay_tile": self._lay_tile,
            "place_token": self._place_token,
            "run_routes": self._run_routes,
            "dividend": self._dividend,
            "buy_train": self._buy_train,
            "buy_company": self._buy_private,
            "discard_train": self._discard_train,
            "bankrupt": self._bankrupt,
        }
        self._known = {*self._kinds, *adapter.reads}

    def translate(self, sent: ExportedAction, state: State) -> Action:
        """Return our action for ``sent``, which comes next in ``state``.

        Raises BadFileError if it names something that this game does not have.
        """
        own = self.adapter.reads.get(sent.type)
        action = own(sent, self, state) if own else None
        if action is not None:
            return action
        if sent.type not in self._kinds:
            raise sent.bad(lazy_gettext("{action} makes no sense at that point."))
        return self._kinds[sent.type](sent, state)

    def look_ahead(self, actions: Sequence[ExportedAction]) -> None:
        """Find the actions that only announce the next one. They have no effect of their own."""
        if announces := self.adapter.announces:
            for sent, following in pairwise(actions):
                if announces(sent, following):
                    self._idle.add(id(sent))
                    self._announced[id(following)] = sent

    def find_announced(self, sent: Told) -> ExportedAction | None:
        """Return the action that only announced this one, if there is one."""
        return self._announced.get(id(sent))

    def has_effect(self, sent: ExportedAction) -> bool:
        """Return whether the action has an effect in the game. All translated actions have one."""
        return sent.type in self._known and id(sent) not in self._idle

    def is_unknown(self, sent: ExportedAction) -> bool:
        """Return whether the action is of an unknown kind, so that it may have an effect."""
        known = sent.type in IDLE or sent.type.startswith(PROGRAMS) or id(sent) in self._idle
        return not (known or self.has_effect(sent))

    def is_deed(self, sent: ExportedAction) -> bool:
        """Return whether the action is a deed.

        A pass and a run without trains are none: each only ends a step that the other site waits
        for.
        """
        if sent.type == "run_routes":
            return bool(self._runs(sent))
        return sent.type != "pass" and self.has_effect(sent)

    def overruled_codes(self, sent: ExportedAction) -> frozenset[str]:
        """Return the codes of refusals that do not count for the action.

        The site's first games, which list only the hexes of a route, have runs through full cities.
        """
        old = sent.type == "run_routes" and any(not any(c) for _, c in self._runs(sent))
        return frozenset({f"run.{BLOCKED}"} if old else ())

    def check(self, sent: ExportedAction, state: State) -> None:
        """Check the player or company that passes. Raises BadFileError if it is not in the game."""
        if self.has_effect(sent):
            self.passer(sent, state)

    def _waiting(self, state: State) -> str:
        step = self.rules.waiting(state)
        return step.name if step else ""

    # --- privates and shares

    def _bid(self, sent: ExportedAction, state: State) -> Action:
        """Translate a bid. In the initial auction a bid at the price on offer is a purchase."""
        player = self.player(sent)
        private = self._private(sent, state, sent.text("company"))
        amount = sent.number("price")
        if self._waiting(state) == "auction":
            for offer in judge.offers(self.rules, state):
                buy = offer.action
                if isinstance(buy, BuyPrivate) and buy.private == private and offer.allowed:
                    if offer.price is not None and -offer.price != amount:
                        cost = self.rules.data.money(-offer.price)
                        raise sent.bad(
                            lazy_gettext(
                                "{action} pays {amount} for {private}, which costs {cost}."
                            ),
                            amount=amount,
                            private=private,
                            cost=cost,
                        )
                    return BuyPrivate(player, private)
        return Bid(player, private, amount)

    def _pass(self, sent: ExportedAction, state: State) -> Action:
        if self.kind(sent) == PLAYER:
            return Pass(self.player(sent))
        return Pass(self.company(sent))

    def _par(self, sent: ExportedAction, state: State) -> Action:
        player = self.player(sent)
        company = self.company(sent, sent.text("corporation"))
        price = sent.text("share_price").partition(",")[0]
        if not price.isdecimal():
            raise sent.bad(
                lazy_gettext("{action} gives {price} as par price, which is not a number."),
                price=price,
            )
        make = SetPar if self._waiting(state) == "set_par" else StartCompany
        return make(player, company, int(price))

    def _shares(self, sent: ExportedAction) -> tuple[str, list[str]]:
        """Return the company whose certificates are named, and their names."""
        named = sent.texts("shares")
        symbols = {name.rpartition("_")[0] for name in named}
        if len(symbols) != 1:
            raise sent.bad(
                lazy_gettext("{action} needs a list of shares: certificates of one company.")
            )
        return self.company(sent, symbols.pop()), list(named)

    def _percent(self, sent: ExportedAction, company: str) -> int:
        """Return the percentage traded: the stated one, else the sum of the named certificates."""
        if sent.body.get("percent") is not None:
            return sent.number("percent")
        own = self.rules.data.companies[company]
        sizes = dict(zip(own.certificates, own.shares, strict=True))
        return sum(sizes.get(name, own.shares[-1]) for name in sent.texts("shares"))

    def _buy_shares(self, sent: ExportedAction, state: State) -> Action:
        company, certificates = self._shares(sent)
        if self.kind(sent) == COMPANY:
            return BuyOwnShares(self.company(sent), self._percent(sent, company))
        if len(certificates) != 1:
            raise sent.bad(lazy_gettext("{action} buys several certificates at once."))
        source = self.source(company, certificates[0], state)
        if self.kind(sent) == PRIVATE:
            private = self._private(sent, state)
            return ExchangePrivate(state.privates[private], private, source)
        return BuyShare(self.player(sent), company, source)

    def _sell_shares(self, sent: ExportedAction, state: State) -> Action:
        company, _ = self._shares(sent)
        percent = self._percent(sent, company)
        if self.kind(sent) == COMPANY:
            return SellOwnShares(self.company(sent), percent)
        return SellShares(self.player(sent), company, percent)

    def _buy_private(self, sent: ExportedAction, state: State) -> Action:
        private = self._private(sent, state, sent.text("company"))
        price = sent.number("price")
        if self.kind(sent) == PLAYER:
            return SellPrivate(state.privates[private], self.player(sent), private, price)
        return BuyPrivateForCompany(self.company(sent), private, price)

    # --- on the map

    def _lay_tile(self, sent: ExportedAction, state: State) -> Action:
        copy = sent.text("tile")
        tile = copy.rpartition("-")[0] or copy
        at, rotation = sent.text("hex"), sent.number("rotation")
        if not 0 <= rotation <= 5:
            raise sent.bad(
                lazy_gettext("{action} turns the tile by {count} sixths; it must be 0 to 5."),
                count=rotation,
            )
        if self.kind(sent) == PRIVATE:
            private = self._private(sent, state)
            player = self._asked_seller(state, private) or state.privates[private]
            if player in self.rules.seats:
                return LayPrivateTile(player, private, at, tile, rotation)
            company, private = self._owner(sent, state)
            return LayTile(company, at, tile, rotation, private)
        return LayTile(self.company(sent), at, tile, rotation)

    def _place_token(self, sent: ExportedAction, state: State) -> Action:
        stop = self.stop(sent, state)
        if self.kind(sent) == PRIVATE:
            company, private = self._owner(sent, state)
            return PlaceToken(company, stop, private)
        company, step = self.company(sent), self.rules.waiting(state)
        # A company that lays a tile on another's home also sends the action for that home token.
        home = step.company(state) if isinstance(step, HomeTokenStep) else None
        return PlaceToken(home or company, stop)

    def _run_routes(self, sent: ExportedAction, state: State) -> Action:
        if self._run and self._run[0] is sent and self._run[1] is state.board:
            return self._run[2]  # it is tried at several steps of a turn
        company = self.company(sent)
        routes = []
        for route, chains in self._runs(sent):
            train = self.train(sent, str(route.get("train", "")), state)
            if any(chains):
                path = self._path(sent, state, chains, route)
            else:
                path = self._path_of_stops(sent, state, company, train, route)
            routes.append((train, path))
        action = RunTrains(company, tuple(routes))
        self._run = (sent, state.board, action)
        return action

    def _runs(self, sent: ExportedAction) -> Sequence[tuple[Mapping[str, Any], Chains]]:
        """Return the routes on which a train runs, each with its chains of hexes. Parses once."""
        if id(sent) not in self._parsed:
            both = [(route, read_chains(sent, route)) for route in sent.lists("routes")]
            self._parsed[id(sent)] = [
                (route, chains)
                for route, chains in both
                if any(chains) or len(read_hexes(sent, route)) > 1
            ]
        return self._parsed[id(sent)]

    def _path_of_stops(
        self, sent: ExportedAction, state: State, company: str, train: str, route: Mapping[str, Any]
    ) -> Path:
        """Find the path of a route that is given only by the hexes of its stops.

        Returns a legal path, if possible one with the same revenue. With that revenue, it may also
        pass a full city.
        """
        found: tuple[str, ...] = ()
        for path in paths_through(state.board, read_hexes(sent, route)):
            report = report_run(self.rules, state, RunTrains(company, ((train, path),)))
            same = sum(each.revenue for each in report.routes) == route.get("revenue")
            if not report.all_faults and same:
                return path
            if not report.all_faults or (same and {f.code for f in report.all_faults} == {BLOCKED}):
                found = found or path
        if not found:
            raise sent.bad(NO_ROUTE, where="-".join(read_hexes(sent, route)))
        return found

    def _path(
        self,
        sent: ExportedAction,
        state: State,
        chains: Chains,
        route: Mapping[str, Any],
    ) -> Path:
        nodes = route.get("nodes")
        named = tuple(map(str, nodes)) if isinstance(nodes, list) else None
        joined = self._join(state.board, chains, named)
        if joined.path is None:
            told = (self.rules.refuse_fault("run", fault).says for fault in joined.faults)
            why = " ".join(told).rstrip(".")
            raise sent.bad(NO_ROUTE, where=why) if why else sent.bad(NO_ROUTE_AT_ALL)
        return joined.path

    def _join(self, board: Board, chains: Chains, nodes: tuple[str, ...] | None) -> PathResult:
        """Return the path of a route. A result is reused until one of its tiles changes."""
        kept = self._joined.get((chains, nodes))
        if kept is None or any(map(is_not, kept.tiles, map(board.tiles.__getitem__, kept.hexes))):
            known = board.map.number
            hexes = [known[hex] for chain in chains for hex in chain if hex in known]
            tiles = [board.tiles[hex] for hex in hexes]
            kept = JoinedPath(hexes, tiles, path_from_hexes(board, chains, nodes))
            self._joined[chains, nodes] = kept
        return kept.result

    def _dividend(self, sent: ExportedAction, state: State) -> Action:
        kind = sent.text("kind")
        return Dividend(self.company(sent), DIVIDENDS.get(kind, kind))

    # --- trains

    def _buy_train(self, sent: ExportedAction, state: State) -> Action:
        price, id = sent.number("price"), sent.text("train")
        of_private = self.kind(sent) == PRIVATE  # a discount
        company = self._owner(sent, state)[0] if of_private else self.company(sent)
        variant = sent.body.get("variant")
        name = self.adapter.train(variant if isinstance(variant, str) else id.rpartition("-")[0])
        given = sent.body.get("exchange")
        trade_in = self.train(sent, str(given), state) if given is not None else None
        charter = None
        if "shell" in sent.body and self.adapter.charter:
            charter = self.adapter.charter(state, company, self.company(sent, sent.text("shell")))
            if charter is None:
                raise sent.bad(
                    lazy_gettext("{action} names a shell that {company} does not have."),
                    company=company,
                )
        if id in self._trains:
            return BuyTrain(company, self._trains[id], price, trade_in, charter)
        for train in trains_of(state, DEPOT):
            if type_of(train) == name:
                return BuyTrain(company, train, price, trade_in, charter)
        raise sent.bad(
            lazy_gettext("{action} buys a {type}-train; the bank has none left."), type=name
        )

    def _discard_train(self, sent: ExportedAction, state: State) -> Action:
        train = self.train(sent, sent.text("train"), state)
        return DiscardTrain(self.company(sent), train)

    def _bankrupt(self, sent: ExportedAction, state: State) -> Action:
        if self.kind(sent) == PLAYER:
            return DeclareBankruptcy(self.player(sent))
        company = self.company(sent)
        president = holdings.president(self.rules.data, state, company)
        if president is None:
            raise sent.bad(
                lazy_gettext(
                    "{action} declares the president of {company} bankrupt, but "
                    "the company has none."
                ),
                company=company,
            )
        return DeclareBankruptcy(president)
