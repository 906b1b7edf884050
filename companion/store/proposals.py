"""Proposals: what needs several players is proposed by one and agreed to by the others.

A proposal is of one moment of a game: once that has moved on, it is none any more.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, select, update
from sqlmodel import Session, col

from companion.languages import later, said, translated
from companion.store.answers import Noted
from companion.store.database import Database
from companion.store.opening import head_of
from companion.store.places import Places, count_change
from companion.store.records import StaleVersion
from companion.store.seating import ProposalRow
from companion.store.writing import now

MOST = 20  # open at once in one game
NO_MORE = later("That is proposed no more.")


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the player at the seat ``by`` has proposed: the action, whose consent it needs, who of
    them has ``agreed``, and the seat that has ``declined`` it, if one has.
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
        """Whose answer is still out."""
        return () if self.declined else tuple(s for s in self.asked if s not in self.agreed)


class NoProposal(LookupError):
    """There is no such proposal, or it is none any more."""


class Proposals:
    """The proposals in a database's games."""

    def __init__(self, database: Database, places: Places) -> None:
        self._database = database
        self._places = places

    def of(self, game: int, version: int) -> list[Proposal]:
        """What is proposed in the game as it is at that version, the oldest first."""
        with self._database.ask() as session:
            wanted = (
                select(ProposalRow)
                .where(col(ProposalRow.game) == game, col(ProposalRow.version) == version)
                .order_by(col(ProposalRow.id))
            )
            return [_proposal(row) for row in session.scalars(wanted)]

    def make(
        self,
        game: int,
        version: int,
        action: Mapping[str, Any],
        by: str,
        asked: Iterable[str],
        agreed: Iterable[str],
    ) -> Proposal:
        """Propose an action; what was proposed at moments of before is forgotten. The same again
        is asked once more. Raises NoProposal where there are too many, StaleVersion.
        """
        self._places.sitting(game)
        with self._database.write() as session:
            if (now_at := head_of(session, game).version) != version:
                raise StaleVersion(now_at)
            session.execute(
                delete(ProposalRow).where(
                    col(ProposalRow.game) == game, col(ProposalRow.version) != version
                )
            )
            there = session.scalars(select(ProposalRow).where(col(ProposalRow.game) == game)).all()
            for row in there:
                if row.action == action and row.by == by:
                    session.delete(row)
            if len(there) >= MOST:
                raise NoProposal(said("{count} proposals are open already.", count=MOST))
            row = ProposalRow(
                game=game,
                version=version,
                action=dict(action),
                by=by,
                asked=list(asked),
                agreed=list(agreed),
                at=now(),
            )
            session.add(row)
            session.flush()
            made = _proposal(row)
            count_change(session, game)
        self._places.on_change(game)
        return made

    def agree(self, game: int, proposal: int, seats: Iterable[str]) -> Proposal:
        """These seats agree. Where with them all have, that is not noted by itself: what was
        proposed is done, and the proposal closed with it. Raises NoProposal.
        """
        with self._database.write() as session:
            found = _found(session, game, proposal)
            found = replace(found, agreed=tuple(dict.fromkeys((*found.agreed, *seats))))
            if not found.waits_for:
                return found
            row = (col(ProposalRow.id) == proposal,)
            session.execute(update(ProposalRow).where(*row).values(agreed=list(found.agreed)))
            count_change(session, game)
        self._places.on_change(game)
        return found

    @staticmethod
    def closing(proposal: int) -> Noted:
        """Closes a proposal in the transaction of what it proposes, which is not done where it was
        taken back or declined meanwhile: NoProposal is raised there.
        """

        def close(session: Session, game: int) -> None:
            still = (col(ProposalRow.id) == proposal, col(ProposalRow.game) == game)
            gone = delete(ProposalRow).where(*still, col(ProposalRow.declined) == "")
            if not session.execute(gone.returning(col(ProposalRow.id))).all():
                raise NoProposal(translated(NO_MORE))

        return close

    def decline(self, game: int, proposal: int, seat: str) -> None:
        """The seat declines; who proposed it sees that. Raises NoProposal."""
        with self._database.write() as session:
            _found(session, game, proposal)
            row = (col(ProposalRow.id) == proposal,)
            session.execute(update(ProposalRow).where(*row).values(declined=seat))
            count_change(session, game)
        self._places.on_change(game)

    def drop(self, game: int, proposal: int) -> None:
        """Take a proposal back."""
        with self._database.write() as session:
            session.execute(
                delete(ProposalRow).where(
                    col(ProposalRow.game) == game, col(ProposalRow.id) == proposal
                )
            )
            count_change(session, game)
        self._places.on_change(game)


def _found(session: Session, game: int, proposal: int) -> Proposal:
    row = session.get(ProposalRow, proposal)
    if row is None or row.game != game or row.declined:
        raise NoProposal(translated(NO_MORE))
    return _proposal(row)


def _proposal(row: ProposalRow) -> Proposal:
    assert row.id is not None
    return Proposal(
        row.id,
        row.version,
        row.action,
        row.by,
        tuple(row.asked),
        tuple(row.agreed),
        row.declined,
    )
