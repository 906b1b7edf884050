"""The tests that go through each heading of the book, each private and each open question.

OPEN are those still without one. A test is named by its module and the beginning of its name.
"""

import importlib

UNTESTED = {  # headings that rule nothing, or whose text stands in their parts
    "Overview > Introduction",
    "Acknowledgments",
    *("Overview", "Rules", "Addenda"),
    *("Rules > Stock Rounds", "Rules > Stock Rounds > Stock price movement"),
    "Rules > Stock Rounds > Stock price movement > Operating round",
    *("Rules > Operating Rounds", "Rules > Operating Rounds > Public company operations"),
    "Rules > Operating Rounds > Public company operations > Build track",
    "Rules > Operating Rounds > Public company operations > Run train(s)",
    "Rules > Operating Rounds > Public company operations > Buy train(s)",
    "Rules > Operating Rounds > Foreign company operations",
    *("Rules > Game End", "Addenda > Track Tiles", "Addenda > Private Companies"),
    "Addenda > Private Companies > Yellow private companies",
    "Addenda > Private Companies > Green private companies",
    "Addenda > Private Companies > Blue private companies",
    "Addenda > Private Companies > Brown private companies",
    *("Addenda > Foreign Companies", "Addenda > Public Companies", "Addenda > Trains"),
    "Addenda > Game Phases",
}
TURN = "Rules > Operating Rounds > Public company operations > "
STOCK = "Rules > Stock Rounds > "
PHASES = ("data.money_market_and_trains_are", "stock.the_pars_of_a_phase")
SECTIONS = {
    "Overview > Components": ("data.companies_and_privates_are", "data.tiles_are_the_sheets"),
    "Overview > Etiquette": ("screens.the_topics_allowed_at_the",),
    "Rules > Setup": ("auction.nine_privates_are_sold", "auction.the_seed_draws"),
    "Rules > Overview": ("whole_games.a_random_game_comes_to", "foreign.they_operate_in"),
    "Rules > Private Auction": ("data.companies_and_privates_are",),
    "Rules > Private Auction > Pre-auction discounts": (
        "auction.each_sum_is_laid_once",
        "auction.the_cards_are_dealt_after",
    ),
    "Rules > Private Auction > Auction process": (
        "auction.a_turn_is_one_deed",
        "auction.a_private_that_reaches",
        "stock.six_players_are_never_over",
    ),
    STOCK + "Overview": ("stock.the_cards_are_those", "stock.one_certificate_a_turn"),
    STOCK + "Selling shares": ("stock.nothing_is_sold", "stock.foreign_shares_are_sold"),
    STOCK + "Buying shares": ("stock.a_director_buys", "stock.the_charter_gets_half"),
    STOCK + '"Starting" or "floating" a public company': (
        "stock.starting_costs_twice",
        "stock.a_company_floats",
    ),
    STOCK + "Public company directors": ("stock.the_director_after_a_sale",),
    STOCK + "Certificate limit": ("stock.a_public_certificate", "stock.eighty_percent"),
    STOCK + "Stock price movement > General stock price movement": (
        "foreign.the_effect_of_a_dividend",
    ),
    STOCK + "Stock price movement > End of stock round": ("stock.prices_fall_for_what",),
    STOCK + "Stock price movement > Operating round > Public company": (
        "foreign.the_effect_of_a_dividend",
        "foreign.nothing_without_a_train",
    ),
    STOCK + "Stock price movement > Operating round > Foreign company": (
        "foreign.all_on_the_charter",
        "foreign.without_a_caller",
    ),
    "Rules > Operating Rounds > Overview": ("operating.privates_pay_players",),
    TURN + "Operating order": ("foreign.they_operate_in",),
    TURN + "Operating round actions": ("operating.a_director_places_the_homes",),
    TURN + "Build track > Building track": ("track.two_tiles", "track.a_river_costs"),
    TURN + "Build track > Track restrictions": ("track.no_track_into_a_blank", "track.a_lay_that"),
    TURN + "Build track > Upgrading track": ("track.no_upgrade_before", "track.breda_costs"),
    TURN + "Build track > Special track tile placement rules": (
        "track.towns_are_not_upgraded",
        "data.the_map_is_the_sheets",
    ),
    TURN + "Place exchange or station marker": (
        "markers.a_station_marker_costs",
        "markers.an_exchange_marker_costs",
        "markers.none_after_a_second_tile",
        "markers.an_exchange_marker_lets",
    ),
    TURN + "Run train(s) > Route definition": (
        "running.a_route_has_two_places",
        "running.a_route_ends_at",
        "running.no_route_comes_to_one",
        "running.a_full_city",
    ),
    TURN + "Run train(s) > Run calculation": (
        "running.a_2_on_the_printed_map",
        "running.the_roer_is_worth",
        "running.a_city_with_an_own",
    ),
    TURN + "Run train(s) > Foreign company par": ("running.a_run_is_recorded",),
    TURN + "Pay or half-pay or withhold dividends": ("foreign.half_dividends_are_rounded",),
    TURN + "Pay or half-pay or withhold dividends > Recording revenues": (
        "running.a_run_is_recorded",
    ),
    TURN + "Buy train(s) > Train purchasing": (
        "trains.trains_are_sold_kind_by_kind",
        "trains.a_company_owns_a_train",
    ),
    TURN + "Buy train(s) > Train limit": ("trains.room_counts", "trains.the_limit_counts"),
    TURN + "Buy train(s) > Emergency train buying": (
        "emergency.a_marker_a_share",
        "emergency.bankruptcy_is_known",
    ),
    "Rules > Operating Rounds > Foreign company operations > Operating order": (
        "foreign.they_operate_in",
    ),
    "Rules > Operating Rounds > Foreign company operations > Operating round actions": (
        "foreign.half_of_the_incomes",
        "foreign.players_are_paid",
        "foreign.it_buys_back",
    ),
    "Rules > Game End > Criteria": (
        "ends.a_thousand_by_a_dividend",
        "ends.a_thousand_by_shares",
        "emergency.bankruptcy_is_known",
    ),
    "Rules > Game End > Scoring": ("ends.the_worth_of_a_player",),
    "Addenda > Map": ("data.the_map_is_the_sheets",),
    "Addenda > Track Tiles > Overview": (
        "privates.nobody_lays_a_reserved_tile",
        "track.reserved_tiles_are_upgraded",
    ),
    "Addenda > Track Tiles > Track types": ("track.a_player_who_lays_the_first", "track.gray"),
    "Addenda > Private Companies > Overview": (
        "closing.those_of_a_company",
        "closing.all_close",
        "track.a_closed_hex_opens",
    ),
    "Addenda > Foreign Companies > Overview": ("running.a_run_is_recorded",),
    "Addenda > Foreign Companies > Lifecycle": ("foreign.it_buys_back",),
    "Addenda > Public Companies > Overview": ("data.companies_and_privates_are",),
    "Addenda > Public Companies > Home stations": (
        "operating.in_a_hex_with_two_cities",
        "privates.the_company_that_comes_with",
    ),
    "Addenda > Public Companies > Lifecycle": ("stock.starting_costs_twice",),
    "Addenda > Trains > Overview": ("trains.a_company_owns_a_train",),
    "Addenda > Trains > Train types": (
        "running.every_kind_of_train",
        "running.an_n_counts",
        "running.a_flood_counts_what",
    ),
    "Addenda > Track Tiles > Off-boards and foreign companies": (
        "running.the_worth_of_overseas",
        "data.the_map_is_the_sheets",
    ),
    "Addenda > Stock Market": ("data.money_market_and_trains_are", "screens.the_market_says"),
    **{
        f"Addenda > Game Phases > {phase} phase": PHASES
        for phase in ("Yellow", "Green", "Blue", "Brown", "Red", "Gray")
    },
}
PRIVATES = {
    **dict.fromkeys(
        ("SLC", "SLD", "SLE", "SLK"),
        ("powers.four_tiles_cost_10", "powers.after_a_state_line", "powers.so_many_of_the_tiles"),
    ),
    "IJR": ("powers.ijr_lays", "powers.ijr_joins"),
    "SZK": ("powers.szk_lays", "powers.szk_comes_after", "powers.szk_joins"),
    "LVG": ("powers.lvg_lays", "powers.lvg_counts", "track.a_hex_is_closed"),
    "SHZ": ("powers.shz_at_middelburg", "powers.shz_at_venlo", "powers.half_of_tile"),
    "CO": ("markers.with_one_private_it_costs",),
    "VVD": ("powers.four_tiles_cost_10", "powers.after_a_state_line"),
    "LOK": ("powers.lok_makes_a_yellow_town", "powers.lok_makes_a_double_town"),
    "AMB": ("powers.two_upgrades_for_20",),
    "GEN": ("powers.gen_takes_40_off", "powers.gen_helps"),
    "WSM": ("markers.a_marker_moves", "markers.it_becomes_an_exchange", "markers.the_refusals"),
    "MES": ("owners.the_first_marker", "owners.only_the_player_who_owns"),
    "KR": ("owners.its_owner_floats", "owners.the_first_three_that_leave"),
    "BOR": ("running.the_effect_of_a_private", "running.every_kind_of_train"),
    "IJS": ("running.one_train_has_what_helps_one",),
    "PTT": ("running.one_train_has_what_helps_one",),
    "KV": ("owners.a_company_that_their_purchase", "owners.once_a_company"),
    "RWS": ("privates.the_bypass_lies_when", "privates.the_company_that_comes_with"),
    "SWO": (
        "privates.the_dijk_lies_when_a_company",
        "auction.shares_come_with_two",
        "markers.with_one_private_it_costs",
    ),
    "NFLM": ("friesche.its_owner_has_a_turn", "friesche.a_route_of_two_places"),
    "RB": ("rotterdam.they_pay_a_named_sum", "rotterdam.they_may_sell_as_much"),
    "VER": ("trains.a_mark_is_given",),
    "CM": ("trains.one_train_of_the_supply",),
    "NFW": ("trains.a_company_with_the_works",),
    "BEIJ": ("trains.a_private_becomes_a_7_plus", "trains.it_becomes_the_next_train"),
    "BP": ("trains.marks_are_sold", "trains.marks_cost_two_hundred"),
}
QUESTIONS = {
    "Q-MAP": ("data.the_map_is_the_sheets",),
    "Q-IJRMAP": ("data.the_map_is_the_sheets",),
    "Q-RESERVED": ("data.tiles_are_the_sheets", "privates.reserved_tiles_have"),
    "Q-TILESET": ("data.tiles_are_the_sheets",),
    "Q-FOREIGN": ("data.companies_and_privates_are",),
    "Q-PUBCERTS": ("data.companies_and_privates_are",),
    "Q-ORS": ("screens.gray_has_four_rounds",),
    "Q-FLOODS": ("data.money_market_and_trains_are",),
    "Q-BLUES": ("trains.a_sixth_5_plus",),
    "Q-7PRICE": ("data.money_market_and_trains_are",),
    "Q-PRIVCOUNT": ("data.companies_and_privates_are",),
    "Q-IJR": ("operating.privates_pay_players",),
    "Q-IJS": ("data.companies_and_privates_are",),
    "Q-BP": ("data.companies_and_privates_are",),
    "Q-CM": ("trains.one_train_of_the_supply",),
    "Q-SLEGREEN": ("data.companies_and_privates_are",),
    "Q-ANTWERPEN": ("data.the_map_is_the_sheets",),
    "Q-LUIK": ("data.the_map_is_the_sheets",),
    "Q-BREDA": ("data.companies_and_privates_are",),
    "Q-MAASTRICHT": ("data.companies_and_privates_are",),
    "Q-PREDRAWN": ("data.the_map_is_the_sheets",),
    "Q-OVERZEES": ("running.the_worth_of_overseas",),
    "Q-OFFPHASES": ("data.the_map_is_the_sheets",),
    "Q-EIGHT": ("data.the_map_is_the_sheets",),
    "Q-OZ2": ("data.the_map_is_the_sheets",),
    "Q-RIVER0": ("data.the_map_is_the_sheets",),
    "Q-BU80": ("data.the_map_is_the_sheets", "operating.two_tiles_one_of_them"),
    "Q-NWSHOME": ("operating.in_a_hex_with_two_cities",),
    "Q-STUB": ("data.the_map_is_the_sheets",),
    "Q-GRAY378": ("data.tiles_are_the_sheets",),
    "Q-B121": ("data.tiles_are_the_sheets",),
    "Q-804": ("data.tiles_are_the_sheets",),
    "Q-JUNCTION": ("data.tiles_are_the_sheets",),
    "Q-STDNUM": ("data.tiles_are_the_sheets", "screens.tiles_are_called_by"),
    "Q-MARKERCOST": ("operating.a_marker_costs_its_city",),
    "Q-ND": ("running.every_kind_of_train",),
    "Q-135": ("foreign.the_effect_of_a_dividend",),
    "Q-BANKTRAINS": ("trains.the_limit_counts",),
    "Q-NOTRAIN": ("foreign.nothing_without_a_train",),
    "Q-HALFROUND": ("foreign.half_dividends_are_rounded",),
    "Q-LOWESTSALE": ("stock.foreign_shares_are_sold",),
    "Q-BEIJKIND": ("trains.it_becomes_the_next_train",),
    "Q-EMPTYSUPPLY": ("trains.a_company_owns_a_train",),
    "Q-SAVEDSOLD": ("trains.a_mark_is_lost",),
    "Q-KV": ("owners.once_a_company",),
    "Q-VVD": ("powers.so_many_of_the_tiles",),
    "Q-MES": ("owners.only_the_player_who_owns",),
    "Q-MESWHEN": ("owners.the_first_marker",),
    "Q-LOKGEN": ("powers.gen_takes_40_off",),
    "Q-OBSOLETE": (
        "closing.those_of_a_company",
        "closing.all_close",
    ),
    "Q-ROERFLOOD": ("running.a_flood_counts_what",),
    "Q-FLOODTRACK": ("running.a_flood_counts_what",),
    "Q-EQUALRUNS": ("running.overseas_at_nothing", "running.runs_that_come"),
    "Q-NFLM": ("friesche.the_ground_is_paid", "friesche.no_city_full"),
    "Q-HOMES": ("operating.a_director_places_the_homes",),
}
RULES_NOTHING = {"Q-IPOCARD"}  # where a card lies on the table
OPEN: set[str] = set()  # those without a test of their own: exactly these


def proofs_of(named: str, here: str = "") -> list[str]:
    """The tests that are ``named`` so, ``here`` where that says no module."""
    module, _, start = named.rpartition(".")
    there = vars(importlib.import_module(f"tests.titles.t1839_2015.test_{module or here}"))
    return [name for name in there if name.startswith(f"test_{start}")]
