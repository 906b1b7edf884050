"""Lines of the rules card on what counts for trains and what they earn."""

from collections.abc import Iterator, Sequence

from companion.board.trains import EVERY, TrainKind
from companion.languages import format_text, gettext_name, lazy_gettext, lazy_name, list_names
from companion.rules.data.title_data import TrainType

STOPS = {  # the words for kinds of stop, in this order
    "city": lazy_name("cities"),
    "town": lazy_name("towns"),
    "offboard": lazy_name("off-boards"),
}


def train_lines(types: Sequence[TrainType]) -> Iterator[str]:
    """Yield lines on trains for which not every stop counts once and earns its value."""
    if free := _names(type for type in types if _has_free_towns(type.kind)):
        yield format_text("Towns do not count toward the length of {trains}.", trains=free)
    if unpaid := _names(type for type in types if "town" not in type.kind.pays):
        yield format_text("Towns earn nothing for {trains}.", trains=unpaid)
    multiplied = {
        (type.kind.multiplier, type.kind.multiplies): None
        for type in types
        if type.kind.multiplier > 1
    }
    for times, of in multiplied:
        found = (t for t in types if (t.kind.multiplier, t.kind.multiplies) == (times, of))
        kinds = list_names(gettext_name(word) for kind, word in STOPS.items() if kind in of)
        said = (
            lazy_gettext("{trains}: {number} times the value.")
            if of == EVERY
            else lazy_gettext("{trains}: {number} times the value of {kinds}.")
        )
        yield format_text(said, trains=_names(found), number=times, kinds=kinds)


def _has_free_towns(kind: TrainKind) -> bool:
    return bool(kind.limits) and all("town" not in limit.of for limit in kind.limits)


def _names(types: Iterator[TrainType]) -> str:
    return list_names(type.name for type in types)
