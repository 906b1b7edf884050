"""Receipts of the rows of the log.

They are made from the events and entries of a row and the states before and after it. Nothing is
stored for them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.ledger.entries import Entry
from companion.ledger.receipts import (
    DebtLine,
    MoneyLine,
    PayoutReceipt,
    PriceLine,
    Receipt,
    TransferLine,
)
from companion.rules.core.actions import Action, BuyTrain, LayTile, Pass, PlaceToken
from companion.rules.core.change import Event
from companion.rules.core.state import State
from companion.rules.explain.breakdown import BreakdownRow, explain_entries, lines_without_terms
from companion.rules.explain.transfers import find_transfers
from companion.rules.judge.rules import Rules
from companion.rules.operating.emergency_money import OwingStep, help_needed
from companion.rules.privates.player_tiles import LayPrivateTile
from companion.rules.privates.power_lays import TurnWithPowers
from companion.rules.shares.market import path


@dataclass(frozen=True, slots=True)
class LogRecord:
    """A row of the log as the rules read it: number, action, events and entries.

    ``action`` is None if these rules do not know it.
    """

    number: int
    action: Action | None
    events: Sequence[Event]
    entries: Sequence[Entry] = ()


def receipt_of(
    rules: Rules,
    deed: LogRecord,
    earlier: Sequence[LogRecord] = (),
    before: State | None = None,
    after: State | None = None,
) -> Receipt:
    """Return the receipt of a row.

    ``earlier`` are the rows before it, oldest first. ``before`` and ``after`` are the states around
    it, None if they are unknown or for the beginning.
    """
    payouts = tuple(
        found
        for event in deed.events
        if isinstance(found := event.facts.get("receipt"), PayoutReceipt)
    )
    if before is None or after is None:
        return Receipt(
            deed.number,
            payouts,
            _find_apart(payouts, lines_without_terms(rules, deed.entries)),
            prices=_moves(rules, deed.events, payouts),
            whole=False,
        )
    row = BreakdownRow(
        rules, before, after, deed.events, deed.entries, _power_used(deed.action, before)
    )
    debt = _debt(rules, before, deed.action)
    sales = tuple(_sales(rules, earlier, before)) if debt else ()
    if isinstance(deed.action, BuyTrain) and not sales and not _is_president_help(deed):
        debt = None  # the company paid alone, though it owed a more expensive one
    money = _find_apart(payouts, explain_entries(row))
    moved = tuple(find_transfers(rules.data, before, after, deed.events))
    return Receipt(
        deed.number,
        payouts,
        money,
        moved,
        _moves(rules, deed.events, payouts),
        debt,
        tuple(sorted({*sales, *_tale(rules, deed, earlier), *_bids(deed, earlier)})),
        _places(rules, deed, money, moved),
    )


def _power_used(action: Action | None, before: State) -> str:
    """Return the private whose power lays the tile or places the token; "" if none.

    The action names the private, or the private has begun the turn's lays.
    """
    if isinstance(action, LayPrivateTile):
        return action.private
    if not isinstance(action, LayTile | PlaceToken):
        return ""
    turn = before.round.operating
    begun = (
        turn.private_for_lays
        if isinstance(turn, TurnWithPowers) and isinstance(action, LayTile)
        else ""
    )
    return action.private or begun


def _places(
    rules: Rules, deed: LogRecord, money: Iterable[MoneyLine], moved: Iterable[TransferLine]
) -> tuple[str, ...]:
    """Return the sections of the rule book that the row relies on.

    They are those for a home token and for the amounts. If there are none, it is the section for
    the action, or for a token placed on its home automatically.
    """
    home = rules.data.cite("token.home")
    found = [home] if _is_of_home(deed) else []
    found += (line.rule for line in money)
    if not any(found) and deed.action is not None:
        kind = deed.action.wire_name
        words = rules.vocabulary.actions.get(kind)
        code = words.rule if words else ""
        by_itself = not code and any(line.sort == "token" for line in moved)
        found = [home if by_itself else rules.data.cite_receipt(kind, code)]
    return tuple(dict.fromkeys(filter(None, found)))


def _is_of_home(deed: LogRecord) -> bool:
    """Check whether a player placed a home token in this row."""
    if not isinstance(deed.action, PlaceToken):
        return False
    stop = deed.action.stop
    return any(
        event.kind == "placed_home_token" and event.facts["stop"] == stop for event in deed.events
    )


def _find_apart(
    payouts: Iterable[PayoutReceipt], lines: Iterable[MoneyLine]
) -> tuple[MoneyLine, ...]:
    """Return the lines of entries that no payout's own receipt contains."""
    due = [(payout.company, *payment) for payout in payouts for payment in payout.payments()]
    found = []
    for line in lines:
        payee = line.postings[-1]
        payment = (line.about[0] if line.about else "", payee.account, payee.amount)
        if payment in due:
            due.remove(payment)
        else:
            found.append(line)
    return tuple(found)


def _moves(
    rules: Rules, events: Iterable[Event], payouts: Iterable[PayoutReceipt]
) -> tuple[PriceLine, ...]:
    """Return the price moves in the events, each with the cells on its way.

    Moves of payouts are left out, because their own receipts show them.
    """
    own = [(paid.company, paid.price_before, paid.price_after) for paid in payouts]
    found = []
    for event in events:
        facts = event.facts
        if event.kind != "price" or not {"company", "before", "after"} <= facts.keys():
            continue
        move = facts["company"], facts["before"], facts["after"]
        if move in own:
            own.remove(move)
            continue
        cells = [cell for id in facts.get("cells", ()) if (cell := rules.data.cells.get(id))]
        found.append(PriceLine(*move, path(rules.data, *cells) if len(cells) == 2 else ()))
    return tuple(found)


def _debt(rules: Rules, before: State, action: Action | None) -> DebtLine | None:
    """Return the debt that the row raised money for or paid, as it was before.

    None if the debtor's cash was enough.
    """
    step = rules.waiting(before)
    if not isinstance(step, OwingStep) or not isinstance(action, step.accepts):
        return None
    help = None if isinstance(action, Pass) else help_needed(rules, before)
    if help is None or help.treasury >= help.debt.amount:
        return None
    debt = help.debt
    return DebtLine(
        debt.kind,
        debt.debtor,
        debt.helper,
        debt.amount,
        help.treasury,
        help.own,
        help.adds,
        help.lacking,
        help.can_raise,
        debt.train_type,
    )


def _is_president_help(deed: LogRecord) -> bool:
    return any(entry.memo == "president_help" for entry in deed.entries)


def _bids(deed: LogRecord, earlier: Sequence[LogRecord]) -> Iterable[int]:
    """Return the rows with earlier bids for a private that is bid for or sold in this one."""
    sold = {e.facts.get("private") for e in deed.events if e.kind in ("bought_private", "bid")}
    sold -= {None}
    return (
        other.number
        for other in earlier
        if any(e.facts.get("private") in sold and _is_bid(e) for e in other.events)
    )


def _is_bid(event: Event) -> bool:
    """Check whether the event is a bid for a private or its offered price."""
    return event.kind != "private_paid" and bool({"amount", "price"} & event.facts.keys())


def _sales(rules: Rules, earlier: Sequence[LogRecord], state: State) -> Iterable[int]:
    """Yield the rows directly before in which money was raised for the same debt."""
    step = rules.waiting(state)
    if not isinstance(step, OwingStep):
        return
    for deed in reversed(earlier):
        if not isinstance(deed.action, step.raising.accepts) or isinstance(deed.action, Pass):
            return
        yield deed.number


def _tale(rules: Rules, deed: LogRecord, earlier: Sequence[LogRecord]) -> Iterable[int]:
    """Yield the earlier rows of the same story, back to its beginning."""
    parts = _parts(rules, deed)
    if not parts or "begins" in parts:
        return
    for other in reversed(earlier):
        told = _parts(rules, other)
        if told:
            yield other.number
        if "begins" in told or not isinstance(other.action, Action):
            return


def _parts(rules: Rules, deed: LogRecord) -> set[str]:
    """Return the parts of a story that the row's events tell."""
    words = (rules.words.event_words(event) for event in deed.events)
    return {word.tale for word in words if word is not None and word.tale}
