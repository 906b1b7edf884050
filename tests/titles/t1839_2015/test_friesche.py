"""NFLM: its owner lays a yellow tile in the private step, and is paid a route that includes it."""

from companion.rules.core.actions import LayTile, Pass, RunTrains
from companion.rules.core.change import Change
from companion.rules.core.refusals import ALL_SOFT
from companion.rules.judge import judge
from companion.rules.operating.tokens import put_on_top
from companion.rules.privates.private_railway import PrivateOperatingRound
from companion.rules.stock.private_revenue import pay_privates
from companion.titles.t1839_2015.title_state import game_of, note
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import floated, stock_round, table


def his_turn(cash: int = 500, phase: str = "Yellow") -> Position:
    """p1 owns it; NRS is to operate after it."""
    at = table(privates="VVD NFLM CM VER").close_privates()
    at.state.round = stock_round().state.round
    at.privates(NFLM="p1").phase(phase).started("NRS", 67, "p2", p2=60)
    floated(at, "NRS").token("I12.0", "NRS").cash(p1=cash)
    change = Change(at.state)
    at.rules._begin_operating(change, 2, 1, 1)
    judge.settle(at.rules, change)
    at.state = change.state
    return at.cash(p1=cash)


def lay(at: Position, hex: str, tile: str) -> Position:
    """Lay the tile in the company's turn as it fits."""
    fits = (LayTile("NFLM", hex, tile, rotation) for rotation in range(6))
    return at.do(next(action for action in fits if not at.refused(action)))


def paths(at: Position) -> set[tuple[str, ...]]:
    return {
        tuple(sorted(s for s in path if "." in s))
        for path in at.rules.runs.free_routes(at.rules, at.state, "NFLM")
    }


def run(at: Position, *stops: str) -> Position:
    (path,) = (
        path
        for path in at.rules.runs.free_routes(at.rules, at.state, "NFLM")
        if sorted(s for s in path if "." in s) == sorted(stops)
    )
    (train,) = (t for t, card in at.state.trains.items() if card.place == "NFLM")
    return at.do(RunTrains("NFLM", ((train, path),)))


def test_its_owner_has_a_turn_before_the_companies():
    at = his_turn()
    assert isinstance(at.state.round, PrivateOperatingRound)
    assert (at.waiting(), at.rules.actor(at.state)) == ("track", "p1")
    at.do(Pass("NFLM"))
    assert not isinstance(at.state.round, PrivateOperatingRound)
    assert at.state.round.operating.company == "NRS"
    assert at.state.cash["p1"] == 500  # no tile, nothing


def test_a_company_that_owns_it_has_its_income_and_no_turn():
    at = his_turn().privates(NFLM="NRS")
    change = Change(at.state)
    at.rules._begin_operating(change, 2, 1, 1)
    assert not isinstance(at.state.round, PrivateOperatingRound)
    before = at.state.cash["NRS"]
    pay_privates(Change(at.state), at.rules)
    assert at.state.cash["NRS"] == before + 20


def test_it_lays_yellow_on_those_hexes_or_joined_to_a_city_there():
    at = his_turn(phase="Green")
    assert "lay.not_reached" in at.refused(LayTile("NFLM", "J9", "9", 0))
    hexes = at.rules.waiting(at.state).hexes(at.state)
    assert {"B13", "B17", "B19"} <= set(hexes)
    at.tile("B19", "5", 0)
    upgrade = [
        at.refused(LayTile("NFLM", "B19", tile, rotation))
        for tile in at.data.tiles
        if at.rules.tile(tile).colour == "green"
        for rotation in range(6)
    ]
    assert all(upgrade)
    assert {"lay.one_replaced"} in upgrade  # nothing else speaks against it


def test_one_tile_only():
    at = lay(his_turn(), "B19", "5")
    assert at.state.round.operating.company == "NRS"  # no second place, nothing to run


def to_bremen() -> Position:
    """55 on C18, its own, and 5 on B19."""
    return his_turn().tile("B19", "5", 5).do(LayTile("NFLM", "C18", "55", 2))


def test_a_route_of_two_places_and_an_off_board_is_paid_and_recorded_twice():
    at = to_bremen()
    assert paths(at) == {("B19.0", "C18.1"), ("B19.0", "C18.1", "C20.0")}
    run(at, "B19.0", "C18.1", "C20.0")
    assert at.state.cash["p1"] == 500 + 10 + 20 + 20
    assert game_of(at.state).offboard_visits == {"D": (("NFLM", 100),)}
    assert not at.state.companies["D"].started
    assert at.state.round.operating.company == "NRS"


def test_route_crosses_any_of_the_tiles_that_a_ruling_lets_it_lay():
    at = his_turn(phase="Green").tile("B19", "5", 5)
    upgrade = LayTile("NFLM", "B19", "14", 2)
    assert at.refused(upgrade) == {"lay.one_replaced"}
    at.state = judge.apply(at.rules, at.state, upgrade, waive=ALL_SOFT).state
    at.do(LayTile("NFLM", "C18", "55", 2))
    assert {stop for path in paths(at) for stop in path} > {"B19.0", "C18.1"}
    run(at, "B19.0", "C18.1")


def test_no_other_private_helps_to_lay():
    at = his_turn().tile("B19", "5", 5)
    assert at.refused(LayTile("NFLM", "C18", "55", 2, "MES")) == {"power.none"}
    assert at.allowed(LayTile("NFLM", "C18", "55", 2))


def test_they_run_as_they_like_but_not_elsewhere():
    at = run(to_bremen(), "B19.0", "C18.1")
    assert at.state.cash["p1"] == 530
    assert game_of(at.state).offboard_visits == {}
    at = to_bremen().tile("D17", "57", 0)
    (train,) = (t for t, card in at.state.trains.items() if card.place == "NFLM")
    assert at.refused(RunTrains("NFLM", ((train, ("B19.0", "C20.0")),)))
    assert at.refused(RunTrains("NRS", ())) == {"turn.not_yours"}


def test_no_city_full_of_markers_but_with_one_on_top_which_passed_gives_nothing():
    at = to_bremen().token("B19.0", "SS")
    assert paths(at) == set()
    put_on_top(Change(at.state), "SS", "B19.0")
    assert paths(at) == {("B19.0", "C18.1"), ("B19.0", "C18.1", "C20.0")}
    assert run(at, "B19.0", "C18.1", "C20.0").state.cash["p1"] == 500 + 10 + 20
    at = to_bremen().token("B19.0", "SS")
    put_on_top(Change(at.state), "SS", "B19.0")
    assert run(at, "B19.0", "C18.1").state.cash["p1"] == 500 + 10 + 20


def test_the_ground_is_paid_by_its_owner():
    for rotation in range(6):
        at = his_turn(cash=79).tile("B13", "57", 0).tile("C12", "58", rotation)
        if found := at.rules.waiting(at.state).possible_lays(at.state, "D13"):
            break
    action = LayTile("NFLM", "D13", found[0].tile, found[0].rotation)
    assert at.refused(action) == {"lay.cost"}
    at.cash(p1=80).do(action)
    assert at.state.cash["p1"] == 0
    assert at.state.cash["NFLM"] == 0


def test_an_obsolete_one_acts_once_more_and_closes():
    at = his_turn()
    note(Change(at.state), obsolete_privates=("NFLM",))
    at.do(Pass("NFLM"))
    assert at.state.privates["NFLM"] == "gone"
