"""Screens of what 18AL has beside the steps of a turn, in words."""

from companion.languages import speaking
from companion.rules.data.setup import Setup
from companion.titles import rules_for
from companion.web.play.operating_panels.operating_map import tile_picture
from tests.titles.t18al.test_own_rules import operating


def test_the_marker_of_coal_is_chosen_in_a_list_of_cities(shown):
    game = operating("ABC", SNAR="ABC").trains("ABC", "3").tile("G6", "57", 1)
    assert "Place a marker" in shown(game)
    listed = shown(game, do="marker")
    assert "Marker of South & North Alabama Railroad in Anniston" in listed
    assert "ABC does not reach Tuscaloosa" in listed
    assert "Place a marker" not in shown(operating("ABC", SNAR="p1"))


def test_the_lumber_terminal_is_offered_beside_the_usual_tile(shown):
    game = operating("ABC", BLC="ABC")
    assert "Lay with a private" in shown(game)
    assert "Hex G2 M2 O4 N5 P5" in shown(game, do="lay_power", private="BLC")


def test_each_language_has_the_word_on_a_tile():
    rules = rules_for(Setup("18al", ("A", "B", "C")))
    for language, word in (("nl", "boom"), ("en", "tree")):
        with speaking(language):
            assert f">{word}<" in tile_picture(rules, "445", 0)
