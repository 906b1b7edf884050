"""The draws before the game, or those of a table with real cards ("Setup")."""

import pytest

from companion.rules.data.setup import BadSetupError, Setup
from companion.titles import rules_for
from tests.support.positions import NAMES, Position
from tests.titles.t1828.game_start import DEAREST, table

GOOD = {"GT", "NW", "OS&H"}


def drawn(players=4, seed=0, **options):
    return rules_for(Setup("1828", NAMES[:players], options, seed)).drawn


@pytest.mark.parametrize(("players", "kept"), [(3, 4), (4, 5), (5, 6)])
def test_so_many_of_the_dearest_privates_stay_and_no_other_is_out(players, kept):
    game = Position("1828", players)
    out = {p for p, owner in game.state.privates.items() if owner == "gone"}
    assert len(DEAREST) - len(out) == kept
    assert out < set(DEAREST)


@pytest.mark.parametrize("players", [1, 2, 6])
def test_three_to_five_players(players):
    with pytest.raises(BadSetupError, match="3 to 5"):
        Position("1828", players)


def test_the_same_seed_draws_the_same_and_others_differently():
    assert drawn(seed=5) == drawn(seed=5)
    for part in ("discarded", "row", "order"):
        assert len({getattr(drawn(seed=seed), part) for seed in range(20)}) > 5


def test_discards_are_those_of_recorded_games():
    assert drawn(4, 23366).discarded == ("NKP", "NW", "OS&H")
    assert drawn(3, 809403741).discarded == ("GT", "IC", "MC", "NKP")


def test_one_good_private_stays_where_the_table_wants_that():
    bare = [seed for seed in range(200) if set(drawn(3, seed).discarded) >= GOOD]
    assert bare
    for seed in bare:
        assert not set(drawn(3, seed, keep_good_privates=True).discarded) >= GOOD
    others = [seed for seed in range(20) if seed not in bare]
    for seed in others:
        assert drawn(3, seed, keep_good_privates=True) == drawn(3, seed)


def test_the_draws_of_the_table_are_entered():
    found = drawn(
        discarded="GT, nw os&h", row="MP NKP CPR IC MC", order="Mia, Jörg,Anneke , Daniël"
    )
    assert found.discarded == ("GT", "NW", "OS&H")
    assert found.row == ("MP", "NKP", "CPR", "IC", "MC")
    assert found.order == (3, 1, 0, 2)


def test_draws_that_are_not_entered_are_made():
    found = drawn(discarded="GT NW OS&H")
    assert sorted(found.row) == ["CPR", "IC", "MC", "MP", "NKP"]
    assert sorted(found.order) == [0, 1, 2, 3]


def test_a_name_may_have_a_comma():
    names = ("Ann, Lee", "Ann", "Lee")
    rules = rules_for(Setup("1828", names, {"order": "Lee, Ann, Lee, Ann"}, 1))
    assert [names[seat] for seat in rules.drawn.order] in (
        ["Lee", "Ann, Lee", "Ann"],
        ["Lee", "Ann", "Lee", "Ann"],
    )


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"discarded": "GT NW"}, "3 different"),
        ({"discarded": "GT NW NW"}, "3 different"),
        ({"discarded": "GT NW IC MC"}, "3 different"),
        ({"discarded": "GT NW C&A"}, "C&A is not one"),
        ({"discarded": "GT NW XYZ"}, "XYZ is not one"),
        ({"discarded": "GT NW OS&H", "row": "CPR IC MC MP"}, "once"),
        ({"discarded": "GT NW OS&H", "row": "CPR IC MC MP GT"}, "once"),
        ({"discarded": "GT NW OS&H", "row": "CPR IC MC MP MP NKP"}, "once"),
        ({"discarded": "GT NW OS&H", "keep_good_privates": True}, "At least one of GT, NW, OS&H"),
        ({"order": "Anneke, Jörg, Daniël"}, "each player once"),
        ({"order": "Anneke, Jörg, Daniël, Daniël"}, "each player once"),
        ({"order": "Anneke, Jörg, Daniël, Piet"}, "each player once"),
    ],
)
def test_impossible_draws_are_refused(options, says):
    with pytest.raises(BadSetupError, match=says):
        drawn(**options)


def test_the_order_of_play_is_that_of_the_cards():
    game = table(4, order="Mia, Anneke, Daniël, Jörg")
    assert game.state.order == ("p4", "p1", "p3", "p2")
    assert game.rules.actor(game.state) == "p4"


def test_companies_of_discarded_privates_are_whole_in_the_ipo():
    game = table(4, row="CPR IC MC MP NKP")
    assert game.percent("GT", "initial") == 100
    assert game.state.cash["bank"] == -4 * 700
