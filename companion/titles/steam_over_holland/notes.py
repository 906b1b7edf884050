"""What this title notes of a game, a stock round and a turn beyond what every title does."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.rules import operating
from companion.rules.change import Change
from companion.rules.codec import stored
from companion.rules.rounds import Turn
from companion.rules.state import GONE, Own, State
from companion.rules.stock import StockRound


@stored
@dataclass(frozen=True, slots=True)
class HollandGame(Own):
    """``top``: the company that has reached the top of the market, "" before. ``phases_due``: the
    types of train whose phase begins at the end of the turn.
    """

    top: str = ""
    phases_due: tuple[str, ...] = ()


@stored
@dataclass(frozen=True, slots=True)
class HollandStockRound(StockRound):
    """``face_down``: players with the company of each share they paid for that is not active."""

    face_down: tuple[tuple[str, str], ...] = ()


@stored
@dataclass(frozen=True, slots=True)
class HollandTurn(Turn):
    """``sold`` is the percent of itself that the company has sold, ``dealt`` whether it may deal in
    its own shares no more, ``bought_back`` whether it has bought some; ``token_passed`` and
    ``train_passed`` whether it passed those steps.

    What was sold for a train binds until the company owns one: ``raised`` when it sold shares of
    its own, ``helper`` who sold shares of his, ``helping`` whether that was for want of money.
    """

    sold: int = 0
    dealt: bool = False
    bought_back: bool = False
    token_passed: bool = False
    train_passed: bool = False
    raised: bool = False
    helper: str = ""
    helping: bool = False


def game_of(state: State) -> HollandGame:
    """What is noted of the game."""
    assert isinstance(state.own, HollandGame)
    return state.own


def note(change: Change, **changes: Any) -> None:
    """Note more of the game."""
    change.state.own = replace(game_of(change.state), **changes)


def turn_of(state: State) -> HollandTurn:
    """The operating turn being taken. Raises ValueError outside one."""
    turn = operating.turn_of(state)
    assert isinstance(turn, HollandTurn)
    return turn


def upgrade(body: dict[str, Any], memory: Mapping[str, Any]) -> None:
    """From format 1: its flags were "sold 20", "treasury", "helper p1" and the like; of a stock
    round "p1 NRS" for a share face down.
    """
    kept = {key: memory[key] for key in ("top", "phases_due") if key in memory}
    body["own"] = {"is": HollandGame.__name__, **kept}
    for company in memory.get("out", ()):
        own = body["companies"][company]
        own |= {"status": GONE, "homes": [], "operated": True}
        own |= {"tokens": 0, "tokens_gone": own["tokens"]}
    round = body["round"]
    if round["is"] == "StockRound":
        down = [flag.split() for flag in round["flags"]]
        round |= {"is": HollandStockRound.__name__, "face_down": down}
    turn = round.get("turn")
    if isinstance(turn, dict):
        flags = turn["flags"]
        pairs = [flag.split() for flag in flags]
        turn |= {
            "is": HollandTurn.__name__,
            "sold": sum(int(pair[1]) for pair in pairs if pair[0] == "sold"),
            "dealt": "treasury" in flags,
            "token_passed": "no token" in flags,
            "train_passed": "no train" in flags,
            "raised": "raised" in flags,
            "helper": next((pair[1] for pair in pairs if pair[0] == "helper"), ""),
            "helping": "helping" in flags,
        }
