"""The preview: the differences between two states of a game, in words.

Corrections, edits of the past and what-if all show it.
"""

from typing import Any

from companion.languages import later, said, translated
from companion.rules.amend.differences import Difference, differences
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import State
from companion.rules.judge.judge import Rules
from companion.rules.words.rounds import round_words

HEADS = {
    "cash": later("Cash"),
    "worth": later("Worth"),
    "share": later("Shares"),
    "price": later("Price"),
    "president": later("President"),
    "private": later("Private"),
    "train": later("Trains"),
    "tile": later("Tile"),
    "token": later("Token"),
    "phase": later("Phase"),
    "round": later("Round"),
    "turn": later("To act"),
    "finished": later("The end"),
}
HOLDINGS = frozenset(("cash", "worth", "share", "price", "president", "private", "train"))

Rows = list[tuple[str, str, str]]  # a name, and how it was and is


def describe_differences(
    rules: Rules, before: State, after: State, kinds: frozenset[str] = frozenset(HEADS)
) -> list[tuple[str, Rows]]:
    """Name the differences of these kinds, each kind with its heading."""
    found: dict[str, Rows] = {}
    for one in differences(rules, before, after):
        if one.kind in kinds:
            row = _name(rules, one), _value(rules, one, one.before), _value(rules, one, one.after)
            found.setdefault(one.kind, []).append(row)
    return [(translated(HEADS[kind]), rows) for kind, rows in found.items()]


def _name(rules: Rules, one: Difference) -> str:
    name = rules.words.name
    if one.owner:
        return f"{one.of} · {name(one.owner)}"
    return name(one.of) if one.of else ""


def _value(rules: Rules, one: Difference, value: Any) -> str:
    """One side of a difference; a dash if there is nothing."""
    if value is None or value in ("", ()):
        return "–" if one.kind not in ("share", "train") else "0"
    match one.kind:
        case "cash" | "worth" | "price":
            return rules.data.money(value)
        case "share":
            return f"{value}%"
        case "tile":
            on_tile = rules.data.map.on_tile(value[0])
            return said("{tile}, turned {turns}", tile=on_tile, turns=value[1])
        case "token":
            return ", ".join(map(rules.words.name, value))
        case "round":
            return round_words(RoundId(*value))
    return rules.words.name(str(value))
