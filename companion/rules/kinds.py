"""Of what kind a company is now, and what a part of it is worth.

A kind (:class:`companion.rules.data.Kind`) says how a company is divided, held, floated and paid
for. A company begins as the kind that its title's data names, and may become another.
"""

from companion.rules.change import Change
from companion.rules.data import Kind, TitleData
from companion.rules.state import State


def kind_of(data: TitleData, state: State, company: str) -> Kind:
    """The kind that the company is of now."""
    return data.kinds[state.companies[company].kind]


def become(change: Change, data: TitleData, company: str, kind: str) -> None:
    """Make the company one of another kind, for which its certificates are as good. Its price
    stays where it is. Raises ValueError for a kind in whose shares they cannot be counted.
    """
    unit = data.kinds[kind].unit
    if any(part % unit for part in data.companies[company].shares):
        raise ValueError(f"certificates of {company} are no whole shares of {unit}%")
    change.state.alter(company, kind=kind)
