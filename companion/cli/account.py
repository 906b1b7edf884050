"""The subcommand `companion account`: accounts of people who may host games."""

import argparse
import getpass
import sys
from contextlib import closing

from companion.cli.arguments import Command


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("do", choices=("add", "password", "remove", "list"), help="what to do")
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="the account's name; the password is asked for, or read from standard input",
    )


def _run(asked: argparse.Namespace) -> int:
    if (asked.name is None) != (asked.do == "list"):
        print("add, password and remove need a NAME.", file=sys.stderr)
        return 2
    return _change_accounts(asked.do, asked.name or "")


def _change_accounts(do: str, name: str) -> int:
    """Add an account, change its password, remove it, or list all.

    Return 0 on success; otherwise print the reason and return 1.
    """
    from companion.store.db.data_dir import games_place
    from companion.store.games.game_store import GameStore
    from companion.store.people.accounts import NoAccountError

    with closing(GameStore(games_place())) as store:
        accounts = store.accounts
        if do == "list":
            for each in accounts.names():
                print(each)
            return 0
        try:
            if do == "add":
                accounts.add(name, _password())
                print(f"{name} may log in, and host games.")
            elif do == "password":
                accounts.change(name, _password())
                print(f"{name} has a new password and must log in again.")
            else:
                accounts.remove(name)
                print(f"{name} no longer has an account. The games stay.")
        except NoAccountError as fault:
            print(fault, file=sys.stderr)
            return 1
    return 0


def _password() -> str:
    """Read the password twice without echo, or as one line from a pipe."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    from companion.store.people.accounts import NoAccountError

    first = getpass.getpass("Password: ")
    if getpass.getpass("Once more: ") != first:
        raise NoAccountError("These were two different passwords.")
    return first


COMMAND = Command(
    "account",
    _add_arguments,
    _run,
    "Manage the accounts of people who may host games on a shared companion",
    "0 if done, 1 if not, with the reason, 2 if the arguments are wrong.",
)
