"""Our actions in the words of 18xx.games, one by one, with every key that its exports have."""

from collections.abc import Callable
from typing import Any

from companion.exchange.site.site_offers import with_token
from companion.exchange.site.supply_names import Supply
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
    SellShares,
    SetPar,
    StartCompany,
)
from companion.rules.core.state import State
from companion.rules.judge.judge import Rules
from companion.rules.operating.running import report_run, type_of
from companion.rules.operating.tokens import PlaceTokens
from companion.rules.operating.trains import DEPOT
from companion.rules.shares import market
from companion.rules.shares.holdings import POOL
from companion.titles.dialect import Dialect

Body = dict[str, Any]


class Sender:
    """Writes the actions of one game, in order."""

    def __init__(self, rules: Rules, dialect: Dialect, supply: Supply) -> None:
        self.rules = rules
        self.dialect = dialect
        self.supply = supply
        self.private_with_token = (
            ""  # the private that has just laid the tile with which its token comes
        )
        self._kinds: dict[type[Action], Callable[[Any, State, State], Body | None]] = {
            Bid: self._bid,
            BuyPrivate: self._buy_private,
            SetPar: self._par,
            StartCompany: self._par,
            BuyShare: self._buy_share,
            SellShares: self._sell_shares,
            BuyOwnShares: self._buy_own,
            SellOwnShares: self._sell_own,
            ExchangePrivate: self._exchange,
            BuyPrivateForCompany: self._buy_company,
            LayTile: self._lay_tile,
            PlaceToken: self._place_token,
            RunTrains: self._run,
            Dividend: self._dividend,
            BuyTrain: self._buy_train,
            DiscardTrain: self._discard,
            DeclareBankruptcy: self._bankrupt,
            Pass: self._pass,
        }

    def sent(self, action: Action, before: State, after: State) -> list[Body] | None:
        """The action as the site has it, in one or several; None for one that it does not have."""
        own = self.dialect.writes.get(action.wire_name)
        told = own(action, self, before, after) if own else None
        told = self.usual(action, before, after) if told is None else told
        if told is None:
            return None
        declined = self._decline(action, before)
        if declined and isinstance(action, Pass) and not self._is_asked_too(before):
            told = []
        self.private_with_token = with_token(self.rules, action, after)
        self.supply.follow(before, after)
        return declined + told

    def _decline(self, action: Action, before: State) -> list[Body]:
        """The pass of a private whose token could be placed right after its tile, and is not."""
        private = self.private_with_token
        placed = isinstance(action, PlaceToken) and action.private == private
        return [self.by_private(private, "pass")] if private and not placed else []

    def _is_asked_too(self, before: State) -> bool:
        """Is the company asked for a token though that of its private was declined, or for
        something else?
        """
        step = self.rules.waiting(before)
        if not isinstance(step, PlaceTokens):
            return True
        return PlaceTokens.waits(step, before) and not before.questions

    def usual(self, action: Action, before: State, after: State) -> list[Body] | None:
        """The action as it is written where it is like any title's; None where there is none."""
        make = self._kinds.get(type(action))
        one = make(action, before, after) if make else None
        return None if one is None else [one]

    def called(self, company: str) -> str:
        """What a company is called, merged or not."""
        return self.dialect.company_there(company)

    def train(self, train: str) -> str:
        """What a train is called."""
        return self.supply.train(train)

    def certificate(self, state: State, certificate: str) -> str:
        """What a certificate is called, of the company as it is now."""
        return self.supply.called(certificate)

    def city(self, state: State, stop: str) -> str:
        """What a city is called."""
        return self.supply.city(state, stop)

    def by(self, state: State, who: str, type: str, **fields: Any) -> Body:
        """An action of a seat or a company."""
        return {"type": type, **self.supply.entity(state, who), **fields}

    def by_private(self, private: str, type: str, **fields: Any) -> Body:
        """An action of a private."""
        return {"type": type, **self.supply.private(private), **fields}

    def _by_either(self, state: State, done: LayTile | PlaceToken, type: str, fields: Body) -> Body:
        """An action of a company, or of the private whose power it uses."""
        if done.private is not None:
            return self.by_private(done.private, type, **fields)
        return self.by(state, done.company, type, **fields)

    def _pass(self, done: Pass, before: State, after: State) -> Body:
        return self.by(before, done.who, "pass")

    # --- privates and shares

    def _bid(self, done: Bid, before: State, after: State) -> Body:
        company = self.dialect.private_there(done.private)
        return self.by(before, done.player, "bid", company=company, price=done.amount)

    def _buy_private(self, done: BuyPrivate, before: State, after: State) -> Body:
        """What the offer asks is what a bid has to name."""
        offers = self.rules.offers(before)
        price = next(-(offer.price or 0) for offer in offers if offer.action == done)
        company = self.dialect.private_there(done.private)
        return self.by(before, done.player, "bid", company=company, price=price)

    def _par(self, done: SetPar | StartCompany, before: State, after: State) -> Body:
        cell = self.rules.market.pars(self.rules, before, done.company)[done.price]
        company = self.dialect.company_there(done.company)
        price = f"{cell.price},{cell.row},{cell.column}"
        return self.by(before, done.player, "par", corporation=company, share_price=price)

    def dealt(self, company: str, source: str, to: str, percent: int) -> Body:
        """Certificates that change hands, and how much they are."""
        certificates = self.supply.bundle(company, source, percent)
        self.supply.move(company, certificates, to)
        return {"shares": [self.supply.called(one) for one in certificates], "percent": percent}

    def _unit(self, state: State, company: str) -> int:
        return self.rules.kind(state, company).unit

    def _buy_share(self, done: BuyShare, before: State, after: State) -> Body:
        percent = self._unit(before, done.company) if done.percent is None else done.percent
        dealt = self.dealt(done.company, done.source, done.player, percent)
        return self.by(before, done.player, "buy_shares", **dealt)

    def _sell_shares(self, done: SellShares, before: State, after: State) -> Body:
        dealt = self.dealt(done.company, done.player, POOL, done.percent)
        return self.by(before, done.player, "sell_shares", **dealt)

    def _buy_own(self, done: BuyOwnShares, before: State, after: State) -> Body:
        dealt = self.dealt(done.company, POOL, done.company, done.percent)
        return self.by(before, done.company, "buy_shares", **dealt, **self._price(before, done))

    def _sell_own(self, done: SellOwnShares, before: State, after: State) -> Body:
        dealt = self.dealt(done.company, done.company, POOL, done.percent)
        return self.by(before, done.company, "sell_shares", **dealt, **self._price(before, done))

    def _price(self, state: State, done: BuyOwnShares | SellOwnShares) -> Body:
        return {"share_price": market.price(self.rules.data, state, done.company)}

    def _exchange(self, done: ExchangePrivate, before: State, after: State) -> Body:
        certificates = before.certificates
        moved = next(c for c, place in after.certificates.items() if place != certificates[c])
        company = moved.rpartition("_")[0]
        dealt = self.dealt(company, done.source, done.player, self._unit(before, company))
        return self.by_private(done.private, "buy_shares", **dealt)

    def _buy_company(self, done: BuyPrivateForCompany, before: State, after: State) -> Body:
        company = self.dialect.private_there(done.private)
        return self.by(before, done.company, "buy_company", company=company, price=done.price)

    # --- on the map

    def _lay_tile(self, done: LayTile, before: State, after: State) -> Body:
        tile = self.supply.take_tile(done)
        fields = {"hex": done.hex, "tile": tile, "rotation": done.rotation}
        return self._by_either(before, done, "lay_tile", fields)

    def _place_token(self, done: PlaceToken, before: State, after: State) -> Body:
        fields = {
            "city": self.supply.city(before, done.stop),
            "slot": self.supply.slot(before, done.company, done.stop, done.instead),
            "tokener": self.supply.company(before, done.company),
        }
        return self._by_either(before, done, "place_token", fields)

    def _run(self, done: RunTrains, before: State, after: State) -> Body:
        report = report_run(self.rules, before, done)
        earned = {route.train: route.revenue for route in report.routes}
        routes = [self._route(train, path, earned[train]) for train, path in done.routes]
        more = {"extra_revenue": 0, "subsidy": 0}
        return self.by(before, done.company, "run_routes", routes=routes, **more)

    def _route(self, train: str, path: tuple[str, ...], revenue: int) -> Body:
        stops = [place for place in path if "." in place]
        hexes = [stop.partition(".")[0] for stop in stops]
        return {
            "train": self.supply.train(train),
            "connections": _chains(path),
            "hexes": hexes,
            "revenue": revenue,
            "revenue_str": "-".join(hexes),
            "nodes": [stop.replace(".", "-") for stop in stops],
        }

    def _dividend(self, done: Dividend, before: State, after: State) -> Body:
        kinds = {ours: theirs for theirs, ours in self.dialect.dividends.items()}
        return self.by(before, done.company, "dividend", kind=kinds.get(done.kind, done.kind))

    # --- trains

    def _buy_train(self, done: BuyTrain, before: State, after: State) -> Body:
        fields: Body = {"train": self.supply.bought(done.train, before), "price": done.price}
        if before.place_of(done.train) in (DEPOT, POOL):
            fields["variant"] = self.dialect.train_there(type_of(done.train))
        if done.trade_in is not None:
            fields["exchange"] = self.supply.train(done.trade_in)
        return self.by(before, done.company, "buy_train", **fields)

    def _discard(self, done: DiscardTrain, before: State, after: State) -> Body:
        return self.by(before, done.company, "discard_train", train=self.supply.train(done.train))

    def _bankrupt(self, done: DeclareBankruptcy, before: State, after: State) -> Body:
        """A player's, told by his company; where the game goes on without the company, that has
        passed.
        """
        turn = before.round.operating
        who = turn.company if turn else done.player
        return self.by(before, who, "bankrupt" if after.finished else "pass")


def _chains(path: tuple[str, ...]) -> list[list[str]]:
    """A route as chains of hexes from stop to stop."""
    chains: list[list[str]] = []
    for place in path:
        at = place.partition(".")[0]
        if chains:
            chains[-1].append(at)
        if "." in place:
            chains.append([at])
    chains.pop()
    return [chain[:1] if len(set(chain)) == 1 else chain for chain in chains]
