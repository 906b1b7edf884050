"""Makes a database of games in moments that later rules or tables must be able to go on from.

Run by hand with the code whose games are to be kept, never with newer code:

    PYTHONPATH=CHECKOUT python tests/store/moments.py FILE

``before_mends.sqlite`` was made so, by the last code before rules version 2. Every game is played
action by action through the shelf by simulated players. MOMENTS names the games in the order of
their numbers; it may grow at the end, and the database with it.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from companion import simulate, titles
from companion.rules.actions import Action
from companion.rules.rules import Outcome, Rules
from companion.rules.setup import Setup
from companion.rules.state import State, state_to_json
from companion.store.shelf import GameStore

PLAYERS = ("Ann", "Bob", "Cleo", "Dirk")


def in_round(state: State, name: str) -> bool:
    """Is such a round being played? By the name of its class, which old rows carry too."""
    return type(state.round).__name__ == name


def waiting_for(state: State) -> list[str]:
    """Companies that are floated and have not begun their first turn."""
    return [c for c in state.floated if state.floated[c] and state.memory["homes"].get(c)]


def floated(rules: Rules, done: Action, made: Outcome) -> bool:
    """A company has floated and been paid for it; the stock round goes on."""
    return in_round(made.state, "StockRound") and bool(waiting_for(made.state))


def floated_and_operating(rules: Rules, done: Action, made: Outcome) -> bool:
    """Another company operates while one that has floated has not had its first turn."""
    state = made.state
    return in_round(state, "OperatingRound") and state.round.turn and bool(waiting_for(state))


def home_open(rules: Rules, done: Action, made: Outcome) -> bool:
    """A home stands open on a hex without track; another company is at its turn."""
    homes = made.state.memory.get("open_homes", {})
    turn = getattr(made.state.round, "turn", None)
    return bool(homes) and getattr(turn, "company", None) not in (None, *homes)


def home_asked(rules: Rules, done: Action, made: Outcome) -> bool:
    """The hex of an open home has track now, and its company is asked."""
    return bool(made.state.memory.get("home_pending"))


def unsold(rules: Rules, done: Action, made: Outcome) -> bool:
    """All have passed on the privates and revenue was paid; one has passed again."""
    sale = made.state.round
    paid = any(made.state.cash[p] > rules.data.cash[len(rules.seats)] for p in rules.seats)
    return in_round(made.state, "Auction") and paid and sale.passes == 1


def raising(rules: Rules, done: Action, made: Outcome) -> bool:
    """A president has sold shares for a train and still lacks money."""
    operating = in_round(made.state, "OperatingRound")
    return operating and type(done).__name__ == "SellShares" and not made.state.finished


def own_sold(rules: Rules, done: Action, made: Outcome) -> bool:
    """A company has sold own shares at the beginning of its turn, and lays track."""
    step = rules.waiting(made.state)
    return type(done).__name__ == "SellOwnShares" and step is not None and step.name == "track"


def own_sold_for_train(rules: Rules, done: Action, made: Outcome) -> bool:
    """A company has sold own shares for a train it must buy, and has not bought it yet."""
    step = rules.waiting(made.state)
    return type(done).__name__ == "SellOwnShares" and step is not None and step.name == "trains"


def ended(why: str) -> Callable[[Rules, Action, Outcome], bool]:
    """The game is over for that reason."""

    def found(rules: Rules, done: Action, made: Outcome) -> bool:
        return made.state.finished == why

    return found


class Moment(NamedTuple):
    """A game that is played until ``found``, or for so many actions; then ``undone`` of them are
    taken back, others done instead, and most of those taken back.
    """

    name: str
    title: str
    found: Callable[[Rules, Action, Outcome], bool] | int
    players: int = 3
    options: Mapping[str, Any] = {}
    undone: int = 0

    def here(self, rules: Rules, actions: Sequence[Action], made: Outcome) -> bool:
        """Has the moment come?"""
        if isinstance(self.found, int):
            return len(actions) == self.found
        return self.found(rules, actions[-1], made)


SMALL = {"bank": 3000}

MOMENTS = (
    Moment("floated", "1830", floated, 4),
    Moment("floated and operating", "1830", floated_and_operating),
    Moment("home open", "1830", home_open, 4),
    Moment("home asked", "1830", home_asked),
    Moment("unsold", "1830", unsold, 2),
    Moment("raising", "1830", raising, 2),
    Moment("bank", "1830", ended("bank"), options=SMALL),
    Moment("bankruptcy", "1830", ended("bankruptcy"), 4),
    Moment("undone", "1830", 60, undone=25),
    Moment("own sold", "steam-over-holland", own_sold),
    Moment("own sold for train", "steam-over-holland", own_sold_for_train, 2),
    Moment("rounds", "steam-over-holland", ended("rounds"), 4),
    Moment("undone of the second", "steam-over-holland", 60, undone=25),
)

LONGEST = 300  # actions; a moment that comes later is looked for in another game


def find(moment: Moment) -> tuple[Setup, list[Action]]:
    """The first game in which the moment comes early enough, and the actions up to it."""
    for seed in count(1):
        setup = Setup(moment.title, PLAYERS[: moment.players], moment.options, seed)
        rules = titles.rules_for(setup)
        actions: list[Action] = []
        for action, outcome in simulate.play(rules, seed, LONGEST):
            actions.append(action)
            if moment.here(rules, actions, outcome):
                return setup, actions
    raise AssertionError("seeds do not end")


def store(shelf: GameStore, moment: Moment) -> int:
    """Play the game on the shelf; its number."""
    setup, actions = find(moment)
    view = shelf.open(shelf.new_game(setup))
    for action in actions:
        view = shelf.play(view.id, view.version, action, by="Ann")
    if moment.undone:
        view = shelf.undo(view.id, view.version, moment.undone, "Bob")
        for _ in range(moment.undone):
            offers = [offer.action for offer in view.rules.offers(view.state) if offer.allowed]
            view = shelf.play(view.id, view.version, offers[-1], by="Cleo")
        view = shelf.undo(view.id, view.version, moment.undone - 5, "Bob")
    return view.id


# What lies on the table: no fact of the program's own, so that later code can tell the same.
FACTS = ("cash", "certificates", "privates", "trains", "board", "cells", "stacks", "floated")


def digest(state: State) -> str:
    """Short for everything that lies on the table at a moment."""
    plain = state_to_json(state)
    body = json.dumps({name: plain[name] for name in FACTS}, sort_keys=True)
    return hashlib.sha256(body.encode()).hexdigest()[:12]


def make(file: Path) -> None:
    """All games into the new database ``file``; beside it, as .jsonl, a line a game with what lay
    on the table after each row that stands: row -> digest.
    """
    shelf = GameStore(file)
    with file.with_suffix(".jsonl").open("w", encoding="ascii") as beside:
        for moment in MOMENTS:
            game = store(shelf, moment)
            digests = {row.n: digest(state) for row, state in shelf.past.walk(game)}
            print(json.dumps(digests, separators=(",", ":")), file=beside)
            print(game, moment.name, len(digests) - 1, "actions stand")
    shelf.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]))
