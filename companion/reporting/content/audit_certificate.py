"""The certificate of audit: what a game counts, and that all that is stored of it holds."""

from typing import TYPE_CHECKING

from companion.languages import counted, in_figures, said, translated
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
    entries = said(
        "{entries:,} with {postings:,} postings", entries=books.entries, postings=books.postings
    )
    return [
        (translated("Actions"), in_figures(chronicle.actions)),
        (translated("Entries of the books"), entries),
        (translated("Money in play"), rules.data.money(_money(chronicle))),
        (translated("Certificates"), in_figures(len(state.certificates))),
        (translated("Tiles and tokens on the map"), f"{len(state.board.laid)}, {tokens}"),
        *(_log(proof) if proof else [(translated("Books"), _checked(chronicle))]),
    ]


def _money(chronicle: Chronicle) -> int:
    """All that came out of the box; where the bank has no end, what is not in the bank."""
    cash = chronicle.state.cash
    return -cash[BOX] - (0 if chronicle.rules.bank_size else cash[BANK])


def _log(proof: "Proof") -> list[tuple[str, str]]:
    """What the log comes to, the hash by which it is known again, and the self-check of it all."""
    audit = proof.audit
    rows = said("{rows:,}; undone or set aside: {aside:,}", rows=audit.rows, aside=proof.aside)
    times = len(proof.mended)
    ruled = (
        counted("{number} ruling", "{number} rulings", proof.ruled, number=proof.ruled),
        counted(
            "{number} correction",
            "{number} corrections",
            proof.corrected,
            number=proof.corrected,
        ),
        counted("the past mended once", "the past mended {number} times", times, number=times),
    )
    again = said("{rows:,} rows from the set-up on", rows=audit.recomputed)
    links = counted("{number:,} link", "{number:,} links", audit.links, number=audit.links)
    return [
        (translated("Rows of the log"), rows),
        (translated("Ruled and corrected"), ", ".join(ruled)),
        (translated("Played again"), f"{again}."),
        (translated("Journal"), links),
        (translated("Its last hash, SHA-256"), audit.hash),
        (translated("Self-check"), audit.says),
        *_wrong(audit),
    ]


def _wrong(audit: "Audit") -> list[tuple[str, str]]:
    """What the self-check has found, with where."""
    found = [(each.where or translated("The game"), each.says) for each in audit.found[:LISTED]]
    if len(audit.found) > LISTED:
        found.append(("", said("and {number} more", number=len(audit.found) - LISTED)))
    return found


def _checked(chronicle: Chronicle) -> str:
    """Whether everything there is lies in one place, and all accounts balance."""
    try:
        chronicle.rules.check(chronicle.state)
    except LedgerFault as fault:
        return str(fault)
    return translated(
        "All accounts balance; every certificate, train, tile and token lies in its one place."
    )
