"""Translation of an export's names: players, companies, privates, trains, cities, shares."""

from collections.abc import Mapping

from companion.exchange.games_18xx.export_file import ExportedAction
from companion.languages import lazy_gettext
from companion.rules.core.actions import Action, BuyOwnShares, BuyTrain, LayTile
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.privates.player_tiles import LayPrivateTile, SellerTileStep
from companion.rules.shares import holdings
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.site_adapter import SiteAction as Told
from companion.titles.site_adapter import SiteAdapter

PLAYER, COMPANY, PRIVATE = "player", "corporation", "company"
UNBOUGHT = lazy_gettext("{action} names the train {train}, which nobody has bought.")
UNNAMED = lazy_gettext("{action} gives no train name, so nobody can have bought it.")


class Names:
    """The names in one exported game.

    It keeps track of the copies that the export names. It knows the hex of each copy of a tile, our
    id of each train, and the certificates sold from the initial offering.
    """

    def __init__(self, rules: Rules, adapter: SiteAdapter, seats: Mapping[str, str]) -> None:
        self.rules = rules
        self.adapter = adapter
        self.seats = seats  # the export's player id -> ours
        self._hexes: dict[str, str] = {}  # "57-1" -> hex
        self._trains: dict[str, str] = dict(adapter.held)  # their id -> ours
        self._sold: set[str] = set()  # certificates that have left the initial offering

    def record(self, sent: ExportedAction, action: Action, before: State, after: State) -> None:
        """Record the copies of tiles, trains and certificates that an action used."""
        if self.adapter.merged and before.title_state is not after.title_state:
            self._note_merged(self.adapter.merged(before), self.adapter.merged(after), after)
        if isinstance(action, LayTile | LayPrivateTile):
            self._hexes[sent.text("tile")] = action.hex
        elif isinstance(action, BuyTrain):
            self._trains[sent.text("train")] = action.train
        elif "shares" in sent.body:
            named = sent.texts("shares")
            if isinstance(action, BuyOwnShares):
                self._sold.difference_update(named)
            else:
                self._sold.update(named)
        elif before.certificates != after.certificates:
            # Certificates that came with a private or with the start of a company.
            for certificate, place in after.certificates.items():
                if place != before.certificates[certificate] and holdings.is_player(place):
                    self._sold.add(certificate)

    def _note_merged(self, known: Mapping[str, str], now: Mapping[str, str], state: State) -> None:
        """Record which certificates of merged companies are sold. They have new names."""
        for company in now.keys() - known.keys():
            for certificate in self.rules.data.companies[company].certificates:
                if state.certificates[certificate] != INITIAL:
                    number = certificate.rpartition("_")[2]
                    self._sold.add(f"{now[company]}_{number}")

    # --- senders

    def kind(self, sent: ExportedAction) -> str:
        """Return the kind of sender: "player", "corporation" (company) or "company" (private)."""
        if sent.kind:
            return sent.kind
        if sent.entity in self.seats:
            return PLAYER
        private = self.adapter.private(sent.entity) in self.rules.data.privates
        private = private and sent.entity not in self.rules.data.companies
        return PRIVATE if private else COMPANY

    def passer(self, sent: ExportedAction, state: State) -> str:
        """Return the seat or company that passes or runs no train.

        For a private, the one who is asked about it passes, or else its owner.
        """
        kind = self.kind(sent)
        if kind == PLAYER:
            return self.player(sent)
        if kind == PRIVATE:
            private = self._private(sent, state)
            return self._asked_seller(state, private) or state.privates[private]
        return self.company(sent)

    def _asked_seller(self, state: State, private: str) -> str:
        """Return the player who is asked for the tile of a private that they sold, or ""."""
        asking = (q for q in state.questions if q.step == SellerTileStep.name)
        return next((q.actor for q in asking if private in q.subjects), "")

    def player(self, sent: Told, id: str | None = None) -> str:
        """Return the seat of a player. Raises BadFileError if the player is not in this game."""
        wanted = sent.entity if id is None else id
        if wanted not in self.seats:
            raise sent.bad(
                lazy_gettext("{action} names the player {name}, who is not in this game."),
                name=wanted,
            )
        return self.seats[wanted]

    def company(self, sent: Told, name: str | None = None) -> str:
        """Return our symbol of a company. Raises BadFileError if it is not in this game.

        A merged company has both names there.
        """
        named = sent.entity if name is None else name
        symbol = self.adapter.company(named)
        if symbol not in self.rules.data.companies:
            symbol = self.adapter.company(named.partition("-")[0])
        if symbol not in self.rules.data.companies:
            raise sent.bad(
                lazy_gettext("{action} names the company {company}, which is not in this game."),
                company=symbol,
            )
        return symbol

    def _private(self, sent: ExportedAction, state: State, name: str | None = None) -> str:
        symbol = self.adapter.private(sent.entity if name is None else name)
        if symbol not in state.privates:
            raise sent.bad(
                lazy_gettext("{action} names the private {private}, which is not in this game."),
                private=symbol,
            )
        return symbol

    def _owner(self, sent: ExportedAction, state: State) -> tuple[str, str]:
        """Return the company that owns the acting private, and the private.

        Raises BadFileError if no company owns it.
        """
        private = self._private(sent, state)
        owner = state.privates[private]
        if owner not in self.rules.data.companies:
            raise sent.bad(
                lazy_gettext("{action} uses the power of {private}, which no company owns."),
                private=private,
            )
        return owner, private

    # --- certificates, stops and trains

    def source(self, company: str, certificate: str, state: State) -> str:
        """Return the place that a certificate is bought from.

        Certificates have the same names here but may be swapped with others of their kind. So the
        result depends on whether this one was sold from the offering before.
        """
        parts = holdings.shares(self.rules.data, state, company)
        unsold = company if company in parts and INITIAL not in parts else INITIAL
        if certificate in self._sold or unsold not in parts:
            return POOL
        return unsold

    def stop(self, sent: Told, state: State) -> str:
        """Return our stop of a city: "57-0-1" is the second city of the first copy of tile 57.

        Raises BadFileError if there is no such city.
        """
        city = sent.text("city")
        copy, _, number = city.rpartition("-")
        name = copy.rpartition("-")[0]
        at = self._hexes.get(copy) or (name if name in state.board.map.hexes else "")
        if not at or not number.isdecimal():
            raise sent.bad(
                lazy_gettext("{action} places a token in {city}, which is not on the map."),
                city=city,
            )
        stops = state.board.tile_at(at).stops
        cities = [index for index, stop in enumerate(stops) if stop.kind == "city"]
        if int(number) >= len(cities):
            raise sent.bad(
                lazy_gettext("{action} places a token in {city}; {hex} has {count} cities."),
                city=city,
                hex=at,
                count=len(cities),
            )
        return f"{at}.{cities[int(number)]}"

    def train(self, sent: Told, id: str, state: State) -> str:
        """Return our id of a train that has been bought. Raises BadFileError if it has not."""
        if id not in self._trains:
            text = UNBOUGHT if id else UNNAMED
            raise sent.bad(text, train=id)
        return self._trains[id]
