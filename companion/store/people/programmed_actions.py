"""Programs of seats in a database's games: set, cancel and list them.

They are private: only the devices of the seat and the bankers see them. ``games.programmed_deeds``
lets them act.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlmodel import Session, col

from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import BuyShare, action_to_json
from companion.rules.core.rounds import RoundId
from companion.rules.stock.programmed_actions import Program
from companion.store.db.seat_tables import ProgramRow
from companion.store.db.tables import Row, round_columns
from companion.store.history.answered_forms import Noted, combine_notes
from companion.store.history.game_loader import head_of, require_game
from companion.store.history.log_writer import now
from companion.store.history.records import STANDING, require_version
from companion.store.people.seats import AtTable, AwaySeats


@dataclass(frozen=True, slots=True)
class KeptProgram:
    """A program, and the last row of the log that it has written or repeats; 0 if there is none."""

    program: Program
    last_row: int = 0


@dataclass(frozen=True, slots=True)
class GamePrograms:
    """The programs of a game by seat, and its seats that are away with those who decide."""

    kept: Sequence[KeptProgram]
    away: Mapping[str, str]

    @classmethod
    def sort(cls, kept: Iterable[KeptProgram], away: Mapping[str, str]) -> "GamePrograms":
        """Return them as they are read from the database."""
        return cls(sorted(kept, key=lambda each: each.program.seat), away)


class ProgramsChangedError(Exception):
    """These programs and absences are not those of the game any more; nothing was done."""


class Programs(AtTable):
    """The programs in a database's games."""

    def of(self, game: int) -> GamePrograms:
        """Return the programs of the game."""
        with self._database.ask() as session:
            return self.read(session, game)

    @staticmethod
    def read(session: Session, game: int) -> GamePrograms:
        """Return the programs of the game, within a transaction."""
        return GamePrograms.sort(_read_kept(session, game), AwaySeats.read(session, game))

    @staticmethod
    def read_kept(session: Session, game: int) -> Sequence[KeptProgram]:
        """Return the programs of the game without the absent seats, within a transaction."""
        return GamePrograms.sort(_read_kept(session, game), {}).kept

    def set(
        self,
        game: int,
        version: int,
        program: Program,
        noted: Noted | None = None,
        last_row: int = 0,
    ) -> None:
        """Store a program of a seat, in the place of an earlier one.

        It ends if ``last_row`` of the log is undone. Raises NoGameError, StaleVersionError.
        """
        self._places.sitting(game)
        with self._places.change(game) as session:
            require_game(session, game, held=True)
            require_version(head_of(session, game).version, version)
            _forget(session, game, [program.seat])
            session.add(_row(game, KeptProgram(program, last_row)))
            session.flush()
            combine_notes(noted)(session, game)

    def cancel(self, game: int, seat: str, noted: Noted | None = None) -> None:
        """Delete the program of the seat, if there is one. Raises NoGameError."""
        with self._places.change(game) as session:
            require_game(session, game, held=True)
            _forget(session, game, [seat])
            combine_notes(noted)(session, game)

    @staticmethod
    def changing(before: GamePrograms, after: GamePrograms) -> Noted:
        """Return a note that changes the programs in the transaction of a deed.

        The note raises ProgramsChangedError if they are not those of ``before`` any more.
        """
        old, new = ({k.program.seat: k for k in each.kept} for each in (before, after))

        def change(session: Session, game: int) -> None:
            if Programs.read(session, game) != before:
                raise ProgramsChangedError
            changed = [seat for seat in old if old[seat] != new.get(seat)]
            if changed:
                _forget(session, game, changed)
            session.add_all(_row(game, new[seat]) for seat in new if old.get(seat) != new[seat])
            session.flush()

        return change

    @staticmethod
    def forget_undone(session: Session, game: int) -> None:
        """Delete the programs whose last action does not stand any more."""
        standing = select(col(Row.number)).where(
            col(Row.game) == game, col(Row.status) == STANDING, col(Row.number) > 0
        )
        acted = (col(ProgramRow.game) == game, col(ProgramRow.last_row) > 0)
        gone = delete(ProgramRow).where(*acted, col(ProgramRow.last_row).not_in(standing))
        session.execute(gone)

    @staticmethod
    def forget_all(session: Session, game: int) -> None:
        """Delete all programs of the game."""
        session.execute(delete(ProgramRow).where(col(ProgramRow.game) == game))


def _read_kept(session: Session, game: int) -> Iterator[KeptProgram]:
    return map(_read_row, session.scalars(select(ProgramRow).where(col(ProgramRow.game) == game)))


def _forget(session: Session, game: int, seats: Iterable[str]) -> None:
    gone = (col(ProgramRow.game) == game, col(ProgramRow.seat).in_(list(seats)))
    session.execute(delete(ProgramRow).where(*gone))


def _read_row(row: ProgramRow) -> KeptProgram:
    round = RoundId(row.round, row.round_number, row.round_part)
    purchase = None if row.purchase is None else read_action(row.purchase)
    assert purchase is None or isinstance(purchase, BuyShare)
    left = row.purchases_left
    program = Program(row.seat, row.kind, round, purchase, row.price, left)
    return KeptProgram(program, row.last_row)


def _row(game: int, kept: KeptProgram) -> ProgramRow:
    program = kept.program
    return ProgramRow(
        game=game,
        seat=program.seat,
        kind=program.kind,
        **round_columns(program.round),
        purchase=None if program.purchase is None else action_to_json(program.purchase),
        price=program.price,
        purchases_left=program.left,
        last_row=kept.last_row,
        created_at=now(),
    )
