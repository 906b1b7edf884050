"""What the first train of the next phase brings, for who weighs buying it."""

from collections.abc import Callable, Iterable

from companion.languages import said, translated
from companion.rules.rules import Rules
from companion.rules.state import State


def next_phase(
    rules: Rules, state: State, more: Callable[[str], Iterable[str]]
) -> tuple[str, str] | None:
    """The head and the words of what the next phase rusts and what ``more`` it brings, by its name;
    None in the last one.
    """
    names = [phase.name for phase in rules.data.phases]
    following = names[names.index(state.phase) + 1 :]
    if not following:
        return None
    phase = following[0]
    bringer = next(type.name for type in rules.data.train_types if type.phase == phase)
    rusts = [type.name for type in rules.data.train_types if type.rusted_by == phase]
    brings = [said("rusts {trains}", trains=", ".join(rusts))] if rusts else []
    told = "; ".join((*brings, *more(phase))) or translated("nothing rusts or closes")
    return said("With the first {type}, phase {phase}", type=bringer, phase=phase), told


def new_values(rules: Rules, state: State, phase: str) -> list[str]:
    """The off-boards that are worth something else from a phase on: "Brugge 20 → 30"."""
    now, then = rules.phase(state).clock, rules.data.phase(phase).clock
    found: dict[str, None] = {}
    for at, hex in rules.data.map.hexes.items():
        for stop in hex.stops:
            before, after = stop.value(now), stop.value(then)
            if stop.kind == "offboard" and before != after:
                found[f"{hex.name or at} {before} → {after}"] = None
    return list(found)
