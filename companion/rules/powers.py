"""Powers of privates: what a title's data say under the name of each, who has it, and its end."""

from typing import Any

from companion.rules.actions import LayTile, PlaceToken
from companion.rules.change import Change
from companion.rules.refusals import Refusal
from companion.rules.rules import Rules
from companion.rules.state import State


def power(rules: Rules, private: str | None, name: str) -> Any:
    """What a private's card says of a power; None of one without it, and of no private."""
    return rules.data.privates[private].powers.get(name) if private else None


def owned(rules: Rules, state: State, owner: str, name: str) -> list[str]:
    """The privates of an owner that have the power."""
    return [p for p, has in state.privates.items() if has == owner and power(rules, p, name)]


def owner_refusals(rules: Rules, state: State, action: LayTile | PlaceToken) -> list[Refusal]:
    """Against the use of a private that the company does not own."""
    private = action.private
    if private is None or state.privates[private] == action.company:
        return []
    return [rules.refuse("power.not_owned", company=action.company, private=private)]


def close(change: Change, private: str) -> None:
    """The private leaves the game."""
    change.state.privates[private] = "gone"
    change.tell("closed", private=private)


def close_on_train(change: Change, rules: Rules, *companies: str) -> None:
    """These companies have come to own a train, with which some privates close."""
    for private, owner in change.state.privates.items():
        if power(rules, private, "closes_on_train_of") in companies and owner != "gone":
            close(change, private)
