"""§8.3.3, §16: routes on the printed map, trains of each kind, and what is paid once."""

import pytest

from companion.rules.core.actions import RunTrains
from companion.rules.core.change import Change
from companion.rules.core.state import LAST_RUN, RAN
from companion.rules.judge import judge
from companion.rules.operating.running import can_run, find_best, report_run
from tests.titles.t1839.operating_positions import company, moment, turn


def best(at, symbol):
    found = find_best(at.rules, at.state, symbol)
    assert found.proved
    return found.revenue


def runs(symbol, *trains, phase="Light Yellow", homes=(), par=67):
    """A company with these trains, in a phase."""
    at = company(moment(phase=phase), symbol, par, homes=homes)
    at.trains(symbol, *trains)
    at.state.questions = ()
    return turn(at, symbol, "run")


def test_the_line_of_the_ams_in_yellow():
    assert best(runs("AMS", "2"), "AMS") == 10 + 20 + 20
    at = runs("AMS", "2+1")
    assert best(at, "AMS") == 10 + 20 + 20 + 10 + 30
    (route,) = find_best(at.rules, at.state, "AMS").routes
    assert {route.path[0], route.path[-1]} == {"L19.0", "L9.0"}  # one end black, one red


@pytest.mark.parametrize(("train", "revenue"), [("2", 40), ("2+1", 50)])
def test_a_local_comes_to_no_off_board(train, revenue):
    assert best(runs("L1", train, homes=("L17.0", "D19.0"), par=31), "L1") == revenue


def test_nobody_passes_a_city_full_of_others_markers():
    at = runs("NBDS", "2+1")
    assert best(at, "NBDS") == 10 + 30 + 20 + 20 + 10
    company(at, "AMS", director="p2")
    assert best(at, "NBDS") == 30 + 10 + 20 + 20


def test_a_marker_of_the_state_stops_majors_and_lets_locals_pass():
    at = runs("AMS", "2+1")
    at.token("L13.0", "NS")
    assert best(at, "AMS") == 10 + 20 + 20
    local = runs("L1", "2+1", homes=("L17.0", "D19.0"), par=31)
    local.token("L13.0", "NS")
    assert best(local, "L1") == 20 + 20 + 10


@pytest.mark.parametrize(
    ("train", "phase", "revenue"),
    [("3", "Light Yellow", 80), ("R5", "Light Brown", 50), ("4", "Gray", 150)],
)
def test_off_boards_pay_by_the_colour_of_the_phase(train, phase, revenue):
    assert best(runs("ZHESM", train, phase=phase), "ZHESM") == revenue


def test_a_city_pays_one_of_the_trains_that_are_no_r():
    at = runs("ZHESM", "2", "2")
    assert best(at, "ZHESM") == (10 + 20) + (20 + 30)


def test_a_city_pays_every_r_besides():
    assert best(runs("ZHESM", "3+", "R5", phase="Light Brown"), "ZHESM") == 30 + (20 + 20)
    assert best(runs("ZHESM", "R5", "R4", phase="Dark Brown"), "ZHESM") == 30 + 40


def test_a_barrier_is_crossed_from_phase_light_red_on():
    assert best(runs("HIJSM", "PR2+", phase="Light Red"), "HIJSM") == 20 + 10
    at = runs("HIJSM", "R4", phase="Dark Brown")
    assert not can_run(at.rules, at.state, "HIJSM")
    run = RunTrains("HIJSM", (("R4-0", ("B13.0", "B11", "C10", "D9", "D7.0")),))
    report = report_run(at.rules, at.state, run)
    assert "barred" in {fault.code for fault in report.all_faults}


def ruhr(phase="Light Yellow"):
    """Track from the Ruhrgebied by way of Arnhem to Utrecht."""
    at = runs("NRS", "3", phase=phase)
    return at.tile("I16", "5", 5).tile("J15", "8", 1).tile("J13", "8", 2).tile("I12", "U6", 0)


def test_the_ruhrgebied_is_worth_the_greatest_centre_of_the_route():
    assert best(ruhr(), "NRS") == 30 + 20 + 30


@pytest.mark.parametrize(
    ("phase", "revenue"), [("Light Yellow", 60 + 30), ("Light Brown", 40 + 20)]
)
def test_or_twice_the_off_board_at_the_other_end(phase, revenue):
    """By way of Venlo, Weert and Neerpelt to Antwerpen."""
    at = runs("NBDS", "2+1", phase=phase).tile("K16", "57", 0).tile("L15", "83", 4)
    path = ("J17.0", "K16.0", "L15", "L13.0", "L11", "M10.0", "L9.0")
    train = next(t for t in at.state.trains if at.state.place_of(t) == "NBDS")
    report = report_run(at.rules, at.state, RunTrains("NBDS", ((train, path),)))
    assert (report.all_faults, report.revenue) == ((), revenue + 20 + 20 + 10)


def test_breda_is_no_centre_before_its_first_tile():
    at = runs("NBDS", "2")
    stops = {stop for route in find_best(at.rules, at.state, "NBDS").routes for stop in route.path}
    assert "K8.0" not in stops
    run = RunTrains("NBDS", (("2-0", ("K8.0", "L9.0")),))
    assert "run.too_few" in at.refused(run)


def test_two_off_boards_of_one_colour_end_no_route():
    """From the Ruhrgebied by way of Venlo and Roermond to Mönchengladbach: both are black."""
    at = runs("AMS", "2").tile("K16", "57", 0).tile("L15", "83", 4)
    both = RunTrains("AMS", (("2-0", ("J17.0", "K16.0", "L15", "L17.0", "L19.0")),))
    assert at.refused(both) == {"run.stop_twice"}
    assert at.allowed(RunTrains("AMS", (("2-0", ("J17.0", "K16.0", "L15", "L17.0")),)))


def test_which_r_trains_have_run_is_marked_on_them():
    at = runs("ZHESM", "3+", "R5", phase="Light Brown")
    at.do(*at.offered("run"))
    assert at.state.trains["R5-0"].marks == (RAN,)
    at = runs("HIJSM", "R4", phase="Dark Brown")  # it has no route, and has not run
    change = Change(at.state.copy())
    judge.settle(at.rules, change)
    assert change.state.round.kind == "stock"  # the turn has gone by
    assert change.state.trains["R4-0"].marks == ()


def test_the_director_takes_either_of_two_equal_runs():
    """One route, a 4 and an R4 that has not run."""
    at = runs("AMS", "4", "R4", phase="Dark Brown")
    at.token("L13.0", "NS")  # to Weert, no further
    first, other = at.offered("run")
    assert {dict(first.routes).popitem()[0], dict(other.routes).popitem()[0]} == {"4-0", "R4-0"}
    with_r = next(run for run in (first, other) if run.routes[0][0] == "R4-0")
    without = next(run for run in (first, other) if run.routes[0][0] == "4-0")
    state = at.state
    assert at.do(with_r).state.trains["R4-0"].marks == (RAN,)
    at.state = state
    assert at.do(without).state.trains["R4-0"].marks == ()


def test_an_r_that_has_rusted_leaves_right_after_its_run():
    at = runs("ZHESM", "R5", phase="Light Brown")
    at.state.trains["R5-0"] = at.state.trains["R5-0"].with_mark(LAST_RUN)
    at.do(*at.offered("run"))
    assert at.state.trains["R5-0"].place == "gone"
    assert not at.state.round.turn.is_trainless
