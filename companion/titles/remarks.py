"""Remarks on a title of data: places that are allowed, but that its author should look at."""

import tomllib
from collections.abc import Iterator

from companion.board.map import Hex
from companion.board.tiles import EDGES
from companion.rules.data.lay_allowance import LayAllowance
from companion.rules.data.title_data import ANY, WITH_ROUTE, TitleData
from companion.rules.operating.private_powers import ExtraTilePower
from companion.titles.loading import CORE_RULES
from companion.titles.trial import AT_PURCHASE, LIMITS

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
    "train_sale.unpaid": "C2.2 C8.9",
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


def list_remarks(data: TitleData) -> list[str]:
    """Return the remarks on a title, a line each."""
    return [
        *_remark_hexes(data),
        *_remark_labels(data),
        *_remark_spaces(data),
        *_remark_phases(data),
        *_remark_powers(data),
        *_remark_rules(data),
    ]


def _remark_hexes(data: TitleData) -> Iterator[str]:
    """Remark on hexes that lie half over others, and on printed track that leads nowhere."""
    odd: dict[bool, list[str]] = {True: [], False: []}
    for at in data.map.hexes:
        odd[sum(data.map.layout.position(at)) % 2 == 1].append(at)
    few = min(odd.values(), key=len)
    for at in few if all(odd.values()) else ():
        yield f"map.toml, hexes.{at}: lies half over its neighbours; numbers in a row differ by 2"
    for at, hex in data.map.hexes.items():
        for edge in sorted(_edges(hex)):
            other = data.map.neighbour(at, edge)
            where = f"map.toml, hexes.{at}: its track to edge {edge}"
            if other is None:
                yield f"{where} leads off the map"
            elif _is_blank(data.map.hexes[other], (edge + 3) % 6):
                yield f"{where} leads to a side of {other} that never has track"


def _is_blank(hex: Hex, edge: int) -> bool:
    """Return whether a hex never has track at an edge."""
    return hex.fixed and edge not in _edges(hex)


def _edges(hex: Hex) -> set[int]:
    """Return the edges of a hex with printed track."""
    ends = {end for track in hex.tracks for end in (track.a, track.b)}
    return {edge for edge in EDGES if edge in ends}


def _remark_labels(data: TitleData) -> Iterator[str]:
    """Remark on labels of hexes without a tile, and of tiles without a hex."""
    tiles = [data.map.known[number] for number in data.tiles]
    on_tiles = {tile.label for tile in tiles}
    places = [hex for hex in data.map.hexes.values() if not hex.fixed]
    on_hexes = {hex.label for hex in places} | data.map.future_labels
    for hex in places:
        if hex.label and hex.label not in on_tiles:
            yield f"map.toml, hexes.{hex.at}.label: no tile has the label {hex.label}"
    for number, tile in zip(data.tiles, tiles, strict=True):
        if tile.label and tile.label not in on_hexes:
            yield f"map.toml, tiles.{number}: its label {tile.label} is on no hex"


def _remark_spaces(data: TitleData) -> Iterator[str]:
    """Remark on a market without pars, and on kinds of space that change nothing."""
    for chart in data.charts:
        if not chart.par_cells:
            pars = ", ".join(sorted(chart.par_kinds))
            yield f"title.toml, market: companies start on spaces of the kind {pars}; it has none"
        ends = {"end"} if data.ends.price else set()
        used = chart.par_kinds | chart.zones.keys() | chart.notes.keys() | ends
        found = {kind for cell in chart.cells.values() for kind in cell.kinds}
        for kind in sorted(found - used):
            needs = "ends.price says when it ends the game" if kind == "end" else "no key names it"
            yield f"title.toml, market.marks: spaces of the kind {kind} change nothing; {needs}"
        if ends - found:
            yield "title.toml, ends.price: no space of the market is of the kind end"


def _remark_phases(data: TitleData) -> Iterator[str]:
    """Remark on phases that nothing begins."""
    begun = {train.brings for train in data.train_types}
    for phase in data.phases[1:]:
        if phase.name not in begun and not phase.from_round:
            yield f"title.toml, phases: no train begins phase {phase.name}; see trains.phase"
    names = {phase.name for phase in data.phases}
    for train in data.train_types:
        front = data.trains[train.side_of] if train.side_of else train
        if front.brings in names and train.brings not in names:
            where = f"title.toml, trains: {train.name}"
            yield f"{where} begins no phase, but {front.name} on its other side does"


def _remark_powers(data: TitleData) -> Iterator[str]:
    """Remark on powers of companies that cannot buy the private, and on keys without effect."""
    sold = any(phase.privates_for_companies for phase in data.phases)
    sold = sold or data.private_use.first_round_at_face
    for private in data.private_list:
        bought = sold and "never_for_companies" not in private.powers
        for name, power in private.powers.items():
            where = f"title.toml, privates: {name} of {private.symbol}"
            if not (bought or name in OF_PLAYERS or name in LIMITS):
                yield f"{where} is for a company that owns it, and no company can buy it"
            elif name in ("owner_tile", "seller_tile") and power != ExtraTilePower(
                power.hexes, power.tiles, reserved=power.reserved
            ):
                yield f"{where} is one free tile, connected or not; other keys change nothing"


def _remark_rules(data: TitleData) -> Iterator[str]:
    """Remark on shared rules whose text is not true of the title, and is as it was."""
    texts = tomllib.loads(CORE_RULES.read_text("utf-8"))["rules"]
    untrue: dict[str, list[str]] = {}
    for key, numbers in () if data.has_book else _changed_rules(data):
        for number in numbers.split():
            if data.rules.get(number) == texts[number]:
                untrue.setdefault(key, []).append(f'"{number}"')
    for key, untold in untrue.items():
        told = ", ".join(untold)
        yield f"title.toml, {key}: is not usual; write {told} in [rules] in your own words"


def _changed_rules(data: TitleData) -> Iterator[tuple[str, str]]:
    """Yield the keys whose value is not the usual one, with the shared rules that tell it."""
    for key, numbers in TOLD_BY.items():
        table, _, name = key.partition(".")
        switches = getattr(data, table)
        if getattr(switches, name) != getattr(type(switches)(), name):
            yield ("private_use.most_percent" if name == "price_factors" else key), numbers
    kinds, phases = data.kind_list, data.phases
    for is_other, key, numbers in (
        (any(kind.holding_limit != 60 for kind in kinds), "kinds.holding_limit", "C4.5"),
        (any(kind.pool_limit != 50 for kind in kinds), "kinds.pool_limit", "C4.6"),
        (any(kind.unit != 10 for kind in kinds), "kinds.certificates", "C4.9"),
        (any(c.home_from_start for c in data.company_list), "companies.home_from_start", "C5.4"),
        (data.track != LayAllowance() or data.first_track, "track.lays", "C6.1"),
        (any(phase.lays for phase in phases), "phases.lays", "C6.1"),
        (any(phase.from_round for phase in phases), "phases.from_round", "C8.3"),
        (any(phase.bank_trains != ANY for phase in phases), "phases.bank_trains", "C8.1"),
        (data.must_own != WITH_ROUTE, "must_own", "C8.6"),
    ):
        if is_other:
            yield key, numbers
