"""Revenue that the table told is marked in audit, books and report, and leaves no export."""

from itertools import islice

import pytest

from companion.bots.simulation import play
from companion.exchange.games_18xx.export_file import BadFileError
from companion.exchange.games_18xx.export_writer import write_stored
from companion.reporting.books_export import beancount, ledger_csv
from companion.reporting.content.audit_statement import certificate
from companion.reporting.content.chronicle import gather
from companion.reporting.content.edits_and_counts import proof
from companion.reporting.content.moments import moments_of_stored_game
from companion.reporting.report_html import report_html
from companion.rules.amend.correction_actions import CorrectMap
from companion.rules.data.setup import Setup
from companion.rules.told.actions import TellRun
from companion.store.games.game_store import GameStore
from companion.titles import rules_for

LENGTH = 260  # actions of a game, among which are several runs


def test_audit_books_and_report_mark_each_told_revenue(store: GameStore) -> None:
    setup = Setup("1830", ("Ann", "Bob", "Cid"), {"without_map": True}, 3)
    actions = [action for action, _ in islice(play(rules_for(setup), 3), LENGTH)]
    runs = [one for one in actions if isinstance(one, TellRun) and one.revenue]
    game = store.import_game(setup, actions)
    audit = store.admin.audit(game)
    assert (audit.holds, audit.told) == (True, len(runs) or -1)
    for books in (ledger_csv(store, game), beancount(store, game)):
        assert books.count("(entered, not checked)") >= len(runs)
    chronicle, proved = gather(*moments_of_stored_game(store, game)), proof(store, game)
    told = f"{len(runs)} runs"
    assert ("Revenue entered, not checked", told) in certificate(chronicle, proved)
    assert "entered, not checked" in report_html(chronicle, proof=proved)


def test_18xx_games_gets_no_game_without_its_map(store: GameStore) -> None:
    game = store.new_game(Setup("1830", ("Ann", "Bob", "Cid"), {"without_map": True}, 3))
    with pytest.raises(BadFileError, match="this game was begun without it"):
        write_stored(store, game)


def test_the_export_ends_where_the_map_is_left(store: GameStore) -> None:
    game = store.new_game(Setup("1830", ("Ann", "Bob", "Cid"), {}, 3))
    store.play(game, store.open(game).version, CorrectMap("told", reason="late"))
    stop = write_stored(store, game).stop
    assert stop and stop.why.startswith("18xx.games always uses the map")
