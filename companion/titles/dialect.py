"""How 18xx.games speaks of a title: its name there, and what it calls otherwise than we do.

A title that can be imported has a module ``exchange`` with its ``DIALECT``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


def _same(names: Mapping[str, str], name: str) -> str:
    return names.get(name, name)


def _other_way(names: Mapping[str, str], ours: str) -> str:
    return next((theirs for theirs, name in names.items() if name == ours), ours)


@dataclass(frozen=True, slots=True)
class Dialect:
    """Names and readings of a title in the other program.
    What is not listed is called the same there.

    ``name`` is the title in its exports. ``rules`` maps its optional rules to our options;
    ``readings`` are options that its games are always played under, where it reads the rule book
    otherwise. ``companies``, ``privates``, ``trains`` (types) and ``dividends`` map its words to
    ours.
    ``unsold_in_treasury``: its traces count shares in a company's own treasury as unsold.
    ``par_is_price``: its traces give the price as par; ``worth_with_privates``: they count privates
    where the title does not. ``at_price`` are the kinds of company of which they give the price as
    par. ``unlisted`` are our companies and types of train that they do not list. ``drawn`` says, of
    a seed, the names of the players and our options so far, as which options that game's chances
    are entered. ``variants`` are our types of train that are another side of the
    cards of a type there. ``replay_seconds`` is what `companion bench` holds the replay of a
    recorded game against, by the name of its file.
    """

    name: str
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    readings: Mapping[str, Any] = field(default_factory=dict)
    companies: Mapping[str, str] = field(default_factory=dict)
    privates: Mapping[str, str] = field(default_factory=dict)
    trains: Mapping[str, str] = field(default_factory=dict)
    tiles: Mapping[str, str] = field(default_factory=dict)
    dividends: Mapping[str, str] = field(
        default_factory=lambda: {"payout": "pay", "withhold": "withhold"}
    )
    variants: Mapping[str, str] = field(default_factory=dict)
    unsold_in_treasury: bool = False
    par_is_price: bool = False
    worth_with_privates: bool = False
    at_price: frozenset[str] = frozenset()
    unlisted: frozenset[str] = frozenset()
    drawn: Callable[[int, Sequence[str], Mapping[str, Any]], Mapping[str, Any]] | None = None
    replay_seconds: Mapping[str, float] = field(default_factory=dict)

    def company(self, name: str) -> str:
        """Our symbol of a company."""
        return _same(self.companies, name)

    def company_there(self, symbol: str) -> str:
        """Its name of a company of ours."""
        return _other_way(self.companies, symbol)

    def private_there(self, symbol: str) -> str:
        """Its name of a private of ours."""
        return _other_way(self.privates, symbol)

    def private(self, name: str) -> str:
        """Our symbol of a private."""
        return _same(self.privates, name)

    def train(self, name: str) -> str:
        """Our name of a type of train."""
        return _same(self.trains, name)

    def tile(self, name: str) -> str:
        """Our number of a tile."""
        return _same(self.tiles, name)
