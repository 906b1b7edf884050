"""The console script `companion`: its arguments and subcommands."""

import argparse
import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from companion import __version__
from companion.cli import (
    account,
    audit,
    backup,
    bench,
    doctor,
    export,
    import_game,
    perft,
    replay,
    report,
    restore,
    serve,
    simulate,
    title,
)

COMMANDS = (
    serve.COMMAND,
    replay.COMMAND,
    report.COMMAND,
    export.COMMAND,
    audit.COMMAND,
    import_game.COMMAND,
    backup.COMMAND,
    restore.COMMAND,
    simulate.COMMAND,
    title.COMMAND,
    perft.COMMAND,
    bench.COMMAND,
    account.COMMAND,
    doctor.COMMAND,
)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="The bank, the rules and the books for 18xx games played on a real board.",
        epilog="COMPANION_DATA chooses the folder of the games; `companion doctor` shows it.",
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    for command in COMMANDS:
        made = commands.add_parser(
            command.name,
            help=command.what,
            description=f"{command.what}.",
            epilog=f"Exit status: {command.status}",
        )
        made.set_defaults(run=command.run)
        made.add_argument(
            "--data", type=Path, metavar="FOLDER", help="use this folder of games for this command"
        )
        command.add_arguments(made)
    return parser


def _says(fault: Exception) -> str:
    """Describe an error in a sentence. For a bug, name the place in the code."""
    if isinstance(fault, OSError):
        what = fault.strerror or str(fault)
        return f"{fault.filename}: {what}." if fault.filename else f"{what}."
    from companion.store.db.faults import StoreError

    if isinstance(fault, StoreError):
        return str(fault)
    place = traceback.extract_tb(fault.__traceback__)[-1]
    return (
        f"Something went wrong: {type(fault).__name__}, {fault}"
        f" ({Path(place.filename).name}, line {place.lineno})."
        " COMPANION_TRACEBACK=1 shows all of it."
    )


def _plain_output() -> None:
    """Replace characters that the terminal cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status."""
    _plain_output()
    asked = _parser().parse_args(arguments)
    if asked.data is not None:
        os.environ["COMPANION_DATA"] = str(asked.data)
    run: Callable[[argparse.Namespace], int] = asked.run
    try:
        return run(asked)
    except BrokenPipeError:  # the reader of the output went away, as `| head` does
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as fault:
        if os.environ.get("COMPANION_TRACEBACK"):
            raise
        print(_says(fault), file=sys.stderr)
        return 1
