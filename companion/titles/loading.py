"""A title's data from its TOML files, checked by the schema. All faults are listed at once."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from companion.board.map import Map
from companion.rules.accounts.account_rules import AccountsRules
from companion.rules.data.setup import EDITION
from companion.rules.data.switches import SEMI_RESTRICTIVE
from companion.rules.data.title_data import ACCOUNTS, TitleData
from companion.rules.judge.rules import Rules
from companion.rules.standard.rules import StandardRules
from companion.titles.data_patches import (
    find_absent,
    find_before_patch,
    find_in_patch,
    patch_tables,
)
from companion.titles.schema.faults import Fault, Places, data_error, list_faults, write_key
from companion.titles.schema.fields import Table
from companion.titles.schema.files import DataFile, read_file
from companion.titles.schema.map_file import MapFile
from companion.titles.schema.names import Names, gather_names
from companion.titles.schema.options import ReadingsFile
from companion.titles.schema.privates import NEED_OWN_RULES, Powers
from companion.titles.schema.site_adapter_file import ExchangeFile
from companion.titles.schema.title_file import TitleFile
from companion.titles.schema.toml_lines import Path as KeyPath

CORE_RULES = Path(__file__).parent / "core_rules.toml"  # sections for titles without a book
ACCOUNTS_TABLES = Path(__file__).parent / "accounts.toml"  # for titles of accounts alone
EMPTY = MapFile.model_construct(hexes={})
CITING = ("citations", "receipts")  # tables of sections of the book
TITLE_ALONE = ("name", "slug", "format")  # keys that no edition changes
T = TypeVar("T", bound=Table)


@dataclass(frozen=True, slots=True)
class EditionFiles:
    """The file of a title and that of an edition, which patches it."""

    title: DataFile
    edition: DataFile

    @property
    def tables(self) -> dict[str, Any]:
        """The tables of the title in that edition.

        A section that the edition does not cite itself is one of the usual edition, by name.
        """
        usual = dict(self.title.tables)
        for key in CITING:
            cited = {
                code: _name_section(usual, section) for code, section in _at(usual, key, {}).items()
            }
            usual |= {key: cited} if cited else {}
        return patch_tables(usual, self.edition.tables)

    def place(self, path: KeyPath) -> tuple[str, Mapping[KeyPath, int], KeyPath]:
        """Return the file that gives a value, the lines of its keys, and the path there."""
        patched = find_in_patch(self.tables, self.edition.tables, path)
        if patched is not None:
            return self.edition.place(patched)
        return self.title.place(find_before_patch(self.tables, self.title.tables, path))


@dataclass(frozen=True, slots=True)
class PatchedFile:
    """The file of a title whose ``tables`` have patches: those of choices, each with its path."""

    file: DataFile | EditionFiles
    tables: Any
    patches: tuple[tuple[KeyPath, Any], ...]

    def place(self, path: KeyPath) -> tuple[str, Mapping[KeyPath, int], KeyPath]:
        """Return the file that gives a value, the lines of its keys, and the path there."""
        for where, patch in reversed(self.patches):
            if found := find_in_patch(self.tables, patch, path):
                return self.file.place((*where, *found))
        return self.file.place(find_before_patch(self.tables, self.file.tables, path))


class _Checker:
    """The faults of a title's files, found one table at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.faults: list[Fault] = []
        self.names = Names()

    def read(self, name: str) -> DataFile | None:
        found = read_file(self.folder, name)
        if isinstance(found, Fault):
            self.faults.append(found)
            return None
        return found

    def add_fault(self, file: Places, path: KeyPath, says: str) -> None:
        """Note a fault of the value at a path, in the file that gives it."""
        name, lines, place = file.place(path)
        self.faults.append(Fault(name, lines.get(place), write_key(place), says))

    def require(self, found: T | None) -> T:
        """Return what was found in a file without faults. Raises DataError, which lists them."""
        if found is None or self.faults:
            raise data_error(dict.fromkeys(self.faults))
        return found

    def look_for_editions(self, title: DataFile) -> None:
        """Check that every edition has its file."""
        files = {file.name for file in self.folder.iterdir()}
        for number, option in enumerate(_at(title.tables, "options", [])):
            names = _at(option, "choices", []) if _at(option, "key", "") == EDITION else []
            path = ("options", number, "choices")
            for name in names:
                usual = name == _at(option, "default", "")
                if not usual and f"{name}.toml" not in files:
                    self.add_fault(title, path, f"there is no file {name}.toml")

    def read_edition(self, title: DataFile, edition: str) -> DataFile | EditionFiles:
        """Return the title with the patches of an edition's file; alone if that has faults."""
        file = self.read(f"{edition}.toml")
        if file is None:
            return title
        for key in TITLE_ALONE:
            if key in file.tables:
                self.add_fault(file, (key,), "stands in title.toml alone")
        return EditionFiles(title, file)

    def check_removals(self, file: Places, tables: Any) -> None:
        """Check that whatever a patch removes is there."""
        for where, patch in _all_patches(tables):
            for absent in find_absent(tables, patch):
                says = f"there is no {absent[-1]} in {absent[-2]} to remove"
                self.add_fault(file, (*where, *absent), says)

    def check_data_powers(self, file: Places, tables: Any) -> None:
        """Refuse powers that do nothing without a title's own rules in Python."""
        for number, private in enumerate(_at(tables, "privates", [])):
            for power in sorted(NEED_OWN_RULES.intersection(_at(private, "powers", {}))):
                says = "needs rules in Python, which a title of data does not have"
                self.add_fault(file, ("privates", number, "powers", power), says)

    def check(
        self,
        model: type[T],
        file: Places | None,
        tables: Any,
        within: KeyPath = (),
    ) -> T | None:
        if file is None:
            return None
        try:
            return model.model_validate(tables, context=self.names)
        except ValidationError as error:
            self.faults += list_faults(error, model, file, within)
            return None

    def check_powers(
        self,
        model: type[Powers] | None,
        file: Places | None,
        private: Any,
        number: int,
    ) -> dict[str, Any]:
        """Return the powers of the private with that number in the file, as far as they fit."""
        written: dict[str, Any] = _at(private, "powers", {})
        within = ("privates", number, "powers")
        checked = self.check(model, file, written, within) if model else None
        return checked.values(written) if checked else written


def load_data(
    folder: Path,
    powers: type[Powers] | None = None,
    own: type[Table] | None = None,
    chosen: Mapping[str, object] | None = None,
    players: int = 0,
    edition: str = "",
    *,
    is_new: bool = False,
) -> TitleData:
    """Return the data of a title's folder, in an ``edition`` that is not the usual one.

    ``powers`` and ``own`` are the models of its privates' powers and of its own figures; without
    them these stay as they are written. A title that ``is_new`` has no rules of its own, and its
    codes and the removals of its patches are checked as well. The file of the edition patches the
    data first, then the number of ``players`` and the values of the ``chosen`` options. Raises
    DataError, which lists all faults.
    """
    checker = _Checker(folder)
    usual = checker.read("title.toml")
    title_file: DataFile | EditionFiles | None = usual
    if edition and usual:
        title_file = checker.read_edition(usual, edition)
    elif usual:
        checker.look_for_editions(usual)
    map_file, readings_file = checker.read("map.toml"), checker.read("readings.toml")
    tables: list[Any] = [file and file.tables for file in (title_file, map_file, readings_file)]
    tables[1] = _patch_map(tables[1], tables[0], chosen or {})
    patches = tuple(_chosen_patches(tables[0], chosen or {}, players))
    if is_new and title_file:
        checker.check_removals(title_file, tables[0])
    for _, patch in patches:
        tables[0] = patch_tables(tables[0], patch)
    patched = title_file and PatchedFile(title_file, tables[0], patches)
    tables[0] = _complete(tables[0])
    checker.names = gather_names(*tables)
    if is_new:  # without rules of its own
        is_accounts = _at(tables[0], "play", "") == ACCOUNTS
        rules: type[Rules] = AccountsRules if is_accounts else StandardRules
        checker.names.limit_codes(rules.vocabulary)
    if is_new and patched:
        checker.check_data_powers(patched, tables[0])
    title = checker.check(TitleFile, patched, tables[0])
    the_map = EMPTY if _has_no_map(tables[0]) else checker.check(MapFile, map_file, tables[1])
    readings = checker.check(ReadingsFile, readings_file, tables[2])
    if own is not None:
        checker.check(own, patched, _at(tables[0], "own", {}), ("own",))
    found = [
        checker.check_powers(powers, patched, private, number)
        for number, private in enumerate(_at(tables[0], "privates", []))
    ]
    if title is None or the_map is None or readings is None or checker.faults:
        raise data_error(dict.fromkeys(checker.faults))
    must_change = title.operating.track == SEMI_RESTRICTIVE
    return title.build(the_map.build(tables[1] or {}, must_change), readings, found, edition)


def _has_no_map(title: Any) -> bool:
    """Return whether the title is always played without a map, so that its file says nothing."""
    return _at(title, "has_map", True) is False


def _name_section(title: Any, section: Any) -> Any:
    """Return a section of the usual edition with the name of that edition."""
    options = _at(title, "options", [])
    usual = next((_at(o, "default", "") for o in options if _at(o, "key", "") == EDITION), "")
    return f"{usual}, {section}" if isinstance(section, str) and usual else section


def _patch_map(map: Any, title: Any, chosen: Mapping[str, object]) -> Any:
    """Return the tables of a map with the patches of chosen options."""
    for option in _at(title, "options", []):
        if chosen.get(_at(option, "key", "")) is True and isinstance(map, dict):
            map = patch_tables(map, _at(option, "map_patch", {}))
    return map


def _chosen_patches(
    title: Any, chosen: Mapping[str, object], players: int
) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """Yield the patches of choices with their paths: the number of players, then the options."""
    for where, patch in _all_patches(title):
        if where[0] == "players":
            is_chosen = where[-1] == str(players)
        else:
            value = chosen.get(_at(title["options"][where[1]], "key", ""))
            is_chosen = value is True if where[-1] == "patch" else value == where[-1]
        if is_chosen and patch:
            yield where, patch


def _all_patches(title: Any) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """Yield every patch of a title with its path."""
    by_players = _at(_at(title, "players", {}), "patch", {})
    for players in by_players:
        yield ("players", "patch", players), _at(by_players, players, {})
    for number, option in enumerate(_at(title, "options", [])):
        yield ("options", number, "patch"), _at(option, "patch", {})
        by_text = _at(option, "patches", {})
        for text in by_text:
            yield ("options", number, "patches", text), _at(by_text, text, {})


def _complete(title: Any) -> Any:
    """Return the tables of a title with those that are shared."""
    if _at(title, "play", "") == ACCOUNTS:
        return {**_accounts_tables()["title"], **title}
    if _at(title, "core_rules", False):
        core = tomllib.loads(CORE_RULES.read_text("utf-8"))
        title = {**title, **{key: {**core[key], **_at(title, key, {})} for key in core}}
    return title


def _accounts_tables() -> dict[str, Any]:
    """Return the tables that all titles of accounts share, by the name of their file."""
    return tomllib.loads(ACCOUNTS_TABLES.read_text("utf-8"))


def _at(table: Any, key: str, default: Any) -> Any:
    """Return a value of a table, or the default where it is of another type."""
    found = table.get(key, default) if isinstance(table, dict) else default
    return found if isinstance(found, type(default)) else default


def load_exchange(folder: Path, data: TitleData) -> ExchangeFile | None:
    """Return the file ``exchange.toml`` of a title's folder, or None if there is none.

    Raises DataError, which lists all faults.
    """
    if not (folder / "exchange.toml").is_file():
        return None
    checker = _Checker(folder)
    file = checker.read("exchange.toml")
    known = {
        "option": [option.key for option in data.options],
        "company": data.companies,
        "private": data.privates,
        "train": data.trains,
    }
    checker.names.kinds.update({kind: Counter(names) for kind, names in known.items()})
    return checker.require(checker.check(ExchangeFile, file, file and file.tables))


def load_map(folder: Path, *names: str) -> Map:
    """Return a map from a file, changed key by key in further files. Raises DataError."""
    checker = _Checker(folder)
    files = [checker.read(name) for name in names]
    tables: dict[str, Any] = {}
    for file in filter(None, files):
        for key, value in file.tables.items():
            both = isinstance(value, dict) and isinstance(tables.get(key), dict)
            tables[key] = {**tables[key], **value} if both else value
    checker.names = gather_names(None, tables, None)
    return checker.require(checker.check(MapFile, files[-1], tables)).build(tables)
