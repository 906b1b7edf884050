"""Games from elsewhere: their set-up, the recorded games line by line, and what cannot be read."""

import json
from typing import Any

import pytest

from companion.exchange.export import BadFile, read_export
from companion.exchange.passes import Played
from companion.exchange.playing import ExportedGame
from companion.making.t1828.choosing import PayForShare, SetAside, SurrenderShare, TradeWith
from companion.making.t1828.hudson import SwapPrivate
from companion.making.t1828.merging import MergeCompanies
from companion.making.t1828.shells import MoveTrain
from companion.rules.actions import BuyTrain, PlaceToken
from companion.titles import MORE
from tests.titles.t1828.recorded import GAMES, exported, first_difference, recorded


@pytest.mark.parametrize(
    ("name", "out", "row"),
    [
        ("1828-four-players", "NKP NW OS&H", "CPR GT IC MC MP"),
        ("1828-stock-market-end", "GT IC MC NKP", "CPR MP NW OS&H"),
    ],
)
def test_the_set_up_of_a_file_enters_what_its_seed_drew(name, out, row):
    setup = recorded(name).setup
    assert setup.options["discarded"] == out
    assert setup.options["row"] == row
    assert setup.options["order"] == ", ".join(setup.players)


def test_every_reading_is_one_of_the_recorded_engine():
    game = recorded("1828-four-players")
    readings = [option.key for option in game.rules.data.options if option.reading]
    assert set(game.dialect.readings) == set(readings)


@pytest.mark.parametrize(("name", "lines"), tuple(zip(GAMES, (984, 906), strict=True)))
def test_every_line_of_the_recorded_games(name, lines):
    assert first_difference(name) == (lines, None)


@pytest.mark.parametrize("name", GAMES)
def test_the_results_of_the_recorded_games(name):
    game = recorded(name)
    *_, last = game.play()
    worth = {seat: game.rules.worth(last.state, seat) for seat in game.rules.seats}
    assert worth == {game.seats[id]: result for id, result in game.export.result.items()}
    assert last.state.finished == {"1828-four-players": "purple"}.get(name, "market")


# --- how their actions are read


@pytest.fixture(scope="module")
def played():
    """All actions of both games that are ours, by their kind."""
    found: dict[type, list[Played]] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MORE, "companion.making")
        for name in GAMES:
            for one in recorded(name).play():
                found.setdefault(type(one.action), []).append(one)
    return found


def test_a_merger_is_one_action_with_the_other_director_s_agreement(played):
    mergers = [one.action for one in played[MergeCompanies]]
    assert {(one.company, one.other) for one in mergers} >= {("GT", "IC"), ("B&O", "OS&H")}
    rules = recorded("1828-four-players").rules
    for merger, before in ((one.action, one.before) for one in played[MergeCompanies]):
        directors = {rules.director(before, one) for one in (merger.company, merger.other)}
        assert directors | {merger.player} == {merger.player, merger.agrees} - {None}


def test_answers_are_read_by_what_is_asked(played):
    assert {one.action.company for one in played[SetAside]} >= {"NW", "NYH", "B&M", "B&O"}
    assert played[PayForShare]
    assert played[SurrenderShare]
    assert TradeWith not in played  # in these games no player had to be named


def test_swaps_of_trains_and_privates(played):
    assert all(one.action.shell != one.action.company for one in played[MoveTrain][:2])
    assert [one.action.company for one in played[SwapPrivate]] == ["GT", "OS&H"]
    assert any(one.action.charter == 1 for one in played[BuyTrain])
    assert any(one.action.instead == "C&P" for one in played[PlaceToken])


# --- what cannot be read


def told(actions: list[dict[str, Any]]) -> str:
    """Why a recorded game cannot be read that goes on with these actions after its auction."""
    export = exported("1828-four-players", last=41)
    export["actions"] += [{"id": 42 + n, **action} for n, action in enumerate(actions)]
    with pytest.raises(BadFile) as fault:
        list(ExportedGame(read_export(json.dumps(export).encode())).play())
    return str(fault.value)


def by(entity, type, kind="player", **more):
    return {"type": type, "entity": entity, "entity_type": kind, **more}


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (by(2051, "choose", choice="Sell"), "which nobody is asked"),
        (by("XYZ", "merge", "corporation", corporation="GT"), "XYZ"),
        (by("GT", "merge", "corporation", corporation="XYZ"), "XYZ"),
        (by("GT", "merge", "corporation", corporation="GT"), "itself"),
        (by("GT", "merge", "corporation"), "corporation"),
        (by("GT", "buy_train", "corporation", train="2-0", price=80, shell="MP"), "shell"),
        (by("GT", "swap_train", "corporation", train="2-0"), "nobody has bought"),
        (by("GT", "remove_token", "corporation", city="Z99-0-0"), "not on the map"),
    ],
)
def test_what_means_nothing_is_told(action, says):
    assert says in told([action])


def test_a_file_that_is_cut_off_is_told():
    text = json.dumps(exported("1828-four-players"))
    with pytest.raises(BadFile):
        read_export(text[: len(text) // 2].encode())
