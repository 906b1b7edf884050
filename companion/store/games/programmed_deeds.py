"""Programmed actions: after a deed, the programs of the next players act in the same deed.

Each programmed action is a row of its own, entered by its seat. All rows of the deed are written
in one transaction and are undone as one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.stock.programmed_actions import (
    Program,
    choose_action,
    follow,
    is_due,
    pass_for_absent,
)
from companion.store.history.log_writer import Entered
from companion.store.history.records import ABSENT, PROGRAMMED
from companion.store.history.rulings import AppliedAction, carry_out
from companion.store.people.programmed_actions import GamePrograms, KeptProgram

MOST = 60  # programmed actions of one deed


@dataclass
class ProgrammedDeed:
    """A deed of a game with the programmed actions after it.

    ``actions`` are all its actions so far, and ``programs`` those that go on. The log had ``rows``
    rows before it. ``away`` maps seats whose players are away to the seats that decide for them.
    """

    rules: Rules
    rows: int
    programs: dict[str, KeptProgram]
    actions: list[AppliedAction] = field(default_factory=list)
    away: Mapping[str, str] = field(default_factory=dict)

    def do(self, state: State, entered: Entered, programmed: str = "") -> State:
        """Carry out an action, with the seat whose program does it; return the state after it.

        Raises RefusedError, BadRulingError.
        """
        (done,) = carry_out(self.rules, state, [entered])
        self.actions.append(done)
        row, after = self.rows + len(self.actions), done.outcome.state
        for seat, kept in list(self.programs.items()):
            own, action = seat == programmed, done.entered.action
            program = follow(self.rules, kept.program, action, done.before, after, own)
            if program is None:
                del self.programs[seat]
            else:
                self.programs[seat] = KeptProgram(program, row if own else kept.last_row)
        return after

    def begin(self, program: Program) -> None:
        """Begin a program with the last action, which its player has done."""
        self.programs[program.seat] = KeptProgram(program, self.rows + len(self.actions))

    def let_programs_act(self, state: State) -> None:
        """Do what the programs of the next players do, until a player has to decide."""
        acted = ""
        for _ in range(MOST):
            seat = self.rules.actor(state) or ""
            kept = self.programs.get(seat)
            if seat in self.away:
                action = pass_for_absent(self.rules, state, seat)
                if action is None:
                    return
                state = self.do(state, Entered(action, self.away[seat], reason=ABSENT))
                continue
            if kept is None or not is_due(self.rules, kept.program, state, seat == acted):
                return
            action = choose_action(self.rules, kept.program, state)
            if action is None:
                del self.programs[seat]
                return
            state = self.do(state, Entered(action, seat, reason=PROGRAMMED), programmed=seat)
            acted = seat
        self.programs.clear()


def play_deed(
    rules: Rules,
    state: State,
    rows: int,
    deed: Iterable[Entered],
    programs: GamePrograms,
    begins: Program | None = None,
) -> ProgrammedDeed:
    """Play a deed on a log of that many rows, and what the programs do after it.

    The program that ``begins`` with the deed replaces an earlier one of its seat. Seats that are
    ``away`` pass in stock rounds. Raises RefusedError, BadRulingError.
    """
    kept = {one.program.seat: one for one in programs.kept}
    played = ProgrammedDeed(rules, rows, kept, away=programs.away)
    for entered in deed:
        state = played.do(state, entered)
    if begins is not None and not state.end_reason and state.round.id == begins.round:
        played.begin(begins)
    played.let_programs_act(state)
    return played
