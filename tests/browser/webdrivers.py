"""Firefox, and WebKit, the engine of iPhones, driven by WebDriver's own commands.

Firefox takes them over a socket (Marionette), WebKit through Debian's webkit2gtk-driver, on a
screen that nobody sees. If one is not installed, its tests are skipped and say how to get it.
"""

import http.client
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

PATIENCE = 60.0  # seconds, for a machine that is busy with other things
MINI = "/usr/lib/*/webkit2gtk-*/MiniBrowser"
PATHS = {
    "Navigate": "/url",
    "Back": "/back",
    "ExecuteScript": "/execute/sync",
    "FindElement": "/element",
    "ElementClick": "/element/{id}/click",
}
QUIET = "return !document.querySelector('.htmx-request, [data-held]')"


class DriverError(Exception):
    """The browser could not do it."""


Ask = Callable[[str, dict[str, Any]], Any]


class Phone:
    """A browser with one page. ``ask`` gives it a command of WebDriver."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def open(self, address: str) -> None:
        self._ask("Navigate", {"url": address})

    def back(self) -> None:
        self._ask("Back", {})

    def script(self, script: str) -> Any:
        return self._ask("ExecuteScript", {"script": script, "args": []})

    def tap(self, where: str) -> None:
        """Once nothing is on its way and nothing is held up any more."""
        self.until(QUIET)

        def tapped() -> bool:
            found = self._ask("FindElement", {"using": "css selector", "value": where})
            self._ask("ElementClick", {"id": next(iter(found.values()))})
            return True

        _soon(tapped, f"{where} could not be tapped")

    def until(self, script: str) -> None:
        """Wait until the script answers with what is true."""
        _soon(lambda: self.script(script), f"it never was so: {script}")

    def sees(self, where: str, text: str) -> None:
        """Wait until the text stands there."""
        said = f"document.querySelector({json.dumps(where)})?.textContent.includes"
        self.until(f"return {said}({json.dumps(text)})")


def _soon(ask: Callable[[], Any], otherwise: str) -> None:
    """Wait until it is so; a page that is just going away does not answer."""
    last: object = ""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if ask():
                return
        except DriverError as fault:
            last = fault
        time.sleep(0.05)
    raise AssertionError(f"{otherwise} {last}")


@contextmanager
def firefox(folder: Path) -> Iterator[Phone]:
    """Firefox without a window, as if it were new."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("no Firefox here; to try it: sudo apt-get install firefox-esr")
    (folder / "user.js").write_text('user_pref("marionette.port", 0);\n')
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with _running(command), ExitStack() as stack:
        told = folder / "MarionetteActivePort"
        _soon(lambda: told.exists() and told.read_text(), "Firefox did not begin")
        line = stack.enter_context(socket.create_connection(("127.0.0.1", int(told.read_text()))))
        line.settimeout(PATIENCE)
        answers = stack.enter_context(line.makefile("rb"))

        def heard() -> Any:
            length = b""
            while (byte := answers.read(1)) != b":":
                length += byte
            return json.loads(answers.read(int(length)))

        def ask(command: str, values: dict[str, Any]) -> Any:
            sent = json.dumps([0, 1, f"WebDriver:{command}", values]).encode()
            line.sendall(b"%d:%s" % (len(sent), sent))
            _, _, fault, answer = heard()
            if fault:
                raise DriverError(fault["message"])
            return answer.get("value", answer)

        heard()  # it introduces itself
        ask("NewSession", {})
        yield Phone(ask)


@contextmanager
def webkit(folder: Path) -> Iterator[Phone]:
    """WebKit's smallest browser, on a screen of its own."""
    mini = next(iter(Path("/").glob(MINI.lstrip("/"))), None)
    if mini is None or not shutil.which("WebKitWebDriver") or not shutil.which("Xvfb"):
        pytest.skip("no WebKit here; to try it: sudo apt-get install webkit2gtk-driver xvfb")
    with ExitStack() as stack:
        screen = stack.enter_context(_running(["Xvfb", "-displayfd", "1", "-nolisten", "tcp"]))
        assert screen.stdout is not None
        shown = {"DISPLAY": f":{screen.stdout.readline().strip()}", "HOME": str(folder)}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        stack.enter_context(_running(["WebKitWebDriver", f"--port={port}"], shown))

        def send(way: str, path: str, values: dict[str, Any] | None) -> Any:
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            try:
                client.request(way, path, None if values is None else json.dumps(values))
                answer = client.getresponse()
                body = json.loads(answer.read())["value"]
            except OSError as fault:
                raise DriverError(str(fault)) from fault
            finally:
                client.close()
            if answer.status != 200:
                raise DriverError(body["message"])
            return body

        _soon(lambda: send("GET", "/status", None)["ready"], "WebKit's driver did not begin")
        options = {"binary": str(mini), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = f"/session/{send('POST', '/session', {'capabilities': wanted})['sessionId']}"

        def ask(command: str, values: dict[str, Any]) -> Any:
            return send("POST", session + PATHS[command].format(**values), values)

        yield Phone(ask)
        send("DELETE", session, None)


@contextmanager
def _running(
    command: list[str], environment: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A program, until it is needed no more."""
    program = subprocess.Popen(
        command,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield program
    finally:
        program.terminate()
        with suppress(subprocess.TimeoutExpired):
            program.wait(5)
        program.kill()
        program.wait()
