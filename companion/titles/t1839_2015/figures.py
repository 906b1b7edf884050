"""The figures of 1839 of 2015 that no other title has: ``[own]`` in its ``title.toml``."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.data.title_data import TitleData
from companion.titles.toml_tables import TomlTable


@dataclass(frozen=True, slots=True)
class Figures2015:
    """The figures of the title.

    ``discount``: reduction of a private's price by one discount. ``sums``: reductions laid before
    the sale. ``drawn``: number of privates drawn of each colour. ``foreign_pars``: one par for each
    foreign company. ``initial_limit``: percent of a company from which a player may not buy more
    from the initial offering. ``bundle``: highest percent of a company that its director buys at
    once.

    ``foreign_from``: the phase from which shares of foreign companies are sold.
    ``foreign_keeps_from``: the phase from which these companies keep all of the money for them.
    ``steps``: multiples of the price for a dividend to move the price by each space. ``sill``: the
    price from which one space is the limit. ``returns``: the train type that foreign companies put
    back. ``gray_four``: operating rounds in a set of the last phase, under the option of that name.
    ``outdates``: the phase that makes privates obsolete. ``spare_for``: groups of privates. If all
    of one group are in the game, there is one more ``spare_train``.
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


def figures(data: TitleData) -> Figures2015:
    """Return the figures in the title's data. Raises DataError, which names the error."""
    table = TomlTable(data.own, "title.toml: own")
    drawn, phases = table.table("privates_drawn"), [phase.name for phase in data.phases]
    found = Figures2015(
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
    drawn.check_all_read()
    table.check_all_read()
    return found
