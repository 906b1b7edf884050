"""The vocabulary: the words for every refusal, event, action, offer, memo and step.

It also holds facts that screens and the report need about each of them. Rules emit only names and
facts. Shared words are in :mod:`companion.rules.words`, a title's own in its folder. Both are
joined when the title is loaded. Templates are format strings over the facts (see
:mod:`companion.rules.words.formatting`).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal


class MissingWordsError(LookupError):
    """A name without words; the message says which."""


@dataclass(frozen=True, slots=True)
class RefusalWords:
    """The words of a refusal.

    ``says`` is the sentence, ``short`` the same in two or three words for a narrow column.
    ``cases`` holds other sentences, each by the facts that it needs; the first that fits is used.
    ``may_rule`` says whether the table may overrule it; it may not overrule the impossible (no
    money, nothing there). ``limits`` are the limits that may be exceeded after a ruling
    (:mod:`companion.rules.judge.allowed_excess`).
    """

    says: str
    may_rule: bool
    short: str = ""
    limits: tuple[str, ...] = ()
    cases: Mapping[str, str] = field(default_factory=dict)


def soft(
    says: str,
    short: str = "",
    limits: tuple[str, ...] = (),
    cases: Mapping[str, str] | None = None,
) -> RefusalWords:
    """Return the words of a refusal that the table may overrule."""
    return RefusalWords(says, True, short, limits, cases or {})


def hard(says: str, short: str = "") -> RefusalWords:
    """Return the words of a refusal because of something impossible."""
    return RefusalWords(says, False, short)


@dataclass(frozen=True, slots=True)
class GroupWords:
    """The words for several events of one kind that follow from one action.

    ``says`` contains ``all``, a list of the texts ``each``. Events that differ only in the number
    ``summed`` are merged into one with the sum.
    """

    says: str
    each: str
    summed: str = ""


@dataclass(frozen=True, slots=True)
class RepeatWords:
    """The words of the report for an event that happened several times in a round.

    The events have the same values of the facts ``same``. Facts in ``summed`` are added up. Without
    them the report shows only the last event, at its own place. ``says`` is the sentence; by
    default it is the event's usual one.
    """

    same: tuple[str, ...]
    summed: tuple[str, ...] = ()
    says: str = ""


@dataclass(frozen=True, slots=True)
class StepBarWords:
    """The words for an event at its step, in the step bar of an operating turn.

    ``note`` is a short text. ``sum`` is the fact with the amount; a leading sign marks it as spent
    ("-") or received ("+").
    """

    step: str
    note: str = ""
    sum: str = ""


@dataclass(frozen=True, slots=True)
class OwnerChangeWords:
    """The words for an event that gives a private a new owner, or closes it."""

    says: str
    ends: bool = False


@dataclass(frozen=True, slots=True)
class EventWords:
    """The words of an event.

    ``says`` is the sentence. ``after`` is a short text for a line that tells an action and its
    consequences. It is None for the action itself, and "" if the sentence is short enough.

    ``report`` is its form in the report. A "deed" stands in the actor's row and a "remark" in a
    line of its own. An "untold" event is shown elsewhere, in a column or at the opening of the
    round. ``usual`` is the report's sentence for a share bought from its usual place. ``milestone``
    is the text among the game's milestones: None if it is no milestone, "" for the sentence.
    ``fate`` is the text in the history of a private. ``tale`` is the event's part in a sequence
    that the report tells as a whole. ``heads`` marks the first event of an automatic operating
    turn, which is told in one line. ``unchanged`` are the words if its facts ``before`` and
    ``after`` are equal, ``free`` if its ``cost`` is 0, and ``ran`` if its receipt has runs.
    ``reason`` is a fact whose text follows as a sentence of its own, or after a dash.
    """

    says: str
    after: str | None = None
    report: Literal["deed", "remark", "untold"] = "deed"
    together: GroupWords | None = None
    again: RepeatWords | None = None
    step_bar: StepBarWords | None = None
    fate: OwnerChangeWords | None = None
    milestone: str | None = None
    usual: str = ""
    tale: Literal["", "begins", "goes on", "fails"] = ""
    heads: bool = False
    unchanged: "EventWords | None" = None
    free: "EventWords | None" = None
    ran: "EventWords | None" = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ActionWords:
    """The words of an action that may be done.

    ``row`` is the text of its row, ``narrow`` the text on a narrow screen, ``deed`` the text on the
    button. Facts are the action's fields, by their names at the table. Text after "|" in ``deed``
    is left out on a narrow screen.

    ``deeds`` maps needed facts ("percent", "initial pooled") to other texts. The first entry with
    all its facts given and not 0 is used. ``rows`` has other texts for both rows in the same way.
    ``rule`` is the refusal code whose section is cited on a receipt if no amount has a section.
    """

    row: str
    narrow: str
    deed: str
    deeds: Mapping[str, str] = field(default_factory=dict)
    rows: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    rule: str = ""


# Panels by their subject. A sale of privates, a price and shares are lists of their own. Beside the
# map one chooses a hex and a tile, a stop, runs, the division of revenue, or an item of a list. A
# question appears on any screen. Accounts are a screen of their own, without turns.
Asks = Literal[
    "sale", "price", "shares", "lay", "stop", "runs", "dividend", "list", "question", "accounts"
]
ON_MAP: frozenset[Asks] = frozenset(("lay", "stop", "runs", "dividend", "list"))


@dataclass(frozen=True, slots=True)
class OfferWords:
    """The words for offers of one kind.

    ``head`` is the heading in a list. ``beside`` is the link text if they stand beside the step.
    ``asks`` is the panel in which they are chosen. ``group`` is their place in the list of a stock
    turn: actions to ``do``, shares to ``sell``, or ``aside``. Offers that stand ``apart`` from all
    turns have a page of their own in the menu; ``says`` explains them there.
    """

    head: str = ""
    beside: str = ""
    asks: Asks = "list"
    group: Literal["do", "sell", "aside", "apart"] = "do"
    says: str = ""


@dataclass(frozen=True, slots=True)
class StepWords:
    """The words of a step.

    Its name stands ``within`` a sentence ("the sale of privates"), as the ``title`` of its step,
    and over its panel (``subject``, by default the title). ``asks`` is the panel it needs. ``head``
    is the heading of a list of offers. ``ends`` labels the button that ends the step, before and
    after anything was done. If ``always_asked`` is set, the screen never skips the step. Other
    steps are skipped if the company did nothing in them in its previous turn.
    """

    within: str
    title: str
    asks: Asks
    subject: str = ""
    head: str = "to do"
    ends: tuple[str, str] = ("Continue", "Continue")
    always_asked: bool = False


@dataclass(frozen=True, slots=True)
class DebtWords:
    """The words of a debt.

    ``says`` states the debtor, the creditor and the reason, above the amount. ``item`` labels the
    line with the amount. ``within`` is the name in a sentence ("the train"). Facts are the debt's.
    """

    says: str
    item: str
    within: str


@dataclass(frozen=True, slots=True)
class ChanceWords:
    """The words of a chance that would be lost if the game continued automatically.

    ``says`` asks about it, ``what`` names it in a sentence, ``reasons`` explain for each kind of
    effect why it would be lost. Facts are the chance's own; a reason also has ``of``, the details
    of its effect.
    """

    says: str
    what: str
    reasons: Mapping[str, str] = field(default_factory=dict)


# Ways to break down the amount of an entry (see :mod:`companion.rules.explain.breakdown`); "" if
# the amount is explained elsewhere, for example by the receipt of a payout.
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
class BreakdownMethod:
    """The way to break down an entry's amount, and the refusal code whose section is cited."""

    how: How
    rule: str = ""


@dataclass(frozen=True, slots=True)
class MemoWords:
    """The words of a memo, and how the amounts of its entries are broken down.

    ``how`` and ``rule`` are those of :class:`BreakdownMethod`.
    """

    says: str
    how: How = "fixed"
    rule: str = ""


Named = dict[str, Any]


@dataclass(frozen=True)
class Vocabulary:
    """All words by name, by kind of thing.

    ``memos`` are the reasons of ledger entries. ``divisions`` are the ways to divide a company's
    revenue. ``debts`` are the reasons for raising money. ``reckonings`` are the breakdowns of
    amounts by memo. ``facts`` label the facts that a title notes in its state.
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
    reckonings: Mapping[str, BreakdownMethod] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_memos(cls, words: Mapping[str, MemoWords]) -> "Vocabulary":
        """Return the words of memos, with the breakdowns of their amounts."""
        return cls(
            memos={memo: of.says for memo, of in words.items()},
            reckonings={memo: BreakdownMethod(of.how, of.rule) for memo, of in words.items()},
        )

    def with_own(self, *others: "Vocabulary") -> "Vocabulary":
        """Return these words joined with others. Raises ValueError if a name is taken."""
        joined: dict[str, Named] = {}
        for kind in fields(self):
            words = joined[kind.name] = {**getattr(self, kind.name)}
            for other in others:
                if twice := sorted(words.keys() & getattr(other, kind.name).keys()):
                    raise ValueError(f"{twice[0]} has words already, among the {kind.name}")
                words |= getattr(other, kind.name)
        return Vocabulary(**joined)

    def offer(self, kind: str) -> OfferWords:
        """Return the words for offers of a kind, by default empty ones."""
        return self.offers.get(kind, OfferWords())

    def need(self, kind: str, names: Collection[str]) -> None:
        """Raise MissingWordsError unless each of ``names`` has words among those of that kind."""
        if missing := sorted(set(names) - getattr(self, kind).keys()):
            raise MissingWordsError(f"no words for {', '.join(missing)} among the {kind}")

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield every name, with its kind."""
        for kind in fields(self):
            yield from ((kind.name, name) for name in getattr(self, kind.name))
