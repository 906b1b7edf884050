"""Laying track: the possible hexes, tiles and rotations, and the reasons against others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from companion.board.board import Board
from companion.board.token_slots import Slots
from companion.drawing import Marks
from companion.drawing.hex_descriptions import track_words
from companion.languages import format_count, format_text, gettext
from companion.rules.core.actions import LayTile
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal, has_hard
from companion.rules.explain import preview
from companion.rules.judge import judge
from companion.rules.operating import track
from companion.rules.operating.track import Lay, TrackStep
from companion.web.play.operating_panels.operating_map import (
    chart,
    find_blocked_hexes,
    tile_picture,
)
from companion.web.play.operating_panels.tile_order import sort_fits
from companion.web.play.operating_panels.tokens import side
from companion.web.play.operating_panels.turn_offers import TurnScreen, hex_name, private_name


@dataclass(frozen=True, slots=True)
class Pick:
    """A tile in the picker, turned by a rotation.

    ``left`` is None for an unlimited tile. ``where`` lists the hexes that hold a tile of which none
    is left, and ``places`` has them with their names. ``action`` is the lay for a ruling. ``track``
    describes its track.
    """

    tile: str
    rotation: int
    picture: Markup
    left: int | None
    chosen: bool = False
    refusal: Refusal | None = None
    where: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    action: LayTile | None = None
    track: str = ""


@dataclass(frozen=True, slots=True)
class TokenCity:
    """A city of the tile to which a token of the hex may go.

    ``way`` is the number of that allotment.
    """

    owner: str
    stop: int
    name: str
    chosen: bool
    way: int


@dataclass(frozen=True, slots=True)
class Power:
    """A private that lets its company lay on ``hexes``, with the text of its card."""

    private: str
    name: str
    text: str
    hexes: tuple[str, ...]
    refusal: Refusal | None = None
    action: LayTile | None = None


@dataclass(frozen=True, slots=True)
class TrackPanel:
    """The screen of laying track.

    Without a hex, only ``lit``, ``powers`` and ``passing`` matter.
    """

    lit: tuple[tuple[str, str], ...]
    powers: tuple[Power, ...]
    passing: Offer | None
    map: Markup
    hex: str = ""
    hex_name: str = ""
    private: str = ""
    private_name: str = ""
    replaces: str = ""
    picks: tuple[Pick, ...] = ()
    out: tuple[Pick, ...] = ()
    action: LayTile | None = None
    cost: int = 0
    tokens: tuple[TokenCity, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    why: tuple[Pick, ...] = ()
    asked_why: bool = False
    last_chance: bool = False
    kind: str = "track"

    @property
    def subject(self) -> str:
        """The text in a phone's header."""
        if self.last_chance:
            return gettext("Last chance")
        return (
            format_text("Track on {hex}", hex=self.hex_name) if self.hex else gettext("Lay track")
        )

    @property
    def near(self) -> str:
        """The hex to keep in view."""
        return self.hex


def panel(asked: TurnScreen, args: Mapping[str, str]) -> TrackPanel:
    """Return the track screen for the input so far."""
    state = asked.state
    powers = tuple(_powers(asked))
    private = args.get("private", "")
    lays_others = isinstance(asked.step, TrackStep) and not asked.declining
    if len(powers) == 1 and not lays_others:
        private = powers[0].private  # the only choice
    lit = [offer.hexes[0] for offer in asked.of_kind("lay") if offer.allowed and offer.hexes]
    at = args.get("hex", "")
    power = next((power for power in powers if power.private == private and power.hexes), None)
    if power is None:
        private = ""
    else:
        lit = list(power.hexes)
        if at not in lit:
            at = lit[0] if len(lit) == 1 and "private" in args else ""
    if at not in state.board.map.hexes:
        at = ""
    base: dict[str, Any] = {
        "lit": tuple((hex, hex_name(asked, hex)) for hex in lit),
        "powers": powers,
        "passing": asked.passing,
        "last_chance": asked.declining is not None,
        "private": private,
        "private_name": private_name(asked, private) if private else "",
    }
    label = format_count(
        "Map, {count} hex where {company} may lay track",
        "Map, {count} hexes where {company} may lay track",
        len(lit),
        count=len(lit),
        company=asked.company,
    )
    if not at:
        marks = Marks(lit=lit, blocked=find_blocked_hexes(asked.rules, state))
        return TrackPanel(**base, map=chart(asked, marks, label=label))
    fits = sort_fits(asked, at, _fits(asked, at, private))
    shown, board, action = _choose_tile(asked, at, private, fits, args)
    why = tuple(_why_not(asked, at)) if args.get("why") else ()
    marks = Marks(lit=lit, chosen=at, blocked=find_blocked_hexes(asked.rules, state))
    return TrackPanel(
        **base,
        map=chart(asked, marks, board=board, label=label),
        hex=at,
        hex_name=hex_name(asked, at),
        replaces=state.board.laid[at].tile if at in state.board.laid else "",
        out=tuple(_describe_exhausted(asked, at, private)),
        action=action,
        why=why,
        asked_why=bool(args.get("why")),
        **shown,
    )


def _powers(asked: TurnScreen) -> list[Power]:
    """Return the privates with a power to lay, each usable now or with its refusal."""
    offers: dict[str, list[Offer]] = {}
    for offer in asked.of_kind("lay_power"):
        action = offer.action
        assert isinstance(action, LayTile) and action.private is not None
        offers.setdefault(action.private, []).append(offer)
    found = []
    for private, its in offers.items():
        hexes = tuple(dict.fromkeys(offer.hexes[0] for offer in its if offer.allowed))
        text = asked.rules.data.privates[private].text
        refusal = None if hexes else its[0].refusals[0]
        first = its[0].action if isinstance(its[0].action, LayTile) else None
        found.append(Power(private, private_name(asked, private), text, hexes, refusal, first))
    return found


def _fits(asked: TurnScreen, at: str, private: str) -> list[Lay]:
    """Return the tiles that fit on the hex, by the step or by the private's offers."""
    if not private:
        step = asked.step
        return step.possible_lays(asked.state, at) if isinstance(step, TrackStep) else []
    found = []
    for offer in asked.of_kind("lay_power"):
        action = offer.action
        if isinstance(action, LayTile) and action.private == private and action.hex == at:
            cost = -(offer.price or 0)
            found.append(Lay(action.tile, action.rotation, cost, offer.refusals, ((),), action))
    return found


def _choose_tile(
    asked: TurnScreen, at: str, private: str, fits: list[Lay], args: Mapping[str, str]
) -> tuple[dict[str, Any], Board, LayTile | None]:
    """Return the tiles to pick from, the board with the chosen tile in place, and the action."""
    board = asked.state.board
    if not fits:
        return (
            {"refusals": preview.reasons_against_lays(asked.rules, asked.state, asked.company, at)},
            board,
            None,
        )
    wanted, turned = args.get("tile", ""), args.get("rotation", "")
    ways = [fit for fit in fits if fit.tile == wanted] or fits
    fit = next((fit for fit in ways if str(fit.rotation) == turned), ways[0])
    tile = fit.tile
    flat = board.map.layout.flat
    picks = tuple(
        Pick(
            one.tile,
            one.rotation,
            tile_picture(asked.rules, one.tile, one.rotation),
            track.tiles_left(asked.rules, asked.state, one.tile),
            one == fit,
            one.refusals[0] if one.refusals else None,
            track=track_words(asked.rules.tile(one.tile).rotate(one.rotation), flat),
        )
        for one in fits
    )
    wanted_way = args.get("allotted", "0")
    way = int(wanted_way) if wanted_way.isdecimal() else 0
    way = way if way < len(fit.allotments) else 0
    allotment = fit.allotments[way]
    laid = board.with_tile(at, tile, fit.rotation, dict(allotment))
    shown = {
        "picks": picks,
        "cost": fit.cost,
        "tokens": tuple(_token_cities(board, laid, at, fit, way)),
        "refusals": fit.refusals,
    }
    action = LayTile(asked.company, at, tile, fit.rotation, private or None, allotment)
    return shown, laid, action


def _token_cities(board: Board, laid: Board, at: str, fit: Lay, chosen: int) -> Iterator[TokenCity]:
    """Yield the possible cities of each token that has a choice.

    The tile is ``laid`` with the ``chosen`` allotment. Each city names the allotment that moves the
    fewest other tokens.
    """
    turned = (fit.tile, fit.rotation)
    lies = [
        _cities_of_tokens(board.carry_tokens(at, *turned, dict(way)).slots)
        for way in fit.allotments
    ]
    for owner, now in lies[chosen].items():
        cities = sorted({there[owner] for there in lies if owner in there})
        for stop in cities if len(cities) > 1 else ():
            ways = [way for way, there in enumerate(lies) if there.get(owner) == stop]
            way = max(ways, key=lambda way: len(lies[way].items() & lies[chosen].items()))
            yield TokenCity(owner, stop, side(laid, f"{at}.{stop}"), stop == now, way)


def _cities_of_tokens(slots: Mapping[int, Slots]) -> dict[str, int]:
    """Return the city in which each owner has its token."""
    return {owner: stop for stop, owners in slots.items() for owner in owners if owner is not None}


def _describe_exhausted(asked: TurnScreen, at: str, private: str) -> list[Pick]:
    """Return the tiles that would fit if one was left."""
    if private:
        return []
    return [
        Pick(
            out.tile,
            out.rotation,
            tile_picture(asked.rules, out.tile, out.rotation),
            0,
            where=out.where,
            places=tuple(asked.rules.words.hex(at) for at in out.where),
        )
        for out in preview.exhausted_tiles(asked.rules, asked.state, at, asked.company)
    ]


def _why_not(asked: TurnScreen, at: str) -> list[Pick]:
    """Return the other tiles of the title, each with its first refusal.

    Each has a rotation that a ruling may permit, if there is one.
    """
    found = []
    for tile, against in preview.refused_tiles(asked.rules, asked.state, asked.company, at):
        picture = tile_picture(asked.rules, tile, 0)
        ways = [LayTile(asked.company, at, tile, rotation) for rotation in range(6)]
        soft = (way for way in ways if not has_hard(judge.refusals(asked.rules, asked.state, way)))
        action = next(soft, None)
        found.append(Pick(tile, 0, picture, None, refusal=against[0], action=action))
    return found
