"""Track in a game without its map: the table tells the cost of each lay."""

from functools import lru_cache

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, Pass
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.lay_allowance import (
    NEW,
    UPGRADE,
    LayAllowance,
    LayPermission,
)
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import turn_of, update_turn
from companion.rules.operating.private_powers import privates_with_power
from companion.rules.operating.track import TrackStep
from companion.rules.without_map.actions import TellTrack
from companion.rules.without_map.step import ToldStep

KINDS = (NEW, UPGRADE)


@lru_cache(maxsize=64)
def usual_costs(rules: Rules) -> tuple[int, ...]:
    """Return the costs that the title's map prints for a tile, lowest first."""
    found = {sum(each.cost for each in hex.terrain) for hex in rules.data.map.hexes.values()}
    for hex in rules.data.map.hexes.values():
        found.update(fee for _, fee in hex.fees)
        found.update(border.cost for border in hex.borders)
    found.update(rules.tile(tile).cost for tile in rules.data.tiles)
    return tuple(sorted(found - {0}))


@lru_cache(maxsize=64)
def stop_values(rules: Rules, phase: str, kinds: tuple[str, ...] = ("city",)) -> tuple[int, ...]:
    """Return the values that stops of these kinds may have in the phase, lowest first."""
    now, tiles = rules.data.phase(phase), [rules.tile(tile) for tile in rules.data.tiles]
    shown = [tile for tile in tiles if tile.colour in now.tiles]
    shown += [hex.printed for hex in rules.data.map.hexes.values()]
    stops = (stop for tile in shown for stop in tile.stops if stop.kind in kinds)
    return tuple(sorted({stop.value(now.clock) for stop in stops} - {0}))


class ToldTrackStep(ToldStep):
    """Lays of a turn, as many as ``step`` allows, each for a cost that the table tells.

    The step waits for the tile of a private with one of the ``powers``, too.
    """

    name = "told_track"
    deed, undone = "track", "told_track"
    accepts: tuple[type[Action], ...] = (TellTrack, Pass)
    step: TrackStep
    powers: tuple[str, ...] = ()  # keys in the data

    def waits(self, state: State) -> bool:
        company = self.company(state)
        return bool(self.step.remaining_lays(state)) or any(
            privates_with_power(self.rules, state, company, key) for key in self.powers
        )

    def permission(self, state: State, kind: str) -> LayPermission | None:
        """Return the permission by which a tile of the kind would be laid, or None."""
        return next((one for one in self.step.remaining_lays(state) if kind in one.kinds), None)

    def kinds(self, state: State) -> tuple[str, ...]:
        """Return the kinds of lay that are told apart now, because they allow different lays."""
        found = tuple(kind for kind in KINDS if self.permission(state, kind))
        allowance = self.step.allowance(state)
        is_plain = len(allowance.lays) == 1 and allowance.upgrades is None
        return found[:1] if is_plain else found

    def offers(self, state: State) -> list[Offer]:
        company, found = self.company(state), []
        most = max(0, self.rules.treasury.means(self.rules, state, company))
        for kind in self.kinds(state):
            permission = self.permission(state, kind)
            fee = permission.fee if permission else 0
            usual = tuple(fee + cost for cost in (0, *usual_costs(self.rules)))
            if fee <= most:
                action, span = TellTrack(company, fee, int(kind == UPGRADE)), Span("cost", 0, most)
                facts = (("usual", usual),)
                found.append(Offer("tell_track", action, 0, span, weight=0.5, facts=facts))
        return [*found, self.pass_offer(state)]

    def refusals(self, state: State, action: TellTrack | Pass) -> list[Refusal]:
        found = self.not_its_turn(state, action)
        if found or isinstance(action, Pass):
            return found
        refuse, company = self.rules.refuse, action.company
        if self.permission(state, action.kind) is None:
            code = LayAllowance.refusal_code(self.step.remaining_lays(state), action.kind)
            found.append(refuse(code, company=company))
        cash = self.rules.treasury.means(self.rules, state, company)
        return found + refuse_dear(self.rules, company, action.cost, cash)

    def apply(self, change: Change, action: TellTrack | Pass) -> None:
        if isinstance(action, Pass):
            self.pass_on(change)
            return
        pay_for_track(change, self.rules, action.company, action.cost)
        update_turn(change, lays=(*turn_of(change.state).lays, ("", action.kind)))


def refuse_dear(rules: Rules, payer: str, cost: int, cash: int) -> list[Refusal]:
    """Refuse a cost above the money of the payer."""
    facts = {"company": payer, "cost": cost, "cash": cash}
    return [rules.refuse("told.cost", **facts)] if cost > cash else []


def pay_for_track(change: Change, rules: Rules, company: str, cost: int) -> None:
    """Pay the told cost of a tile, and log the event."""
    rules.treasury.before_paying(change, rules, company, cost)
    change.pay(company, BANK, cost, "told_track", company)
    change.tell("told_track_at_cost" if cost else "told_track", company=company, cost=cost)
