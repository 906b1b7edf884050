"""The subcommand `companion doctor`."""

import argparse

from companion.cli.arguments import Command, read_port


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=read_port, default=8018, help="the port to check; default: 8018"
    )


def _run(asked: argparse.Namespace) -> int:
    from companion.doctor import doctor_command

    return doctor_command(asked.port)


COMMAND = Command(
    "doctor",
    _add_arguments,
    _run,
    "Check the set-up, and say what is wrong and how to fix it",
    "0 if everything is in order, 1 if something needs fixing.",
)
