"""Export of 1828's own actions to 18xx.games: mergers, questions, systems, coal, privates."""

from collections.abc import Mapping

from companion.rules.core.actions import Action, BuyTrain, Pass
from companion.rules.core.state import State
from companion.rules.shares import market
from companion.titles.site_adapter import Body, SiteWriter, Writes
from companion.titles.t1828 import merger, systems
from companion.titles.t1828.coal import BuyCoal
from companion.titles.t1828.cobourg import MarkerSwapStep
from companion.titles.t1828.failed_merger import FailMerger
from companion.titles.t1828.merger_choices import (
    GiveWay,
    PayForShare,
    SetAside,
    SurrenderShare,
    TradeWith,
)
from companion.titles.t1828.merger_conditions import MergeCompanies
from companion.titles.t1828.mohawk_hudson import SwapPrivate
from companion.titles.t1828.system_shells import MoveTrain
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import game_of

COAL = "Coal Marker"


def merge(done: MergeCompanies, sender: SiteWriter, before: State, after: State) -> list[Body]:
    """Write a merger: the choice of the survivor, then the other company."""
    survivor, other = _name_both(done, sender)
    return [
        sender.action_by(before, done.player, "choose", choice=survivor),
        sender.action_by(before, done.company, "merge", corporation=other),
    ]


def fail(done: FailMerger, sender: SiteWriter, before: State, after: State) -> list[Body]:
    """Write both companies of a merger that failed."""
    both = _name_both(done, sender)
    return [sender.action_by(before, done.player, "failed_merge", corporations=both)]


def _name_both(done: MergeCompanies | FailMerger, sender: SiteWriter) -> list[str]:
    """Return the names there of the two companies of a merger, the survivor first."""
    return [sender.company_there(company) for company in (done.company, done.other_company)]


def set_aside(done: SetAside, sender: SiteWriter, before: State, after: State) -> list[Body]:
    """Write the share that is kept, with its price."""
    price = market.price(sender.rules.data, before, done.company) or 0
    return _choose(done.player, f"{sender.company_there(done.company)} (${price})", sender, before)


def trade_with(done: TradeWith, sender: SiteWriter, before: State, after: State) -> list[Body]:
    """Write the name of another player."""
    return _choose(done.player, sender.rules.words.names[done.seller], sender, before)


def pay(done: PayForShare, sender: SiteWriter, before: State, after: State) -> list[Body]:
    """Write the exchange of a single share for a system share, with the price difference."""
    single, whole = _prices(done.player, before)
    return _choose(done.player, f"Exchange (${single - whole})", sender, before)


def surrender(done: SurrenderShare, sender: SiteWriter, before: State, after: State) -> list[Body]:
    """Write the sale of a single share, with its price."""
    single, _ = _prices(done.player, before)
    return _choose(done.player, f"Sell (${single})", sender, before)


def _prices(player: str, state: State) -> tuple[int, int]:
    """Return the prices of a player's single share and of a share of the system."""
    now = merger.pending_merger(state)
    assert now is not None and now.share_exchange is not None
    return merger.single_price(now.share_exchange, player), now.share_exchange.price


def _choose(player: str, choice: str, sender: SiteWriter, state: State) -> list[Body]:
    return [sender.action_by(state, player, "choose", choice=choice)]


def give_way(done: GiveWay, sender: SiteWriter, before: State, after: State) -> list[Body]:
    """Write the city in which a marker gives way, and its slot."""
    stop = next(
        stop
        for stop in before.board.token_stops(done.company)
        if before.board.tokens[stop] != after.board.tokens.get(stop)
    )
    slot = before.board.tokens[stop].index(done.company)
    city = sender.city(before, stop)
    return [sender.action_by(before, done.company, "remove_token", city=city, slot=slot)]


def move_train(done: MoveTrain, sender: SiteWriter, before: State, after: State) -> list[Body]:
    """Write the train that moves to the other shell."""
    return [sender.action_by(before, done.company, "swap_train", train=sender.train(done.train))]


def buy_coal(done: BuyCoal, sender: SiteWriter, before: State, after: State) -> list[Body]:
    """Write the purchase of a coal marker."""
    price = figures(sender.rules).coal.price
    return [sender.action_by(before, done.company, "special_buy", description=COAL, cost=price)]


def swap_private(done: SwapPrivate, sender: SiteWriter, before: State, after: State) -> list[Body]:
    """Write a share bought by the private, or half a director's certificate before its par."""
    own = sender.rules.data.companies[done.company]
    if done.price is None:
        unit = sender.rules.kind(before, done.company).unit
        dealt = sender.share_fields(done.company, done.source, done.player, unit)
        return [sender.action_by_private(done.private, "buy_shares", **dealt)]
    cell = sender.rules.market.pars(sender.rules, before, done.company)[done.price]
    price = f"{cell.price},{cell.row},{cell.column}"
    first = {"shares": [sender.certificate(before, own.certificates[0])], "percent": own.shares[0]}
    par = {"corporation": sender.company_there(done.company), "share_price": price}
    return [
        sender.action_by_private(done.private, "buy_shares", **first),
        sender.action_by(before, done.player, "par", **par),
    ]


def buy_train(done: BuyTrain, sender: SiteWriter, before: State, after: State) -> list[Body] | None:
    """Write the purchase of a train. For a system, add the shell that gets it."""
    told = sender.write_usual(done, before, after)
    if told and systems.is_system(before, done.company):
        shells = systems.parts(before, done.company)
        told[0]["shell"] = sender.company_there(shells[after.trains[done.train].charter])
    return told


def decline(done: Pass, sender: SiteWriter, before: State, after: State) -> list[Body] | None:
    """Write a pass of the private if its marker is not replaced."""
    waiting = sender.rules.waiting(before)
    if not isinstance(waiting, MarkerSwapStep):
        return None
    return [sender.action_by_private(figures(sender.rules).railway.private, "pass")]


def find_failed_merger(done: Action, before: State, after: State) -> Action | None:
    """Return the failure of a merger, which the site takes back without details, or None."""
    now = merger.pending_merger(before)
    both = (now.survivor, now.other) if now else ()
    if isinstance(done, MergeCompanies):
        both = (done.company, done.other_company)
    over = merger.pending_merger(after) is None and both not in game_of(after).systems
    if not both or not over or after.round.id != before.round.id:
        return None
    return FailMerger(now.player if now else done.actor(), *both)


WRITES: Mapping[str, Writes] = {
    "pass": decline,
    "merge_companies": merge,
    "fail_merger": fail,
    "set_aside": set_aside,
    "trade_with": trade_with,
    "pay_for_share": pay,
    "surrender_share": surrender,
    "give_way": give_way,
    "move_train": move_train,
    "buy_coal": buy_coal,
    "swap_private": swap_private,
    "buy_train": buy_train,
}
