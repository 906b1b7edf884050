"""The adapter of a title to 18xx.games: its name there, and the names that differ from ours.

A title that can be imported has the names in its file ``exchange.toml``. A title with rules of its
own has functions in the ``ADAPTER`` of its module ``site_adapter``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.rules.core.actions import Action
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules


class SiteAction(Protocol):
    """An action as the other program wrote it."""

    @property
    def type(self) -> str:
        """The kind of action."""

    @property
    def entity(self) -> str:
        """The id of the sender."""

    @property
    def kind(self) -> str:
        """The kind of sender, such as a player or a company."""

    @property
    def body(self) -> Mapping[str, Any]:
        """All fields of the action."""

    def text(self, key: str) -> str:
        """Return a text field. Raises an error if it is missing."""

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a field that is a list of texts. Raises an error if it is missing."""

    def bad(self, text: str, **facts: object) -> Exception:
        """Return the error to raise for this action."""


class SiteReader(Protocol):
    """A reader of the names in an export, with the rules of its game."""

    rules: Rules

    def player(self, sent: SiteAction, id: str | None = None) -> str:
        """Return the seat of a player, by default the sender. Raises an error if there is none."""

    def company(self, sent: SiteAction, name: str | None = None) -> str:
        """Return our symbol of a company, by default the sender.

        Raises an error if there is none.
        """

    def train(self, sent: SiteAction, id: str, state: State) -> str:
        """Return our id of a train that has been bought. Raises an error if there is none."""

    def stop(self, sent: SiteAction, state: State) -> str:
        """Return our stop for the city of a token. Raises an error if there is none."""

    def source(self, company: str, certificate: str, state: State) -> str:
        """Return the place from which a certificate is bought."""

    def find_announced(self, sent: SiteAction) -> SiteAction | None:
        """Return the action that was sent only to announce this one, if any."""


class SiteWriter(Protocol):
    """A writer of actions in the other program's format."""

    rules: Rules

    def action_by(self, state: State, who: str, type: str, **fields: Any) -> "Body":
        """Return an action of a seat or a company."""

    def action_by_private(self, private: str, type: str, **fields: Any) -> "Body":
        """Return an action of a private."""

    def write_usual(self, action: Any, before: State, after: State) -> "list[Body] | None":
        """Return the action as every title writes it."""

    def share_fields(self, company: str, source: str, to: str, percent: int) -> "Body":
        """Return the fields of a share transfer: the certificates' names there, and the percent."""

    def company_there(self, company: str) -> str:
        """Return the other program's name of a company."""

    def train(self, train: str) -> str:
        """Return the other program's name of a train."""

    def certificate(self, state: State, certificate: str) -> str:
        """Return the other program's name of a certificate of the company in its present form."""

    def city(self, state: State, stop: str) -> str:
        """Return the other program's name of a city."""

    def lying_slot(self, state: State, owner: str, stop: str) -> int:
        """Return the slot of a token that lies in a city."""


Body = dict[str, Any]
Writes = Callable[[Any, Any, State, State], list[Body] | None]
Reads = Callable[[SiteAction, SiteReader, State], Action | None]


@dataclass(slots=True)
class TurnHistory:
    """History that a state does not hold: actions of the turn, and privates that were used."""

    deeds: list[Action] = field(default_factory=list)
    used: set[str] = field(default_factory=set)


DIVIDENDS = {"payout": "pay"}  # its names for ways to divide revenue that differ from ours

Asks = Callable[[Any, State, TurnHistory], bool]
Takes = Callable[[Any, Rules, State, TurnHistory], bool]


def _same(names: Mapping[str, str], name: str) -> str:
    return names.get(name, name)


def _other_way(names: Mapping[str, str], ours: str) -> str:
    return next((theirs for theirs, name in names.items() if name == ours), ours)


@dataclass(frozen=True, slots=True)
class SiteAdapter:
    """Names and readings of a title in the other program.

    A name that is not listed is the same there. ``name`` is the title in its exports. ``rules``
    maps its optional rules to our options. ``readings`` are the options of its games where it reads
    the rule book otherwise. ``drawn`` takes a seed, the players' names and our options so far, and
    returns the options that enter that game's draws. ``draws`` are the options in which a table
    enters its own draws.

    Names: ``companies``, ``privates`` and ``trains`` (types) map its words to ours.
    ``variants`` are our train types that are another side of the cards of a type there. ``held``
    are our trains that have an owner from the start, by its ids. ``unlisted`` are our companies and
    train types that it does not list. ``merged`` are companies that another one has merged into,
    with their names there. ``charter`` returns the charter on which the trains of a merged company
    lie, None for any other company. ``merged_type`` is the kind of these companies there. ``ends``
    are its names of our reasons for the end of a game.

    Actions: ``reads`` are kinds of action that only this title has, or that it reads otherwise.
    Each returns our action, or None if it is like any title's. ``announces`` tells whether the
    first of two successive actions only announces the second, and has no effect itself. ``writes``
    are functions by the name of our kind of action. Each returns the actions to write, or None if
    they are like any title's. ``withdrawn`` returns the actions to write there for a series of
    actions that came to nothing.

    Following a game there: ``asks`` tells, by the name of a step, whether somebody is asked in it.
    ``takes`` tells, by the name of a kind of action, whether an action that the rules allow is
    taken there. ``fails`` tells whether the other program stops at an action with a fault of its
    own. ``unsaid`` tells whether an action of ours is left out there because it changes nothing
    yet.

    Traces: with ``unsold_in_treasury``, shares in a company's own treasury count as unsold. With
    ``par_is_price``, they give the price as par; ``at_price`` names the kinds of company with that.
    With ``worth_with_privates``, they count privates where the title does not. ``unfinished`` are
    companies that they show half made in a state. With ``waits_longer``, the other program may
    still wait for a pass in a company's turn when our game has moved on.

    ``replay_seconds`` is the time limit of `companion bench` for the replay of a recorded game, by
    the name of its file.
    """

    name: str = ""
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    readings: Mapping[str, Any] = field(default_factory=dict)
    companies: Mapping[str, str] = field(default_factory=dict)
    privates: Mapping[str, str] = field(default_factory=dict)
    trains: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, str] = field(default_factory=dict)
    unsold_in_treasury: bool = False
    par_is_price: bool = False
    worth_with_privates: bool = False
    waits_longer: bool = False
    at_price: frozenset[str] = frozenset()
    unlisted: frozenset[str] = frozenset()
    reads: Mapping[str, Reads] = field(default_factory=dict)
    announces: Callable[[SiteAction, SiteAction], bool] | None = None
    held: Mapping[str, str] = field(default_factory=dict)
    unfinished: Callable[[State], Sequence[str]] | None = None
    charter: Callable[[State, str, str], int | None] | None = None
    merged: Callable[[State], Mapping[str, str]] | None = None
    merged_type: str = "corporation"
    minors: frozenset[str] = frozenset()
    draws: frozenset[str] = frozenset()
    ends: Mapping[str, str] = field(default_factory=dict)
    withdrawn: Callable[[Action, State, State], Action | None] | None = None
    writes: Mapping[str, Writes] = field(default_factory=dict)
    asks: Mapping[str, Asks] = field(default_factory=dict)
    takes: Mapping[str, Takes] = field(default_factory=dict)
    fails: Callable[[Action, State, State], bool] | None = None
    unsaid: Callable[[Action, State], bool] | None = None
    drawn: Callable[[int, Sequence[str], Mapping[str, Any]], Mapping[str, Any]] | None = None
    replay_seconds: Mapping[str, float] = field(default_factory=dict)

    def company(self, name: str) -> str:
        """Return our symbol of a company."""
        return _same(self.companies, name)

    def company_there(self, symbol: str) -> str:
        """Return the other program's name of a company."""
        return _other_way(self.companies, symbol)

    def private_there(self, symbol: str) -> str:
        """Return the other program's name of a private."""
        return _other_way(self.privates, symbol)

    def private(self, name: str) -> str:
        """Return our symbol of a private."""
        return _same(self.privates, name)

    def train(self, name: str) -> str:
        """Return our name of a train type."""
        return _same(self.trains, name)

    def train_there(self, name: str) -> str:
        """Return the other program's name of a train type."""
        return _other_way(self.trains, name)
