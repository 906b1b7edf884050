"""Exports that the other site's engine refused: each cause, on the file as it is written now."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.bots.simulation import NAMES
from companion.exchange import BadFileError, ExportedGame, read_export
from companion.exchange.games_18xx.action_writer import Sender
from companion.exchange.games_18xx.divergence import PlayedRow, are_alike
from companion.exchange.games_18xx.export_header import whole
from companion.exchange.games_18xx.export_writer import (
    Writing,
    Written,
    file_of,
    write_game,
)
from companion.exchange.games_18xx.piece_names import Supply
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.exchange.games_18xx.site_setup import setup_there
from companion.rules.core.actions import (
    Action,
    Bid,
    BuyPrivateForCompany,
    BuyTrain,
    LayTile,
    Pass,
    PlaceToken,
    SellOwnShares,
)
from companion.rules.core.state import TrainCard
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.worth import total_worth
from companion.titles import rules_for
from tests.exchange.games_18xx.random_games import play_freely
from tests.exchange.games_18xx.small_exports import as_bytes, export, floated
from tests.support.imports import import_file, rows_of
from tests.support.positions import Position
from tests.titles.steam_over_holland.game_start import company, table

HOLLAND = "steam-over-holland"


def sender_of(game: Position) -> Sender:
    """The sender of a game from where it stands."""
    adapter, ids = site_adapters()[game.rules.setup.title], {"p1": 1, "p2": 2, "p3": 3}
    return Sender(game.rules, adapter, Supply(game.rules, adapter, game.state, ids))


def sent(game: Position, *actions: Action) -> list[str]:
    """The entities and types of what is sent: "DH pass"."""
    sender, found = sender_of(game), []
    for action in actions:
        before = game.state
        game.do(action)
        found += sender.sent(action, before, game.state) or []
    return [f"{body['entity']} {body['type']}" for body in found]


# --- the auction of Steam over Holland


def auction(players: int, draw: str, *actions: Action, **options: object) -> Written:
    """An auction of which all that was done is written."""
    rules = rules_for(Setup(HOLLAND, NAMES[:players], {"draw": draw, **options}, 1))
    return write_game(rules, rows_of(rules, judge.start(rules).state, actions))


def there(draw: str) -> dict[str, object]:
    return {**site_adapters()[HOLLAND].readings, "draw": draw}


def test_the_auction_ends_there_with_a_private_that_nobody_takes() -> None:
    passes = [Pass("p1"), Pass("p2"), Pass("p3")]
    readings = {key: value for key, value in there("").items() if key != "draw"}
    game = Position(HOLLAND, 3, **there("SMAS VES W")).do(*passes)
    assert game.state.round.kind == "stock"
    assert {game.state.privates[one] for one in ("SMAS", "VES", "W")} == {"gone"}
    assert auction(3, "SMAS VES W", *passes, **readings).stop is None
    by_the_book = auction(3, "SMAS VES W", *passes, Bid("p2", "VES", 75))
    assert by_the_book.stop is not None and by_the_book.stop.n == 4
    assert len(by_the_book.body["actions"]) == 3


def test_the_last_private_that_nobody_takes_stops_the_site() -> None:
    sold = [Bid("p1", "SMAS", 20), Pass("p2")]
    written = auction(2, "SMAS W", *sold, Pass("p2"), Pass("p1"))
    assert written.stop is not None and written.stop.n == 4
    assert "error of its own" in written.stop.why
    assert auction(2, "SMAS W", *sold, Pass("p2"), Bid("p1", "W", 100)).stop is None


@pytest.mark.parametrize(("can_pay", "opener"), [(True, "p1"), (False, "p3")])
def test_the_start_card_passes_over_who_can_pay_for_nothing_there(
    can_pay: bool, opener: str
) -> None:
    """Cato has 50 left, and a private for 100 is to come."""
    game = Position(HOLLAND, 3, draw="SMAS VES W", opener_can_pay=can_pay)
    game.do(Bid("p1", "SMAS", 20), Pass("p2"), Pass("p3"), Bid("p2", "VES", 90))
    game.do(Bid("p3", "VES", 350), Pass("p1"), Pass("p2"))
    assert game.state.cash["p3"] == 50
    assert (game.state.priority, game.state.round.turn) == (opener, "p1")


def test_an_import_is_read_with_the_opener_of_the_site() -> None:
    """Cato has 50 left; the site has Ada bid first, and Bram after her."""
    ids = {"p1": 1, "p2": 2, "p3": 3}

    def acts(player: str, type: str, **fields: object) -> dict[str, object]:
        return {"type": type, "entity": ids[player], "entity_type": "player", **fields}

    def bids(player: str, private: str, price: int) -> dict[str, object]:
        return acts(player, "bid", company=private, price=price)

    first = next(seed for seed in range(500) if set(drawn(seed)) == {"SMAS", "VES", "W"})
    before = [bids("p1", "SMAS", 20), acts("p2", "pass"), acts("p3", "pass")]
    before += [
        bids("p2", "VES", 90),
        bids("p3", "VES", 350),
        acts("p1", "pass"),
        acts("p2", "pass"),
    ]
    actions = [*before, bids("p1", "W", 100), bids("p2", "W", 105), acts("p1", "pass")]
    players = [{"id": id, "name": NAMES[id - 1]} for id in ids.values()]
    file = export(actions, title="Steam Over Holland", players=players, settings={"seed": first})
    read = import_file(json.dumps(file).encode()).actions
    assert read[-3:] == [Bid("p1", "W", 100), Bid("p2", "W", 105), Pass("p1")]
    file["actions"][7]["entity"], file["actions"][8]["entity"] = 2, 1
    with pytest.raises(BadFileError, match="Action 9"):
        import_file(json.dumps(file).encode())


def drawn(seed: int) -> tuple[str, ...]:
    rules = rules_for(Setup(HOLLAND, NAMES[:3], {}, seed))
    return rules.drawn


@pytest.mark.parametrize(("by_seat", "first"), [(True, "p1"), (False, "p2")])
def test_the_first_seat_of_several_with_most_cash_begins_there(by_seat: bool, first: str) -> None:
    game = Position(HOLLAND, 3, draw="SMAS KKI W", unsold_ends_auction=True, tie_by_seat=by_seat)
    game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.state.priority == first
    sold = Position(HOLLAND, 3, draw="SMAS KKI W", unsold_ends_auction=True, tie_by_seat=by_seat)
    sold.do(Bid("p1", "SMAS", 20), Pass("p2"), Pass("p3"), Bid("p2", "KKI", 40), Pass("p3"))
    sold.do(Pass("p1"), Pass("p3"), Pass("p1"), Pass("p2"))
    assert sold.state.priority == "p3"


# --- tiles, own shares and tokens


@pytest.mark.parametrize("once", [True, False])
def test_no_hex_is_laid_twice_in_a_turn_there(once: bool) -> None:
    game = company(table(3, once_in_a_hex=once).phase("3"), "OSM", 100, "p1", p1=40)
    game.tile("E14", "57", 2)
    game.operating("OSM", "track", lays=(("E14", "yellow"),))
    again, other = LayTile("OSM", "E14", "15", 2), LayTile("OSM", "D13", "9", 2)
    assert game.refused(again) == ({"lay.elsewhere"} if once else set())
    assert game.allowed(other)


@pytest.mark.parametrize("once", [True, False])
def test_own_shares_are_dealt_in_once_there_and_before_the_dividend(once: bool) -> None:
    def at(step: str, **more: object) -> Position:
        game = table(3, any_time=True, own_shares_once=once)
        game = company(game, "NRS", 100, "p1", p1=40, pool=20).trains("NRS", "2")
        return game.operating("NRS", step).turn(revenue=40, **more)

    sale = SellOwnShares("NRS", 10)
    assert at("dividend").allowed(sale)
    bought = at("dividend", has_bought_back=True)
    assert bought.refused(sale) == ({"treasury.once"} if once else set())
    assert at("trains").refused(sale) == ({"turn.not_now"} if once else set())


def test_money_for_a_token_is_raised_there_before_the_token_is_asked_for() -> None:
    game = company(table(3, any_time=True).phase("3"), "NCS", 100, "p1", cash=39, p1=60)
    game.tile("H9", "15", 3).tile("H11", "9", 1).trains("NCS", "3")
    game.operating("NCS", "track", lays=(("H11", "yellow"),))
    lay, token = LayTile("NCS", "H13", "57", 1), PlaceToken("NCS", "H13.0")
    writing = written_in(game, [lay, SellOwnShares("NCS", 10), token])
    told = [body["type"] for body in writing.found.actions]
    assert told == ["sell_shares", "lay_tile", "place_token"]


# --- the token that comes with a tile


def hudson() -> Position:
    """The PRR owns the D&H, and may buy another private."""
    game = Position("1830", 3, **site_adapters()["1830"].readings).started("PRR", 67, "p1", p1=60)
    game.floated("PRR", 500).phase("3").privates(DH="PRR", CS="p1")
    return game.operating("PRR", "track")


SCRANTON = LayTile("PRR", "F16", "57", 0, "DH")
MARKER = PlaceToken("PRR", "F16.0", "DH")


def test_a_private_whose_token_is_not_placed_passes_before_anything_else() -> None:
    buys = BuyPrivateForCompany("PRR", "CS", 20)
    told = sent(hudson(), SCRANTON, buys)
    assert told == ["DH lay_tile", "DH pass", "PRR buy_company"]
    assert sent(hudson(), SCRANTON, MARKER, buys) == [
        "DH lay_tile",
        "DH place_token",
        "PRR buy_company",
    ]


def written_in(game: Position, actions: Sequence[Action]) -> Writing:
    """A turn that is written from where the game stands."""
    rows: list[PlayedRow] = []
    start = game.state
    for action in actions:
        before = game.state
        game.do(action)
        rows.append(PlayedRow(len(rows) + 1, action, before, game.state))
    writing = Writing(game.rules, setup_there(game.rules), rows)
    writing.following.state = writing.found.state = start
    writing.calm = 0, start
    writing.write()
    return writing


def test_a_token_that_comes_after_something_else_is_said_right_after_its_tile() -> None:
    buys = BuyPrivateForCompany("PRR", "CS", 20)
    writing = written_in(hudson(), [SCRANTON, buys, MARKER])
    told = [f"{body['entity']} {body['type']}" for body in writing.found.actions]
    assert told == ["DH lay_tile", "DH place_token", "PRR buy_company"]


# --- trains


def test_the_first_given_up_of_equal_trains_in_the_pool_is_named() -> None:
    game = Position("1830", 3)
    supply = sender_of(game).supply
    names = [supply.train(train) for train in ("3-0", "3-1", "3-2")]
    for train in ("3-1", "3-0"):
        before = game.state
        game.state = before.copy()
        game.state.trains[train] = TrainCard("pool")
        supply.follow(before, game.state)
    assert supply.name_purchase("3-0", game.state) == names[1]
    before, game.state = game.state, game.state.copy()
    game.state.trains["3-0"] = TrainCard("PRR")
    supply.follow(before, game.state)
    assert supply.name_purchase("3-1", game.state) == names[0]
    assert supply.train("3-2") == names[2]


# --- the result


def test_privates_count_for_the_result_there() -> None:
    game = table(3).privates(VES="p1")
    writing = Writing(game.rules, setup_there(game.rules), [])
    state = game.state.copy()
    state.end_reason = "rounds"
    body = whole(game.rules, writing.found.elsewhere, state, [], [], number=1, why="")
    assert body["result"]["1"] == body["result"]["2"] + 75
    assert total_worth(game.rules, state, "p1") == total_worth(game.rules, state, "p2")


# --- the refused files


REFUSED = {  # with the place of the action that the site refused, or that is named otherwise now
    "1828-r201": 98,
    "1828-r203": 361,
    "1828-r222": 187,
    "1828-r224": 126,
    "1828-rt-eager-4-1": 244,
    "1828-rt-late-4-26": 168,
    "conv-1830-8011": 183,
    "conv2-1830-8207": 62,
    "steam-over-holland-4-6122": 16,
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_file_is_written_otherwise_from_there_on(name: str, references: Path) -> None:
    file = references / "conformance" / "exports" / f"{name}.json"
    game, rows = ExportedGame(read_export(file)), []
    try:
        for played in game.play():
            if played.action is not None:
                done = PlayedRow(len(rows) + 1, played.action, played.before, played.state)
                rows.append(done)
    except BadFileError:
        pass  # the rules have changed since; what comes before is enough
    written = write_game(game.rules, rows)
    old, new = json.loads(file.read_text())["actions"], written.body["actions"]
    for one in (*old, *new):
        one.pop("created_at", None)
    first = next(one["id"] for one, other in zip(old, new, strict=False) if one != other)
    assert first == REFUSED[name]
    read = ExportedGame(read_export(file_of(written)))
    last = [played.state for played in read.play()][-1]
    assert last.cash == rows[-1].after.cash


# --- a city that is named before its tile


def erie(*actions: Action) -> Written:
    """A game in which ERIE floats, and names its city at its first turn."""
    floats = import_file(as_bytes(floated())).actions
    theirs = [
        replace(action, company="ERIE") if getattr(action, "company", "") == "PRR" else action
        for action in floats
    ]
    options = {**site_adapters()["1830"].readings, "home_when_laid": False}
    rules = rules_for(Setup("1830", NAMES[:3], options, 1))
    return write_game(rules, rows_of(rules, judge.start(rules).state, [*theirs, *actions]))


@pytest.mark.parametrize("stop", ["E11.0", "E11.1"])
def test_a_city_that_is_named_before_its_tile_is_not_said_there(stop: str) -> None:
    train = BuyTrain("ERIE", "2-0", 80)
    written = erie(PlaceToken("ERIE", stop), Pass("ERIE"), train)
    assert written.stop is None
    assert [body["type"] for body in written.body["actions"][-2:]] == ["pass", "buy_train"]


def test_a_city_that_is_named_with_its_tile_is_said_there() -> None:
    rules, rows = play_freely("1830", 8, 170, home_when_laid=False)
    named = [row for row in rows if row.before.questions and isinstance(row.action, PlaceToken)]
    assert [row.action.actor() for row in named] == ["ERIE", "ERIE"]
    written = write_game(rules, rows)
    assert written.stop is None
    told = [body for body in written.body["actions"] if body["type"] == "place_token"]
    assert [body["city"][:2] for body in told if body["entity"] == "ERIE"] == ["59"]
    read = list(ExportedGame(read_export(file_of(written))).play())
    assert are_alike(rows[-1].after, read[-1].state)


# --- the row of 1828's privates


def test_another_row_of_privates_stops_only_where_it_gives_another_stack() -> None:
    """There the row lies as it is printed, so companies with one par come in that order."""
    stops = []
    for seed in range(4):
        rules, rows = play_freely("1828", seed, 40, row="")
        stops.append(write_game(rules, rows).stop)
    assert None in stops
    told = [stop.why for stop in stops if stop]
    assert told and all("place in the stack" in why for why in told)
