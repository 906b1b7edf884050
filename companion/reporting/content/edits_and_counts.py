"""The store's records of a game beyond its moments.

They are the self-check of all stored data, the edits of the past, and the counts of the table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from babel.dates import format_datetime

from companion.languages import current_language, format_text, gettext, list_names
from companion.reporting.content.event_texts import deed_of
from companion.reporting.content.rulings import is_correction
from companion.rules.amend.physical_count import coverage, is_whole, thing
from companion.rules.core.action_parser import stored_actor
from companion.rules.core.state import State
from companion.rules.judge.consenting_parties import BANKER
from companion.rules.judge.rules import Rules
from companion.rules.words.rounds import round_words
from companion.store.clock.clock_state import Clock
from companion.store.history.audit import Audit
from companion.store.history.records import STANDING, LogRow
from companion.store.history.rulings import rulings
from companion.store.history.undo_stacks import stacks

if TYPE_CHECKING:
    from companion.store.games.game_store import GameStore
    from companion.store.history.physical_counts import Count


@dataclass(frozen=True, slots=True)
class EditedPast:
    """An edited row of the log, with the reason, author and time of the edit.

    ``was`` is the old row, "" if an action was inserted before it. ``becomes`` is the new one, ""
    if the row was removed. ``undone`` says that the edit itself was undone.
    """

    row: int
    round: str
    was: str
    becomes: str
    why: str
    by: str
    at: str
    undone: bool


@dataclass(frozen=True, slots=True)
class CountNote:
    """A count of the table: its time, author and result in words."""

    at: str
    by: str
    says: str


@dataclass(frozen=True, slots=True)
class Proof:
    """The records of a stored game.

    ``aside`` counts the rows undone or set aside, ``ruled`` the rulings, ``corrected`` the
    corrections. ``mended`` are the edits of the past, ``counts`` the counts, and ``audit`` is the
    self-check. ``clock`` is the clock of the game, None if it never had one.
    """

    aside: int
    ruled: int
    corrected: int
    mended: tuple[EditedPast, ...]
    counts: tuple[CountNote, ...]
    audit: Audit
    clock: Clock | None = None


def proof(store: "GameStore", game: int, states: dict[int, State] | None = None) -> Proof:
    """Return the store's records of a game.

    The states after its rows are added to ``states``, if it is given. Raises NoGameError,
    CannotOpenError.
    """
    rules, rows = store.open(game).rules, store.rows(game)
    standing = [row for row in rows if row.status == STANDING]
    return Proof(
        len(rows) - len(standing),
        sum(found.told is not None for found in rulings(rules, rows)),
        sum(any(is_correction(event) for event in row.events) for row in standing),
        tuple(_find_edits(rules, rows, store.edits.of(game), store.edits.links(game))),
        tuple(_describe_count(rules, count) for count in store.counts.of(game)),
        store.admin.audit(game, states),
        clock if (clock := store.clocks.of(game)).at else None,
    )


def _find_edits(
    rules: Rules,
    rows: Sequence[LogRow],
    corrections: Iterable[Mapping[str, Any]],
    links: Iterable[tuple[str, Mapping[str, Any]]],
) -> list[EditedPast]:
    """Return the edits of the past in the order in which they were made."""
    done, _ = stacks(links)
    stand = {(link.rows, link.others) for link in done if link.correction}
    by_number = {row.n: row for row in rows}
    found = []
    for told in reversed(list(corrections)):  # of two equal edits only the last can stand
        written = tuple(each["number"] for each in told["rows"])
        key = written, tuple(told["others"])
        row = by_number[told["row"]]
        removed = row.n in told["others"] and not any(
            by_number[n].stands_for == row.n for n in written
        )
        mended = EditedPast(
            row.n,
            round_words(row.round),
            _describe_deed(rules, row) if removed else "",
            " ".join(
                _describe_deed(rules, new) for new in _inserted_rows(by_number[n] for n in written)
            ),
            told["why"],
            _author_name(rules, told["corrected_by"]),
            _time(told["created_at"]),
            key not in stand,
        )
        stand.discard(key)
        found.append(mended)
    return found[::-1]


def _inserted_rows(written: Iterable[LogRow]) -> Iterable[LogRow]:
    """Yield the rows that an edit inserted, which come before the rows that replace old ones."""
    for row in written:
        if row.stands_for is not None:
            return
        yield row


def _describe_deed(rules: Rules, row: LogRow) -> str:
    return deed_of(rules, stored_actor(row.action_json) if row.action_json else "", row.events)


def _describe_count(rules: Rules, count: "Count") -> CountNote:
    facts = count.facts
    if not facts["agrees"]:
        says = gettext("The table and the books differ.")
        for who, one in facts["differences"].items():
            says = " ".join((says, *_describe_difference(rules, who, one)))
    elif is_whole(facts):
        says = gettext("All counts agree.")
    else:
        says = gettext("Everything that was counted agrees.")
    told = " ".join((says, *coverage(rules, facts)))
    return CountNote(_time(count.at), _author_name(rules, count.by), told)


def _describe_difference(rules: Rules, who: str, difference: Mapping[str, Any]) -> Iterator[str]:
    """Yield the differences between somebody's count and the books, as sentences."""
    cash, missing, name = difference["cash"], difference["missing"], rules.words.name(who)
    money = rules.data.money(abs(cash))
    if cash > 0:
        yield format_text("{money} too much with {name}.", money=money, name=name)
    elif cash:
        yield format_text("{money} short with {name}.", money=money, name=name)
    if missing:
        things = list_names(thing(id, rules) for id in missing)
        yield format_text("Not found with {name}: {things}.", name=name, things=things)


def _author_name(rules: Rules, by: str) -> str:
    return gettext("the banker") if by == BANKER else rules.words.name(by) if by else ""


def _time(at: datetime) -> str:
    return format_datetime(at.astimezone(), "d MMMM yyyy, HH:mm", locale=current_language())
