"""Switches: rules of the standard game that titles play differently, with the usual ones."""

from typing import Annotated, Literal

from companion.rules.data import switches
from companion.titles.schema.fields import (
    Company,
    Count,
    Flag,
    Listed,
    MapHex,
    Percent,
    Whole,
    Word,
    describe,
)
from companion.titles.schema.value_tables import ValueTable

Source = Annotated[Literal["initial", "pool"], Word()]


class OpeningTable(ValueTable[switches.OpeningSwitches]):
    """The opening auction."""

    kind: Annotated[Literal["waterfall", "single", "dealt", "draft", "told"], Word()] = describe(
        "The sale of the privates: an auction of all, auctions one after the other, one "
        "for each player at random, or one that each player takes, the last player first. "
        "Its price is paid; the rest leave the game. Or the table enters who buys which "
        "for how much.",
        "dealt",
        switches.WATERFALL,
    )
    all_pass: Annotated[Literal["privates_pay", "new_round"], Word()] = describe(
        "When all pass on a private after the first: privates pay, or a new stock round "
        "begins with the rest of the auction.",
        "new_round",
        switches.PRIVATES_PAY,
    )
    falling: Count = describe(
        "How many of the first privates fall in price by 5 when all pass.", 2, 1
    )
    bid_step: Annotated[int, Whole(1, 100)] = describe(
        "The number that every bid must be a multiple of.", 5, 1
    )
    highest_bound: Flag = describe(
        "Whether only the highest bid on a private commits money.", True, False
    )
    opener_can_pay: Flag = describe(
        "Whether the next of several auctions is opened by a player who can pay for a private.",
        True,
        False,
    )
    unsold_ends: Flag = describe(
        "Whether a private for which nobody bids leaves the game with all later ones.",
        True,
        False,
    )


class StockTable(ValueTable[switches.StockSwitches]):
    """Stock rounds."""

    first_sales: Count = describe("The first stock round in which shares may be sold.", 1, 2)
    several_from: Annotated[tuple[Source, ...], Listed(0, 2)] = describe(
        "The places from which several shares may be bought in a turn, if their price allows it.",
        ["pool", "initial"],
        (switches.POOL,),
    )
    several_of_one: Flag = describe(
        "Whether these count as the one purchase of the turn.",
        True,
        False,
    )
    capital_paid: Annotated[Literal["at_float", "when_operating"], Word()] = describe(
        "When the bank pays a company its capital.", "when_operating", switches.AT_FLOAT
    )
    first_trades: Count = describe(
        "The first stock round in which players trade privates with each other, 0 for none.", 2, 0
    )
    trade_is_purchase: Flag = describe(
        "Whether a private is bought as the purchase of the buyer's turn, for 1 or more.",
        True,
        False,
    )
    order: Annotated[Literal["sell_buy_sell", "sell_buy", "sell_buy_or_buy_sell"], Word()] = (
        describe(
            "The order of sales and the purchase in a turn: sales before and after it, only before"
            " it, or either all before it or all after it.",
            "sell_buy",
            switches.SELL_BUY_SELL,
        )
    )
    one_block: Flag = describe(
        "Whether a player sells shares of a company only once in a turn.", True, False
    )
    rest_to_pool: Flag = describe(
        "Whether the unsold shares of a company go to the pool when it floats.", True, False
    )
    removes_from_pool: Flag = describe(
        "Whether a share leaves the game from the pool when somebody who is not president buys"
        " one. If it is the one that they buy, they pay nothing.",
        True,
        False,
    )
    initial_price: Annotated[Literal["par", "market"], Word()] = describe(
        "The price of shares of the initial offering.", "market", switches.PAR
    )
    sale_fall: Annotated[
        Literal[
            "row_per_share",
            "left_per_share",
            "row_per_sale",
            "left_per_sale",
            "row_of_president",
            "left_of_president",
            "none",
        ],
        Word(),
    ] = describe(
        "How a sale moves the price, down a row or to the left: once for each share, once for each"
        " sale, once for each sale by the president, or not.",
        "left_per_share",
        switches.ROW_PER_SHARE,
    )
    pool_falls: Flag = describe(
        "Whether the price of a company moves to the left at the end of a stock round, if "
        "shares of it are in the pool.",
        True,
        False,
    )

    sold_out_rises: Flag = describe(
        "Whether the price of a company moves up at the end of a stock round, if all its shares are"
        " with players.",
        False,
        True,
    )
    sold_from: Annotated[Literal["start", "float", "operation"], Word()] = describe(
        "When shares of a company may first be sold: once it is started, once it floats, or once it"
        " has begun its first operating turn.",
        "operation",
        switches.START,
    )


class DividendTable(ValueTable[switches.DividendSwitches]):
    """The move of a price at a dividend: to the right with one, to the left without."""

    multiples: Annotated[tuple[Count, ...], Listed(0, 10)] = describe(
        "The multiples of the price that each move it one space to the right, if the "
        "dividend reaches them; otherwise any dividend moves it one space.",
        [1, 2],
        (),
    )
    above: Flag = describe("Whether the dividend must exceed them.", True, False)
    less_falls: Flag = describe(
        "Whether the price moves to the left if the dividend reaches none of them.", True, False
    )
    stays_from: Percent = describe(
        (
            "The percentage of the price from which a smaller dividend no longer moves it, 0 "
            "for none."
        ),
        50,
        0,
    )
    half: Annotated[Literal["never", "moves", "stays"], Word()] = describe(
        "Whether half of the revenue may be paid, and whether the price then moves as at any"
        " dividend or stays. The company keeps half, rounded down to a multiple of 10.",
        "stays",
        switches.NEVER,
    )
    withheld: Annotated[Literal["left", "stays"], Word()] = describe(
        "Whether the price moves to the left or stays when a company keeps its revenue.",
        "stays",
        switches.LEFT,
    )
    not_run: Annotated[Literal["left", "stays"], Word()] = describe(
        "Whether the price moves to the left or stays when a company has no revenue.",
        "stays",
        switches.LEFT,
    )


class OperatingTable(ValueTable[switches.OperatingSwitches]):
    """Operating rounds."""

    home_chosen: Annotated[Literal["at_first_turn", "with_first_tile"], Word()] = describe(
        "When a company with several possible cities chooses its home.",
        "at_first_turn",
        switches.FIRST_TILE,
    )
    closed_homes: Flag = describe(
        "Whether no other company places a token in a company's home.", True, False
    )
    closed_hexes: dict[MapHex, Company] = describe(
        "Hexes where nobody lays track before this company has its home token.",
        {"H13": "NZO"},
        {},
    )
    home_placed: Annotated[
        Literal["at_first_turn", "at_round_start", "at_float", "at_start"], Word()
    ] = describe(
        "When companies place their home tokens: at their first turn, all that are floated at the"
        " start of each operating round, when they float, or when they are started.",
        "at_round_start",
        switches.FIRST_TURN,
    )
    track: Annotated[Literal["permissive", "semi_restrictive"], Word()] = describe(
        "Whether an upgrade must give its company new track, or a city or town of another value.",
        "semi_restrictive",
        switches.PERMISSIVE,
    )

    token_distance: Flag = describe(
        "Whether a token costs its price for each hex from the company's nearest token on.",
        True,
        False,
    )


class OwnShareTable(ValueTable[switches.OwnShareSwitches]):
    """Companies that sell shares of their treasury to the pool, and buy them back."""

    any_time: Flag = describe(
        "Whether they do so at any moment of their turns, not in a step of its own.", True, False
    )
    once: Flag = describe("Whether they do so once in a turn, before its dividend.", True, False)
    sales_apart: Flag = describe(
        "Whether the price falls for each of two sales in a turn by itself, not as for one sale.",
        True,
        False,
    )
    ledges: Flag = describe("Whether the price falls just to a ledge.", True, False)
    freely_for_train: Flag = describe(
        "Whether they sell for a required train as at any other time, even in vain.", True, False
    )
