"""The command `companion doctor`: checks of the installation, with advice on each problem."""

import contextlib
import hashlib
import http.client
import re
import shutil
import ssl
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from companion import resources
from companion.addresses_and_ports import is_free, lan_address
from companion.log_file import log_file
from companion.system_dependencies import pdf_problem

if TYPE_CHECKING:
    from companion.exchange.files.damage import DamagedGame

PATIENCE = 3.0  # seconds to wait for a running companion
UNREACHED = "the games cannot be reached\n"


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of a check: whether all is well, and what to do if not."""

    name: str
    good: bool
    says: str


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("Python", True, version)


def _pins() -> list[tuple[str, str, bool]]:
    """Return what is to be installed: name, version, whether every platform needs it.

    A checkout pins each version. An installed copy takes any version that pip chose: "".
    """
    pins = []
    if file := resources.pinned_packages():
        lines = file.read_text(encoding="utf-8").splitlines()
    else:
        lines = metadata.requires("companion-18xx") or []
    for line in lines:
        if line and not line.startswith((" ", "#", "-")):
            pin, _, marker = line.rstrip("\\ ").partition(";")
            name, version = re.split(r"==|>=|$", pin.strip(), maxsplit=1)[:2]
            pins.append((name, version if "==" in pin else "", not marker.strip()))
    return pins


def _packages() -> Finding:
    wrong = []
    count = 0
    for name, wanted, everywhere in _pins():
        try:
            there = metadata.version(name)
        except metadata.PackageNotFoundError:
            if everywhere:
                wrong.append(f"{name} is missing")
            continue
        count += 1
        if wanted and there != wanted:
            wrong.append(f"{name} is {there}, not {wanted}")
    if wrong:
        return Finding("Packages", False, f"{'; '.join(wrong)}. Mend it: make play")
    return Finding("Packages", True, f"{count} as pinned")


def _pdf() -> Finding:
    problem = pdf_problem()
    return Finding("PDF", problem is None, problem or "Pango and its companions are there")


def _page_script() -> Finding:
    folder = resources.folder("static") / "vendor" / "htmx"
    try:
        wanted = (folder / "SHA256").read_text(encoding="ascii").split()[0]
        there = hashlib.sha256((folder / "htmx.min.js").read_bytes()).hexdigest()
        version = (folder / "VERSION").read_text(encoding="ascii").strip()
    except (OSError, IndexError) as fault:
        return Finding("htmx", False, f"{fault}. Mend it: make vendor")
    if there != wanted:
        return Finding("htmx", False, f"{folder} was changed. Mend it: make vendor")
    return Finding("htmx", True, version)


def _titles() -> Finding:
    from companion import titles

    try:
        usable = [title.name for title in titles.titles().values() if title.is_usable()]
        faulty = titles.faulty_titles()
    except Exception as fault:  # any error in the data is the finding
        return Finding("Titles", False, str(fault))
    faults = (f"{name}: {fault}" for name in faulty for fault in faulty[name].splitlines())
    return Finding("Titles", not faulty, "; ".join([", ".join(usable), *faults]))


def _own_titles(data: Path) -> Finding:
    """Name the titles of data in the data folder, with the faults of those that cannot be used."""
    from companion.store.games.packs import read_data_folder

    found, faulty = read_data_folder(data)
    faults = (f"{name}: {fault}" for name in faulty for fault in faulty[name].splitlines())
    says = "; ".join([", ".join(title.name for title in found) or "none", *faults])
    return Finding("Titles of your own", not faulty, f"{says}, in {data / 'titles'}")


def _folder(data: Path) -> Finding:
    try:
        data.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=data) as probe:
            probe.write(b"a game")
    except OSError as fault:
        says = f"{data} cannot be written: {fault.strerror}. COMPANION_DATA names another folder."
        return Finding("Data folder", False, says)
    return Finding("Data folder", True, str(data))


def _space(data: Path) -> Finding:
    free = shutil.disk_usage(data).free // 2**20
    if free < 100:
        return Finding("Disk", False, f"{data} has {free} MB left; free at least 100 MB.")
    return Finding(
        "Disk", True, f"{free / 1024:,.1f} GB free" if free > 1024 else f"{free} MB free"
    )


def _database(file: Path) -> list[Finding]:
    """Check the database file and each damaged game in it."""
    from companion.exchange.files.damage import find_damage, unreadable_answers
    from companion.store.db.database_file import games
    from companion.store.db.faults import StoreError, gone

    try:
        damage = find_damage(file)
    except StoreError as fault:
        return [Finding("Database", False, str(fault))]
    try:
        if damage.fault:
            found = Finding("Database", False, str(damage.fault))
        elif damage.is_gone:
            found = Finding("Database", False, str(gone(file)))
        elif not file.exists():
            found = Finding("Database", True, "none yet; the first start makes it")
        else:
            size = _size(file, file.with_name(f"{file.name}-wal"))
            whole = ", all of it whole" if damage.is_whole else ""
            found = Finding("Database", True, f"{file}, {games(file)} games, {size}{whole}")
    except StoreError as fault:
        found = Finding("Database", False, str(fault))
    unreadable = unreadable_answers(file) if damage.games else ""
    answers = [Finding("Last answers", False, unreadable)] if unreadable else []
    return [found, *answers, *(_game(game) for game in damage.wrong)]


def _game(game: "DamagedGame") -> Finding:
    """Describe the faults of a game, and how much of it can be restored."""
    says = f"{' '.join(game.wrong)} Mend it: companion restore. It would give: {game.gives}"
    return Finding(f"Game {game.number}", False, says)


def _games(data: Path) -> list[Finding]:
    """Check the place of the games: a file in the folder, or PostgreSQL."""
    from companion.store.db import data_dir, postgres
    from companion.store.db.faults import StoreError

    try:
        address = data_dir.database_address()
        if address:
            return [Finding("Database", True, postgres.look_at(address))]
    except StoreError as fault:
        return [Finding("Database", False, str(fault))]
    return _database(data_dir.database_file(data))


def _copies(data: Path) -> Finding:
    from companion.exchange.files.automatic_copies import copies_in, folder_of, games_in

    folder = folder_of(data)
    found = [copy.file for game in games_in(folder) for copy in copies_in(folder, game)]
    if not found:
        return Finding("Copies", True, "none yet; one is written after each round")
    return Finding("Copies", True, f"{len(found)} of games, {_size(*found)}, in {folder}")


def _log(data: Path) -> Finding:
    file = log_file(data)
    if not file.exists():
        return Finding("Log", True, "none yet; the server writes it")
    return Finding("Log", True, f"{file}, {_size(file)}")


def _size(*files: Path) -> str:
    size = sum(file.stat().st_size for file in files if file.exists())
    return f"{size / 2**20:,.1f} MB" if size > 2**20 else f"{size // 1024} kB"


def _network(port: int) -> list[Finding]:
    address = lan_address()
    found = Finding("Network", True, address or "none: only this computer can reach the companion")
    free = is_free(port)
    says = "free" if free else "in use, perhaps by the companion itself; the next free one is taken"
    return [
        found,
        Finding(f"Port {port}", True, says),
        _run_check("Streams", lambda: streams(port)),
    ]


def streams(port: int) -> Finding:
    """Report the number of open event streams of the running companion, as it states it."""
    trusts = ssl.create_default_context()
    # the server is on this computer
    trusts.check_hostname, trusts.verify_mode = False, ssl.CERT_NONE
    for client in (
        http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE),
        http.client.HTTPSConnection("127.0.0.1", port, timeout=PATIENCE, context=trusts),
    ):
        with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(client):
            client.request("GET", "/health")
            said = client.getresponse().read(200).decode("utf-8", "replace")
            if found := re.fullmatch(r"ok, (\d+) streams\n", said):
                return Finding("Streams", True, f"{found[1]} open at port {port}")
            if said == UNREACHED:
                return Finding("Streams", False, "the companion that runs cannot reach its games")
    return Finding("Streams", True, f"none: no companion answers at port {port}")


def run_checks(port: int) -> list[Finding]:
    """Run all checks, in the order in which problems should be mended."""
    from companion.store.db import data_dir

    findings = [
        _run_check("Python", _python),
        _run_check("Packages", _packages),
        _run_check("htmx", _page_script),
        _run_check("Titles", _titles),
    ]
    try:
        data = data_dir.data_folder()
    except OSError as fault:
        says = f"{fault.strerror}: {fault.filename}. Name another folder."
        findings.append(Finding("Data folder", False, says))
    else:
        findings.append(_run_check("Data folder", lambda: _folder(data)))
        if findings[-1].good:
            findings.append(_run_check("Disk", lambda: _space(data)))
            findings.append(_run_check("Titles of your own", lambda: _own_titles(data)))
        try:
            findings += _games(data)
        except Exception as fault:  # a failed check is a finding too
            findings.append(Finding("Database", False, f"it cannot be looked at: {fault}."))
        findings.append(_run_check("Copies", lambda: _copies(data)))
        findings.append(_run_check("Log", lambda: _log(data)))
    findings.append(_run_check("PDF", _pdf))
    return findings + _network(port)


def _run_check(name: str, check: Callable[[], Finding]) -> Finding:
    """Run a check. A check that fails is a finding itself."""
    try:
        return check()
    except Exception as fault:
        return Finding(name, False, f"it cannot be looked at: {fault}.")


def doctor_command(port: int) -> int:
    """Print the findings. Return 0 if all is well, else 1."""
    findings = run_checks(port)
    for finding in findings:
        print(f"{'ok   ' if finding.good else 'FIX  '} {finding.name}: {finding.says}")
    wrong = sum(not finding.good for finding in findings)
    print("Everything is in order." if not wrong else f"Problems to fix: {wrong}.")
    return 1 if wrong else 0
