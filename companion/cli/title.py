"""The subcommand `companion title`: begin a title, check it, and pack it."""

import argparse
from pathlib import Path

from companion.cli.arguments import Command, number_between

TEMPLATE = Path(__file__).parent / "new_title"
_games = number_between(int, 0, 10_000, "games are a number from 0 to 10000")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    new = commands.add_parser("new", help="write a folder with a small game, to fill in")
    new.add_argument(
        "slug", metavar="SLUG", help="the title's name in addresses, and the name of the folder"
    )
    check = commands.add_parser(
        "check", help="list the faults of a title, draw its proof sheet, and play random games"
    )
    check.add_argument(
        "folder", type=Path, metavar="FOLDER", help="the folder with title.toml and map.toml"
    )
    check.add_argument(
        "--games",
        type=_games,
        default=100,
        metavar="N",
        help="number of random games; default: 100",
    )
    check.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="the proof sheet, without file extension"
    )
    check.add_argument("--paper", choices=("a4", "letter"), default="a4", help="default: a4")
    pack = commands.add_parser("pack", help="make one file of a title, for other computers")
    pack.add_argument(
        "folder", type=Path, metavar="FOLDER", help="the folder with title.toml and map.toml"
    )
    pack.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="the file; default: named by the slug"
    )


def _run(asked: argparse.Namespace) -> int:
    from companion.bots.title_trial import try_title
    from companion.reporting.title_command import begin_command, check_command, pack_command

    if asked.what == "new":
        return begin_command(asked.slug, TEMPLATE)
    if asked.what == "pack":
        return pack_command(asked.folder, asked.out)
    out = asked.out or Path(asked.folder.name)
    return check_command(
        asked.folder, out, asked.paper, lambda title: try_title(title, asked.games)
    )


COMMAND = Command(
    "title",
    _add_arguments,
    _run,
    "Begin a title of your own, check it, and pack it into one file",
    "0 if done, 1 if the title has faults, which are listed.",
)
