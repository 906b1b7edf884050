"""Which tests go through which heading of the book, each private, each reading, each open question.
One without is a fault, but for those named OPEN, which are the ones that are still to come.
"""

import importlib
import json
import re
from pathlib import Path

import pytest

from companion.titles import load

SHARED = Path(__file__).resolve().parents[4] / "shared"
BOOK = SHARED / "rules" / "1839-2015.md"
SHEET = SHARED / "facts" / "1839-2015.json"
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
    "Overview > Etiquette": ("screens.what_may_be_talked_about",),
    "Rules > Setup": ("auction.nine_privates_are_sold", "auction.the_seed_draws"),
    "Rules > Overview": ("whole_games.what_the_book_says", "foreign.they_operate_in"),
    "Rules > Private Auction": ("data.companies_and_privates_are",),
    "Rules > Private Auction > Pre-auction discounts": (
        "auction.each_sum_is_laid_once",
        "auction.the_cards_are_dealt_after",
    ),
    "Rules > Private Auction > Auction process": (
        "auction.a_turn_is_one_deed",
        "auction.what_reaches_its_face",
        "stock.six_players_are_never_over",
    ),
    STOCK + "Overview": ("stock.the_cards_are_those", "stock.one_certificate_a_turn"),
    STOCK + "Selling shares": ("stock.nothing_is_sold", "stock.foreign_shares_are_sold"),
    STOCK + "Buying shares": ("stock.a_director_buys", "stock.the_charter_gets_half"),
    STOCK + '"Starting" or "floating" a public company': (
        "stock.starting_costs_twice",
        "stock.a_company_floats",
    ),
    STOCK + "Public company directors": ("stock.who_directs_after_a_sale",),
    STOCK + "Certificate limit": ("stock.a_public_certificate", "stock.eighty_percent"),
    STOCK + "Stock price movement > General stock price movement": (
        "foreign.what_a_dividend_does",
    ),
    STOCK + "Stock price movement > End of stock round": ("stock.prices_fall_for_what",),
    STOCK + "Stock price movement > Operating round > Public company": (
        "foreign.what_a_dividend_does",
        "foreign.nothing_without_a_train",
    ),
    STOCK + "Stock price movement > Operating round > Foreign company": (
        "foreign.all_on_the_charter",
        "foreign.without_a_caller",
    ),
    "Rules > Operating Rounds > Overview": ("operating.privates_pay_players",),
    TURN + "Operating order": ("foreign.they_operate_in",),
    TURN + "Operating round actions": ("operating.a_director_places_the_homes",),
    TURN + "Build track > Building track": ("operating.two_tiles_one_of_them",),
    TURN + "Place exchange or station marker": ("operating.a_marker_costs_its_city",),
    TURN + "Run train(s) > Route definition": ("operating.runs_on_the_printed_map",),
    TURN + "Run train(s) > Run calculation": ("operating.the_worth_of_overseas",),
    TURN + "Run train(s) > Foreign company par": ("operating.a_run_is_recorded",),
    TURN + "Pay or half-pay or withhold dividends": ("foreign.half_dividends_are_rounded",),
    TURN + "Pay or half-pay or withhold dividends > Recording revenues": (
        "operating.a_run_is_recorded",
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
    "Addenda > Map": ("data.the_map_is_the_sheets",),
    "Addenda > Track Tiles > Overview": ("privates.nobody_lays_a_reserved_tile",),
    "Addenda > Foreign Companies > Overview": ("operating.a_run_is_recorded",),
    "Addenda > Foreign Companies > Lifecycle": ("foreign.it_buys_back",),
    "Addenda > Public Companies > Overview": ("data.companies_and_privates_are",),
    "Addenda > Public Companies > Home stations": (
        "operating.in_a_hex_with_two_cities",
        "privates.the_company_that_comes_with",
    ),
    "Addenda > Public Companies > Lifecycle": ("stock.starting_costs_twice",),
    "Addenda > Trains > Overview": ("trains.a_company_owns_a_train",),
    "Addenda > Trains > Train types": ("operating.a_doubling_train",),
    "Addenda > Stock Market": ("data.money_market_and_trains_are", "screens.the_market_says"),
    **{
        f"Addenda > Game Phases > {phase} phase": PHASES
        for phase in ("Yellow", "Green", "Blue", "Brown", "Red", "Gray")
    },
}
PRIVATES = {
    "RWS": ("privates.the_bypass_lies_when", "privates.the_company_that_comes_with"),
    "SWO": ("privates.the_dijk_lies_when_a_company", "auction.shares_come_with_two"),
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
    "Q-OVERZEES": ("operating.the_worth_of_overseas",),
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
    "Q-ND": ("operating.a_doubling_train",),
    "Q-135": ("foreign.what_a_dividend_does",),
    "Q-BANKTRAINS": ("trains.the_limit_counts",),
    "Q-NOTRAIN": ("foreign.nothing_without_a_train",),
    "Q-HALFROUND": ("foreign.half_dividends_are_rounded",),
    "Q-LOWESTSALE": ("stock.foreign_shares_are_sold",),
    "Q-BEIJKIND": ("trains.it_becomes_the_next_train",),
    "Q-EMPTYSUPPLY": ("trains.a_company_owns_a_train",),
    "Q-SAVEDSOLD": ("trains.a_mark_is_lost",),
    "Q-HOMES": ("operating.a_director_places_the_homes",),
}
RULES_NOTHING = {"Q-IPOCARD"}  # where a card lies on the table
OPEN = {  # those without a test of their own: exactly these
    TURN + "Build track > Track restrictions",
    TURN + "Build track > Upgrading track",
    TURN + "Build track > Special track tile placement rules",
    "Rules > Game End > Criteria",
    "Rules > Game End > Scoring",
    "Addenda > Track Tiles > Track types",
    "Addenda > Track Tiles > Off-boards and foreign companies",
    "Addenda > Private Companies > Overview",
    *("SLC", "SLD", "SLE", "SLK", "IJR", "SZK", "LVG", "SHZ", "CO", "VVD", "LOK", "AMB", "GEN"),
    *("BOR", "IJS", "WSM", "PTT", "NFLM", "MES", "RB", "KR", "KV"),
    *("Q-KV", "Q-VVD", "Q-MES", "Q-ROERFLOOD", "Q-FLOODTRACK", "Q-EQUALRUNS", "Q-OBSOLETE"),
    *("Q-MESWHEN", "Q-LOKGEN", "Q-NFLM"),
}
TESTED = {**SECTIONS, **PRIVATES, **QUESTIONS}


def read(file):
    if not file.exists():
        pytest.skip(f"{file} is not here")
    return file.read_text(encoding="utf-8")


def headings(text):
    """The headings of the book with those above them."""
    above = []
    for marks, name in re.findall(r"^(#+) (.+)$", text, re.MULTILINE):
        above = [*above[: len(marks) - 1], name.strip()]
        yield " > ".join(above)


def test_every_heading_has_its_tests():
    heads = set(headings(read(BOOK)))
    of_privates = {h for h in heads if h.count(" > ") == 3 and "private companies > " in h}
    assert len(of_privates) == 29 and len(heads) > 100
    assert TESTED.keys() & OPEN == set()
    assert heads - of_privates - UNTESTED - SECTIONS.keys() == OPEN & heads
    assert SECTIONS.keys() | UNTESTED <= heads


def test_every_private_has_its_tests():
    symbols = set(load("1839-2015").data.privates)
    assert len(symbols) == 29
    assert symbols - PRIVATES.keys() == OPEN & symbols


def test_every_open_question_of_the_sheet_has_its_test():
    asked = {question["id"] for question in json.loads(read(SHEET))["open_questions"]}
    assert asked - QUESTIONS.keys() - RULES_NOTHING == OPEN & asked
    assert asked | set(load("1839-2015").data.privates) | set(headings(read(BOOK))) >= OPEN


@pytest.mark.parametrize("of", TESTED)
def test_they_are_there(of):
    for named in TESTED[of]:
        module, _, start = named.partition(".")
        tests = vars(importlib.import_module(f"tests.titles.t1839_2015.test_{module}"))
        assert [name for name in tests if name.startswith(f"test_{start}")], named


def test_every_reading_names_its_place_in_the_book():
    heads = {h.rpartition(" > ")[2].lower() for h in headings(read(BOOK))}
    readings = load("1839-2015").data.readings
    assert len(readings) > 45
    for reading in readings:
        name = reading.section.lower()
        assert any(head == name or head.startswith(f"{name} ") for head in heads), reading.section


def test_every_refusal_is_cited_by_a_heading():
    title = load("1839-2015")
    heads = {h.rpartition(" > ")[2] for h in headings(read(BOOK))}
    assert set(title.data.citations.values()) - {""} <= heads
    beside = ("correct", "advance")  # what the table sets right, of which no book tells
    for code in title.rules_class.vocabulary.refusals:
        if code.partition(".")[0] not in beside:
            cited = title.data.cite(code)
            assert cited.partition(", ")[2] in heads, f"{code}: {cited}"
