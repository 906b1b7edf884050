"""The conservation check: everything in the game exists once and is in exactly one place.

After an action only the changed parts are counted, because the state before was counted too. At the
end of a round everything is counted.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter

from companion.ledger.entries import BANK, BOX, LedgerError, check_balances
from companion.rules.core.state import FLOATED, STARTED, State
from companion.rules.data.title_data import TitleData
from companion.rules.shares import holdings

# Accounts that may be negative. A broken bank records its debts as a negative balance.
MAY_OWE = frozenset((BOX, BANK))

# The parts of a state that are counted, by path.
PARTS = (
    "cash",
    "certificates",
    "privates",
    "trains",
    "companies",
    "stacks",
    "board.laid",
    "board.tokens",
    "board.stacked_tokens",
    "extra_tiles",
    "questions",
    "title_state",
    "told",
)
FIGURES = "figures"  # of each company: tokens on its charter and out of the game, charters
_parts = attrgetter(*PARTS)

# A check of one kind of things in a state; it raises LedgerError.
Count = Callable[[State], None]


_figures = attrgetter("tokens", "tokens_removed", "tokens_taken_over", "charters")


def _have_figures_changed(state: State, before: State) -> bool:
    """Return whether the figures of any company have changed."""
    return any(
        [
            (was := before.companies.get(company, own)) is not own
            and _figures(was) != _figures(own)
            for company, own in state.companies.items()
        ]
    )


class Inventory:
    """Everything a game has, for the check of each state."""

    counts_all = False  # tests set it to count everything after every action

    def __init__(
        self,
        data: TitleData,
        seats: Sequence[str],
        trains: Mapping[str, int],
        accounts: Sequence[str] = (),
        may_owe: Sequence[str] = (),
    ) -> None:
        """Set up the counts.

        ``trains`` gives the number of trains of each type at the start. ``accounts`` are further
        accounts beside the bank, players and companies. Those that ``may_owe`` may be below zero.
        """
        self.may_owe = MAY_OWE.union(may_owe)
        self.accounts = frozenset((BOX, BANK, *seats, *data.companies, *accounts))
        self.certificates = frozenset(data.percents)
        self.privates = frozenset(data.privates)
        self.trains = frozenset(
            f"{name}-{number}" for name, count in trains.items() for number in range(count)
        )
        named = (holdings.INITIAL, holdings.POOL, BANK, "depot", "gone")
        self.places = frozenset((*seats, *data.companies, *named))
        self.kinds, self.cells = data.kinds, data.cells
        self.tiles = data.tiles
        self.nobodys = frozenset(marker.symbol for marker in data.marker_list)
        self.tokens = {c.symbol: c.token_count for c in data.company_list}

        self.counts: dict[str, list[Count]] = {part: [] for part in (*PARTS, FIGURES)}
        self.add(self._count_money, "cash")
        self.add(self._count_certificates, "certificates")
        self.add(self._count_companies, "companies")
        self.add(self._count_privates, "privates")
        self.add(self._count_trains, "trains", FIGURES)
        self.add(self._count_market, "companies", "stacks")
        self.add(self._count_tiles, "board.laid", "extra_tiles")
        self.add(self._count_tokens, "board.tokens", "board.stacked_tokens", "told", FIGURES)

    def add(self, count: Count, *parts: str) -> None:
        """Add a count that reads only these parts of a state."""
        for part in parts:
            self.counts[part].append(count)

    def check(self, state: State, before: State | None = None) -> None:
        """Count money, certificates, trains, privates, market tokens, tiles and tokens.

        If the checked state ``before`` is given, count only the parts that differ. At the end of a
        round count everything. Raises LedgerError, which means an error in the program, never in an
        entry.
        """
        if before is None or self.counts_all or not state.round.is_same(before.round):
            changed = [*self.counts]
        else:
            parts = zip(PARTS, _parts(before), _parts(state), strict=True)
            changed = [part for part, was, now in parts if was is not now and was != now]
            if "companies" in changed and _have_figures_changed(state, before):
                changed.append(FIGURES)
        for count in dict.fromkeys([count for part in changed for count in self.counts[part]]):
            count(state)

    def _count_money(self, state: State) -> None:
        if state.cash.keys() != self.accounts:
            raise LedgerError("an account was opened or closed")
        check_balances(state.cash, self.may_owe)

    def _count_certificates(self, state: State) -> None:
        if state.certificates.keys() != self.certificates:
            raise LedgerError("a certificate was made or lost")
        self._find_places(state.certificates)

    def _count_companies(self, state: State) -> None:
        if state.companies.keys() != self.tokens.keys():
            raise LedgerError("a company was made or lost")

    def _count_privates(self, state: State) -> None:
        if state.privates.keys() != self.privates:
            raise LedgerError("a private was made or lost")
        self._find_places(state.privates)

    def _count_trains(self, state: State) -> None:
        if not self.trains <= state.trains.keys():
            raise LedgerError("a train was lost")
        self._find_places({train: card.place for train, card in state.trains.items()})
        for train in [train for train, card in state.trains.items() if card.charter]:
            card = state.trains[train]
            if card.charter >= self._charters(state, card.place):
                raise LedgerError(f"train {train} lies on a charter that {card.place} has not")

    def _find_places(self, held: Mapping[str, str]) -> None:
        if not self.places.issuperset(held.values()):
            lost = {thing: place for thing, place in held.items() if place not in self.places}
            raise LedgerError(f"these lie nowhere: {lost}")

    @staticmethod
    def _charters(state: State, place: str) -> int:
        return state.companies[place].charters if place in state.companies else 1

    def _count_market(self, state: State) -> None:
        priced = 0
        for company, own in state.companies.items():
            if (own.status in (STARTED, FLOATED)) != (own.cell is not None):
                raise LedgerError(f"{company} is {own.status}, which does not fit its price")
            if own.cell is not None:
                priced += 1
                kind = self.kinds[own.kind]
                if self.cells[own.cell].market != kind.market:
                    raise LedgerError(f"{company} stands on the market of another kind")
                if company not in state.stacks.get(own.cell, ()):
                    raise LedgerError(f"{company} is not on the market where its price is")
        if sum(map(len, state.stacks.values())) != priced:
            raise LedgerError("a market token was made or lost")

    def _count_tiles(self, state: State) -> None:
        for tile, used in Counter([laid.tile for laid in state.board.laid.values()]).items():
            count = self.tiles.get(tile, 0)
            if count is not None and used > (count := count + state.extra_tiles.get(tile, 0)):
                raise LedgerError(f"{used} of tile {tile} lie on the map; there are {count}")

    def _count_tokens(self, state: State) -> None:
        placed = state.board.lying()
        if not placed.keys() <= state.companies.keys() | self.nobodys:
            raise LedgerError(f"tokens of nobody lie on the map: {', '.join(placed)}")
        if sum(own.tokens_taken_over for own in state.companies.values()):
            raise LedgerError("tokens were taken over from nobody")
        for company, own in state.companies.items():
            there = (
                placed[company] + state.told.tokens.get(company, 0),
                own.tokens,
                own.tokens_removed,
            )
            all_there_are = self.tokens[company] + own.tokens_taken_over
            if sum(there) != all_there_are or min(there) < 0:
                raise LedgerError(
                    f"of the {all_there_are} tokens of {company} {there[0]} lie on the map,"
                    f" {there[1]} on its charter, and {there[2]} are out of the game"
                )
