"""The tests that go through each section of the book.

A section without one is a fault. Its overview, its components, its thanks, and its words on talk at
the table need none.
"""

import importlib
import re

import pytest

from tests.support.each import for_each
from tests.support.references import BOOKS

UNTESTED = {  # headings whose text stands in their parts, or that rule nothing
    *("1", "2", "3", "5", "8", "10", "11", "13", "14", "15", "16", "17"),
    *("7", "8.4", "8.3.2", "14.1", "14.2", "14.2.2", "14.2.2.1", "14.2.3", "14.2.3.2"),
    *("14.2.3.4", "14.3", "14.3.2", "14.3.2.1", "14.3.2.2", "14.3.4", "15.1", "15.3"),
    *("16.1", "16.3", "16.3.1", "16.3.2"),
}
SECTIONS = {
    "4": ("setup_draws.each_brown_private_is_paired", "data.trains_and_privates_by_number"),
    "6": ("auction.a_turn_is_two_deeds", "auction.it_is_judged_again", "auction.the_cards_are"),
    "7.1": ("stock.the_passes_are_the_next_order", "stock.lefts_come_first"),
    "7.2": ("selling.a_share_fetches_the_price", "selling.before_that_it_fetches"),
    "7.3": ("stock.a_share_costs_the_current_price", "stock.nothing_of_the_treasury"),
    "7.4": ("selling.the_new_director_says", "selling.a_director_redeems_as_many"),
    "7.5": ("starting.a_player_who_starts", "starting.a_local_pays_for_its_homes"),
    "8.1": ("rounds.privates_pay_their_owners", "rounds.rh_costs_100"),
    "8.2": ("trains.they_come_under_those", "stock.the_number_of_operating_rounds"),
    "8.3": ("trains.homes_come_first", "trains.a_local_takes_it_for_nothing"),
    "8.3.1": ("track.a_first_tile_and_a_second", "track.one_upgrade_in_a_turn"),
    "8.3.2.1": ("tokens.last_places_are_kept", "tokens.one_of_arnhem_and_venlo"),
    "8.3.2.2": ("tokens.a_marker_costs_80", "tokens.it_takes_the_place"),
    "8.3.2.3": ("tokens.markers_of_two_companies", "tokens.the_refusals_of_a_swap"),
    "8.3.3": ("running.the_line_of_the_ams", "running.which_r_trains_have_run"),
    "8.3.4": ("dividends.half_is_kept_in_tens", "dividends.treasury_and_pool"),
    "8.3.5": ("trains.ranks_are_sold", "trains.trains_of_others_only_with"),
    "8.4.1": ("emergency.its_own_shares_come_first", "leaving.a_sale_is_no_larger"),
    "9": ("leaving.they_have_no_more", "leaving.a_train_of_the_rank_on_sale"),
    "10.1": ("ends.all_may_agree", "ends.the_first_whole_set_in_purple"),
    "10.2": ("ends.cash_shares_and_privates",),
    "12": ("data.the_map_is_the_sheets", "track.no_new_track_over_a_barrier"),
    "13.1": ("data.both_markets_are_the_sheets", "starting.each_kind_has_the_pars"),
    "13.2": ("dividends.the_price_goes_by_ten_times", "stock.prices_move_left"),
    "14.2.1": ("track.h7_is_closed", "data.privates_are_the_sheets"),
    "14.2.2.1.1": ("track.one_more_yellow_tile", "track.hlvvdg_is_for_its_company"),
    "14.2.2.1.2": ("track.tile_and_marker_in_arnhem", "track.the_marker_first_joins"),
    "14.2.3.1": ("auction.shares_of_a_company_without_par", "trains.which_privates_close"),
    "14.2.3.2.1": ("tokens.the_owner_of_the_kr", "tokens.the_refusals_of_a_move"),
    "14.2.3.2.2": ("rounds.kfvseaw_pays_20_more",),
    "14.2.3.2.3": ("trains.dertu_becomes_an_r4", "trains.before_dark_brown"),
    "14.2.3.2.4": ("trains.cm_becomes_800",),
    "14.2.3.2.5": ("auction.shares_of_a_company_without_par",),
    "14.2.3.3": ("auction.a_brown_private_starts", "auction.each_of_the_three"),
    "14.2.3.4.1": ("rounds.rh_costs_100", "rounds.its_owner_sells_shares"),
    "14.3.1": ("data.companies_are_the_sheets",),
    "14.3.2.1.1": ("starting.a_player_who_starts", "starting.a_local_pays_for_its_homes"),
    "14.3.2.1.2": ("starting.a_major_that_was_nationalised", "data.companies_are_the_sheets"),
    "14.3.2.2.1": ("running.a_local_comes_to_no_off_board", "running.a_marker_of_the_state"),
    "14.3.2.2.2": ("running.the_line_of_the_ams", "running.a_marker_of_the_state"),
    "14.3.3": ("selling.a_director_s_certificate_passes", "selling.a_player_who_buys"),
    "14.3.4.1": ("starting.a_player_who_nationalised", "rounds.a_player_who_nationalised"),
    "14.3.4.2": ("leaving.floated_companies_that_they",),
    "14.4": ("running.a_marker_of_the_state", "starting.a_government_marker_makes_room"),
    "15.2": ("track.kinds_of_tiles_do_not_mix", "data.tiles_are_the_sheets"),
    "15.3.1": ("track.nothing_is_laid_on_fixed_hexes", "track.the_layer_allots"),
    "15.3.2": ("track.a_tile_laid_in_the_turn_is", "track.fewer_circles"),
    "16.2": ("running.nobody_passes_a_city", "running.two_off_boards_of_one_colour"),
    "16.3.1.1": ("data.trains_are_the_sheets", "running.the_line_of_the_ams"),
    "16.3.1.2": ("data.trains_are_the_sheets", "running.a_city_pays_one"),
    "16.3.1.3": ("data.trains_are_the_sheets", "running.the_line_of_the_ams"),
    "16.3.2.1": ("data.trains_are_the_sheets", "running.a_barrier_is_crossed"),
    "16.3.2.2": ("running.a_city_pays_every_r", "running.an_r_that_has_rusted"),
    "16.4": ("trains.room_is_judged_before", "data.by_another_reading"),
    **{f"17.{n}": ("data.phases_are_the_sheets", "trains.a_rank_rusts") for n in range(1, 13)},
}


@pytest.mark.references
def test_every_section_has_its_tests():
    book = (BOOKS / "1839.txt").read_text(encoding="utf-8")
    heads = re.findall(r"^#+ (\d+(?:\.\d+)*) ", book, re.MULTILINE)
    assert len(set(heads)) > 60
    assert set(heads) - UNTESTED - SECTIONS.keys() == set()


@for_each("section", SECTIONS)
def test_they_are_there(section):
    for named in SECTIONS[section]:
        module, _, start = named.partition(".")
        tests = vars(importlib.import_module(f"tests.titles.t1839.test_{module}"))
        assert [name for name in tests if name.startswith(f"test_{start}")], named
