"""The report of a game that was ruled, corrected, mended and counted tells all of it.

It certifies the findings of the self-check.
"""

import random
from datetime import datetime

import pytest
from sqlalchemy import update
from sqlmodel import col

from companion.bots.simulation import choose
from companion.reporting.content.audit_statement import certificate
from companion.reporting.content.chronicle import gather
from companion.reporting.content.edits_and_counts import proof
from companion.reporting.content.moments import moments_of_stored_game
from companion.reporting.report_html import report_html
from companion.rules.amend.correction_actions import CorrectCash
from companion.rules.amend.rulings import ruling_for
from companion.rules.core.actions import Bid
from companion.rules.core.state import State, state_to_json
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.money.bank_advances import AdvanceMoney
from companion.store.db.tables import Row
from companion.store.games.game_store import GameStore
from companion.store.history.drafts import CHANGE, INSERT, REMOVE
from companion.store.history.log_writer import Entered
from tests.reporting.report_games import chronicle_of
from tests.support.drafts import edit


@pytest.fixture
def game(store: GameStore) -> int:
    """A game in which a correction entry was mended."""
    game = store.new_game(Setup("1830", ("Anneke", "Jörg", "Daniël")))
    mend_a_sum(store, game)
    return game


def mend_a_sum(store: GameStore, game: int) -> None:
    wrong = CorrectCash("bank", "p1", 80, reason="forgotten")
    view = store.play(game, store.version(game), wrong, by="banker")
    right = Entered(CorrectCash("bank", "p1", 90, reason="forgotten"), "banker")
    store.edits.accept(
        edit(game, view.head, CHANGE, (right,)), view.version, "it was 90, not 80", "banker"
    )


def certified(store: GameStore, game: int) -> dict[str, str]:
    return dict(certificate(gather(*moments_of_stored_game(store, game)), proof(store, game)))


def test_a_mended_past_is_told_with_what_it_was_and_is_and_why(store: GameStore, game: int) -> None:
    (mended,) = proof(store, game).mended
    assert (mended.row, mended.undone) == (1, False)
    assert mended.was == "‡ Correction: $80 from the bank to Anneke (forgotten)."
    assert mended.becomes == "‡ Correction: $90 from the bank to Anneke (forgotten)."
    assert (mended.why, mended.by) == ("it was 90, not 80", "the banker")
    assert str(datetime.now().year) in mended.at
    store.undo(game, store.version(game))
    (mended,) = proof(store, game).mended
    assert mended.undone


def test_a_row_put_in_was_nothing_and_a_removed_one_becomes_nothing(
    store: GameStore, game: int
) -> None:
    gift = Entered(CorrectCash("bank", "p2", 7, reason="found"), "banker")
    for way, instead in ((INSERT, (gift,)), (REMOVE, ())):
        draft = edit(game, store.open(game).head, way, instead)
        store.edits.accept(draft, store.version(game), "we looked again", "p2")
    _, put_in, removed = proof(store, game).mended
    assert (put_in.was, put_in.by) == ("", "Jörg")
    assert put_in.becomes == "‡ Correction: $7 from the bank to Jörg (found)."
    assert removed.was == "‡ Correction: $90 from the bank to Anneke (forgotten)."
    assert removed.becomes == ""


def test_the_report_of_a_whole_game_has_all_that_was_allowed_set_right_and_counted(
    store: GameStore,
) -> None:
    view = store.open(game := store.new_game(Setup("1830", ("Anneke", "Jörg", "Daniël"))))
    bid = Bid("p1", "DH", 61)
    ruling = ruling_for(judge.refusals(view.rules, view.state, bid), "we play it so").to_json()
    view = store.play(game, view.version, Entered(bid, "banker", ruling=ruling))
    view = store.play(game, view.version, AdvanceMoney("p3", 40, reason="the till was short"))
    dice = random.Random(5)
    while not view.state.end_reason:
        view = store.play(game, view.version, choose(view.rules, view.state, dice))
    mend_a_sum(store, game)
    facts = {"row": 0, "cash": {"p1": 90, "bank": 0}, "things": ["p2"]}
    off = {"p1": {"cash": -5, "missing": []}, "p2": {"cash": 0, "missing": ["DH"]}}
    store.counts.note(game, {**facts, "agrees": False, "differences": off}, "p2")
    agreed = {**facts, "agrees": True, "differences": {}}
    left = {"cash": ["p2"], "things": []}
    store.counts.note(game, {**agreed, "uncounted": left}, "banker")
    nothing = {"cash": [], "things": []}
    whole = {**agreed, "uncounted": nothing}
    store.counts.note(game, whole, "banker")

    found = proof(store, game)
    assert (found.ruled, found.corrected, len(found.mended)) == (1, 1, 1)
    assert [count.by for count in found.counts] == ["Jörg", "the banker", "the banker"]
    assert found.counts[2].says == "All counts agree."
    chronicle = gather(*moments_of_stored_game(store, game))
    assert chronicle.over
    states: dict[int, State] = {}
    proof(store, game, states)  # what the self-check has played is the course of the game
    courses = [list(store.past.walk(game, known)) for known in (states, None)]
    one, other = ([(row, state_to_json(state)) for row, state in course] for course in courses)
    assert one == other
    page = report_html(chronicle, proof=found).replace("\N{NO-BREAK SPACE}", " ")
    page = " ".join(page.split())
    for words in (
        "The table agreed: we play it so.",
        "The bank advanced $40 to Daniël, who owes it (the till was short).",
        "Correction: $90 from the bank to Anneke (forgotten).",
        "Corrections to the past",
        "it was 90, not 80",
        "The table and the books differ. $5 short with Anneke. Not found with Jörg: "
        "Delaware &amp; Hudson.",
        "Everything that was counted agrees. Money: Anneke, bank. Certificates and trains: "
        "Jörg. Money not counted: Jörg.",
        found.counts[1].at,
        found.audit.hash,
        found.audit.says,
    ):
        assert words in page


def test_the_certificate_says_what_does_not_hold_and_where(store: GameStore, game: int) -> None:
    store.play(game, store.version(game), Bid("p1", "DH", 75))
    rows = certified(store, game)
    assert rows["Self-check"].startswith("Everything agrees: ")
    assert rows["Ruled and corrected"] == "0 rulings · 1 correction · the past corrected once"
    with store.database.write() as session:
        session.execute(
            update(Row).where(col(Row.game) == game, col(Row.number) == 3).values(author="nobody")
        )
    rows = certified(store, game)
    assert rows["Self-check"] == "One fault was found."
    (wrong,) = (says for where, says in rows.items() if where.startswith("row 3, "))
    assert "who entered it, or when" in wrong


@pytest.mark.parametrize(("title", "sum"), [("1830", "$12,000"), ("1828", "$2,800")])
def test_money_in_play_is_all_of_a_bank_with_an_end_and_what_left_one_without(
    title: str, sum: str
) -> None:
    assert dict(certificate(chronicle_of(title, 4, 0)))["Money in play"] == sum
