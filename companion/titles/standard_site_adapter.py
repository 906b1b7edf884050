"""The functions of the site adapter of titles with the standard rules.

They say who is asked, and what is taken and written. The names come from ``exchange.toml``.
"""

from math import ceil

from companion.board.map import split_stop
from companion.languages import lazy_gettext
from companion.rules.core.actions import (
    Action,
    BuyShare,
    BuyTrain,
    PlaceToken,
    SellPrivate,
    StartCompany,
)
from companion.rules.core.standard_state import StandardState, game_of
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.private_powers import EXTRA_TILES, power
from companion.rules.operating.track import TrackStep
from companion.rules.privates.joined_tiles import JOINED_TILES
from companion.rules.privates.route_bonuses import PlaceMarker
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import INITIAL, POOL
from companion.rules.standard.stock import StandardStockTurn
from companion.rules.stock.share_trading import StockRound
from companion.titles.site_adapter import (
    Body,
    SiteAction,
    SiteAdapter,
    SiteReader,
    SiteWriter,
    TurnHistory,
)

NO_MARKER = lazy_gettext("{action} places a marker that this game does not have.")


def asks_about_shares(step: StandardStockTurn, state: State, course: TurnHistory) -> bool:
    """Ask a player who could still buy privates, or more shares of one company.

    Players without a purchase are asked as long as others have privates, which they may buy there.
    After a purchase, players are asked only about more shares that do not count.
    """
    player = step.actor(state)
    if step.may_sell(state, player):
        return True
    if bought := read_purchases(state, course):
        return any(may_go_on(step, state, bought, more) for more in _more(state, player))
    number, first = state.playing(StockRound).number, step.data.stock.first_trades
    buys = state.cash[player] > 0 and number >= first
    return step.may_buy(state, player) or (buys and any(_privates(step, state, player)))


Bought = BuyShare | StartCompany | SellPrivate


def asks_about_track(step: TrackStep, state: State, course: TurnHistory) -> bool:
    """Ask a company as long as a private may lay tiles in the step, even one that it could buy."""
    if step.waits(state):
        return True
    company, rules = step.company(state), step.rules
    factor, buys = rules.data.private_use.price_factors[0], rules.phase(state)
    for private, owner in state.privates.items():
        least = ceil(rules.data.privates[private].price * factor)
        for_sale = holdings.is_player(owner) and buys.privates_for_companies
        for_sale = for_sale and not power(rules, private, "never_for_companies")
        if owner == company or (for_sale and least <= state.cash[company]):
            joined, extra = (power(rules, private, key) for key in (JOINED_TILES, EXTRA_TILES[1]))
            if joined and not any(at in state.board.laid for at in joined.hexes):
                return True
            if extra and extra.in_track_step and private not in course.used:
                return True
    return False


def read_purchases(state: State, course: TurnHistory) -> list[Bought]:
    """Return the purchases of the player on turn in it, including another player's private."""
    deeds = course.deeds if state.round.has_acted else []
    return [deed for deed in deeds if isinstance(deed, Bought)]


def takes_purchase(action: BuyShare, rules: Rules, state: State, course: TurnHistory) -> bool:
    """Tell whether a purchase is taken: as the first, or as one more of several."""
    step = rules.waiting(state)
    bought = read_purchases(state, course)
    return not bought or (
        isinstance(step, StandardStockTurn) and may_go_on(step, state, bought, action)
    )


def takes_start(action: StartCompany, rules: Rules, state: State, course: TurnHistory) -> bool:
    """Tell whether a start is taken: before any purchase."""
    return not read_purchases(state, course)


def takes_trade(action: SellPrivate, rules: Rules, state: State, course: TurnHistory) -> bool:
    """Tell whether a trade is taken: the player on turn buys, as their purchase, for 1 at least."""
    step = rules.waiting(state)
    return (
        isinstance(step, StandardStockTurn)
        and step.actor(state) == action.buyer
        and not read_purchases(state, course)
        and action.price >= 1
        and action.private in _privates(step, state, action.buyer)
    )


def is_unsaid(action: Action, state: State) -> bool:
    """Leave out the choice of a city before a tile lies there. The cities are alike until then."""
    if not isinstance(action, PlaceToken) or not state.questions:
        return False
    return not state.board.tile_at(split_stop(action.stop)[0]).tracks


def takes_train(action: BuyTrain, rules: Rules, state: State, course: TurnHistory) -> bool:
    """Tell whether a train is taken: it costs 1 at least."""
    return action.price >= 1


def write_trade(action: SellPrivate, sender: SiteWriter, before: State, after: State) -> list[Body]:
    """Write the trade as a purchase by the buyer."""
    private = {"company": action.private, "price": action.price}
    return [sender.action_by(before, action.buyer, "buy_company", **private)]


def read_marker(sent: SiteAction, reader: SiteReader, state: State) -> Action:
    """Read the marker that a private places."""
    private, at = sent.entity, sent.text("target")
    if private not in state.privates or f"{at}.0" not in state.board.tokens:
        raise sent.bad(NO_MARKER)
    return PlaceMarker(state.privates[private], private, f"{at}.0")


def write_marker(
    action: PlaceMarker, sender: SiteWriter, before: State, after: State
) -> list[Body]:
    """Write the marker as one of its private."""
    target = {"target": split_stop(action.stop)[0], "target_type": "hex"}
    return [sender.action_by_private(action.private, "assign", **target)]


def write_train(
    action: BuyTrain, sender: SiteWriter, before: State, after: State
) -> list[Body] | None:
    """Write a train at the discount of a private as a purchase by the private."""
    written = sender.write_usual(action, before, after)
    if written is not None and isinstance(after.title_state, StandardState):
        for private in after.title_state.used_privates:
            if private not in game_of(before).used_privates:
                bodies = (sender.action_by_private(private, body["type"]) for body in written)
                return [{**body, **by} for body, by in zip(written, bodies, strict=True)]
    return written


def _more(state: State, player: str) -> list[BuyShare]:
    places = (INITIAL, POOL)
    return [
        BuyShare(player, company, place)
        for company in market.companies_by_price(state)
        for place in places
    ]


def may_go_on(step: StandardStockTurn, state: State, bought: list[Bought], more: BuyShare) -> bool:
    """Does another purchase follow there?

    It is of the same company in the brown zone. It is from the pool alone, unless the option allows
    the initial offering too.
    """
    same = [one for one in bought if isinstance(one, BuyShare) and one.company == more.company]
    return (
        len(same) == len(bought)
        and all(step.is_free(state, deed.company, deed.source) for deed in (*same, more))
        and not step.buying(state, more)
    )


def _privates(step: StandardStockTurn, state: State, player: str) -> list[str]:
    """Return the privates of other players that may change hands."""
    if not step.data.stock.first_trades:
        return []
    return [
        private
        for private, owner in state.privates.items()
        if holdings.is_player(owner)
        and owner != player
        and not step.data.privates[private].powers.get("never_for_companies")
    ]


ADAPTER = SiteAdapter(
    unsaid=is_unsaid,
    takes={
        "buy_share": takes_purchase,
        "start_company": takes_start,
        "sell_private": takes_trade,
        "buy_train": takes_train,
    },
    reads={"assign": read_marker},
    writes={
        "sell_private": write_trade,
        "place_marker": write_marker,
        "buy_train": write_train,
    },
    asks={"shares": asks_about_shares, "track": asks_about_track},
)
