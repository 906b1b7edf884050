"""Revenue that the table told is marked in audit, books and report, and leaves no export."""

import csv
import io
from itertools import islice

import pytest

from companion.bots.simulation import play
from companion.exchange.games_18xx.export_file import BadFileError
from companion.exchange.games_18xx.export_writer import write_stored
from companion.reporting.books_export import beancount, ledger_csv
from companion.reporting.content.audit_statement import certificate
from companion.reporting.content.chronicle import gather
from companion.reporting.content.edits_and_counts import proof
from companion.reporting.content.final_state import companies_now, describe_map, shows_map
from companion.reporting.content.moments import ReportMoment, moments_of_stored_game
from companion.reporting.content.rebuild_sheet import rebuild
from companion.reporting.report_html import report_html, sheet_html
from companion.rules.amend.correction_actions import CorrectMap
from companion.rules.core.map_use import ToldFacts
from companion.rules.data.setup import Setup
from companion.rules.explain.summary import summary
from companion.rules.judge import judge
from companion.rules.without_map.actions import TellRun
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from tests.support.positions import Position

LENGTH = 260  # actions of a game, among which are several runs


def test_audit_books_and_report_mark_each_told_revenue(store: GameStore) -> None:
    setup = Setup("1830", ("Ann", "Bob", "Cid"), {"without_map": True}, 3)
    actions = [action for action, _ in islice(play(rules_for(setup), 3), LENGTH)]
    runs = [one for one in actions if isinstance(one, TellRun) and one.revenue]
    game = store.import_game(setup, actions)
    audit = store.admin.audit(game)
    assert (audit.holds, audit.told) == (True, len(runs) or -1)
    for books in (ledger_csv(store, game), beancount(store, game)):
        assert books.count("· entered, not checked") >= len(runs)
    chronicle, proved = gather(*moments_of_stored_game(store, game)), proof(store, game)
    told = f"{len(runs)} runs"
    assert ("Revenue entered, not checked", told) in certificate(chronicle, proved)
    assert "entered, not checked" in report_html(chronicle, proof=proved)


def test_the_books_mark_the_payments_of_told_revenue_alone(store: GameStore) -> None:
    """In one row a turn ends with a told revenue, and what follows by itself is checked."""
    setup = Setup("1839-2015", ("Ann", "Bob", "Cid"), {"without_map": True}, 5)
    game = store.import_game(setup, [action for action, _ in play(rules_for(setup), 5)])
    lines = list(csv.DictReader(io.StringIO(ledger_csv(store, game))))
    marked = [line for line in lines if "not checked" in line["what"]]
    assert {line["memo"] for line in marked} == {"dividend", "withheld", "private_revenue"}
    abroad = {line["what"].split(" · ")[1] for line in marked} & {"BEL", "D", "OZ"}
    assert abroad  # dividends of foreign companies, which earn from told revenue
    running = [line["what"] for line in marked if line["memo"] == "private_revenue"]
    assert all("NFLM" in what for what in running)  # the private that runs
    trains = {line["row"] for line in lines if line["memo"] == "train"}
    assert trains & {line["row"] for line in marked}


def test_report_and_sheet_of_a_game_without_its_map_draw_none_and_count_its_tokens() -> None:
    setup = Setup("1830", ("Ann", "Bob", "Cid"), {"without_map": True}, 3)
    rules, moments = rules_for(setup), [ReportMoment(judge.start(rules_for(setup)).state, ())]
    moments += [ReportMoment(o.state, o.events) for _, o in islice(play(rules, 3), LENGTH)]
    chronicle = gather(rules, moments)
    state = chronicle.state
    assert state.told.tokens
    for page in (report_html(chronicle), sheet_html(rules, state)):
        assert 'class="chart' not in page
    listed = {one.row.symbol: one.tokens for one in companies_now(chronicle, summary(rules, state))}
    assert {company: listed[company] for company in state.told.tokens} == state.told.tokens
    assert dict(rebuild(rules, state).untold) == {
        company: str(count) for company, count in state.told.tokens.items()
    }
    assert "Tokens on the map, their places not entered" in sheet_html(rules, state)


def test_a_map_that_was_left_says_how_many_tokens_have_come_since() -> None:
    at = Position("1830").close_privates().started("NYC", 100, "p1", p1=60).floated("NYC", 500)
    at.state.map, at.state.told = "told", ToldFacts(tokens={"NYC": 2})
    says = "no tiles laid · one token placed · two tokens whose places were not entered"
    assert describe_map(at.rules, at.state) == says
    assert shows_map(at.rules, at.state)


def test_18xx_games_gets_no_game_without_its_map(store: GameStore) -> None:
    game = store.new_game(Setup("1830", ("Ann", "Bob", "Cid"), {"without_map": True}, 3))
    with pytest.raises(BadFileError, match="this game was begun without it"):
        write_stored(store, game)


def test_the_export_ends_where_the_map_is_left(store: GameStore) -> None:
    game = store.new_game(Setup("1830", ("Ann", "Bob", "Cid"), {}, 3))
    store.play(game, store.open(game).version, CorrectMap("told", reason="late"))
    stop = write_stored(store, game).stop
    assert stop and stop.why.startswith("18xx.games always uses the map")
