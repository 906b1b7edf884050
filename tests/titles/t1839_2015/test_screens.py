"""Screens of 1839 of 2015: the auction with its sums, foreign companies, numbers on tiles."""

import re
from contextlib import closing

import pytest

from companion.drawing import draw_map
from companion.rules.core.actions import LayTile, Pass, SellShares
from companion.rules.core.change import Change
from companion.rules.core.state import LAST_RUN
from companion.rules.data.setup import BadSetupError
from companion.rules.judge import judge
from companion.rules.operating.running import trains_of
from companion.rules.shares import holdings
from companion.titles.t1839_2015 import foreign
from companion.titles.t1839_2015.auction import DealCards, LaySum
from companion.titles.t1839_2015.title_state import note
from companion.web import create_app
from companion.web.play.operating_panels.operating_map import look_of
from tests.support.stored_games import empty_store, store_state
from tests.titles.t1839_2015.game_start import built, entered, floated, stock_round, table
from tests.titles.t1839_2015.test_auction import elsewhere, laid
from tests.titles.t1839_2015.test_foreign import held
from tests.titles.t1839_2015.test_operating import turn
from tests.titles.t1839_2015.test_owners import just_floated
from tests.titles.t1839_2015.test_running import BREDA, about, company
from tests.titles.t1839_2015.test_trains import sold_out

LYING = (("LVG", 60), ("RWS", 60), ("VVD", 60), ("LVG", 40))


@pytest.fixture
def client(tmp_path):
    """Asks for pages, and acts; with the store."""
    with closing(empty_store(tmp_path)) as store:
        yield create_app({"STORE": store}).test_client(), store


# --- the auction


def test_sums_are_laid_with_the_price_before_and_after_and_those_left_are_told(shown):
    page = shown(table())
    assert "bids left: 60, 60, 60, 40, 40, 40" in page
    assert "LVG Bid ƒ60 60 Het Laantje van Van der Gaag, 70 → 10" in page
    assert "Bid ƒ60 Staatslijn" not in page  # they are not for sale
    at = table()
    for number, (private, amount) in enumerate(LYING):
        at.do(LaySum(f"p{number % 3 + 1}", private, amount))
    page = shown(at)
    assert "bids left: 40, 40" in page and "Lay ƒ60" not in page
    assert "Het Laantje van Van der Gaag · less 60 + 40 70 0 5" in page  # face, now, pays
    assert "Rijkswaterstaat · 20% SS · less 60 250 190 35" in page
    assert "Spoorwegwerken Oost · 10% AMS 300 300 25" in page


def test_a_private_that_must_be_taken_is_told_and_costs_nothing(shown):
    page = shown(laid(*elsewhere(("LVG", 60), ("LVG", 40))))
    assert "must be taken · Het Laantje van Van der Gaag, pays 5 · less 60 + 40 free" in page
    assert page.count("must be taken") == 2  # among the privates and among what may be done
    assert "must be taken" not in shown(laid(*elsewhere(("LVG", 60))))


def test_the_table_enters_its_deal_or_leaves_it_to_the_seed(client):
    asks, store = client
    at = table()
    for number, (private, amount) in enumerate(elsewhere()):
        at.do(LaySum(f"p{number % 3 + 1}", private, amount))
    game = store_state(store, at.rules, at.state)
    page = asks.get(f"/game/{game}").text
    assert "1 Anneke, 2 Jörg, 3 Daniël" in page and 'name="cards"' in page
    deal = {"type": "deal_cards", "player": "p1", "version": store.open(game).version}
    answer = asks.post(f"/game/{game}/act", data=deal | {"cards": "1 1 2"})
    assert answer.status_code == 422
    assert "has each seat once: the numbers from 1 to 3" in answer.text
    assert 'value="1 1 2"' in answer.text  # it is still there to be mended
    assert asks.post(f"/game/{game}/act", data=deal | {"cards": "3 1 2"}).status_code == 303
    assert store.open(game).state.order == ("p3", "p1", "p2")
    drawn = store_state(store, at.rules, at.state)
    deal["version"] = store.open(drawn).version
    assert asks.post(f"/game/{drawn}/act", data=deal | {"cards": ""}).status_code == 303
    assert store.open(drawn).state.order == at.do(DealCards("p1")).state.order


def test_draws_are_entered_with_a_new_game_and_mistakes_are_told(client):
    asks, _ = client
    page = asks.get("/new?title=1839-2015").text
    for key in ("cards", "foreign_pars", "privates", "rws", "swo", "gentle", "gray_four"):
        assert f'name="option.{key}"' in page or f'name="option.{key}.0"' in page
    new = {"title": "1839-2015", "player": ["Anneke", "Jörg"], "option.rws": "SS"}
    answer = asks.post("/new", data=new | {"option.swo": "SS"})
    assert answer.status_code == 422 and "the two companies are different" in answer.text
    assert asks.post("/new", data=new | {"option.swo": "AMS"}).status_code == 303


# --- the table


def test_the_market_says_where_it_rises_less(shown):
    page = shown(stock_round(), page="market")
    assert "135 · from here on no more than one space up at once" in page
    assert "par from phase Green: 89, 101" in page and "par in all phases: 67, 72, 80" in page


def test_the_effects_of_the_next_phase_are_told(shown):
    page = shown(stock_round().phase("Blue"), page="companies")
    assert "With the first 7+, phase Brown rusts 3+ · all privates become obsolete" in page
    assert "Overzees 30 → 0" in page
    assert "Overzees 0 → 50" in shown(stock_round().phase("Brown"), page="companies")


def test_a_foreign_company_is_told_with_its_certificates_its_callers_and_what_it_would_do(shown):
    page = shown(stock_round(), page="company/BEL")
    assert "nobody directs it · not on the market" in page
    assert "enters the market at ƒ67 with the first run there" in page
    assert "limit" not in page and "markers left" not in page
    at = held(entered(turn("NRS"), "BEL", 67), "BEL", p1=6, pool=4)
    foreign.record(Change(at.state), "BEL", "NRS", 130)
    foreign.record(Change(at.state), "BEL", "SS", 250)
    page = shown(at, page="company/BEL")
    assert "NRS ran there for ƒ130 SS ran there for ƒ250" in page
    assert "Anneke 1 × 4%, 1 × 2% 6" in page
    assert "BEL operates: incomes 130, 250, ƒ380 in all; half of that, rounded up" in page
    assert "BEL bought 4% of itself from the pool at ƒ36 for each 2%, for ƒ72" in page


def test_actions_of_foreign_companies_are_told_in_a_line_each(client):
    asks, store = client
    at = held(entered(turn("NRS").turn(step=4).trains("NRS", "2"), "BEL", 67), "BEL", p1=6, pool=4)
    foreign.record(Change(at.state), "BEL", "NRS", 130)
    game = store_state(store, at.rules, entered(at, "OZ", 72).state)
    store.play(game, store.version(game), Pass("NRS"))
    page = asks.get(f"/game/{game}").text
    assert "<li>OZ, no revenue, 72 → 67</li>" in page
    assert "<li>BEL: ƒ100, ƒ1 a share, 67 → 72, 4% back</li>" in page


def test_tiles_are_called_by_the_numbers_on_them(shown):
    at = turn("ZHESM").token("G8.0", "ZHESM").operating("ZHESM")
    page = shown(at, hex="G8")
    assert "Lay H06 on G8" in page and "H6 on" not in page
    at.do(LayTile("ZHESM", "G8", "H6", 5))
    assert at.rules.words.tell(at.events[0]).startswith("ZHESM laid H06 on G8 Haarlem")
    (refusal, *_) = judge.refusals(at.rules, at.state, LayTile("ZHESM", "G8", "H6", 5))
    assert "H06" in refusal.says or "H6" not in refusal.says
    assert "H06" in shown(at, page="map")


def test_gray_has_four_rounds_where_the_text_is_followed():
    for four, rounds in ((False, 3), (True, 4)):
        at = table(gray_four=four).close_privates().phase("Gray").stock_round(3)
        change = Change(at.state)
        at.rules.after_stock_round(change)
        assert at.state.round.parts == rounds
    with pytest.raises(BadSetupError):
        table(gray_four="perhaps")


# --- stock rounds and the map


def directing():
    """Anneke directs AMS with 30%, and has some of a foreign company."""
    at = stock_round().phase("Green").started("AMS", 67, "p1", p1=30, p2=20, pool=10)
    return held(entered(floated(at, "AMS"), "BEL", 67), "BEL", p1=6, p2=14, pool=4)


def test_a_bundle_is_told_with_what_each_certificate_is_judged_by(shown):
    page = shown(directing(), pick="buy_bundle~p1~AMS~20~10")
    assert "Buy IPO 20% + pool 10% of AMS ƒ201" in page
    judged = "IPO 30 < 60% 2 < 21 IPO 40 < 60% 3 < 21 pool 50% 4 < 21"
    assert f"Before each certificate holding certificates {judged}" in page
    assert "Before each certificate" not in shown(directing())


def test_the_row_of_a_bundle_says_where_its_shares_come_from(shown):
    page = shown(directing())
    for row in ("IPO 20% IPO 20%", "IPO 20% + pool 10% IPO 20% + pool 10%", "IPO 30% IPO 30%"):
        assert f"AMS {row} Anneke has 30%" in page
    pooled = floated(stock_round().started("AMS", 67, "p1", p1=30, pool=20), "AMS")
    page = shown(pooled, pick="buy_bundle~p1~AMS~0~20")
    assert "AMS Pool 20% Pool 20% Anneke has 30% 134" in page
    assert "Buy pool 20% of AMS ƒ134" in page and "IPO 0%" not in page


def test_another_par_stands_first_with_what_it_comes_to(shown):
    page = shown(just_floated())
    told = [
        f"NRS Par ƒ{par} Par {par} 67 → {par}, ƒ{sum} to its treasury"
        for par, sum in ((80, 130), (72, 50))
    ]
    assert all(page.index(row) < page.index("Start the company") for row in told)
    assert "72 → 67, ƒ50 from its treasury" in shown(just_floated(par=72))


def test_the_last_run_of_a_saved_train_is_told_beside_it(shown):
    says = "Last run before rusting: 2."
    at = about(BREDA, "Green", "2")
    assert says not in shown(at)
    (train,) = trains_of(at.state, company(at))
    at.state.trains[train] = at.state.trains[train].with_mark(LAST_RUN)
    assert says in shown(at)


def test_shares_of_a_foreign_company_lie_on_its_charter(shown):
    at = directing()
    for page in ("", "shares"):
        words = shown(at, page=page)
        assert "76 charter 4" in words  # of BEL
        assert "100 charter" in words and "40 charter" not in words  # of D, not of AMS


def test_starts_and_foreign_shares_say_how_much(shown):
    page = shown(directing())
    assert "Start the company with 30% Start 30% par 67 to 101" in page
    assert "BEL 2% from the charter 2% Charter Anneke has 6% 67" in page
    assert "BEL 4% from the Bank Pool 4% Pool Anneke has 6% 134" in page


def test_swaps_are_told_to_the_table():
    at = held(directing(), "BEL", p1=4, p2=96).stock_round(2, "p1")
    at.do(SellShares("p1", "BEL", 2))
    told = [at.rules.words.tell(event) for event in at.events if event.kind == "certificates_moved"]
    assert "Certificates of BEL went from Anneke to Jörg: 1 of 4%." in told
    assert "Certificates of BEL went from Jörg to Anneke: 1 of 2%." in told


def test_a_player_who_is_over_the_limit_is_told_how_many_to_sell(shown):
    at = directing()
    at.state.privates.update(dict.fromkeys(list(at.data.privates)[:20], "p1"))
    some = holdings.certificate_limit(at.rules.data, at.state, len(at.rules.seats), "p1")
    assert f"{some + 1} of {some} , over a limit: sell 1 first" in shown(at)


def test_an_exchange_marker_is_told_by_its_shape(client):
    asks, store = client
    at = turn("HIJSM").token("E10.0", "HIJSM").token("B13.0", "HIJSM")
    pages = []
    for top in (False, True):
        if top:
            at.state.board = at.state.board.with_top("E10.0", "HIJSM")
            at.state.alter("HIJSM", tokens=at.state.companies["HIJSM"].tokens - 1)
        game = store_state(store, at.rules, at.state)
        pages.append(asks.get(f"/game/{game}/map").text)
    assert '<g class="c-hijsm"><rect' not in pages[0] and '<g class="c-hijsm"><rect' in pages[1]
    assert "E10 Hoorn, grey, city 40 with HIJSM, open to all by HIJSM" in pages[1]
    assert "HIJSM, exchange marker" in pages[1] and "exchange marker" not in pages[0]


def test_labels_are_read_on_open_land_as_on_tiles_in_the_dark_too():
    """Ink of its own on land, which is dark in the dark, unlike tiles."""

    def inks(at):
        drawn = draw_map(at.state.board, look_of(at.rules, at.state))
        groups = re.findall(r'<g class="(mark|mark-l)">(.*?)</g>', drawn, re.DOTALL)
        return {ink: re.findall(r">([^<>]+)</text>", inside) for ink, inside in groups}

    at = turn("NRS")
    before = inks(at)
    assert "U" in before["mark-l"] and "U" not in before.get("mark", [])
    after = inks(built(at, "I12:U06"))
    assert "U" in after["mark"] and "U" not in after["mark-l"]


def test_the_topics_allowed_at_the_table_are_told(shown):
    page = shown(table(), page="readings")
    assert "Table talk Players negotiate in the first stock round only" in page
    assert "A foreign share at ƒ55 Selling shares It is sold at ƒ55" in page


# --- operating turns


def marking(*privates, step=1):
    """HIJSM in Hoorn and Leeuwarden places a marker, with these privates."""
    at = turn("HIJSM", phase="Green").token("E10.0", "HIJSM").token("B13.0", "HIJSM")
    at.state.privates.update(SLK="gone", **dict.fromkeys(privates, "HIJSM"))
    return at.turn(step=step)


def test_an_exchange_marker_is_named_with_its_price_worked_out(shown):
    page = shown(marking("CO"), stop="E10.0")
    assert "Hoorn E10 · exchange marker · 40 × 2 hexes 80" in page
    assert "Hoorn E10 · exchange marker · 40 × 2 hexes · Cornelis Outshoorn free" in page
    assert "Exchange marker in Hoorn ƒ80" in page


def test_the_powers_of_its_privates_are_told_with_what_they_close_and_bar(shown):
    page = shown(marking("CO", "VVD", "BOR"))
    told = "CO Cornelis Outshoorn The company that owns it places one station or exchange marker"
    assert "Privates of HIJSM 1 may be used now" in page and told in page
    assert "may be used now, free · closes when used" in page
    assert "not usable in this step · closes when used · no station marker after two" in page
    assert "Staatslijn K: Den Helder - Amsterdam" in page and "closed" in page
    assert "Privates of HIJSM 2 may be used now" in shown(marking("VVD", "LVG", step=0))
    obsolete = marking("CO", "BOR")
    note(Change(obsolete.state), obsolete_privates=("BOR",))
    assert "obsolete: closes when used, or when this turn ends" in shown(obsolete)


def test_a_train_for_less_says_by_which_private(shown):
    at = marking("CM").trains("HIJSM", "2").turn(step=4)
    page = shown(sold_out(at, "3+"))
    assert "5 left 250" in page or "7 left 250" in page
    assert "left with Crédit Mobilier 150" in page
    assert "CM Crédit Mobilier" in page and "may be used now, for ƒ150" in page


def test_before_a_second_tile_it_is_told_what_that_bars(shown):
    says = "After a second tile no marker is placed in this turn."
    assert says in shown(marking(step=0).turn(lays=(("F9", "yellow"),)))
    assert says not in shown(marking(step=0))
