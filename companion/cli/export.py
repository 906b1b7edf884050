"""The subcommand `companion export`."""

import argparse
from pathlib import Path

from companion.cli.arguments import Command, read_game

OWN_FORM = "companion"  # a game in the companion's own format; SITE_FORM is that of 18xx.games
SITE_FORM = "18xx"  # the other formats are those of companion.reporting.books_export


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", type=read_game, metavar="GAME", help="the game's number, as in its address"
    )
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="the file")
    parser.add_argument(
        "--as",
        dest="form",
        choices=(OWN_FORM, SITE_FORM, "csv", "beancount", "standings"),
        default=OWN_FORM,
        help="companion: the whole game (default); 18xx: for 18xx.games; csv, beancount: the books;"
        " standings: everybody's worth after each round, as csv",
    )


def _run(asked: argparse.Namespace) -> int:
    if asked.form in (OWN_FORM, SITE_FORM):
        from companion.exchange.game_commands import export_command, site_command

        write = export_command if asked.form == OWN_FORM else site_command
        return write(asked.game, asked.out)
    from companion.reporting.report_command import export_as_command

    return export_as_command(asked.game, asked.form, asked.out)


COMMAND = Command(
    "export",
    _add_arguments,
    _run,
    "Write a game to a file, for another companion or another program",
    "0 if written, 1 if not, with the reason.",
)
