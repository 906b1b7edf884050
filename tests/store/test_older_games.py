"""Games that older code has stored go on: opened in just these moments, played on, taken back.

``before_mends.sqlite`` is what the last code before rules version 2 wrote, with what lay on the
table after each row beside it; ``moments.py`` tells how it was made.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion import simulate
from companion.exchange.storing import store_file
from companion.rules.actions import Pass, PlaceToken
from companion.rules.operating import OperatingRound
from companion.rules.state import State, state_to_json
from companion.store.records import STANDING, GameView
from companion.store.shelf import GameStore
from tests.exchange.before import game_to_json
from tests.store.moments import MOMENTS
from tests.stored import brought_up

HERE = Path(__file__).parent
STORED = HERE / "before_mends.sqlite"
NAMES = {moment.name: number for number, moment in enumerate(MOMENTS, start=1)}
ENDED = ("bank", "bankruptcy", "rounds")
RUNNING = tuple(name for name in NAMES if name not in ENDED)


def digest(state: State) -> str:
    """Short for everything that lies on the table at a moment, as ``moments.py`` noted it."""
    plain = state_to_json(state)
    body = {key: plain[key] for key in ("cash", "certificates", "privates", "trains", "board")}
    companies = state.companies.items()
    body["cells"] = {c: own.cell for c, own in companies if own.cell is not None}
    body["floated"] = {c: True for c, own in companies if own.floated}
    body["stacks"] = plain["stacks"]
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:12]


def tables_of(name: str) -> dict[int, str]:
    """What lay on the table after each row that stood: row -> digest."""
    line = (HERE / "before_mends.jsonl").read_text(encoding="ascii").splitlines()[NAMES[name] - 1]
    return {int(row): what for row, what in json.loads(line).items()}


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[GameStore]:
    file = tmp_path / "companion.sqlite"
    file.write_bytes(brought_up(STORED))
    made = GameStore(file)
    yield made
    made.close()


def play_on(shelf: GameStore, view: GameView, count: int) -> GameView:
    """So many actions more, or to the end of the game."""
    dice = Random(view.id)
    for _ in range(count):
        if view.state.finished:
            break
        action = simulate.choose(view.rules, view.state, dice)
        view = shelf.play(view.id, view.version, action, by="Ann")
    return view


@pytest.mark.parametrize("name", NAMES)
def test_it_opens_as_it_stood(shelf: GameStore, name: str) -> None:
    view = shelf.open(NAMES[name])
    assert digest(view.state) == tables_of(name)[view.head]
    assert view.state.finished == (name if name in ENDED else "")


@pytest.mark.parametrize("name", RUNNING)
def test_it_is_played_on_and_taken_back_to_where_it_stood(shelf: GameStore, name: str) -> None:
    before = shelf.open(NAMES[name])
    view = play_on(shelf, before, 60)
    done = view.undoable - before.undoable
    assert done == 60 or view.state.finished
    assert shelf.archive.audit(view.id).found == ()
    view = shelf.undo(view.id, view.version, done)
    assert view.head == before.head
    assert digest(view.state) == digest(before.state)
    assert shelf.redo(view.id, view.version, done).undoable == view.undoable + done


@pytest.mark.parametrize("name", NAMES)
def test_it_is_undone_to_any_moment_before_the_change(shelf: GameStore, name: str) -> None:
    """To the very things that lay on the table then, with the money that the books say."""
    tables = tables_of(name)
    view = play_on(shelf, shelf.open(NAMES[name]), 10)
    dice = Random(view.id)
    rows = sorted(tables)
    wanted = [*sorted(dice.sample(rows, min(12, len(rows))), reverse=True), *rows[:1]]
    for row in dict.fromkeys(wanted):
        deeds = next(each.deed for each in shelf.rows(view.id) if each.n == row)
        if view.undoable > deeds:
            view = shelf.undo(view.id, view.version, view.undoable - deeds)
        assert digest(view.state) == tables[row]
        cash = Counter[str]()
        for line in shelf.entries(view.id):
            for posting in line.postings:
                cash[posting.account] += posting.amount
        assert {a: sum_ for a, sum_ in cash.items() if sum_} == {
            a: sum_ for a, sum_ in view.state.cash.items() if sum_
        }


def test_every_row_is_told_with_the_table_of_then(shelf: GameStore) -> None:
    """As the report asks for it: no row is left out, none is told with another table."""
    for name, number in NAMES.items():
        walked = {row.n: digest(state) for row, state in shelf.past.walk(number)}
        assert walked == tables_of(name)


def play_until(shelf: GameStore, view: GameView, there: Callable[[State], bool]) -> GameView:
    """Actions more until a moment has come; it has to come within 400."""
    for _ in range(400):
        if there(view.state):
            return view
        view = play_on(shelf, view, 1)
    raise AssertionError("the moment did not come")


@pytest.mark.parametrize("name", ["floated", "floated and operating"])
def test_what_was_paid_at_a_float_is_not_paid_again(shelf: GameStore, name: str) -> None:
    before = shelf.open(NAMES[name])
    floated = [c for c, own in before.state.companies.items() if own.floated]
    waiting = [company for company in floated if before.state.companies[company].homes]
    assert waiting

    def all_have_begun(state: State) -> bool:
        operated = state.round.done if isinstance(state.round, OperatingRound) else ()
        return all(c in operated or not state.companies[c].floated for c in waiting)

    view = play_until(shelf, before, all_have_begun)
    capital = [line.about[0] for line in shelf.entries(view.id) if line.memo == "capital"]
    assert all(capital.count(company) == 1 for company in floated)


def test_a_home_that_stands_open_is_chosen_at_the_next_turn(shelf: GameStore) -> None:
    before = shelf.open(NAMES["home open"])
    (company,) = before.state.own.open_homes
    (token,) = before.state.board.token_stops(company)

    def its_turn(state: State) -> bool:
        return state.round.operating is not None and state.round.operating.company == company

    view = play_until(shelf, before, its_turn)
    step = view.rules.waiting(view.state)
    assert step is not None
    assert step.name == "home"
    offered = {offer.action.stop for offer in view.rules.offers(view.state)}
    assert token in offered
    assert len(offered) == 2
    other = (offered - {token}).pop()
    view = shelf.play(view.id, view.version, PlaceToken(company, other))
    assert view.state.board.token_stops(company) == (other,)
    assert not view.state.own.open_homes
    assert view.rules.waiting(view.state).name != "home"
    # and back to where it stood open
    view = shelf.undo(view.id, view.version, view.undoable - before.undoable)
    assert view.state.board.token_stops(company) == (token,)
    assert view.state.own.open_homes == before.state.own.open_homes


def test_a_home_that_was_asked_for_is_still_asked_for(shelf: GameStore) -> None:
    view = shelf.open(NAMES["home asked"])
    offers = view.rules.offers(view.state)
    assert {offer.kind for offer in offers} == {"home"}
    chosen = offers[-1].action
    view = shelf.play(view.id, view.version, chosen)
    assert chosen.stop in view.state.board.token_stops(chosen.company)


def test_a_round_of_unsold_privates_goes_on_as_begun(shelf: GameStore) -> None:
    view = shelf.open(NAMES["unsold"])
    sale = view.state.round
    cash = dict(view.state.cash)
    while view.state.round.passes or view.state.cash == cash:
        view = shelf.play(view.id, view.version, Pass(view.rules.actor(view.state)))
    # all have passed once more: revenue is paid, and the same sale goes on
    assert type(view.state.round) is type(sale)
    assert view.rules.round_rules(view.state).name(view.state) == "Auction"
    assert any(view.state.cash[seat] > cash[seat] for seat in view.rules.seats)
    while type(view.state.round) is type(sale):
        buys = [o.action for o in view.rules.offers(view.state) if o.kind == "buy" and o.allowed]
        asked = [o.action for o in view.rules.offers(view.state) if o.allowed]
        view = shelf.play(view.id, view.version, (buys or asked)[0])
    assert view.rules.round_rules(view.state).name(view.state) == "SR 1"


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_then_is_stored_as_it_was_played_and_played_on(
    shelf: GameStore, name: str
) -> None:
    """In a file there are the actions alone, and what the rules of then allowed."""
    before = shelf.open(NAMES[name])
    rows = [row for row in shelf.rows(before.id) if row.status == STANDING and row.action]
    file = game_to_json(before.setup, [row.action for row in rows if row.action])
    data = json.dumps({**file, "rules_version": 1}).encode()
    view = shelf.open(store_file(shelf, data).game)
    assert digest(view.state) == digest(before.state)
    assert view.undoable == len(rows)
    on = play_on(shelf, view, 10)
    back = shelf.undo(on.id, on.version, on.undoable - 1)
    assert digest(back.state) == tables_of(name)[1]
