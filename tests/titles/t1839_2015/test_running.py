"""Running: what routes may be, what they are paid, and what foreign companies note of them."""

import pytest

from companion.board import reach
from companion.board.bestrun import flood_train as flood
from companion.rules.core.actions import RunTrains
from companion.rules.core.change import Change
from companion.rules.explain.preview import judge_drawing, with_stop
from companion.rules.judge import judge
from companion.rules.operating.private_powers import close
from companion.rules.operating.running import find_best, report_run
from companion.rules.operating.running import run_action as entered_run
from companion.rules.operating.tokens import put_on_top
from companion.titles.t1839_2015.foreign import go_on
from companion.titles.t1839_2015.title_state import game_of
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import built, entered, turn

BREDA = ("NBDS", "K8", "K8:B06")
ROER = "N15:57 M16:9 L17:8 K16:6/3"


def about(
    where: tuple[str, str, str], phase: str, trains: str, privates: str = "", step: str = "run"
) -> Position:
    """A company with markers in some hexes about to run, on these tiles."""
    company, markers, tiles = where
    at = built(turn(company, phase=phase), tiles)
    for stop in markers.split():
        at.token(stop if "." in stop else f"{stop}.0", company)
    at.trains(company, *trains.split()).privates(**dict.fromkeys(privates.split(), company))
    return at.operating(company, step)


def best(at: Position) -> RunTrains:
    found = find_best(at.rules, at.state, company(at))
    assert found.proved
    return entered_run(company(at), found.routes)


def company(at: Position) -> str:
    return at.state.round.operating.company


def earned(at: Position) -> int:
    return find_best(at.rules, at.state, company(at)).revenue


def run(at: Position, *routes: str) -> RunTrains:
    """Routes as "2-0: G8.0 G10.0"; hexes without a stop stand for themselves."""
    parts = [route.split(": ") for route in routes]
    return RunTrains(company(at), tuple((train, tuple(path.split())) for train, path in parts))


def refused(at: Position, *routes: str) -> set[str]:
    return at.refused(run(at, *routes))


def judged(at: Position, *routes: str) -> int:
    report = report_run(at.rules, at.state, run(at, *routes))
    assert not report.all_faults
    return report.revenue


def values(at: Position, number: int = 0) -> dict[str, int]:
    """The pay of the stops on one route of the best run, off-boards among them."""
    route = report_run(at.rules, at.state, best(at)).routes[number]
    return {stop.name: stop.value * stop.times for stop in route.stops if stop.counted}


# --- runs on the printed map


def test_a_2_on_the_printed_map():
    haarlem = ("ZHESM", "G8", "")
    assert earned(about(haarlem, "Yellow", "2")) == 20 + 40
    assert earned(about(("ZHESM", "G8", "G8:H06/1"), "Yellow", "2")) == 30 + 40


@pytest.mark.parametrize(
    ("phase", "revenue"),
    [("Yellow", 70), ("Green", 80), ("Blue", 80), ("Brown", 50), ("Red", 100), ("Gray", 150)],
)
def test_the_worth_of_overseas_goes_by_its_own_clock(phase, revenue):
    assert earned(about(("NCS", "J7", ""), phase, "2")) == revenue


def test_off_boards_come_besides_and_are_not_doubled():
    maastricht = ("AMS", "N15", "N15:5/5")
    assert values(about(maastricht, "Yellow", "2")) == {"Luik": 30, "Maastricht": 20, "O16": 30}
    doubled = {"Luik": 30, "Maastricht": 40, "O16": 60}
    assert values(about(maastricht, "Red", "5D+")) == doubled


@pytest.mark.parametrize(
    ("phase", "trains", "privates", "revenue"),
    [
        ("Yellow", "2", "", 70),
        ("Yellow", "2", "IJS", 80),
        ("Green", "3+", "", 80),
        ("Green", "3+", "BOR", 120),
        ("Green", "3+", "PTT", 110),
        ("Red", "5D+", "", 140),
        ("Gray", "5D+", "", 160),
        ("Gray", "FLOOD", "", 110),
        ("Gray", "5D+ FLOOD", "", 160),
        ("Yellow", "2 2", "", 70),
    ],
)
def test_every_kind_of_train_from_breda(phase, trains, privates, revenue):
    at = about(BREDA, phase, trains, privates)
    assert earned(at) == report_run(at.rules, at.state, best(at)).revenue == revenue


def test_a_second_2_finds_no_track_left():
    assert len(best(about(BREDA, "Yellow", "2 2")).routes) == 1


# --- what a route is


def test_a_route_has_two_places_in_the_country_and_a_marker_in_a_city():
    at = about(BREDA, "Yellow", "2")
    assert "run.too_few" in refused(at, "2-0: K8.0 L9.0")
    assert "run.no_token" in refused(at, "2-0: L7.0 M4.0")
    assert judged(at, "2-0: L7.0 K8.0") == 40


def test_a_route_ends_at_a_town_a_city_or_an_off_board():
    at = about(BREDA, "Yellow", "2")
    assert "run.wrong_end" in refused(at, "2-0: K8.0 L7.0 L5")
    assert judged(at, "2-0: L7.0 K8.0 L9.0") == 70


def test_an_n_counts_cities_and_towns_and_an_n_plus_cities():
    longer = "M4.0 L5 L7.0 K8.0 L9.0"
    assert refused(about(BREDA, "Yellow", "2"), f"2-0: {longer}") == {"run.too_long"}
    assert judged(about(BREDA, "Green", "3+"), f"3+-0: {longer}") == 80
    one_more = about(BREDA, "Yellow", "2", "IJS")
    assert judged(one_more, f"2-0: {longer}") == 80


def test_no_route_comes_to_one_country_at_both_ends():
    at = about(("AMS", "N15", f"{ROER} N15:5/3 N17:57/1"), "Green", "3+")
    inland = "N17.0 N15.0 M16 L17 K16.0"
    assert refused(at, f"3+-0: N19.0 {inland} J17.0") == {"run.stop_twice"}
    (why,) = judge.refusals(at.rules, at.state, run(at, f"3+-0: N19.0 {inland} J17.0"))
    assert why.says == (
        "J17 Roer is a second off-board of Duitsland on the route; only one is allowed."
    )
    assert judged(at, f"3+-0: N19.0 {inland}") == earned(at) == 40 + 60
    assert judged(at, f"3+-0: {inland} J17.0") == 60 + 20
    assert earned(about(("AMS", "N15", ROER), "Green", "3+")) == 130  # België and Duitsland


@pytest.mark.parametrize(
    ("owner", "top", "revenue"), [("", False, 180), ("NRS", False, 80), ("NRS", True, 140)]
)
def test_a_full_city_is_passed_on_an_exchange_marker_for_nothing(owner, top, revenue):
    at = about(("HIJSM", "B13", "E8:8/2 F9:9 G8:H522"), "Brown", "5+")
    close(Change(at.state), at.rules, "SWO")  # the dijk lies
    if owner:
        at.token("E10.0", owner)
    if top:
        put_on_top(Change(at.state), owner, "E10.0")
        assert values(at)["Hoorn"] == 0
        route = best(at).routes[0][1]
        shorter = route[: route.index("E10.0") + 1]
        if "B13.0" not in shorter:
            shorter = route[route.index("E10.0") :]
        assert judged(at, f"5+-0: {' '.join(shorter)}") == 80  # at the end its value
    assert earned(at) == revenue


def test_the_dijk_joins_leeuwarden_with_hoorn():
    at = about(("HIJSM", "E10", "E8:8/2"), "Green", "3+")
    assert earned(at) == 40 + 20
    at = about(("HIJSM", "B13 E10", "E8:8/2"), "Green", "3+")
    close(Change(at.state), at.rules, "SWO")
    assert values(at) == {"Leeuwarden": 20, "D7": 20, "Hoorn": 40}


def test_a_city_with_an_own_exchange_marker_pays_every_train():
    at = about(("NCS", "J7", "I8:9 H9:8/4 H11:55"), "Yellow", "2 2")
    assert values(at, 0) == {"Rotterdam": 20, "K2": 30, "Overzees": 20}
    assert values(at, 1) == {"H11": 10}
    put_on_top(Change(at.state), "NCS", "J7.0")
    assert values(at, 1) == {"H11": 10, "Rotterdam": 20}
    assert earned(at) == 70 + 30


# --- the Roer, sums of an ND+


def test_the_roer_is_worth_the_greatest_place_or_twice_the_other_end():
    at = about(("AMS", "N15", ROER), "Green", "3+")
    assert values(at) == {"Luik": 30, "Maastricht": 20, "Venlo": 20, "Roer": 60}
    paths = [path for _, path in best(at).routes]
    (inland,) = ([node for node in path if node != "O14.0"] for path in paths)
    assert judged(at, f"3+-0: {' '.join(inland)}") == 60
    gray = about(("AMS", "N15", ROER), "Gray", "5D+")
    assert values(gray) == {"Luik": 50, "Maastricht": 40, "Venlo": 40, "Roer": 100}


def test_the_roer_follows_the_greatest_city():
    at = about(("NCS", "H13", "H13:57/1 H15:8/5 I16:57/2"), "Green", "3+")
    assert values(at) == {"Arnhem": 20, "Nijmegen": 20, "Roer": 20}


# --- floods

AMSTERDAM = "J7:R378 I8:9 H9:9 G10:A800 G10:A378 G8:H375"


@pytest.mark.parametrize(
    ("markers", "zwolle", "trains", "revenue"),
    [
        ("J7 G10", "E14:57", "FLOOD", 540),
        ("J7 G10", "E14:57", "5D+", 720),
        ("J7 G10", "E14:57", "5D+ FLOOD", 850),
        ("J7", "", "FLOOD", 520),
        ("J7", "", "5D+", 720),
        ("J7", "", "5D+ FLOOD", 720),
    ],
)
def test_a_flood_counts_what_it_reaches_and_another_train_leaves(markers, zwolle, trains, revenue):
    at = about(("NCS", markers, f"{AMSTERDAM} {zwolle}"), "Gray", trains)
    close(Change(at.state), at.rules, "RWS")  # the bypass lies
    assert earned(at) == revenue


def test_a_flood_counts_both_of_overseas():
    at = about(("NCS", "J7 G10", f"{AMSTERDAM} E14:57"), "Gray", "FLOOD")
    close(Change(at.state), at.rules, "RWS")
    ((_, stops),) = best(at).routes
    assert {"F11.0", "L1.0"} <= set(stops)
    at.do(best(at))
    assert game_of(at.state).offboard_visits == {"OZ": (("NCS", 540),)}  # once all the same


# --- runs that earn as much


def test_overseas_at_nothing_is_offered_beside_and_fed():
    at = about(("NRS", "L3", "L3:57/1"), "Brown", "5+")
    offers = [offer.action for offer in at.rules.waiting(at.state).offers(at.state)]
    assert [report_run(at.rules, at.state, offer).revenue for offer in offers] == [50, 50]
    told = at.rules.waiting(at.state).distinguish_run
    assert [told(at.state, offer) for offer in offers] == [
        "no foreign company",
        "Overzees (pars it)",
    ]
    at.do(offers[1])
    assert at.at("OZ") == 72
    assert game_of(at.state).offboard_visits == {"OZ": (("NRS", 50),)}


def test_runs_that_come_to_the_same_countries_are_not_told_apart():
    at = about(BREDA, "Yellow", "2")
    (offer,) = at.rules.waiting(at.state).offers(at.state)
    assert at.rules.waiting(at.state).distinguish_run(at.state, offer.action) == "België (pars it)"


def test_a_run_is_recorded_and_brings_a_foreign_company_on_the_market():
    at = about(("NCS", "J7", ""), "Yellow", "2")
    at.do(best(at))
    assert at.at("OZ") == 72
    assert game_of(at.state).offboard_visits == {"OZ": (("NCS", 70),)}
    assert not at.state.companies["BEL"].started


def test_a_run_to_two_countries_brings_both_and_both_operate_in_this_round():
    at = about(("AMS", "N15", ROER), "Green", "3+")
    at.do(best(at))
    assert (at.at("BEL"), at.at("D")) == (67, 80)
    assert game_of(at.state).offboard_visits == {"BEL": (("AMS", 130),), "D": (("AMS", 130),)}
    change = Change(at.state)
    while go_on(change, at.rules):
        pass
    turns = [event.facts["company"] for event in change.events if event.kind == "foreign_turn"]
    assert turns == ["BEL", "D"]


def test_a_foreign_company_on_the_market_stays_at_its_price():
    at = entered(about(("NCS", "J7", ""), "Yellow", "2"), "OZ", 101)
    told = at.rules.waiting(at.state).distinguish_run
    assert told(at.state, best(at)) == "Overzees"
    at.do(best(at))
    assert at.at("OZ") == 101


# --- privates that help


def test_the_effect_of_a_private_on_a_run_is_told():
    at = about(BREDA, "Green", "3+", "BOR PTT IJS")
    assert earned(at) == 150
    (route,) = report_run(at.rules, at.state, best(at)).routes
    assert route.bonuses == (("PTT", 30),)
    at.do(best(at))
    told = [event.facts["private"] for event in at.events if event.kind == "power_used"]
    assert told == ["BOR", "PTT"]  # the train has no use for a city more


def test_one_train_has_what_helps_one():
    at = about(BREDA, "Yellow", "2 2", "PTT IJS")
    (route,) = report_run(at.rules, at.state, best(at)).routes
    assert dict(route.bonuses) == {"PTT": 30, "IJS": 0}
    assert route.revenue == 80 + 30


def test_a_run_drawn_by_hand_may_go_a_city_farther_with_one_train():
    drawn: dict[str, tuple[str, ...]] = {}
    at = about(BREDA, "Yellow", "2", "IJS")
    for stop in ("M4.0", "L7.0", "K8.0", "L9.0"):
        drawn, against = with_stop(at.rules, at.state, "NBDS", drawn, "2-0", stop)
        assert not against
    assert judge_drawing(at.rules, at.state, "NBDS", drawn).revenue == 80
    at = about(BREDA, "Yellow", "2")
    *_, (_, against) = [
        with_stop(at.rules, at.state, "NBDS", {"2-0": drawn["2-0"][:end]}, "2-0", stop)
        for end, stop in ((1, "L7.0"), (3, "K8.0"))
    ]
    assert [refusal.code for refusal in against] == ["run.too_long"]


def test_no_train_turns_back_in_a_town_however_little_is_searched(monkeypatch):
    """Track goes on from Breda by K6 and L7 to M4, except for trains from Antwerpen."""
    for searched in (reach, flood):
        monkeypatch.setattr(searched, "_WAYS", 0)
    at = about(("NBDS", "K8", "K8:B07 K6:1"), "Gray", "FLOOD")
    stops = at.state.board.reach(at.rules.access.of(at.rules, at.state, "NBDS")).stops
    assert "L7.0" in stops and "M4.0" not in stops
    assert values(at) == {"Breda": 30, "K6": 10, "L7": 10, "Antwerpen": 60}
