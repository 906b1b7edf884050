"""The sheet to set a table up again by has everything that lies on it, once."""

import re
from collections import Counter
from io import BytesIO

import pytest
from pypdf import PdfReader

from companion import system_dependencies
from companion.languages import speaking
from companion.ledger.entries import BANK
from companion.reporting.content.rebuild_sheet import NOTES, count_notes, rebuild
from companion.reporting.pdf import print_pdf
from companion.reporting.report_html import sheet_html
from companion.rules.core.change import Change
from companion.rules.core.state import LAST_RUN, State, type_of
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.tokens import place_token
from companion.titles import rules_for, titles
from companion.titles.examples import read_example
from companion.titles.t1839_2015.saved_trains import SAVED
from tests.reporting.report_games import chronicle_of, texts
from tests.titles.t1839_2015.test_friesche import his_turn
from tests.titles.t1839_2015.test_operating import turn


def test_notes_are_the_fewest_that_make_up_a_sum() -> None:
    assert count_notes(0) == (0,) * len(NOTES)
    assert count_notes(688) == (1, 1, 1, 1, 1, 1, 3)
    assert count_notes(-5) == (0,) * len(NOTES)


@pytest.mark.parametrize("title", list(titles()))
def test_all_that_lies_on_the_table_is_on_the_sheet(title: str) -> None:
    chronicle = chronicle_of(title, 4, 160)
    rules, state = chronicle.rules, chronicle.state
    sheet = rebuild(rules, state)
    assert {(t.tile, t.turn) for t in sheet.tiles} == {
        (rules.data.map.printed_number(laid.tile), laid.rotation)
        for laid in state.board.laid.values()
    }
    assert len(sheet.tiles) == len(state.board.laid)
    places = [re.match(r"([A-Z]+)(\d+)", t.hex).groups() for t in sheet.tiles]  # type: ignore[union-attr]
    assert places == sorted(places, key=lambda at: (at[0], int(at[1])))
    tokens = sum(bool(owner) for slots in state.board.tokens.values() for owner in slots)
    assert sum(len(what.replace("|", ",").split(",")) for _, what in sheet.tokens) == tokens
    stacked = [c for _, what in sheet.market for c in what.split(", ")]
    assert sorted(stacked) == sorted(c for stack in state.stacks.values() for c in stack)
    for purse in sheet.cash:
        counted = sum(note * count for note, count in zip(NOTES, purse.notes, strict=True))
        assert counted == purse.cash
    money = sum(purse.cash for purse in sheet.cash)
    assert money + (0 if rules.bank_size else state.cash[BANK]) == -state.cash["box"]
    assert "is to act" in sheet.turn
    assert (
        len(sheet.markers)
        == len(rules.corrections.markers(rules, state)) + rules.stock.number_cards
        > 0
    )
    types = [type_of(t) for t, card in state.trains.items() if card.place != "gone"]
    lying = Counter(type for type in types if rules.data.trains[type].price)
    told: Counter[str] = Counter()
    trains = re.sub(r" \([^)]*\)", "", ", ".join(what for _, what in sheet.trains))
    for part in trains.split(", "):
        count, _, type = part.rpartition(" × ")
        told[type] += int(count or 1)
    assert told == lying


def test_stacked_tokens_and_trains_that_run_once_more_are_told() -> None:
    at = turn("HIJSM", phase="Blue").token("E10.0", "HIJSM").token("B13.0", "HIJSM")
    at.state.board = at.state.board.with_top("E10.0", "HIJSM")
    at.trains("HIJSM", "2", "3+", "3+")
    for train, mark in (("2-0", LAST_RUN), ("3+-0", SAVED)):
        at.state.trains[train] = at.state.trains[train].with_mark(mark)
    sheet = rebuild(at.rules, at.state)
    assert dict(sheet.tokens) == {
        "B13 Leeuwarden": "HIJSM",
        "E10 Hoorn": "HIJSM with exchange marker on it",
    }
    assert dict(sheet.trains)["HIJSM"] == (
        "2 (on its last run), 3+ (runs once more after it rusts), 3+"
    )
    assert "3+: SAVED" in dict(sheet.besides)["HIJSM"]


def test_a_private_that_runs_is_neither_a_certificate_nor_a_train() -> None:
    sheet = rebuild((at := his_turn()).rules, at.state)
    assert "NFLM" not in str((sheet.certificates, sheet.trains))
    assert ("Noord Friesche Locaalspoorweg-Maatschappij", "Anneke") in sheet.privates


@pytest.mark.skipif(
    system_dependencies.pdf_problem() is not None, reason="Pango is not on this computer"
)
def test_the_sheet_is_printed() -> None:
    chronicle = chronicle_of("1830", 4, 160)
    body = print_pdf(sheet_html(chronicle.rules, chronicle.state))
    whole = " ".join(texts(body))
    for words in ("Rebuild sheet", "Cash in notes", "Certificates", "Tiles", "The map, with"):
        assert words in whole
    assert "/StructTreeRoot" in PdfReader(BytesIO(body)).trailer["/Root"]


def end_of_example(title: str) -> tuple[Rules, State]:
    """The rules and the last state of the title's example."""
    example = read_example(titles()[title])
    rules = rules_for(example.setup)
    state = judge.start(rules).state
    for action in example.actions:
        state = judge.apply(rules, state, action).state
    return rules, state


def test_a_price_is_written_as_the_language_writes_numbers() -> None:
    rules, state = end_of_example("1839-2015")
    assert "1,000, row 1, column 20" in dict(rebuild(rules, state).market)
    with speaking("nl"):
        assert "1.000, rij 1, kolom 20" in dict(rebuild(rules, state).market)


def test_a_marker_that_blocks_a_home_is_named_in_the_language_of_the_sheet() -> None:
    rules = rules_for(Setup("1828", ("Ada", "Bram", "Cato")))
    change = Change(judge.start(rules).state)
    place_token(change, "blocked", "K15.0")
    with speaking("nl"):
        assert dict(rebuild(rules, change.state).tokens)["K15 Richmond"] == ("een blokkeerfiche")
