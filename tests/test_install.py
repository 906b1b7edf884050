"""An installed copy plays and prints outside the checkout, and without POSIX calls."""

import os
import signal
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from pypdf import PdfReader

ROOT = Path(__file__).resolve().parents[1]
TRIES = 5  # a busy machine takes its time to begin the process that prints
BESIDE = ("templates", "static", "reports")  # in a checkout beside the package, in a wheel within


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source archive, and the wheel from it; return their folder."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return folder


@pytest.fixture(scope="module")
def program(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in an environment of its own; return the program.

    The environment borrows the libraries of this one, so that nothing is fetched.
    """
    place = tmp_path_factory.mktemp("installed") / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    libraries = Path(sysconfig.get_path("purelib", vars={"base": str(place)}))
    (libraries / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    python = place / "bin" / "python"
    (wheel,) = dist.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    subprocess.run(
        [*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)],
        check=True,
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
    )
    return place / "bin" / "companion"


def test_wheel_and_source_archive_hold_everything(dist: Path) -> None:
    (wheel,), (source,) = dist.glob("companion_18xx-*.whl"), dist.glob("companion_18xx-*.tar.gz")
    names = zipfile.ZipFile(wheel).namelist()
    with tarfile.open(source) as archive:
        unpacked = {name.partition("/")[2] for name in archive.getnames()}
    listed = subprocess.run(
        ["git", "ls-files", "companion", *BESIDE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    files = set(listed.stdout.split("\n")) - {""}
    assert files <= unpacked
    assert {f"companion/{f}" if f.startswith(BESIDE) else f for f in files} <= set(names)
    assert not [name for name in names if name.startswith(("tests", *BESIDE))]


@contextmanager
def serving(
    command: list[str], folder: Path, **environment: str
) -> Iterator[tuple[list[str], str]]:
    """Start the companion from another folder; yield the lines that it prints, and its link."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    usual |= {"COMPANION_DATA": str(folder / "games"), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [*command, "--port", "0"],
        cwd=folder,
        env=usual | environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        told: list[str] = []
        try:
            assert server.stdout is not None
            for line in server.stdout:
                told.append(line)
                if "On this computer" in line:
                    break
            yield told, told[-1].split()[-1]
        finally:
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=120)


def test_installed_copy_plays_prints_and_is_whole_by_its_own_doctor(
    program: Path, browser: Browser, tmp_path: Path
) -> None:
    command = [str(program), "serve"]
    with serving(command, tmp_path) as (_, link), browser.new_context() as context:
        there = link.partition("/host/")[0]
        page = context.new_page()
        page.goto(link)
        page.locator('a[href^="/new"]').first.click()
        page.locator('a.title:has-text("1830")').click()
        for seat, name in enumerate(("Ann", "Bo", "Cy")):
            page.locator('input[name="player"]').nth(seat).fill(name)
        page.locator('.new-game button:not([hidden]):has-text("Open the game")').click()
        page.wait_for_url("**/game/1**")
        page.goto(f"{there}/game/1")
        page.locator("#pass").click()
        page.goto(f"{there}/game/1/log")
        expect(page.locator("body")).to_contain_text("Ann passed")
        for _ in range(TRIES):
            printed = context.request.get(f"{there}/game/1/report.pdf", timeout=180_000)
            if printed.status != 503:  # it is still being printed, or its process started too late
                break
        assert printed.headers["content-type"] == "application/pdf"
        assert "1830" in PdfReader(BytesIO(printed.body())).pages[0].extract_text()
    found = subprocess.run(
        [str(program), "doctor"],
        cwd=tmp_path,
        env={**os.environ, "COMPANION_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert "Packages" in found.stdout and "htmx" in found.stdout


@pytest.mark.in_part(0)
def test_start_file_beside_the_wheel_installs_it_once_and_starts_it(
    dist: Path, tmp_path: Path
) -> None:
    """Pip fetches nothing here; the libraries are those of this environment."""
    (wheel,) = dist.glob("*.whl")
    (tmp_path / wheel.name).write_bytes(wheel.read_bytes())
    (tmp_path / "start.command").write_bytes((ROOT / "scripts" / "start.command").read_bytes())
    environment = {
        "COMPANION_PROGRAM": str(tmp_path / "program"),
        "PYTHONPATH": sysconfig.get_path("purelib"),
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
    }
    command = ["sh", str(tmp_path / "start.command")]
    with serving(command, tmp_path, **environment) as (told, _):
        assert any(line.startswith("Installing") for line in told)
    with serving(command, tmp_path, **environment) as (told, _):
        assert not any(line.startswith("Installing") for line in told)


def test_start_file_without_a_wheel_says_so(tmp_path: Path) -> None:
    (tmp_path / "start.command").write_bytes((ROOT / "scripts" / "start.command").read_bytes())
    done = subprocess.run(
        ["sh", str(tmp_path / "start.command")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout.startswith("There is no companion_18xx-*.whl in ")


# Run in a process of its own. The libraries know their systems themselves; they are loaded first.
AS_ON_WINDOWS = """
import importlib, os, pkgutil, signal, socket, sys, types
for library in ("flask uvicorn a2wsgi sqlmodel alembic psycopg weasyprint argon2 cryptography.x509"
                " segno babel.support platformdirs rjsmin zopfli wakepy asyncio ctypes"
                " multiprocessing concurrent.futures subprocess tempfile logging.handlers"
                " uvicorn.lifespan.on uvicorn.protocols.http.h11_impl sqlalchemy.dialects.sqlite"
                ).split():
    importlib.import_module(library)
for module in "fcntl resource pwd grp termios tty pty syslog readline".split():
    sys.modules[module] = None
for name in ("fork getuid geteuid getgid getegid nice fdatasync killpg getpgid setpgid setsid chown"
             " fchown lchown pread pwrite setpriority getpriority statvfs sysconf getloadavg mkfifo"
             " O_DIRECTORY O_NOFOLLOW sched_getaffinity register_at_fork uname").split():
    if hasattr(os, name):
        delattr(os, name)
for name in "SIGHUP SIGUSR1 SIGUSR2 SIGALRM SIGPIPE SIGTTOU SIGKILL setitimer".split():
    delattr(signal, name)
for name in "AF_UNIX SO_REUSEPORT".split():
    delattr(socket, name)
sys.platform = "win32"
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=lambda *_: None)
import companion
for module in pkgutil.walk_packages(companion.__path__, "companion."):
    if not module.name.endswith(("__main__", "migrations.env")):  # those run when imported
        importlib.import_module(module.name)
from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.web import create_app
from pathlib import Path
store = GameStore(Path(sys.argv[1]) / "companion.sqlite")
game = store.new_game(Setup("1830", ("Ann", "Bo")))
from tests.support.clients import HostClient
app = create_app({"STORE": store})
app.test_client_class = HostClient
answer = app.test_client().get(f"/game/{game}")
assert answer.status_code == 200, answer.status
print("served", len(answer.data) > 1000)
"""


def test_modules_are_imported_and_a_page_is_served_without_posix_calls(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", AS_ON_WINDOWS, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "served True\n", done.stderr[-2000:]
