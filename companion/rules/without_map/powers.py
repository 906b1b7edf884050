"""Powers of privates in a game without its map: owner, time and limits hold, no place is told."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules.core.actions import Pass
from companion.rules.core.change import Change
from companion.rules.core.map_use import TOLD
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.standard_state import game_of, note_used, turn_of
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.last_chances import CompanyTurnChance, OpenChance
from companion.rules.operating.operating_round import (
    OperatingRules,
    TurnStep,
    is_laying_track,
    update_turn,
)
from companion.rules.operating.private_powers import (
    TOKEN_MOVE,
    TOKEN_PERCENT,
    power,
    privates_with_power,
    refuse_owner,
)
from companion.rules.operating.tokens import forget_places, next_cost
from companion.rules.privates.extra_tile import note_tile
from companion.rules.privates.joined_tiles import JOINED_TILES
from companion.rules.privates.player_tiles import OWNER_LAYS, PlayerTileStep
from companion.rules.privates.route_bonuses import CITY_MARKER
from companion.rules.shares.holdings import is_player
from companion.rules.without_map.actions import TellPower, TellToken
from companion.rules.without_map.private_uses import refuse_any_cost
from companion.rules.without_map.tokens import ToldTokenStep
from companion.rules.without_map.track import ToldTrackStep, pay_for_track, refuse_dear, usual_costs

FREE_TOKEN, DISTANT_TILE, EXTRA_TILE = "free_token", "distant_tile", "additional_tile"
OF_COMPANIES = (EXTRA_TILE, DISTANT_TILE, JOINED_TILES, CITY_MARKER, TOKEN_MOVE)  # keys in the data


def find_power(rules: Rules, private: str) -> str:
    """Return the power of a private whose use is told, by its key; "" if it has none."""
    keys = (*OF_COMPANIES, OWNER_LAYS)
    return next((key for key in keys if power(rules, private, key) is not None), "")


def has_told_powers(rules: Rules) -> bool:
    """Check whether the title has privates with such powers."""
    return any(find_power(rules, private.symbol) for private in rules.data.private_list)


def _is_used(rules: Rules, state: State, private: str) -> bool:
    """Check whether the power is used up. A tile on its only hex shows it, too."""
    if private in game_of(state).used_privates:
        return True
    key = find_power(rules, private)
    own = power(rules, private, key)
    if key in ("", CITY_MARKER, TOKEN_MOVE):
        return False
    hexes = [own["hex"]] if key == DISTANT_TILE else own.hexes
    return any(at in state.board.laid for at in hexes) if len(hexes) == 1 else False


class ToldPowerStep(TurnStep):
    """The use of a private's power on the map, at the moments at which its owner may use it."""

    name = "told_power"
    accepts = (TellPower,)
    only_with = TOLD

    def __init__(self, rules: Rules, players: PlayerTileStep | None = None) -> None:
        super().__init__(rules)
        self.players = players

    def waits(self, state: State) -> bool:
        return False

    def _uses(self, state: State) -> Iterator[TellPower]:
        """Yield the uses of owners who may act, allowed or not."""
        turn = state.round.operating
        for private, owner in state.privates.items():
            may_act = is_player(owner) or (turn is not None and turn.company == owner)
            if may_act and find_power(self.rules, private):
                yield TellPower(owner, private)

    def offers(self, state: State) -> list[Offer]:
        found = []
        for use in self._uses(state):
            if not self.refusals(state, use):
                usual, most = self._usual_costs(state, use)
                span, facts = (Span("cost", 0, most), (("usual", usual),)) if most else (None, ())
                found.append(Offer("tell_power", use, 0, span, weight=0.3, facts=facts))
        return found

    def _usual_costs(self, state: State, use: TellPower) -> tuple[tuple[int, ...], int]:
        """Return the usual costs of the use, and the most that it may cost."""
        if self._is_free(use.private):
            return (0,), 0
        return (0, *usual_costs(self.rules)), max(0, state.cash[use.party])

    def _is_free(self, private: str) -> bool:
        """Return whether the use never costs anything."""
        key = find_power(self.rules, private)
        if key == EXTRA_TILE:
            return power(self.rules, private, key).discount is None
        return key not in (DISTANT_TILE, TOKEN_MOVE)

    def refusals(self, state: State, action: TellPower) -> list[Refusal]:
        refuse, private, owner = self.rules.refuse, action.private, action.party
        key = find_power(self.rules, private)
        if not key:
            return [refuse("power.none", private=private)]
        if found := refuse_owner(self.rules, state, owner, private):
            return found
        if (key == OWNER_LAYS) != is_player(owner):
            return [refuse("power.none", private=private)]
        if _is_used(self.rules, state, private):
            found.append(refuse("power.used", private=private))
        if is_player(owner):
            assert self.players is not None
            if not self.players.is_time(state, owner):
                found.append(refuse("power.player_time", player=owner, private=private))
        else:
            found += self._company_refusals(state, action, key)
        if self._is_free(private):
            return found + refuse_any_cost(self.rules, private, action.cost)
        return found + refuse_dear(self.rules, owner, action.cost, state.cash[owner])

    def _company_refusals(self, state: State, action: TellPower, key: str) -> list[Refusal]:
        """Check the moment of the turn, and the lays that are left for a tile of the turn."""
        refuse, company, turn = self.rules.refuse, action.party, state.round.operating
        if turn is None or turn.company != company:
            return [refuse("told.turn", company=company)]
        found, own = [], power(self.rules, action.private, key)
        if self._is_bound(key, own) and not is_laying_track(self.rules, state):
            found.append(refuse("power.track", private=action.private))
        if key == DISTANT_TILE and turn.lays:
            found.append(refuse("lay.enough", company=company))
        return found

    def _is_bound(self, key: str, own: object) -> bool:
        """Check whether the power is used in the step of track alone."""
        if key == DISTANT_TILE:
            assert isinstance(own, dict)
            return bool(own.get("in_track_step")) or not self.data.private_use.any_time
        return key == JOINED_TILES

    def apply(self, change: Change, action: TellPower) -> None:
        key, private = find_power(self.rules, action.private), action.private
        if action.cost:
            pay_for_track(change, self.rules, action.party, action.cost)
        note_used(change, private)
        change.tell("told_power", party=action.party, private=private)
        if key == DISTANT_TILE:
            update_turn(change, lays=(*turn_of(change.state).lays, ("", "yellow")))
            note_tile(change, private)
        if key == TOKEN_MOVE:
            own = power(self.rules, action.private, key)
            forget_places(change, action.party, own.never_from)


class ToldPowerChance(CompanyTurnChance):
    """The extra tile of a private, which is lost with the turn of its company."""

    name = "told_power"
    done = "tile"
    opens = ()
    step: ToldPowerStep

    def open(self, state: State) -> OpenChance | None:
        turn = state.round.operating
        return super().open(state) if turn and self._use(state) else None

    def _use(self, state: State) -> TellPower | None:
        """Return the use of an extra tile by the company on turn, or None."""
        company = turn_of(state).company
        mine = privates_with_power(self.rules, state, company, EXTRA_TILE)
        uses = (TellPower(company, private) for private in mine)
        return next((use for use in uses if not self.step.refusals(state, use)), None)

    def facts(self, state: State) -> Mapping[str, Any]:
        use = self._use(state)
        assert use is not None
        return {"private": use.private, **super().facts(state)}


class ToldPowerTrackStep(ToldTrackStep):
    """The lays of a turn. The step waits for joined tiles, too, which a private lays in it."""

    def waits(self, state: State) -> bool:
        mine = privates_with_power(self.rules, state, self.company(state), JOINED_TILES)
        is_open = any(not _is_used(self.rules, state, private) for private in mine)
        return is_open or super().waits(state)


class ToldPowerTokenStep(ToldTokenStep):
    """One token of a turn, also a free or cheaper one by a private."""

    def token_offers(self, state: State) -> list[Offer]:
        company, found = self.company(state), super().token_offers(state)
        usual = next_cost(self.rules, state, company)
        for private, owner in state.privates.items():
            if owner == company and usual is not None:
                percent = power(self.rules, private, TOKEN_PERCENT) or 0
                action = TellToken(company, usual * percent // 100, private)
                offer = self.judge_offer(state, Offer("tell_token", action, -action.price))
                found += [offer] if offer.allowed else []
        return found

    def power_refusals(self, state: State, action: TellToken) -> list[Refusal]:
        private, refuse = action.private, self.rules.refuse
        if private is None:
            return []
        keys = (FREE_TOKEN, TOKEN_PERCENT, DISTANT_TILE)
        if all(power(self.rules, private, key) is None for key in keys):
            return [refuse("power.none", private=private)]
        found = refuse_owner(self.rules, state, action.company, private)
        if power(self.rules, private, DISTANT_TILE):
            if private not in turn_of(state).tile_privates:
                found.append(refuse("token.too_late", private=private))
        elif private in game_of(state).used_privates:
            found.append(refuse("power.used", private=private))
        return found

    def apply(self, change: Change, action: TellToken | Pass) -> None:
        if isinstance(action, TellToken) and action.private is not None:
            if not power(self.rules, action.private, DISTANT_TILE):
                note_used(change, action.private)
            change.tell("power_used", company=action.company, private=action.private)
        super().apply(change, action)


class LateToldTokenStep(ToldPowerTokenStep):
    """The token of a private's tile that was laid after the step of tokens."""

    name = "told_late_token"

    def takes(self, state: State, action: object) -> bool:
        return isinstance(action, TellToken) and self._is_late(state)

    def _is_late(self, state: State) -> bool:
        round = self.rules.round_rules(state)
        assert isinstance(round, OperatingRules)
        done = round.steps_in(state)[: turn_of(state).step]
        return any(isinstance(step, ToldTokenStep) for step in done)

    def offers(self, state: State) -> list[Offer]:
        company, laid = self.company(state), turn_of(state).tile_privates
        if not self._is_late(state):
            return []
        uses = [TellToken(company, 0, private) for private in laid]
        return [Offer("tell_token", use, 0) for use in uses if not self.refusals(state, use)]

    def power_refusals(self, state: State, action: TellToken) -> list[Refusal]:
        if action.private not in turn_of(state).tile_privates:
            return [
                self.rules.refuse("turn.not_now", step=ToldTokenStep.name, actor=self.actor(state))
            ]
        return super().power_refusals(state, action)

    def end(self, change: Change) -> None:
        """Leave the turn where it was."""
