"""What the other site calls each tile, train and certificate.

It numbers what there is from the start, and takes the first that lies there: tiles that come back
go to the end of their pile, certificates to the end of their new owner's. So each has to be
followed from the beginning.
"""

from collections.abc import Mapping
from copy import deepcopy
from itertools import count
from typing import Any

from companion.exchange.site.site_names import COMPANY, PLAYER, PRIVATE
from companion.rules.core.actions import LayTile
from companion.rules.core.state import State, type_of
from companion.rules.judge.judge import Rules
from companion.rules.shares import holdings
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.dialect import Dialect

MINOR = "minor"  # a company that is no corporation there
MANY = 200  # copies of a tile without limit that are numbered


class Supply:
    """The names of one game's tiles, trains and certificates, as far as it has been followed."""

    def __init__(
        self, rules: Rules, dialect: Dialect, state: State, ids: Mapping[str, int]
    ) -> None:
        self.rules = rules
        self.dialect = dialect
        self.ids = ids  # the player's number there, by seat
        self.laid: dict[str, str] = {}  # hex -> the copy of a tile that lies there: "57-1"
        self._merged: dict[str, str] = {}  # companies that have merged, by their survivors
        self._slots: dict[str, dict[str, int]] = {}  # stop -> the circle of each owner there
        self._piles = {
            tile: [f"{dialect.tile_there(tile)}-{n}" for n in range(MANY if left is None else left)]
            for tile, left in rules.data.tiles.items()
        }
        self._trains = {ours: theirs for theirs, ours in dialect.held.items()}
        self._pool: list[str] = []  # our trains that were given up, the first first
        self._certificates: dict[str, dict[str, list[str]]] = {}
        for company, own in rules.data.companies.items():
            self._certificates[company] = {}
            for certificate in own.certificates:
                place = state.certificates[certificate]
                self._held(company, place).append(certificate)

    def save(self) -> dict[str, Any]:
        """Save all that was followed so far."""
        fixed = ("rules", "dialect", "ids")
        return deepcopy({key: value for key, value in vars(self).items() if key not in fixed})

    def restore(self, saved: dict[str, Any]) -> None:
        """Come back to what was saved."""
        vars(self).update(deepcopy(saved))

    # --- who

    def entity(self, state: State, who: str) -> dict[str, object]:
        """Who sends an action: a seat or a company."""
        if who in self.ids:
            return {"entity": self.ids[who], "entity_type": PLAYER}
        merged = self.dialect.merged(state) if self.dialect.merged else {}
        if who in merged:
            return {"entity": merged[who], "entity_type": self.dialect.merged_type}
        kind = MINOR if who in self.dialect.minors else COMPANY
        return {"entity": self.dialect.company_there(who), "entity_type": kind}

    def private(self, private: str) -> dict[str, object]:
        """A private that sends an action."""
        return {"entity": self.dialect.private_there(private), "entity_type": PRIVATE}

    def company(self, state: State, company: str) -> object:
        """What a company is called."""
        return self.entity(state, company)["entity"]

    # --- tiles

    def take_tile(self, action: LayTile) -> str:
        """The copy of a tile that is laid; the one that it replaces goes back."""
        copy = self._piles[action.tile].pop(0)
        if before := self.laid.get(action.hex):
            self._piles[self.dialect.tile(before.rpartition("-")[0])].append(before)
        self.laid[action.hex] = copy
        return copy

    def city(self, state: State, stop: str) -> str:
        """The city of a stop: "57-1-0"; of a printed hex "H12-0-0"."""
        at, _, number = stop.partition(".")
        stops = state.board.at(at).stops[: int(number)]
        cities = sum(stop.kind == "city" for stop in stops)
        return f"{self.laid.get(at, f'{at}-0')}-{cities}"

    def slot(self, state: State, company: str, stop: str, instead: str | None) -> int:
        """The circle in which a token goes: that of whom it takes the place of, else the first that
        is free, after those that are kept for homes of others.
        """
        slots, taken = state.board.tokens[stop], self._slots.setdefault(stop, {})
        for owner in list(taken):
            if owner not in slots:
                del taken[owner]
        free = [n for n in range(len(slots)) if n not in taken.values()]
        for there in slots:
            if there is not None and there not in taken:
                taken[there] = free.pop(0)
        if instead is not None:
            taken[company] = taken.pop(instead)
            return taken[company]
        homes = [own.homes for other, own in state.companies.items() if other != company]
        kept = sum((stop,) in of_one for of_one in homes)
        taken[company] = free[min(kept, len(free) - 1)]
        return taken[company]

    # --- trains

    def train(self, train: str) -> str:
        """What one of our trains is called: the next of its card when it is bought first."""
        if train not in self._trains:
            type = type_of(train)
            card = self.dialect.train_there(self.dialect.variants.get(type, type))
            taken = set(self._trains.values())
            free = (name for n in count() if (name := f"{card}-{n}") not in taken)
            self._trains[train] = next(free)
        return self._trains[train]

    def bought(self, train: str, state: State) -> str:
        """The name of a train when it is bought. The site sells the first of equal trains in the
        pool: that one changes names with the one that is bought here.
        """
        if state.place_of(train) == POOL:
            first = next(one for one in self._pool if type_of(one) == type_of(train))
            self._trains[first], self._trains[train] = self.train(train), self.train(first)
            swapped = {first: train, train: first}
            self._pool = [swapped.get(one, one) for one in self._pool]
        return self.train(train)

    def _follow_pool(self, after: State) -> None:
        """Trains that were given up come last."""
        there = [train for train, card in after.trains.items() if card.place == POOL]
        kept = [train for train in self._pool if train in there]
        self._pool = kept + [train for train in there if train not in kept]

    # --- certificates

    def _held(self, company: str, place: str) -> list[str]:
        """The certificates that lie somewhere, in their order; those on offer are the company's."""
        owner = company if place == INITIAL else place
        return self._certificates[company].setdefault(owner, [])

    def called(self, certificate: str) -> str:
        """What a certificate is called: of companies that have merged, by both their names."""
        company, _, number = certificate.rpartition("_")
        merged = self._merged.get(company)
        return f"{merged or self.dialect.company_there(company)}_{number}"

    def percent(self, company: str, certificate: str) -> int:
        """How much of the company a certificate is."""
        own = self.rules.data.companies[company]
        return own.shares[own.certificates.index(certificate)]

    def bundle(self, company: str, place: str, percent: int) -> list[str]:
        """The certificates that make up so much, the president's last; it may be more than that."""
        first = self.rules.data.companies[company].certificates[0]
        found: list[str] = []
        for certificate in sorted(self._held(company, place), key=lambda one: one == first):
            if sum(self.percent(company, one) for one in found) < percent:
                found.append(certificate)
        return found

    def move(self, company: str, certificates: list[str], to: str) -> None:
        """Certificates of a company come to another owner, the last of his."""
        for held in self._certificates[company].values():
            held[:] = [one for one in held if one not in certificates]
        self._held(company, to).extend(certificates)

    def follow(self, before: State, after: State) -> None:
        """Move what has changed hands beside what an action names: president's certificates, what
        comes with a private.
        """
        self._follow_pool(after)
        merged = dict(self.dialect.merged(after)) if self.dialect.merged else {}
        for company in merged.keys() - self._merged.keys():
            self._merge(company, after)
        self._merged = merged
        for company, own in self.rules.data.companies.items():
            had, has = before.certificates, after.certificates
            if any(had[one] != has[one] for one in own.certificates):
                self._settle(company, before, after)

    def _settle(self, company: str, before: State, after: State) -> None:
        """Bring what changed hands of a company to where it lies now."""
        wanted = holdings.shares(self.rules.data, after, company)
        if company in self._merged:
            wanted.pop(company, None)  # its own share, which nobody can buy
        first = self.rules.data.companies[company].certificates[0]
        self._swap(company, before.certificates[first], after.certificates[first], wanted)
        self._even(company, wanted)

    def _swap(self, company: str, old: str, holder: str, wanted: Mapping[str, int]) -> None:
        """A new president gives as many shares for the president's certificate: to the old one, to
        the pool where that one has sold it.
        """
        own = self.rules.data.companies[company]
        first = own.certificates[0]
        if first in self._held(company, holder):
            return
        given = self.bundle(company, holder, own.shares[0])
        if given and holdings.is_player(old):
            self.move(company, given, old if wanted.get(old, 0) >= own.shares[0] else POOL)
        self.move(company, [first], holder)

    def _merge(self, company: str, after: State) -> None:
        """The certificates of companies that have merged are new ones, with the numbers that they
        have here; nobody can buy the one that the president gives to the company.
        """
        self._certificates[company] = {}
        for certificate in self.rules.data.companies[company].certificates:
            place = after.certificates[certificate]
            if place != company:
                self._held(company, place).append(certificate)

    def _even(self, company: str, wanted: Mapping[str, int]) -> None:
        """Whoever has too much gives to who has too little, the first certificates first."""
        first = self.rules.data.companies[company].certificates[0]
        parts: dict[str, int] = {}
        for place, percent in wanted.items():
            owner = company if place == INITIAL else place
            parts[owner] = parts.get(owner, 0) + percent
        places = set(parts) | set(self._certificates[company])
        over = {place: self._sum(company, place) - parts.get(place, 0) for place in sorted(places)}
        for place in sorted(places):
            for certificate in list(self._held(company, place)):
                part = self.percent(company, certificate)
                taker = next((one for one in over if over[one] <= -part), None)
                if over[place] >= part and taker is not None and certificate != first:
                    self.move(company, [certificate], taker)
                    over[place] -= part
                    over[taker] += part

    def _sum(self, company: str, place: str) -> int:
        return sum(self.percent(company, one) for one in self._held(company, place))
