"""Tests of the page of times in the report."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.reporting.content.chronicle import gather
from companion.reporting.content.edits_and_counts import proof
from companion.reporting.content.moments import moments_of_stored_game
from companion.reporting.content.sections import WHOLE, Wanted
from companion.reporting.report_html import report_html
from companion.rules.core.actions import BuyPrivate
from companion.store.clock.settings import CHARGE, ClockSettings
from companion.store.games.game_store import GameStore
from tests.support.game_stages import begun, squeezed
from tests.support.stored_games import empty_file

BEGIN = datetime(2026, 5, 18, 19, tzinfo=UTC)


def report(store: GameStore, game: int, wanted: Wanted = WHOLE) -> str:
    chronicle = gather(*moments_of_stored_game(store, game))
    page = report_html(chronicle, wanted=wanted, proof=proof(store, game))
    found = re.search(r"<h2>Time of each player</h2>.*?</section>", page, re.S)
    return squeezed(found[0]) if found else ""


def test_the_report_has_the_time_of_each_player_by_round(tmp_path: Path) -> None:
    """Time that is used up costs a sum beside the worth, and another place beside the place."""
    seconds = [0]
    store = GameStore(empty_file(tmp_path), time=lambda: BEGIN + timedelta(seconds=seconds[0]))
    game = begun(store)
    view = store.open(game)
    settings = ClockSettings(60, 0, 0, 0, effect=CHARGE, charge=7)
    store.clocks.set(game, view.version, settings, view.rules, view.state)
    seconds[0] = 130
    store.play(game, view.version, BuyPrivate("p1", "SV"))
    page = report(store, game)
    row = r'<th scope="row">{}</th><td class="v">{}</td><td class="v">{}</td>'
    for name, first, second in (
        ("Auction", "2:10", "0:00"),
        ("In all", "2:10", "0:00"),
        ("Left", "−1:10", "1:00"),
        ("Charge for overtime", "−14", ""),
        ("Place with the clock", "3.", "1."),
    ):
        assert re.search(row.format(name, first, second), page), (name, page)
    assert report(store, game, Wanted.of(["clock"])) == ""
    store.close()


def test_the_report_of_a_game_without_a_clock_has_no_such_page(tmp_path: Path) -> None:
    store = GameStore(empty_file(tmp_path))
    assert report(store, begun(store)) == ""
    store.close()
