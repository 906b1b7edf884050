"""Transfers between two states: certificates, privates, trains, tokens and tiles."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from companion.ledger.receipts import TransferLine
from companion.rules.core.change import Event
from companion.rules.core.copying import replace
from companion.rules.core.state import DEPOT, State, type_of
from companion.rules.data.title_data import TitleData


def find_transfers(
    data: TitleData, before: State, after: State, events: Sequence[Event]
) -> Iterator[TransferLine]:
    """Yield everything that has another owner or place in the state ``after``.

    ``events`` show changes of president, in which certificates are exchanged.
    """
    for company in data.company_list:
        moved = list(_certificates(data, before, after, company.symbol))
        yield from _merge_equal(_merge_exchanges(moved, company.symbol, events))
    yield from _privates(before, after)
    yield from _trains(before, after)
    yield from _map_transfers(before, after)


def _certificates(
    data: TitleData, before: State, after: State, company: str
) -> Iterator[TransferLine]:
    own = data.companies[company]
    for place, (id, percent) in enumerate(zip(own.certificates, own.shares, strict=True)):
        giver, taker = before.certificates[id], after.certificates[id]
        if giver != taker:
            sort = "share" if place or not own.kind.directed else "president"
            yield TransferLine(sort, company, giver, taker, percent=percent)


def _merge_exchanges(
    moved: Sequence[TransferLine], company: str, events: Iterable[Event]
) -> Iterator[TransferLine]:
    """Yield the transfers of a company's certificates, with presidency exchanges resolved.

    The former president received the certificates exchanged for the president's, even if they have
    passed them on since.
    """
    wanted = {"company": company}.items()
    event = next((e for e in events if e.kind == "president" and wanted <= e.facts.items()), None)
    first = next((line for line in moved if line.sort == "president"), None)
    old, new = (event.facts.get(who) for who in ("before", "player")) if event else (None, None)
    if first is None or not old or not new:
        yield from moved
        return
    if (first.giver, first.taker) != (old, new):
        yield from moved
        return
    left = first.percent
    yield replace(first, swapped=True)
    for line in moved:
        if line is first:
            continue
        if line.giver != new or line.percent > left:
            yield line
            continue
        left -= line.percent
        yield replace(line, taker=old, swapped=True)
        if line.taker != old:
            yield replace(line, giver=old)


def _merge_equal(lines: Iterable[TransferLine]) -> Iterator[TransferLine]:
    """Yield identical transfers once, with their count; exchanges come first."""
    counts = Counter(lines)
    for line, count in sorted(counts.items(), key=lambda item: not item[0].swapped):
        yield replace(line, count=count)


def _privates(before: State, after: State) -> Iterator[TransferLine]:
    for private, owner in after.privates.items():
        if before.privates[private] != owner:
            yield TransferLine("private", private, before.privates[private], owner)


def _trains(before: State, after: State) -> Iterator[TransferLine]:
    lines = (
        TransferLine("train", type_of(train), before.trains[train].place, card.place)
        if train in before.trains
        else TransferLine("train", type_of(train), DEPOT, card.place)
        for train, card in after.trains.items()
    )
    yield from _merge_equal(line for line in lines if line.giver != line.taker)


def _map_transfers(before: State, after: State) -> Iterator[TransferLine]:
    """Yield the tiles and tokens that changed, by hex.

    A token that moves within its hex is no change.
    """
    old, new = before.board, after.board
    if old is new:
        return
    for at, tile in new.laid.items():
        if (there := old.laid.get(at)) != tile:
            yield TransferLine("tile", tile.tile, there.tile if there else "", "", at=at)
    was, now = (_tokens(state) for state in (before, after))
    for (owner, at), count in (now - was).items():
        yield TransferLine("token", owner, owner, "", count, at=at)
    for (owner, at), count in (was - now).items():
        yield TransferLine("token", owner, "", owner, count, at=at)


def _tokens(state: State) -> Counter[tuple[str, str]]:
    """Count the tokens of each owner on each hex."""
    return Counter(
        (owner, stop.partition(".")[0])
        for stop, slots in state.board.tokens.items()
        for owner in slots
        if owner
    )
