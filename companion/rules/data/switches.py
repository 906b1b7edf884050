"""Switches: rules of the standard game that titles play differently, with their usual values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

INITIAL, POOL = "initial", "pool"
AT_FLOAT, WHEN_OPERATING = "at_float", "when_operating"
WATERFALL, DEALT, DRAFT, TOLD = "waterfall", "dealt", "draft", "told"
SINGLE = "single"
BANKRUPT, LEAVES, NO_TRAIN = "bankrupt", "leaves", "no_train"
PRIVATES_PAY, NEW_ROUND = "privates_pay", "new_round"
SELL_BUY_SELL, SELL_BUY, EITHER = "sell_buy_sell", "sell_buy", "sell_buy_or_buy_sell"
PAR, MARKET = "par", "market"
ROW_PER_SHARE, LEFT_PER_SHARE, NO_FALL = "row_per_share", "left_per_share", "none"
LEFT_OF_PRESIDENT, ROW_OF_PRESIDENT = "left_of_president", "row_of_president"
ROW_PER_SALE, LEFT_PER_SALE = "row_per_sale", "left_per_sale"
PERMISSIVE, SEMI_RESTRICTIVE = "permissive", "semi_restrictive"
FIRST_TURN, FIRST_TILE = "at_first_turn", "with_first_tile"
AT_ONCE, AFTER_ROUND = "at_once", "after_round"
AFTER_OPERATING_ROUND, AFTER_SET = "after_operating_round", "after_set"
ROUND_START, AT_START, NEVER = "at_round_start", "at_start", "never"
ANY_PLAYER, OWN_PRESIDENT = "any_player", "own_president"
MOVES, STAYS = "moves", "stays"
LEFT = "left"
START, FLOAT, OPERATION = "start", "float", "operation"


@dataclass(frozen=True, slots=True)
class OpeningSwitches:
    """The sale of the privates.

    ``kind`` is a WATERFALL auction, a DRAFT, or one DEALT to each player for its price. In a draft
    each player takes one for its price, the last player first. With SINGLE they are auctioned one
    after the other. With TOLD the table tells who buys which of them for how much.

    ``all_pass`` says what follows when all pass on a private after the first: PRIVATES_PAY, or
    NEW_ROUND for a new stock round that begins with the rest of the auction. ``falling`` is the
    number of the first privates whose price falls by 5 instead. Every bid is a multiple of
    ``bid_step``. Bids bind money; ``highest_bound`` says that only the highest on each private
    do.

    Two switches are for privates that are auctioned one after the other. ``opener_can_pay`` says
    that a player opens the next auction who can pay for a private. ``unsold_ends`` says that a
    private for which nobody bids leaves the game with all later ones.
    """

    kind: str = WATERFALL
    all_pass: str = PRIVATES_PAY
    falling: int = 1
    bid_step: int = 1
    highest_bound: bool = False
    opener_can_pay: bool = False
    unsold_ends: bool = False


@dataclass(frozen=True, slots=True)
class StockSwitches:
    """Stock rounds.

    ``first_sales`` is the number of the first stock round in which shares may be sold.
    ``several_from`` are the places from which a player may buy several shares of one company in a
    turn, if its price allows it. With ``several_of_one`` these are the one purchase of the turn;
    otherwise they do not count as such. ``capital_paid`` says when the bank pays a company its
    capital: AT_FLOAT, or WHEN_OPERATING for the operating round in which it begins.
    ``first_trades`` is the number of the first stock round in which players may trade privates, 0
    for none. With
    ``trade_is_purchase`` a private is bought as the purchase of the buyer's turn, for 1 or more.
    ``order`` is the order of sales and the purchase in a turn: SELL_BUY_SELL, SELL_BUY, or EITHER
    all sales before the purchase or all after it. With ``one_block`` a player sells shares of a
    company only once in a turn. With ``rest_to_pool`` the unsold shares of a company go to the
    pool when it floats. With ``removes_from_pool`` a share leaves the game from the pool when
    somebody who is not president buys one; if it is the one that they buy, they pay nothing.
    ``initial_price`` is the price of shares of the initial offering:
    PAR or that of the MARKET. ``sale_fall`` says how a sale moves the price, down a row or to the
    left: once for each share (ROW_PER_SHARE, LEFT_PER_SHARE), once for each sale (ROW_PER_SALE,
    LEFT_PER_SALE), once for a sale by the president alone (ROW_OF_PRESIDENT, LEFT_OF_PRESIDENT), or
    NO_FALL. With ``pool_falls`` the price of a company with shares in the pool moves to the left at
    the end of the round. With ``sold_out_rises`` that of a company whose shares are all with
    players moves up then. ``sold_from`` says when shares of a company may first be sold: from its
    START, from its FLOAT, or from its first OPERATION, which is its first operating turn.
    """

    first_sales: int = 2
    several_from: tuple[str, ...] = (POOL,)
    several_of_one: bool = False
    capital_paid: str = AT_FLOAT
    first_trades: int = 0
    trade_is_purchase: bool = False
    order: str = SELL_BUY_SELL
    one_block: bool = False
    rest_to_pool: bool = False
    removes_from_pool: bool = False
    initial_price: str = PAR
    sale_fall: str = ROW_PER_SHARE
    pool_falls: bool = False
    sold_out_rises: bool = True
    sold_from: str = START


@dataclass(frozen=True, slots=True)
class DividendSwitches:
    """The move of a price at a dividend: to the right with one, to the left without.

    With ``multiples`` the price moves a space to the right for each multiple of it that the
    dividend of all shares comes to. With ``above`` the dividend must exceed them. With
    ``less_falls`` the price moves to the left if the dividend comes to none of them. From
    ``stays_from`` percent of the price on it stays, where that is not 0.

    ``half`` says whether a company may pay half of its revenue: NEVER, or as any dividend (MOVES),
    or so that the price STAYS. It keeps half, rounded down to a multiple of 10.

    ``withheld`` and ``not_run`` say whether the price moves to the LEFT or STAYS if the company
    keeps its revenue, and if it has none.
    """

    multiples: tuple[int, ...] = ()
    above: bool = False
    less_falls: bool = False
    stays_from: int = 0
    half: str = NEVER
    withheld: str = LEFT
    not_run: str = LEFT


@dataclass(frozen=True, slots=True)
class OperatingSwitches:
    """Operating rounds.

    ``home_chosen`` says when a company with several possible cities chooses its home: at its
    FIRST_TURN, or with the FIRST_TILE on the hex. With ``closed_homes`` no other company places a
    token in a company's home, nor anywhere on its hex if the company chooses a city there.
    ``closed_hexes`` are hexes where nobody lays track before a company has its home token.
    ``home_placed`` says when companies place their home tokens: at their FIRST_TURN, or all that
    are floated at ROUND_START of each operating round, or AT_FLOAT, or AT_START with their par.
    ``track`` is PERMISSIVE or SEMI_RESTRICTIVE: then an upgrade gives its company new track, or a
    city or town of another value. With ``token_distance`` a token costs its price for each hex from
    the company's nearest token on.
    """

    home_chosen: str = FIRST_TILE
    closed_homes: bool = False
    closed_hexes: Mapping[str, str] = field(default_factory=dict)
    home_placed: str = FIRST_TURN
    track: str = PERMISSIVE
    token_distance: bool = False


@dataclass(frozen=True, slots=True)
class OwnShareSwitches:
    """Companies that sell shares of their treasury to the pool, and buy them back.

    With ``any_time`` they do so at any moment of their turns, not in a step of its own. With
    ``once`` they do so once in a turn, before its dividend. With ``sales_apart`` the price falls
    for each of two sales in a turn by itself, not as for one sale of both. With ``ledges`` the
    price falls just to a ledge. With ``freely_for_train`` they sell for a required train as at any
    other time, even in vain.
    """

    any_time: bool = False
    once: bool = False
    sales_apart: bool = False
    ledges: bool = False
    freely_for_train: bool = False


@dataclass(frozen=True, slots=True)
class PrivateUseSwitches:
    """Privates.

    ``price_factors`` times its face value are the lowest and highest price that a company pays for
    a private. With ``any_time`` companies buy and use privates at any moment of
    their turns, with ``exchange_any_time`` players exchange them at any moment. With
    ``first_round_at_face`` companies also buy privates in the first operating round of the game, at
    face value: one each, and one from each player. ``sold_by`` says who sells privates to a
    company: ANY_PLAYER, or its OWN_PRESIDENT alone.
    """

    price_factors: tuple[float, float] = (0.5, 2)
    any_time: bool = True
    exchange_any_time: bool = True
    first_round_at_face: bool = False
    sold_by: str = ANY_PLAYER


@dataclass(frozen=True, slots=True)
class TrainSaleSwitches:
    """Trains.

    ``least_price`` is the lowest price of a train that a company buys from one of another
    president; between companies of one president it is 1. With ``sales_fall_short`` a president
    may sell shares for a required train although the fallen price leaves them short of it. At the
    end of a set of operating rounds the next train leaves the game, as if it were bought, if its
    type is ``exported``; so it does when privates pay in the auction.
    With ``keeps_president`` no sale for a debt makes somebody else president of the company that
    owes.
    With ``helps_with_others``, a president may help with another company's train too, up to its
    face value. Otherwise the company pays for it alone, before its president sells any share. With
    ``sales_move_presidents``, such sales may change the presidents of other companies. With
    ``discards_leave`` trains that a company discards or trades in leave the game; otherwise they
    lie in the pool. With ``any_train`` a president helps with any train of the bank, not with its
    cheapest alone. With ``sells_freely`` they may sell more shares than a required train needs.
    ``unpaid`` says what follows if they cannot pay. They are BANKRUPT, which ends the game. Or they
    are bankrupt and LEAVES says that the others play on. Or the company gets NO_TRAIN. With
    ``leaver_falls`` prices fall when the shares of a player who leaves come to the pool.
    """

    least_price: int = 1
    sales_fall_short: bool = True
    exported: tuple[str, ...] = ()
    keeps_president: bool = True
    helps_with_others: bool = True
    sales_move_presidents: bool = True
    discards_leave: bool = False
    any_train: bool = False
    sells_freely: bool = False
    unpaid: str = BANKRUPT
    leaver_falls: bool = False


@dataclass(frozen=True, slots=True)
class EndSwitches:
    """The end of the game.

    ``bank`` says when a broken bank ends it. ``last_train`` says when it ends because the bank has
    sold its last train. ``price`` says when a price on an end space of the
    market does, if there is such a space. Each is AT_ONCE, AFTER_ROUND of any kind,
    AFTER_OPERATING_ROUND, or AFTER_SET of operating rounds. The bank may NEVER end it. It is broken
    when nothing is left in it, ``at_nothing``, otherwise when it owes money. With
    ``sets``, the game ends after that number of sets of operating rounds. The last of them has
    ``more_rounds`` more than the phase says.
    """

    bank: str = AFTER_SET
    price: str | None = None
    last_train: str | None = None
    sets: int = 0
    more_rounds: int = 0
    at_nothing: bool = True


@dataclass(frozen=True, slots=True)
class CertificateBonus:
    """An addition to the certificate limit.

    A player may hold ``number`` more certificates for each company with a president in which they
    hold at least ``percent``.
    """

    percent: int
    number: int
