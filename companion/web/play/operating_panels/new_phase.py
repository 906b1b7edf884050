"""The effects of the first train of a type, in words: what rusts and what its phase brings."""

from __future__ import annotations

from collections.abc import Iterator

from companion.languages import format_text, gettext, gettext_name
from companion.rules.core.state import GONE, State
from companion.rules.data.title_data import Phase, TrainType
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import type_of


def tell_new_phase(rules: Rules, state: State, company: str, type: TrainType) -> str:
    """Say what begins with the first train of a type, or "" if its phase has begun."""
    names = [phase.name for phase in rules.data.phases]
    begun = names.index(state.phase)
    last = names.index(type.brings) if type.brings in names else begun
    if last <= begun:
        return ""
    due = rules.data.phases[begun + 1 : last + 1]
    effects = [*_rust(rules, state, due), *_changes(rules, state, company, due)]
    phase = gettext_name(due[-1].name)
    return " · ".join((format_text("phase {phase}", phase=phase), *effects))


def _rust(rules: Rules, state: State, due: tuple[Phase, ...]) -> Iterator[str]:
    """Name the types that are still there and rust with one of the phases."""
    there = {type_of(train) for train, card in state.trains.items() if card.place != GONE}
    for type in rules.data.train_types:
        if type.name in there and any(type.rusted_by == phase.name for phase in due):
            yield format_text("{type}s rust", type=type.name)


def _changes(rules: Rules, state: State, company: str, due: tuple[Phase, ...]) -> Iterator[str]:
    """Name what is otherwise in the last of the phases."""
    now, then = rules.phase(state), due[-1]
    kind = state.companies[company].kind
    if then.train_limit(kind) != now.train_limit(kind):
        yield format_text("train limit {limit}", limit=then.train_limit(kind))
    for colour in then.tiles:
        if colour not in now.tiles:
            yield format_text("{colour} tiles", colour=rules.words.word(colour))
    if then.operating_rounds != now.operating_rounds:
        yield format_text("{count} operating rounds", count=then.operating_rounds)
    is_open = any(owner != GONE for owner in state.privates.values())
    if is_open and any(phase.privates_close for phase in due):
        yield gettext("privates close")
