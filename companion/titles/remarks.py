"""Remarks on a title of data: places that are allowed, but that its author should look at."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from companion.board.map import Hex
from companion.board.tiles import EDGES
from companion.languages import format_count, format_text, gettext, lazy_gettext
from companion.rules.data.lay_allowance import LayAllowance
from companion.rules.data.title_data import ANY, WITH_ROUTE, TitleData
from companion.rules.operating.private_powers import ExtraTilePower
from companion.titles import Title
from companion.titles.loading import CORE_RULES
from companion.titles.trial_result import AT_PURCHASE, LIMITS

# the shared rules whose texts tell the usual value of a switch
TOLD_BY = {
    "opening.kind": "C3.1 C3.3 C3.4 C3.5 C3.7",
    "opening.all_pass": "C3.5",
    "opening.falling": "C3.5",
    "opening.bid_step": "C3.1 C3.3",
    "opening.highest_bound": "C3.2",
    "stock.initial_price": "C4.3",
    "stock.capital_paid": "C4.9",
    "stock.first_sales": "C4.6",
    "stock.sold_from": "C4.6",
    "stock.sale_fall": "C4.7",
    "stock.one_block": "C4.7",
    "stock.sold_out_rises": "C4.10",
    "stock.pool_falls": "C4.10",
    "operating.home_placed": "C5.4",
    "operating.token_distance": "C7.1",
    "dividends.multiples": "C7.4",
    "dividends.less_falls": "C7.4",
    "dividends.stays_from": "C7.4",
    "dividends.half": "C7.4",
    "dividends.withheld": "C7.4",
    "dividends.not_run": "C7.4 C7.5",
    "train_sale.least_price": "C8.2",
    "train_sale.exported": "C3.5 C8.1",
    "train_sale.discards_leave": "C8.3 C8.4",
    "train_sale.any_train": "C8.7",
    "train_sale.keeps_president": "C8.8",
    "train_sale.sells_freely": "C8.8",
    "train_sale.unpaid": "C2.2 C2.4 C8.9",
    "ends.bank": "C2.2",
    "private_use.price_factors": "C9.1",
    "private_use.any_time": "C5.3 C9.1",
    "private_use.first_round_at_face": "C9.1",
    "private_use.sold_by": "C9.1",
}

# powers that a player has who owns the private
OF_PLAYERS = AT_PURCHASE | {
    "blocks_until",
    "closes_in_phase",
    "closes_with_par",
    "crossing_income",
    "exchange",
    "exchange_from",
    "owner_tile",
    "player_revenue",
    "revenues",
    "stays_open",
}


# the sentences; each begins with the place
HALF_OVER = lazy_gettext(
    "map.toml, hexes.{hex}: lies half over its neighbours; numbers in a row differ by 2"
)
OFF_THE_MAP = lazy_gettext("map.toml, hexes.{hex}: its track to edge {edge} leads off the map")
TO_NO_TRACK = lazy_gettext(
    "map.toml, hexes.{hex}: its track to edge {edge} leads to a side of {other} "
    "that never has track"
)
LABEL_OF_NO_TILE = lazy_gettext("map.toml, hexes.{hex}.label: no tile has the label {label}")
LABEL_OF_NO_HEX = lazy_gettext("map.toml, tiles.{tile}: its label {label} is on no hex")
NO_PAR = lazy_gettext(
    "title.toml, market: companies start on spaces of the kind {kind}; it has none"
)
KIND_WITHOUT_KEY = lazy_gettext(
    "title.toml, market.marks: spaces of the kind {kind} change nothing; no key names it"
)
END_WITHOUT_KEY = lazy_gettext(
    "title.toml, market.marks: spaces of the kind {kind} change nothing; "
    "ends.price says when it ends the game"
)
NO_END = lazy_gettext("title.toml, ends.price: no space of the market is of the kind end")
PHASE_WITHOUT_TRAIN = lazy_gettext(
    "title.toml, phases: no train begins phase {phase}; see trains.phase"
)
SIDE_WITHOUT_PHASE = lazy_gettext(
    "title.toml, trains: {train} begins no phase, but {other} on its other side does"
)
POWER_OF_NOBODY = lazy_gettext(
    "title.toml, privates: {power} of {private} is for a company that owns it, "
    "and no company can buy it"
)
ONE_FREE_TILE = lazy_gettext(
    "title.toml, privates: {power} of {private} is one free tile, connected or not; "
    "other keys change nothing"
)
UNCHANGED_RULE = lazy_gettext(
    "title.toml, {key}: is changed, but the text of {rules} is not; "
    "write it again in the patch, in your own words"
)
UNTOLD_RULE = lazy_gettext(
    "title.toml, {key}: is not usual; write {rules} under rules in your own words"
)


@dataclass(frozen=True)
class Remark:
    """A sentence on a place of the data, with its facts.

    If it is true only of some games, ``players`` is their number, or ``option`` the text of their
    option; ``value`` is the value of one that chooses a text.
    """

    says: str
    facts: Mapping[str, object] = field(default_factory=dict)
    players: int = 0
    option: str = ""
    value: str = ""

    @property
    def text(self) -> str:
        """The sentence, in the current language."""
        return format_text(self.says, **self.facts)

    @property
    def condition(self) -> str:
        """The games of which alone it is true, in the current language; "" for all."""
        if self.players:
            return format_count(
                "With {count} player", "With {count} players", self.players, count=self.players
            )
        if self.value:
            return format_text(
                "With {value} for the option “{option}”",
                value=self.value,
                option=gettext(self.option),
            )
        if self.option:
            return format_text("With the option “{option}”", option=gettext(self.option))
        return ""


def list_remarks(title: Title) -> list[Remark]:
    """Return the remarks on a title, then those of each number of players and each option."""
    usual = [*_remark(title.data), *_remark_rules(title.data)]
    found = list(usual)
    for players, option, value, data in title.every_choice():
        told = [*_remark(data), *_remark_unchanged_rules(title.data, data)]
        only = [remark for remark in told if remark not in usual]
        if option is None:
            found += [replace(remark, players=players) for remark in only]
        else:
            text = value if option.kind == "text" else ""
            found += [replace(remark, option=option.says, value=text) for remark in only]
    return found


def _remark(data: TitleData) -> list[Remark]:
    """Return the remarks on the data of one game, without those on its rules."""
    return [
        *_remark_hexes(data),
        *_remark_labels(data),
        *_remark_spaces(data),
        *_remark_phases(data),
        *_remark_powers(data),
    ]


def _remark_hexes(data: TitleData) -> Iterator[Remark]:
    """Remark on hexes that lie half over others, and on printed track that leads nowhere."""
    odd: dict[bool, list[str]] = {True: [], False: []}
    for at in data.map.hexes:
        odd[sum(data.map.layout.position(at)) % 2 == 1].append(at)
    few = min(odd.values(), key=len)
    for at in few if all(odd.values()) else ():
        yield Remark(HALF_OVER, {"hex": at})
    for at, hex in data.map.hexes.items():
        for edge in sorted(_edges(hex)):
            other = data.map.neighbour(at, edge)
            if other is None:
                yield Remark(OFF_THE_MAP, {"hex": at, "edge": edge})
            elif _is_blank(data.map.hexes[other], (edge + 3) % 6):
                yield Remark(TO_NO_TRACK, {"hex": at, "edge": edge, "other": other})


def _is_blank(hex: Hex, edge: int) -> bool:
    """Return whether a hex never has track at an edge."""
    return hex.fixed and edge not in _edges(hex)


def _edges(hex: Hex) -> set[int]:
    """Return the edges of a hex with printed track."""
    ends = {end for track in hex.tracks for end in (track.a, track.b)}
    return {edge for edge in EDGES if edge in ends}


def _remark_labels(data: TitleData) -> Iterator[Remark]:
    """Remark on labels of hexes without a tile, and of tiles without a hex."""
    tiles = [data.map.known[number] for number in data.tiles]
    on_tiles = {tile.label for tile in tiles}
    places = [hex for hex in data.map.hexes.values() if not hex.fixed]
    on_hexes = {hex.label for hex in places} | data.map.future_labels
    for hex in places:
        if hex.label and hex.label not in on_tiles:
            yield Remark(LABEL_OF_NO_TILE, {"hex": hex.at, "label": hex.label})
    for number, tile in zip(data.tiles, tiles, strict=True):
        if tile.label and tile.label not in on_hexes:
            yield Remark(LABEL_OF_NO_HEX, {"tile": number, "label": tile.label})


def _remark_spaces(data: TitleData) -> Iterator[Remark]:
    """Remark on a market without pars, and on kinds of space that change nothing."""
    for chart in data.charts:
        if not chart.par_cells:
            pars = ", ".join(sorted(chart.par_kinds))
            yield Remark(NO_PAR, {"kind": pars})
        ends = {"end"} if data.ends.price else set()
        used = chart.par_kinds | chart.zones.keys() | chart.notes.keys() | ends
        found = {kind for cell in chart.cells.values() for kind in cell.kinds}
        for kind in sorted(found - used):
            yield Remark(END_WITHOUT_KEY if kind == "end" else KIND_WITHOUT_KEY, {"kind": kind})
        if ends - found:
            yield Remark(NO_END)


def _remark_phases(data: TitleData) -> Iterator[Remark]:
    """Remark on phases that nothing begins."""
    begun = {train.brings for train in data.train_types}
    for phase in data.phases[1:]:
        if phase.name not in begun and not phase.from_round:
            yield Remark(PHASE_WITHOUT_TRAIN, {"phase": phase.name})
    names = {phase.name for phase in data.phases}
    for train in data.train_types:
        front = data.trains[train.side_of] if train.side_of else train
        if front.brings in names and train.brings not in names:
            yield Remark(SIDE_WITHOUT_PHASE, {"train": train.name, "other": front.name})


def _remark_powers(data: TitleData) -> Iterator[Remark]:
    """Remark on powers of companies that cannot buy the private, and on keys without effect."""
    sold = any(phase.privates_for_companies for phase in data.phases)
    sold = sold or data.private_use.first_round_at_face
    for private in data.private_list:
        bought = sold and "never_for_companies" not in private.powers
        for name, power in private.powers.items():
            facts = {"power": name, "private": private.symbol}
            if not (bought or name in OF_PLAYERS or name in LIMITS):
                yield Remark(POWER_OF_NOBODY, facts)
            elif name in ("owner_tile", "seller_tile") and power != ExtraTilePower(
                power.hexes, power.tiles, reserved=power.reserved
            ):
                yield Remark(ONE_FREE_TILE, facts)


def _remark_rules(data: TitleData) -> Iterator[Remark]:
    """Remark on shared rules whose text is not true of the title, and is as it was."""
    for key, untold in _untold_rules(data):
        yield Remark(UNTOLD_RULE, {"key": key, "rules": _quote(untold)})


def find_changed_rules(data: TitleData) -> set[str]:
    """Return the shared rules that a switch changes, and whose text is as it was."""
    return {number for _, untold in _untold_rules(data) for number in untold}


def _untold_rules(data: TitleData) -> Iterator[tuple[str, list[str]]]:
    """Yield the keys without their usual value, with shared rules that tell the usual one."""
    texts = _core_texts()
    for switch in () if data.has_book else _told_switches(data):
        untold = [number for number in switch.told_by if data.rules.get(number) == texts[number]]
        if untold and switch.value != switch.usual:
            yield switch.key, untold


@cache
def _core_texts() -> dict[str, str]:
    return dict(tomllib.loads(CORE_RULES.read_text("utf-8"))["rules"])


def _remark_unchanged_rules(usual: TitleData, data: TitleData) -> Iterator[Remark]:
    """Remark on shared rules that a patch makes untrue, and whose text is as without it."""
    before = {switch.key: switch.value for switch in _told_switches(usual)}
    for switch in () if data.has_book else _told_switches(data):
        told = (number for number in switch.told_by if number in data.rules)
        same = [number for number in told if data.rules[number] == usual.rules.get(number)]
        if same and switch.value != before[switch.key]:
            yield Remark(UNCHANGED_RULE, {"key": switch.key, "rules": _quote(same)})


def _quote(numbers: list[str]) -> str:
    return ", ".join(f'"{number}"' for number in numbers)


class _Switch(NamedTuple):
    """A key of the data that shared rules tell, with its value and the usual one."""

    key: str
    told_by: list[str]
    value: object
    usual: object


def _told_switches(data: TitleData) -> Iterator[_Switch]:
    """Yield the keys that shared rules tell."""
    for key, numbers in TOLD_BY.items():
        table, _, name = key.partition(".")
        switches = getattr(data, table)
        value, usual = getattr(switches, name), getattr(type(switches)(), name)
        key = "private_use.most_percent" if name == "price_factors" else key
        yield _Switch(key, numbers.split(), value, usual)
    kinds, phases = data.kind_list, data.phases
    for key, number, value, usual in (
        ("kinds.holding_limit", "C4.5", {kind.holding_limit for kind in kinds} - {60}, set()),
        ("kinds.pool_limit", "C4.6", {kind.pool_limit for kind in kinds} - {50}, set()),
        ("kinds.certificates", "C4.9", {kind.unit for kind in kinds} - {10}, set()),
        (
            "companies.home_from_start",
            "C5.4",
            {company.symbol for company in data.company_list if company.home_from_start},
            set(),
        ),
        ("track.lays", "C6.1", (data.track, data.first_track), (LayAllowance(), None)),
        ("phases.lays", "C6.1", [phase.lays for phase in phases if phase.lays], []),
        ("phases.from_round", "C8.3", {phase.from_round for phase in phases} - {0}, set()),
        ("phases.bank_trains", "C8.1", {phase.bank_trains for phase in phases} - {ANY}, set()),
        ("must_own", "C8.6", data.must_own, WITH_ROUTE),
    ):
        yield _Switch(key, [number], value, usual)
