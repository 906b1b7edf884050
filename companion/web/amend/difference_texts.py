"""The preview: the differences between two states of a game, in words.

Corrections, edits of the past and what-if all show it.
"""

from typing import Any

from companion.languages import format_text, gettext, gettext_name, lazy_gettext
from companion.rules.amend.state_differences import StateDifference, differences
from companion.rules.core.map_use import TOLD
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.words.rounds import round_words

HEADS = {
    "cash": lazy_gettext("Cash"),
    "worth": lazy_gettext("Worth"),
    "share": lazy_gettext("Shares"),
    "price": lazy_gettext("Share price"),
    "president": lazy_gettext("President"),
    "private": lazy_gettext("Private"),
    "train": lazy_gettext("Trains"),
    "tile": lazy_gettext("Tile"),
    "token": lazy_gettext("Token"),
    "map": lazy_gettext("The map"),
    "phase": lazy_gettext("Phase"),
    "round": lazy_gettext("Round"),
    "turn": lazy_gettext("To act"),
    "finished": lazy_gettext("The end"),
}
HOLDINGS = frozenset(("cash", "worth", "share", "price", "president", "private", "train"))

Rows = list[tuple[str, str, str]]  # a name, the value before, and the value after


def describe_differences(
    rules: Rules, before: State, after: State, kinds: frozenset[str] = frozenset(HEADS)
) -> list[tuple[str, Rows]]:
    """List the differences of these kinds, each kind with its heading."""
    found: dict[str, Rows] = {}
    for one in differences(rules, before, after):
        if one.kind in kinds:
            row = _name(rules, one), _value(rules, one, one.before), _value(rules, one, one.after)
            found.setdefault(one.kind, []).append(row)
    return [(gettext(HEADS[kind]), rows) for kind, rows in found.items()]


def _name(rules: Rules, one: StateDifference) -> str:
    name = rules.words.name
    if one.owner:
        return f"{one.of} · {name(one.owner)}"
    if one.kind in ("tile", "token"):
        return rules.words.hex(one.of)
    return name(one.of) if one.of else ""


def _value(rules: Rules, one: StateDifference, value: Any) -> str:
    """Return the words for one side of a difference; a dash for no value."""
    if value is None or value in ("", ()):
        return "–" if one.kind not in ("share", "train") else "0"
    match one.kind:
        case "cash" | "worth" | "price":
            return rules.data.money(value)
        case "share":
            return f"{value}%"
        case "tile":
            on_tile = rules.data.map.printed_number(value[0])
            return format_text("{tile}, rotation {turns}", tile=on_tile, turns=value[1])
        case "token":
            return ", ".join(map(rules.words.name, value))
        case "map":
            return gettext("not entered") if value == TOLD else gettext("entered")
        case "round":
            return round_words(RoundId(*value))
    return gettext_name(value) if one.kind == "phase" else rules.words.name(str(value))
