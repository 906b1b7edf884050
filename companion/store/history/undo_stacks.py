"""The links of a journal, as undo and redo use them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.store.history.hash_journal import BEGIN, CORRECTION, PLAY, REDO, UNDO
from companion.store.history.records import STANDING, UNDONE


@dataclass(frozen=True, slots=True)
class Link:
    """The rows that one link has written, and those it has set aside."""

    rows: tuple[int, ...]
    others: tuple[int, ...] = ()
    correction: bool = False


def stacks(links: Iterable[tuple[str, Mapping[str, Any]]]) -> tuple[list[Link], list[Link]]:
    """Return the standing links and the undone ones, each as a stack with the latest last."""
    done: list[Link] = []
    undone: list[Link] = []
    for kind, facts in links:
        if kind == BEGIN:
            done, undone = _earlier_deeds(facts["rows"])
        elif kind in (PLAY, CORRECTION):
            rows = tuple(each["number"] for each in facts["rows"])
            done.append(Link(rows, tuple(facts.get("others", ())), kind == CORRECTION))
            undone = []
        elif kind == UNDO:
            _carry(done, undone, facts)
        elif kind == REDO:
            _carry(undone, done, facts)
    return done, undone


def _earlier_deeds(rows: Sequence[Mapping[str, Any]]) -> tuple[list[Link], list[Link]]:
    """Return the deeds that a game already had when its journal began."""
    found: dict[str, dict[int, list[int]]] = {STANDING: {}, UNDONE: {}}
    for each in rows:
        if each["status"] in found and each["number"]:
            found[each["status"]].setdefault(each["deed"], []).append(each["number"])
    done, undone = ([Link(tuple(ns)) for ns in deeds.values()] for deeds in found.values())
    return done, undone[::-1]


def _carry(away: list[Link], to: list[Link], facts: Mapping[str, Any]) -> None:
    """Move the links that undo or redo has moved from one stack to the other."""
    rows, others = set(facts["rows"]), set(facts.get("others", ()))
    while away and (rows or others):
        link = away[-1]
        if not (set(link.rows) <= rows and set(link.others) <= others):
            return
        rows -= set(link.rows)
        others -= set(link.others)
        to.append(away.pop())


def top(stack: Sequence[Link], count: int) -> list[Link]:
    """Return at most ``count`` links from the top of the stack.

    None of them lies beyond a correction, and the game's beginning stays.
    """
    found: list[Link] = []
    for link in reversed(stack):
        if len(found) == count or link.rows == (0,):
            break
        found.append(link)
        if link.correction:
            break
    return found
