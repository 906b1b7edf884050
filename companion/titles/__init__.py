"""The titles: one folder for each, with its data and its own rules.

The titles of this package are always there. The environment variable ``COMPANION_TITLES`` names
further packages of such folders, separated by commas. It is a variable so that worker processes
find these titles too.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from types import ModuleType
from typing import Any

from companion.board.tiles import DataError
from companion.languages import format_text
from companion.rules.accounts.account_rules import AccountsRules
from companion.rules.amend.correction_rules import CorrectionStep
from companion.rules.core.action_parser import shorten_value
from companion.rules.data.options import Option
from companion.rules.data.setup import EDITION, BadSetupError, Setup, choose_options
from companion.rules.data.title_data import ACCOUNTS, TitleData
from companion.rules.judge.agreed_end import AgreedStop
from companion.rules.judge.rules import Rules
from companion.rules.judge.word_check import check_words
from companion.rules.money.bank_advances import AdvanceStep
from companion.rules.opening.opening_step import OpeningStep
from companion.rules.standard.rules import StandardRules
from companion.titles import standard_site_adapter
from companion.titles.packs import BETWEEN, Pack, mark_in, read_pack
from companion.titles.site_adapter import SiteAdapter
from companion.titles.title_head import read_head

MORE = "COMPANION_TITLES"
Source = Callable[[str], bytes | None]  # the file of the pack with that mark

_packs: dict[str, "Title"] = {}  # by key; equal keys have equal data
_sources: list[Source] = []
_writing = Lock()


class Title:
    """A title: its data, and its rules for a set-up.

    Until it is opened, only its head is read. ``package`` is the import name of its folder, "" for
    one of data only; ``folder`` is its path. ``pack`` are the data of one from a pack. Raises
    DataError if there is no head to read.
    """

    def __init__(self, package: str, folder: Path, pack: Pack | None = None) -> None:
        self.package = package
        self.folder = folder
        self.pack = pack
        self.head = read_head(folder)
        self.fault: DataError | None = None  # found when it was opened
        self.is_new = False  # whether it is being added
        self.has_words: set[str] = set()  # the editions of which rules have been made
        # by edition, number of players and values of options:
        self._patched: dict[tuple[str, int, tuple[tuple[str, Any], ...]], TitleData] = {}

    @property
    def name(self) -> str:
        """Its name."""
        return self.head.name

    @property
    def slug(self) -> str:
        """Its name in addresses; the key of one from a pack has the mark of its data as well."""
        return f"{self.head.slug}{BETWEEN}{self.pack.sha256}" if self.pack else self.head.slug

    @cached_property
    def data(self) -> TitleData:
        """The data of its TOML files. Raises DataError, which lists all faults."""
        if self.fault is None:
            try:
                return self._load()
            except DataError as fault:
                self.fault = fault
        raise self.fault

    def _load(
        self, chosen: Mapping[str, Any] | None = None, players: int = 0, edition: str = ""
    ) -> TitleData:
        from companion.titles.loading import load_data
        from companion.titles.schema.privates import Powers

        powers, figures = self.module("powers"), self.module("title_figures")
        data = load_data(
            self.folder,
            powers.Powers if powers else Powers,
            figures.Figures if figures else None,
            chosen,
            players,
            edition,
            is_new=self.is_new,
        )
        return replace(data, slug=self.slug) if self.pack else data

    def is_usable(self) -> bool:
        """Open the title, and return whether its data have no faults."""
        try:
            return self.data is not None
        except DataError:
            return False

    def edition_data(self, options: Mapping[str, Any]) -> TitleData:
        """Return the data of the edition that the options choose, or of the usual one.

        Raises BadSetupError for an edition that is not there, and DataError, which lists all
        faults of its file.
        """
        edition = options.get(EDITION, self.data.edition_key)
        if edition == self.data.edition_key:
            return self.data
        known = self.data.editions
        if edition not in known:
            raise BadSetupError(
                format_text(
                    "{title} has no edition {edition}; there are {known}.",
                    title=self.name,
                    edition=shorten_value(edition),
                    known=", ".join(known),
                )
                if known
                else format_text(
                    "{title} has no edition {edition}: it has only one.",
                    title=self.name,
                    edition=shorten_value(edition),
                )
            )
        return self._patch(edition, 0, ())

    @property
    def every_edition(self) -> tuple[TitleData, ...]:
        """The data of all editions, in order. Raises DataError, which lists all faults of one."""
        return tuple(self.edition_data({EDITION: key}) for key in self.data.editions or ("",))

    def data_for(self, setup: Setup) -> TitleData:
        """Return the data with the patches of the set-up's edition, options and number of players.

        Raises BadSetupError, and DataError for a combination of options that does not fit.
        """
        data, count = self.edition_data(setup.options), len(setup.players)
        values = choose_options(data.choices, setup)
        players = count if count in data.patched_counts else 0
        options = (one for one in data.options if one.chosen_patch(values[one.key]))
        chosen = tuple((option.key, values[option.key]) for option in options)
        return self._patch(data.edition_key, players, chosen) if chosen or players else data

    def _patch(self, edition: str, players: int, chosen: tuple[tuple[str, Any], ...]) -> TitleData:
        key = edition, players, chosen
        if key not in self._patched:
            file = "" if edition == self.data.edition_key else edition
            usual = {private.symbol: private.name for private in self.data.private_list}
            found = self._load(dict(chosen), players, file)
            self._patched[key] = replace(found, usual_privates=usual)
        return self._patched[key]

    def every_choice(self) -> Iterator[tuple[int, Option | None, Any, TitleData]]:
        """Yield the patched data of each number of players, and of each value of each option.

        Each is patched by itself; 0 players, or None for the option, stand for the usual.
        Raises DataError.
        """
        edition = self.data.edition_key
        for players in sorted(self.data.patched_counts):
            yield players, None, None, self._patch(edition, players, ())
        for option in self.data.options:
            values: Iterable[Any] = option.patches if option.kind == "text" else (True,)
            for value in filter(option.chosen_patch, values):
                yield 0, option, value, self._patch(edition, 0, ((option.key, value),))

    def check_choices(self) -> None:
        """Patch the data for each number of players and each option. Raises DataError."""
        for _ in self.every_choice():
            pass

    @cached_property
    def rules_class(self) -> type[Rules]:
        """The one subclass of Rules in the folder's ``rules`` module, or those that its data name.

        Raises DataError, which lists all faults of the data.
        """
        module = self.module("rules")
        if module is None:
            return AccountsRules if self.data.play == ACCOUNTS else StandardRules
        own = [
            value
            for value in vars(module).values()
            if isinstance(value, type)
            and issubclass(value, Rules)
            and value.__module__ == module.__name__
        ]
        if len(own) != 1:
            raise TypeError(f"{module.__name__} holds {len(own)} kinds of rules; one is needed")
        return own[0]

    @cached_property
    def adapter(self) -> SiteAdapter | None:
        """How 18xx.games plays and writes this title; None if its games are not exchanged.

        Its names come from ``exchange.toml``, its functions from ``site_adapter.py`` or, for the
        standard rules, from :mod:`companion.titles.standard_site_adapter`. Raises DataError.
        """
        from companion.titles.loading import load_exchange

        names = load_exchange(self.folder, self.data)
        functions = self.module("site_adapter") or standard_site_adapter
        return names.complete(functions.ADAPTER, self.data) if names else None

    def module(self, name: str) -> ModuleType | None:
        """Import a module of the folder. Returns None if there is no such module."""
        full = f"{self.package}.{name}"
        return import_module(full) if self.package and find_spec(full) else None

    def rules(self, setup: Setup) -> Rules:
        """Return the rules of one game.

        Raises BadSetupError, and MissingWordsError if the title uses a name without a text.
        """
        rules = self.rules_class(self.data_for(setup), setup)
        rules.beside = (
            CorrectionStep(rules),
            AdvanceStep(rules),
            AgreedStop(rules),
            OpeningStep(rules),
        )
        if rules.data.edition_key not in self.has_words:
            check_words(rules)
            self.has_words.add(rules.data.edition_key)
        return rules


@dataclass(frozen=True, slots=True)
class _Found:
    """The titles of all packages by slug, and the faults of folders that are none."""

    titles: Mapping[str, Title]
    faults: Mapping[str, str]


def titles() -> Mapping[str, Title]:
    """Return every title by its slug, ordered by name; some may prove faulty when opened.

    Raises DataError for a package that does not exist.
    """
    return _find(os.environ.get(MORE, "")).titles


def faulty_titles() -> Mapping[str, str]:
    """Return the faults of titles that cannot be used, by name, as far as they are known."""
    found = _find(os.environ.get(MORE, ""))
    opened = {title.name: str(title.fault) for title in found.titles.values() if title.fault}
    return {**found.faults, **opened}


@cache
def _find(more: str) -> _Found:
    known: dict[str, Title] = {}
    faults: dict[str, str] = {}
    for package in (__name__, *filter(None, (name.strip() for name in more.split(",")))):
        for name, folder in _folders(package):
            try:
                title = Title(f"{package}.{name}", folder)
            except DataError as fault:
                faults[name] = str(fault)
                continue
            if known.setdefault(title.slug, title) is not title:
                faults[name] = f"title.toml, slug: {known[title.slug].name} has it already"
    ordered = sorted(known.values(), key=lambda title: title.name)
    return _Found({title.slug: title for title in ordered}, faults)


def _folders(package: str) -> Iterator[tuple[str, Path]]:
    """Yield the folders with a title in a package, with their names."""
    try:
        places = import_module(package).__path__
    except ModuleNotFoundError:
        raise DataError(f"{MORE} names {package!r}, which is no package") from None
    folders: dict[str, Path] = {}
    for place in places:  # if two folders share a name, the first counts, as in an import
        for toml in Path(place).glob("*/title.toml"):
            folders.setdefault(toml.parent.name, toml.parent)
    yield from folders.items()


def get_ready() -> None:
    """Read the data and the rules of every title ahead of their first use."""
    for title in titles().values():
        if title.is_usable():
            title.rules_class  # noqa: B018 - loads them


def find(slug: str) -> Title | None:
    """Return the title with that slug, or the one from a pack with that key; None if unknown.

    Data of packs are looked up in all sources; by their mark they are the same everywhere.
    """
    if known := titles().get(slug) or _packs.get(slug):
        return known
    mark = mark_in(slug)
    for source in tuple(_sources) if mark else ():
        raw = source(mark)
        if raw is None:
            continue
        try:
            title = open_pack(read_pack(raw), is_kept=True)
        except DataError:
            continue  # it was changed, or does not fit this version
        if title.slug == slug:
            return title
    return None


def add_source(source: Source) -> None:
    """Look packs up there, too: it returns the file of the pack with a mark, if it has it."""
    _sources.append(source)


def remove_source(source: Source) -> None:
    """Look packs up there no more."""
    if source in _sources:
        _sources.remove(source)


def open_pack(pack: Pack, is_kept: bool = False) -> Title:
    """Return the title of a pack, opened. Raises DataError, which lists all faults.

    The slug of one that ``is_kept`` for a game may have become that of a title of the companion.
    """
    with _writing:
        folder = Path(_place().name) / pack.sha256
        if not folder.exists():
            pack.write(folder)
    title = Title("", folder, pack)
    if not is_kept:
        check_free(title.head.slug)
        title.is_new = True
    title.data  # noqa: B018 - raises its faults
    if title.is_new:
        title.check_choices()
    return _packs.setdefault(title.slug, title)


def check_free(slug: str) -> None:
    """Raise DataError if a title of the companion has that slug."""
    if slug in titles():
        raise DataError(f"title.toml, slug: {slug} is a title that comes with the companion")


@cache
def _place() -> TemporaryDirectory[str]:
    """Return this process's folder for the data files of packs; it goes with the process."""
    return TemporaryDirectory(prefix="companion-packs-")


def load(slug: str) -> Title:
    """Return the title with that slug, opened.

    Raises BadSetupError, which lists the known slugs, or says that its data have faults.
    """
    found = find(slug)
    if found is None:
        raise BadSetupError(
            format_text(
                "There is no title {slug}; there are {known}.",
                slug=shorten_value(slug),
                known=", ".join(titles()),
            )
        )
    if not found.is_usable():
        raise BadSetupError(
            format_text("{title} cannot be played: its data has errors.", title=found.name)
        )
    return found


def rules_for(setup: Setup) -> Rules:
    """Return the rules of a game from its set-up (see :meth:`Title.rules`).

    Raises BadSetupError.
    """
    try:
        return load(setup.title).rules(setup)
    except DataError as fault:  # of the options together
        raise BadSetupError(str(fault)) from None
