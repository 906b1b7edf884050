"""The contents of an export, files that are no export, and which of its actions stood."""

from __future__ import annotations

import json

import pytest

from companion.exchange import BadFileError, read_export, standing
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.titles import titles
from tests.exchange.games_18xx.small_exports import (
    ANN,
    BOB,
    CIS,
    RECORDED,
    as_bytes,
    bid,
    buy,
    by,
    export,
    no,
    redo,
    undo,
)
from tests.support.imports import import_file
from tests.support.references import GAMES

TAKES = [bid(ANN, "SV", 20), no(BOB), no(CIS), no(ANN)]


def stood(*actions):
    return [sent.id for sent in standing(read_export(as_bytes(actions)).actions)]


def fault(data: bytes) -> str:
    with pytest.raises(BadFileError) as caught:
        import_file(data)
    return str(caught.value)


# --- undo and redo


def test_undo_takes_back_the_latest_action_that_stands():
    assert stood(*TAKES, undo(), undo()) == [1, 2]


def test_undo_to_an_action_takes_back_all_after_it():
    assert stood(*TAKES, undo(1)) == [1]
    assert stood(*TAKES, undo(0)) == []


def test_an_action_after_an_undo_stands():
    assert stood(*TAKES, undo(), no(ANN)) == [1, 2, 3, 6]


def test_redo_brings_back_what_the_latest_undo_took():
    assert stood(*TAKES, undo(), redo()) == [1, 2, 3, 4]
    assert stood(*TAKES, undo(), undo(), redo()) == [1, 2, 3]
    assert stood(*TAKES, undo(), undo(), redo(), redo()) == [1, 2, 3, 4]


def test_redo_brings_back_all_that_an_undo_to_an_action_took():
    assert stood(*TAKES, undo(1), redo()) == [1, 2, 3, 4]


def test_undo_after_a_redo_takes_back_one_action():
    assert stood(*TAKES, undo(2), redo(), undo()) == [1, 2, 3]


def test_nothing_can_be_redone_after_a_new_action():
    assert "redoes nothing" in fault(as_bytes([*TAKES, undo(), no(ANN), redo()]))


def test_undo_of_nothing_takes_nothing_back():
    assert stood(undo(), undo(0), TAKES[0]) == [3]
    assert stood(TAKES[0], undo(), undo(), redo(), redo()) == [1]


def test_chat_neither_stands_nor_is_undone():
    chat = by(BOB, "message", message="hello")
    assert stood(TAKES[0], TAKES[1], chat, undo()) == [1]
    assert stood(TAKES[0], TAKES[1], undo(), chat, redo()) == [1, 2]


def test_actions_that_the_site_left_out_are_left_out():
    assert stood(TAKES[0], {**TAKES[1], "skip": True}, {**undo(), "skip": True}, TAKES[2]) == [1, 4]


def test_undo_takes_what_the_site_did_for_the_players_too():
    export = [{**TAKES[0], "auto_actions": [no(BOB), no(CIS)]}, undo(), TAKES[0], no(BOB)]
    actions = import_file(as_bytes(export)).actions
    assert [action.wire_name for action in actions] == ["buy_private", "pass"]


@pytest.mark.references
@pytest.mark.parametrize(
    "game",
    [
        *RECORDED,
        "soh-fifteen-rounds",
        "1828-four-players",
        "1828-stock-market-end",
    ],
)
def test_the_actions_that_stood_are_those_of_the_trace(game):
    lines = (GAMES / f"{game}.trace.jsonl").read_text().splitlines()
    traced = [json.loads(line)["id"] for line in lines][1:-1]
    assert [sent.id for sent in standing(read_export(GAMES / f"{game}.json").actions)] == traced


# --- files that are no export


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"hello", "not JSON"),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "not text"),
        (b"<html><body>Not found</body></html>", "not JSON"),
        (b"[1, 2, 3]", "not an 18xx.games export"),
        (b"{}", "not an 18xx.games export"),
        (b'{"title": "1830"}', "not an 18xx.games export"),
        (b"null", "not an 18xx.games export"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"title": ' + b"9" * 5000 + b', "actions": []}', "not an 18xx.games export"),
        (b'{"title": "1830", "actions": [], "x": 1,,}', "not JSON: line 1"),
    ],
)
def test_a_file_that_is_no_export_is_refused_with_what_it_is(data, says):
    assert says in fault(data)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_an_export_that_is_cut_off_is_called_so(part):
    whole = as_bytes(TAKES)
    assert "cut off" in fault(whole[: int(len(whole) * part)])


def test_a_file_that_is_not_there_is_named():
    with pytest.raises(BadFileError, match=r"no-such\.json cannot be read"):
        read_export("no-such.json")


def test_another_title_is_refused_with_those_that_can_be_read():
    says = fault(as_bytes(TAKES, title="18XY"))
    assert "18XY" in says
    assert "1830" in says


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"title": None}, "names no title"),
        ({"players": []}, "names no players"),
        ({"players": None}, "names no players"),
        ({"players": [{"name": "Ann"}, {"name": "Ann"}]}, "the same name and no id"),
        ({"players": [{"id": 1}]}, "no name"),
        ({"players": [{"id": 1, "name": "A"}, {"id": 1, "name": "B"}]}, "same id"),
        ({"players": [{"id": 1, "name": "A"}]}, "2 to 6 players"),
        ({"actions": {}}, "not a list"),
        ({"actions": [3]}, "Entry 1"),
        ({"actions": [{"id": 1}]}, "Entry 1"),
        ({"actions": [{"id": "one", "type": "pass"}]}, "not a number"),
        ({"settings": {"optional_rules": ["double_bank"]}}, "double bank"),
        ({"settings": {"optional_rules": "all"}}, "not a list of names"),
    ],
)
def test_parts_that_an_export_lacks_are_named(changes, says):
    assert says in fault(as_bytes([], **changes))


def test_players_without_an_id_are_known_by_their_names():
    names = [{"name": "Ann"}, {"id": None, "name": "Bob"}, "Cis"]
    bids = [by("Ann", "bid", company="SV", price=20), by("Bob", "bid", company="CS", price=40)]
    bids = [{**one, "entity_type": "player"} for one in bids]
    imported = import_file(as_bytes(bids, players=names))
    assert imported.setup.players == ("Ann", "Bob", "Cis")
    assert [action.player for action in imported.actions] == ["p1", "p2"]


def test_ids_may_be_numbers_or_texts():
    players = [{"id": "11", "name": "Ann"}, {"id": 12, "name": "Bob"}, {"id": "x", "name": "Cis"}]
    first = {"id": "1", "type": "bid", "entity": 11, "company": "SV", "price": "20"}
    second = {"id": 2, "type": "bid", "entity": "12", "company": "CS", "price": 40}
    imported = import_file(as_bytes([], players=players, actions=[first, second]))
    assert [action.player for action in imported.actions] == ["p1", "p2"]


@pytest.mark.parametrize(
    ("changes", "seed"),
    [
        ({"settings": {"seed": 7}, "id": 3}, 7),
        ({"settings": {}, "id": 29133}, 29133),
        ({"settings": None, "id": "hs_abcd_16123456"}, 16123456),
        ({"settings": {}, "id": "hs"}, 0),
    ],
)
def test_a_game_without_a_seed_draws_by_its_id(changes, seed):
    assert import_file(as_bytes([], **changes)).setup.seed == seed


def test_optional_rules_may_stand_beside_the_settings():
    setup = import_file(as_bytes([], optional_rules=["optional_6_train"])).setup
    assert setup.options["third_6_train"] is True


def test_ids_must_rise():
    actions = [{"id": 2, **TAKES[0]}, {"id": 1, **TAKES[1]}]
    assert "Action 1 comes after action 2" in fault(as_bytes([], actions=actions))


def test_automatic_actions_must_be_actions():
    assert "contains further actions" in fault(as_bytes([{**TAKES[0], "auto_actions": [1]}]))


def test_optional_rules_become_options():
    rules = {"seed": 5, "optional_rules": ["optional_6_train"]}
    setup = import_file(as_bytes([], settings=rules)).setup
    assert setup.options["third_6_train"] is True
    assert setup.seed == 5


@pytest.mark.parametrize("slug", site_adapters())
def test_imports_are_played_under_other_readings_that_are_off_at_the_table(slug):
    title = titles()[slug]
    off = [option for option in title.data.options if option.reading and not option.default]
    readings = {option.key: option for option in off}  # one that is on is the recorded way
    taken = site_adapters()[slug].readings
    assert set(readings) == set(taken)
    file = as_bytes([], title=site_adapters()[slug].name)
    said = " ".join(import_file(file).notes)
    assert all(readings[key].says in said for key in taken)


def test_names_that_do_not_fit_are_changed_and_told():
    long = "A name of more than twenty-four letters"
    names = [{"id": 1, "name": long}, {"id": 2, "name": long}]
    imported = import_file(as_bytes([], players=names))
    first, second = imported.setup.players
    assert first != second
    assert max(len(first), len(second)) <= 24
    assert sum(" is called " in note for note in imported.notes) == 2


def test_players_sit_in_the_order_of_the_export():
    assert import_file(as_bytes([])).setup.players == ("Ann", "Bob", "Cis")


def test_a_byte_order_mark_does_no_harm():
    data = b"\xef\xbb\xbf" + json.dumps(export([buy(ANN, "PRR_1")])).encode()
    assert "Action 1 (buy shares by Ann)" in fault(data)
