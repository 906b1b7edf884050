"""Track laid with the powers of privates.

The powers replace or add lays, turn towns into cities, lower terrain costs, or lay a tile with a
token.
"""

from collections.abc import Iterable, Iterator

from companion.rules.core.actions import LayTile, Pass
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.data.lay_allowance import UPGRADE, LayAllowance, LayPermission
from companion.rules.judge.rules import Rules
from companion.rules.operating import operating_round
from companion.rules.operating.map_answers import find_city_faults, find_city_lays, find_reach
from companion.rules.operating.operating_round import update_turn
from companion.rules.operating.private_powers import (
    BUILD,
    GROUND_OFF,
    JOINT,
    MORE_LAYS,
    NEW_CITY,
    ReplacementLaysPower,
    owner_refusals,
    power,
    privates_with_power,
    use_power,
)
from companion.rules.operating.track import (
    Lay,
    TrackStep,
    allowed_tiles,
    kind_of_lay,
    lay_and_pay,
    note_lay,
    tiles_left,
)
from companion.rules.privates.tile_with_token import (
    TokenPlacement,
    joint_lays,
    joint_of,
    joint_refusals,
    lay_joint,
)

KINDS = (BUILD, MORE_LAYS, NEW_CITY)  # of powers that lay one tile


@register_stored("operating_turn_with_powers")
class TurnWithPowers(OperatingTurn):
    """An operating turn in which privates allow other lays.

    ``private_for_lays`` is the private whose power covers all lays of the turn, "" for none.
    ``extra_lays`` lists additional lays as (private, hex). ``has_finished_lays`` is true when the
    turn's own lays are over.
    """

    private_for_lays: str = ""
    extra_lays: tuple[tuple[str, str], ...] = ()
    has_finished_lays: bool = False


def turn_of(state: State) -> TurnWithPowers:
    """Return the current operating turn. Raises ValueError outside one."""
    turn = operating_round.turn_of(state)
    assert isinstance(turn, TurnWithPowers)
    return turn


class PowerTrackStep(TrackStep):
    """The lays of a turn, including those that privates allow.

    A build by a private begins with the first tile; its further tiles need not name the private.
    """

    def __init__(self, rules: Rules, tokens: TokenPlacement) -> None:
        super().__init__(rules)
        self.tokens = tokens

    def takes(self, state: State, action: object) -> bool:
        if isinstance(action, LayTile) and (joint := joint_of(self.rules, action)):
            return not joint.beside
        return isinstance(action, LayTile | Pass)

    def waits(self, state: State) -> bool:
        return super().waits(state) or any(
            not lay.refusals
            for private in privates_with_power(self.rules, state, self.company(state), MORE_LAYS)
            for lay in self._lays(state, private)
        )

    # --- number of lays

    def allowance(self, state: State) -> LayAllowance:
        build = power(self.rules, turn_of(state).private_for_lays, BUILD)
        return build.allowance if build else super().allowance(state)

    def remaining_lays(self, state: State) -> tuple[LayPermission, ...]:
        return () if turn_of(state).has_finished_lays else super().remaining_lays(state)

    def remaining_lays_with(self, state: State, action: LayTile) -> tuple[LayPermission, ...]:
        build = self.build_begun_by(state, action.private)
        return build.allowance.remaining(()) if build else self.remaining_lays(state)

    def build_begun_by(self, state: State, private: str | None) -> ReplacementLaysPower | None:
        """Return the build that a lay begins; None unless it is the first lay of the turn."""
        turn = turn_of(state)
        found: ReplacementLaysPower | None = power(self.rules, private, BUILD)
        return None if turn.lays or turn.has_finished_lays else found

    def enough(self, state: State, action: LayTile) -> list[Refusal]:
        more = power(self.rules, action.private, MORE_LAYS)
        if more or self.permission(state, action) is not None:
            return []
        if self.build_begun_by(state, action.private):
            return [self.rules.refuse("lay.power", private=action.private)]
        return super().enough(state, action)

    # --- costs

    def fee(self, state: State, action: LayTile) -> int:
        if power(self.rules, action.private, MORE_LAYS):
            return 0
        build = self.build_begun_by(state, action.private)
        return super().fee(state, action) + (build.fee if build else 0)

    def cost(self, state: State, action: LayTile) -> int:
        more = power(self.rules, action.private, MORE_LAYS)
        return 0 if more and action.hex in more.free else super().cost(state, action)

    def ground(self, state: State, action: LayTile) -> int:
        off: int = sum(power(self.rules, each, GROUND_OFF) for each in self._cheaper(state))
        return max(0, self._whole_ground(state, action) - off)

    def _cheaper(self, state: State) -> list[str]:
        """Return the company's privates that lower the cost of the ground."""
        return privates_with_power(self.rules, state, self.company(state), GROUND_OFF)

    def _whole_ground(self, state: State, action: LayTile) -> int:
        found = super().ground(state, action)
        if city := power(self.rules, action.private, NEW_CITY):
            found += city.upgrade if kind_of_lay(self.rules, action) == UPGRADE else city.yellow
        return found

    # --- checks

    def fitting(
        self, state: State, at: str, company: str | None, private: str | None
    ) -> Iterable[tuple[str, int]]:
        if company is None or not power(self.rules, private, NEW_CITY):
            return super().fitting(state, at, company, private)
        fits = find_city_lays(self.rules, state, at, company, allowed_tiles(self.rules, state))
        return [lay for lay in fits if tiles_left(self.rules, state, lay[0]) != 0]

    def geometry(self, state: State, action: LayTile) -> list[Refusal]:
        if not power(self.rules, action.private, NEW_CITY):
            return super().geometry(state, action)
        faults = find_city_faults(self.rules, state, action)
        return [self.rules.refuse_fault("lay", fault) for fault in faults]

    def check_lay(self, state: State, action: LayTile) -> list[Refusal]:
        return super().check_lay(state, action) + self._power_refusals(state, action)

    def _power_refusals(self, state: State, action: LayTile) -> list[Refusal]:
        """Check the use of the private that the lay names."""
        private, refuse, turn = action.private, self.rules.refuse, turn_of(state)
        if private is None:
            return []
        if not any(power(self.rules, private, name) for name in KINDS):
            return [refuse("power.none", private=private)]
        found = owner_refusals(self.rules, state, action)
        begun = bool(turn.lays) or turn.has_finished_lays
        if power(self.rules, private, BUILD) and begun and turn.private_for_lays != private:
            found.append(refuse("power.whole_build", private=private))
        if more := power(self.rules, private, MORE_LAYS):
            laid = [at for by, at in turn.extra_lays if by == private]
            if more.hexes and action.hex not in more.hexes:
                found.append(refuse("power.hexes", private=private, hexes=more.hexes))
            if action.hex in laid if more.hexes else laid:
                found.append(refuse("power.once", private=private))
            if kind_of_lay(self.rules, action) not in more.kinds:
                found.append(refuse("lay.power", private=private))
        return found

    def refusals(self, state: State, action: LayTile | Pass) -> list[Refusal]:
        if isinstance(action, Pass) or not joint_of(self.rules, action):
            return super().refusals(state, action)
        return self.not_its_turn(state, action) or [
            *self.enough(state, action),
            *joint_refusals(self.rules, self.tokens, state, action),
        ]

    # --- offers

    def power_offers(self, state: State) -> list[Offer]:
        company, found = self.company(state), []
        for name in KINDS:
            for private in privates_with_power(self.rules, state, company, name):
                lays = [lay for lay in self._lays(state, private) if not lay.refusals]
                found += [lay.offer("lay_power", 0.3 / len(lays)) for lay in lays]
        for private in privates_with_power(self.rules, state, company, JOINT):
            joint = joint_lays(self.rules, self.tokens, state, company, private)
            found += [
                Offer("lay_power", action, -cost, hexes=(action.hex,), weight=0.5 / len(joint))
                for action, cost in joint
                if self.takes(state, action) and not self.enough(state, action)
            ]
        return found

    def _lays(self, state: State, private: str) -> Iterator[Lay]:
        """Yield the lays that fit with the private's power, on the hexes it applies to."""
        board, turn = state.board, turn_of(state)
        reached = find_reach(self.rules, state, self.company(state)).hexes
        hexes = [at for at in self.data.map.places if at in reached]
        if more := power(self.rules, private, MORE_LAYS):
            hexes = [at for at in more.hexes or hexes if at in reached]
        elif power(self.rules, private, NEW_CITY):
            towns = {at for at in hexes if any(s.kind == "town" for s in board.tile_at(at).stops)}
            hexes = [at for at in hexes if at in towns and self.remaining_lays(state)]
        elif turn.lays or turn.has_finished_lays:
            hexes = []  # a build begins with the first lay
        for at in hexes:
            yield from self.possible_lays(state, at, private)

    # --- effects

    def carry_out_lay(self, change: Change, action: LayTile) -> None:
        state, private, turn = change.state, action.private, turn_of(change.state)
        if joint_of(self.rules, action):
            lay_joint(change, self.rules, self.tokens, action)
            note_lay(change, self.rules, action)
            return
        more = power(self.rules, private, MORE_LAYS)
        free = more and action.hex in more.free
        helping = self._cheaper(state) if self._whole_ground(state, action) and not free else []
        cost, fee = self.cost(state, action), self.fee(state, action)
        lay_and_pay(change, self.rules, action, cost, fee)
        if private and more:
            after = bool(turn.lays) and not more.hexes
            beside = (*turn.extra_lays, (private, action.hex))
            update_turn(
                change, extra_lays=beside, has_finished_lays=turn.has_finished_lays or after
            )
        else:
            note_lay(change, self.rules, action)
        if private and power(self.rules, private, BUILD):
            update_turn(change, private_for_lays=private)
        elif private and not self._may_lay_more(private):
            helping = [*helping, private]
        for each in helping:
            use_power(change, self.rules, action.company, each)

    def _may_lay_more(self, private: str | None) -> bool:
        """Check whether the private may lay more than one tile in a turn."""
        more = power(self.rules, private, MORE_LAYS)
        return bool(more.hexes if more else power(self.rules, private, BUILD))

    def end(self, change: Change) -> None:
        """Use up the powers that lasted through the step, and end it."""
        turn = turn_of(change.state)
        for private in dict.fromkeys((turn.private_for_lays, *(by for by, _ in turn.extra_lays))):
            if self._may_lay_more(private):
                use_power(change, self.rules, turn.company, private)
        super().end(change)
