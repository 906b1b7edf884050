"""An export is read in step with its deeds, whichever side asks for passes."""

from __future__ import annotations

import pytest

from companion.exchange import BadFileError, ExportedGame, read_export
from companion.exchange.games_18xx.action_reader import Translator
from companion.exchange.games_18xx.export_file import ExportedAction
from companion.exchange.games_18xx.export_reader import Reader
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.rules.core.actions import (
    Bid,
    BuyPrivate,
    BuyPrivateForCompany,
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
    SellOwnShares,
    SellShares,
    StartCompany,
)
from companion.rules.core.change import Change
from tests.exchange.games_18xx.small_exports import (
    ANN,
    BOB,
    CIS,
    SECOND_ROUND,
    as_bytes,
    auction,
    bid,
    buy,
    by,
    no,
    par,
    sell,
)
from tests.support.imports import import_file
from tests.support.positions import Position
from tests.titles.steam_over_holland.game_start import company, table


def read(*actions):
    return import_file(as_bytes(actions)).actions


def played(*actions):
    return list(ExportedGame(read_export(as_bytes(actions))).play())


def kind_of(game: Position, who: str) -> str:
    if who in game.rules.seats:
        return "player"
    return "company" if who in game.data.privates else "corporation"


def read_on(game: Position, *sent: tuple[str, str, dict[str, object]]) -> list[object]:
    """Our actions for what companies send from a position on: (company, type, fields) each."""
    parts = [
        (ExportedAction(number, type, who, kind_of(game, who), body), True)
        for number, (who, type, body) in enumerate(sent, start=1)
    ]
    seats = {seat: seat for seat in game.rules.seats}
    adapter = site_adapters()[game.data.slug]
    reader = Reader(game.rules, Translator(game.rules, adapter, seats))
    found = list(reader.read(game.state, parts, to_the_end=False))
    return [one.action for one in found if one.action]


# --- stock rounds: who is asked


def test_a_pass_that_ends_a_turn_which_ended_by_itself_is_left_out():
    """Bob has 20 left after the auction: the first turn to buy a share would be Bob's."""
    game = [
        bid(ANN, "SV", 20),
        bid(BOB, "BO", 780),
        bid(CIS, "CS", 40),
        bid(ANN, "DH", 70),
        no(BOB),
        bid(CIS, "MH", 110),
        bid(ANN, "CA", 160),
        par(BOB, "B&O", 67),
    ]
    start = StartCompany("p3", "NYC", 67)
    assert read(*game, par(CIS, "NYC", 67)) == read(*game, no(BOB), par(CIS, "NYC", 67))
    assert read(*game, no(BOB), par(CIS, "NYC", 67))[-1] == start


def test_a_pass_that_only_our_game_waits_for_is_put_in():
    whole = [*auction(), par(ANN, "PRR", 67), no(BOB), no(CIS)]
    assert read(*whole, buy(ANN, "PRR_3")) == read(*whole[:-2], buy(ANN, "PRR_3"))
    found = played(*whole[:-2], buy(ANN, "PRR_3"))
    assert [one.action for one in found if one.put_in] == [Pass("p2"), Pass("p3")]
    assert {one.sent.id for one in found if one.put_in} == {9}, "they come before what is sent then"


def test_a_pass_in_the_export_is_not_left_out_where_both_wait_for_it():
    """Bob may sell in the turn of the purchase; the passes say that it was in the next one."""
    bought = [*SECOND_ROUND, buy(BOB, "B&O_2")]
    sells = sell(BOB, "PRR_2")
    assert read(*bought, sells)[-1] == SellShares("p2", "PRR", 10)
    later = read(*bought, no(BOB), no(CIS), no(ANN), sells)
    assert later[-4:] == [Pass("p2"), Pass("p3"), Pass("p1"), SellShares("p2", "PRR", 10)]


def test_a_pass_after_the_last_deed_is_read_or_left_out():
    assert read(*SECOND_ROUND, no(BOB))[-1] == Pass("p2")
    assert read(*SECOND_ROUND, no(CIS)) == read(*SECOND_ROUND)


def test_a_pass_of_a_player_after_our_round_has_ended_is_left_out():
    """The other site asks Bob, who bought last, once more than our game does."""
    ended = [*SECOND_ROUND, no(BOB), no(CIS), no(ANN)]
    lay = by("PRR", "lay_tile", hex="H14", tile="9-0", rotation=1)
    assert read(*ended, no(BOB), lay) == read(*ended, lay)
    assert read(*ended, no(BOB), no(CIS), lay)[-1] == LayTile("PRR", "H14", "9", 1)


def test_passes_that_are_put_in_end_no_stock_round_that_the_file_is_still_in():
    """Nobody sells in the first round. No company has floated, so passes alone lead to the next."""
    first = [*auction(), par(ANN, "PRR", 67), no(BOB), buy(CIS, "B&O_1")]
    sells = sell(CIS, "B&O_1")
    with pytest.raises(BadFileError, match=f"Action {len(first) + 1} "):
        read(*first, sells)
    ended = [no(ANN), no(BOB), no(CIS), no(ANN), no(BOB)]
    assert read(*first, *ended, sells)[-1] == SellShares("p3", "B&O", 10)


# --- auctions: who is asked


def test_a_bidder_who_cannot_raise_may_be_left_out():
    """Ann has bid 165 on the C&A, and cannot go above Bob's 790."""
    before = [
        bid(ANN, "CA", 165),
        bid(BOB, "CA", 790),
        bid(CIS, "SV", 20),
        bid(ANN, "CS", 40),
        no(BOB),
        bid(CIS, "DH", 70),
        bid(ANN, "MH", 110),
    ]
    after = [no(BOB), bid(CIS, "BO", 220)]
    assert read(*before, *after) == read(*before, no(ANN), *after)
    assert played(*before, *after)[-1].state.privates["CA"] == "p2"


@pytest.mark.parametrize("asked", [True, False])
def test_a_player_with_less_than_the_least_bid_is_out_whether_the_site_asks_or_not(asked):
    """Ann wins the first and Cis the second of the drawn KKI, VES and W, with all their money.

    So Cis, whose turn it is, does not open the third.
    """
    spare = [[no(BOB), no(CIS)], [no(ANN)], [no(CIS), no(ANN)]] if asked else [[], [], []]
    game = [
        bid(ANN, "KKI", 396),
        *spare[0],
        no(BOB),
        bid(CIS, "VES", 390),
        *spare[1],
        *spare[2],
        bid(BOB, "W", 100),
    ]
    found = import_file(as_bytes(game, title="Steam Over Holland")).actions
    assert found == [Bid("p1", "KKI", 396), Pass("p2"), Bid("p3", "VES", 390), Bid("p2", "W", 100)]


def test_a_private_that_must_be_taken_for_nothing_is_taken():
    """The other site hands it over when all have passed as often as its price falls to nothing."""
    passes = [no(ANN), no(BOB), no(CIS)] * 4
    found = played(*passes, bid(BOB, "CS", 40))
    assert [one.action for one in found if one.put_in] == [BuyPrivate("p1", "SV")]
    assert found[-1].state.privates["SV"] == "p1"
    assert found[-1].action == BuyPrivate("p2", "CS")
    dear = played(*passes[:-3], bid(ANN, "SV", 5))
    assert dear[-1].action == BuyPrivate("p1", "SV")


def test_no_pass_brings_a_deed_about_that_is_not_legal():
    with pytest.raises(
        BadFileError, match=r"Action 8 \(par by Bob\) is not allowed: \$66 is not a par"
    ):
        read(*auction(), par(BOB, "PRR", 66))


def test_a_player_who_passes_must_be_in_the_game():
    with pytest.raises(BadFileError, match=r"Action 1 \(pass by 99\) names the player 99"):
        read(by(99, "pass"))
    with pytest.raises(BadFileError, match=r"Action 1 \(pass by XYZ\) names the company XYZ"):
        read(by("XYZ", "pass"))


# --- operating turns: which step a pass ends


def at_tokens() -> Position:
    """The NCS, without a train, may place a token in Arnhem."""
    game = table(3, any_time=True).phase("3")
    company(game, "NCS", 100, "p1", p1=60)
    company(game, "AR", 65, "p2", p2=20)
    game.tile("H9", "15", 3).tile("H11", "9", 1).tile("H13", "57", 1)
    return game.operating("NCS", "token", lays=(("H11", "yellow"), ("H13", "yellow")))


PASS = ("NCS", "pass", {})
TOKEN = ("NCS", "place_token", {"city": "H13-0-0"})
SALE = ("NCS", "sell_shares", {"shares": ["NCS_5"], "percent": 10})
TRAIN = ("NCS", "buy_train", {"train": "3-0", "price": 200, "variant": "3"})
OTHERS = ("AR", "lay_tile", {"tile": "57-0", "hex": "J7", "rotation": 0})

PLACED, SOLD, BOUGHT = (
    PlaceToken("NCS", "H13.0"),
    SellOwnShares("NCS", 10),
    BuyTrain("NCS", "3-0", 200),
)


def test_a_pass_before_what_the_game_waits_for_is_left_out():
    """The other site asked whether more track was laid; here the token is waited for."""
    assert at_tokens().waiting() == "token"
    assert read_on(at_tokens(), PASS, TOKEN) == [PLACED]


def test_a_pass_before_what_comes_after_ends_the_step():
    assert read_on(at_tokens(), PASS, TRAIN) == [Pass("NCS"), BOUGHT]
    assert read_on(at_tokens(), TRAIN) == [Pass("NCS"), BOUGHT]


def test_a_pass_more_than_there_are_steps_is_left_out():
    assert read_on(at_tokens(), PASS, PASS, TRAIN) == [Pass("NCS"), BOUGHT]


def test_a_pass_is_held_back_over_a_deed_that_may_be_done_at_any_moment():
    assert read_on(at_tokens(), PASS, SALE, TOKEN) == [SOLD, PLACED]
    assert read_on(at_tokens(), PASS, SALE, TRAIN) == [Pass("NCS"), SOLD, BOUGHT]


def test_a_private_bought_may_be_bought_before_or_after_the_step_that_waits_for_it():
    """The last step of a turn waits for privates, but they are bought in every step."""
    game = company(table(3, any_time=True).phase("3"), "NCS", 100, "p1", p1=60).privates(KKI="p2")
    game.operating("NCS", "trains", tokens=1)
    private = ("NCS", "buy_company", {"company": "KKI", "price": 40})
    assert read_on(game, PASS, private, TRAIN) == [BuyPrivateForCompany("NCS", "KKI", 40), BOUGHT]
    assert read_on(game, PASS, private) == [Pass("NCS"), BuyPrivateForCompany("NCS", "KKI", 40)]


def test_a_sale_is_made_at_the_price_of_the_moment_in_which_it_was_made():
    """Without a train the price falls when the token step has been passed."""
    game = at_tokens()
    cash = game.state.cash["NCS"]
    for action in read_on(game, PASS, SALE, TRAIN):
        game.do(action)
    assert game.state.cash["NCS"] == cash + 90 - 200


def penniless() -> Position:
    """The NCS must buy a train, and nobody can raise a coin for it."""
    game = company(table(3, any_time=True).phase("3"), "NCS", 100, "p1", cash=0, p1=60, pool=40)
    company(game, "AR", 65, "p2", p2=20)
    game.tile("H9", "15", 3).tile("H11", "9", 1).tile("H13", "57", 1).cash(p1=0)
    return game.operating("NCS", "trains")


def test_the_pass_of_a_company_that_cannot_pay_for_a_train_closes_it():
    lay = LayTile("AR", "J7", "57", 0)
    assert read_on(penniless(), PASS, OTHERS) == [DeclareBankruptcy("p1"), lay]


def test_no_company_is_closed_by_a_pass_that_nobody_sent():
    with pytest.raises(BadFileError, match=r"Action 1 \(lay tile by AR\) is not allowed: NCS has "):
        read_on(penniless(), OTHERS)


# --- privates


def with_free_token() -> Position:
    """The PRR has laid the tile of its D&H, and may place the token that comes with it."""
    game = Position("1830", 3).privates(DH="PRR").close_privates()
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 1000)
    return game.operating("PRR").do(LayTile("PRR", "F16", "57", 1, "DH"))


def test_a_private_passes_for_its_owner():
    buy = ("PRR", "buy_train", {"train": "2-0", "price": 80, "variant": "2"})
    done = [Pass("PRR"), BuyTrain("PRR", "2-0", 80)]
    assert read_on(with_free_token(), ("DH", "pass", {}), buy) == done
    assert read_on(with_free_token(), ("DH", "pass", {}), ("PRR", "pass", {}), buy) == done


def test_a_free_token_declined_leaves_the_one_that_is_paid_for():
    game = with_free_token().tile("H14", "57", 1)
    token = ("PRR", "place_token", {"city": "H14-0-0"})
    assert read_on(game, ("DH", "pass", {}), token) == [PlaceToken("PRR", "H14.0")]


def test_a_private_s_tile_laid_late_and_its_token_declined():
    game = Position("1830", 3, privates_any_time=True).privates(DH="PRR").close_privates()
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 1000).operating("PRR", "trains")
    buy = ("PRR", "buy_train", {"train": "2-0", "price": 80, "variant": "2"})
    lay = ("DH", "lay_tile", {"hex": "F16", "tile": "57-0", "rotation": 1})
    late = LayTile("PRR", "F16", "57", 1, "DH")
    train = BuyTrain("PRR", "2-0", 80)
    assert read_on(game, lay, ("DH", "pass", {}), buy) == [late, Pass("PRR"), train]
    token = ("DH", "place_token", {"city": "57-0-0", "slot": 0})
    assert read_on(game, lay, token, buy) == [late, PlaceToken("PRR", "F16.0", "DH"), train]


# --- a home that another company names


@pytest.mark.parametrize("sender", ["NYC", "ERIE"])
def test_a_player_who_lays_the_first_tile_on_a_home_sends_where_its_token_goes(sender):
    """ERIE has begun on bare ground; the NYC lays there and says which city is ERIE's."""
    game = Position("1830", 3, home_when_laid=True).close_privates()
    game.started("ERIE", 67, "p2", p2=60).floated("ERIE", 700, home=False)
    game.started("NYC", 67, "p1", p1=60).floated("NYC", 1000)
    game.operating("ERIE").tile("D12", "8", 4).token("D14.0", "NYC").phase("3")
    change = Change(game.state)
    game.rules.begin_turn(change, "ERIE")
    game.operating("NYC")
    lay = ("NYC", "lay_tile", {"hex": "E11", "tile": "59-0", "rotation": 3})
    token = (sender, "place_token", {"city": "59-0-1", "slot": 0, "tokener": "ERIE"})
    done = [LayTile("NYC", "E11", "59", 3), PlaceToken("ERIE", "E11.1")]
    assert read_on(game, lay, token) == done


# --- runs of no train


NOTHING = ("NCS", "run_routes", {"routes": []})


def test_a_run_of_no_train_does_nothing_where_no_run_is_waited_for():
    assert read_on(at_tokens(), PASS, NOTHING, TRAIN) == [Pass("NCS"), BOUGHT]


def test_a_run_of_no_train_is_one_where_a_run_is_waited_for():
    game = at_tokens().trains("NCS", "3")
    assert read_on(game, PASS, NOTHING, TRAIN)[:2] == [Pass("NCS"), RunTrains("NCS")]


def test_a_run_of_a_train_that_is_not_waited_for_is_refused():
    chain = {"train": "3-0", "connections": [["H9", "H11", "H13"]]}
    with pytest.raises(BadFileError, match="names the train 3-0, which nobody has bought"):
        read_on(at_tokens(), ("NCS", "run_routes", {"routes": [chain]}))
