"""Native programs and libraries: where they are, and how to install them.

This module needs only the standard library, because the set-up runs it first.
"""

import contextlib
import ctypes
import ctypes.util
import os
import shutil
import sys
from collections.abc import Iterator

from companion.languages import format_count, list_names

APT_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 libfontconfig1"

# Files that the PDF writer opens by name: (Linux, macOS, Windows).
_LIBRARIES = {
    "GObject": ("libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libgobject-2.0-0.dll"),
    "Pango": ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    "PangoFT2": ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
    "HarfBuzz": ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"),
    "Fontconfig": ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll"),
}
_BREW_FOLDERS = ("/opt/homebrew/lib", "/usr/local/lib")

_BROWSERS = (
    "chromium-headless-shell",  # renders the same pages with a third less work, as it has no window
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
)
_MAC_BROWSERS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def pdf_command() -> str:
    """Return the command that installs the PDF's libraries on this kind of computer."""
    if sys.platform == "darwin":
        return "brew install pango"
    if sys.platform == "win32":
        return "pacman -S mingw-w64-ucrt-x86_64-pango (in an MSYS2 shell)"
    for tool, command in (
        ("apt-get", f"sudo apt-get install {APT_PACKAGES}"),
        ("dnf", "sudo dnf install pango"),
        ("pacman", "sudo pacman -S pango"),
        ("zypper", "sudo zypper install libpango-1_0-0"),
        ("apk", "sudo apk add pango"),
    ):
        if shutil.which(tool):
            return command
    return "install Pango with this system's package manager"


def _opens(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _prepare_search() -> None:
    """Extend the library search path by the folders of Homebrew and MSYS2."""
    if sys.platform == "darwin":
        folders = os.environ.get("DYLD_FALLBACK_LIBRARY_PATH", "").split(":")
        wanted = [f for f in (*folders, *_BREW_FOLDERS, "/usr/lib") if f]
        # ctypes reads the variable at each library search, so setting it here is in time
        os.environ["DYLD_FALLBACK_LIBRARY_PATH"] = ":".join(dict.fromkeys(wanted))
    elif sys.platform == "win32":
        for folder in ("C:\\msys64\\ucrt64\\bin", "C:\\msys64\\mingw64\\bin"):
            if os.path.isdir(folder):
                os.add_dll_directory(folder)


def missing_libraries() -> list[str]:
    """Return the names of the PDF writer's native libraries that are missing here."""
    _prepare_search()
    column = {"darwin": 1, "win32": 2}.get(sys.platform, 0)
    missing = []
    for name, files in _LIBRARIES.items():
        stem = files[column].removeprefix("lib").split(".so")[0].removesuffix(".dylib")
        found = _opens(files[column])
        if not found and column == 1:
            path = ctypes.util.find_library(stem)
            found = path is not None and _opens(path)
        if not found:
            missing.append(name)
    return missing


@contextlib.contextmanager
def opened_by_file_names() -> Iterator[None]:
    """Open libraries by file name alone within the context, if the system allows that.

    The PDF writer tries every name that a library has on any system. For each missing name, ctypes
    would start several programs to search for it, which takes half a second in all.
    """
    if not sys.platform.startswith("linux"):
        yield
        return
    ordinary = ctypes.util.find_library
    ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = ordinary


def pdf_problem() -> str | None:
    """Return the reason why no PDF can be made and the command that mends it, or None."""
    missing = missing_libraries()
    if not missing:
        return None
    return format_count(
        "The PDF needs {what}, which is not on this computer. To install it: {command}",
        "The PDF needs {what}, which are not on this computer. To install them: {command}",
        len(missing),
        what=list_names(missing),
        command=pdf_command(),
    )


def find_chromium() -> str | None:
    """Return the path of Chromium for the browser tests, or None.

    COMPANION_CHROMIUM names another one.
    """
    named = os.environ.get("COMPANION_CHROMIUM")
    if named:
        return named
    for name in _BROWSERS:
        if path := shutil.which(name):
            return path
    return next((path for path in _MAC_BROWSERS if os.path.exists(path)), None)
