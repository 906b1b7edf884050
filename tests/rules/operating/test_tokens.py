"""Tests of tokens that are placed, replaced, swapped, moved or taken over; all are counted."""

import pytest

from companion.ledger.entries import LedgerError
from companion.rules.core.actions import LayTile, PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.state import state_from_json, state_to_json
from companion.rules.judge.policies import TokenPolicy
from companion.rules.operating import tokens
from companion.rules.operating.homes import place_homes
from tests.support.positions import Position

STATE = "GOV"  # a token in slots that belongs to no company


class Table(Position):
    """1830 with PRR connected from Altoona to Pittsburgh and Lancaster.

    PRR may replace a token of the state by its own.
    """

    def __init__(self) -> None:
        super().__init__("1830", 3)
        self.rules.tokens = TokenPolicy(replaceable=frozenset((STATE,)))
        self.close_privates().started("PRR", 67, "p1", p1=60).floated("PRR", 500)
        self.tile("H14", "9", 1).tile("H16", "57", 1).tile("H10", "57", 1)
        self.operating("PRR", "token")

    @property
    def change(self) -> Change:
        return Change(self.state)

    def state_in(self, *stops: str) -> "Table":
        """Place tokens of the state at these stops."""
        for stop in stops:
            tokens.place_token(self.change, STATE, stop)
        return self

    def lies(self, stop: str) -> tuple[str | None, ...]:
        return self.state.board.tokens[stop]

    def counted(self, company: str) -> tuple[int, int, int]:
        """Return a company's tokens on the map, on the charter and out of the game."""
        own = self.state.companies[company]
        return self.state.board.lying()[company], own.tokens, own.tokens_removed


@pytest.fixture
def table() -> Table:
    return Table()


# replaced, moved and removed tokens


def test_token_is_replaced_and_goes_back_to_its_charter(table):
    table.token("H10.0", "NYC")
    assert table.counted("NYC") == (1, 3, 0)
    tokens.place_token(table.change, STATE, "H10.0", instead="NYC")
    assert table.lies("H10.0") == (STATE,)
    assert table.counted("NYC") == (0, 4, 0)
    tokens.place_token(table.change, "PRR", "H10.0", instead=STATE)
    assert table.lies("H10.0") == ("PRR",)
    assert table.counted("PRR") == (2, 2, 0)
    table.rules.inventory.check(table.state)


def test_token_taken_up_may_leave_one_of_nobody_behind(table):
    tokens.take_up(table.change, "PRR", "H12.0", leaving=STATE)
    assert table.lies("H12.0") == (STATE,)
    assert table.counted("PRR") == (0, 4, 0)


def test_two_tokens_change_places(table):
    table.token("H10.0", "NYC")
    tokens.swap(table.change, "PRR", "H12.0", "NYC", "H10.0")
    assert (table.lies("H12.0"), table.lies("H10.0")) == (("NYC",), ("PRR",))
    assert (table.counted("PRR"), table.counted("NYC")) == ((1, 3, 0), (1, 3, 0))
    table.rules.inventory.check(table.state)


def test_token_is_moved_into_an_empty_circle_or_in_the_place_of_another(table):
    tokens.move(table.change, "PRR", "H12.0", "H10.0")
    assert (table.lies("H12.0"), table.lies("H10.0")) == ((None,), ("PRR",))
    table.state_in("H16.0")
    tokens.move(table.change, "PRR", "H10.0", "H16.0", leaving=STATE, instead=STATE)
    assert (table.lies("H10.0"), table.lies("H16.0")) == ((STATE,), ("PRR",))
    assert table.counted("PRR") == (1, 3, 0)


def test_token_on_top_of_another_is_one_of_its_company_too_and_is_stored(table):
    tokens.put_on_top(table.change, "PRR", "H12.0")
    assert (table.lies("H12.0"), table.state.board.stacked_tokens) == (
        ("PRR",),
        {"H12.0": ("PRR",)},
    )
    assert table.counted("PRR") == (2, 2, 0)
    table.rules.inventory.check(table.state)
    stored = state_from_json(state_to_json(table.state), table.data.map)
    assert (stored.board.tokens, stored.board.stacked_tokens) == (
        table.state.board.tokens,
        table.state.board.stacked_tokens,
    )
    tokens.take_off_top(table.change, "PRR", "H12.0")
    assert table.counted("PRR") == (1, 3, 0)
    assert "tops" not in state_to_json(table.state)["board"]
    table.rules.inventory.check(table.state)
    tokens.put_on_top(table.change, "PRR", "H12.0")
    tokens.take_out(table.change, "PRR")
    assert table.counted("PRR") == (0, 0, 4)


def test_all_tokens_go_out_of_the_game_and_others_may_lie_where_they_lay(table):
    table.token("H10.0", "PRR")
    tokens.take_out(table.change, "PRR", leaving=STATE)
    assert (table.lies("H12.0"), table.lies("H10.0")) == ((STATE,), (STATE,))
    assert table.counted("PRR") == (0, 0, 4)


def test_tokens_of_another_company_are_taken_over(table):
    table.token("H10.0", "NYC").state.alter("NYC", homes=(("E19.0",),))
    tokens.take_over(table.change, "PRR", "NYC")
    assert table.lies("H10.0") == ("PRR",)
    assert (table.counted("PRR"), table.counted("NYC")) == ((2, 6, 0), (0, 0, 0))
    assert table.state.companies["PRR"].homes == (("E19.0",),)
    assert table.state.companies["NYC"].homes == ()
    table.rules.inventory.check(table.state)
    assert tokens.next_cost(table.rules, table.state, "PRR") == 100  # two are on the map
    table.state.alter("NYC", tokens_taken_over=-3)
    with pytest.raises(LedgerError, match="taken over from nobody"):
        table.rules.inventory.check(table.state)


# tokens that may be replaced


def test_company_may_put_its_token_in_the_place_of_one_that_makes_room(table):
    table.state_in("H10.0")
    assert table.refused(PlaceToken("PRR", "H10.0")) == {"token.full"}
    instead = PlaceToken("PRR", "H10.0", replaced_owner=STATE)
    assert instead in table.offered("token")
    step = table.rules.waiting(table.state)
    change = table.change
    step.apply(change, instead)
    assert table.lies("H10.0") == ("PRR",)
    assert table.state.cash["PRR"] == 460
    assert [event.kind for event in change.events] == ["token", "token_replaced"]


def test_only_those_that_make_room_are_replaced(table):
    table.token("H10.0", "NYC")
    assert table.refused(PlaceToken("PRR", "H10.0", replaced_owner="NYC")) == {"token.instead"}
    assert table.refused(PlaceToken("PRR", "H16.0", replaced_owner="NYC")) == {"token.instead"}
    assert table.refused(PlaceToken("PRR", "H16.0", replaced_owner="ERIE")) == {"unknown.id"}
    assert table.offered("token") == [PlaceToken("PRR", "H16.0")]


def test_if_both_are_there_the_company_chooses(table):
    table.tile("H10", "14", 1).state_in("H10.0")
    ways = [PlaceToken("PRR", "H10.0"), PlaceToken("PRR", "H10.0", replaced_owner=STATE)]
    assert all(way in table.offered("token") for way in ways)


def test_full_city_is_waited_for_where_a_token_there_makes_room(table):
    table.token("H16.0", "NYC")
    table.state_in("H10.0")
    assert table.rules.waiting(table.state).waits(table.state)
    table.rules.tokens = TokenPolicy()
    assert not table.rules.waiting(table.state).waits(table.state)


def test_place_of_a_token_that_makes_room_is_a_home_for_others(table):
    table.state.alter("NYC", homes=(("H10.0",),))
    table.tile("H10", "14", 1).state_in("H10.0", "H10.0")
    assert table.allowed(PlaceToken("PRR", "H10.0", replaced_owner=STATE))  # the other one is left
    tokens.place_token(table.change, "ERIE", "H10.0", instead=STATE)
    assert table.refused(PlaceToken("PRR", "H10.0", replaced_owner=STATE)) == {"token.reserved"}


def test_home_token_takes_the_place_of_one_that_makes_room(table):
    table.started("NYC", 67, "p2", p2=60).floated("NYC", home=False)
    table.state_in("E19.0")
    place_homes(table.change, table.rules, "NYC")
    assert table.lies("E19.0") == ("NYC",)
    table.state.alter("CPR", homes=(("H16.0",),))
    table.tile("H16", "14", 1).state_in("H16.0").started("CPR", 67, "p3", p3=60)
    place_homes(table.change, table.rules, "CPR")
    ways = [PlaceToken("CPR", "H16.0"), PlaceToken("CPR", "H16.0", replaced_owner=STATE)]
    assert table.offered("home") == ways


def test_tile_leaves_a_place_for_a_home_where_a_token_makes_room(table):
    table.phase("5").tile("H10", "14", 1).state_in("H10.0", "H10.0")
    table.state.alter("NYC", homes=(("H10",),))
    table.operating("PRR")
    assert "lay.home" not in table.refused(LayTile("PRR", "H10", "63", 0))
