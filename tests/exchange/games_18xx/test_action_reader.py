"""Each kind of an export's actions becomes ours, as the state of the game asks."""

from __future__ import annotations

import pytest

from companion.exchange import (
    BadFileError,
    ExportedGame,
    IllegalActionError,
    read_export,
)
from companion.rules.core.actions import (
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
    SellShares,
    SetPar,
    StartCompany,
)
from tests.exchange.games_18xx.small_exports import (
    ANN,
    BOB,
    CIS,
    FIRST_OPERATION,
    SECOND_ROUND,
    as_bytes,
    auction,
    bid,
    buy,
    by,
    by_private,
    floated,
    no,
    par,
    sell,
)
from tests.support.imports import import_file


def read(*actions):
    return import_file(as_bytes(actions)).actions


def last(*actions):
    return read(*actions)[-1]


def state(*actions):
    """The game after the actions."""
    game = ExportedGame(read_export(as_bytes(actions)))
    return list(game.play())[-1].state


def fault(*actions) -> str:
    with pytest.raises(BadFileError) as caught:
        read(*actions)
    return str(caught.value)


# --- the sale of privates


def test_a_bid_at_its_price_buys_the_private_on_offer():
    assert read(bid(ANN, "SV", 20), bid(BOB, "CS", 40)) == [
        BuyPrivate("p1", "SV"),
        BuyPrivate("p2", "CS"),
    ]


def test_a_bid_on_another_private_is_a_bid():
    assert last(bid(ANN, "CA", 165)) == Bid("p1", "CA", 165)


def test_a_bid_on_the_private_being_auctioned_is_a_bid():
    game = [bid(ANN, "CS", 45), bid(BOB, "CS", 50), bid(CIS, "SV", 20), bid(ANN, "CS", 55)]
    assert last(*game) == Bid("p1", "CS", 55)
    assert state(*game, no(BOB)).privates["CS"] == "p1"


def test_the_private_on_offer_costs_what_it_costs():
    assert fault(bid(ANN, "SV", 25)) == ("Action 1 (bid by Ann) pays 25 for SV, which costs $20.")
    fallen = [no(ANN), no(BOB), no(CIS)]
    assert last(*fallen, bid(ANN, "SV", 15)) == BuyPrivate("p1", "SV")


def test_a_par_price_is_named_or_a_company_started():
    assert last(*auction()) == SetPar("p3", "B&O", 100)
    assert last(*auction(), par(ANN, "PRR", 67)) == StartCompany("p1", "PRR", 67)


# --- shares


def test_a_share_never_sold_is_bought_from_the_initial_offering():
    assert last(*auction(), par(ANN, "PRR", 67), buy(BOB, "PRR_2")) == BuyShare(
        "p2", "PRR", "initial"
    )


def test_a_share_that_was_sold_is_bought_from_the_pool():
    game = [*SECOND_ROUND, sell(BOB, "PRR_2"), buy(BOB, "B&O_2"), no(BOB)]
    assert read(*game)[-3:-1] == [SellShares("p2", "PRR", 10), BuyShare("p2", "B&O", "initial")]
    assert last(*game, buy(CIS, "PRR_2")) == BuyShare("p3", "PRR", "pool")
    assert last(*game, buy(CIS, "PRR_6")) == BuyShare("p3", "PRR", "initial")


def test_a_sale_that_does_not_say_how_much_comes_to_what_its_certificates_do():
    sale = by(BOB, "sell_shares", shares=["PRR_2", "PRR_4"])
    assert last(*SECOND_ROUND, sale) == SellShares("p2", "PRR", 20)


def test_a_player_who_acts_may_be_known_by_the_name_alone():
    sale = {"type": "sell_shares", "entity": BOB, "shares": ["PRR_2"], "percent": 10}
    assert last(*SECOND_ROUND, sale) == SellShares("p2", "PRR", 10)
    swap = {"type": "buy_shares", "entity": "MH", "shares": ["NYC_1"], "percent": 10}
    assert last(*SECOND_ROUND, swap) == ExchangePrivate("p1", "MH", "initial")
    lay = {key: value for key, value in FIRST_OPERATION[0].items() if key != "entity_type"}
    assert last(*floated(), lay) == LayTile("PRR", "H10", "57", 1)


def test_a_share_that_came_with_a_private_is_not_of_the_initial_offering_any_more():
    game = [*SECOND_ROUND, sell(BOB, "PRR_1"), buy(BOB, "B&O_2"), no(BOB)]
    assert last(*game, buy(CIS, "PRR_1")) == BuyShare("p3", "PRR", "pool")


def test_a_private_is_exchanged_by_its_owner():
    game = [*SECOND_ROUND, by_private("MH", "buy_shares", shares=["NYC_1"], percent=10)]
    assert last(*game) == ExchangePrivate("p1", "MH", "initial")
    after = state(*game)
    assert after.privates["MH"] == "gone"
    assert "p1" in {after.certificates[f"NYC_{n}"] for n in range(1, 9)}


def test_several_certificates_in_one_purchase_are_refused():
    many = by(BOB, "buy_shares", shares=["PRR_2", "PRR_3"], percent=20)
    assert "buys several certificates" in fault(*auction(), par(ANN, "PRR", 67), many)


# --- the operating turn


def test_a_company_lays_places_and_buys():
    assert read(*SECOND_ROUND)[-5:] == [
        LayTile("PRR", "H10", "57", 1),
        PlaceToken("PRR", "H10.0"),
        BuyTrain("PRR", "2-0", 80),
        BuyTrain("PRR", "2-1", 80),
        Pass("PRR"),
    ]


def test_a_token_goes_where_the_copy_of_the_tile_lies():
    """The copy is named by the export; here the third copy is the first one laid."""
    lay = by("PRR", "lay_tile", hex="H10", tile="57-2", rotation=1)
    game = [*floated(), lay, by("PRR", "place_token", city="57-2-0", slot=0)]
    assert last(*game) == PlaceToken("PRR", "H10.0")
    lost = [*floated(), lay, by("PRR", "place_token", city="57-1-0", slot=0)]
    assert "places a token in 57-1-0, which is not on the map" in fault(*lost)


def test_a_token_may_name_a_printed_hex():
    token = by("PRR", "place_token", city="H12-0-0", slot=0)
    with pytest.raises(IllegalActionError) as caught:
        read(*floated(), FIRST_OPERATION[0], token)
    assert "token.hex" in [refusal.code for refusal in caught.value.refusals]


def test_a_city_that_a_tile_has_not_is_named():
    token = by("PRR", "place_token", city="57-0-1", slot=0)
    assert "H10 has 1 cities" in fault(*floated(), FIRST_OPERATION[0], token)


SECOND_OPERATION = [*SECOND_ROUND, no(BOB), no(CIS), no(ANN)]
RUN = by(
    "PRR",
    "run_routes",
    routes=[
        {
            "train": "2-1",
            "connections": [["H12", "H10"]],
            "hexes": ["H12", "H10"],
            "revenue": 999,
        }
    ],
)


def test_a_run_is_reckoned_from_the_map():
    game = [*SECOND_OPERATION, no("PRR"), RUN, by("PRR", "dividend", kind="payout")]
    run, dividend = read(*game)[-2:]
    assert run == RunTrains("PRR", (("2-1", ("H12.0", "H10.0")),))
    assert dividend == Dividend("PRR", "pay")
    before, after = state(*game[:-1]), state(*game)
    assert after.round.turn.revenue == 30
    assert after.cash["p1"] - before.cash["p1"] == 12


def test_withheld_revenue_is_withheld():
    game = [*SECOND_OPERATION, no("PRR"), RUN, by("PRR", "dividend", kind="withhold")]
    assert last(*game) == Dividend("PRR", "withhold")


@pytest.mark.parametrize(
    "route",
    [
        {"connections": [["H12", "H10"]]},
        {"hexes": ["H12", "H10"], "revenue": 30},
        {"connections": [], "hexes": ["H10", "H12"], "revenue": 7},
        {"connections": [["H10", "H12"]], "nodes": None},
        {"connections": [["H12", "H10"]], "nodes": ["H12-0", "H10-0"], "halts": 0, "subsidy": 0},
    ],
)
def test_a_route_is_read_in_whatever_form_a_file_of_its_time_has_it(route):
    run = by("PRR", "run_routes", routes=[{"train": "2-1", **route}])
    (ran,) = last(*SECOND_OPERATION, no("PRR"), run).routes
    assert ran[0] == "2-1"
    assert set(ran[1]) == {"H12.0", "H10.0"}


def test_a_train_that_does_not_run_is_left_out():
    idle = [
        {"train": "2-0", "connections": [], "hexes": [], "revenue": 0},
        {"train": "2-0", "hexes": ["H12"]},
    ]
    run = by("PRR", "run_routes", routes=[*idle, RUN["routes"][0]])
    assert [train for train, _ in last(*SECOND_OPERATION, no("PRR"), run).routes] == ["2-1"]


def test_hexes_of_stops_that_no_track_joins_are_refused():
    run = by("PRR", "run_routes", routes=[{"train": "2-1", "hexes": ["H12", "H16"]}])
    assert "runs where there is no route: H12-H16" in fault(*SECOND_OPERATION, no("PRR"), run)


def test_a_route_of_hexes_without_track_is_refused():
    route = {"train": "2-0", "connections": [["H12", "G11", "F10"]]}
    run = by("PRR", "run_routes", routes=[route])
    assert "run routes by PRR" in fault(*SECOND_OPERATION, no("PRR"), run)


def test_a_train_nobody_bought_cannot_run():
    route = {"train": "2-5", "connections": [["H12", "H10"]]}
    run = by("PRR", "run_routes", routes=[route])
    assert "names the train 2-5, which nobody has bought" in fault(
        *SECOND_OPERATION, no("PRR"), run
    )


def test_trains_are_known_by_type_and_owner_not_by_number():
    """The export may number its trains otherwise: any number of a type is the next one for sale."""
    game = [*floated(), no("PRR"), by("PRR", "buy_train", train="2-4", price=80, variant="2")]
    assert last(*game) == BuyTrain("PRR", "2-0", 80)


def test_a_request_to_the_site_does_nothing_but_carries_its_actions():
    ask = by(ANN, "program_buy_shares", corporation="PRR")
    game = [
        *auction(),
        {**ask, "auto_actions": [par(ANN, "PRR", 67), buy(BOB, "PRR_2")]},
    ]
    assert read(*game)[-2:] == [StartCompany("p1", "PRR", 67), BuyShare("p2", "PRR", "initial")]


def notes(*actions) -> str:
    return " ".join(import_file(as_bytes(actions)).notes)


def test_an_action_without_effect_is_named_in_words():
    talk = [by(ANN, kind) for kind in ("log", "program_disable", "message", "log")]
    said = notes(*talk, bid(ANN, "SV", 20))
    assert "no effect in the game: log (2), message (1), program disable (1)." in said


def test_an_action_of_an_unknown_kind_is_left_out_and_named():
    strange = by(ANN, "assign_hexes", hex="H10")
    assert read(strange, bid(ANN, "SV", 20), strange) == [BuyPrivate("p1", "SV")]
    said = notes(strange, bid(ANN, "SV", 20), strange, by(BOB, "log"))
    assert "Left out, because these kinds are not known here: assign hexes (2)." in said
    assert "Left out, because they have no effect in the game: log (1)." in said


def test_when_an_action_fails_what_was_left_out_before_it_is_named_too():
    strange = by(ANN, "assign_hexes", hex="H10")
    assert "assign" not in fault(bid(ANN, "SV", 21), strange)
    said = fault(strange, bid(ANN, "SV", 21))
    assert said.startswith("Action 2 (bid by Ann) pays 21 for SV")
    left_out = "Action 1 (assign hexes by Ann) before it was left out: its kind is not known here."
    assert said.endswith(left_out)


# --- games that are not over


def test_a_game_that_goes_on_is_read_up_to_where_it_stands():
    """No pass is put in after the last action."""
    game = [*floated(), by("PRR", "lay_tile", hex="H10", tile="57-0", rotation=1)]
    imported = import_file(as_bytes(game, status="active"))
    assert imported.actions[-1] == LayTile("PRR", "H10", "57", 1)
    assert state(*game).round.operating.company == "PRR"


@pytest.mark.parametrize("undone", [True, False])
def test_a_game_that_a_player_ended_stands_where_they_ended_it(undone):
    end = [by(ANN, "end_game"), *([by(ANN, "undo")] if undone else [])]
    game = ExportedGame(read_export(as_bytes([*floated(), *end], status="finished")))
    assert game.over is undone
    imported = import_file(as_bytes([*floated(), *end], status="finished"))
    if not undone:
        assert imported.actions == read(*floated())
        assert "no effect in the game: end game (1)." in " ".join(imported.notes)


# --- what cannot be read


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (by(99, "pass"), "the player 99, who is not in this game"),
        (bid(ANN, "XX", 20), "the private XX, which is not in this game"),
        (by("XYZ", "pass"), "the company XYZ, which is not in this game"),
        (by(ANN, "par", corporation="XYZ", share_price="67,0,6"), "the company XYZ"),
        (by(ANN, "par", corporation="PRR", share_price="much"), "not a number"),
        (by(ANN, "buy_shares", shares=[], percent=10), "certificates of one company"),
        (by(ANN, "buy_shares", percent=10), "has no shares"),
        (by(ANN, "bid", company="SV"), "has no price, which must be a whole number"),
        (by(ANN, "bid", company="SV", price=True), "has no price, which must be a whole number"),
        (by(ANN, "bid", price=20), "has no company"),
        (by("PRR", "lay_tile", hex="H10", tile="57-0", rotation=7), "turns the tile by 7"),
        (by("PRR", "lay_tile", hex="H10", tile="57-0"), "has no rotation"),
        (by("PRR", "run_routes", routes="all"), "has no routes"),
        (by("PRR", "run_routes", routes=[{"connections": 3}]), "connections"),
        (by("PRR", "buy_train", train="9-0", price=80), "the bank has none left"),
        (by("PRR", "bankrupt"), "the company has none"),
        (by_private("DH", "lay_tile", hex="F16", tile="57-0", rotation=1), "no company owns"),
    ],
)
def test_an_action_that_names_what_is_not_there_is_refused_by_its_number(action, says):
    found = fault(action)
    assert found.startswith("Action 1 (")
    assert says in found


def test_an_illegal_action_is_named_with_every_reason():
    with pytest.raises(IllegalActionError) as caught:
        read(*auction(), par(ANN, "PRR", 999))
    assert "Action 8 (par by Ann) is not allowed: $999 is not a par price" in str(caught.value)
    assert "Ann has $670" in str(caught.value)
    assert caught.value.sent.id == 8


def test_an_action_at_the_wrong_time_is_told_what_the_game_waits_for():
    said = fault(bid(ANN, "SV", 20), by("PRR", "dividend", kind="payout"))
    assert said.startswith("Action 2 (dividend by PRR) is not allowed: It is now time for")
    assert said.endswith(" It is the turn of Bob.")
    said = fault(*SECOND_ROUND, by("NYC", "dividend", kind="payout"))
    assert "It is now time for running trains (" in said
    assert said.endswith(" It is the turn of PRR.")


def test_a_train_is_given_up_by_the_export_s_name():
    action = by("PRR", "discard_train", train="2-1")
    with pytest.raises(IllegalActionError):
        read(*SECOND_ROUND[:-1], action)
    game = ExportedGame(read_export(as_bytes(SECOND_ROUND)))
    assert DiscardTrain("PRR", "2-1").train in list(game.play())[-1].state.trains
