"""Actions of a game without its map: the table tells what a company paid and earned."""

from companion.rules.core.actions import Action, CompanyAction, action
from companion.rules.core.map_use import Run
from companion.rules.data.lay_allowance import NEW, UPGRADE

MOST = 9_999  # the greatest revenue of a run


@action("tell_track")
class TellTrack(CompanyAction):
    """A company lays one tile for ``cost``; ``upgrades`` is 1 if it replaces another, else 0."""

    cost: int
    upgrades: int = 0

    @property
    def kind(self) -> str:
        """How the lay counts in the turn."""
        return UPGRADE if self.upgrades else NEW


@action("tell_token")
class TellToken(CompanyAction):
    """A company places a token for ``price``, with the power of ``private`` if it names one.

    ``bonus`` is what the bank pays for a token on certain hexes.
    """

    price: int
    private: str | None = None
    bonus: int = 0


@action("tell_run")
class TellRun(CompanyAction):
    """The revenue of a company's run, 0 if it does not run.

    ``parts`` are trains, each with its revenue; one with 0 does not run. Without parts all run.
    """

    revenue: int
    parts: Run = ()


@action("tell_fact")
class TellFact(CompanyAction):
    """A payment of the bank that the map decides comes true with the track of a company.

    ``fact`` is its key.
    """

    fact: str


@action("tell_power")
class TellPower(Action):
    """An owner uses the power of a private on the map, for ``cost``.

    The owner is a player or a company.
    """

    party: str
    private: str
    cost: int = 0

    def actor(self) -> str:
        return self.party

    def about(self) -> str:
        return self.private
