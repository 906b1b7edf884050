"""Proposals: a player proposes an action that needs the consent of others, who agree or decline.

A proposal belongs to one version of a game, and lapses when the game moves on.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, select, update
from sqlmodel import Session, col

from companion.languages import format_text, gettext, lazy_gettext
from companion.store.clock.clock_writer import ClockWriter
from companion.store.db.database import Database
from companion.store.db.seat_tables import ProposalRow
from companion.store.db.tables import Game
from companion.store.history.answered_forms import Noted
from companion.store.history.game_loader import head_of, require_game
from companion.store.history.log_writer import now
from companion.store.history.records import require_version
from companion.store.people.seats import Places

MOST = 20  # open at once in one game
NO_MORE = lazy_gettext("That proposal is no longer open.")


@dataclass(frozen=True, slots=True)
class Proposal:
    """An action proposed by a seat.

    ``asked`` are the seats whose consent it needs, and ``agreed`` those that agreed. ``declined``
    is the seat that declined, if any.
    """

    id: int
    version: int
    action: Mapping[str, Any]
    by: str
    asked: tuple[str, ...]
    agreed: tuple[str, ...]
    declined: str

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The seats that have not answered."""
        return () if self.declined else tuple(s for s in self.asked if s not in self.agreed)


class NoProposalError(LookupError):
    """There is no such proposal, or it has lapsed."""


class Proposals:
    """The proposals in a database's games."""

    def __init__(self, database: Database, places: Places, clock: ClockWriter) -> None:
        self._database = database
        self._places = places
        self._clock = clock

    def list_of(self, game: int, version: int | None = None) -> list[Proposal]:
        """List the proposals of the game, or of one version of it, oldest first."""
        wanted = select(ProposalRow).where(col(ProposalRow.game) == game)
        if version is not None:
            wanted = wanted.where(col(ProposalRow.version) == version)
        with self._database.ask() as session:
            return [_proposal(row) for row in session.scalars(wanted.order_by(col(ProposalRow.id)))]

    def make(
        self,
        game: int,
        version: int,
        action: Mapping[str, Any],
        by: str,
        asked: Iterable[str],
        agreed: Iterable[str],
    ) -> Proposal:
        """Propose an action.

        This drops the proposals of other versions, and an identical earlier one. Raises
        NoProposalError if there are too many, and StaleVersionError.
        """
        self._places.sitting(game)
        of_game = col(ProposalRow.game) == game
        with self._change(game) as session:
            require_version(head_of(session, game).version, version)
            session.execute(delete(ProposalRow).where(of_game, col(ProposalRow.version) != version))
            there = session.scalars(select(ProposalRow).where(of_game)).all()
            for row in there:
                if row.action == action and row.author == by:
                    session.delete(row)
            if len(there) >= MOST:
                raise NoProposalError(
                    format_text("{count} proposals are open already.", count=MOST)
                )
            row = ProposalRow(
                game=game,
                version=version,
                action=dict(action),
                author=by,
                seats_needed=list(asked),
                seats_agreed=list(agreed),
                created_at=now(),
            )
            session.add(row)
            session.flush()
            return _proposal(row)

    @contextmanager
    def _change(self, game: int) -> Iterator[Session]:
        """Run a transaction that changes proposals, and notify the game's devices after it."""
        with self._places.change(game) as session:
            require_game(session, game, held=True)  # a deed takes it first, too
            yield session
            self._note_consent(session, game)

    def _note_consent(self, session: Session, game: int) -> None:
        """Tell the clock whose consent the open proposals need."""
        open_now = (col(ProposalRow.game) == game, col(ProposalRow.version) == col(Game.version))
        wanted = select(ProposalRow).join(Game, col(Game.id) == col(ProposalRow.game))
        found = [_proposal(row) for row in session.scalars(wanted.where(*open_now))]
        found = [one for one in found if one.waits_for]
        waits_for = [seat for one in found for seat in one.waits_for]
        self._clock.note_consent(
            session, game, list(dict.fromkeys(waits_for)), [one.by for one in found]
        )

    def agree(self, game: int, proposal: int, seats: Iterable[str]) -> Proposal:
        """Agree for these seats.

        Raises NoProposalError.

        The last consent is not stored: the action is then done, and closes the proposal.
        """
        with self._change(game) as session:
            found = _find(session, game, proposal)
            found = replace(found, agreed=tuple(dict.fromkeys((*found.agreed, *seats))))
            if found.waits_for:
                row = update(ProposalRow).where(col(ProposalRow.id) == proposal)
                session.execute(row.values(seats_agreed=list(found.agreed)))
        return found

    @staticmethod
    def closing(proposal: int) -> Noted:
        """Return a note that closes the proposal in the transaction of its action.

        The note raises NoProposalError if the proposal was declined or withdrawn meanwhile.
        """

        def close(session: Session, game: int) -> None:
            still = (col(ProposalRow.id) == proposal, col(ProposalRow.game) == game)
            gone = delete(ProposalRow).where(*still, col(ProposalRow.declined_by) == "")
            if not session.execute(gone.returning(col(ProposalRow.id))).all():
                raise NoProposalError(gettext(NO_MORE))

        return close

    def decline(self, game: int, proposal: int, seat: str) -> None:
        """Decline for the seat; the proposer sees it. Raises NoProposalError."""
        with self._change(game) as session:
            _find(session, game, proposal)
            row = (col(ProposalRow.id) == proposal,)
            session.execute(update(ProposalRow).where(*row).values(declined_by=seat))

    def drop(self, game: int, proposal: int) -> None:
        """Withdraw a proposal."""
        there = (col(ProposalRow.game) == game, col(ProposalRow.id) == proposal)
        with self._change(game) as session:
            session.execute(delete(ProposalRow).where(*there))


def _find(session: Session, game: int, proposal: int) -> Proposal:
    row = session.get(ProposalRow, proposal)
    if row is None or row.game != game or row.declined_by:
        raise NoProposalError(gettext(NO_MORE))
    return _proposal(row)


def _proposal(row: ProposalRow) -> Proposal:
    assert row.id is not None
    asked, agreed = tuple(row.seats_needed), tuple(row.seats_agreed)
    return Proposal(row.id, row.version, row.action, row.author, asked, agreed, row.declined_by)
