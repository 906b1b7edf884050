"""The subcommand `companion replay`."""

import argparse
from pathlib import Path

from companion.cli.arguments import Command


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the export, a .json file")
    parser.add_argument(
        "--trace",
        type=Path,
        metavar="FILE",
        help="the expected state after each action, a .jsonl file",
    )
    parser.add_argument(
        "--map",
        choices=("checked", "told"),
        default="checked",
        help="told: also play without the map, with costs and revenues from the file",
    )
    parser.add_argument(
        "--runs", type=Path, metavar="OUT", help="write each run and the best one to this file"
    )


def _run(asked: argparse.Namespace) -> int:
    from companion.exchange.games_18xx.replay_command import replay_command

    return replay_command(asked.file, asked.trace, asked.runs, is_told=asked.map == "told")


COMMAND = Command(
    "replay",
    _add_arguments,
    _run,
    "Play an 18xx.games export through the rules and compare with its result and trace",
    "0 if nothing differs, 1 at the first difference, 2 if the file cannot be played.",
)
