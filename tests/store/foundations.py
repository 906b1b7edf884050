"""Makes a database of games as they were stored before a state said by types what it is.

Run by hand with the code whose games are to be kept, never with newer code:

    PYTHONPATH=CHECKOUT python tests/store/foundations.py FILE

``before_foundations.sqlite`` was made so. Beside it lies, as .jsonl, a line a game: what was on the
table after each row that stands, and what could be done at its head, as marks of
:mod:`tests.plain`. What a game is stopped at is told by the step it waits for and by what was done
last; those later code can still tell.
"""

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
from companion.rules.state import State
from companion.store.shelf import GameStore
from tests.plain import digest, legal_actions, plain_view

PLAYERS = ("Ann", "Bob", "Cleo", "Dirk")
LONGEST = 260  # actions; a moment that comes later is looked for in another game

Found = Callable[[Rules, Sequence[Action], Outcome], bool]


def waits(step: str, least: int = 0, round: str = "") -> Found:
    """The game waits in that step, after so many actions, in a round whose name begins so."""

    def found(rules: Rules, done: Sequence[Action], made: Outcome) -> bool:
        waiting = rules.waiting(made.state)
        there = waiting is not None and waiting.name == step and len(done) >= least
        return there and name_of(rules, made.state).startswith(round)

    return found


def after(kind: str, step: str, round: str = "") -> Found:
    """Such an action was the last, and the game waits in that step."""

    def found(rules: Rules, done: Sequence[Action], made: Outcome) -> bool:
        return type(done[-1]).__name__ == kind and waits(step, 0, round)(rules, done, made)

    return found


def told(event: str, step: str) -> Found:
    """Something has happened by the last action, and the game waits in that step."""

    def found(rules: Rules, done: Sequence[Action], made: Outcome) -> bool:
        happened = any(each.kind == event for each in made.events)
        return happened and waits(step)(rules, done, made)

    return found


def over(rules: Rules, done: Sequence[Action], made: Outcome) -> bool:
    """The game is over."""
    return bool(made.state.finished)


def name_of(rules: Rules, state: State) -> str:
    """What the round is called."""
    return str(rules.round_rules(state).name(state))


class Moment(NamedTuple):
    """A game that is played until ``found``."""

    name: str
    title: str
    found: Found
    players: int = 3
    options: Mapping[str, Any] = {}


HOLLAND = "steam-over-holland"
SMALL = {"bank": 3000}
MOMENTS = (
    Moment("bids", "1830", after("Bid", "auction")),
    Moment("later sale", "1830", waits("auction", 8, "Auction 2"), 2),
    Moment("par", "1830", waits("set_par")),
    Moment("sold in a turn", "1830", after("SellShares", "shares", "SR 2")),
    Moment("capital due", "1830", told("formed", "shares"), 4),
    Moment("chance", "1830", waits("chance")),
    Moment("declined", "1830", told("declined", "shares")),
    Moment("home", "1830", waits("home"), 4),
    Moment("home left open", "1830", waits("token", 60, "OR 2"), 4, {"home_when_laid": True}),
    Moment("track", "1830", waits("track", 60, "OR 2")),
    Moment("free token", "1830", waits("token", 60, "OR 3")),
    Moment("run", "1830", waits("run", 60, "OR 2")),
    Moment("dividend", "1830", waits("dividend", 60, "OR 2"), 2),
    Moment("privates", "1830", after("BuyPrivateForCompany", "trains")),
    Moment("extra tile", "1830", told("laid", "trains")),
    Moment("forced", "1830", after("SellShares", "trains")),
    Moment("discard", "1830", waits("discard")),
    Moment("bank broken", "1830", told("bank_broke", "track"), 3, SMALL),
    Moment("ended", "1830", over, 3, SMALL),
    Moment("second: bids", HOLLAND, after("Bid", "auction"), 4),
    Moment("second: stock", HOLLAND, after("SellShares", "shares", "SR 2")),
    Moment("second: face down", HOLLAND, waits("shares", 15), 3, {"first_passer": True}),
    Moment("second: treasury", HOLLAND, waits("treasury", 60)),
    Moment("second: own sold", HOLLAND, after("SellOwnShares", "track")),
    Moment("second: token", HOLLAND, waits("token", 50)),
    Moment("second: run", HOLLAND, waits("run", 60)),
    Moment("second: dividend", HOLLAND, waits("dividend", 60)),
    Moment("second: first train", HOLLAND, after("BuyTrain", "trains")),
    Moment("second: raised", HOLLAND, after("SellOwnShares", "trains")),
    Moment("second: helper", HOLLAND, after("SellShares", "trains"), 4),
    Moment("second: discard", HOLLAND, waits("discard"), 4),
    Moment("second: bankrupt", HOLLAND, told("company_bankrupt", "treasury"), 4),
    Moment("second: any time", HOLLAND, waits("chance"), 3, {"any_time": True}),
    Moment("second: ended", HOLLAND, over, 2),
)


def find(moment: Moment) -> tuple[Setup, list[Action]]:
    """The first game in which the moment comes early enough, and the actions up to it."""
    for seed in count(1):
        longest = 10 * LONGEST if moment.found is over else LONGEST * (1 if seed < 30 else 3)
        setup = Setup(moment.title, PLAYERS[: moment.players], moment.options, seed)
        rules = titles.rules_for(setup)
        actions: list[Action] = []
        for action, outcome in simulate.play(rules, seed, longest):
            actions.append(action)
            if moment.found(rules, actions, outcome):
                return setup, actions
    raise AssertionError("seeds do not end")


def marks_of(rules: Rules, state: State) -> str:
    """Short for all that lies on the table, and for all that may be done."""
    return digest([plain_view(rules, state), sorted(legal_actions(rules, state))])


def make(file: Path) -> None:
    """All games into the new database ``file``."""
    shelf = GameStore(file)
    with file.with_suffix(".jsonl").open("w", encoding="ascii") as beside:
        for moment in MOMENTS:
            setup, actions = find(moment)
            view = shelf.open(shelf.new_game(setup))
            for action in actions:
                view = shelf.play(view.id, view.version, action, by="Ann")
            rows = {
                row.n: digest(plain_view(view.rules, state))
                for row, state in shelf.past.walk(view.id)
            }
            line = {
                "name": moment.name,
                "rows": rows,
                "head": marks_of(view.rules, view.state),
            }
            print(json.dumps(line, separators=(",", ":")), file=beside)
            print(view.id, moment.name, len(actions), name_of(view.rules, view.state), flush=True)
    shelf.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]))
