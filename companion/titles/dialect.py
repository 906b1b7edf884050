"""How 18xx.games speaks of a title: its name there, and what it calls otherwise than we do.

A title that can be imported has a module ``exchange`` with its ``DIALECT``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.rules.core.actions import Action
from companion.rules.core.state import State
from companion.rules.judge.judge import Rules


class Sent(Protocol):
    """An action as the other program wrote it."""

    @property
    def type(self) -> str:
        """What kind of action it is."""

    @property
    def entity(self) -> str:
        """Who sent it."""

    @property
    def kind(self) -> str:
        """What sort of thing that is."""

    @property
    def body(self) -> Mapping[str, Any]:
        """All that it says."""

    def text(self, key: str) -> str:
        """A text in it. Raises where there is none."""

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts in it. Raises where there is none."""

    def bad(self, text: str, **facts: object) -> Exception:
        """What is wrong with it, to be raised."""


class Names(Protocol):
    """Who knows what is meant by the names in an export, and the rules of its game."""

    rules: Rules

    def player(self, sent: Sent, id: str | None = None) -> str:
        """The seat of a player, of who sent it unless named. Raises where there is none."""

    def company(self, sent: Sent, name: str | None = None) -> str:
        """Our symbol of a company, of who sent it unless named. Raises where there is none."""

    def train(self, sent: Sent, id: str, state: State) -> str:
        """Our id of a train that has been bought. Raises where there is none."""

    def stop(self, sent: Sent, state: State) -> str:
        """Our stop for the city in which a token is meant. Raises where there is none."""

    def source(self, company: str, certificate: str, state: State) -> str:
        """Where a certificate lies that is bought."""

    def announced(self, sent: Sent) -> Sent | None:
        """What was sent only to announce this one, if anything was."""


class Sender(Protocol):
    """Who writes actions as the other program has them."""

    rules: Rules

    def by(self, state: State, who: str, type: str, **fields: Any) -> "Body":
        """An action of a seat or a company."""

    def by_private(self, private: str, type: str, **fields: Any) -> "Body":
        """An action of a private."""

    def usual(self, action: Any, before: State, after: State) -> "list[Body] | None":
        """The action as it is written where it is like any title's."""

    def dealt(self, company: str, source: str, to: str, percent: int) -> "Body":
        """Certificates that change hands, by their names there, and how much they are."""

    def called(self, company: str) -> str:
        """What a company is called."""

    def train(self, train: str) -> str:
        """What a train is called."""

    def certificate(self, state: State, certificate: str) -> str:
        """What a certificate is called, of the company as it is now."""

    def city(self, state: State, stop: str) -> str:
        """What a city is called."""


Body = dict[str, Any]
Writes = Callable[[Any, Any, State, State], list[Body] | None]
Reads = Callable[[Sent, Names, State], Action | None]


@dataclass(slots=True)
class Course:
    """What a state does not say of how its game came there: the deeds of the turn that is being
    taken, and the privates whose power was used.
    """

    deeds: list[Action] = field(default_factory=list)
    used: set[str] = field(default_factory=set)


Asks = Callable[[Any, State, Course], bool]
Takes = Callable[[Any, Rules, State, Course], bool]


def _same(names: Mapping[str, str], name: str) -> str:
    return names.get(name, name)


def _other_way(names: Mapping[str, str], ours: str) -> str:
    return next((theirs for theirs, name in names.items() if name == ours), ours)


@dataclass(frozen=True, slots=True)
class Dialect:
    """Names and readings of a title in the other program.

    What is not listed is called the same there. ``name`` is the title in its exports. ``rules``
    maps its optional rules to our options; ``readings`` are options that its games are always
    played under, where it reads the rule book otherwise; ``drawn`` says, of a seed, the names of
    the players and our options so far, as which options that game's chances are entered; ``draws``
    are the options in which a table enters its own.

    Names: ``companies``, ``privates``, ``trains`` (types) and ``dividends`` map its words to ours.
    ``variants`` are our types of train that are another side of the cards of a type there,
    ``held`` our trains that somebody has from the start, by its ids, and ``unlisted`` our companies
    and types of train that it does not list. ``merged`` are companies that another one has merged
    into, with what they are called there; ``charter`` is on which charter of a company the trains
    of one lie that has merged into it, None for any other. ``merged_type`` is what sort of thing
    these are there, ``ends`` what it calls our reasons why a game is over.

    Actions: ``reads`` are kinds that only this title has, or reads otherwise: each answers our
    action, None where it is one like any title's. ``announces`` says of two in a row whether the
    first only announces the second, and does nothing itself. ``writes`` answers, by the name of a
    kind of ours, what it is there, None where it is written like any title's. ``withdrawn`` answers
    what stands there for all that was done since nothing was asked, where that came to nothing.

    Following a game as it is played there: ``asks`` says, by the name of a step, whether somebody
    is asked in it; ``takes``, by the name of a kind of action that the rules allow, whether it is
    taken; ``fails`` whether the other program stops at an action with a fault of its own;
    ``unsaid`` whether an action of ours is not said there, as it changes nothing yet.

    Traces: ``unsold_in_treasury``: they count shares in a company's own treasury as unsold;
    ``par_is_price``: they give the price as par, or of the kinds of company ``at_price``;
    ``worth_with_privates``: they count privates where the title does not. ``unfinished`` are
    companies that they show half made in a state. ``waits_longer``: in a company's turn the other
    program may still wait for a pass when our game has gone on.

    ``replay_seconds`` is what `companion bench` holds the replay of a recorded game against, by the
    name of its file.
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
    waits_longer: bool = False
    at_price: frozenset[str] = frozenset()
    unlisted: frozenset[str] = frozenset()
    reads: Mapping[str, Reads] = field(default_factory=dict)
    announces: Callable[[Sent, Sent], bool] | None = None
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

    def train_there(self, name: str) -> str:
        """Its name of a type of train of ours."""
        return _other_way(self.trains, name)

    def tile(self, name: str) -> str:
        """Our number of a tile."""
        return _same(self.tiles, name)

    def tile_there(self, number: str) -> str:
        """Its name of a tile of ours."""
        return _other_way(self.tiles, number)
