"""Build track: one yellow tile or one upgrade, and the tiles of privates.

A system may lay two such tiles. Some companies may pay for more yellow tiles.
"""

from collections.abc import Iterable
from itertools import product

from companion.rules.core.actions import Action, LayTile
from companion.rules.core.change import Change
from companion.rules.core.map_use import CHECKED
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal, has_hard
from companion.rules.core.state import Question, State
from companion.rules.data.lay_allowance import NEW, UPGRADE, LayAllowance, LayPermission
from companion.rules.judge.rules import QuestionStep, Rules
from companion.rules.operating import track
from companion.rules.operating.map_answers import find_reach
from companion.rules.operating.operating_round import TurnStep, update_turn
from companion.rules.operating.private_powers import owner_refusals, power, privates_with_power
from companion.rules.operating.track import TrackStep, kind_of_lay
from companion.titles.t1828.coal import open_tunnel
from companion.titles.t1828.homes import name_city
from companion.titles.t1828.systems import parts
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import game_of, note, turn_of

BESIDE = ("extra_tile", "first_tile")  # powers to lay on one hex, free of charge
ACTION = LayPermission()


def lay(change: Change, rules: Rules, action: LayTile, cost: int, fee: int = 0) -> None:
    """Lay a tile at a cost, then handle coal in the tunnel and an open home city."""
    track.lay_and_pay(change, rules, action, cost, fee)
    if action.hex == figures(rules).coal.tunnel:
        open_tunnel(change, rules, action.company)
    name_city(change, action.hex)


def yellow_tiles(rules: Rules) -> list[str]:
    """Return the yellow tiles of the title."""
    return [tile for tile in rules.data.tiles if rules.tile(tile).colour == "yellow"]


def extra_lay_power(rules: Rules, action: LayTile) -> str | None:
    """Return the power of a private to lay on its own hex beside the turn's tiles, or None."""
    if action.private is None:
        return None
    hexes = {name: power(rules, action.private, name) for name in BESIDE}
    return next((name for name, own in hexes.items() if own and own["hex"] == action.hex), None)


class TrackStep1828(TrackStep):
    """Lay tiles in the track step, some of them with the power of a private."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.figures = figures(rules)

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, LayTile) and action.private is not None:
            return extra_lay_power(self.rules, action) is None
        return isinstance(action, self.accepts)

    # --- number of tiles

    def allowance(self, state: State) -> LayAllowance:
        """Return the actions of the turn, then paid tiles.

        An upgrade excludes paid tiles, and vice versa.
        """
        its = parts(state, self.company(state))
        actions = (ACTION,) * len(its)
        extending = self.figures.one_more_yellow
        keeps = len(its) == 1 or self.figures.systems_keep_yellow
        fees = [extending[part] for part in its if part in extending and keeps]
        more = tuple(LayPermission(frozenset((NEW,)), fee) for fee in fees)
        paid_extra = bool(paid_tiles(self.rules, turn_of(state).tile_privates))
        if has_upgraded(state) or (paid_extra and self.rules.options["extra_tile_upgrades"]):
            more = ()
        return LayAllowance((*actions, *more), 0 if paid_extra else 1 if len(its) > 1 else None)

    def waits(self, state: State) -> bool:
        return super().waits(state) or bool(self.extra_privates(state))

    def extra_privates(self, state: State) -> list[str]:
        """Return the privates with which the company may lay one more yellow tile for money now."""
        if has_upgraded(state):
            return []
        spent = game_of(state).used_privates
        mine = privates_with_power(self.rules, state, self.company(state), "extra_yellow")
        return [private for private in mine if private not in spent]

    # --- costs and refusals

    def permission(self, state: State, action: LayTile) -> LayPermission | None:
        if action.private is None:
            return super().permission(state, action)
        if power(self.rules, action.private, "extra_yellow"):
            return ACTION
        kind = kind_of_lay(self.rules, action)
        return next((p for p in self.remaining_lays(state) if kind in p.kinds and not p.fee), None)

    def ground(self, state: State, action: LayTile) -> int:
        if action.private is not None and (own := power(self.rules, action.private, "teleport")):
            return int(own["cost"])
        more = action.private and power(self.rules, action.private, "extra_yellow")
        return super().ground(state, action) + int(more or 0)

    def must_reach(self, private: str | None) -> bool:
        """Must the lay be connected? The power to lay on one hex needs no connection."""
        return private is None or not power(self.rules, private, "teleport")

    def check_lay(self, state: State, action: LayTile) -> list[Refusal]:
        found = super().check_lay(state, action)
        refuse, company, at = self.rules.refuse, action.company, action.hex
        turn = turn_of(state)
        mine = {*(hex for hex, _ in turn.lays), *turn.extra_hexes}
        if kind_of_lay(self.rules, action) == UPGRADE and at in mine:
            found.append(refuse("lay.own_tile", company=company, hex=at))
        if action.private is not None:
            found += self._power_refusals(state, action, action.private)
        return found

    def _power_refusals(self, state: State, action: LayTile, private: str) -> list[Refusal]:
        """Return refusals of a tile with the power of a private."""
        refuse, company = self.rules.refuse, action.company
        if found := owner_refusals(self.rules, state, action):
            return found
        if teleport := power(self.rules, private, "teleport"):
            found = []
            once = self.rules.options["scranton_once"]
            if action.hex != teleport["hex"] or (once and action.tile not in teleport["once"]):
                found.append(refuse("lay.power", private=private))
            if once and private in game_of(state).used_privates:
                found.append(refuse("power.spent", private=private))
            return found
        if not power(self.rules, private, "extra_yellow"):
            return [refuse("power.none", private=private)]
        found = []
        if private in game_of(state).used_privates:
            found.append(refuse("power.spent", private=private))
        if kind_of_lay(self.rules, action) != NEW:
            found.append(refuse("power.yellow", private=private))
        if has_upgraded(state):
            found.append(refuse("power.upgraded", company=company, private=private))
        return found

    # --- offers

    def power_offers(self, state: State) -> list[Offer]:
        company, found = self.company(state), []
        for private in privates_with_power(self.rules, state, company, "teleport"):
            at = power(self.rules, private, "teleport")["hex"]
            found += self._offers_on(state, at, private, track.allowed_tiles(self.rules, state))
        if extras := self.extra_privates(state):
            reached = sorted(find_reach(self.rules, state, company).hexes)
            yellow = yellow_tiles(self.rules)
            for private, at in product(extras, reached):
                found += self._offers_on(state, at, private, yellow)
        return found

    def _offers_on(self, state: State, at: str, private: str, tiles: Iterable[str]) -> list[Offer]:
        """Return the possible lays of a private on a hex now."""
        company = self.company(state)
        reaching = company if self.must_reach(private) else None
        found = []
        for tile, rotation in track.legal_lays(self.rules, state, at, reaching, tiles):
            action = LayTile(company, at, tile, rotation, private)
            cost = self.cost(state, action)
            offer = Offer("lay_power", action, -cost, hexes=(at,), weight=0.3)
            judged = self.judge_offer(state, offer)
            if judged.allowed:
                found.append(judged)
        return found

    # --- effects

    def pass_on(self, change: Change) -> None:
        """End the chance to place the marker that comes with a tile of this step."""
        update_turn(change, marker_private="")
        super().pass_on(change)

    def carry_out_lay(self, change: Change, action: LayTile) -> None:
        cost, fee = self.cost(change.state, action), self.fee(change.state, action)
        lay(change, self.rules, action, cost, fee)
        private = action.private
        gives_marker = private if power(self.rules, private, "teleport") else None
        update_turn(change, marker_private=gives_marker or "")
        if private is None or power(self.rules, private, "teleport"):
            track.note_lay(change, self.rules, action)
        else:
            update_turn(change, extra_hexes=(*turn_of(change.state).extra_hexes, action.hex))
        if private is not None:
            note_power(change, private)


def note_power(change: Change, private: str) -> None:
    """Note that a private has laid its tile, in this turn and in the game."""
    update_turn(change, tile_privates=(*turn_of(change.state).tile_privates, private))
    spent = game_of(change.state).used_privates
    note(change, used_privates=(*(one for one in spent if one != private), private))


def has_upgraded(state: State) -> bool:
    """Has the company upgraded a tile in this turn?"""
    return any(kind == UPGRADE for _, kind in turn_of(state).lays)


def paid_tiles(rules: Rules, privates: Iterable[str]) -> list[str]:
    """Return the privates among these with which one more yellow tile is laid for money."""
    return [private for private in privates if power(rules, private, "extra_yellow")]


class FreeTileStep(TurnStep):
    """A private lays a yellow tile on its own hex: once, at any time of its company's turn.

    It is free of charge and needs no connection.
    """

    name = "extra_tile"
    accepts = (LayTile,)
    only_with = CHECKED
    power = "extra_tile"

    def takes(self, state: State, action: Action) -> bool:
        return isinstance(action, LayTile) and extra_lay_power(self.rules, action) == self.power

    def privates(self, state: State) -> list[str]:
        """Return the privates that may lay their tile."""
        mine = privates_with_power(self.rules, state, self.company(state), self.power)
        return [private for private in mine if private not in game_of(state).used_privates]

    def offers(self, state: State) -> list[Offer]:
        found = []
        for private in self.privates(state):
            at = power(self.rules, private, self.power)["hex"]
            for tile, rotation in self.fits(state, at):
                action = LayTile(self.company(state), at, tile, rotation, private)
                offer = Offer("lay_power", action, 0, hexes=(at,), weight=0.3)
                found.append(self.judge_offer(state, offer))
        return found

    def fits(self, state: State, at: str) -> list[tuple[str, int]]:
        """Return the yellow tiles that fit on the hex, if none lies there."""
        if at in state.board.laid:
            return []
        return list(track.legal_lays(self.rules, state, at, None, yellow_tiles(self.rules)))

    def refusals(self, state: State, action: LayTile) -> list[Refusal]:
        found = self.not_its_turn(state, action)
        if found:
            return found
        refuse, private = self.rules.refuse, str(action.private)
        found += owner_refusals(self.rules, state, action)
        if action.hex in state.board.laid:
            found.append(refuse("power.occupied", hex=action.hex, private=private))
        found += track.supply_refusals(self.rules, state, action.tile)
        if has_hard(found):
            return found
        if kind_of_lay(self.rules, action) != NEW:
            found.append(refuse("power.yellow", private=private))
        return found + track.geometry_refusals(self.rules, state, action, reach=False)

    def apply(self, change: Change, action: LayTile) -> None:
        lay(change, self.rules, action, 0)
        update_turn(
            change, marker_private="", extra_hexes=(*turn_of(change.state).extra_hexes, action.hex)
        )


class FirstTileStep(QuestionStep, FreeTileStep):
    """The buyer of a private lays the yellow tile of its hex at once."""

    name = "first_tile"
    power = "first_tile"

    def privates(self, state: State) -> list[str]:
        return [self.question(state).subjects[0]]

    def actor(self, state: State) -> str:
        return QuestionStep.actor(self, state)

    def apply(self, change: Change, action: LayTile) -> None:
        change.state.remove_question(self.question(change.state))
        super().apply(change, action)

    def ask(self, change: Change, company: str, private: str) -> None:
        """Ask for the tile if one fits."""
        own = None if change.state.is_told else power(self.rules, private, self.power)
        if own and self.fits(change.state, own["hex"]):
            change.state.ask(Question(self.name, company, (private,)))
