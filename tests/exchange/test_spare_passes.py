"""Passes in exports that answer questions which are not asked here."""

from companion.exchange.dialects import dialects
from companion.exchange.export import Sent
from companion.exchange.snapshot import snapshot
from companion.exchange.translate import Translator
from companion.rules.actions import Pass
from tests.positions import Position
from tests.titles.steam_over_holland.table import company, table

DIALECT = dialects()["steam-over-holland"]


def sent(type: str, entity: str = "NCS") -> Sent:
    body = {"city": "57-0-0"} if type == "place_token" else {}
    return Sent(1, type, entity, "corporation", body)


def at_tokens() -> Position:
    """The NCS may place a token in Arnhem."""
    game = table(3, any_time=True).phase("3")
    company(game, "NCS", 100, "p1", p1=60)
    game.tile("H9", "15", 3).tile("H11", "9", 1).tile("H13", "57", 1).trains("NCS", "3")
    return game.operating("NCS", "token", laid=(("H11", "yellow"), ("H13", "yellow")))


def translated(game: Position, following: Sent | None) -> object:
    translator = Translator(game.rules, DIALECT, {})
    return translator.translate(sent("pass"), game.state, following)


def test_a_pass_before_what_the_game_waits_for_is_spare():
    game = at_tokens()
    assert game.waiting() == "token"
    assert translated(game, sent("place_token")) is None


def test_a_pass_before_something_else_ends_the_step():
    game = at_tokens()
    assert translated(game, sent("pass")) == Pass("NCS")
    assert translated(game, sent("place_token", "AR")) == Pass("NCS")
    assert translated(game, None) == Pass("NCS")


def test_a_pass_where_nothing_is_asked_is_spare():
    game = at_tokens().do(Pass("NCS"))
    assert game.waiting() == "run"
    assert translated(game, sent("run_routes")) is None


def test_a_pass_of_a_company_that_is_not_operating_is_judged():
    game = at_tokens()
    company(game, "AR", 65, "p2", p2=20)
    translator = Translator(game.rules, DIALECT, {})
    assert translator.translate(sent("pass", "AR"), game.state) == Pass("AR")
    assert game.refused(Pass("AR")) == {"turn.not_yours"}


def test_a_variant_sold_is_a_card_less_of_its_type():
    game = table(3).phase("6")
    assert snapshot(game.rules, DIALECT, game.state)["depot"] == {"6": 6}
    company(game, "NCS", 100, "p1", p1=60).trains("NCS", "3E", "6")
    assert snapshot(game.rules, DIALECT, game.state)["depot"] == {"6": 4}


def test_traces_count_privates_where_the_title_does_not():
    game = table(3).privates(W="p1").cash(p1=50)
    name = game.rules.words.names["p1"]
    assert game.rules.worth(game.state, "p1") == 50
    assert snapshot(game.rules, DIALECT, game.state)["players"][name]["value"] == 150
