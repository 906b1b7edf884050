"""The subcommand `companion serve`."""

import argparse
import sys

from companion.cli.arguments import Command, number_between, read_port

_workers = number_between(int, 1, 64, "workers are a number from 1 to 64")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=read_port, default=8018, help="8018 unless told; the next free one if taken"
    )
    parser.add_argument(
        "--host", default="", metavar="ADDRESS", help="one interface only; all unless told"
    )
    parser.add_argument(
        "--workers",
        type=_workers,
        default=1,
        metavar="N",
        help="so many processes serve, where the games are in PostgreSQL; 1 unless told",
    )
    parser.add_argument(
        "--https", action="store_true", help="speak https, with a certificate made on the spot"
    )


def _run(asked: argparse.Namespace) -> int:
    if asked.workers > 1 and asked.https:
        print("Several workers stand behind a proxy, which speaks https for them.", file=sys.stderr)
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
    "0 when stopped, 1 when it could not start.",
)
