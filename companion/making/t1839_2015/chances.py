"""What is open beside the steps of a turn, and could be lost when they end by themselves: a train
bought before it could run no more, and the director's money for a marker.
"""

from companion.rules.chances import ChanceOfTurn


class TrainInTime(ChanceOfTurn):
    """A train that a private allows to be bought now, with which the company could run."""

    name = "early_train"
    opens = ("run",)


class MarkerPaid(ChanceOfTurn):
    """What the director pays of a marker that the treasury cannot pay."""

    name = "draw"
    opens = ("token",)
