"""Dividends: the result of each choice for all owners side by side, and the receipt of a payout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from companion.board.board import Board
from companion.drawing import Marks
from companion.languages import format_text, gettext
from companion.ledger.receipts import PayeeLine, PayoutReceipt
from companion.reporting.content.final_state import spell_number
from companion.reporting.content.illustrations import drawn_runs
from companion.rules.core.actions import Dividend
from companion.rules.data.printed_markets import Cell
from companion.rules.explain import preview
from companion.rules.explain.summary_rows import CompanyRow
from companion.rules.judge.rules import Rules
from companion.rules.operating.dividends import payout_preview
from companion.rules.operating.running import ran
from companion.rules.shares.holdings import is_player
from companion.web.play.operating_panels.operating_map import chart
from companion.web.play.operating_panels.runs import RunColumn, columns_of
from companion.web.play.operating_panels.turn_offers import TurnScreen


@dataclass(frozen=True, slots=True)
class DividendChoice:
    """A possible dividend: its receipt, and the change of the president's worth."""

    kind: str
    name: str
    receipt: PayoutReceipt
    out: int
    worth: int
    action: Dividend
    chosen: bool


@dataclass(frozen=True, slots=True)
class OwnerLine:
    """An owner's line: their percent, and the amount by each choice (None: nothing, 0: not paid).

    ``rounding`` is 1 for an amount rounded up, -1 for one rounded down.
    """

    owner: str
    name: str
    percent: int
    amounts: tuple[int | None, ...]
    rounding: int = 0


@dataclass(frozen=True, slots=True)
class DividendPanel:
    """The screen of the dividend: the choices as columns, the owners as lines."""

    revenue: int
    columns: tuple[RunColumn, ...]
    choices: tuple[DividendChoice, ...]
    lines: tuple[OwnerLine, ...]
    treasury: int
    map: Markup
    shows_runs: bool
    kind: str = "dividend"

    @property
    def subject(self) -> str:
        """The text in a phone's header."""
        return gettext("Dividend")

    @property
    def near(self) -> str:
        """Empty, as no hex is chosen."""
        return ""

    @property
    def keeps_part(self) -> bool:
        """Does one of the choices keep part of the revenue and pay out the rest?"""
        return any(choice.receipt.kept and choice.receipt.shared for choice in self.choices)

    @property
    def chosen(self) -> DividendChoice:
        """The selected choice."""
        return next(choice for choice in self.choices if choice.chosen)


def panel(asked: TurnScreen, args: Mapping[str, str]) -> DividendPanel:
    """Return the dividend screen for the choice in ``args``."""
    rules, state, company = asked.rules, asked.state, asked.company
    actions = [offer.action for offer in asked.offers if isinstance(offer.action, Dividend)]
    wanted = args.get("choice", "")
    if wanted not in {action.kind for action in actions}:
        wanted = actions[0].kind
    president = asked.row.president or ""
    choices = []
    for action in actions:
        receipt = payout_preview(rules, state, company, action.kind)
        choices.append(
            DividendChoice(
                action.kind,
                gettext(rules.vocabulary.divisions[action.kind]),
                receipt,
                preview.paid_out(receipt),
                preview.worth_change(rules, state, receipt, president),
                action,
                action.kind == wanted,
            )
        )
    shown = choices[0].receipt
    runs = drawn_runs(rules, shown.runs)
    return DividendPanel(
        revenue=shown.revenue,
        columns=columns_of(rules, shown.runs, state.board),
        choices=tuple(choices),
        lines=tuple(_lines(rules, company, choices)),
        treasury=asked.row.cash,
        map=chart(
            asked,
            Marks(),
            runs,
            label=format_text("Map with the run of {company}", company=company),
        ),
        shows_runs=bool(args.get("runs")),
    )


def _lines(rules: Rules, company: str, choices: list[DividendChoice]) -> list[OwnerLine]:
    """Return a line for each owner of shares: players first, then the other places of shares."""
    percents: dict[str, int] = {}
    for choice in choices:
        for line in (*choice.receipt.payees, *choice.receipt.unpaid_payees):
            percents.setdefault(line.place or line.owner, line.percent)
    found = []
    for place in sorted(percents, key=lambda place: (not is_player(place), -percents[place])):
        amounts: list[int | None] = []
        for choice in choices:
            lines = (*choice.receipt.payees, *choice.receipt.unpaid_payees)
            mine = [line.amount for line in lines if (line.place or line.owner) == place]
            amounts.append(mine[0] if mine else None)
        name = gettext("own") if place == company else rules.words.name(place)
        found.append(OwnerLine(place, name, percents[place], tuple(amounts)))
    return found


@dataclass(frozen=True, slots=True)
class Slip:
    """A receipt as shown: timetable, payees, bank, and the cells that the price passed.

    ``cells`` is empty for a company on no market. ``lesser`` tells of a better run that was known;
    ``book`` is its section in the rule book.
    """

    number: int
    receipt: PayoutReceipt
    row: CompanyRow
    columns: tuple[RunColumn, ...]
    payees: tuple[OwnerLine, ...]
    unpaid: tuple[OwnerLine, ...]
    out: int
    move: str
    cells: tuple[Cell, ...]
    lesser: str = ""
    book: str = ""


def slip(
    rules: Rules,
    row: CompanyRow,
    number: int,
    receipt: PayoutReceipt,
    board: Board | None = None,
) -> Slip:
    """Return the receipt of row ``number`` of the log, with the ``board`` of that time if known."""
    name, the = rules.words.name, rules.words.with_article

    def line(paid: PayeeLine) -> OwnerLine:
        owner, place = paid.owner, paid.place
        words = name(owner)
        if place and place != owner:
            words = format_text("{owner}, from {place}", owner=words, place=the(place))
        elif owner == receipt.company:
            words = format_text("{company}, own shares", company=owner)
        words = words[:1].upper() + words[1:]
        return OwnerLine(place or owner, words, paid.percent, (paid.amount,), paid.rounding)

    payees = tuple(line(paid) for paid in receipt.payees)
    unpaid = tuple(line(unpaid) for unpaid in receipt.unpaid_payees)
    move, cells = "", tuple[Cell, ...]()
    if receipt.cell_after:
        before, after = (rules.data.cells[id] for id in (receipt.cell_before, receipt.cell_after))
        move, cells = move_words(before, after), cells_shown(rules, before, after)
    told = ran(receipt.company, receipt.revenue, receipt.better_revenue, receipt.is_proved)
    return Slip(
        number,
        receipt,
        row,
        columns_of(rules, receipt.runs, board),
        payees,
        unpaid,
        preview.paid_out(receipt),
        move,
        cells,
        "" if receipt.better_revenue is None else rules.words.tell(told),
        rules.data.cite("run.lesser"),
    )


def move_words(before: Cell, after: Cell) -> str:
    """Describe the price move on the market: "one to the right"; empty if it does not move."""
    rows, columns = after.row - before.row, after.column - before.column
    count = spell_number(min(abs(columns or rows), 5))
    if columns > 0:
        return format_text("{count} to the right", count=count)
    if columns < 0:
        return format_text("{count} to the left", count=count)
    if rows:
        return (
            format_text("{count} down", count=count)
            if rows > 0
            else format_text("{count} up", count=count)
        )
    return ""


def cells_shown(rules: Rules, before: Cell, after: Cell) -> tuple[Cell, ...]:
    """Return the market cells that show the move, at most four in a row, in the market's order."""
    market = rules.data.markets[after.market]
    (r0, c0), (r1, c1) = (before.row, before.column), (after.row, after.column)
    if r0 == r1:
        first = max(0, min(min(c0, c1), max(c0, c1) - 1) - (1 if abs(c0 - c1) <= 1 else 0))
        wanted = [(r0, column) for column in range(first, max(c0, c1) + 1)][-4:]
    else:
        wanted = [(row, c0) for row in range(min(r0, r1), max(r0, r1) + 1)]
    return tuple(cell for row, column in wanted if (cell := market.cell(row, column)))
