"""The certificate of audit: what a game counts, and that all that is stored of it holds."""

from typing import TYPE_CHECKING

from companion.languages import format_count, format_number, format_text, gettext
from companion.ledger.entries import BANK, BOX, LedgerFault
from companion.reporting.content.chronicle import Chronicle

if TYPE_CHECKING:
    from companion.reporting.content.proof import Proof
    from companion.store.history.audit import Audit

LISTED = 12  # things that do not hold


def certificate(chronicle: Chronicle, proof: "Proof | None" = None) -> list[tuple[str, str]]:
    """The rows of the certificate: what each is, and what it says. Where the game lies in a store,
    with those of its log and the whole self-check; else with the check of its books alone.
    """
    rules, state, books = chronicle.rules, chronicle.state, chronicle.purses
    tokens = state.board.lying().total()
    entries = format_text(
        "{entries:,} with {postings:,} postings", entries=books.entries, postings=books.postings
    )
    return [
        (gettext("Actions"), format_number(chronicle.actions)),
        (gettext("Entries of the books"), entries),
        (gettext("Money in play"), rules.data.money(_money(chronicle))),
        (gettext("Certificates"), format_number(len(state.certificates))),
        (gettext("Tiles and tokens on the map"), f"{len(state.board.laid)}, {tokens}"),
        *(_log(proof) if proof else [(gettext("Books"), _describe_check(chronicle))]),
    ]


def _money(chronicle: Chronicle) -> int:
    """All that came out of the box; where the bank has no end, what is not in the bank."""
    cash = chronicle.state.cash
    return -cash[BOX] - (0 if chronicle.rules.bank_size else cash[BANK])


def _log(proof: "Proof") -> list[tuple[str, str]]:
    """What the log comes to, the hash by which it is known again, and the self-check of it all."""
    audit = proof.audit
    rows = format_text(
        "{rows:,}; undone or set aside: {aside:,}", rows=audit.rows, aside=proof.aside
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
        format_count("the past mended once", "the past mended {number} times", times, number=times),
    )
    again = format_text("{rows:,} rows from the set-up on", rows=audit.recomputed)
    links = format_count("{number:,} link", "{number:,} links", audit.links, number=audit.links)
    return [
        (gettext("Rows of the log"), rows),
        (gettext("Ruled and corrected"), ", ".join(ruled)),
        (gettext("Played again"), f"{again}."),
        (gettext("Journal"), links),
        (gettext("Its last hash, SHA-256"), audit.hash),
        (gettext("Self-check"), audit.says),
        *_wrong(audit),
    ]


def _wrong(audit: "Audit") -> list[tuple[str, str]]:
    """What the self-check has found, with where."""
    found = [(each.where or gettext("The game"), each.says) for each in audit.found[:LISTED]]
    if len(audit.found) > LISTED:
        found.append(("", format_text("and {number} more", number=len(audit.found) - LISTED)))
    return found


def _describe_check(chronicle: Chronicle) -> str:
    """Whether everything there is lies in one place, and all accounts balance."""
    try:
        chronicle.rules.check(chronicle.state)
    except LedgerFault as fault:
        return str(fault)
    return gettext(
        "All accounts balance; every certificate, train, tile and token lies in its one place."
    )
