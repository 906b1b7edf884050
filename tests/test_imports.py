"""Tests of the architecture: imports go downwards, and pure parts import no web or SQL code."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "companion"

# The parts that each part may import. Every part has an entry here.
MAY_IMPORT = {
    "values": set(),
    "gc_pause": set(),
    "board": {"values", "gc_pause"},
    "cache": set(),
    "ledger": {"values"},
    "languages": set(),
    "template_cache": set(),
    "progress": set(),
    "file_permissions": set(),
    "resources": set(),
    "rules": {"values", "board", "ledger", "languages"},
    "titles": {"bots.playing_styles", "rules", "board", "ledger", "languages"},
    "store": {"titles", "rules", "board", "ledger", "languages", "file_permissions", "cache"},
    "exchange": {"store", "titles", "rules", "board", "ledger", "languages", "file_permissions"},
    "reporting": {
        "exchange",
        "store",
        "titles",
        "rules",
        "board",
        "ledger",
        "system_dependencies",
        "gc_pause",
        "drawing",
        "languages",
        "template_cache",
        "progress",
        "resources",
    },
    "drawing": {"rules", "board", "languages", "cache"},
    "web": {
        "bots",
        "cache",
        "languages",
        "addresses_and_ports",
        "template_cache",
        "drawing",
        "store",
        "titles",
        "rules",
        "board",
        "ledger",
        "system_dependencies",
        "exchange",
        "reporting",
        "progress",
        "resources",
    },
    "bots": {"progress", "exchange", "store", "titles", "rules", "board", "ledger"},
    "perft": {"bots", "exchange", "store", "titles", "rules", "board"},
    "bench": {
        "store",
        "titles",
        "rules",
        "board",
        "ledger",
        "exchange",
        "reporting",
        "system_dependencies",
        "web",
        "bots",
    },
    "system_dependencies": {"languages"},
    "addresses_and_ports": set(),
    "log_file": {"file_permissions"},
    "doctor": {
        "system_dependencies",
        "addresses_and_ports",
        "log_file",
        "exchange",
        "store",
        "titles",
        "resources",
    },
    "tls_certificate": set(),
    "sleep_inhibitor": set(),
    "serve_command": {
        "tls_certificate",
        "system_dependencies",
        "addresses_and_ports",
        "log_file",
        "sleep_inhibitor",
        "web",
        "reporting",
        "exchange",
        "store",
        "file_permissions",
    },
    "server_processes": {
        "system_dependencies",
        "addresses_and_ports",
        "log_file",
        "web",
        "serve_command",
        "store",
    },
    "cli": {
        "server_processes",
        "serve_command",
        "doctor",
        "exchange",
        "reporting",
        "bots",
        "bench",
        "perft",
        "store",
    },
    "__main__": {"cli"},
}

# The sub-packages of a part, lowest first: each imports only those before it. Modules directly in
# the part, such as the application factory, are exempt.
ROOMS = {
    "rules": (
        "data",
        "core",
        "shares",
        "words",
        "judge",
        "stock",
        "money",
        "operating",
        "amend",
        "privates",
        "without_map",
        "standard",
        "accounts",
        "opening",
        "explain",
    ),
    "board": ("bestrun",),
    "store": ("db", "clock", "history", "people", "games"),
    "exchange": ("games_18xx", "files"),
    "reporting": ("content",),
    "web": ("http", "render", "access", "play", "library", "read", "amend"),
}
PURE = ("board", "ledger", "languages", "rules", "titles", "drawing")
IMPURE_PACKAGES = (
    "flask",
    "werkzeug",
    "jinja2",
    "sqlmodel",
    "sqlalchemy",
    "sqlite3",
    "pydantic",
    "weasyprint",
    "uvicorn",
    "a2wsgi",
)


def imports(file: Path) -> Iterator[str]:
    """Yield every module that the file imports, at any place in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            folder = file.relative_to(ROOT).parent.parts
            base = folder[: len(folder) - node.level + 1] if node.level else ()
            module = ".".join((*base, *filter(None, [node.module])))
            if module == "companion":
                yield from (f"companion.{alias.name}" for alias in node.names)
            else:
                yield module


def modules() -> dict[str, Path]:
    """Return every file of the package by module name."""
    names = {file: file.relative_to(ROOT).with_suffix("").parts for file in PACKAGE.rglob("*.py")}
    return {".".join(parts).removesuffix(".__init__"): file for file, parts in names.items()}


def imported_files(file: Path, known: dict[str, Path]) -> Iterator[str]:
    """Yield the modules of the package that the file imports, at any place in it."""
    parts = file.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            base = parts[: len(parts) - node.level + 1] if node.level else ()
            module = ".".join((*base, *filter(None, [node.module])))
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                found = inner if inner in known else module
                if found in known:
                    yield found


def part_files(part: str) -> list[Path]:
    folder = PACKAGE / part
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [PACKAGE / f"{part}.py"]


def parts() -> list[str]:
    found = [p.name for p in PACKAGE.iterdir() if p.is_dir() and any(p.rglob("*.py"))]
    found += [p.stem for p in PACKAGE.glob("*.py") if p.name != "__init__.py"]
    return sorted(found)


@pytest.mark.parametrize("part", parts())
def test_imports_run_downwards(part: str) -> None:
    allowed = MAY_IMPORT[part] | {part, "__version__"}
    upwards = {
        f"{file.relative_to(ROOT)} imports {name}"
        for file in part_files(part)
        for name in imports(file)
        if name.startswith("companion.")
        and not any(f"{name}.".startswith(f"companion.{other}.") for other in allowed)
    }
    assert not upwards


@pytest.mark.parametrize(("part", "room"), [(part, room) for part in ROOMS for room in ROOMS[part]])
def test_a_room_imports_only_rooms_below_it(part: str, room: str) -> None:
    rooms = ROOMS[part]
    above = tuple(f"companion.{part}.{other}." for other in rooms[rooms.index(room) + 1 :])
    upwards = {
        f"{file.relative_to(ROOT)} imports {name}"
        for file in (PACKAGE / part / room).rglob("*.py")
        for name in imports(file)
        if f"{name}.".startswith(above)
    }
    assert not upwards


@pytest.mark.parametrize("part", ROOMS)
def test_every_room_has_its_place_and_says_what_belongs_there(part: str) -> None:
    folders = {p.name for p in (PACKAGE / part).iterdir() if any(p.glob("*.py"))}
    assert folders == set(ROOMS[part])
    for room in ROOMS[part]:
        module = ast.parse((PACKAGE / part / room / "__init__.py").read_text(encoding="utf-8"))
        assert ast.get_docstring(module)


# in one folder; a title's folder has the data and rules of one title and is exempt
MOST_MODULES = 25


def test_no_folder_holds_too_many_modules() -> None:
    folders = {file.parent for file in PACKAGE.rglob("*.py")}
    counts = {
        str(folder.relative_to(ROOT)): len([f for f in folder.glob("*.py") if f.stem[0] != "_"])
        for folder in folders
        if folder.parent.name != "titles"
    }
    assert not {folder: count for folder, count in counts.items() if count > MOST_MODULES}


@pytest.mark.parametrize("part", PURE)
def test_pure_parts_load_neither_web_nor_sql_nor_templates(part: str) -> None:
    modules = [
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for file in part_files(part)
    ]
    # models of pydantic check the data of titles
    packages = tuple(p for p in IMPURE_PACKAGES if (part, p) != ("titles", "pydantic"))
    code = f"""
import importlib, sys
for module in {modules!r}:
    importlib.import_module(module)
impure = sorted(m for m in sys.modules if m.split(".")[0] in {packages!r})
impure += [m for m in sys.modules if m.startswith(("companion.web", "companion.store"))]
print(*impure)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


def test_no_title_inherits_from_or_imports_another_title() -> None:
    folders = [file.parent for file in (PACKAGE / "titles").glob("*/title.toml")]
    crossing = {
        f"{file.relative_to(ROOT)} imports {name}"
        for folder in folders
        for file in folder.rglob("*.py")
        for name in imports(file)
        for other in folders
        if other != folder and f"{name}.".startswith(f"companion.titles.{other.name}.")
    }
    assert not crossing


def test_no_circle_of_imports() -> None:
    """Check by file, including late imports and imports for type checking."""
    known = modules()
    needs = {name: set(imported_files(file, known)) - {name} for name, file in known.items()}
    free: set[str] = set()
    while ready := {name for name, wants in needs.items() if name not in free and wants <= free}:
        free |= ready
    left = {name: sorted(wants - free) for name, wants in needs.items() if name not in free}
    assert not left, left


def test_files_and_folders_are_small() -> None:
    """The folders of titles are an exception: a title is as large as its rules."""
    long_files = {
        str(file.relative_to(PACKAGE)): lines
        for file in PACKAGE.rglob("*.py")
        if (lines := len(file.read_text("utf-8").splitlines())) > 400
    }
    assert long_files == {}
    large_folders = {
        str(folder.relative_to(PACKAGE)): count
        for folder in (PACKAGE, *filter(Path.is_dir, PACKAGE.rglob("*")))
        if (count := len(list(folder.glob("*.py")))) > 25 and "titles" not in folder.parts
    }
    assert large_folders == {}
