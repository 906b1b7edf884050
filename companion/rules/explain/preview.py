"""Previews: the effects of a choice before it is made. They never change the game.

The answers come from the same functions that judge and apply actions.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.board.lay_and_route_faults import Fault
from companion.board.lays import faults, lays
from companion.board.path_completion import join_stops, links
from companion.board.routes import Path, Route, path_stops
from companion.board.run_reports import RouteReport
from companion.ledger.receipts import PayoutReceipt
from companion.rules.core.actions import LayTile, RunTrains
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating import track
from companion.rules.operating.running import farthest_kinds, report_run
from companion.rules.shares import holdings

# Faults of an unfinished route, which further stops can remove.
UNFINISHED = frozenset({"too_short", "stops", "no_token", "token", "wrong_end", "end"})


# --- track


@dataclass(frozen=True, slots=True)
class ExhaustedTile:
    """A tile that would fit in ``rotation`` if a copy were left; all copies lie at ``where``."""

    tile: str
    rotation: int
    where: tuple[str, ...]


def exhausted_tiles(
    rules: Rules, state: State, at: str, company: str | None
) -> list[ExhaustedTile]:
    """Return the tiles of the phase that would fit on the hex but have no copy left."""
    out = [t for t in track.allowed_tiles(rules, state) if track.tiles_left(rules, state, t) == 0]
    first: dict[str, int] = {}
    access = None if company is None else rules.access.of(rules, state, company)
    for tile, rotation in lays(state.board, at, out, access):
        first.setdefault(tile, rotation)
    laid = state.board.laid
    return [
        ExhaustedTile(
            tile, rotation, tuple(sorted(hex for hex, it in laid.items() if it.tile == tile))
        )
        for tile, rotation in first.items()
    ]


# Faults of tiles that can never follow on a hex: other stops or label, or not the next colour.
OTHER_KIND = frozenset({"stops", "label", "fixed"})
NO_FOLLOWER = "colour"


def refused_tiles(
    rules: Rules, state: State, company: str, at: str
) -> list[tuple[str, tuple[Refusal, ...]]]:
    """Return the tiles that could follow on the hex but may not be laid, with their refusals."""
    found = []
    for tile in rules.data.tiles:
        codes = {fault.code for fault in faults(state.board, at, tile, 0)}
        if codes & OTHER_KIND or codes & {NO_FOLLOWER, "same"}:
            continue
        ways = (LayTile(company, at, tile, rotation) for rotation in range(6))
        least = min((judge.refusals(rules, state, way) for way in ways), key=len)
        if least:
            found.append((tile, tuple(least)))
    return sorted(found, key=lambda item: len(item[1]))


def reasons_against_lays(rules: Rules, state: State, company: str, at: str) -> tuple[Refusal, ...]:
    """Return why no tile may be laid on the hex.

    These are the refusals common to all tiles or, if there are none, the shortest list.
    """
    against = [refusals for _, refusals in refused_tiles(rules, state, company, at)]
    if against:
        common = set.intersection(*({refusal.code for refusal in each} for each in against))
        shortest = min(against, key=len)
        return tuple(refusal for refusal in shortest if refusal.code in common) or shortest
    for tile in rules.data.tiles:
        found = faults(state.board, at, tile, 0)
        codes = {fault.code for fault in found}
        if (NO_FOLLOWER in codes and not codes & OTHER_KIND) or "fixed" in codes:
            first = next(fault for fault in found if fault.code in (NO_FOLLOWER, "fixed"))
            return (rules.refuse_fault("lay", first),)
    return ()


# --- runs drawn by hand


@dataclass(frozen=True, slots=True)
class RunDrawing:
    """The runs drawn so far, with the board's report of each and the refusals.

    ``lacking`` are refusals that further stops can remove; ``refusals`` are the others.
    """

    routes: tuple[RouteReport, ...]
    revenue: int
    refusals: tuple[Refusal, ...]
    lacking: tuple[Refusal, ...]

    @property
    def legal(self) -> bool:
        """Whether it may be run as it is."""
        return bool(self.routes) and not self.refusals and not self.lacking


def judge_drawing(
    rules: Rules, state: State, company: str, drawn: Mapping[str, Path]
) -> RunDrawing:
    """Check and add up the runs drawn so far; ``drawn`` maps train ids to paths."""
    routes = tuple((train, path) for train, path in drawn.items() if path)
    report = report_run(rules, state, RunTrains(company, routes))
    refusals: list[Refusal] = []
    lacking: list[Refusal] = []
    for fault in (*report.faults, *(fault for route in report.routes for fault in route.faults)):
        side = lacking if fault.code in UNFINISHED else refusals
        side.append(rules.refuse_fault("run", fault))
    return RunDrawing(report.routes, report.revenue, tuple(refusals), tuple(lacking))


def with_stop(
    rules: Rules, state: State, company: str, drawn: Mapping[str, Path], train: str, stop: str
) -> tuple[dict[str, Path], tuple[Refusal, ...]]:
    """Return the drawing after a tap on ``stop`` for ``train``.

    If the stop is not possible, return the drawing unchanged, with the refusals. A tap on the last
    stop removes it.
    """
    paths = dict(drawn)
    stops = path_stops(paths.get(train, ()))
    kinds = farthest_kinds(rules, state, company)
    if train not in kinds:
        return paths, (rules.refuse("run.train", company=company, train=train),)
    if stops and stops[-1] == stop:
        return remove_last_stop(drawn, train), ()
    if not stops:
        return {**paths, train: (stop,)}, ()
    others = [Route(other, path) for other, path in paths.items() if other != train and path]
    access = rules.access.of(rules, state, company)
    # at the end of the run, or else before its last stop
    first: tuple[Fault, ...] = ()
    for tried in ((*stops, stop), (*stops[:-1], stop, stops[-1])):
        joined = join_stops(state.board, access, kinds[train], tried, others, train)
        hard = tuple(fault for fault in joined.faults if fault.code not in UNFINISHED)
        if joined.path is not None and not hard:
            return {**paths, train: joined.path}, ()
        first = first or hard or joined.faults
        if len(stops) < 2:
            break
    return paths, tuple(rules.refuse_fault("run", fault) for fault in first)


def force_stop(
    rules: Rules, state: State, company: str, drawn: Mapping[str, Path], train: str, stop: str
) -> dict[str, Path] | None:
    """Return the drawing with ``stop`` at the end of the train's run, ignoring all faults.

    None if no track leads there.
    """
    stops, kinds = path_stops(drawn.get(train, ())), farthest_kinds(rules, state, company)
    if train not in kinds or not stops:
        return None
    others = [Route(other, path) for other, path in drawn.items() if other != train and path]
    access = rules.access.of(rules, state, company)
    path = join_stops(state.board, access, kinds[train], (*stops, stop), others, train).path
    return None if path is None else {**drawn, train: path}


def remove_last_stop(drawn: Mapping[str, Path], train: str) -> dict[str, Path]:
    """Return the drawing without the last stop of the train's run and the track to it."""
    path = drawn.get(train, ())
    stops = path_stops(path)[:-1]
    end = path.index(stops[-1]) + 1 if stops else 0
    paths = {**drawn, train: path[:end]}
    return {other: path for other, path in paths.items() if path}


def lead_over_hex(
    rules: Rules, state: State, company: str, drawn: Mapping[str, Path], train: str, at: str
) -> tuple[dict[str, Path], tuple[Refusal, ...]]:
    """Return the drawing with the last part of the train's run led over the hex ``at``.

    If that is not possible, return the drawing unchanged, with any refusals.
    """
    path = drawn.get(train, ())
    stops = path_stops(path)
    if len(stops) >= 2:
        for link in links(state.board, stops[-2]):
            if link.stop == stops[-1] and at in link.between:
                start = path[: path.index(stops[-2]) + 1]
                found = {**drawn, train: (*start, *link.between, stops[-1])}
                judged = judge_drawing(rules, state, company, found)
                if not judged.refusals:
                    return found, ()
                return dict(drawn), judged.refusals
    return dict(drawn), ()


# --- dividends


def worth_change(rules: Rules, state: State, receipt: PayoutReceipt, player: str) -> int:
    """Return the change of the player's worth: the payout, and the new price of their shares."""
    cash = sum(line.amount for line in receipt.payees if line.owner == player)
    percent = holdings.percent(rules.data, state, receipt.company, player)
    kind = rules.kind(state, receipt.company)
    gained = kind.value(percent, receipt.price_after) - kind.value(percent, receipt.price_before)
    return cash + gained


def paid_out(receipt: PayoutReceipt) -> int:
    """Return the total that the bank pays."""
    return receipt.bank_before - receipt.bank_after
