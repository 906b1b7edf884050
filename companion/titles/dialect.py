"""How 18xx.games speaks of a title: its name there, and what it calls otherwise than we do.

A title that can be imported has a module ``exchange`` with its ``DIALECT``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


def _same(names: Mapping[str, str], name: str) -> str:
    return names.get(name, name)


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
    where the title does not. ``variants`` are our types of train that are another side of the
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
    replay_seconds: Mapping[str, float] = field(default_factory=dict)

    def company(self, name: str) -> str:
        """Our symbol of a company."""
        return _same(self.companies, name)

    def private(self, name: str) -> str:
        """Our symbol of a private."""
        return _same(self.privates, name)

    def train(self, name: str) -> str:
        """Our name of a type of train."""
        return _same(self.trains, name)

    def tile(self, name: str) -> str:
        """Our number of a tile."""
        return _same(self.tiles, name)
