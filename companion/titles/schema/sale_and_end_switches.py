"""Switches of privates, of trains and of the end of the game, with the usual ones."""

from typing import Annotated, Literal

from companion.rules.data import switches
from companion.titles.schema.fields import (
    Count,
    Flag,
    Listed,
    Train,
    Whole,
    Word,
    describe,
)
from companion.titles.schema.value_tables import ValueTable, make_value


class PrivateUseTable(ValueTable[switches.PrivateUseSwitches]):
    """Privates."""

    least_percent: Annotated[int, Whole(0, 1000)] = describe(
        "The lowest price that a company pays for a private, in percent of its face value.", 50, 50
    )
    most_percent: Annotated[int, Whole(0, 1000)] = describe(
        "The highest price that a company pays for a private, in percent of its face value.",
        150,
        200,
    )
    any_time: Flag = describe(
        "Whether companies buy and use privates at any moment of their turns.", False, True
    )
    exchange_any_time: Flag = describe(
        "Whether players exchange privates at any moment.", False, True
    )
    first_round_at_face: Flag = describe(
        "Whether companies also buy privates in the first operating round of the game, at face"
        " value. Each buys one at most, and each player sells one at most.",
        True,
        False,
    )

    sold_by: Annotated[Literal["any_player", "own_president"], Word()] = describe(
        "Privates are sold to a company by any player, or only by its own president.",
        "own_president",
        switches.ANY_PLAYER,
    )

    def build(self) -> switches.PrivateUseSwitches:
        """Return the switches."""
        factors = self.least_percent / 100, self.most_percent / 100
        return make_value(self, switches.PrivateUseSwitches, price_factors=factors)


Moment = Literal["after_round", "after_operating_round", "after_set"]


class EndTable(ValueTable[switches.EndSwitches]):
    """The end of the game."""

    bank: Annotated[Literal["at_once", Moment, "never"], Word()] = describe(
        "When a broken bank ends the game: at once, after the round, after the operating round (or"
        " the next one), after the set of operating rounds, or never.",
        "after_operating_round",
        switches.AFTER_SET,
    )
    price: Annotated[Literal["at_once", Moment], Word()] | None = describe(
        ("When a price on a space of the kind end ends the game; left out, no price does."),
        "after_operating_round",
        None,
    )
    last_train: Annotated[Literal["at_once", Moment], Word()] | None = describe(
        "When the game ends because the bank has sold its last train; otherwise it does not.",
        "after_operating_round",
        None,
    )
    sets: Count = describe(
        "The number of sets of operating rounds after which the game ends, 0 for any.", 5, 0
    )
    more_rounds: Count = describe(
        (
            "The number of operating rounds that the last of them has in addition to those of "
            "the phase."
        ),
        1,
        0,
    )
    at_nothing: Flag = describe(
        "Whether the bank is broken when nothing is left; otherwise when it owes money.",
        False,
        True,
    )


class TrainSaleTable(ValueTable[switches.TrainSaleSwitches]):
    """The sale of trains."""

    least_price: Count = describe(
        "The lowest price of a train of a company with another president.", 0, 1
    )
    sales_fall_short: Flag = describe(
        "Whether a president may sell shares for a required train although the fallen price leaves"
        " them short of it.",
        False,
        True,
    )
    exported: Annotated[tuple[Train, ...], Listed(0, 30)] = describe(
        "The types of train of which the next one leaves the game after a set of operating "
        "rounds, as if it were bought. The same happens when privates pay in the auction.",
        ["2", "3", "4"],
        (),
    )
    keeps_president: Flag = describe(
        "Whether a sale for a debt can never change the president of the company that owes.",
        False,
        True,
    )
    helps_with_others: Flag = describe(
        "Whether a president helps with another company's train too, up to its face value.",
        False,
        True,
    )
    sales_move_presidents: Flag = describe(
        "Whether shares sold for a required train may change the presidents of other companies.",
        False,
        True,
    )
    discards_leave: Flag = describe(
        "Whether trains that a company discards or trades in leave the game. Otherwise "
        "they go to the pool.",
        True,
        False,
    )

    any_train: Flag = describe(
        "Whether a president helps with any train of the bank, not only with its cheapest.",
        True,
        False,
    )
    sells_freely: Flag = describe(
        "Whether a president may sell more shares than a required train needs.", True, False
    )
    unpaid: Annotated[Literal["bankrupt", "leaves", "no_train"], Word()] = describe(
        "If a president cannot pay for a required train: they are bankrupt, which ends"
        " the game; they are bankrupt and leave, and the others play on; or the company goes"
        " without a train. The cash of a player who leaves goes to the bank. Their shares go to the"
        " pool, above its limit too, and those without a price to the initial offering. Their"
        " privates close. Each of their companies passes to the player with most"
        " shares, who must hold at least its president's certificate. Otherwise the company leaves"
        " the game too. The bank pays what the company lacks for its train. If one player is left,"
        " the game ends.",
        "leaves",
        switches.BANKRUPT,
    )
    leaver_falls: Flag = describe(
        "Whether prices fall, as by sales, when the shares of a bankrupt player who leaves come to"
        " the pool.",
        True,
        False,
    )
