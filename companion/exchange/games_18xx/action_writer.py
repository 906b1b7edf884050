"""Translation of our actions into those of 18xx.games, with every key that its exports have."""

from collections.abc import Callable
from typing import Any

from companion.exchange.games_18xx.piece_names import Supply
from companion.exchange.games_18xx.rule_differences import with_token
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
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import report_run, type_of
from companion.rules.operating.tokens import TokenStep
from companion.rules.operating.trains_and_phases import DEPOT
from companion.rules.privates.player_tiles import LayPrivateTile, SellerTileStep
from companion.rules.shares import market
from companion.rules.shares.holdings import POOL
from companion.titles.site_adapter import DIVIDENDS, SiteAdapter

Body = dict[str, Any]


class Sender:
    """A writer for the actions of one game, in order."""

    def __init__(self, rules: Rules, adapter: SiteAdapter, supply: Supply) -> None:
        self.rules = rules
        self.adapter = adapter
        self.supply = supply
        self.private_with_token = (
            ""  # the private whose tile was just laid and whose token may follow
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
            LayPrivateTile: self._lay_tile,
            PlaceToken: self._place_token,
            RunTrains: self._run,
            Dividend: self._dividend,
            BuyTrain: self._buy_train,
            DiscardTrain: self._discard,
            DeclareBankruptcy: self._bankrupt,
            Pass: self._pass,
        }

    def sent(self, action: Action, before: State, after: State) -> list[Body] | None:
        """Return the site's actions for one of ours, or None if the site has no such action."""
        own = self.adapter.writes.get(action.wire_name)
        told = own(action, self, before, after) if own else None
        told = self.write_usual(action, before, after) if told is None else told
        if told is None:
            return None
        declined = self._decline(action, before)
        if declined and isinstance(action, Pass) and not self._is_asked_too(before):
            told = []
        self.private_with_token = with_token(self.rules, action, after)
        self.supply.follow(before, after)
        return declined + told

    def _decline(self, action: Action, before: State) -> list[Body]:
        """Return a pass for a private whose token could follow its tile but is not placed."""
        private = self.private_with_token
        placed = isinstance(action, PlaceToken) and action.private == private
        return [self.action_by_private(private, "pass")] if private and not placed else []

    def _is_asked_too(self, before: State) -> bool:
        """Return whether the company itself is asked too, besides the token of its private."""
        step = self.rules.waiting(before)
        if not isinstance(step, TokenStep):
            return True
        return TokenStep.waits(step, before) and not before.questions

    def write_usual(self, action: Action, before: State, after: State) -> list[Body] | None:
        """Return the form of an action that all titles share, or None if there is none."""
        make = self._kinds.get(type(action))
        one = make(action, before, after) if make else None
        return None if one is None else [one]

    def company_there(self, company: str) -> str:
        """Return the site's name of a company, merged or not."""
        return self.adapter.company_there(company)

    def train(self, train: str) -> str:
        """Return the site's name of a train."""
        return self.supply.train(train)

    def certificate(self, state: State, certificate: str) -> str:
        """Return the site's name of a certificate of the company as it is now."""
        return self.supply.certificate_name(certificate)

    def city(self, state: State, stop: str) -> str:
        """Return the site's name of a city."""
        return self.supply.city(state, stop)

    def lying_slot(self, state: State, owner: str, stop: str) -> int:
        """Return the site's slot of a token that lies in a city."""
        return self.supply.lying_slot(state, owner, stop)

    def action_by(self, state: State, who: str, type: str, **fields: Any) -> Body:
        """Return an action of a seat or a company."""
        return {"type": type, **self.supply.entity(state, who), **fields}

    def action_by_private(self, private: str, type: str, **fields: Any) -> Body:
        """Return an action of a private."""
        return {"type": type, **self.supply.private(private), **fields}

    def _by_either(
        self, state: State, done: LayTile | LayPrivateTile | PlaceToken, type: str, fields: Body
    ) -> Body:
        """Return an action of a company, or of the private whose power it uses."""
        if done.private is not None:
            return self.action_by_private(done.private, type, **fields)
        return self.action_by(state, done.company, type, **fields)

    def _pass(self, done: Pass, before: State, after: State) -> Body:
        step = self.rules.waiting(before)
        if isinstance(step, SellerTileStep):
            return self.action_by_private(step.question(before).subjects[0], "pass")
        return self.action_by(before, done.party, "pass")

    # --- privates and shares

    def _bid(self, done: Bid, before: State, after: State) -> Body:
        company = self.adapter.private_there(done.private)
        return self.action_by(before, done.player, "bid", company=company, price=done.amount)

    def _buy_private(self, done: BuyPrivate, before: State, after: State) -> Body:
        """Translate a purchase into a bid at the price on offer."""
        offers = judge.offers(self.rules, before)
        price = next(-(offer.price or 0) for offer in offers if offer.action == done)
        company = self.adapter.private_there(done.private)
        return self.action_by(before, done.player, "bid", company=company, price=price)

    def _par(self, done: SetPar | StartCompany, before: State, after: State) -> Body:
        cell = self.rules.market.pars(self.rules, before, done.company)[done.price]
        company = self.adapter.company_there(done.company)
        price = f"{cell.price},{cell.row},{cell.column}"
        return self.action_by(before, done.player, "par", corporation=company, share_price=price)

    def share_fields(self, company: str, source: str, to: str, percent: int) -> Body:
        """Move certificates to another owner and return them with their percentage."""
        certificates = self.supply.bundle(company, source, percent)
        self.supply.move(company, certificates, to)
        return {
            "shares": [self.supply.certificate_name(one) for one in certificates],
            "percent": percent,
        }

    def _unit(self, state: State, company: str) -> int:
        return self.rules.kind(state, company).unit

    def _buy_share(self, done: BuyShare, before: State, after: State) -> Body:
        percent = self._unit(before, done.company) if done.percent is None else done.percent
        dealt = self.share_fields(done.company, done.source, done.player, percent)
        return self.action_by(before, done.player, "buy_shares", **dealt)

    def _sell_shares(self, done: SellShares, before: State, after: State) -> Body:
        dealt = self.share_fields(done.company, done.player, POOL, done.percent)
        return self.action_by(before, done.player, "sell_shares", **dealt)

    def _buy_own(self, done: BuyOwnShares, before: State, after: State) -> Body:
        return self._trade_own(before, done, "buy_shares", POOL, done.company)

    def _sell_own(self, done: SellOwnShares, before: State, after: State) -> Body:
        return self._trade_own(before, done, "sell_shares", done.company, POOL)

    def _trade_own(
        self, state: State, done: BuyOwnShares | SellOwnShares, type: str, source: str, to: str
    ) -> Body:
        """Return a company's trade in its own shares."""
        dealt = self.share_fields(done.company, source, to, done.percent)
        price = market.price(self.rules.data, state, done.company)
        return self.action_by(state, done.company, type, **dealt, share_price=price)

    def _exchange(self, done: ExchangePrivate, before: State, after: State) -> Body:
        certificates = before.certificates
        moved = next(c for c, place in after.certificates.items() if place != certificates[c])
        company = moved.rpartition("_")[0]
        dealt = self.share_fields(company, done.source, done.player, self._unit(before, company))
        return self.action_by_private(done.private, "buy_shares", **dealt)

    def _buy_company(self, done: BuyPrivateForCompany, before: State, after: State) -> Body:
        company = self.adapter.private_there(done.private)
        return self.action_by(
            before, done.company, "buy_company", company=company, price=done.price
        )

    # --- on the map

    def _lay_tile(self, done: LayTile | LayPrivateTile, before: State, after: State) -> Body:
        tile = self.supply.take_tile(done)
        fields = {"hex": done.hex, "tile": tile, "rotation": done.rotation}
        return self._by_either(before, done, "lay_tile", fields)

    def _place_token(self, done: PlaceToken, before: State, after: State) -> Body:
        fields = {
            "city": self.supply.city(before, done.stop),
            "slot": self.supply.slot(before, done.company, done.stop, done.replaced_owner),
            "tokener": self.supply.company(before, done.company),
        }
        return self._by_either(before, done, "place_token", fields)

    def _run(self, done: RunTrains, before: State, after: State) -> Body:
        report = report_run(self.rules, before, done)
        earned = {route.train: route.revenue for route in report.routes}
        routes = [self._route(train, path, earned[train]) for train, path in done.routes]
        more = {"extra_revenue": 0, "subsidy": 0}
        return self.action_by(before, done.company, "run_routes", routes=routes, **more)

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
        kinds = {ours: theirs for theirs, ours in DIVIDENDS.items()}
        return self.action_by(
            before, done.company, "dividend", kind=kinds.get(done.kind, done.kind)
        )

    # --- trains

    def _buy_train(self, done: BuyTrain, before: State, after: State) -> Body:
        fields: Body = {"train": self.supply.name_purchase(done.train, before), "price": done.price}
        if before.place_of(done.train) in (DEPOT, POOL):
            fields["variant"] = self.adapter.train_there(type_of(done.train))
        if done.trade_in is not None:
            fields["exchange"] = self.supply.train(done.trade_in)
        return self.action_by(before, done.company, "buy_train", **fields)

    def _discard(self, done: DiscardTrain, before: State, after: State) -> Body:
        return self.action_by(
            before, done.company, "discard_train", train=self.supply.train(done.train)
        )

    def _bankrupt(self, done: DeclareBankruptcy, before: State, after: State) -> Body:
        """Translate a bankruptcy, which the player's company sends.

        If the game goes on without the company, the site has a pass instead.
        """
        who = before.round.operating_company or done.player
        return self.action_by(before, who, "bankrupt" if after.end_reason else "pass")


def _chains(path: tuple[str, ...]) -> list[list[str]]:
    """Return a route as chains of hexes from stop to stop."""
    chains: list[list[str]] = []
    for place in path:
        at = place.partition(".")[0]
        if chains:
            chains[-1].append(at)
        if "." in place:
            chains.append([at])
    chains.pop()
    return [chain[:1] if len(set(chain)) == 1 else chain for chain in chains]
