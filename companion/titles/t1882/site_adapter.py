"""1882 on 18xx.games: neutral tokens, the token that is moved, and the home of the SC."""

from dataclasses import replace

from companion.rules.core.actions import Action, Pass, PlaceToken
from companion.rules.core.state import State
from companion.rules.operating.tokens import next_cost
from companion.rules.privates.power_tokens import MoveOwnToken
from companion.rules.standard.neutral_tokens import (
    NeutralTokenStep,
    PlaceNeutralToken,
    has_neutral_token,
)
from companion.rules.standard.token_moves import MovedTokenTileStep
from companion.titles import standard_site_adapter
from companion.titles.site_adapter import Body, SiteAction, SiteReader, SiteWriter, TurnHistory
from companion.titles.t1882.rules import NEUTRAL, SC


def announces(sent: SiteAction, following: SiteAction) -> bool:
    """Tell whether a token is taken up, which the next action places."""
    return sent.type == "remove_token" and following.type == "place_token"


def read_token(sent: SiteAction, reader: SiteReader, state: State) -> Action | None:
    """Read a neutral token, the end of a move, or a home in the place of a neutral token."""
    stop = reader.stop(sent, state)
    if taken_up := reader.find_announced(sent):
        owner = state.privates[sent.entity]
        return MoveOwnToken(owner, sent.entity, reader.stop(taken_up, state), stop)
    if sent.body.get("token_type") == "neutral":
        return PlaceNeutralToken(reader.company(sent), stop)
    slots, slot = state.board.tokens.get(stop, ()), sent.body.get("slot", 0)
    replaced = None not in slots or dict(enumerate(slots)).get(slot) == NEUTRAL
    if state.questions and sent.entity == SC and NEUTRAL in slots and replaced:
        return PlaceToken(SC, stop, replaced_owner=NEUTRAL)
    return None


def write_neutral(
    action: PlaceNeutralToken, sender: SiteWriter, before: State, after: State
) -> list[Body]:
    """Write a neutral token as one of the company that places it."""
    own = sender.action_by(before, action.company, "place_token", tokener=action.company)
    usual = sender.write_usual(PlaceToken(NEUTRAL, action.stop), before, after) or []
    return [{**body, **own, "token_type": "neutral"} for body in usual]


def write_move(action: MoveOwnToken, sender: SiteWriter, before: State, after: State) -> list[Body]:
    """Write a move as a token that is taken up, and one that is placed."""
    city = sender.city(before, action.stop)
    slot = sender.lying_slot(before, action.company, action.stop)
    place = PlaceToken(action.company, action.destination)
    (placed,) = sender.write_usual(place, before, after) or [{}]
    return [
        sender.action_by_private(action.private, "remove_token", city=city, slot=slot),
        {**placed, **sender.action_by_private(action.private, "place_token")},
    ]


def write_pass(action: Pass, sender: SiteWriter, before: State, after: State) -> list[Body] | None:
    """Write that no tile follows a move as a pass of the private."""
    asked = [q for q in before.questions[:1] if q.step == MovedTokenTileStep.name]
    return [sender.action_by_private(q.subjects[1], "pass") for q in asked] or None


def asks_about_token(step: NeutralTokenStep, state: State, course: TurnHistory) -> bool:
    """Ask if there is a city for some token and money for another."""
    company, rules = step.company(state), step.rules
    cost, is_neutral = next_cost(rules, state, company), has_neutral_token(rules, state, company)
    has_money = is_neutral or (cost is not None and cost <= state.cash[company])
    return has_money and (step.has_city(state) or any(True for _ in step.find_neutral(state)))


STANDARD = standard_site_adapter.ADAPTER
ADAPTER = replace(
    STANDARD,
    announces=announces,
    unsaid=None,  # no home is on a hex of several cities without track
    reads={**STANDARD.reads, "place_token": read_token},
    writes={
        **STANDARD.writes,
        "place_neutral_token": write_neutral,
        "move_own_token": write_move,
        "pass": write_pass,
    },
    asks={**STANDARD.asks, "token": asks_about_token},
)
