"""The console script `companion`: its arguments and subcommands."""

import argparse
import io
import math
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from companion import __version__
from companion.reporting.arguments import add_arguments

OWN_FORM = "companion"  # a game in the companion's own format; SITE_FORM is that of 18xx.games
SITE_FORM = "18xx"  # the other formats are those of companion.reporting.figures_export

# Subcommands import their modules when they run, so that --help and serve start quickly.


def _serve(asked: argparse.Namespace) -> int:
    if asked.workers > 1 and asked.https:
        print("Several workers stand behind a proxy, which speaks https for them.", file=sys.stderr)
        return 1
    if asked.workers > 1:
        from companion.worker_processes import crew_command

        return crew_command(asked.workers, asked.host, asked.port)
    from companion.serving import serve_command

    return serve_command(asked.host, asked.port, asked.https)


def _replay(asked: argparse.Namespace) -> int:
    from companion.exchange.site.replay_command import replay_command

    return replay_command(asked.file, asked.trace, asked.runs)


def _report(asked: argparse.Namespace) -> int:
    from companion.reporting.arguments import report

    return report(asked)


def _export(asked: argparse.Namespace) -> int:
    if asked.form in (OWN_FORM, SITE_FORM):
        from companion.exchange.commands import export_command, site_command

        write = export_command if asked.form == OWN_FORM else site_command
        return write(asked.game, asked.out)
    from companion.reporting.command import outward_command

    return outward_command(asked.game, asked.form, asked.out)


def _audit(asked: argparse.Namespace) -> int:
    from companion.exchange.commands import audit_command

    return audit_command(asked.game)


def _import(asked: argparse.Namespace) -> int:
    from companion.exchange.commands import import_command

    return import_command(asked.file, asked.anyway)


def _backup(asked: argparse.Namespace) -> int:
    from companion.exchange.commands import backup_command

    return backup_command(asked.file)


def _restore(asked: argparse.Namespace) -> int:
    from companion.exchange.files.restore_command import restore_command

    return restore_command(asked.file, asked.dry_run)


def _simulate(asked: argparse.Namespace) -> int:
    from companion.bots import simulation as simulate

    manner = simulate.CAREFUL if asked.careful else None
    what = (asked.title, asked.players, asked.seed)
    if asked.games is not None:
        return simulate.many_command(*what, asked.games, manner)
    return simulate.simulate_command(*what, asked.out, asked.store, manner)


def _bench(asked: argparse.Namespace) -> int:
    # exit normally on SIGTERM, so that the servers it started end too
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    from companion.bench import bench_command, tables_command

    if asked.tables:
        return tables_command(asked.games, asked.minutes)
    return bench_command(asked.games, asked.only, asked.against)


def _account(asked: argparse.Namespace) -> int:
    from companion.cli.accounts import account_command

    if (asked.name is None) != (asked.do == "list"):
        print("A name goes with add, password and remove.", file=sys.stderr)
        return 2
    return account_command(asked.do, asked.name or "")


def _doctor(asked: argparse.Namespace) -> int:
    from companion.doctor import doctor_command

    return doctor_command(asked.port)


def _between(
    kind: Callable[[str], float], low: float, high: float, says: str
) -> Callable[[str], float]:
    """Return a parser for numbers within bounds; ``says`` is its error message."""

    def read(text: str) -> float:
        with suppress(ValueError):
            number = kind(text)
            if low <= number <= high:
                return number
        raise argparse.ArgumentTypeError(says)

    return read


_port = _between(int, 0, 65535, "a port is a number from 0 to 65535")
_workers = _between(int, 1, 64, "workers are a number from 1 to 64")
_minutes = _between(float, 0.1, 600, "minutes are a number from 0.1 to 600")
_players = _between(int, 1, 99, "players are a number from 1 to 99")
_games = _between(int, 1, math.inf, "games are a number from 1 on")
_number = _between(int, 0, 10**9 - 1, "a game is told by its number, as in its address")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="The bank, the rules and the books for 18xx games played on a real board.",
        epilog="COMPANION_DATA names the folder of the games; `companion doctor` tells which.",
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace], int], what: str, status: str
    ) -> argparse.ArgumentParser:
        made = commands.add_parser(
            name, help=what, description=f"{what}.", epilog=f"Exit status: {status}"
        )
        made.set_defaults(run=run)
        made.add_argument(
            "--data", type=Path, metavar="FOLDER", help="the folder of the games, this once"
        )
        return made

    serve = command(
        "serve",
        _serve,
        "Serve the companion to every phone and tablet on the local network",
        "0 when stopped, 1 when it could not start.",
    )
    serve.add_argument(
        "--port", type=_port, default=8018, help="8018 unless told; the next free one if taken"
    )
    serve.add_argument(
        "--host", default="", metavar="ADDRESS", help="one interface only; all unless told"
    )
    serve.add_argument(
        "--workers",
        type=_workers,
        default=1,
        metavar="N",
        help="so many processes serve, where the games are in PostgreSQL; 1 unless told",
    )
    serve.add_argument(
        "--https", action="store_true", help="speak https, with a certificate made on the spot"
    )

    replay = command(
        "replay",
        _replay,
        "Play an 18xx.games export through the rules and compare with its result and trace",
        "0 when nothing differs, 1 at the first difference, 2 when the file cannot be played.",
    )
    replay.add_argument("file", type=Path, metavar="FILE", help="the export, a .json file")
    replay.add_argument(
        "--trace", type=Path, metavar="FILE", help="what stood after each action, a .jsonl file"
    )
    replay.add_argument(
        "--runs", type=Path, metavar="OUT", help="write each run beside the best one to this file"
    )

    report = command(
        "report",
        _report,
        "Write the report of a game, finished or running, as a PDF",
        "0 when written, 1 when it could not be, with the reason.",
    )
    add_arguments(report)

    export = command(
        "export",
        _export,
        "Write a game to a file: whole, to open elsewhere, or as other programs read it",
        "0 when written, 1 when it could not be, with the reason.",
    )
    export.add_argument("game", type=_number, metavar="GAME", help="as in the game's address")
    export.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="the file")
    export.add_argument(
        "--as",
        dest="form",
        choices=(OWN_FORM, SITE_FORM, "csv", "beancount", "standings"),
        default=OWN_FORM,
        help="the game itself unless told; as 18xx.games has it, to be opened there; its books as"
        " csv or for Beancount; or what everybody was worth after each round, as csv",
    )

    audit = command(
        "audit",
        _audit,
        "Check all that is stored of a game: is it what comes of its log, and was nothing changed?",
        "0 when all holds, 1 when something does not, saying what and where it begins.",
    )
    audit.add_argument("game", type=_number, metavar="GAME", help="as in the game's address")

    take_in = command(
        "import",
        _import,
        "Store the game in a file of ours, or in an 18xx.games export, and print its number",
        "0 when stored, 1 when nothing was, with the reason, 2 when stored with another result.",
    )
    take_in.add_argument("file", type=Path, metavar="FILE", help="the file")
    take_in.add_argument(
        "--anyway",
        action="store_true",
        help="store it also where the file tells another result than was played",
    )

    backup = command(
        "backup",
        _backup,
        "Copy all games to a file, also while the companion runs",
        "0 when all of it is there, 1 when nothing is, with the reason.",
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="an older backup there is replaced")

    restore = command(
        "restore",
        _restore,
        "Restore all games from a backup, one from a copy, or what can be saved of damaged games",
        "0 when restored or nothing is to be, 1 when something is lost or nothing could be done.",
    )
    restore.add_argument(
        "file",
        type=Path,
        nargs="?",
        metavar="FILE",
        help="a backup of all games, or a copy of one; without it, damaged games are mended as far"
        " as they can be, and all copies listed. Nothing is thrown away",
    )
    restore.add_argument(
        "--dry-run",
        action="store_true",
        help="say what would be saved of damaged games, and change nothing",
    )

    simulate = command(
        "simulate",
        _simulate,
        "Play random legal offers to the end of a game, and print its standings",
        "0 when the game ended, 1 when it did not or something was lost.",
    )
    simulate.add_argument("title", metavar="TITLE", help="the title to play, by its short name")
    simulate.add_argument(
        "--players",
        type=_players,
        metavar="N",
        help="4 unless told; with --games every number that may play, in turn",
    )
    simulate.add_argument("--seed", type=int, default=1, metavar="S", help="1 unless told")
    simulate.add_argument(
        "--careful", action="store_true", help="players take care not to go bankrupt"
    )
    kept = simulate.add_mutually_exclusive_group()
    kept.add_argument("-o", "--out", type=Path, metavar="FILE", help="write the game here")
    kept.add_argument("--store", action="store_true", help="keep it among the games")
    kept.add_argument(
        "--games",
        type=_games,
        metavar="N",
        help="play so many, with the title's options and tempers of players in turn, and print how"
        " they ended and how often what happened in them",
    )

    bench = command(
        "bench",
        _bench,
        "Measure the companion and print the figures with this computer's description",
        "0 when every figure is within its bound, 1 when one is not or could not be measured,"
        " 2 when there is no such line.",
    )
    bench.add_argument(
        "--games", type=Path, metavar="FOLDER", help="where the recorded games are, if not beside"
    )
    bench.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="LINE",
        help="measure this line only, by its name as printed; may be given several times",
    )
    bench.add_argument(
        "--against",
        type=Path,
        metavar="CHECKOUT",
        help="play the recorded games with this code and with another checkout's, in turn",
    )
    bench.add_argument(
        "--tables",
        action="store_true",
        help="many tables, six devices at each, on SQLite and on PostgreSQL, and nothing else",
    )
    bench.add_argument(
        "--minutes",
        type=_minutes,
        default=10.0,
        metavar="M",
        help="how long each of these is measured at most; 10 unless told",
    )

    account = command(
        "account",
        _account,
        "Say who may log in and host games, where several people share a companion",
        "0 when done, 1 when it could not be, with the reason, 2 when misused.",
    )
    account.add_argument("do", choices=("add", "password", "remove", "list"), help="what to do")
    account.add_argument(
        "name", nargs="?", metavar="NAME", help="whose; the password is asked for, or read"
    )

    doctor = command(
        "doctor",
        _doctor,
        "Check the set-up, and say what is wrong and how to mend it",
        "0 when all is as it should be, 1 when something is to be mended.",
    )
    doctor.add_argument("--port", type=_port, default=8018, help="the port to look at")
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
        f"The companion stumbled: {type(fault).__name__}, {fault}"
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
