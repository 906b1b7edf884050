"""The figures of 1839 of 2015 that no other title has: ``[own]`` in its ``title.toml``."""

from typing import Annotated

from companion.rules.data.title_data import TitleData
from companion.titles.schema.fields import (
    Count,
    Id,
    Listed,
    Percent,
    PhaseName,
    PrivateSymbol,
    Sum,
    Table,
    Train,
    describe,
)
from companion.titles.schema.own_figures import check_own

Sums = Annotated[tuple[Sum, ...], Listed()]


class Figures(Table):
    """The figures of the title."""

    discount: Sum = describe("The reduction of a private's price by one discount.", 20)
    sums: Sums = describe("The reductions laid before the sale.", [60, 40])
    privates_drawn: dict[Id, Count] = describe(
        "The number of privates drawn of each colour.", {"blue": 2}
    )
    foreign_pars: Sums = describe("One par for each foreign company.", [67, 72, 80])
    initial_limit: Percent = describe(
        "With so much of a company nobody buys more from the initial offering.", 60
    )
    bundle: Percent = describe("The most that a director buys at once of their company.", 30)
    foreign_from: PhaseName = describe(
        "The phase from which shares of foreign companies are sold.", "Green"
    )
    foreign_keeps_from: PhaseName = describe(
        "The phase from which these companies keep all of the money for them.", "Brown"
    )
    sill: Sum = describe("From this price on it rises one space at most.", 135)
    steps: Sums = describe("The multiples of the price that bring it one space more.", [1, 2, 4])
    returns: Train = describe("The type of train that foreign companies put back.", "FLOOD")
    gray_four: Count = describe(
        "Operating rounds in a set of the last phase, under the option of that name.", 4
    )
    outdates: PhaseName = describe("The phase that makes privates obsolete.", "Brown")
    spare_train: Train = describe("There is one more of this type.", "5+")
    spare_for: Annotated[tuple[Annotated[tuple[PrivateSymbol, ...], Listed()], ...], Listed()] = (
        describe("If all privates of one of these groups are in the game.", [["VER", "CM"]])
    )


def figures(data: TitleData) -> Figures:
    """Return the figures in the title's data. Raises DataError, which names the error."""
    return check_own(Figures, data)
