"""Screens of what 18MS has beside the steps of a turn, in words."""

from dataclasses import replace

from companion.rules.data.switches import EndSwitches, OpeningSwitches
from companion.rules.explain.rules_card import card_sections
from tests.support.positions import Position
from tests.titles.t18ms.positions import operating
from tests.titles.t18ms.test_privates_and_trains import help_with, must_buy, sell_all


def test_the_draft_offers_all_privates_to_the_last_player(shown):
    page = shown(Position("18ms", 3))
    for private in ("AGS", "BS", "M&M", "MC", "M&O"):
        assert private in page
    assert "Pass" not in page


def test_help_for_a_fee_is_announced_where_it_is_possible(shown):
    assert "may add what is missing for a 5, 6 or D, and pay $50 more" in shown(help_with(300, 500))
    assert "may add what is missing" not in shown(help_with(300, 100))
    assert "may add what is missing" not in shown(must_buy(300, 500))


def test_a_loan_is_announced_where_nothing_else_is_left(shown):
    game = must_buy(100, 30)
    assert "they borrow what is missing" not in shown(game)
    sell_all(game)
    assert "they borrow what is missing, and $50 more" in shown(game)


def test_an_extra_tile_is_offered_on_the_network(shown):
    game = operating("IC", cash=500, AGS="IC").tile("B2", "58", 2).tile("B4", "9", 1)
    assert "Lay with a private" in shown(game)
    assert "B6" in shown(game, do="lay_power", private="AGS")


def lines(key: str, **changes: object) -> str:
    """Return the lines of a section of the rules card, made from the data alone."""
    data = replace(operating().data, card={}, **changes)
    sections = {section.key: section.lines for section in card_sections(data)}
    return " ".join(sections[key])


def test_the_rules_card_tells_of_the_draft():
    assert "the last player first" in lines("opening")
    assert "the last player first" not in lines("opening", opening=OpeningSwitches())


def test_the_rules_card_tells_of_salvage_and_of_cards_with_two_sides():
    assert "$20 for each 2+" in lines("trains")
    assert "a 2D and a 4D" in lines("trains")
    assert "for each 5" not in lines("trains")


def test_the_rules_card_tells_when_the_game_ends():
    assert "After 5 sets" in lines("ends") and "bank cannot pay" not in lines("ends")
    assert "bank cannot pay" in lines("ends", ends=EndSwitches())
    assert "sets of operating rounds." not in lines("ends", ends=EndSwitches(bank="never"))
