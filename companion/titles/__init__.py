"""The titles: one folder for each, with its data and its own rules.

The titles of this package are always there. The environment variable ``COMPANION_TITLES`` names
further packages of such folders, separated by commas. It is a variable so that worker processes
find these titles too.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from companion.board.tiles import DataError
from companion.languages import format_text
from companion.rules.amend.correction_rules import CorrectionStep
from companion.rules.core.action_parser import shorten_value
from companion.rules.data.setup import BadSetupError, Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge.rules import Rules
from companion.rules.judge.word_check import check_words
from companion.rules.money.bank_advances import AdvanceStep

MORE = "COMPANION_TITLES"


class Title:
    """A title: its data, and its rules for a set-up.

    The data is read on first use. ``package`` is the import name of its folder, ``folder`` the
    path.
    """

    def __init__(self, package: str, folder: Path) -> None:
        self.package = package
        self.folder = folder
        self.has_words = False  # until its rules are made for the first time

    @cached_property
    def data(self) -> TitleData:
        """The data of its TOML files. Raises DataError, which lists all faults."""
        from companion.titles.loading import load_data
        from companion.titles.schema.privates import Powers

        powers, figures = self.module("powers"), self.module("figures")
        return load_data(
            self.folder,
            powers.Powers if powers else Powers,
            figures.Figures if figures else None,
        )

    @cached_property
    def rules_class(self) -> type[Rules]:
        """The one subclass of Rules in the folder's ``rules`` module."""
        module = import_module(f"{self.package}.rules")
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

    def module(self, name: str) -> ModuleType | None:
        """Import a module of the folder. Returns None if there is no such module."""
        full = f"{self.package}.{name}"
        return import_module(full) if find_spec(full) else None

    def rules(self, setup: Setup) -> Rules:
        """Return the rules of one game.

        Raises BadSetupError, and MissingWordsError if the title uses a name without a text.
        """
        rules = self.rules_class(self.data, setup)
        rules.beside = (CorrectionStep(rules), AdvanceStep(rules))
        if not self.has_words:
            check_words(rules)
            self.has_words = True
        return rules


def titles() -> Mapping[str, Title]:
    """Return every title by its slug, ordered by name. Raises DataError."""
    return _titles(os.environ.get(MORE, ""))


@cache
def _titles(more: str) -> Mapping[str, Title]:
    packages = [__name__, *filter(None, (name.strip() for name in more.split(",")))]
    found = [title for package in packages for title in _titles_in_package(package)]
    known: dict[str, Title] = {}
    for title in sorted(found, key=lambda t: t.data.name):
        if known.setdefault(title.data.slug, title) is not title:
            raise DataError(f"two titles are called {title.data.slug!r}")
    return known


def _titles_in_package(package: str) -> Iterator[Title]:
    """Yield the titles in the folders of a package."""
    try:
        places = import_module(package).__path__
    except ModuleNotFoundError:
        raise DataError(f"{MORE} names {package!r}, which is no package") from None
    folders: dict[str, Path] = {}
    for place in places:  # if two folders share a name, the first counts, as in an import
        for toml in Path(place).glob("*/title.toml"):
            folders.setdefault(toml.parent.name, toml.parent)
    for name, folder in folders.items():
        yield Title(f"{package}.{name}", folder)


def get_ready() -> None:
    """Read the data and the rules of every title ahead of their first use."""
    for title in titles().values():
        title.rules_class  # noqa: B018 - loads them


def load(slug: str) -> Title:
    """Return the title with that slug. Raises BadSetupError, which lists the known slugs."""
    known = titles()
    if slug not in known:
        listed = ", ".join(known)
        raise BadSetupError(
            format_text(
                "There is no title {slug}; there are {known}.",
                slug=shorten_value(slug),
                known=listed,
            )
        )
    return known[slug]


def rules_for(setup: Setup) -> Rules:
    """Return the rules of a game from its set-up (see :meth:`Title.rules`).

    Raises BadSetupError.
    """
    return load(setup.title).rules(setup)
