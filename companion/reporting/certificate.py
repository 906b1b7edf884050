"""The certificate of audit: what a game counts, and that its books hold."""

from typing import TYPE_CHECKING

from companion.languages import in_figures, said, translated
from companion.ledger.entries import BOX, LedgerFault
from companion.reporting.chronicle import Chronicle

if TYPE_CHECKING:
    from companion.reporting.proof import Proof


def certificate(chronicle: Chronicle, proof: "Proof | None" = None) -> list[tuple[str, str]]:
    """The rows of the certificate: what each is, and what it says; with those of the log where the
    game lies in a store.
    """
    rules, state, books = chronicle.rules, chronicle.state, chronicle.purses
    tokens = sum(sum(map(bool, slots)) for slots in state.board.tokens.values())
    entries = said(
        "{entries:,} with {postings:,} postings", entries=books.entries, postings=books.postings
    )
    return [
        (translated("Actions"), in_figures(chronicle.actions)),
        (translated("Entries of the books"), entries),
        (translated("Money in play"), rules.data.money(-state.cash[BOX])),
        (translated("Certificates"), in_figures(len(state.certificates))),
        (translated("Tiles and tokens on the map"), f"{len(state.board.laid)}, {tokens}"),
        *(_log(proof) if proof else ()),
        (translated("Self-check"), _checked(chronicle)),
    ]


def _log(proof: "Proof") -> list[tuple[str, str]]:
    """What the log comes to, and the hash by which it is known again."""
    rows = said("{rows:,}, of which {undone:,} taken back", rows=proof.rows, undone=proof.undone)
    ruled = said(
        "{rulings} rulings, {corrections} corrections, the past mended {mended} times",
        rulings=proof.ruled,
        corrections=len(proof.corrected),
        mended=proof.mended,
    )
    holds = translated("every link goes with those before it")
    if proof.broken is not None:
        holds = said("broken at link {number}", number=proof.broken)
    chain = said("{links:,} links: {holds}", links=proof.links, holds=holds)
    return [
        (translated("Rows of the log"), rows),
        (translated("Ruled and corrected"), ruled),
        (translated("Chain of the log"), chain),
        (translated("Its last hash, SHA-256"), proof.hash),
    ]


def _checked(chronicle: Chronicle) -> str:
    """Whether everything there is lies in one place, and all accounts balance."""
    try:
        chronicle.rules.check(chronicle.state)
    except LedgerFault as fault:
        return str(fault)
    return translated(
        "All accounts balance; every certificate, train, tile and token lies in its one place."
    )
