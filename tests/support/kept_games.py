"""Make the games of a version that every later version opens.

Usage: PYTHONPATH=. python tests/support/kept_games.py FOLDER

It writes a database with games of all titles in awkward moments, and one game in its own file. All
of them are played through the game store. Run it once for a release; the result is never remade.
"""

import json
import lzma
import random
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.bots.simulation import choose, play
from companion.exchange.files.own_file import file_of
from companion.rules.amend.correction_actions import CorrectCash
from companion.rules.amend.physical_count import count_facts, holders
from companion.rules.core.actions import Action, Pass
from companion.rules.core.refusals import RefusedError, has_hard
from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.money.bank_advances import AdvanceMoney
from companion.store.games.game_store import GameStore
from companion.store.history.drafts import INSERT, Draft
from companion.store.history.log_writer import Entered
from companion.titles import rules_for
from tests.support.clients import make_host
from tests.support.plain_json import digest, plain_view

NAMES = ("Anneke", "Jörg", "Daniël")
Until = Callable[[Rules, State], bool]


def has_question(step: str) -> Until:
    """Return whether a question of that step is pending."""
    return lambda rules, state: any(question.step == step for question in state.questions)


def in_contest(rules: Rules, state: State) -> bool:
    """Return whether players contest a private in an auction."""
    return bool(getattr(state.round, "contested_private", None))


def is_bidding(rules: Rules, state: State) -> bool:
    """Return whether somebody has bid on the private on offer."""
    return bool(getattr(state.round, "bidder", None))


def has_run(rules: Rules, state: State) -> bool:
    """Return whether a company with two trains has run them."""
    turn = getattr(state.round, "turn", None)
    return isinstance(turn, OperatingTurn) and bool(turn.revenue) and len(turn.routes) > 1


# name of the game: its title, the seed of its dice, and the moment to which it is played
MOMENTS: dict[str, tuple[str, int, Until]] = {
    "1830, in a contest": ("1830", 3, in_contest),
    "1830, a last chance": ("1830", 17, has_question("chance")),
    "1830, after a run": ("1830", 1, has_run),
    "1830, too many trains": ("1830", 21, has_question("discard")),
    "1828, in a contest": ("1828", 1, in_contest),
    "1828, in a merger": ("1828", 2, has_question("merger")),
    "1839, a home is chosen": ("1839", 1, has_question("home")),
    "1839, a debt": ("1839", 7, has_question("debt")),
    "1839-2015, companies float": ("1839-2015", 2, has_question("floats")),
    "1839-2015, after a run": ("1839-2015", 1, has_run),
    "Holland, bids": ("steam-over-holland", 1, is_bidding),
    "Holland, too many trains": ("steam-over-holland", 15, has_question("discard")),
}


def game_until(title: str, seed: int, until: Until) -> tuple[Setup, list[Action]]:
    """Return the set-up and the actions of a random game to a moment."""
    setup = Setup(title, NAMES, seed=seed)
    rules, actions = rules_for(setup), []
    for action, outcome in play(rules, seed):
        actions.append(action)
        if until(rules, outcome.state):
            return setup, actions
    raise LookupError(f"this game of {title} never comes to that moment")


def play_deeds(store: GameStore, game: int, actions: list[Action]) -> None:
    """Play the actions, each a deed of its own, with some undone and redone on the way."""
    for number, action in enumerate(actions):
        view = store.open(game)
        store.play(game, view.version, action, by="banker")
        if number % 40 == 25:
            view = store.undo(game, store.version(game), 2, by="banker")
            store.redo(game, view.version, 2, by="banker")


def amend(store: GameStore, game: int) -> None:
    """Correct cash, and insert a forgotten payment into the past, where the rules allow it."""
    gift = CorrectCash("bank", "p1", 7, reason="forgotten")
    try:
        store.play(game, store.version(game), gift, by="banker")
    except RefusedError:
        return
    rows = [row for row in store.rows(game) if row.action is not None]
    draft = Draft(game, row=rows[-1].n, way=INSERT, deeds=((Entered(gift, "banker"),),))
    if not store.edits.preview(draft).replay.refused:
        store.edits.accept(draft, store.version(game), "forgotten too", "banker")


def count_cash(store: GameStore, game: int) -> None:
    """Count all cash, which agrees with the books."""
    view = store.open(game)
    there = holders(view.rules, view.state)
    counted = {holder.id: holder.cash for holder in there}
    store.counts.note(game, count_facts(view.head, there, counted, {}), "banker")


def lend(store: GameStore, game: int) -> None:
    """Let the bank advance money to a player."""
    advance = AdvanceMoney("p2", 30, reason="lent")
    store.play(game, store.version(game), advance, by="banker")


def overrule(store: GameStore, game: int) -> bool:
    """Play an action that the rules refuse and the table overrules, if there is one."""
    view = store.open(game)
    for offer in judge.offers(view.rules, view.state):
        refusals = judge.refusals(view.rules, view.state, offer.action)
        if refusals and not has_hard(refusals) and not isinstance(offer.action, Pass):
            codes = sorted({refusal.code for refusal in refusals})
            ruling = {"waived": codes, "why": "the table wants it so"}
            store.play(game, view.version, Entered(offer.action, "banker", ruling=ruling))
            return True
    return False


def leave_undone(store: GameStore, game: int) -> None:
    """Play two more deeds and undo both, so that redo is possible."""
    dice = random.Random(game)
    for _ in range(2):
        view = store.open(game)
        if view.state.end_reason:
            return
        store.play(game, view.version, choose(view.rules, view.state, dice), by="p1")
    store.undo(game, store.version(game), 2, by="p1")


def seat_people(store: GameStore, game: int) -> None:
    """Give the game devices, and one of them a what-if."""
    who = store.places.join(game, "a secret of a phone", "phone", "p1")
    view = store.open(game)
    action = choose(view.rules, view.state, random.Random(1))
    draft = Draft(game, who.device, base=view.version, deeds=((Entered(action, "p1"),),))
    store.drafts.keep(draft)


def make(folder: Path) -> None:
    """Write the database, the file and the list of the games."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as temporary:
        file = Path(temporary) / "companion.sqlite"
        store = GameStore(file)
        make_host(store)
        listed: dict[str, dict[str, Any]] = {}
        for name, (title, seed, until) in MOMENTS.items():
            setup, actions = game_until(title, seed, until)
            print(name, len(actions), flush=True)
            game = store.new_game(setup)
            store.archive.rename(game, name)
            play_deeds(store, game, actions)
            if "debt" not in name and "merger" not in name:
                ruled = overrule(store, game)
                print("  ruled" if ruled else "  no ruling")
            amend(store, game)
            count_cash(store, game)
            if name.startswith("Holland"):
                lend(store, game)
            leave_undone(store, game)
            view = store.open(game)
            rows = store.rows(game)
            listed[name] = {
                "game": game,
                "title": title,
                "rows": len(rows),
                "redoable": view.redoable,
                "rulings": sum(row.ruling is not None for row in rows),
                "state": digest(plain_view(view.rules, view.state)),
            }
        seat_people(store, 1)
        own = file_of(store.archive.read_rows(listed["1828, in a merger"]["game"]))
        store.close()
        (folder / "companion.sqlite.xz").write_bytes(lzma.compress(file.read_bytes(), preset=9))
        (folder / "game.18xx.json.xz").write_bytes(lzma.compress(own, preset=9))
        text = json.dumps(listed, indent=1, ensure_ascii=False)
        (folder / "games.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
