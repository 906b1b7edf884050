"""Limits of a game, checked independently: the pieces in each place against the title's limits.

The judge checks the effect of an action. This module checks the resulting state, for the
self-check, so that it also finds a limit that the judge does not enforce.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.languages import format_text, lazy_gettext
from companion.rules.amend.correction_actions import Correction
from companion.rules.core.actions import Action, Purchase, SellShares
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.trains_and_phases import is_obsolete
from companion.rules.shares import company_kinds, holdings
from companion.rules.shares.holdings import POOL

# Sentences about an excess, by kind.
SAYS: Mapping[str, str] = {
    "certificates": lazy_gettext(
        "{who} has {count} certificates that count; {limit} is the limit."
    ),
    "holding": lazy_gettext("{who} holds {count}% of {of}; {limit}% is the limit."),
    "pool": lazy_gettext("{who} holds {count}% of {of}; {limit}% is the limit."),
    "trains": lazy_gettext("{who} has {count} trains; {limit} is the limit."),
    "tiles": lazy_gettext("{count} of tile {of} are on the map; there are only {limit}."),
    "tokens": lazy_gettext("{who} has {count} tokens, on and off the map; there are only {limit}."),
}
# refusals that a house rule may switch off for the whole game
CODES = {"certificates": "buy.certificates", "holding": "buy.holding", "pool": "sell.pool"}


@dataclass(frozen=True, slots=True)
class Excess:
    """A number above its limit.

    ``kind`` is a key of SAYS, ``who`` the holder, and ``of`` the company or tile. ``count`` is a
    number or a percent.
    """

    kind: str
    who: str
    of: str
    count: int
    limit: int

    def says(self, rules: Rules) -> str:
        """Return a sentence about the excess."""
        facts = {"who": rules.words.name(self.who), "of": self.of}
        return format_text(SAYS[self.kind], **facts, count=self.count, limit=self.limit)


def find_excesses(rules: Rules, state: State) -> list[Excess]:
    """Return everything that is above its limit.

    Some excesses are legal. Prices and phases may lower limits, and actions of other players may
    add to a holding.
    """
    found = (*_shares(rules, state), *_trains(rules, state), *_map(rules, state))
    return [one for one in found if CODES.get(one.kind) not in rules.house]


def find_new_excesses(rules: Rules, before: State, action: Action, after: State) -> list[Excess]:
    """Return the limits that the action exceeds for an owner who had to respect them."""
    found: list[Excess] = []
    if isinstance(action, Purchase | SellShares):
        found += _shares(rules, after)
    if before.trains != after.trains and not isinstance(action, Correction):
        found += _trains(rules, after)
    if before.board is not after.board or before.told is not after.told:
        found += _map(rules, after)
    if not found:
        return []
    known = {(one.kind, one.who, one.of): one.count for one in find_excesses(rules, before)}
    return [
        one
        for one in found
        if one.count > known.get((one.kind, one.who, one.of), one.limit)
        and CODES.get(one.kind) not in rules.house
        and _binds(one, action)
    ]


def _binds(excess: Excess, action: Action) -> bool:
    """Check whether the limit applies to the player of the action.

    Actions may push others over a limit: a former president gets two certificates for one.
    """
    if excess.kind == "pool":
        return isinstance(action, SellShares) and action.company == excess.of
    if excess.kind not in ("certificates", "holding"):
        return True
    if not isinstance(action, Purchase):
        return False
    return action.player == excess.who and excess.of in ("", action.company)


def _shares(rules: Rules, state: State) -> Iterator[Excess]:
    """Yield excesses of certificates, of players' holdings and of the pool."""
    data, seats = rules.data, rules.seats
    numbers = Counter(owner for owner in state.privates.values() if owner in seats)
    for company, own in data.companies.items():
        now = state.companies[company]
        kind = data.kinds[now.kind]
        free = _freedoms(rules, now.cell)
        parts: Counter[str] = Counter()
        for certificate, percent in zip(own.certificates, own.shares, strict=True):
            owner = state.certificates[certificate]
            parts[owner] += percent
            numbers[owner] += kind.counted and "uncounted" not in free
        most = None if "unlimited" in free else kind.holding_limit
        for owner, percent in parts.items():
            if owner in seats and most is not None and percent > most:
                yield Excess("holding", owner, company, percent, most)
        if kind.pool_limit is not None and parts[POOL] > kind.pool_limit:
            yield Excess("pool", POOL, company, parts[POOL], kind.pool_limit)
    for seat in seats:
        limit = holdings.certificate_limit(rules.data, state, len(rules.seats), seat)
        if limit is not None and numbers[seat] > limit:
            yield Excess("certificates", seat, "", numbers[seat], limit)


def _freedoms(rules: Rules, at: str | None) -> set[str]:
    """Return the limits that do not apply to a company whose price is in this cell."""
    if at is None:
        return set()
    cell = rules.data.cells[at]
    zones = rules.data.markets[cell.market].zones
    return {freedom for kind in cell.kinds for freedom in zones.get(kind, ())}


def _trains(rules: Rules, state: State) -> Iterator[Excess]:
    """Yield excesses of trains on each charter.

    The operating company may be moving trains, so its charters are counted together. Obsolete
    trains do not count. Nothing is counted while a question is open, which may be about discarding.
    """
    if state.questions:
        return
    moving = state.round.operating_company
    held = Counter(
        (card.place, 0 if card.place == moving else card.charter)
        for train, card in state.trains.items()
        if not is_obsolete(rules, state, train)
    )
    for (company, _), count in held.items():
        if company in state.companies:
            charters = state.companies[company].charters if company == moving else 1
            limit = company_kinds.train_limit(rules.data, state, company) * charters
            if count > limit:
                yield Excess("trains", company, "", count, limit)


def _map(rules: Rules, state: State) -> Iterator[Excess]:
    """Yield excesses of tiles on the map and of tokens anywhere."""
    tiles, board = rules.data.tiles, state.board
    for tile, count in Counter(laid.tile for laid in board.laid.values()).items():
        printed = tiles.get(tile, 0)
        if printed is None:
            continue
        there = printed + state.extra_tiles.get(tile, 0)
        if count > there:
            yield Excess("tiles", "", tile, count, there)
    placed = board.lying()
    for company, own in rules.data.companies.items():
        now = state.companies[company]
        count = placed[company] + state.told.tokens.get(company, 0)
        count += now.tokens + now.tokens_removed
        there = own.token_count + now.tokens_taken_over
        if count > there:
            yield Excess("tokens", company, "", count, there)
