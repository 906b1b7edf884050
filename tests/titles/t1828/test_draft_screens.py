"""The screens of a turn by the draft: a price that falls, a trade-in and what it brings."""

import re

import pytest

from companion.rules.core.actions import BuyPrivate
from companion.store.games.game_store import GameStore
from companion.web import create_app
from companion.web.play.operating_panels.new_phase import tell_new_phase
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.demo.test_screens import text_of
from tests.titles.t1828.test_draft_auction import draft
from tests.titles.t1828.test_draft_trains import buying, sell_out


def show(store: GameStore, position: Position) -> str:
    client = create_app({"STORE": store}).test_client()
    return client.get(f"/game/{store_position(store, position)}").get_data(as_text=True)


def test_the_offer_and_the_table_tell_which_price_falls(store: GameStore) -> None:
    game = draft(3).do(BuyPrivate("p1", "SVN"), BuyPrivate("p2", "C&StL"))
    page = show(store, game)
    assert text_of(page).count("−5 if all pass") == 2
    assert "Delaware & Hudson, pays 15 · −5 if all pass" in text_of(page)
    assert page.count('class="on-offer') == 2
    assert "−5" not in show(store, Position("1828", 3))


@pytest.mark.parametrize(
    ("old", "sold_out", "phase", "says"),
    [
        ("3", "4+D", "Brown", "phase Red · 3s rust · train limit 2 · privates close"),
        ("5", "6", "Red", "phase Gray · 5s rust"),
        ("4+D", "8", "Gray", "phase Purple · 4+Ds rust · 4 operating rounds"),
    ],
)
def test_a_trade_in_tells_what_rusts_and_what_it_brings(
    store: GameStore, old: str, sold_out: str, phase: str, says: str
) -> None:
    at = sell_out(buying(phase, old), sold_out)
    if phase == "Brown":
        at.privates(**{"C&A": "p2"})
    page = show(store, at.operating("GT", "trains"))
    (group,) = re.findall(r'<section class="group g-trade_in">.*?</section>', page, re.S)
    assert f"for a {old} {says}" in text_of(group)


def test_privates_that_are_gone_do_not_close(store: GameStore) -> None:
    at = sell_out(buying("Brown", "3"), "4+D").operating("GT", "trains")
    assert "phase Red · 3s rust · train limit 2" in text_of(show(store, at))
    assert "privates close" not in text_of(show(store, at))


def test_a_phase_that_is_skipped_counts_and_one_that_has_begun_brings_nothing() -> None:
    at = buying("Yellow", "2")
    types = at.data.trains
    assert tell_new_phase(at.rules, at.state, "GT", types["4+D"]) == (
        "phase Brown · 2s rust · train limit 3 · green tiles · brown tiles · 3 operating rounds"
    )
    assert tell_new_phase(at.rules, at.state, "GT", types["2"]) == ""
