"""The certificate of audit: totals of a game, and the result of the check of all stored data."""

from typing import TYPE_CHECKING

from companion.languages import format_count, format_number, format_text, gettext
from companion.ledger.entries import BANK, BOX, LedgerError
from companion.reporting.content.chronicle import Chronicle

if TYPE_CHECKING:
    from companion.reporting.content.edits_and_counts import Proof
    from companion.store.history.audit import Audit

LISTED = 12  # problems listed at most


def certificate(chronicle: Chronicle, proof: "Proof | None" = None) -> list[tuple[str, str]]:
    """Return the rows of the certificate as (label, text).

    A stored game has rows about its log and the whole self-check. Other games have only the check
    of their books.
    """
    rules, state, books = chronicle.rules, chronicle.state, chronicle.purses
    tokens = state.board.lying().total() + sum(state.told.tokens.values())
    lying = f"{len(state.board.laid)}, {tokens}"
    on_map = format_text("Tiles and {tokens} on the map", tokens=rules.words.name("tokens"))
    entries = format_text(
        "{entries:,} with {postings:,} postings", entries=books.entries, postings=books.postings
    )
    return [
        (gettext("Actions"), format_number(chronicle.actions)),
        (gettext("Ledger entries"), entries),
        (gettext("Money in play"), rules.data.money(_money(chronicle))),
        (gettext("Certificates"), format_number(len(state.certificates))),
        *([(on_map, lying)] if rules.data.has_board else []),
        *(_log(proof) if proof else [(gettext("Books"), _describe_check(chronicle))]),
    ]


def _money(chronicle: Chronicle) -> int:
    """Return all money taken from the box; with an unlimited bank, the money outside it."""
    cash = chronicle.state.cash
    return -cash[BOX] - (0 if chronicle.rules.bank_size else cash[BANK])


def _log(proof: "Proof") -> list[tuple[str, str]]:
    """Return rows about the log, the hash that identifies it, and the self-check."""
    audit = proof.audit
    rows = format_text(
        "{rows:,}; undone or replaced: {aside:,}", rows=audit.rows, aside=proof.aside
    )
    times = len(proof.mended)
    ruled = (
        format_count("{number} ruling", "{number} rulings", proof.ruled, number=proof.ruled),
        format_count(
            "{number} correction",
            "{number} corrections",
            proof.corrected,
            number=proof.corrected,
        ),
        format_count(
            "the past corrected once", "the past corrected {number} times", times, number=times
        ),
    )
    again = format_text("{rows:,} rows from the set-up", rows=audit.recomputed)
    links = format_count("{number:,} link", "{number:,} links", audit.links, number=audit.links)
    return [
        (gettext("Log rows"), rows),
        (gettext("Ruled and corrected"), " · ".join(ruled)),
        (gettext("Replayed"), again),
        *_list_told_runs(audit),
        (gettext("Journal"), links),
        (gettext("Its last hash, SHA-256"), audit.hash),
        (gettext("Self-check"), audit.says),
        *_wrong(audit),
    ]


def _list_told_runs(audit: "Audit") -> list[tuple[str, str]]:
    """Return a row about runs whose revenue was told, if there are any."""
    if not audit.told:
        return []
    runs = format_count("{number} run", "{number} runs", audit.told, number=audit.told)
    return [(gettext("Revenue entered, not checked"), runs)]


def _wrong(audit: "Audit") -> list[tuple[str, str]]:
    """Return the problems found by the self-check, with their places."""
    found = [(each.where or gettext("The game"), each.says) for each in audit.found[:LISTED]]
    if len(audit.found) > LISTED:
        found.append(("", format_text("and {number} more", number=len(audit.found) - LISTED)))
    return found


def _describe_check(chronicle: Chronicle) -> str:
    """Check that all pieces are in one place and all accounts balance. Returns a sentence."""
    try:
        chronicle.rules.inventory.check(chronicle.state)
    except LedgerError as fault:
        return str(fault)
    return gettext(
        "All accounts balance. Every certificate, train, tile and token is in exactly one place."
    )
