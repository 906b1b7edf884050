"""Temporary PostgreSQL servers.

Each lives in its own folder, listens only on a socket in it, and is removed after use. PostgreSQL
refuses to run as root. If the caller is root, it runs as the account that Debian's package creates,
or as nobody.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.store.db.postgres import SCHEME

if TYPE_CHECKING:
    import pwd

GET_IT = (
    "Get PostgreSQL: sudo apt-get install postgresql, or brew install postgresql. Or name one in"
    " which databases may be made with COMPANION_TEST_DATABASE_URL."
)
ACCOUNTS = ("postgres", "nobody")
# Server settings: the defaults, and faster ones for tests, which keep nothing.
CAREFUL: Mapping[str, str] = {}
HASTY: Mapping[str, str] = {
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
}  # for tests, which keep nothing
_PLACES = (  # folders of the server programs when they are not on the path
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
)


class PostgresMissingError(Exception):
    """PostgreSQL is not installed or does not start; the message says why."""


def programs() -> Path | None:
    """Return the folder with initdb and postgres, the newest of several, or None."""
    found = [
        folder
        for place in _PLACES
        for folder in Path("/").glob(place.lstrip("/"))
        if (folder / "initdb").exists() and (folder / "postgres").exists()
    ]
    if found:
        return max(found, key=_release)
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path and shutil.which("postgres") else None


def _release(folder: Path) -> list[int]:
    return [int(part) for part in folder.parent.name.replace("@", "-").split("-") if part.isdigit()]


@contextmanager
def cluster(settings: Mapping[str, str] = CAREFUL) -> Iterator[str]:
    """Start PostgreSQL with these settings and yield the address of an empty database in it.

    More databases may be created in it. Raises PostgresMissingError if it cannot start.
    """
    found = programs()
    if found is None:
        raise PostgresMissingError(f"There is no PostgreSQL here. {GET_IT}")
    with tempfile.TemporaryDirectory(prefix="companion-pg-") as folder:
        account = _account()
        if account:
            os.chown(folder, account.pw_uid, account.pw_gid)

        def run(program: str, *arguments: str) -> None:
            _run([str(found / program), "-D", f"{folder}/data", *arguments], folder, account)

        run("initdb", "--username=companion", "--auth=trust", "--encoding=UTF8", "--locale=C")
        all_settings = {"listen_addresses": "", "unix_socket_directories": folder, **settings}
        with Path(folder, "data", "postgresql.conf").open("a", encoding="utf-8") as told:
            told.writelines(f"{name} = '{value}'\n" for name, value in all_settings.items())
        run("pg_ctl", "start", "--wait", "--silent", f"--log={folder}/log")
        try:
            yield f"{SCHEME}companion@/postgres?host={folder}"
        finally:
            run("pg_ctl", "stop", "--mode=immediate", "--silent")


def _run(command: Sequence[str], folder: str, account: "pwd.struct_passwd | None") -> None:
    """Run one of PostgreSQL's programs. Raises PostgresMissingError if it fails."""
    who: dict[str, Any] = {}
    if account:
        who = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": ()}
    with Path(folder, "said").open("w+b") as said:  # the server keeps its output file open
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            check=False,
            **who,
        )
        if done.returncode:
            said.seek(0)
            told = said.read().decode("utf-8", "replace").strip()
            raise PostgresMissingError(
                f"{Path(command[0]).name} does not do: {told or done.returncode}"
            )


def _account() -> "pwd.struct_passwd | None":
    """Return the account for PostgreSQL if the caller is root, else None.

    Raises PostgresMissingError if there is no such account.
    """
    import pwd  # not every system has the pwd module

    if os.geteuid() != 0:
        return None
    for name in ACCOUNTS:
        with suppress(KeyError):
            return pwd.getpwnam(name)
    raise PostgresMissingError(
        f"PostgreSQL does not run as root, and there is no account {ACCOUNTS[0]}."
    )
