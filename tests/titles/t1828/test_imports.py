"""Games from elsewhere: their set-up, the recorded games line by line, and what cannot be read."""

import json
from typing import Any

import pytest

from companion.exchange.games_18xx.action_reader import Translator
from companion.exchange.games_18xx.export_file import BadFileError, ExportedAction, read_export
from companion.exchange.games_18xx.export_replay import ExportedGame
from companion.exchange.games_18xx.pass_matching import PlayedAction
from companion.exchange.games_18xx.replay_command import PlacedDifference
from companion.rules.core.actions import BuyTrain, PlaceToken
from companion.rules.judge import judge
from companion.rules.judge.worth import total_worth
from companion.titles import load
from companion.titles.t1828.merger_choices import (
    GiveWay,
    PayForShare,
    SetAside,
    SurrenderShare,
    TradeWith,
)
from companion.titles.t1828.merger_conditions import MergeCompanies
from companion.titles.t1828.mohawk_hudson import SwapPrivate
from companion.titles.t1828.system_shells import MoveTrain
from tests.support.references import GAMES
from tests.titles.t1828.mergers import example
from tests.titles.t1828.recorded_games import RECORDED, exported, first_difference, recorded

pytestmark = pytest.mark.references


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
    assert set(game.adapter.readings) == set(readings)


@pytest.mark.parametrize(("name", "lines"), tuple(zip(RECORDED, (984, 906), strict=True)))
def test_every_line_of_the_recorded_games(name, lines):
    assert first_difference(name) == (lines, None)


def test_the_thirteen_privates_of_a_recorded_game_and_the_five_pars():
    """Private auction, example (f): MC, bought at face value, releases the four with bids."""
    game = recorded(RECORDED[0], last=40)
    prices: dict[str, tuple[str, int]] = {}
    state = judge.start(game.rules).state
    pars = []
    for played in game.play():
        assert played.action is not None
        outcome = judge.apply(game.rules, state, played.action)
        state = outcome.state
        for event in outcome.events:
            if event.kind == "bought_private":
                facts = event.facts
                prices[facts["private"]] = (facts["player"], facts["price"])
            if event.kind == "started_company":
                pars.append((event.facts["company"], event.facts["price"]))
    assert prices == {
        **{"SVN": ("p1", 20), "StCT": ("p1", 25), "C&StL": ("p1", 45), "D&H": ("p3", 85)},
        **{"C&P": ("p4", 85), "M&H": ("p4", 150), "E&K": ("p2", 125), "C&A": ("p3", 190)},
        **{"MC": ("p1", 250), "CPR": ("p1", 255), "GT": ("p2", 255), "IC": ("p4", 255)},
        "MP": ("p3", 255),
    }
    assert pars == [("MC", 79), ("CPR", 67), ("GT", 79), ("IC", 79), ("MP", 79)]


def test_a_difference_that_lasts_for_one_deed_is_told(tmp_path):
    """Only where a pass follows that nobody is asked for here may our game be ahead."""
    assert first_difference(RECORDED[0], 90)[1] is None
    lines = (GAMES / f"{RECORDED[0]}.trace.jsonl").read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if '"id":85,' in line)
    changed = json.loads(lines[at])
    changed["changed"]["bank"] += 1
    lines[at] = json.dumps(changed)
    trace = tmp_path / "trace.jsonl"
    trace.write_text("\n".join(lines))
    _, found = first_difference(RECORDED[0], 90, trace)
    assert isinstance(found, PlacedDifference)
    assert (found.at[:9], found.difference.path) == ("Action 85", "bank")


@pytest.mark.parametrize("name", RECORDED)
def test_the_results_of_the_recorded_games(name):
    game = recorded(name)
    *_, last = game.play()
    worth = {seat: total_worth(game.rules, last.state, seat) for seat in game.rules.seats}
    assert worth == {game.seats[id]: result for id, result in game.export.result.items()}
    assert last.state.end_reason == {"1828-four-players": "purple"}.get(name, "market")


# --- how their actions are read


@pytest.fixture(scope="module")
def played():
    """All actions of both games that are ours, by their kind."""
    found: dict[type, list[PlayedAction]] = {}
    for name in RECORDED:
        for one in recorded(name).play():
            found.setdefault(type(one.action), []).append(one)
    return found


def test_a_merger_is_one_action_with_the_other_director_s_agreement(played):
    mergers = [one.action for one in played[MergeCompanies]]
    assert {(one.company, one.other_company) for one in mergers} >= {("GT", "IC"), ("B&O", "OS&H")}
    rules = recorded("1828-four-players").rules
    for merger, before in ((one.action, one.before) for one in played[MergeCompanies]):
        directors = {
            rules.holdings.director(rules, before, one)
            for one in (merger.company, merger.other_company)
        }
        assert directors | {merger.player} == {merger.player, merger.other_director} - {None}


def test_answers_are_read_by_what_is_asked(played):
    assert {one.action.company for one in played[SetAside]} >= {"NW", "NYH", "B&M", "B&O"}
    assert played[PayForShare]
    assert played[SurrenderShare]
    assert TradeWith not in played  # in these games no player had to be named


def test_swaps_of_trains_and_privates(played):
    assert all(one.action.shell != one.action.company for one in played[MoveTrain][:2])
    assert [one.action.company for one in played[SwapPrivate]] == ["GT", "OS&H"]
    assert any(one.action.charter == 1 for one in played[BuyTrain])
    assert any(one.action.replaced_owner == "C&P" for one in played[PlaceToken])


def after_the_auction(*actions: dict[str, Any]) -> ExportedGame:
    """A recorded game that goes on with these actions after its auction."""
    export = exported("1828-four-players", last=41)
    export["actions"] += [{"id": 42 + n, **action} for n, action in enumerate(actions)]
    return ExportedGame(read_export(json.dumps(export).encode()))


def by(entity, type, kind="player", **more):
    return {"type": type, "entity": entity, "entity_type": kind, **more}


def test_half_a_director_s_certificate_is_taken_with_its_par():
    passes = [by(2051, "pass")]
    taken = by("M&H", "buy_shares", "company", shares=["NYC_0"], percent=20)
    par = by(5518, "par", corporation="NYC", share_price="71,11,6")
    *_, last = after_the_auction(*passes, taken, par).play()
    assert last.action == SwapPrivate("p4", "M&H", "NYC", "initial", 71)
    assert last.state.cash["p4"] == 210 - 71
    assert last.state.certificates["NYC_0"] == "p4"


def test_choices_may_be_shortened():
    whole = exported("1828-stock-market-end", last=340)
    short = json.loads(json.dumps(whole))
    for action in short["actions"]:
        if action["type"] == "choose":
            action["choice"] = action["choice"].partition(" ")[0][:6]
    states = []
    for export in (whole, short):
        *_, last = ExportedGame(read_export(json.dumps(export).encode())).play()
        states.append(last.state)
    assert states[0].cash == states[1].cash
    assert states[0].certificates == states[1].certificates


@pytest.mark.parametrize(("city", "company"), [("G23-0-0", "GT"), ("G23-0-1", "IC")])
def test_a_marker_that_is_taken_off_is_that_in_the_named_city(city, company):
    game = example().token("G23.0", "GT").token("G23.1", "IC").do(MergeCompanies("p4", "GT", "IC"))
    sent = ExportedAction(1, "remove_token", "GT-IC", "system", {"city": city})
    adapter = load("1828").adapter
    assert adapter is not None
    reader = Translator(game.rules, adapter, {})
    assert reader.translate(sent, game.state) == GiveWay("p4", company)
    elsewhere = ExportedAction(1, "remove_token", "GT-IC", "system", {"city": "A23-0-0"})
    with pytest.raises(BadFileError):
        reader.translate(elsewhere, game.state)


def test_a_failed_merger_spends_the_deed():
    failed = by(2506, "failed_merge", corporations=["GT", "MP"])
    game = after_the_auction(by(2051, "pass"), by(5518, "pass"), by(648, "pass"), failed)
    with pytest.raises(BadFileError, match="floated"):
        list(game.play())


# --- what cannot be read


def told(actions: list[dict[str, Any]]) -> str:
    """Why a recorded game cannot be read that goes on with these actions after its auction."""
    with pytest.raises(BadFileError) as fault:
        list(after_the_auction(*actions).play())
    return str(fault.value)


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (by(2051, "choose", choice="Sell"), "which is not asked now"),
        (by("XYZ", "merge", "corporation", corporation="GT"), "XYZ"),
        (by("GT", "merge", "corporation", corporation="XYZ"), "XYZ"),
        (by("GT", "merge", "corporation", corporation="GT"), "itself"),
        (by("GT", "merge", "corporation"), "corporation"),
        (by("GT", "buy_train", "corporation", train="2-0", price=80, shell="MP"), "shell"),
        (by("GT", "swap_train", "corporation", train="2-0"), "nobody has bought"),
        (by("GT", "remove_token", "corporation", city="Z99-0-0"), "not on the map"),
    ],
)
def test_an_exchange_without_effect_is_told(action, says):
    assert says in told([action])


def test_a_file_that_is_cut_off_is_told():
    text = json.dumps(exported("1828-four-players"))
    with pytest.raises(BadFileError):
        read_export(text[: len(text) // 2].encode())
