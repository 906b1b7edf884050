"""What must always hold: nothing is made or lost, and everything lies in exactly one place."""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.ledger.entries import BANK, BOX, LedgerFault, check_balances
from companion.rules import holdings
from companion.rules.data import TitleData
from companion.rules.state import FLOATED, STARTED, State

MAY_OWE = frozenset((BOX, BANK))  # what the bank owes once it is broken is kept on account


class Inventory:
    """Everything a game has, against which each state is counted."""

    def __init__(
        self,
        data: TitleData,
        seats: Sequence[str],
        trains: Mapping[str, int],
        accounts: Sequence[str] = (),
    ) -> None:
        """``trains`` is how many of each type there are at the start; ``accounts`` are those beside
        the bank, players and companies.
        """
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
        self.tokens = {c.symbol: len(c.token_costs) for c in data.company_list}

    def check(self, state: State) -> None:
        """Count the money, certificates, trains, privates, market tokens, tiles and tokens.

        Raises LedgerFault: a fault of the program, never of the table.
        """
        if state.cash.keys() != self.accounts:
            raise LedgerFault("an account was opened or closed")
        check_balances(state.cash, MAY_OWE)
        if state.certificates.keys() != self.certificates:
            raise LedgerFault("a certificate was made or lost")
        if state.companies.keys() != self.tokens.keys():
            raise LedgerFault("a company was made or lost")
        if state.privates.keys() != self.privates:
            raise LedgerFault("a private was made or lost")
        if not self.trains <= state.trains.keys():
            raise LedgerFault("a train was lost")
        trains = {train: card.place for train, card in state.trains.items()}
        for held in (state.certificates, trains, state.privates):
            if not self.places.issuperset(held.values()):
                lost = {thing: place for thing, place in held.items() if place not in self.places}
                raise LedgerFault(f"these lie nowhere: {lost}")
        for train, card in state.trains.items():
            if card.charter and card.charter >= self._charters(state, card.place):
                raise LedgerFault(f"train {train} lies on a charter that {card.place} has not")
        self._check_market(state)
        self._check_map(state)

    @staticmethod
    def _charters(state: State, place: str) -> int:
        return state.companies[place].charters if place in state.companies else 1

    def _check_market(self, state: State) -> None:
        priced = 0
        for company, own in state.companies.items():
            if (own.status in (STARTED, FLOATED)) != own.started:
                raise LedgerFault(f"{company} is {own.status}, which does not fit its price")
            if own.cell is not None:
                priced += 1
                kind = self.kinds[own.kind]
                if self.cells[own.cell].market != kind.market:
                    raise LedgerFault(f"{company} stands on the market of another kind")
                if company not in state.stacks.get(own.cell, ()):
                    raise LedgerFault(f"{company} is not on the market where its price is")
        if sum(map(len, state.stacks.values())) != priced:
            raise LedgerFault("a market token was made or lost")

    def _check_map(self, state: State) -> None:
        for tile, used in Counter(laid.tile for laid in state.board.laid.values()).items():
            count = self.tiles.get(tile, 0)
            if count is not None and used > (count := count + state.tiles_more.get(tile, 0)):
                raise LedgerFault(f"{used} of tile {tile} lie on the map; there are {count}")
        placed = state.board.lying()
        if not placed.keys() <= state.companies.keys() | self.nobodys:
            raise LedgerFault(f"tokens of nobody lie on the map: {', '.join(placed)}")
        if sum(own.tokens_more for own in state.companies.values()):
            raise LedgerFault("tokens were taken over from nobody")
        for company, own in state.companies.items():
            there = (placed[company], own.tokens, own.tokens_gone)
            all_there_are = self.tokens[company] + own.tokens_more
            if sum(there) != all_there_are or min(there) < 0:
                raise LedgerFault(
                    f"of the {all_there_are} tokens of {company} {there[0]} lie on the map,"
                    f" {there[1]} on its charter, and {there[2]} are out of the game"
                )
