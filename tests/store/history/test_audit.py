"""Tests of the self-check: no findings for played games, and a finding for each damage."""

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import RULES_VERSION
from companion.store.games.game_store import GameStore
from companion.store.history.audit import Audit, audit_rows
from companion.store.history.hash_journal import build_links, first_link_with_rows
from companion.store.history.log_writer import now
from companion.store.history.row_values import Rows
from companion.titles import load, rules_for, titles
from tests.support.random_play import anything
from tests.support.run_cache import play
from tests.support.stored_games import empty_store

LONG = 130  # actions: reaches the operating rounds of any title


def audit_of(rows: Rows) -> Audit:
    return audit_rows(rows, RULES_VERSION)


def found(rows: Rows) -> list[tuple[str, int | None]]:
    return [(each.part, each.n) for each in audit_of(rows).found]


def store_recorded(store: GameStore, title: str, count: int = LONG) -> int:
    """Store a game with standing, undone and dropped rows."""
    setup = Setup(title, ("Ann", "Bob", "Cleo", "Dirk")[: max(load(title).data.cash)], {}, 1)
    actions = [action for action, _ in play(rules_for(setup), 1, count)]
    view = store.open(store.import_game(setup, actions))
    view = store.undo(view.id, view.version, 6, "Bob")
    view = store.redo(view.id, view.version, 2, "Bob")
    for _ in range(3):
        view = store.play(view.id, view.version, anything(view), by="Cleo")
    store.undo(view.id, view.version, 2, "Bob")
    return view.id


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    made = empty_store(tmp_path_factory.mktemp("there"))
    stored = made.admin.read_rows(store_recorded(made, "1830"))
    made.close()
    return stored


@pytest.mark.in_part(2)
@pytest.mark.parametrize("title", titles())
def test_a_game_of_any_title_holds(store: GameStore, title: str) -> None:
    audit = store.admin.audit(store_recorded(store, title))
    assert (audit.found, audit.since) == ((), None)
    assert audit.recomputed == audit.rows > 100
    assert audit.says.startswith("Everything agrees: ")


# --- damage

Damage = Callable[[Rows], Any]


def change(table: str, place: int, **values: Any) -> Damage:
    return lambda rows: rows[table][place].update(values)


def another_action(rows: Rows) -> None:
    """Replace the action of row 20 by the next row's."""
    rows["log"][20]["action"] = rows["log"][21]["action"]


def swap(rows: Rows) -> None:
    """Swap actions, authors, times and events of two rows; everything else stays."""
    first, second = rows["log"][20], rows["log"][21]
    for name in ("action", "author", "created_at", "events"):
        first[name], second[name] = second[name], first[name]


def remove(rows: Rows) -> None:
    """Delete row 20 and its entries."""
    rows["log"] = [row for row in rows["log"] if row["number"] != 20]
    for table in ("entry", "posting", "snapshot"):
        rows[table] = [row for row in rows[table] if row["row"] != 20]


def payout(rows: Rows) -> tuple[int, dict[str, Any]]:
    """Return the first row with a payout receipt, and that receipt."""
    for row in rows["log"]:
        for event in row["events"]:
            receipt = event["facts"].get("receipt")
            if isinstance(receipt, dict) and receipt["$type"] == "payout_receipt":
                return row["number"], receipt
    raise AssertionError("nothing was paid out")


def another_receipt(rows: Rows) -> None:
    payout(rows)[1]["revenue"] += 10


def a_gift(rows: Rows) -> None:
    """Add a balanced entry that the game never made."""
    n = rows["entry"][-1]["row"]
    place = 1 + max(row["position"] for row in rows["entry"] if row["row"] == n)
    rows["entry"].append({**rows["entry"][-1], "row": n, "position": place})
    for side, (account, amount) in enumerate((("bank", -100), ("p1", 100))):
        sides = {"row": n, "position": place, "side": side, "account": account, "amount": amount}
        rows["posting"].append({**rows["posting"][-1], **sides})


def another_posting(rows: Rows) -> None:
    rows["posting"][-1]["amount"] += 5


def in_state(place: str, *path: str, value: Any) -> Damage:
    def damage(rows: Rows) -> None:
        found: Any = rows[place][-1]["state"]
        for name in path[:-1]:
            found = found[name]
        found[path[-1]] = value

    return damage


def trains_on_one_charter(rows: Rows) -> None:
    """Give one company all trains, including those of the bank."""
    state = rows["game"][0]["state"]
    company = next(c for c, own in state["companies"].items() if own["status"] == "floated")
    state["trains"] = {train: company for train in state["trains"]}


def all_certificates(rows: Rows) -> None:
    """Give the first player all certificates except those in the pool."""
    places = rows["game"][0]["state"]["certificates"]
    places.update({id: "p1" for id, at in places.items() if at != "pool"})


def tiles_too_many(rows: Rows) -> None:
    """Lay one tile more than exist of its number."""
    board = rows["game"][0]["state"]["board"]
    count = load("1830").data.tiles["1"]
    bare = [at for at in load("1830").data.map.hexes if at not in board["tiles"]]
    board["tiles"].update({at: ["1", 0] for at in bare[: count + 1]})


def tokens_too_many(rows: Rows) -> None:
    """Give a company with a token on the map all its tokens on the charter as well."""
    state = rows["game"][0]["state"]
    company = next(c for slots in state["board"]["tokens"].values() for c in slots if c)
    state["companies"][company]["tokens"] = len(load("1830").data.companies[company].token_costs)


def two_trains_in_one_place(rows: Rows) -> None:
    rows["game"][0]["state"]["trains"].popitem()


def tokens(rows: Rows) -> None:
    state = rows["game"][0]["state"]
    company = next(iter(state["companies"]))
    state["companies"][company]["tokens"] += 1


def tiles(rows: Rows) -> None:
    laid = rows["game"][0]["state"]["board"]["tiles"]
    laid.pop(next(iter(laid)))


LAST = LONG + 3  # the last row
SNAPSHOT = 120  # the row of the last snapshot

# The damage, the findings of the journal, the findings of a replay, and the row.
DAMAGES: dict[str, tuple[Damage, set[str], set[str], int | None]] = {
    "a posting": (another_posting, {"books"}, {"entries", "unbalanced"}, -1),
    "an entry more": (a_gift, {"books"}, {"entries", "cash"}, -1),
    "an action": (another_action, {"line"}, {"refused"}, 20),
    "two swapped": (swap, {"line", "told"}, {"refused"}, 20),
    "a row removed": (remove, {"missing"}, {"stuck"}, 20),
    "a receipt": (another_receipt, {"told"}, {"events"}, 0),
    "a status": (change("log", 20, status="undone"), {"status"}, set(), 20),
    "the round of a row": (change("log", 20, round_number=9), {"line"}, {"round"}, 20),
    "a snapshot": (in_state("snapshot", "cash", "p1", value=7), set(), {"snapshot"}, SNAPSHOT),
    "a snapshot's owner": (
        in_state("snapshot", "priority", value="p3"),
        set(),
        {"snapshot"},
        SNAPSHOT,
    ),
    "money now": (in_state("game", "cash", "p1", value=7), set(), {"state", "nowhere"}, None),
    "a certificate now": (
        in_state("game", "certificates", "PRR_1", value="nobody"),
        set(),
        {"state", "nowhere"},
        None,
    ),
    "a train now": (two_trains_in_one_place, set(), {"state", "nowhere"}, None),
    "a token now": (tokens, set(), {"state", "nowhere"}, None),
    "a tile now": (tiles, set(), {"state"}, None),
    "a state that is none": (change("game", 0, state={}), set(), {"state"}, None),
    "who has won": (change("game", 0, winners=["Ann"]), set(), {"list"}, None),
    "the round now": (change("game", 0, round="auction"), set(), {"list"}, None),
    "where it is": (change("game", 0, head=3), {"head"}, set(), None),
    "a link": (change("journal", 20, author="Bob"), {"chain"}, set(), None),
}


def row_of(rows: Rows, n: int | None) -> int | None:
    """Return the damaged row; -1 stands for the last entry's row, 0 for the first payout's."""
    if n == -1:
        return int(rows["entry"][-1]["row"])
    return payout(rows)[0] if n == 0 else n


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_row_is_found_and_named(rows: Rows, name: str) -> None:
    damage, by_journal, by_playing, n = DAMAGES[name]
    changed = copy.deepcopy(rows)
    damage(changed)
    faults = audit_of(changed).found
    first = [each.n for each in faults if each.n is not None]
    assert {each.part for each in faults} >= by_journal | by_playing
    assert (first[0] if first else None) == row_of(rows, n)
    assert not [each.where for each in faults if "?" in each.where]
    assert not [each.says for each in faults if re.search(r"\{\w+\}", each.says)]


@pytest.mark.parametrize("name", [name for name, each in DAMAGES.items() if each[2]])
def test_a_forged_journal_is_found_out_by_replay(rows: Rows, name: str) -> None:
    """Rebuild the journal after the damage, so that its chain and all hashes are correct."""
    damage, by_journal, by_playing, _ = DAMAGES[name]
    changed = copy.deepcopy(rows)
    damage(changed)
    changed["journal"] = [
        {"game": 1, **link} for link in build_links(None, [first_link_with_rows(changed, now())])
    ]
    parts = found(changed)
    assert {part for part, _ in parts} >= by_playing
    assert not by_journal & {part for part, _ in parts}


# The excess and its finding, which is counted without the rules.
TOO_MANY: dict[str, tuple[Damage, str]] = {
    "trains": (trains_on_one_charter, "trains; 4 is the limit."),
    "certificates": (all_certificates, "certificates that count; 16 is the limit."),
    "percents": (all_certificates, "Ann holds 100% of"),
    "tiles": (tiles_too_many, "of tile 1 are on the map; there are only 1."),
    "tokens": (tokens_too_many, "tokens, on and off the map; there are only"),
}


@pytest.mark.parametrize("name", TOO_MANY)
def test_every_limit_is_counted_and_what_is_beyond_it_named(rows: Rows, name: str) -> None:
    damage, says = TOO_MANY[name]
    changed = copy.deepcopy(rows)
    damage(changed)
    told = [each.says for each in audit_of(changed).found if each.part == "limit"]
    assert any(one.startswith("A limit is broken: ") and says in one for one in told), told


# --- other places


@pytest.mark.both_databases
def test_the_command_says_so_by_its_status(
    store: GameStore, place: Path | str, monkeypatch: Any, capsys: Any
) -> None:
    if isinstance(place, Path):
        monkeypatch.setenv("COMPANION_DATA", str(place.parent))
    else:
        monkeypatch.setenv("COMPANION_DATABASE_URL", place)
    game = store_recorded(store, "1830", 40)
    assert main(["audit", str(game)]) == 0
    assert "Everything agrees: 44 rows of the log" in capsys.readouterr().out
    with store.database.write() as session:
        connection = session.connection()
        connection.exec_driver_sql("UPDATE posting SET amount = amount + 1 WHERE row = 30")
        connection.exec_driver_sql("UPDATE log SET status = 'dropped' WHERE number = 35")
    assert main(["audit", str(game)]) == 1
    out = capsys.readouterr().out
    assert "faults were found" in out
    assert "row 30, " in out or "row 31, " in out
    assert "row 35, " in out
    assert main(["audit", str(game + 1)]) == 1
    assert f"There is no game {game + 1}" in capsys.readouterr().err
