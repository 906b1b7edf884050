"""The lays of a turn."""

from typing import Annotated, Literal

from companion.rules.data.lay_allowance import NEW, UPGRADE, LayAllowance, LayPermission
from companion.titles.schema.fields import (
    Count,
    Flag,
    Listed,
    Sum,
    Word,
    describe,
)
from companion.titles.schema.value_tables import ValueTable, make_value, value_of

LayKind = Annotated[Literal["yellow", "upgrade"], Word()]
LayKinds = Annotated[frozenset[LayKind], Listed(1, 2)]
BOTH = frozenset((NEW, UPGRADE))


class LayTable(ValueTable[LayPermission]):
    """One permitted lay of a turn."""

    kinds: LayKinds = describe("The kinds of lay that it may be.", ["yellow"], BOTH)
    fee: Sum = describe("Its cost besides the terrain.", 20, 0)
    elsewhere: Flag = describe(
        "Whether it must be on a hex without a lay of this turn before.", True, False
    )

    not_after_upgrade: Flag = describe("Whether an upgrade of the turn forbids it.", True, False)


class TrackTable(ValueTable[LayAllowance]):
    """The lays that a turn allows."""

    lays: Annotated[tuple[LayTable, ...], Listed(0, 10)] = describe(
        "The lays of a turn, used in this order.", [{"kinds": ["yellow", "upgrade"]}]
    )
    upgrades: Count | None = describe("The most upgrades among them.", 1, None)
    first_lays: Annotated[tuple[LayTable, ...], Listed(1, 10)] | None = describe(
        "The lays of a company's first turn, if they are others.",
        [{}, {"kinds": ["yellow"], "not_after_upgrade": True}],
        None,
    )

    def build_first(self) -> LayAllowance | None:
        """Return the allowance of a company's first turn, if it is another."""
        if not self.first_lays:
            return None
        return make_value(self, LayAllowance, lays=value_of(self.first_lays))
