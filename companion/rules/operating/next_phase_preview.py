"""The effects of the first train of the next phase, for players who consider buying it."""

from collections.abc import Callable, Iterable

from companion.languages import format_text, gettext, gettext_name
from companion.rules.core.state import DEPOT, State, type_of
from companion.rules.judge.rules import Rules


def next_phase(
    rules: Rules, state: State, more: Callable[[str], Iterable[str]]
) -> tuple[str, str] | None:
    """Return a heading and a text for the next phase: the trains it rusts and other effects.

    ``more`` returns further effects of a phase by name. Phases with no train left are combined with
    the next one. None in the last phase.
    """
    names, types = [phase.name for phase in rules.data.phases], rules.data.train_types
    following = names[names.index(state.phase) + 1 :]
    left = {type_of(train) for train, card in state.trains.items() if card.place == DEPOT}
    bringer = next((t for t in types if t.phase in following and t.name in left), None)
    if bringer is None:
        return None
    phases = following[: following.index(str(bringer.phase)) + 1]
    rusts = [type.name for type in types if type.rusted_by in phases]
    brings = [format_text("rusts {trains}", trains=", ".join(rusts))] if rusts else []
    brings += [each for phase in phases for each in more(phase)]
    told = " · ".join(brings) or gettext("nothing rusts or closes")
    named = " → ".join(map(gettext_name, phases))
    return format_text("With the first {type}, phase {phase}", type=bringer.name, phase=named), told


def new_values(rules: Rules, state: State, phase: str) -> list[str]:
    """Return the off-boards whose value changes with a phase, as "Brugge 20 → 30"."""
    now, then = rules.phase(state).clock, rules.data.phase(phase).clock
    found: dict[str, None] = {}
    for at, hex in rules.data.map.hexes.items():
        for stop in hex.stops:
            before, after = stop.value(now), stop.value(then)
            if stop.kind == "offboard" and before != after:
                found[f"{rules.data.map.name_of(at) or at} {before} → {after}"] = None
    return list(found)
