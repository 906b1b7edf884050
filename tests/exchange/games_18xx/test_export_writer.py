"""A game of ours as an export of the other site.

An export of the site is written again as it was. The first action that the site would play
otherwise ends the file, with the reason.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.bots.simulation import NAMES, choose
from companion.cli.main import main
from companion.exchange import BadFileError, ExportedGame, read_export
from companion.exchange.games_18xx.divergence import PlayedRow
from companion.exchange.games_18xx.export_writer import file_of, write_game, write_stored
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.exchange.games_18xx.site_setup import setup_there
from companion.rules.amend.correction_actions import CorrectCash
from companion.rules.core.actions import Action, Pass, SellPrivate, SellShares
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.store.db.data_dir import database_file
from companion.store.games.game_store import GameStore
from companion.store.history.log_writer import Entered
from companion.titles import load, open_pack, rules_for
from companion.titles.accounts_pack import AccountsSetup
from companion.web import create_app
from tests.exchange.games_18xx.small_exports import FIRST_OPERATION, as_bytes, floated
from tests.exchange.games_18xx.written_games import (
    alike,
    deeds,
    in_order,
    played,
    recorded,
    sent_there,
)
from tests.support.imports import import_file, rows_of
from tests.support.references import GAMES
from tests.support.stored_games import empty_store

FULL = bool(os.environ.get("FULL"))
THERE = [
    "1828-four-players",
    "1828-stock-market-end",
    "1830-bank-breaks",
    "1830-bankruptcy",
    "soh-fifteen-rounds",
    "titles/1850Jr-hotseat",
]
NEWER = ("1828-stock-market-end", "1830-bank-breaks", "soh-fifteen-rounds")  # with newer keys
SOME = ["imports/1830-eager-3-62", "imports/steam-over-holland-mean-4-11"]
MORE = [
    "imports/1830-late-2-51",
    "imports/1830-mean-6-41",
    "imports/1830-mean-6-43",
    "imports/steam-over-holland-eager-3-6",
    "imports/steam-over-holland-mean-4-13",
    "imports/steam-over-holland-mean-4-16",
]
RECORDED = [*THERE, *SOME, *(MORE if FULL else [])]
PLAYED = ["1828", "1830", "steam-over-holland"]
WRITTEN = [
    *((title, seed) for title in PLAYED for seed in range(100 if FULL else 1)),
    ("1836jr30", 1),
    ("1850jr", 0),
    ("18chesapeake", 1),
    ("18chesapeake", 12),  # equal trains lie in the pool
    ("18chesapeake", 5),  # with two players; passes may belong to several turns
    ("18al", 6),  # a player who could only buy a private passes
    ("18ga", 3),  # the same, in rounds in which nobody does anything
    ("steam-over-holland", 3),  # a company sells its own shares after it ran nothing
    ("1828", 102),  # a player merges companies who cannot exchange their director's certificate
]


@pytest.mark.references
@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_game_is_written_as_it_was_recorded(name: str) -> None:
    """Every action with every pass, and every number of a tile, a train, a certificate."""
    game, rows = recorded(name)
    written = write_game(game.rules, rows)
    assert written.stop is None
    theirs = {str(id): name for id, name in game.export.players}
    ours = {str(player["id"]): player["name"] for player in written.body["players"]}
    mine = in_order(alike(body, ours) for body in written.body["actions"])
    assert mine == in_order(alike(body, theirs) for body in sent_there(game))
    assert {ours[id]: worth for id, worth in written.body["result"].items()} == {
        theirs[id]: worth for id, worth in game.export.result.items()
    }


OLDER = ["titles/18Chesapeake-1277", "titles/18Chesapeake-1905", "titles/18NL-135870"]
ESSENTIAL = ("hex", "tile", "rotation", "city", "shares", "train", "price", "company", "kind")


@pytest.mark.references
@pytest.mark.parametrize("name", OLDER)
def test_a_game_of_an_older_format_is_written_with_the_same_actions(name: str) -> None:
    """Each action with what it is about; routes and percents are written otherwise there."""
    game, rows = recorded(name)
    written = write_game(game.rules, rows)
    assert written.stop is None
    theirs = {str(id): name for id, name in game.export.players}
    ours = {str(player["id"]): player["name"] for player in written.body["players"]}
    mine = [essence(body, ours) for body in in_order(written.body["actions"])]
    assert mine == [essence(body, theirs) for body in in_order(sent_there(game))]


def essence(body: dict[str, Any], ids: dict[str, str]) -> tuple[object, ...]:
    """The kind of an action, who acts, and what it is about."""
    entity = str(body["entity"])
    return (body["type"], ids.get(entity, entity), *(body.get(key) for key in ESSENTIAL))


@pytest.mark.references
def test_a_choice_is_said_in_the_words_of_the_site() -> None:
    game, rows = recorded("1828-stock-market-end")
    written = write_game(game.rules, rows).body["actions"]
    choices = [body["choice"] for body in sent_there(game) if body["type"] == "choose"]
    assert [body["choice"] for body in written if body["type"] == "choose"] == choices
    assert {"CPR", "NW ($77)", "Exchange ($-31)"} <= set(choices)


@pytest.mark.references
@pytest.mark.parametrize("name", NEWER)
def test_every_key_and_type_is_as_in_the_sites_own_files(name: str) -> None:
    game, rows = recorded(name)
    own = json.loads((GAMES / f"{name}.json").read_text())
    body = json.loads(file_of(write_game(game.rules, rows)))
    assert list(body) == list(own)
    assert forms({**body, "actions": []}) == forms({**own, "actions": []})
    theirs = {form for action in own["actions"] for form in shapes(action)}
    assert {form for action in body["actions"] for form in shapes(action)} <= theirs


def forms(value: Any) -> Any:
    """The types in a value, whatever it says."""
    if isinstance(value, dict):
        known = {key: forms(part) for key, part in value.items()}
        return known if all(key.isidentifier() for key in value) else set(map(str, known.values()))
    return [forms(value[0])] if isinstance(value, list) and value else type(value).__name__


def shapes(action: dict[str, Any]) -> set[str]:
    """The keys of an action and of its routes, with the types of what they say."""
    plain = {key: value for key, value in action.items() if key not in ("user", "auto_actions")}
    known = {key: type(value).__name__ for key, value in plain.items() if key != "created_at"}
    routes = action.get("routes", [])
    return {
        f"{action['type']} by {action['entity_type']}: {sorted(known.items())}",
        *(
            f"route: {sorted((key, type(part).__name__) for key, part in r.items())}"
            for r in routes
        ),
    }


@pytest.mark.in_part(2)
@pytest.mark.parametrize(("title", "seed"), WRITTEN)
def test_a_game_that_is_written_and_read_again_is_the_same_game(title: str, seed: int) -> None:
    counts = sorted(load(title).data.cash)
    players, adapter = NAMES[: counts[seed % len(counts)]], site_adapters()[title]
    options = dict(adapter.readings)
    if adapter.drawn:
        options |= adapter.drawn(seed, players, options)
    rules = rules_for(Setup(title, players, options, seed))
    rows, state = played(rules, seed)
    written = write_game(rules, rows)
    assert written.stop is None
    game = ExportedGame(read_export(file_of(written)))
    read = [one for one in game.play() if one.action is not None]
    ours = deeds([row.action for row in rows])
    assert deeds([one.action for one in read if one.action is not None]) == ours
    assert read[-1].state.cash == state.cash
    assert read[-1].state.end_reason == state.end_reason


# --- where the two part


def game_of(actions: Sequence[Action], **options: Any) -> tuple[Rules, list[PlayedRow]]:
    """A game of three under the book's own readings, but for these options."""
    rules = rules_for(Setup("1830", NAMES[:3], options, 1))
    return rules, rows_of(rules, judge.start(rules).state, actions)


def capital_by_the_book() -> tuple[Rules, list[PlayedRow]]:
    """A company floats, gets its capital in the next round, and operates."""
    return game_of(import_file(as_bytes([*floated(), *FIRST_OPERATION])).actions)


def test_a_difference_only_for_a_while_ends_nothing() -> None:
    rules, rows = capital_by_the_book()
    there = site_adapters()["1830"].readings
    other = rules_for(Setup("1830", NAMES[:3], dict(there), 1))
    floating = next(row for row in rows if row.after.companies["PRR"].floated)
    after = judge.apply(other, floating.before, floating.action).state
    assert floating.after.cash["PRR"] == 0 != after.cash["PRR"]
    assert write_game(rules, rows).stop is None


def test_another_result_ends_it_with_the_reading() -> None:
    rules = rules_for(Setup("steam-over-holland", NAMES[:2], {}, 8))
    dice, state, actions = random.Random(8), judge.start(rules).state, []
    while not state.end_reason:
        actions.append(choose(rules, state, dice))
        state = judge.apply(rules, state, actions[-1]).state
    rows = rows_of(rules, judge.start(rules).state, actions)
    written = write_game(rules, rows)
    assert written.stop is not None
    assert "A dividend equal to the price" in written.stop.why
    assert written.body["description"] == written.stop.why
    read = deeds(import_file(file_of(written)).actions)
    assert read == deeds([row.action for row in rows[: written.stop.reached]])


def test_a_trade_between_players_is_the_buyers_in_their_turn_there() -> None:
    """The player on turn may sell here as well; there they cannot."""
    actions = import_file(as_bytes(floated())).actions
    options = dict(site_adapters()["1830"].readings)
    operating = import_file(as_bytes([*floated(), *FIRST_OPERATION])).actions[len(actions) :]
    buys, sells = (SellPrivate(*pair, "SV", 20) for pair in (("p1", "p2"), ("p2", "p1")))
    rules, rows = game_of([*actions, *operating, buys], **options)
    assert rows[-1].before.round.turn == "p2"
    assert write_game(rules, rows).stop is None
    back = [*actions, *operating, buys, sells]
    rules, rows = game_of(back, **options)
    stop = write_game(rules, rows).stop
    assert stop is not None and stop.n == len(back)
    assert "has no such action" in stop.why


@pytest.mark.parametrize("apart", ["ruling", "correction"])
def test_a_ruling_or_correction_ends_the_written_file(tmp_path: Path, apart: str) -> None:
    rules, rows = capital_by_the_book()
    entered = [Entered(row.action) for row in rows]
    if apart == "ruling":
        ruling = {"waived": ["sell.first_round"], "why": "we allow it"}
        entered[8:] = [Entered(SellShares("p2", "PRR", 10), ruling=ruling)]
    else:
        entered[8:] = [Entered(CorrectCash("bank", "p1", 5, reason="we allow it"))]
    store = empty_store(tmp_path)
    written = write_stored(store, store.import_game(rules.setup, entered))
    store.close()
    assert written.stop is not None
    assert written.stop.n == 9
    assert written.stop.why.endswith("we allow it")
    assert len(written.body["actions"]) == 8


def test_an_option_that_is_not_there_lets_nothing_be_written() -> None:
    rules, rows = game_of([Pass("p1")], no_diesels=True)
    with pytest.raises(BadFileError, match="no such option"):
        write_game(rules, rows)
    rules, rows = game_of([Pass("p1")], third_6_train=True)
    written = write_game(rules, rows)
    assert written.body["settings"]["optional_rules"] == ["optional_6_train"]


def test_a_title_that_is_not_there_is_told() -> None:
    rules = rules_for(Setup("1839", NAMES[:3], {}, 1))
    with pytest.raises(BadFileError, match="does not have 1839"):
        write_game(rules, [])


def test_a_title_of_a_pack_is_told() -> None:
    title = open_pack(AccountsSetup("$", 12000, 600, (("PRR", "green"),)).pack())
    rules = title.rules(Setup(title.slug, NAMES[:3]))
    with pytest.raises(BadFileError, match="comes from a title pack"):
        write_game(rules, [])


def test_privates_drawn_at_the_table_are_drawn_by_a_seed_there() -> None:
    rules = rules_for(Setup("steam-over-holland", NAMES[:3], {"draw": "KO SMAS W"}, 1))
    setup = setup_there(rules).setup
    again = rules_for(
        Setup(setup.title, setup.players, site_adapters()[setup.title].readings, setup.seed)
    )
    assert judge.start(again).state.privates == judge.start(rules).state.privates


def test_the_command_and_the_menu_write_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    rules, rows = capital_by_the_book()
    store = GameStore(database_file())
    game = store.import_game(rules.setup, [row.action for row in rows])
    out = tmp_path / "out.json"
    assert main(["export", str(game), "--as", "18xx", "-o", str(out)]) == 0
    client = create_app({"STORE": store}).test_client()
    address = f"/games/{game}/elsewhere"
    assert f'href="{address}"' in client.get(f"/games/{game}").text
    page = client.get(address).text
    assert "The export has the whole game." in page
    answer = client.get(f"{address}?file=1")
    assert answer.data == out.read_bytes()
    assert "-18xx.json" in answer.headers["Content-Disposition"]
    capsys.readouterr()
    assert main(["import", str(out)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"Stored as game {game + 1}."
    assert store.open(game + 1).state.cash == store.open(game).state.cash
    store.close()


def test_the_command_and_the_page_say_where_it_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    store = GameStore(database_file())
    actions = import_file(as_bytes(floated())).actions
    operating = import_file(as_bytes([*floated(), *FIRST_OPERATION])).actions[len(actions) :]
    late = [*actions, *operating, SellPrivate("p2", "p1", "CS", 20)]
    game = store.import_game(Setup("1830", NAMES[:3], {}, 1), late)
    out = tmp_path / "out.json"
    assert main(["export", str(game), "--as", "18xx", "-o", str(out)]) == 0
    assert f"before row {len(late)} of the log" in capsys.readouterr().out
    page = create_app({"STORE": store}).test_client().get(f"/games/{game}/elsewhere").text
    assert f"before row {len(late)} of the log" in page
    assert "has no such action" in page
    store.close()
