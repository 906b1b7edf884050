"""The opening position: the first row of a game that has begun on paper."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.ledger.entries import BANK, LedgerError
from companion.rules.core.actions import Action, action
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal, has_hard
from companion.rules.core.state import State, state_to_json
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.judge.table_step import TableStep
from companion.rules.opening.position_faults import find_sheet_faults
from companion.rules.opening.position_remarks import find_odd_map, find_unusual
from companion.rules.opening.position_sheet import (
    BadSheetError,
    PositionSheet,
    read_sheet,
    sheet_of,
    write_sheet,
)
from companion.rules.opening.position_state import UNREADABLE, set_position


@action("open_position")
class OpenPosition(Action):
    """The table tells the position in which it takes up a game that has begun on paper.

    ``sheet`` is compact JSON (see :mod:`companion.rules.opening.position_sheet`).
    """

    sheet: str

    def actor(self) -> str:
        return BANK


def is_opening(action: Mapping[str, Any] | None) -> bool:
    """Return whether a stored action is the position with which a game begins."""
    return action is not None and action.get("type") == OpenPosition.wire_name


def start_state(rules: Rules) -> State:
    """Return the state at the start of the game."""
    return judge.start(rules).state


def position_of(rules: Rules, state: State) -> OpenPosition:
    """Return the action that begins a game with this state. It has no open question."""
    return OpenPosition(write_sheet(sheet_of(rules, state, start_state(rules))))


class OpeningStep(TableStep):
    """The step that takes the position before the first deed."""

    name = "opening"
    accepts = (OpenPosition,)

    def refusals(self, state: State, action: OpenPosition) -> list[Refusal]:
        if state_to_json(state) != state_to_json(start_state(self.rules)):
            return [self.rules.refuse("opening.moment")]
        try:
            sheet = read_sheet(action.sheet)
        except BadSheetError as fault:
            return [self.rules.refuse("opening.sheet", part=str(fault))]
        return list(find_faults(self.rules, state, sheet))

    def apply(self, change: Change, action: OpenPosition) -> None:
        set_position(change, self.rules, read_sheet(action.sheet))
        round = change.state.round
        change.tell("opening_position", round=tuple(round.id), phase=change.state.phase)


def find_faults(rules: Rules, start: State, sheet: PositionSheet) -> Iterator[Refusal]:
    """Yield everything that speaks against the sheet; what is unusual comes last."""
    found = list(find_sheet_faults(rules, start, sheet))
    yield from found
    if has_hard(found):
        return
    change = Change(start.copy())
    try:
        set_position(change, rules, sheet)
        yield from find_unusual(rules, change.state)
        judge.settle(rules, change)
        rules.inventory.check(change.state)
        judge.offers(rules, change.state)
    except (BadSheetError, LedgerError, *UNREADABLE) as fault:
        yield rules.refuse("opening.whole", why=str(fault))


def find_oddities(rules: Rules, start: State, sheet: PositionSheet) -> list[Refusal]:
    """Return what is odd on the map of a sheet without hard faults. No rule refuses it."""
    change = Change(start.copy())
    set_position(change, rules, sheet)
    return list(find_odd_map(rules, start, change.state))
