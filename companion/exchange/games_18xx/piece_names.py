"""The other site's names of tiles, trains and certificates.

The site numbers all pieces at the start and always takes the first one available. A returned tile
goes to the end of its pile, a certificate to the end of its new owner's. So every piece must be
followed from the beginning.
"""

from collections.abc import Mapping
from copy import deepcopy
from itertools import count
from typing import Any

from companion.exchange.games_18xx.export_names import COMPANY, PLAYER, PRIVATE
from companion.rules.core.actions import LayTile
from companion.rules.core.state import DEPOT, GONE, State, type_of
from companion.rules.judge.rules import Rules
from companion.rules.privates.player_tiles import LayPrivateTile
from companion.rules.shares import holdings
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.site_adapter import SiteAdapter

MINOR = "minor"  # a company that is no corporation there
MANY = 200  # numbered copies of a tile without limit


class Supply:
    """The names of one game's tiles, trains and certificates at the current point."""

    def __init__(
        self, rules: Rules, adapter: SiteAdapter, state: State, ids: Mapping[str, int]
    ) -> None:
        self.rules = rules
        self.adapter = adapter
        self.ids = ids  # the player's number there, by seat
        self.laid: dict[str, str] = {}  # hex -> the copy of a tile that lies there: "57-1"
        self._merged: dict[str, str] = {}  # companies that have merged, by their survivors
        self._slots: dict[str, dict[str, int]] = {}  # stop -> the slot of each owner there
        self._piles = {
            tile: [f"{tile}-{n}" for n in range(MANY if left is None else left)]
            for tile, left in rules.data.tiles.items()
        }
        self._trains = {ours: theirs for theirs, ours in adapter.held.items()}
        self._pool: list[str] = []  # our discarded trains, the oldest first
        self._certificates: dict[str, dict[str, list[str]]] = {}
        for company, own in rules.data.companies.items():
            self._certificates[company] = {}
            for certificate in own.certificates:
                place = state.certificates[certificate]
                self._certificates_at(company, place).append(certificate)

    def save(self) -> dict[str, Any]:
        """Return a copy of the current names, for ``restore``."""
        fixed = ("rules", "adapter", "ids")
        return deepcopy({key: value for key, value in vars(self).items() if key not in fixed})

    def restore(self, saved: dict[str, Any]) -> None:
        """Return to saved names."""
        vars(self).update(deepcopy(saved))

    # --- senders

    def entity(self, state: State, who: str) -> dict[str, object]:
        """Return the sender of an action: a seat or a company."""
        if who in self.ids:
            return {"entity": self.ids[who], "entity_type": PLAYER}
        merged = self.adapter.merged(state) if self.adapter.merged else {}
        if who in merged:
            return {"entity": merged[who], "entity_type": self.adapter.merged_type}
        kind = MINOR if who in self.adapter.minors else COMPANY
        return {"entity": self.adapter.company_there(who), "entity_type": kind}

    def private(self, private: str) -> dict[str, object]:
        """Return a private as the sender of an action."""
        return {"entity": self.adapter.private_there(private), "entity_type": PRIVATE}

    def company(self, state: State, company: str) -> object:
        """Return the site's name of a company."""
        return self.entity(state, company)["entity"]

    # --- tiles

    def take_tile(self, action: LayTile | LayPrivateTile) -> str:
        """Return the copy of the tile that is laid. The replaced tile goes back to its pile."""
        copy = self._piles[action.tile].pop(0)
        if before := self.laid.get(action.hex):
            self._piles[before.rpartition("-")[0]].append(before)
        self.laid[action.hex] = copy
        return copy

    def city(self, state: State, stop: str) -> str:
        """Return the city of a stop: "57-1-0", or "H12-0-0" for a printed hex."""
        at, _, number = stop.partition(".")
        stops = state.board.tile_at(at).stops[: int(number)]
        cities = sum(stop.kind == "city" for stop in stops)
        return f"{self.laid.get(at, f'{at}-0')}-{cities}"

    def slot(self, state: State, company: str, stop: str, instead: str | None) -> int:
        """Return the token's slot: the replaced owner's, else the first unreserved free one."""
        taken, free = self._look_at_slots(state, stop)
        if instead is not None:
            taken[company] = taken.pop(instead)
            return taken[company]
        homes = [own.homes for other, own in state.companies.items() if other != company]
        kept = sum((stop,) in of_one for of_one in homes)
        taken[company] = free[min(kept, len(free) - 1)]
        return taken[company]

    def lying_slot(self, state: State, owner: str, stop: str) -> int:
        """Return the slot of a token that lies in the city."""
        return self._look_at_slots(state, stop)[0][owner]

    def _look_at_slots(self, state: State, stop: str) -> tuple[dict[str, int], list[int]]:
        """Return the slot of each owner in the city, and the free slots."""
        slots, taken = state.board.tokens[stop], self._slots.setdefault(stop, {})
        for owner in list(taken):
            if owner not in slots:
                del taken[owner]
        free = [n for n in range(len(slots)) if n not in taken.values()]
        for there in slots:
            if there is not None and there not in taken:
                taken[there] = free.pop(0)
        return taken, free

    # --- trains

    def train(self, train: str) -> str:
        """Return the site's name of a train. It gets the next free number when first bought."""
        if train not in self._trains:
            type = type_of(train)
            card = self.adapter.train_there(self.adapter.variants.get(type, type))
            taken = set(self._trains.values())
            free = (name for n in count() if (name := f"{card}-{n}") not in taken)
            self._trains[train] = next(free)
        return self._trains[train]

    def name_purchase(self, train: str, state: State) -> str:
        """Return the name of a train at its purchase.

        The site sells the first of equal trains in the pool. So that one swaps names with the train
        that is bought here.
        """
        if state.place_of(train) == POOL:
            first = next(one for one in self._pool if type_of(one) == type_of(train))
            self._trains[first], self._trains[train] = self.train(train), self.train(first)
            swapped = {first: train, train: first}
            self._pool = [swapped.get(one, one) for one in self._pool]
        return self.train(train)

    def _follow_pool(self, after: State) -> None:
        """Update the pool. Trains discarded last come last."""
        there = [train for train, card in after.trains.items() if card.place == POOL]
        kept = [train for train in self._pool if train in there]
        self._pool = kept + [train for train in there if train not in kept]

    def _name_exported(self, before: State, after: State) -> None:
        """Give a number to a train that left the game from the bank, as the site does."""
        for train, card in after.trains.items():
            gone = card.place == GONE and before.place_of(train) == DEPOT
            if gone and type_of(train) in self.rules.data.train_sale.exported:
                self.train(train)

    # --- certificates

    def _certificates_at(self, company: str, place: str) -> list[str]:
        """Return the certificates at a place in order.

        Certificates on offer count as the company's.
        """
        owner = company if place == INITIAL else place
        return self._certificates[company].setdefault(owner, [])

    def certificate_name(self, certificate: str) -> str:
        """Return the name of a certificate. Merged companies have both their names in it."""
        company, _, number = certificate.rpartition("_")
        merged = self._merged.get(company)
        return f"{merged or self.adapter.company_there(company)}_{number}"

    def percent(self, company: str, certificate: str) -> int:
        """Return the percentage of a certificate."""
        own = self.rules.data.companies[company]
        return own.shares[own.certificates.index(certificate)]

    def bundle(self, company: str, place: str, percent: int) -> list[str]:
        """Return certificates of at least ``percent``, the president's certificate last."""
        first = self.rules.data.companies[company].certificates[0]
        found: list[str] = []
        for certificate in sorted(
            self._certificates_at(company, place), key=lambda one: one == first
        ):
            if sum(self.percent(company, one) for one in found) < percent:
                found.append(certificate)
        return found

    def move(self, company: str, certificates: list[str], to: str) -> None:
        """Move certificates to the end of another owner's."""
        for held in self._certificates[company].values():
            held[:] = [one for one in held if one not in certificates]
        self._certificates_at(company, to).extend(certificates)

    def follow(self, before: State, after: State) -> None:
        """Move the certificates that an action does not name.

        Examples are the president's certificate and shares that come with a private.
        """
        self._follow_pool(after)
        for at in [at for at in self.laid if at not in after.board.laid]:
            copy = self.laid.pop(at)
            self._piles[copy.rpartition("-")[0]].append(copy)
        self._name_exported(before, after)
        merged = dict(self.adapter.merged(after)) if self.adapter.merged else {}
        for company in merged.keys() - self._merged.keys():
            self._merge(company, after)
        self._merged = merged
        for company, own in self.rules.data.companies.items():
            had, has = before.certificates, after.certificates
            if any(had[one] != has[one] for one in own.certificates):
                self._settle(company, before, after)

    def _settle(self, company: str, before: State, after: State) -> None:
        """Move a company's changed certificates to their current owners."""
        wanted = holdings.shares(self.rules.data, after, company)
        if company in self._merged:
            wanted.pop(company, None)  # the company's own share, which nobody can buy
        first = self.rules.data.companies[company].certificates[0]
        self._swap(company, before.certificates[first], after.certificates[first], wanted)
        self._balance(company, wanted)

    def _swap(self, company: str, old: str, holder: str, wanted: Mapping[str, int]) -> None:
        """Exchange the president's certificate for as many shares of the new president.

        They go to the old president, or to the pool if that player has sold.
        """
        own = self.rules.data.companies[company]
        first = own.certificates[0]
        if first in self._certificates_at(company, holder):
            return
        given = self.bundle(company, holder, own.shares[0])
        if given and holdings.is_player(old):
            self.move(company, given, old if wanted.get(old, 0) >= own.shares[0] else POOL)
        self.move(company, [first], holder)

    def _merge(self, company: str, after: State) -> None:
        """Replace a merged company's certificates by new ones with the same numbers as here.

        The one that the president gives to the company is left out, because nobody can buy it.
        """
        self._certificates[company] = {}
        for certificate in self.rules.data.companies[company].certificates:
            place = after.certificates[certificate]
            if place != company:
                self._certificates_at(company, place).append(certificate)

    def _balance(self, company: str, wanted: Mapping[str, int]) -> None:
        """Move certificates from owners with too many to owners with too few, in order.

        The last ones leave the game first.
        """
        first = self.rules.data.companies[company].certificates[0]
        parts: dict[str, int] = {}
        for place, percent in wanted.items():
            owner = company if place == INITIAL else place
            parts[owner] = parts.get(owner, 0) + percent
        places = set(parts) | set(self._certificates[company])
        over = {place: self._sum(company, place) - parts.get(place, 0) for place in sorted(places)}
        order = -1 if over.get(GONE, 0) < 0 else 1
        for place in sorted(places):
            for certificate in self._certificates_at(company, place)[::order]:
                part = self.percent(company, certificate)
                taker = next((one for one in over if over[one] <= -part), None)
                if over[place] >= part and taker is not None and certificate != first:
                    self.move(company, [certificate], taker)
                    over[place] -= part
                    over[taker] += part

    def _sum(self, company: str, place: str) -> int:
        return sum(self.percent(company, one) for one in self._certificates_at(company, place))
