"""Make games that every later version opens.

Usage: PYTHONPATH=. python tests/support/kept_games.py FOLDER

It writes a database with the games of that folder's name in awkward moments. Games of a version
are those of all titles, with one game in its own file and with people. All are played through the
game store. Run it once for a folder; the result is never remade.
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
from companion.rules.core.actions import Action, Pass, action_to_json
from companion.rules.core.refusals import RefusedError, has_hard
from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.agreed_end import AgreeWinner
from companion.rules.judge.rules import Rules
from companion.rules.money.bank_advances import AdvanceMoney, RepayAdvance
from companion.rules.operating.emergency_money import help_needed
from companion.store.db.migrations import HEAD
from companion.store.games.game_store import GameStore
from companion.store.history.drafts import CHANGE, INSERT, REMOVE, Draft
from companion.store.history.log_writer import Entered
from companion.store.history.records import GameView
from companion.titles import rules_for
from companion.titles.t1839.leaving_players import Concede
from tests.rules.amend.random_corrections import KINDS, corrections
from tests.support.clients import make_host
from tests.support.plain_json import digest, plain_view

PASSWORD = "a password of the club"
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


def owes(rules: Rules, state: State) -> bool:
    """Return whether a player must help to pay a debt."""
    needed = None if state.end_reason else help_needed(rules, state)
    return needed is not None and needed.lacking > 0


def is_over(rules: Rules, state: State) -> bool:
    """Return whether the game has ended."""
    return bool(state.end_reason)


def has_negative_cash(rules: Rules, state: State) -> bool:
    """Return whether a player has borrowed."""
    return any(state.cash[player] < 0 for player in state.order)


def has_noted(fact: str) -> Until:
    """Return whether the title's own state has that fact."""
    return lambda rules, state: bool(getattr(state.title_state, fact))


# name of the game: its title, the seed of its dice, and the moment to which it is played
Moments = dict[str, tuple[str, int, Until]]
VERSION_1_0: Moments = {
    "1830, in a contest": ("1830", 3, in_contest),
    "1830, a last chance": ("1830", 17, has_question("chance")),
    "1830, after a run": ("1830", 1, has_run),
    "1830, too many trains": ("1830", 21, has_question("discard")),
    "1830, a debt": ("1830", 9, owes),
    "1830, corrected": ("1830", 8, has_run),
    "1830, to its end": ("1830", 5, is_over),
    "18NL, in a contest": ("18nl", 3, in_contest),
    "18NL, too many trains": ("18nl", 2, has_question("discard")),
    "18NL, a debt": ("18nl", 2, owes),
    "18NL, corrected": ("18nl", 2, has_run),
    "1828, in a contest": ("1828", 1, in_contest),
    "1828, in a merger": ("1828", 2, has_question("merger")),
    "1828, a debt": ("1828", 4, owes),
    "1828, corrected": ("1828", 5, has_run),
    "1828, to its end": ("1828", 7, is_over),
    "1839, a home is chosen": ("1839", 1, has_question("home")),
    "1839, a debt": ("1839", 7, has_question("debt")),
    "1839, conceded": ("1839", 10, has_run),
    "1839, agreed": ("1839", 10, has_run),
    "1839, corrected": ("1839", 10, has_run),
    "1839, to its end": ("1839", 11, is_over),
    "1839-2015, companies float": ("1839-2015", 2, has_question("floats")),
    "1839-2015, after a run": ("1839-2015", 1, has_run),
    "1839-2015, a debt": ("1839-2015", 1, owes),
    "1839-2015, corrected": ("1839-2015", 4, has_run),
    "1839-2015, to its end": ("1839-2015", 8, is_over),
    "Holland, bids": ("steam-over-holland", 1, is_bidding),
    "Holland, too many trains": ("steam-over-holland", 15, has_question("discard")),
    "Holland, a debt": ("steam-over-holland", 6, owes),
    "Holland, corrected": ("steam-over-holland", 1, has_run),
    "Holland, to its end": ("steam-over-holland", 8, is_over),
}
DATA_TITLES: Moments = {
    "1836Jr30, a debt": ("1836jr30", 2, owes),
    "1850Jr, a home is chosen": ("1850jr", 5, has_question("home")),
    "1882, a moved token": ("1882", 3, has_question("moved_token_tile")),
    "1889, a tile of a seller": ("1889", 5, has_question("seller_tile")),
    "18AL, bonuses for pairs": ("18al", 5, has_noted("pair_bonuses")),
    "18Chesapeake, two tiles": ("18chesapeake", 5, has_question("joined_tile")),
    "18GA, a home is chosen": ("18ga", 1, has_question("home")),
    "18MS, a loan": ("18ms", 3, has_negative_cash),
    "18TN, at war": ("18tn", 5, has_noted("companies_at_war")),
}
MOMENTS = VERSION_1_0 | DATA_TITLES
SETS = {"version_1_0": VERSION_1_0, "data_titles_2026_11": DATA_TITLES}


# what players do at any time in the moment of these games
LAST: dict[str, Action] = {"1839, conceded": Concede("p3"), "1839, agreed": AgreeWinner("p1")}


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
        elif number % 40 == 30:  # a deed in the place of one that was undone
            view = store.undo(game, store.version(game), 1, by="banker")
            store.play(game, view.version, action, by="p1")


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


def correct_all(store: GameStore, game: int) -> None:
    """Enter a correction of each kind; change the first, and remove the last."""
    dice, entered = random.Random(game), []
    for kind in KINDS:
        view = store.open(game)
        tried = corrections(view.rules, view.state, dice, 4000)
        fitting = (one for one in tried if isinstance(one, kind) and is_harmless(view, one))
        if action := next(fitting, None):
            store.play(game, view.version, action, by="banker")
            entered.append(store.open(game).head)
    gift = Entered(CorrectCash("bank", "p2", 9, reason="changed"), "banker")
    changed = Draft(game, row=entered[0], way=CHANGE, deeds=((gift,),))
    removed = Draft(game, row=entered[-1], way=REMOVE)
    for draft in (removed, changed):
        assert not store.edits.preview(draft).replay.refused
        store.edits.accept(draft, store.version(game), "not so", "banker")


def is_harmless(view: GameView, action: Action) -> bool:
    """Return whether a correction is allowed and does not end the game."""
    if judge.refusals(view.rules, view.state, action):
        return False
    return not judge.apply(view.rules, view.state, action).state.end_reason


def count_cash(store: GameStore, game: int) -> None:
    """Count all cash, which agrees with the books."""
    view = store.open(game)
    there = holders(view.rules, view.state)
    counted = {holder.id: holder.cash for holder in there}
    store.counts.note(game, count_facts(view.head, there, counted, {}), "banker")


def lend(store: GameStore, game: int) -> None:
    """Let the bank advance money to a player, who repays a part."""
    for action in (AdvanceMoney("p2", 30, reason="lent"), RepayAdvance("p2", 10)):
        store.play(game, store.version(game), action, by="banker")


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
    """Give the game devices, one of them with a what-if, a proposal, a claim and an account."""
    who = store.places.join(game, "a secret of a phone", "phone", "p1")
    view = store.open(game)
    action = choose(view.rules, view.state, random.Random(1))
    draft = Draft(game, who.device, base=view.version, deeds=((Entered(action, "p1"),),))
    store.drafts.keep(draft)
    store.proposals.make(game, view.version, action_to_json(action), "p1", ("p1", "p2"), ("p1",))
    store.claims.claim(game, "a secret of a tablet", "tablet", "p1")
    store.accounts.add("club", PASSWORD)


def make(folder: Path) -> None:
    """Write the database, the file and the list of the games."""
    is_version = SETS[folder.name] is VERSION_1_0
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as temporary:
        file = Path(temporary) / "companion.sqlite"
        store = GameStore(file)
        make_host(store)
        listed: dict[str, dict[str, Any]] = {}
        for name, (title, seed, until) in SETS[folder.name].items():
            setup, actions = game_until(title, seed, until)
            print(name, len(actions), flush=True)
            game = store.new_game(setup)
            store.admin.rename(game, name)
            play_deeds(store, game, actions)
            view = store.open(game)
            if name.endswith("corrected"):
                correct_all(store, game)
            if not is_over(view.rules, view.state) and "debt" not in name and "merger" not in name:
                ruled = overrule(store, game)
                print("  ruled" if ruled else "  no ruling")
            amend(store, game)
            count_cash(store, game)
            if name == "Holland, corrected":
                lend(store, game)
            if action := LAST.get(name):
                store.play(game, store.version(game), action, by="banker")
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
        if is_version:
            seat_people(store, 1)
            store.admin.put_back(2, store.admin.read_rows(2), HEAD)
            own = file_of(store.admin.read_rows(listed["1828, in a merger"]["game"]))
            (folder / "game.18xx.json.xz").write_bytes(lzma.compress(own, preset=9))
        store.close()
        (folder / "companion.sqlite.xz").write_bytes(lzma.compress(file.read_bytes(), preset=9))
        text = json.dumps(listed, indent=1, ensure_ascii=False)
        (folder / "games.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
