"""Games of rules version 2: of a title that has changed since, as ``before_order.py`` kept one,
they are followed; of one that reads the book as it did then they are played again.
"""

import gzip
from pathlib import Path
from random import Random

import pytest

from companion import simulate, titles
from companion.exchange.own import file_of
from companion.exchange.storing import store_file
from companion.rules.setup import Setup
from companion.rules.state import state_to_json
from companion.rules.title import RULES_VERSION
from companion.store.mending import OlderRows
from companion.store.shelf import Shelf
from tests.store.test_mending import insert
from tests.stored import empty_shelf

KEPT = Path(__file__).with_name("before_order.json.gz")
DEAL = 7  # its row
PLAYERS = ("Ann", "Bob", "Cleo")


@pytest.fixture
def kept(shelf: Shelf) -> int:
    return store_file(shelf, gzip.decompress(KEPT.read_bytes())).game


def play_on(shelf: Shelf, game: int, count: int) -> None:
    dice = Random(game)
    for _ in range(count):
        view = shelf.open(game)
        shelf.play(game, view.version, simulate.choose(view.rules, view.state, dice), by="Ann")


def test_the_deal_of_then_stands_at_every_row(shelf: Shelf, kept: int) -> None:
    """What these rules would deal is another order."""
    rows = shelf.rows(kept)
    states = {row.n: state for row, state in shelf.walk(kept)}
    assert list(states) == [row.n for row in rows]
    (dealt,) = (event.facts["players"] for event in rows[DEAL].events if event.kind == "cards")
    assert tuple(states[DEAL].order) == tuple(dealt)
    now = titles.rules_for(shelf.open(kept).setup)
    assert now.apply(states[DEAL - 1], rows[DEAL].action).state.order != states[DEAL].order


def test_it_is_played_on_and_taken_back_to_the_deal(shelf: Shelf, kept: int) -> None:
    before = {row.n: state_to_json(state) for row, state in shelf.walk(kept)}
    play_on(shelf, kept, 5)
    assert {row.rules_version for row in shelf.rows(kept)[-5:]} == {RULES_VERSION}
    view = shelf.open(kept)
    back = shelf.undo(kept, view.version, view.undoable - DEAL)
    assert state_to_json(back.state) == before[DEAL]
    assert shelf.audit(kept).holds


def test_its_self_check_is_green_and_names_what_is_not_played_again(
    shelf: Shelf, kept: int
) -> None:
    rows = len(shelf.rows(kept))
    assert shelf.audit(kept).older == tuple(range(rows))
    play_on(shelf, kept, 5)
    audit = shelf.audit(kept)
    assert audit.holds
    assert (audit.recomputed, audit.older) == (5, tuple(range(rows)))


def test_only_what_was_played_since_is_mended(shelf: Shelf, kept: int) -> None:
    play_on(shelf, kept, 2)
    last = shelf.rows(kept)[-1].n
    assert shelf.work_out(kept, insert(last))
    with pytest.raises(OlderRows):
        shelf.work_out(kept, insert(last - 2))


@pytest.fixture
def unchanged(shelf: Shelf) -> int:
    """A game of 1830, 40 rows of version 2 and three of today's."""
    setup = Setup("1830", PLAYERS, {}, 3)
    actions = [action for action, _ in simulate.play(titles.rules_for(setup), 3, 40)]
    game = shelf.import_game(setup, actions, version=2)
    play_on(shelf, game, 3)
    return game


def test_of_a_title_that_has_not_changed_all_is_played_again(shelf: Shelf, unchanged: int) -> None:
    """Corrections among these rows are worked out too."""
    audit = shelf.audit(unchanged)
    assert (audit.holds, audit.older, audit.recomputed) == (True, (), 44)
    assert shelf.work_out(unchanged, insert(20))


def test_its_rows_keep_their_version_in_a_file(
    shelf: Shelf, unchanged: int, tmp_path: Path
) -> None:
    """So its journal stays whole. A file that tells of other money is refused all the same."""
    other = empty_shelf(tmp_path)
    there = store_file(other, file_of(shelf.stored(unchanged))).game
    assert [row.rules_version for row in other.rows(there)] == [2] * 41 + [RULES_VERSION] * 3
    assert other.links(there) == shelf.links(unchanged)
    assert other.audit(there).holds
    rows = shelf.stored(unchanged)
    for posting, more in zip(rows["posting"][-2:], (5, -5), strict=True):
        posting["amount"] += more
    with pytest.raises(ValueError, match="do not tell what comes of that action"):
        store_file(other, file_of(rows))
    other.close()
