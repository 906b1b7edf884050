"""Screens of 1839: what a tap on them is called, in the auction and where somebody is asked."""

import re
from contextlib import closing

import pytest

from companion.rules.core.actions import (
    BuyPrivate,
    BuyShare,
    DiscountPrivate,
    NameHome,
    Pass,
    SellOwnShares,
    SellShares,
    SetPar,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.core.state import LAST_RUN, RAN, TrainCard
from companion.rules.explain.receipts import LogRecord, receipt_of
from companion.rules.judge import judge
from companion.titles.t1839.leaving_players import Concede
from companion.titles.t1839.share_sales import RedeemShares
from companion.titles.t1839.title_state import note
from companion.titles.t1839.tokens import SwapTokens
from companion.web import create_app
from tests.support.clients import guest
from tests.support.stored_games import empty_store, store_state
from tests.titles.t1839.game_start import floated, stock_round, table
from tests.titles.t1839.operating_positions import company, moment, turn
from tests.titles.t1839.test_emergency import trainless
from tests.titles.t1839.test_leaving import owing
from tests.titles.t1839.test_operating import broke, poor
from tests.titles.t1839.test_running import ruhr, runs
from tests.titles.t1839.test_tokens import moving, swapping
from tests.titles.t1839.test_trains import over_the_limit


def test_the_auction_offers_every_private_at_its_price_now_and_discounts(shown):
    page = shown(table().do(DiscountPrivate("p1", "SRV"), BuyPrivate("p1", "LP")))
    assert "JJB Buy Buy J J Beijnes, pays 0 · with 10% HIJSM 100" in page
    srv = "Spoorlijn Roosendaal - Vlissingen"
    assert f"SRV Buy Buy {srv}, pays 10 · less 20 80 " in page
    assert f"SRV Discount Discount {srv} · 80 → 60 " in page
    assert "RH Buy" not in page and "RH Rotterdamsche" not in page
    assert "action 1 of 2" in page and "no bids" not in page and "committed" not in page
    assert "AV Albert Voombergh · 30% MSS 240 240 60" in page  # face, now, pays
    bought = table().do(BuyPrivate("p1", "AV")).do(SetPar("p1", "MSS", 82))
    assert "AV Albert Voombergh 240 · 60 owns" in shown(bought)


def test_one_sale_of_several_companies_is_put_together_and_told_before(shown, tmp_path):
    at = stock_round().started("MSS", 74, "p2", p1=20, p2=30, p3=10)
    at.started("NRS", 67, "p2", p1=20, p2=30)
    floated(floated(at, "MSS", 0), "NRS", 0)
    assert "Several in one sale" in shown(at)
    page = shown(at, page="together", sale=["NRS~20", "MSS~10"])
    assert "1. 20% Tap to remove it. 134" in page
    assert "2. 10% Tap to remove it. 74" in page
    assert "Consequences Anneke sold 20% NRS for ƒ134. Anneke sold 10% MSS for ƒ74." in page
    assert "ƒ208" in page
    # what is no sale is left out, and one that may not be sold is no part of it
    assert "1. 10%" in shown(at, page="together", sale=["XYZ~10", "MSS~x", "", "MSS~10"])
    assert "Nothing may be sold now." in shown(table(), page="together")


def test_all_that_does_not_pay_is_one_sale_in_the_order_that_is_tapped(shown):
    """Anneke owes 600 for NWS; her 40% of it and 30% of MSS bring 518."""
    page = shown(owing(600))
    assert "That is not enough. With no other way to pay, Anneke is bankrupt." in page
    assert "In one sale: 40% NWS, 30% MSS Sell 518" in page and "In another order ›" in page
    assert "Anneke must sell all that may be sold before going bankrupt. sell first §8.4.1" in page
    page = shown(owing(600), page="together", sale=["MSS~30"])
    assert "Everything that may be sold goes in one sale. Name the companies in the order" in page
    assert "1. 30% Tap to remove it. 222" in page and "NWS each share 74 40%" in page
    assert "it goes in one sale, 40% NWS, 30% MSS. 1839 §8.4.1" in page
    page = shown(owing(600), page="together", sale=["MSS~30", "NWS~40"])
    assert "Sell shares of several companies ƒ518" in page


def test_sources_of_money_stand_before_the_train_they_are_for(shown):
    at = trainless()
    page = shown(at)
    assert page.index("Own shares that may be sold") < page.index("From the bank")
    page = shown(at.do(SellOwnShares("MSS", 20)))
    assert page.index("Shares to sell") < page.index("From the bank")
    page = shown(at.do(SellShares("p1", "NWS", 20)))
    assert "Shares to sell" not in page and "From the bank" in page


def test_the_debt_of_a_first_train_is_worked_out_before_anything_is_sold(shown):
    at = poor(50)
    page = shown(at)
    assert "AMS takes a train with its first turn. 2 the train 80 treasury of AMS – " in page
    assert "Anneke adds, out of ƒ50 −50 still missing 30 Anneke may raise by sales 376" in page
    assert "That is not enough. With no other way to pay, Anneke is bankrupt." in shown(broke())
    sale = SellShares("p1", "HIJSM", 10)
    done = judge.apply(at.rules, at.state, sale)
    deed = LogRecord(1, sale, done.events, done.entries)
    debt = receipt_of(at.rules, deed, before=at.state, after=done.state).debt
    assert (debt.amount, debt.treasury, debt.adds, debt.lacking) == (80, 0, 50, 30)


def test_the_markets_say_where_companies_begin_and_where_locals_become_majors(shown):
    page = shown(stock_round(), page="market")
    for line in (
        "par to phase Dark Green: 82",
        "par to phase Blue: 74",
        "par in all phases: 67",
        "par in all phases: 20, 31, 46",
        "43, 51, 61 · where a local goes when it becomes a major in phase Dark Red",
        "46, 55, 65 · a local here becomes a major in phase Dark Red",
        "25 · where a local begins that comes from a private",
    ):
        assert line in page, line


def test_barriers_are_told_and_are_none_any_more_from_light_red(shown):
    assert "a barrier: new track cannot meet across it" in shown(moment(), page="map")
    assert "open: no longer a barrier" in shown(moment(phase="Light Red"), page="map")
    assert "a barrier: new track" in shown(moment(phase="Dark Brown"), page="map")


def test_notes_beside_companies_are_told_with_them(shown):
    at = company(moment(phase="Dark Brown"), "AMS", 67, 100).cash(p1=1000)
    at.state.trains["R4-2"] = TrainCard("p2")
    page = shown(at, page="companies")
    assert "A train without a company: R4 Jörg may give it to AMS" in page
    assert "Available locals L1, L2, L3, L4, L5, L6, L7, L8" in page
    assert "Government markers" not in page
    at.do(Concede("p1"))
    page = shown(at, page="companies")
    assert "Government markers 2 – L17, N15" in page
    assert "Out of the game AMS" in page
    assert "Left the game Anneke" in page
    note(Change(at.state), nationalisers=("p1", "p2"))
    assert "Start no company Jörg – in this stock round" in shown(at, page="companies")
    turn(company(at, "HIJSM", director="p2"), "HIJSM")
    assert "Start no company Jörg – in the next stock round" in shown(at, page="companies")
    own = shown(company(moment(), "AMS", 67, 100, operated=False), page="company/AMS")
    assert "has not ended an operating turn: its shares sell for ƒ61" in own


def test_the_part_sold_of_a_company_is_told_until_it_floats(shown):
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=10)
    assert "50% sold; floats at 60%" in shown(at, page="company/MSS")
    assert "floats at" not in shown(floated(at, "MSS"), page="company/MSS")


def test_the_homes_of_a_company_are_named(shown):
    at = stock_round().do(StartCompany("p1", "L8", 31), NameHome("L8", "L3"), NameHome("L8", "B17"))
    assert "homes L3 Middelburg, B17 Drachten & Surhuisterveen " in shown(at, page="company/L8")
    at.state.board = at.state.board.with_token("L3.0", "NS").with_token("D19.0", "NS")
    assert "Government markers 2 – D19, L3 Middelburg " in shown(at, page="companies")


def test_the_topics_allowed_at_the_table_are_told(shown):
    page = shown(table(), page="readings")
    assert "Table talk Players may make binding deals" in page and "(§11)" in page


def test_anybody_may_concede_and_all_may_agree_beside_the_standings(shown):
    page = shown(table(), page="standings")
    assert "All agree who has won" in page
    assert "Concede" in page


def test_a_director_is_told_the_price_after_either_answer(shown):
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=30)
    floated(at, "MSS", 300).do(SellShares("p1", "MSS", 20))
    page = shown(at)
    assert "20% of MSS was sold. Its price is ƒ74, or ƒ61 if it redeems none." in page
    assert "Redeem none" in page
    assert "End the turn" not in page
    assert "Redeem 20% MSS" in shown(at, pick="redeem_shares~MSS~20")


def test_a_choice_outside_the_list_of_the_step_has_a_link(shown):
    at = company(moment(phase="Light Green"), "AMS", 67, 500)
    company(at, "NBDS", 67, 500, director="p2", p2=60)
    at.trains("AMS", "3").trains("NBDS", "3").operating("AMS", "token")
    assert "Swap station markers" in shown(at)
    assert "Swap Roermond for Weert of NBDS" in shown(at, do="swap_tokens")
    picked = {"do": "swap_tokens", "pick": "swap_tokens~AMS~L17.0~NBDS~L13.0"}
    assert "Cancel Swap Roermond for Weert of NBDS ƒ80" in shown(at, **picked)


def test_homes_are_named_with_what_each_will_cost(shown):
    page = shown(stock_round().do(StartCompany("p1", "L1", 31)))
    assert "The amount next to each is the price of that home when the company floats." in page
    assert "Amsterdam G10 80" in page  # twice what is printed
    assert "Emmen D19 40" in page and "Hengelo & Enschede G18 60" in page  # of the tile to come


def test_which_of_two_markers_goes_back_is_told_apart(shown):
    at = swapping()
    at.state.board = at.state.board.with_token("K12.0", "AMS").with_token("K12.1", "NBDS")
    for symbol in ("AMS", "NBDS"):
        at.state.alter(symbol, tokens=at.state.companies[symbol].tokens - 1)
    page = shown(at.do(SwapTokens("AMS", "L17.0", "NBDS", "K12.1")))
    assert "Take back the one in Tilburg & Eindhoven city 1" in page
    assert "Take back the one in Tilburg & Eindhoven city 2" in page


def test_the_asked_player_is_named_to_others():
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=30)
    floated(at, "MSS", 300).do(SellShares("p1", "MSS", 20))
    (refusal,) = judge.refusals(at.rules, at.state, BuyShare("p1", "MSS", "initial"))
    assert refusal.says == "It is now time for redeeming shares (Jörg), not for that."
    assert at.refused(RedeemShares("MSS", 10)) == {"redeem.all"}  # Jörg is heard


def test_the_owner_of_the_kr_finds_where_its_marker_may_go(shown):
    assert "Move a station marker" in shown(moving())
    page = shown(moving(), do="move_token")
    assert "Move it from Roermond to Weert" in page
    assert "Move it from Maastricht to Weert" in page


def test_a_private_s_tile_and_marker_are_both_found_while_track_is_laid(shown):
    at = company(moment(phase="Light Green"), "AMS", 67, 500).privates(SRV="AMS")
    at.trains("AMS", "3").operating("AMS", "track")
    page = shown(at)
    assert "Place with a private" in page
    assert "Arnhem" in shown(at, do="token_power") and "Venlo" in shown(at, do="token_power")
    kinds = {offer.kind for offer in judge.offers(at.rules, at.state)}
    assert {"lay_power", "token_power"} <= kinds


@pytest.mark.parametrize("page", ["", "shares", "player/p1", "companies"])
def test_certificates_are_not_counted_where_nothing_limits_them(shown, page):
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=30)
    assert "certificates" not in shown(at, page=page).lower()


def test_nor_on_the_screen_of_a_player(tmp_path):
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=30)
    with closing(empty_store(tmp_path)) as store:
        app = create_app({"STORE": store})
        game = store_state(store, at.rules, at.state)
        page = guest(app, game, "p2").get(f"/game/{game}").text
    assert "All your holdings" in page and "certificates" not in page.lower()


def test_a_run_says_who_is_paid_for_a_stop_and_what_an_off_board_follows(shown):
    assert "Den Haag counted by the 2 –" in shown(runs("ZHESM", "2", "2"))
    assert "Ruhrgebied as Utrecht 30" in shown(ruhr())
    across = runs("NBDS", "2+1").tile("K16", "57", 0).tile("L15", "83", 4)
    path = "J17.0,K16.0,L15,L13.0,L11,M10.0,L9.0"
    assert "Ruhrgebied twice Antwerpen 60" in shown(across, draw=1, r=f"2+1-0:{path}")


def test_both_of_two_equal_runs_are_offered(shown):
    at = runs("AMS", "4", "R4", phase="Dark Brown")
    at.token("L13.0", "NS")  # to Weert, no further
    assert "Which one runs? 4 R4" in shown(at)
    assert "R4 train Weert" in shown(at, alike=1)
    assert "which are to run?" not in shown(runs("AMS", "4", phase="Gray"))


def test_the_effects_of_the_next_rank_are_told(shown):
    told = shown(stock_round(), page="companies")
    assert "With the first 2+1, phase Dark Yellow nothing rusts or closes" in told  # all are closed
    assert "phase Dark Yellow closes Lodewijk Pincoffs" in shown(table(), page="companies")
    told = shown(moment(phase="Light Red"), page="companies")
    assert "phase Dark Red rusts R4+1 · locals at the ringed prices become majors" in told
    assert "With the first" not in shown(moment(phase="Purple"), page="companies")
    at = moment(phase="Light Brown")
    for train in ("R4+1-0", "R4+1-1"):  # gone with players who have left
        at.state.move_train(train, "gone")
    told = shown(at, page="companies")
    assert "With the first R4, phase Medium Brown → Dark Brown rusts 3+, 4+" in told


def test_which_r_trains_have_run_is_told_of_a_company(shown):
    at = runs("ZHESM", "R5", "R4", "R4", phase="Medium Brown")
    at.state.trains["R5-0"] = at.state.trains["R5-0"].with_mark(LAST_RUN)
    at.state.trains["R4-0"] = at.state.trains["R4-0"].with_mark(RAN)
    page = shown(at, page="company/ZHESM")
    assert "R5: on its last run" in page
    assert "R4: has run" in page and "R4: has not run yet" in page


def test_why_nothing_is_started_is_told_once(shown):
    """Each company may still be tapped, and then says it too."""
    at = stock_round()
    note(Change(at.state), nationalisers=("p1",))
    why = (
        "Anneke nationalised a company in the last operating rounds, and may not take a director's"
    )
    page = shown(at)
    assert page.count(why) == 1
    assert page.count("Not now") == len(at.data.companies)
    assert shown(at, pick="start_company~p1~NCS").count(why) >= 2


def test_a_player_who_gives_a_train_up_first_stands_before_the_others_who_are_told_so(shown):
    r5s, fours = ("HIJSM", 74, ("R5",) * 3), ("NBDS", 61, ("4",) * 3)
    page = shown(over_the_limit(r5s, fours, phase="Dark Brown"))
    assert (
        "R5 HIJSM discard this train 4 NBDS discard this train HIJSM is over its train limit"
        in page
    )
    assert "discards a train before NBDS" in page


# --- the rail of a first turn


def first_turn(store, symbol, row):
    """The rail of a company in its first turn, which follows that of NWS or begins a round."""
    at = company(moment(), "NWS", 82, 500).trains("NWS", "2")
    company(at, symbol, 31 if symbol == "L1" else 67, 500, operated=False, homes=("I8.0", "G14.0"))
    client = create_app({"STORE": store}).test_client()
    if row == "company":
        at.operating("NWS", "trains")
        action = Pass("NWS")
    else:
        at.state.alter("NWS", status="started")  # nobody else operates
        at.stock_round(2, "p1", cards=("p2", "p3", "p4"))
        action = Pass("p1")
    game = store_state(store, at.rules, at.state)
    store.play(game, store.version(game), action)
    page = client.get(f"/game/{game}").text
    rail = page[page.index('<ol class="step-bar"') :]
    return " ".join(re.sub(r"<[^>]+>", " ", rail[: rail.index("</ol>")]).split())


@pytest.mark.parametrize("row", ["company", "round"])
@pytest.mark.parametrize(
    ("symbol", "tells"), [("AMS", "First train a 2 −80"), ("L1", "First train a 2")]
)
def test_the_rail_tells_the_train_that_came_with_the_first_turn(store, symbol, tells, row):
    rail = first_turn(store, symbol, row)
    assert tells in rail and "passed" not in rail
    told = rail.count("a 2 ") - rail.count("Buy a 2 ")  # what the rest of the turn leaves out
    assert told == 1  # and not at the step of trains again
