"""The sound parts of a game in several sources: columns of its rows, and links of its journal.

A link has the hash of itself and of the link before it. So a link is sound if both are there.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.store.history.hash_journal import (
    BEGIN,
    LINE,
    Followed,
    canonical,
    follow,
    hash_of,
    line_of,
    mark,
)
from companion.store.history.log_replay import UNREADABLE
from companion.store.history.records import STANDING
from companion.store.history.row_values import fitting_columns, fitting_rows

BOOKS = ("entry", "posting", "snapshot")
KINDS = {
    **{"action": dict, "ruling": dict, "events": list},
    **{"facts": dict, "setup": dict, "state": dict},
}

Found = Mapping[str, Any]


class RowSource:
    """The valid rows of one game in one place.

    ``log`` has the readable columns of each row by its number, and ``game`` those of the game's own
    row. ``links`` has complete links only. ``setups`` has the possible set-ups of the game, from
    its own row and from the links with which its journal begins.
    """

    def __init__(self, found: Mapping[str, Iterable[Found]]) -> None:
        self._found = found
        games = [_read("game", row) for row in found.get("game") or ()]
        self.game: dict[str, Any] = games[0] if len(games) == 1 else {}
        self.log: dict[int, dict[str, Any]] = {}
        for row in found.get("log") or ():
            read = _read("log", row)
            if "number" in read and (read["number"] == 0 or "action" in read):
                self.log[read["number"]] = read
        links = fitting_rows("journal", found.get("journal") or ())
        self.links = {link["number"]: link for link in links if isinstance(link["facts"], dict)}

        self.setups = [self.game["setup"]] if "setup" in self.game else []
        begun = (link["facts"].get("as") for link in self.links.values() if link["kind"] == BEGIN)
        self.setups += (setup for setup in begun if isinstance(setup, dict))

    @property
    def version(self) -> int:
        """The version of the game here; 0 if unreadable."""
        return int(self.game.get("version", 0))

    def books(self, name: str) -> dict[Any, dict[str, Any]]:
        """Return the valid rows of that ledger table, or the valid snapshots, by their keys."""
        rows = fitting_rows(name, self._found.get(name) or ())
        return {(row["row"], row.get("position", 0), row.get("side", 0)): row for row in rows}

    def clock(self) -> list[dict[str, Any]]:
        """Return the valid events of the clock, from the first to the one before a gap."""
        rows = fitting_rows("clock", self._found.get("clock") or ())
        rows.sort(key=lambda row: int(row["number"]))
        return [row for place, row in enumerate(rows) if row["number"] == place]

    def differs(self, name: str, rows: Iterable[Found]) -> bool:
        """Does this source have other rows of that table?"""
        there = [_plain(name, row) for row in self._found.get(name) or ()]
        return sorted(there) != sorted(_plain(name, row) for row in rows)


def _read(name: str, row: Found) -> dict[str, Any]:
    """Return the columns of a row that have the right type.

    Every row but the first must have an action.
    """
    read = fitting_columns(name, row)
    for column, kind in KINDS.items():
        if column in read and not isinstance(read[column], kind):
            if read[column] is None and (column == "ruling" or row.get("number") == 0):
                continue
            del read[column]
    return read


def _plain(name: str, row: Found) -> str:
    """Return a row as text, which is the same however it was read."""
    own = {"game": 0, "id": 0} if name == "game" else {"game": 0}
    return canonical({**row, **fitting_columns(name, row), **own})


class Journal:
    """The sound part of a game's journal from several sources.

    ``chain`` has the links that fit together from the first on. ``marks`` has the marks of each row
    in sound links, which include later links that fit together among themselves. ``agreeing`` are
    the sources that tell no other course. The journal is ``whole`` if the chain reaches the last
    link and the last row that they know.
    """

    def __init__(self, sources: Sequence[RowSource]) -> None:
        self.sources = sources
        self.chain: list[dict[str, Any]] = []
        self._has_left = False
        self._join()
        self.followed = self._follow()
        self.marks: dict[int, Found] = {n: row.mark for n, row in self.followed.rows.items()}
        self._links = {told["number"]: link for link in self.chain for told in _rows_of(link)}
        self.agreeing = [each for each in sources if not self._has_parted(each)]
        last = max((k for source in self.agreeing for k in source.links), default=-1)
        self.whole = len(self.chain) > last and bool(self.chain) and not self._is_behind()
        if not self.whole:
            self._read_islands()

    def _join(self) -> None:
        """Append one link after the other, each from the first source that has it sound."""
        before = ""
        while (link := self._sound(len(self.chain), before)) is not None:
            if self._is_another_course(link["number"]):
                self._has_left = True
                return
            self.chain.append(link)
            before = link["hash"]

    def _at(self, k: int) -> list[dict[str, Any]]:
        return [source.links[k] for source in self.sources if k in source.links]

    def _sound(self, k: int, before: str) -> dict[str, Any] | None:
        for link in self._at(k):
            if hash_of(link, before) == link["hash"]:
                return link
        for link in self._at(k):  # only its hash was damaged: the next link confirms it
            made = hash_of(link, before)
            if any(hash_of(after, made) == after["hash"] for after in self._at(k + 1)):
                return {**link, "hash": made}
        return None

    def _is_another_course(self, k: int) -> bool:
        """Does the first source end before this link, because the table left the others' course?

        Its rows and its version show that.
        """
        first = self.sources[0]
        if not first.links or k <= max(first.links):
            return False
        same = other = 0
        last = -1
        for at in range(k, 1 + max(max(each.links, default=-1) for each in self.sources)):
            for link in self._at(at)[:1]:
                for told in _rows_of(link):
                    last = max(last, told["number"])
                    there = first.log.get(told["number"])
                    if there and all(name in there for name in LINE):
                        same += line_of(there) == told["line"]
                        other += line_of(there) != told["line"]
        newest = max(source.version for source in self.sources[1:])
        left = not same and first.version >= newest and int(first.game.get("row_count", 0)) < last
        return other > same or left

    def _follow(self) -> Followed:
        try:
            return follow(self.chain)
        except UNREADABLE:
            return Followed()

    def _has_parted(self, source: RowSource) -> bool:
        """Does the source continue differently from the chain at some link?"""
        if source is self.sources[0]:
            return False
        if self._has_left and max(source.links, default=-1) >= len(self.chain):
            return True
        for k, link in source.links.items():
            before = source.links[k - 1]["hash"] if k - 1 in source.links else ""
            is_other = k < len(self.chain) and link["hash"] != self.chain[k]["hash"]
            if is_other and hash_of(link, before) == link["hash"]:
                return True
        return False

    def _is_behind(self) -> bool:
        """Do the rows and the head of the newest source go beyond the chain?"""
        newest = max(self.agreeing, key=lambda source: source.version)
        if max(self.followed.rows, default=-1) < int(newest.game.get("row_count", 0)):
            return True
        if max(newest.links, default=-1) + 1 < len(self.chain):
            return False
        standing = [n for n, row in newest.log.items() if row.get("status") == STANDING]
        head = max(standing, default=None)
        return head != self.head and head is not None and head == newest.game.get("head")

    def _read_islands(self) -> None:
        for source in self.agreeing:
            for k, link in source.links.items():
                before = source.links.get(k - 1)
                if k < len(self.chain) or before is None:
                    continue
                if hash_of(link, before["hash"]) == link["hash"]:
                    for told in _rows_of(link):
                        self.marks.setdefault(told["number"], told)
                        self._links.setdefault(told["number"], link)

    @property
    def head(self) -> int | None:
        """The last standing row by the chain."""
        head = self.followed.head
        return int(head.mark["number"]) if head else None

    def link_of(self, n: int) -> Found | None:
        """Return the sound link that has written the row."""
        return self._links.get(n)

    def began_with(self, setup: Any) -> bool:
        """Did the game begin with this set-up?"""
        return bool(self.followed.setup) and self.followed.setup == mark(setup)


def _rows_of(link: Found) -> Sequence[Found]:
    """Return the marks of the rows that a link has written."""
    rows = link["facts"].get("rows") or ()
    return [each for each in rows if isinstance(each, dict) and type(each.get("number")) is int]
