"""Of what kind a company is now, and what a part of it is worth.

A kind (:class:`companion.rules.data.title_data.Kind`) says how a company is divided, held, floated
and paid for. A company begins as the kind that its title's data names, and may become another.
"""

from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.data.title_data import Kind, TitleData


def kind_of(data: TitleData, state: State, company: str) -> Kind:
    """The kind that the company is of now."""
    return data.kinds[state.companies[company].kind]


def become(change: Change, data: TitleData, company: str, kind: str) -> None:
    """Make the company one of another kind, for which its certificates have to be as good. Its
    price stays where it is. Raises ValueError where they are no whole shares of that kind, or there
    is a president's certificate in one kind and none in the other.
    """
    own, new = data.companies[company], data.kinds[kind]
    if any(part % new.unit for part in own.shares) or new.directed != own.kind.directed:
        raise ValueError(f"certificates of {company} are none of a company of kind {kind}")
    change.state.alter(company, kind=kind)


def train_limit(data: TitleData, state: State, company: str) -> int:
    """How many trains the company may have on each of its charters."""
    return data.phase(state.phase).train_limit(state.companies[company].kind)
