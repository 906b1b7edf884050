"""Questions of 18xx.games and actions it accepts, where it differs from our rules."""

from collections.abc import Mapping

from companion.rules.core.actions import Action, LayTile, PlaceToken
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.private_powers import (
    EXTRA_TILES,
    TELEPORTS,
    TOKEN_MOVE,
    ExtraTilePower,
    power,
    privates_with_power,
)
from companion.rules.operating.tokens import next_cost
from companion.rules.operating.train_purchase import TrainStep
from companion.rules.privates.private_purchases import PrivatePurchaseStep
from companion.titles.site_adapter import Asks, Takes, TurnHistory


def asks_about_trains(step: TrainStep, state: State, course: TurnHistory) -> bool:
    """Return whether the company is asked to buy a train.

    Without money it is asked only if it must buy one: another company's train costs at least 1.
    """
    has_money = bool(state.cash[step.company(state)])
    return step.must_buy(state) or (has_money and step.waits_without_help(state))


def asks_about_privates(step: PrivatePurchaseStep, state: State, course: TurnHistory) -> bool:
    """Return whether the company is asked to buy privates.

    A company whose private may lay a tile at any time is asked at the end of its turn.
    """
    tiles = [
        private
        for name in (*EXTRA_TILES, TOKEN_MOVE)
        for private in privates_with_power(step.rules, state, step.company(state), name)
        if not _is_for_track_step(power(step.rules, private, name))
    ]
    return step.waits(state) or any(private not in course.used for private in tiles)


def _is_for_track_step(own: object) -> bool:
    """Return whether the tile of a power is laid in the step of track alone."""
    return isinstance(own, ExtraTilePower) and own.in_track_step


ASKS: Mapping[str, Asks] = {"trains": asks_about_trains, "privates": asks_about_privates}


def _teleports(rules: Rules, private: str | None) -> bool:
    """Return whether a token may follow directly after a tile of the private."""
    return any(power(rules, private, name) for name in TELEPORTS)


def with_token(rules: Rules, action: Action, after: State) -> str:
    """Return the private whose tile was just laid and whose token may follow, else ""."""
    if not isinstance(action, LayTile) or not _teleports(rules, action.private):
        return ""
    has_token = next_cost(rules, after, action.company) is not None
    return str(action.private) if has_token else ""


def takes_token(action: PlaceToken, rules: Rules, state: State, course: TurnHistory) -> bool:
    """Return whether the token is accepted now.

    The token of a teleporting private must follow directly after its tile.
    """
    if not _teleports(rules, action.private):
        return True
    last = course.deeds[-1] if course.deeds else None
    return isinstance(last, LayTile) and last.private == action.private


TAKES: Mapping[str, Takes] = {"place_token": takes_token}
