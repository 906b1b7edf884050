"""The figures of 1839 of 2015 that no other title has: its ``title.toml`` under ``[own]``."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.data.title_data import TitleData
from companion.titles.tables import Table


@dataclass(frozen=True, slots=True)
class Figures:
    """``discount``: what one takes off a private, and ``sums`` what is taken off before the sale.
    ``drawn``: how many privates of a colour are drawn. ``foreign_pars``: one for each foreign
    company.

    ``initial_limit``: percent of a company with which nobody buys more from the initial offering;
    ``bundle``: percent of a company that its director buys at once at most.
    ``foreign_from``: the phase from which shares of foreign companies are bought;
    ``foreign_keeps_from``: from which they keep all that they get for them.

    ``steps``: times the price that a dividend is for each space that the price rises; from the
    ``sill`` on one space is all. ``returns``: the type of train that foreign companies put back.
    ``gray_four``: operating rounds a set in the last phase, under the option of that name.
    ``outdates``: the phase that makes privates obsolete. There is one more ``spare_train`` if all
    privates of one of the groups ``spare_for`` are in the game.
    """

    discount: int
    sums: tuple[int, ...]
    drawn: Mapping[str, int]
    foreign_pars: tuple[int, ...]
    initial_limit: int
    bundle: int
    foreign_from: str
    foreign_keeps_from: str
    sill: int
    steps: tuple[int, ...]
    returns: str
    gray_four: int
    outdates: str
    spare_train: str
    spare_for: tuple[tuple[str, ...], ...]


def figures(data: TitleData) -> Figures:
    """The figures in the title's data. Raises DataError, which names what is wrong."""
    table = Table(data.own, "title.toml: own")
    drawn, phases = table.table("privates_drawn"), [phase.name for phase in data.phases]
    found = Figures(
        discount=table.get("discount", int),
        sums=tuple(table.get("sums", list)),
        drawn={colour: drawn.get(colour, int) for colour in drawn.data},
        foreign_pars=tuple(table.get("foreign_pars", list)),
        initial_limit=table.get("initial_limit", int),
        bundle=table.get("bundle", int),
        foreign_from=table.one_of("foreign_from", phases),
        foreign_keeps_from=table.one_of("foreign_keeps_from", phases),
        sill=table.get("sill", int),
        steps=tuple(table.get("steps", list)),
        returns=table.one_of("returns", data.trains),
        gray_four=table.get("gray_four", int),
        outdates=table.one_of("outdates", phases),
        spare_train=table.one_of("spare_train", data.trains),
        spare_for=tuple(tuple(group) for group in table.get("spare_for", list)),
    )
    drawn.done()
    table.done()
    return found
