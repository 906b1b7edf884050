"""Import and export of 1828 for 18xx.games."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.languages import lazy_gettext
from companion.rules.core.actions import Action, PlaceToken
from companion.rules.core.state import State
from companion.rules.data.random_draws import Draws
from companion.rules.shares.holdings import INITIAL
from companion.titles import titles
from companion.titles.site_adapter import SiteAction, SiteAdapter, SiteReader
from companion.titles.t1828 import systems
from companion.titles.t1828.coal import BuyCoal
from companion.titles.t1828.cobourg import MarkerSwapStep
from companion.titles.t1828.draws import dearest, discards
from companion.titles.t1828.failed_merger import FailMerger
from companion.titles.t1828.merger import pending_merger
from companion.titles.t1828.merger_choices import (
    GiveWay,
    PayForShare,
    SetAside,
    SurrenderShare,
    TradeWith,
)
from companion.titles.t1828.merger_conditions import MergeCompanies, partner
from companion.titles.t1828.merger_shares import ASIDE, SINGLE, WHOM
from companion.titles.t1828.mohawk_hudson import SwapPrivate
from companion.titles.t1828.site_export import WRITES, find_failed_merger
from companion.titles.t1828.site_questions import ASKS
from companion.titles.t1828.system_shells import MoveTrain
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import game_of

SLUG = "1828"


def read_draws(seed: int, players: Sequence[str], options: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the draws of a game there.

    The first numbers of the seed put privates out of the game. The others lie in their printed
    order, and the players sit in the order of the file.
    """
    data = titles()[SLUG].data
    keep_good = bool(options.get("keep_good_privates"))
    out = discards(data, Draws(seed), len(players), keep_good)
    kept = [symbol for symbol in dearest(data) if symbol not in out]
    return {"discarded": " ".join(out), "row": " ".join(kept), "order": ", ".join(players)}


def announces(sent: SiteAction, following: SiteAction) -> bool:
    """Tell whether an action only announces the next one.

    The choice of the survivor comes before the merger, and half a director's certificate before its
    par.
    """
    if sent.type == "choose":
        return following.type in ("merge", "failed_merge")
    if sent.type == "buy_shares" and following.type == "par":
        return sent.kind == "company" and sent.texts("shares")[0].endswith("_0")
    return False


def merge(sent: SiteAction, names: SiteReader, state: State) -> Action:
    """Read a merger. The company named first is the survivor; the player on turn announces it."""
    survivor, other = names.company(sent), names.company(sent, sent.text("corporation"))
    player = names.rules.actor(state) or ""
    agrees = partner(names.rules, state, player, survivor, other)
    return MergeCompanies(player, survivor, other, agrees)


def failed_merge(sent: SiteAction, names: SiteReader, state: State) -> Action:
    """Read a merger that the site has taken back. Both companies are named, the survivor first."""
    named = sent.texts("corporations")
    if len(named) != 2:
        raise sent.bad(lazy_gettext("{action} needs two companies."))
    survivor, other = (names.company(sent, name) for name in named)
    return FailMerger(names.rules.actor(state) or "", survivor, other)


def choose(sent: SiteAction, names: SiteReader, state: State) -> Action:
    """Read an answer in a merger. It may be written in part, but a player's name in full."""
    player, merger = names.player(sent), pending_merger(state)
    asked = merger.share_choice if merger else None
    choice = sent.text("choice")
    if merger and asked and asked.kind == ASIDE:
        survivor = OUT.get(merger.survivor, merger.survivor) in choice
        return SetAside(player, merger.survivor if survivor else merger.other)
    if asked and asked.kind == WHOM:
        return TradeWith(player, names.player(sent, choice))
    if asked and asked.kind == SINGLE:
        for says, answer in (("exchange", PayForShare), ("sell", SurrenderShare)):
            if choice.partition(" ")[0].lower() in says:
                return answer(player)
    raise sent.bad(
        lazy_gettext("{action} chooses {choice}, which is not asked now."), choice=choice
    )


def remove_token(sent: SiteAction, names: SiteReader, state: State) -> Action:
    """Read the choice of a marker that makes room, where two share a hex."""
    merger, slots = pending_merger(state), state.board.tokens[names.stop(sent, state)]
    both = (merger.survivor, merger.other) if merger else ()
    for company in both:
        if company in slots:
            return GiveWay(names.rules.actor(state) or "", company)
    raise sent.bad(
        lazy_gettext("{action} takes a token off a city in which no merging company has one.")
    )


def swap_train(sent: SiteAction, names: SiteReader, state: State) -> Action:
    """Read the move of a train to the other shell."""
    company, train = names.company(sent), names.train(sent, sent.text("train"), state)
    shells, card = systems.parts(state, company), state.trains[train]
    return MoveTrain(company, train, shells[1 - card.charter] if len(shells) > 1 else company)


def special_buy(sent: SiteAction, names: SiteReader, state: State) -> Action:
    """Read the purchase of a coal marker."""
    return BuyCoal(names.company(sent))


def place_token(sent: SiteAction, names: SiteReader, state: State) -> Action | None:
    """Read a marker that replaces that of the private C&P."""
    waiting = names.rules.waiting(state)
    if sent.kind != "company" or not isinstance(waiting, MarkerSwapStep):
        return None
    company, own = waiting.question(state).actor, figures(names.rules).railway
    return PlaceToken(company, names.stop(sent, state), own.private, own.company)


def buy_shares(sent: SiteAction, names: SiteReader, state: State) -> Action | None:
    """Read the purchase of a share by a private as a swap."""
    if sent.kind != "company":
        return None
    certificate = sent.texts("shares")[0]
    company = names.company(sent, certificate.rpartition("_")[0])
    source = names.source(company, certificate, state)
    return SwapPrivate(state.privates.get(sent.entity, ""), sent.entity, company, source)


def par(sent: SiteAction, names: SiteReader, state: State) -> Action | None:
    """Read the par of a company for which half a director's certificate was taken."""
    taken = names.find_announced(sent)
    price = sent.text("share_price").partition(",")[0]
    if taken is None or not price.isdecimal():
        return None
    company = names.company(sent, sent.text("corporation"))
    return SwapPrivate(names.player(sent), taken.entity, company, INITIAL, int(price))


def charter(state: State, company: str, shell: str) -> int | None:
    """Return the index of the shell in a system that belongs to one of its companies."""
    shells = systems.parts(state, company)
    return shells.index(shell) if shell in shells else None


def systems_by_company(state: State) -> dict[str, str]:
    """Return the names of systems there, which are made of both companies."""
    both = {pair[0]: pair for pair in game_of(state).systems}
    return {first: "-".join(OUT.get(one, one) for one in pair) for first, pair in both.items()}


def companies_in_merger(state: State) -> tuple[str, ...]:
    """Return the two companies of an unfinished merger."""
    merger = pending_merger(state)
    both = (merger.survivor, merger.other) if merger else ()
    return tuple(OUT.get(company, company) for company in both)


OUT = {"OS&H": "OSH"}  # our symbols of companies with another name there

ADAPTER = SiteAdapter(
    reads={
        "merge": merge,
        "failed_merge": failed_merge,
        "choose": choose,
        "remove_token": remove_token,
        "swap_train": swap_train,
        "special_buy": special_buy,
        "place_token": place_token,
        "buy_shares": buy_shares,
        "par": par,
    },
    writes=WRITES,
    withdrawn=find_failed_merger,
    asks=ASKS,
    announces=announces,
    unfinished=companies_in_merger,
    charter=charter,
    merged=systems_by_company,
    drawn=read_draws,
)
