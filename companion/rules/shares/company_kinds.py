"""The kind of a company and the certificate sizes and limits that depend on it.

A kind (:class:`companion.rules.data.companies.CompanyKind`) says how a company is divided, held,
floated and capitalised. A company begins with the kind given in the title's data, and may change
it.
"""

from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.data.title_data import TitleData


def become(change: Change, data: TitleData, company: str, kind: str) -> None:
    """Change the kind of the company; its price stays where it is.

    Raises ValueError if its certificates are not whole shares of the new kind. Raises ValueError
    also if only one of the two kinds has a president's certificate.
    """
    own, new = data.companies[company], data.kinds[kind]
    if any(part % new.unit for part in own.shares) or new.directed != own.kind.directed:
        raise ValueError(f"certificates of {company} are none of a company of kind {kind}")
    change.state.alter(company, kind=kind)


def train_limit(data: TitleData, state: State, company: str) -> int:
    """Return the number of trains the company may have on each of its charters."""
    return data.phase(state.phase).train_limit(state.companies[company].kind)
