"""Packs: titles of data only, each in one file.

A pack holds the data files of a title's folder as texts, in JSON. Its mark is the SHA-256 of that,
so two versions of a title never mix. Whatever is wrong with one is a fault that is listed.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from companion.board.tiles import DataError
from companion.titles.title_head import LONGEST

NEEDED = ("title.toml", "map.toml", "readings.toml")
FILES = (*NEEDED, "exchange.toml")
EXAMPLE = "example.json.gz"  # in the folder of a title that comes with the companion
MOST_OF_PACK = 1024 * 1024  # bytes
MOST_FAULTS = 100
BETWEEN = "~"  # the slug and the mark in the key of a pack's title
ENDING = ".title.json"
_KEY = re.compile(f"[a-z0-9-]{{1,40}}{BETWEEN}([0-9a-f]{{64}})")


@dataclass(frozen=True)
class Pack:
    """The texts of a title's data files, by their names."""

    files: Mapping[str, str]

    @cached_property
    def raw(self) -> bytes:
        """The file of the pack. Equal data give equal bytes."""
        ordered = {name: self.files[name] for name in FILES if name in self.files}
        return json.dumps(ordered, ensure_ascii=False, indent=0).encode()

    @cached_property
    def sha256(self) -> str:
        """The mark of its data."""
        return hashlib.sha256(self.raw).hexdigest()

    def write(self, folder: Path) -> None:
        """Write the data files into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="")


def read_folder(folder: Path) -> Pack:
    """Return the pack of a folder. Raises DataError, which lists all faults."""
    files: dict[str, str] = {}
    faults = [*_find_other_files(folder)]
    for name in FILES:
        try:
            with (folder / name).open("rb") as file:
                files[name] = _decode(file.read(LONGEST + 1))
        except FileNotFoundError:
            if name in NEEDED:
                faults.append(f"{name}: is missing")
        except OSError as fault:
            faults.append(f"{name}: cannot be read: {fault.strerror}")
        except ValueError as fault:
            faults.append(f"{name}: {fault}")
    if faults:
        raise DataError("\n".join(faults[:MOST_FAULTS]))
    return Pack(files)


def _find_other_files(folder: Path) -> Iterator[str]:
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError as fault:
        yield f"{folder.name}: cannot be read: {fault.strerror}"
        return
    for name in names:
        if name not in (*FILES, EXAMPLE):
            yield _name_no_file(name)


def _name_no_file(name: str) -> str:
    shown = "".join(char if char.isprintable() else "?" for char in name[:60])
    known = f"known are {', '.join(FILES)}"
    if re.fullmatch(r"[\w-]+\.toml", name):  # as the file of a further edition is named
        return f"{shown}: a title in one file has one edition; {known}"
    return f"{shown}: is no file of a title; {known}"


def _decode(raw: bytes) -> str:
    """Return a data file as text. Raises ValueError, which says what is wrong."""
    if len(raw) > LONGEST:
        raise ValueError(f"is larger than {LONGEST // 1024} kB")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError("is no UTF-8 text") from None


def read_pack(raw: bytes) -> Pack:
    """Return the pack in a file. Raises DataError, which lists all faults."""
    if len(raw) > MOST_OF_PACK:
        raise DataError(f"The pack is larger than {MOST_OF_PACK // 1024} kB.")
    try:
        found = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        raise DataError("The file is no pack: `companion title pack` makes one.") from None
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise DataError("The file is no pack: a table of texts by names of files is needed.")
    faults = [_name_no_file(name) for name in found if name not in FILES]
    faults += [f"{name}: is missing" for name in NEEDED if name not in found]
    for name in FILES:
        try:
            _decode(found.get(name, "").encode("utf-8"))
        except ValueError as fault:  # too large, or half a character
            faults.append(f"{name}: {str(fault).partition(':')[0]}")
    if faults:
        raise DataError("\n".join(faults[:MOST_FAULTS]))
    return Pack(found)


def mark_in(key: str) -> str:
    """Return the mark in the key of a title, "" if it is not from a pack."""
    found = _KEY.fullmatch(key)
    return found[1] if found else ""
