"""Subcommands that write the results of a game.

`companion report` prints a stored game or the game in a file. `companion export --as` writes the
forms of other programs.
"""

import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path

from companion.exchange.files.import_store import sent_at, store_file
from companion.exchange.files.own_file import decompress, is_own
from companion.exchange.game_commands import stored_games
from companion.exchange.games_18xx.export_file import BadFileError, read_export
from companion.exchange.games_18xx.export_replay import ExportedGame
from companion.reporting import report_pdf
from companion.reporting.books_export import FORMS
from companion.reporting.content import moments
from companion.reporting.content.sections import WHOLE, Wanted
from companion.reporting.pdf import PangoMissingError
from companion.reporting.printing import print_report
from companion.rules.core.actions import Action
from companion.rules.data.setup import Setup
from companion.store.history.records import CannotOpenError, CannotRebuildError, NoGameError


def report_command(game: str, out: Path, paper: str = "a4", wanted: Wanted = WHOLE) -> int:
    """Run `companion report`: write the report of a game to ``out``.

    ``wanted`` selects the content. Returns 0 when it was written, else 1 after printing the reason.
    """
    try:
        body = (
            _print_stored(game, paper, wanted)
            if game.isdecimal()
            else _print_file(Path(game), paper, wanted)
        )
    except (
        NoGameError,
        CannotOpenError,
        CannotRebuildError,
        BadFileError,
        PangoMissingError,
    ) as fault:
        print(fault, file=sys.stderr)
        return 1
    return _write(out, body)


def export_as_command(game: int, form: str, out: Path) -> int:
    """Run `companion export --as`: write a game in the form of another program.

    Returns 0 when it was written, else 1 after printing the reason.
    """
    try:
        with stored_games(game) as store:
            body = FORMS[form].write(store, game)
    except (NoGameError, CannotOpenError, CannotRebuildError) as fault:
        print(fault, file=sys.stderr)
        return 1
    return _write(out, body.encode())


def _write(out: Path, body: bytes) -> int:
    try:
        out.write_bytes(body)
    except OSError as fault:
        print(f"{out} cannot be written: {fault.strerror or fault}.", file=sys.stderr)
        return 1
    print(f"{out}: {len(body) // 1000} kB")
    return 0


def _print_stored(named: str, paper: str, wanted: Wanted) -> bytes:
    if len(named) > 9:
        raise NoGameError(f"There is no game {named[:20]}.")
    with stored_games(int(named)) as store:
        return report_pdf(store, int(named), paper, wanted)


def _print_file(file: Path, paper: str, wanted: Wanted) -> bytes:
    try:
        raw = decompress(file.read_bytes())
    except OSError as problem:
        raise BadFileError(f"{file} cannot be read: {problem.strerror or problem}.") from None
    if is_own(raw) or wanted.sheet:
        from companion.store.games.game_store import GameStore

        with closing(GameStore("sqlite://")) as store:  # a database in memory, discarded afterwards
            return report_pdf(store, store_file(store, raw, anyway=True).game, paper, wanted)
    return print_report(*moments.moments_of_actions(*read_actions(raw)), paper, wanted)


def read_actions(raw: bytes) -> tuple[Setup, list[tuple[Action, datetime | None]]]:
    """Read the game in an export of another program. Raises BadFileError."""
    game = ExportedGame(read_export(raw))
    found = [(p.action, sent_at(p.sent)) for p in game.play() if p.action is not None]
    return game.setup, found
