"""The screen of running trains: what each stop pays and why, floods, runs that earn as much."""

import re

from companion.drawing import Run, draw_map
from companion.rules.core.change import Change
from companion.rules.operating.private_powers import close
from companion.rules.operating.running import find_best
from companion.rules.operating.tokens import put_on_top
from companion.web.play.operating_panels.operating_map import look_of
from tests.titles.t1839_2015.test_running import AMSTERDAM, BREDA, about, best, company


def test_stops_that_a_train_doubles_say_so_each(shown):
    page = shown(about(BREDA, "Red", "5D+"))
    assert "Antwerpen 40" in page and "Breda 2× 30" in page and "L7 2× 10" in page
    assert "total 140" in page


def test_a_city_passed_for_nothing_says_on_whose_marker(shown):
    at = about(("HIJSM", "B13", "E8:8/2 F9:9 G8:H522"), "Brown", "5+").token("E10.0", "NRS")
    close(Change(at.state), at.rules, "SWO")
    put_on_top(Change(at.state), "NRS", "E10.0")
    assert "Hoorn passed on NRS's exchange marker 0" in shown(at)


def test_each_help_of_a_train_is_named_with_its_revenue(shown):
    assert "PTT Staatsbedrijf der Posterijen, Telegrafie en Telefonie +30" in shown(
        about(BREDA, "Green", "3+", "PTT")
    )
    assert "IJS IJsel Stoomtramweg-Maatschappij goes farther" in shown(
        about(BREDA, "Yellow", "2", "IJS")
    )


def test_runs_that_earn_as_much_are_offered_by_their_countries(shown):
    at = about(("NRS", "L3", "L3:57/1"), "Brown", "5+")
    page = shown(at)
    assert "Which one runs? no foreign company Overzees (pars it)" in page
    assert "Middelburg 20 total" in page
    assert "Overzees 0" in shown(at, alike=1)


def test_a_flood_lists_what_it_counts_and_shades_its_track(shown):
    at = about(("NCS", "J7 G10", f"{AMSTERDAM} E14:57"), "Gray", "5D+ FLOOD")
    close(Change(at.state), at.rules, "RWS")
    page = shown(at)
    assert "Amsterdam counted by the 5D+" in page
    assert "F13 10" in page and "total 130" in page
    routes = find_best(at.rules, at.state, company(at)).routes
    runs = [Run(r.path, r.train, n, r.train.startswith("FLOOD")) for n, r in enumerate(routes, 1)]
    drawn = draw_map(at.state.board, look_of(at.rules, at.state), runs=runs)
    (shade,) = re.findall(r'<g class="flood r2"><path d="([^"]*)"', drawn)
    (line,) = re.findall(r'<g class="run r1"><path d="([^"]*)"', drawn)
    assert shade and not {*re.findall(r"M\S+ \S+", shade)} & {*re.findall(r"M\S+ \S+", line)}


def test_the_dividend_tells_the_same(shown):
    at = about(BREDA, "Red", "5D+")
    at.do(best(at))
    assert "Breda 2× 30" in shown(at, runs=1)
