"""The order in which 18xx.games waits for players: a reader of files that knows no rules of ours.

It holds that order as far as a file alone shows it, and names the first action that the site would
refuse. It looks at:

- the auction of Steam over Holland, with its draw, its turns, and who opens the stock round;
- the steps of a company's turn: track, token, run, dividend, trains;
- the token that comes with the tile of a private, which goes before anything else;
- the second tile of a turn in a hex, and the second deal in own shares (Steam over Holland);
- trains that were given up: the first of equal ones is sold first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

Action = Mapping[str, Any]

HOLLAND = "Steam Over Holland"
# The privates of Steam over Holland, as the site prints them, with their prices.
PRIVATES = {"SMAS": 20, "KKI": 40, "VES": 75, "VVL": 75, "RW": 80, "W": 100, "KO": 100}
CASH = {2: 600, 3: 400, 4: 300, 5: 240}
RAISE = 5
# The private whose tile comes with a token, by title.
TELEPORT = {"1830": "DH", "1828.Games": "D&H"}
STEPS = {"lay_tile": 0, "place_token": 1, "run_routes": 2, "dividend": 3, "buy_train": 4}
RUN = STEPS["run_routes"]


class Stopped(NamedTuple):
    """The first action that is refused, and why."""

    id: int
    why: str


def find_refusal(file: Mapping[str, Any]) -> Stopped | None:
    """The first action of a file that the site would refuse; None where it would refuse none."""
    actions = standing(file["actions"])
    looks = [hold_token(file["title"], actions), hold_steps(actions), hold_pool(actions)]
    if file["title"] == HOLLAND:
        seats = [player["id"] for player in file["players"]]
        looks += [hold_auction(actions, seats, draw(file["settings"]["seed"], len(seats)))]
        looks += [hold_tiles(actions), hold_own_shares(actions)]
    found = [next(look, None) for look in looks]
    return min((one for one in found if one), default=None)


def standing(actions: Sequence[Action]) -> list[Action]:
    """The actions that stood at the end, with those that the site carried out right after them."""
    stand: list[Action] = []
    undone: list[list[Action]] = []
    for action in actions:
        if action["type"] == "undo":
            to = action.get("action_id")
            keep = len(stand) - 1 if to is None else sum(one["id"] <= to for one in stand)
            undone.append(stand[keep:])
            del stand[keep:]
        elif action["type"] == "redo":
            stand += undone.pop()
        elif action["type"] != "message" and not action.get("skip"):
            stand.append(action)
            undone.clear()
    every = [
        {**auto, "id": one["id"]}
        for one in stand
        for auto in (one, *(one.get("auto_actions") or ()))
    ]
    return [one for one in every if not one["type"].startswith("program_")]


# --- the auction of Steam over Holland


def draw(seed: int, players: int) -> list[str]:
    """The privates that a seed puts into the game, the cheapest first."""
    state, keys = seed % 2**31, []
    for private in PRIVATES:
        state = (1103515245 * state + 12345) % 2**31
        keys.append((state, private))
    drawn = [private for _, private in sorted(keys)[:players]]
    return [private for private in PRIVATES if private in drawn]


def hold_auction(
    actions: Sequence[Action], seats: Sequence[int], privates: Sequence[str]
) -> Iterator[Stopped]:
    """Check who bids or passes, and who begins the stock round."""
    cash = dict.fromkeys(seats, CASH[len(seats)])
    coming, opener, left = list(privates), 0, iter(actions)
    while coming:
        private = coming.pop(0)
        who, price, out = opener, 0, set[int]()
        bidder: int | None = None
        while True:
            least = price + RAISE if bidder is not None else PRIVATES[private]
            can = [n for n, seat in enumerate(seats) if n == bidder or cash[seat] >= least]
            able = [n for n in can if n not in out]
            if able == [bidder] or not able:
                break
            while who not in able:
                who = (who + 1) % len(seats)
            action = next(left, None)
            if action is None:
                return
            if action["type"] not in ("bid", "pass") or action["entity"] != seats[who]:
                yield Stopped(action["id"], f"{seats[who]} is asked about {private}")
                return
            if action["type"] == "pass":
                out.add(who)
            elif action["company"] != private or not least <= action["price"] <= cash[seats[who]]:
                yield Stopped(action["id"], f"{least} is the least for {private}")
                return
            else:
                bidder, price = who, action["price"]
            if not coming and bidder is None and out == set(can):
                yield Stopped(action["id"], "the last private is left")
                return
            who = (who + 1) % len(seats)
        if bidder is None:
            break  # nobody takes it: the auction is over
        cash[seats[bidder]] -= price
        opener = (opener + 1) % len(seats)
        while coming and cash[seats[opener]] < min(PRIVATES[one] for one in coming):
            opener = (opener + 1) % len(seats)
    first = max(seats, key=lambda seat: cash[seat])
    action = next(left, None)
    if action and (action["type"] == "bid" or action["entity"] != first):
        yield Stopped(action["id"], f"{first} begins the stock round")


# --- turns of companies


def turns(actions: Sequence[Action]) -> Iterator[list[Action]]:
    """The actions of each turn of a company: they end where another's step or a player begins."""
    turn: list[Action] = []
    for action in actions:
        kind = action["entity_type"]
        if kind == "player" and action["type"] in ("bid", "par", "pass"):
            yield turn
            turn = []
        elif action["type"] in STEPS and kind in ("corporation", "system", "minor"):
            other = bool(turn) and _company(turn) not in (None, action["entity"])
            if other or _begins_again(turn, action):
                yield turn
                turn = []
            turn.append(action)
        elif turn or kind != "player":
            turn.append(action)
    yield turn


def _company(turn: Sequence[Action]) -> object:
    """Whose turn it is, as its steps tell."""
    return next((one["entity"] for one in turn if one["type"] in STEPS and not _private(one)), None)


def _private(action: Action) -> bool:
    return bool(action["entity_type"] == "company")


def _begins_again(turn: Sequence[Action], action: Action) -> bool:
    """Does the same company begin another turn: by track, or by a run after it passed?"""
    done = [STEPS[one["type"]] for one in turn if one["type"] in STEPS and not _private(one)]
    rank = STEPS[action["type"]]
    return bool(done) and rank <= RUN and max(done) > RUN and rank != STEPS["place_token"]


def hold_steps(actions: Sequence[Action]) -> Iterator[Stopped]:
    """A step that is over does not come back in the turn."""
    for turn in turns(actions):
        reached = 0
        for action in turn:
            rank = None if _private(action) else STEPS.get(action["type"])
            if rank is None:
                passed = action["type"] == "pass" and action["entity"] == _company(turn)
                reached = 0 if passed and reached > RUN else reached  # its next turn may begin
            elif rank < reached:
                yield Stopped(action["id"], "the step is over")
            else:
                reached = rank


def hold_token(title: str, actions: Sequence[Action]) -> Iterator[Stopped]:
    """After the tile with which a token comes, the private places the token or passes."""
    private = TELEPORT.get(title)
    for action, after in pairwise(actions):
        laid = action["type"] == "lay_tile" and action["entity"] == private
        answers = after["type"] in ("place_token", "pass") and after["entity"] == private
        if laid and not answers:
            yield Stopped(after["id"], "the token of the private is asked for")


def hold_tiles(actions: Sequence[Action]) -> Iterator[Stopped]:
    """The second of the two tiles of a turn does not go where one was laid in it."""
    for turn in turns(actions):
        laid: set[str] = set()
        for action in turn:
            if action["type"] == "lay_tile":
                if action["hex"] in laid and not _private(action):
                    yield Stopped(action["id"], "the hex was laid in this turn")
                laid.add(action["hex"])


def hold_own_shares(actions: Sequence[Action]) -> Iterator[Stopped]:
    """A company that has bought back shares sells none before its trains."""
    for turn in turns(actions):
        bought = paid = False
        for action in turn:
            deals = action["entity_type"] == "corporation"
            paid = paid or action["type"] == "dividend"
            if deals and action["type"] == "sell_shares" and bought and not paid:
                yield Stopped(action["id"], "own shares were bought back")
            bought = bought or (deals and action["type"] == "buy_shares")


# --- trains


def hold_pool(actions: Sequence[Action]) -> Iterator[Stopped]:
    """Check that the first of equal trains that were given up is sold first."""
    pools: defaultdict[str, list[str]] = defaultdict(list)
    for action in actions:
        train = str(action.get("train", ""))
        pool = pools[train.rpartition("-")[0]]
        if action["type"] == "discard_train":
            pool.append(train)
        elif action["type"] == "buy_train" and train in pool:
            if pool[0] != train:
                yield Stopped(action["id"], f"{pool[0]} comes first")
            pool.remove(train)
        elif action.get("exchange"):
            pools[str(action["exchange"]).rpartition("-")[0]].append(str(action["exchange"]))
