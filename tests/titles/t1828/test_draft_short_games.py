"""Two short games by the draft, told step by step.

All figures were worked out by hand with a sheet, from the rules and the printed map and market.
"""

from companion.rules.core.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    Pass,
    RunTrains,
    SetPar,
    StartCompany,
)
from companion.rules.shares.holdings import INITIAL
from companion.titles.t1828.merger_choices import PayForShare
from companion.titles.t1828.merger_conditions import MergeCompanies
from tests.support.positions import Position
from tests.titles.t1828.test_draft_auction import draft

BALTIMORE, ATLANTIC_CITY, GRAND_RAPIDS, MUSKEGON = "I19.0", "I23.0", "D4.0", "C5.0"


def do(game: Position, *actions: Action) -> None:
    """Each action, after the questions about chances that nobody uses here."""
    for action in actions:
        while game.waiting() == "chance":
            actor = game.rules.actor(game.state)
            assert actor
            game.do(Pass(actor))
        game.do(action)


def cash(game: Position) -> list[int]:
    return [game.state.cash[player] for player in game.rules.seats]


def buys(game: Position, *turns: str) -> None:
    """Buy from the IPO: "p1 B&O" is 10% of B&O for P1, and "p1" alone is a pass."""
    for turn in turns:
        player, _, company = turn.partition(" ")
        do(game, BuyShare(player, company, INITIAL) if company else Pass(player))


def percents(game: Position, company: str) -> list[int]:
    owners = (*game.rules.seats, INITIAL, company)
    return [game.percent(company, owner) for owner in owners]


def round_name(game: Position) -> tuple[str, int, int]:
    at = game.state.round
    return at.kind, at.number, at.part


def test_six_players_hold_the_auction_float_the_b_and_o_and_operate_twice() -> None:
    game = draft(6)
    # the auction: example (f) with six players
    do(game, Bid("p1", "B&O", 205), Bid("p2", "C&StL", 45), BuyPrivate("p3", "SVN"))
    assert cash(game) == [500, 455, 480, 500, 500, 500]
    do(game, *map(Pass, ("p4", "p5", "p6", "p1", "p2", "p3")))
    assert cash(game) == [500, 465, 485, 500, 500, 500]  # C&StL pays 10, SVN 5
    assert game.rules.sale.price(game.state) == 75
    do(game, BuyPrivate("p4", "D&H"), Bid("p5", "M&H", 125), BuyPrivate("p6", "C&P"))
    do(game, BuyPrivate("p1", "E&K"), BuyPrivate("p2", "C&A"), SetPar("p1", "B&O", 86))
    assert cash(game) == [175, 305, 485, 425, 375, 420]
    assert game.percent("PRR", "p2") == 10

    # the first stock round begins after the last who bought: P3
    buys(game, "p3 B&O", "p4 B&O", "p5", "p6", "p1 B&O", "p2 B&O")
    assert game.state.companies["B&O"].floated and game.state.cash["B&O"] == 860
    assert percents(game, "B&O") == [30, 10, 10, 10, 0, 0, 40, 0]
    assert cash(game) == [89, 219, 399, 339, 375, 420]
    buys(game, "p3", "p4", "p5", "p6", "p1", "p2")

    # the first operating round: 20 + 25, 10 + 25, 5, 15, 20; the C&P lays nothing
    assert cash(game) == [134, 254, 404, 354, 395, 420]
    do(game, Pass("C&P"), LayTile("B&O", "I21", "9", 1))
    assert game.state.cash["B&O"] == 780
    do(game, BuyTrain("B&O", "2-0", 80))
    assert game.state.privates["B&O"] == "gone"
    assert game.at("B&O") == 82  # left from 86: it has earned nothing
    do(game, BuyTrain("B&O", "2-1", 80), Pass("B&O"))
    assert game.state.cash["B&O"] == 620

    # the second stock round, in the order of the last passes
    assert game.state.order == ("p5", "p6", "p3", "p4", "p1", "p2")
    buys(game, "p5", "p6", "p3", "p4", "p1", "p2")

    # the second operating round: 20, 10 + 25, 5, 15, 20; B&O runs for 30 + 10
    assert cash(game) == [154, 289, 409, 369, 415, 420]
    route = ("2-0", (BALTIMORE, "I21", ATLANTIC_CITY))
    do(game, Pass("C&P"), Pass("B&O"), RunTrains("B&O", (route,)), Dividend("B&O", "pay"))
    do(game, Pass("B&O"))
    assert cash(game) == [166, 293, 413, 373, 415, 420]
    assert (game.state.cash["B&O"], game.at("B&O")) == (620, 86)


def test_three_players_merge_the_b_and_o_and_the_gt() -> None:
    game = draft(3)
    # the auction: all at their face values
    privates = ("SVN", "C&StL", "D&H", "C&P", "M&H", "E&K", "C&A", "B&O")
    for number, private in enumerate(privates):
        do(game, BuyPrivate(game.rules.seats[number % 3], private))
    do(game, SetPar("p2", "B&O", 67))
    assert cash(game) == [640, 540, 700]

    # the first stock round: P3 begins
    buys(game, "p3")
    do(game, StartCompany("p1", "GT", 67))
    buys(game, "p2 B&O", "p3 GT", "p1 GT", "p2 B&O", "p3 B&O", "p1 GT", "p2 B&O")
    assert (game.state.companies["B&O"].floated, game.state.cash["B&O"]) == (True, 670)
    buys(game, "p3", "p1 GT", "p2")
    assert (game.state.companies["GT"].floated, game.state.cash["GT"]) == (True, 670)
    assert cash(game) == [305, 339, 566]
    buys(game, "p3", "p1")

    # the first operating round: 5 + 25, 10 + 20 + 25, 15 + 20
    assert cash(game) == [335, 394, 601]
    do(game, Pass("C&P"), LayTile("B&O", "I21", "9", 1), BuyTrain("B&O", "2-0", 80), Pass("B&O"))
    do(game, Pass("GT"), BuyTrain("GT", "2-1", 80), Pass("GT"))
    assert (game.state.cash["B&O"], game.state.cash["GT"]) == (510, 590)
    assert (game.at("B&O"), game.at("GT")) == (64, 64)

    # the second stock round: P2 merges GT into B&O; 64 + 32 is the limit, the path has 91, then 101
    assert game.state.order == ("p3", "p2", "p1")
    do(game, Pass("p3"), MergeCompanies("p2", "B&O", "GT", "p1"))
    # P2 has 5 B&O, P1 5 GT, P3 one of each: 2, 2 and 1 shares; P2 and P1 leave one out
    do(game, PayForShare("p1"))  # it takes the one that P2 left out; 91 − 64
    do(game, PayForShare("p2"))  # now for a GT, with a B&O of the IPO; 91 − 64
    assert cash(game) == [308, 367, 601]
    # P2 directs at the tie of three shares, gives one to the system, and P1 directs it
    assert percents(game, "B&O") == [30, 20, 10, 30, 10]
    assert game.president("B&O") == "p1"
    assert (game.at("B&O"), game.state.cash["B&O"]) == (91, 1100)
    own = game.state.companies["B&O"]
    assert (own.tokens, len(game.state.board.token_stops("B&O")), own.charters) == (4, 2, 1)
    buys(game, "p2", "p1", "p3", "p2")

    # the second operating round: 5 + 25, 10 + 20, 15 + 20; the system runs for 40 + 40
    assert cash(game) == [338, 397, 636]
    runs = (("2-0", (BALTIMORE, "I21", ATLANTIC_CITY)), ("2-1", (GRAND_RAPIDS, MUSKEGON)))
    do(game, Pass("C&P"), Pass("B&O"), RunTrains("B&O", runs), Dividend("B&O", "pay"))
    do(game, Pass("B&O"))
    assert cash(game) == [362, 413, 644]
    assert (game.state.cash["B&O"], game.at("B&O")) == (1108, 101)
