"""The phases of a game with what each allows and ends, and which is the present one."""

from dataclasses import dataclass

from companion.rules.core.state import State
from companion.rules.judge.rules import Rules


@dataclass(frozen=True, slots=True)
class PhaseRow:
    """A phase.

    ``begins`` are the trains whose first sale begins it; ``from_round`` is the operating round
    that begins it, 0 for none. ``limits`` are the train limits, one for each kind of company.
    ``rusts`` are the trains that leave the game with it. ``is_over`` and ``is_now`` compare it to
    the present phase.
    """

    name: str
    begins: tuple[str, ...]
    from_round: int
    colours: tuple[str, ...]
    limits: tuple[int, ...]
    operating_rounds: int
    rusts: tuple[str, ...]
    closes_privates: bool
    is_now: bool
    is_over: bool


def phase_rows(rules: Rules, state: State) -> tuple[PhaseRow, ...]:
    """Return all phases in their order."""
    data = rules.data
    names = [phase.name for phase in data.phases]
    now = names.index(state.phase)
    return tuple(
        PhaseRow(
            name=phase.name,
            begins=tuple(train.name for train in data.train_types if train.brings == phase.name),
            from_round=phase.from_round,
            colours=phase.tiles,
            limits=tuple(dict.fromkeys(phase.train_limits.values())),
            operating_rounds=phase.operating_rounds,
            rusts=tuple(t.name for t in data.train_types if t.rusted_by == phase.name),
            closes_privates=phase.privates_close,
            is_now=number == now,
            is_over=number < now,
        )
        for number, phase in enumerate(data.phases)
    )
