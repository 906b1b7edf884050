"""Set-up, rounds, order, the end of the game, worth; the recorded game."""

import json

import pytest

from companion.exchange.games_18xx.replay_command import replay_command
from companion.rules.core.actions import Pass
from companion.rules.data.setup import Setup
from companion.rules.explain.summary import summary
from companion.rules.judge.worth import total_worth
from companion.titles import load, rules_for
from tests.support.positions import NAMES, Position
from tests.support.references import GAMES
from tests.titles.steam_over_holland.game_start import at_price, company, table


def round_name(game: Position) -> str:
    return game.rules.round_rules(game.state).name(game.state)


def pass_all(game: Position) -> Position:
    """Everybody passes until the next round."""
    began = round_name(game)
    while game.waiting() and round_name(game) == began:
        game.do(*(action for action in passes(game)))
    return game


def passes(game: Position) -> list[Pass]:
    turn = getattr(game.state.round, "turn", None)
    return [Pass(turn if isinstance(turn, str) else turn.company)]


def test_fifteen_rounds_and_then_the_end():
    game = company(table(3), "NRS", 100, "p1", p1=40)
    names = []
    game.stock_round(1, "p1")
    while game.waiting():
        names.append(round_name(game))
        pass_all(game)
    assert names == [name for n in range(1, 6) for name in (f"SR {n}", f"OR {n}.1", f"OR {n}.2")]
    assert game.state.end_reason == "rounds"


def test_the_bank_is_never_short():
    game = company(table(5), "NRS", 100, "p1", p1=40)
    assert game.rules.bank_size == 0
    assert not summary(game.rules, game.state).bank_broke
    assert summary(game.rules, game.state).bank_unlimited


def test_privates_pay_at_the_start_of_each_operating_round():
    game = table(3).privates(W="p2")
    company(game, "NRS", 100, "p1", p1=40)
    pass_all(game.stock_round(1, "p1"))
    assert game.state.cash["p2"] == 420
    pass_all(game)
    assert game.state.cash["p2"] == 440


def test_companies_operate_by_price_and_of_equals_the_left_most_first():
    game = table(3)
    for symbol, price in (("AR", 90), ("NRS", 100), ("OSM", 100)):
        company(game, symbol, price, "p1", home=False, p1=20)
    pass_all(game.stock_round(1, "p1"))
    order = []
    while game.waiting() and round_name(game) == "OR 1.1":
        symbol = game.state.round.turn.company
        if symbol not in order:
            order.append(symbol)
        game.do(Pass(symbol))
    assert order == ["NRS", "OSM", "AR"]


def test_worth_is_cash_and_shares_but_no_privates_and_no_treasury():
    game = table(3).privates(W="p1").cash(p1=37)
    company(game, "NRS", 100, "p1", cash=900, p1=40)
    at_price(game, "NRS", 125)
    assert total_worth(game.rules, game.state, "p1") == 37 + 4 * 125
    row = summary(game.rules, game.state).standings[0]
    assert (row.cash, row.shares, row.privates, row.worth) == (37, 500, 0, 537)


def test_the_turn_from_top_to_bottom():
    game = table(3)
    company(game, "NRS", 100, "p1", p1=40).operating("NRS", "treasury")
    assert [row.name for row in summary(game.rules, game.state).turn_steps] == [
        "treasury",
        "privates",
        "track",
        "token",
        "run",
        "dividend",
        "trains",
    ]


def test_a_player_who_bought_nothing_is_asked_for_nothing():
    game = Position("steam-over-holland", 3)
    table_now = summary(game.rules, game.state)
    assert table_now.round == "Auction"
    assert len([p for p in table_now.privates if p.owner == "bank"]) == 3


# --- data


def test_the_material():
    data = load("steam-over-holland").data
    assert sum(count for count in data.tiles.values() if count) == 120
    colours = {"yellow": 0, "green": 0, "brown": 0}
    rules = rules_for(Setup("steam-over-holland", NAMES[:3]))
    for tile, count in data.tiles.items():
        colours[rules.tile(tile).colour] += count or 0
    assert colours == {"yellow": 53, "green": 50, "brown": 17}
    assert sum(train.count or 0 for train in data.train_types) == 27
    assert {len(company.certificates) for company in data.company_list} == {9}
    assert len(data.company_list) == 7


# --- the recorded game


@pytest.mark.references
def test_the_recorded_game_replays_without_a_difference(capsys):
    file = GAMES / "soh-fifteen-rounds.json"
    assert replay_command(file, GAMES / "soh-fifteen-rounds.trace.jsonl") == 0
    said = capsys.readouterr().out
    for key in ("dividend_at_least", "phase_at_once", "any_time"):
        option = load("steam-over-holland").data.option(key)
        assert f"Read as in the file · {option.says}" in said


@pytest.mark.references
@pytest.mark.parametrize("option", ["dividend_at_least", "phase_at_once", "any_time"])
def test_each_reading_of_the_recorded_game_is_needed(option, monkeypatch, capsys):
    adapter = load("steam-over-holland").adapter
    assert adapter is not None
    monkeypatch.setitem(adapter.readings, option, False)
    file = GAMES / "soh-fifteen-rounds.json"
    assert json.loads(file.read_text())["title"] == adapter.name
    assert replay_command(file, GAMES / "soh-fifteen-rounds.trace.jsonl") != 0


@pytest.mark.parametrize(
    ("code", "section"),
    [
        ("turn.not_yours", "Stock round; Operating rounds"),
        ("lay.colour", "New tiles; Replacing tiles"),
        ("lay.not_reached", "New tiles"),
        ("sell.pool", "Selling shares"),
        ("treasury.full", "Sell or buy its own shares"),
        ("buy.holding", "Buying shares of companies already started"),
        ("start.share", "Notes on private companies"),
        ("sell.president", "President's certificate"),
        ("train.limit", "Number of trains per company"),
        ("bankrupt.not", "Bankruptcy"),
        ("forced.too_few", "Forced train purchases"),
        ("pass.over", "Maximum number of certificates"),
        ("pass.face_down", "Start card / priority deal"),
    ],
)
def test_refusals_cite_the_manuals_sections(code, section):
    assert table(3).data.cite(code) == f"Steam over Holland, {section}"
