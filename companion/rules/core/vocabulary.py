"""The vocabulary: for each refusal, event, action, offer, memo and step its words, and what the
screens and the report need to know of it.

Rules emit names and facts; here stands what becomes of them. What every title shares lies in the
modules beside this one, a title's own in its folder; both are joined when the title is loaded.
Templates are format strings over the facts (see :mod:`companion.rules.words.formatting`).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal


class MissingWords(LookupError):
    """Something has no words; the message names it."""


@dataclass(frozen=True, slots=True)
class RefusalWords:
    """Why not: ``says`` the sentence, ``short`` the same in two or three words for a narrow column.

    ``may_rule`` is whether the table may overrule it; what is impossible (no money, nothing there)
    it may not. ``limits`` are the limits that who overrules it lets somebody exceed
    (:mod:`companion.rules.judge.surplus`).
    """

    says: str
    may_rule: bool
    short: str = ""
    limits: tuple[str, ...] = ()


def soft(says: str, short: str = "", limits: tuple[str, ...] = ()) -> RefusalWords:
    """A refusal that the table may overrule."""
    return RefusalWords(says, True, short, limits)


def hard(says: str, short: str = "") -> RefusalWords:
    """A refusal of what is impossible."""
    return RefusalWords(says, False, short)


@dataclass(frozen=True, slots=True)
class Together:
    """How several events of a kind that follow from one deed are told as one: ``says`` with ``all``
    in it, a list of what ``each`` says. Of those that are alike but for the number ``summed`` one
    remains, with the sum.
    """

    says: str
    each: str
    summed: str = ""


@dataclass(frozen=True, slots=True)
class Again:
    """How an event is told in the report when it happened several times in a round to the same
    things, those named by the facts ``same``. Facts in ``summed`` are added up; without them the
    last one counts, and is told where it happened. ``says`` is told then, its sentence where none
    is given.
    """

    same: tuple[str, ...]
    summed: tuple[str, ...] = ()
    says: str = ""


@dataclass(frozen=True, slots=True)
class AtStation:
    """What the rail of an operating turn shows of an event at its step: a ``note``, and the fact
    that is its ``sum``, spent ("-") or got ("+") where a sign stands before it.
    """

    step: str
    note: str = ""
    sum: str = ""


@dataclass(frozen=True, slots=True)
class Fate:
    """What an event means for the private it names: a new owner, or its end."""

    says: str
    ends: bool = False


@dataclass(frozen=True, slots=True)
class EventWords:
    """What happened: ``says`` the sentence.

    ``after`` is what is said in a line that tells a deed and all that followed from it: None for a
    deed itself; for what follows the shortest words, "" where its sentence is short enough.
    ``report`` is how the report tells it: as a "deed" in the row of whoever did it, as a "remark"
    in a line of its own, or "untold" because a column or the opening of the round has it.
    ``usual`` is its sentence in the report where a share was bought where shares usually lie.
    ``milestone`` is what stands among the game's milestones: None for what is none, "" for its
    sentence; ``fate`` what stands in the story of a private. ``tale`` is which part it is of what
    the report tells as a whole. ``heads``: with it begins what a company does by itself, which is
    told in a line.
    """

    says: str
    after: str | None = None
    report: Literal["deed", "remark", "untold"] = "deed"
    together: Together | None = None
    again: Again | None = None
    station: AtStation | None = None
    fate: Fate | None = None
    milestone: str | None = None
    usual: str = ""
    tale: Literal["", "begins", "goes on", "fails"] = ""
    heads: bool = False


@dataclass(frozen=True, slots=True)
class ActionWords:
    """What may be done: on a ``row``, on one with little room (``narrow``), and on the button.

    Facts are the action's fields, named at the table. In ``deed`` what follows | is left out where
    it is narrow. ``deeds`` are other words for it where facts are given that it has not always: the
    first whose facts ("percent", "initial pooled") all are given and none is 0; ``rows`` are those
    for both rows. ``rule`` is the code under which its section of the book is cited on a receipt,
    where no sum of it has one.
    """

    row: str
    narrow: str
    deed: str
    deeds: Mapping[str, str] = field(default_factory=dict)
    rows: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    rule: str = ""


# What a panel lets one choose: privates for sale, a price or shares, from a list by itself; and
# beside the map a hex and a tile, a stop, runs, what becomes of the revenue, or something of a
# list. A question stands in whichever screen there is.
Asks = Literal["sale", "price", "shares", "lay", "stop", "runs", "dividend", "list", "question"]
ON_MAP: frozenset[Asks] = frozenset(("lay", "stop", "runs", "dividend", "list"))


@dataclass(frozen=True, slots=True)
class OfferWords:
    """Offers of one kind: the ``head`` over them in a list, and what the way to them says where
    they stand ``beside`` the step; ``asks`` is the panel in which they are chosen. In the list of a
    stock turn they stand with what one may ``do``, what one may ``sell``, or ``aside``. Those that
    stand ``apart`` from all turns have a page of their own, which the menu leads to and where
    ``says`` tells what they are.
    """

    head: str = ""
    beside: str = ""
    asks: Asks = "list"
    group: Literal["do", "sell", "aside", "apart"] = "do"
    says: str = ""


@dataclass(frozen=True, slots=True)
class StepWords:
    """A step: its name ``within`` a sentence ("the sale of privates"), as the ``title`` of its
    station, and over its panel (``subject``, where that is not the title).

    ``asks`` says which panel it needs. ``head`` stands over a list of what may be done; ``ends`` is
    what ending it is called, before anything was done in it and after. ``always_asked``: it is
    never passed over on the screen, whatever was done in it in the turn before.
    """

    within: str
    title: str
    asks: Asks
    subject: str = ""
    head: str = "to do"
    ends: tuple[str, str] = ("Go on", "Go on")
    always_asked: bool = False


@dataclass(frozen=True, slots=True)
class DebtWords:
    """A debt: ``says`` who owes what and why, over the sum of it; ``item`` is the line of that sum
    with the amount; and its name ``within`` a sentence ("the train"). Facts are those of the debt.
    """

    says: str
    item: str
    within: str


@dataclass(frozen=True, slots=True)
class ChanceWords:
    """A chance that would be lost if the game went on by itself: ``says`` asks for it, ``what``
    names it within a sentence, ``reasons`` say of a kind of effect why it would be lost.

    Facts are the chance's own; in a reason ``of`` besides, what its effect is of.
    """

    says: str
    what: str
    reasons: Mapping[str, str] = field(default_factory=dict)


# How the amount of an entry comes about (see :mod:`companion.rules.explain.breakdown`); "" where
# it is told
# elsewhere, as by the receipt of a payout.
How = Literal[
    "",
    "shares",
    "capital",
    "private",
    "revenue",
    "train",
    "lacking",
    "all",
    "terrain",
    "homes",
    "agreed",
    "fixed",
    "told",
    "back",
]


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How an entry's amount comes about, and the refusal whose place in the book tells of it."""

    how: How
    rule: str = ""


Named = Mapping[str, Any]


@dataclass(frozen=True)
class Vocabulary:
    """All words by name, each kind of thing by itself; ``memos`` are the reasons of entries in the
    books, ``divisions`` what may be done with a company's revenue, ``debts`` what money may have to
    be raised for, ``reckonings`` how the amounts of entries come about, by their memos.
    """

    refusals: Mapping[str, RefusalWords] = field(default_factory=dict)
    events: Mapping[str, EventWords] = field(default_factory=dict)
    actions: Mapping[str, ActionWords] = field(default_factory=dict)
    offers: Mapping[str, OfferWords] = field(default_factory=dict)
    steps: Mapping[str, StepWords] = field(default_factory=dict)
    memos: Mapping[str, str] = field(default_factory=dict)
    divisions: Mapping[str, str] = field(default_factory=dict)
    debts: Mapping[str, DebtWords] = field(default_factory=dict)
    chances: Mapping[str, ChanceWords] = field(default_factory=dict)
    reckonings: Mapping[str, Reckoning] = field(default_factory=dict)

    def with_own(self, own: "Vocabulary") -> "Vocabulary":
        """These words and a title's own. Raises ValueError for a name that is taken."""
        joined: dict[str, Named] = {}
        for kind in fields(self):
            mine, others = getattr(self, kind.name), getattr(own, kind.name)
            if twice := sorted(mine.keys() & others.keys()):
                raise ValueError(f"{twice[0]} has words already, among the {kind.name}")
            joined[kind.name] = {**mine, **others}
        return Vocabulary(**joined)

    def offer(self, kind: str) -> OfferWords:
        """The words for offers of a kind; of one that needs none, no words."""
        return self.offers.get(kind, OfferWords())

    def need(self, kind: str, names: Collection[str]) -> None:
        """Raise MissingWords unless each of ``names`` has words among those of that kind."""
        if missing := sorted(set(names) - getattr(self, kind).keys()):
            raise MissingWords(f"no words for {', '.join(missing)} among the {kind}")

    def names(self) -> Iterator[tuple[str, str]]:
        """Every name there is, with its kind."""
        for kind in fields(self):
            yield from ((kind.name, name) for name in getattr(self, kind.name))
