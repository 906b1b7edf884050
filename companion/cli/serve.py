"""The subcommand `companion serve`."""

import argparse
import sys

from companion.cli.arguments import Command, number_between, read_port

_workers = number_between(int, 1, 64, "workers are a number from 1 to 64")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port",
        type=read_port,
        default=8018,
        help="default: 8018, or the next free port if it is taken",
    )
    parser.add_argument(
        "--host", default="", metavar="ADDRESS", help="listen on one address only; default: all"
    )
    parser.add_argument(
        "--workers",
        type=_workers,
        default=1,
        metavar="N",
        help="number of server processes; more than 1 needs PostgreSQL; default: 1",
    )
    parser.add_argument("--https", action="store_true", help="use https, with a new certificate")


def _run(asked: argparse.Namespace) -> int:
    if asked.workers > 1 and asked.https:
        print(
            "Several workers need a proxy that provides https: leave out --https.", file=sys.stderr
        )
        return 1
    if asked.workers > 1:
        from companion.server_processes import server_processes_command

        return server_processes_command(asked.workers, asked.host, asked.port)
    from companion.serve_command import serve_command

    return serve_command(asked.host, asked.port, asked.https)


COMMAND = Command(
    "serve",
    _add_arguments,
    _run,
    "Serve the companion to every phone and tablet on the local network",
    "0 if it was stopped, 1 if it could not start.",
)
