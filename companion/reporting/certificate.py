"""The certificate of audit: what a game counts, and that its books hold."""

from companion.languages import in_figures, said, translated
from companion.ledger.entries import BOX, LedgerFault
from companion.reporting.chronicle import Chronicle


def certificate(chronicle: Chronicle) -> list[tuple[str, str]]:
    """The rows of the certificate: what each is, and what it says."""
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
        (translated("Self-check"), _checked(chronicle)),
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
