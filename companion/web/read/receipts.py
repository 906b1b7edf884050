"""The receipt of a row of the log: what the action moved, and the reason for every sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, request
from markupsafe import Markup

from companion.drawing import Run
from companion.languages import format_text, gettext, lazy_gettext, pgettext
from companion.ledger.entries import BANK
from companion.ledger.receipts import (
    DebtLine,
    MoneyLine,
    PayoutReceipt,
    PriceLine,
    Receipt,
    Term,
    TransferLine,
)
from companion.reporting.content.entry_texts import list_transfers, memo, name_account
from companion.reporting.content.illustrations import drawn_runs
from companion.rules.core.action_parser import BadActionError
from companion.rules.core.actions import RunTrains
from companion.rules.core.state import DEPOT, GONE, State
from companion.rules.data.printed_markets import Cell
from companion.rules.explain.receipts import LogRecord, receipt_of
from companion.rules.explain.summary_rows import GameSummary
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import report_run
from companion.rules.words.receipts import HANDED, TERMS
from companion.store.history.past_states import RowWithStates
from companion.store.history.records import STANDING, GameView, LogRow
from companion.web.http.worker_process import WorkerError
from companion.web.play.best_run_searches import StillSearchingError
from companion.web.play.operating_panels.dividend import Slip, move_words, slip
from companion.web.play.operating_panels.operating_map import draw_position
from companion.web.play.operating_panels.runs import LONG, RunColumn, best_runs, columns_of
from companion.web.render.event_texts import RowSummary, summarize
from companion.web.render.screens import current_store, game_screen, table_of
from companion.web.render_cache import draw_once, forbid_caching

blueprint = Blueprint("receipts", __name__)

OWN_RUN = lazy_gettext("Map with the run of {company}")
BEST_RUN = lazy_gettext("Map with the best run of {company}")


@dataclass(frozen=True, slots=True)
class Sum:
    """Money that changed hands, in words: payers and payees, purpose, and the terms of the sum."""

    what: str
    ways: tuple[tuple[str, str, int], ...]
    why: str
    amount: int


@dataclass(frozen=True, slots=True)
class ChangeOfHands:
    """Something other than money that changed hands, in words."""

    what: str
    way: str
    swapped: bool


@dataclass(frozen=True, slots=True)
class PriceMove:
    """A move of a price: the cells on its way, both ends included, and the direction in words.

    ``cells`` is empty if they are not known any more.
    """

    line: PriceLine
    cells: tuple[Cell, ...]
    says: str


@dataclass(frozen=True, slots=True)
class Timetable:
    """The runs of a company, made or possible, with the map."""

    columns: tuple[RunColumn, ...]
    revenue: int
    map: Markup


@dataclass(frozen=True, slots=True)
class Paid:
    """A payout: its slip, and the map with its routes, "" if they are not known any more."""

    slip: Slip
    map: Markup


@dataclass(frozen=True, slots=True)
class ReceiptView:
    """A receipt, ready for its template."""

    row: LogRow
    summary: RowSummary
    paid: tuple[Paid, ...]
    money: tuple[Sum, ...]
    handed: tuple[ChangeOfHands, ...]
    moves: tuple[PriceMove, ...]
    debt: DebtLine | None
    led: tuple[tuple[int, Markup], ...]
    rules: tuple[str, ...]
    empty: bool
    whole: bool
    run: Timetable | None = None
    better: Timetable | None = None
    may_better: bool = False

    @property
    def standing(self) -> bool:
        """Is the row not undone?"""
        return self.row.status == STANDING


@blueprint.get("/game/<int:game>/receipt/<int:row>")
@draw_once
def receipt(game: int, row: int) -> Response:
    """Show the receipt of a row. If less was run, ``better`` in the address adds a better run."""
    view = current_store().open(game)
    made = current_store().read_row(game, row)
    if made is None:
        abort(404)
    table = table_of(view)
    found = describe_receipt(view, table, made)
    if found.may_better and "better" in request.args:
        found = replace(found, better=_find_better_run(view, made))
    undoes = bool(view.tail) and view.tail[-1].n == row and made.row.action_json is not None
    return game_screen(
        view, "read/receipts/receipt.html", "log", table=table, slip=found, undoes=undoes
    )


def describe_receipt(view: GameView, table: GameSummary, made: RowWithStates) -> ReceiptView:
    """Return the receipt of a row in words."""
    rules, row = view.rules, made.row
    earlier = {other.n: other for other in made.earlier}
    deeds = [read_deed(other) for other in made.earlier]
    found = receipt_of(rules, read_deed(row, made), deeds, made.before, made.after)
    ran = deeds_run(made)
    paid = tuple(
        Paid(
            slip(
                rules,
                table.company(p.company),
                row.n,
                p,
                made.before.board if made.before else None,
            ),
            _routes(rules, made.before, p),
        )
        for p in found.payouts
    )
    return ReceiptView(
        row,
        summarize(rules, row),
        paid,
        tuple(_sum(rules, line) for line in found.money),
        tuple(_hand(rules, line) for line in found.handed),
        tuple(_move(rules, line) for line in found.prices),
        found.debt,
        tuple((n, summarize(rules, earlier[n]).said) for n in found.led),
        found.rules,
        found.empty,
        found.whole or row.n == 0,
        run=_timetable(rules, made.before, ran) if ran and made.before else None,
        may_better=_is_lesser_run(found, ran) and _find_run(made) is not None,
    )


def has_receipt(row: LogRow) -> bool:
    """Does the row hold more than a pass?"""
    passed = row.action_json is not None and row.action_json.get("type") == "pass"
    return not passed or len(row.events) > 1


def read_deed(row: LogRow, made: RowWithStates | None = None) -> LogRecord:
    """Return a row in the form that the rules read."""
    try:
        action = row.action
    except BadActionError:
        action = None
    return LogRecord(row.n, action, row.events, made.entries if made else ())


# --- money


def _sum(rules: Rules, line: MoneyLine) -> Sum:
    about = dict.fromkeys(name_account(rules, id) for id in line.about)
    who = {name_account(rules, posting.account) for posting in line.postings}
    what = " · ".join((memo(rules, line.memo), *(words for words in about if words not in who)))
    return Sum(
        what, tuple(list_transfers(rules, line.postings)), _why(rules, line.terms), line.amount
    )


def _why(rules: Rules, terms: Sequence[Term]) -> str:
    """List the terms of a sum."""
    return " · ".join(
        rules.words.fill(
            TERMS[term.what], {"count": term.count, "each": abs(term.each), "of": term.of}
        )
        for term in terms
    )


# --- what changed hands


def _hand(rules: Rules, line: TransferLine) -> ChangeOfHands:
    facts = {name: getattr(line, name) for name in ("thing", "count", "percent")}
    several = line.count > 1 and (line.sort, True) in HANDED
    what = rules.words.fill(HANDED[line.sort, several], facts)
    return ChangeOfHands(what[:1].upper() + what[1:], _way(rules, line), line.swapped)


def _way(rules: Rules, line: TransferLine) -> str:
    """Say who gave something to which owner, or where on the map it is."""
    if line.at:
        at = rules.words.hex(line.at)
        if line.sort == "tile" and line.giver:
            return format_text(
                "on {hex}, replacing {tile}",
                hex=at,
                tile=rules.data.map.printed_number(line.giver),
            )
        if line.taker:
            return format_text("from {hex}", hex=at)
        return format_text("on {hex}", hex=at)
    giver, taker = (_place(rules, line, id) for id in (line.giver, line.taker))
    if line.sort == "train" and (line.giver, line.taker) == (BANK, DEPOT):
        return gettext("kept aside, for sale from now on")
    if line.taker == GONE:
        return format_text("from {giver}, out of the game", giver=giver)
    if line.sort == "train" and line.taker == BANK:
        return format_text("from {giver}, kept aside", giver=giver)
    return format_text("from {giver} to {taker}", giver=giver, taker=taker)


def _place(rules: Rules, line: TransferLine, id: str) -> str:
    """Name an owner or a place. A company's own shares lie in its treasury."""
    if id == GONE:
        return pgettext("name", "out of the game")
    if line.sort in ("share", "president") and id == line.thing:
        return pgettext("name", "the treasury of {company}").format(company=id)
    return rules.words.with_article(BANK if id == DEPOT else id)


# --- prices


def _move(rules: Rules, line: PriceLine) -> PriceMove:
    cells = tuple(rules.data.cells[id] for id in line.cells)
    says = move_words(cells[0], cells[-1]) if cells else ""
    return PriceMove(line, cells, says)


# --- runs


def _routes(rules: Rules, state: State | None, paid: PayoutReceipt) -> Markup:
    """Draw the map of that time with the routes of a payout, if they are known."""
    runs = drawn_runs(rules, paid.runs)
    if state is None or not runs:
        return Markup("")
    return _map(rules, state, runs, format_text(OWN_RUN, company=paid.company))


def _map(rules: Rules, state: State, runs: Sequence[Run], label: str) -> Markup:
    over = {node.partition(".")[0] for run in runs for node in run.path}
    return draw_position(rules, state, runs=runs, view=over, label=label)


def deeds_run(made: RowWithStates) -> RunTrains | None:
    """Return the run entered in the row itself; None if there is none."""
    action = read_deed(made.row).action
    return action if isinstance(action, RunTrains) else None


def _is_lesser_run(found: Receipt, ran: RunTrains | None) -> bool:
    """Was the run lower than a run known to be possible?"""
    paid = any(payout.better_revenue is not None for payout in found.payouts)
    return paid or (ran is not None and ran.better_revenue is not None)


def _timetable(rules: Rules, state: State, run: RunTrains, best: bool = False) -> Timetable:
    """Return the revenue of a run in the state before it, stop by stop, and its map."""
    report = report_run(rules, state, run)
    runs = drawn_runs(rules, report.routes)
    label = format_text(BEST_RUN if best else OWN_RUN, company=run.company)
    shown = _map(rules, state, runs, label)
    columns = columns_of(rules, report.routes, state.board)
    return Timetable(columns, report.revenue, shown)


def _find_run(made: RowWithStates) -> LogRow | None:
    """Find the row with the run that is paid here."""
    for row in (made.row, *reversed(made.earlier)):
        if isinstance(read_deed(row).action, RunTrains):
            return row
    return None


def _find_better_run(view: GameView, made: RowWithStates) -> Timetable | None:
    """Find the best run that was possible instead."""
    row = _find_run(made)
    then = current_store().read_row(view.id, row.n) if row else None
    action = read_deed(then.row).action if then else None
    if then is None or then.before is None or not isinstance(action, RunTrains):
        return None
    rules, company = view.rules, action.company
    try:
        # no version is below 1: a past state is never taken for a present one
        past = replace(view, state=then.before, version=-then.row.n)
        best = best_runs().search(past, company, LONG, is_past=True)
    except (StillSearchingError, WorkerError):
        forbid_caching()
        return None
    routes = tuple((route.train, route.path) for route in best.routes)
    return _timetable(rules, then.before, RunTrains(company, routes), best=True)
