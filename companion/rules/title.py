"""What the shared rules ask of a title: where it differs, and how it answers unless it says so."""

from collections.abc import Sequence
from functools import cached_property

from companion.board.tiles import Tile
from companion.languages import said, translated
from companion.rules import holdings, kinds, market
from companion.rules.change import Change
from companion.rules.data import Kind, Phase, TitleData
from companion.rules.policies import (
    AccessPolicy,
    BotPolicy,
    CorrectionPolicy,
    DiscardPolicy,
    DividendPolicy,
    EndPolicy,
    HoldingPolicy,
    MarketPolicy,
    PrivatePolicy,
    ReceiptPolicy,
    RunPolicy,
    StockPolicy,
    TablePolicy,
    TokenPolicy,
    TrackPolicy,
    TreasuryPolicy,
)
from companion.rules.private_sale import PrivateSale
from companion.rules.setup import BadSetup, Setup, resolved
from companion.rules.state import Own, State
from companion.rules.words.formatting import Words
from companion.rules.words.shared import SHARED
from companion.rules.words.vocabulary import Vocabulary

RULES_VERSION = 1  # of the rules that play a row; each row keeps it


class TitleRules:
    """What a title answers about one of its games: what follows what, and what it has of its own.

    ``vocabulary`` has the words of everything in it, the shared ones and the title's own;
    ``counts_privates`` whether privates are worth their face value; ``yields`` are owners, not
    companies, in the place of whose tokens a company may put its own; ``own`` is what the title
    notes of a game, as it is at the start; ``numbered`` is whether each player has a number card,
    which are the order of play; ``tokens_on_top`` whether a company may place a token on top of its
    own; ``sells_down`` whether who is over a limit has to sell until he is not; ``regions_matter``
    whether runs that earn as much are told apart by the regions of the off-boards they come to;
    ``discards_in_order`` whether companies over their train limit give trains up one after the
    other, in operating order, and not as their directors come to it. ``accounts`` are places with
    money beside the bank, players and companies. ``house`` are the codes of the refusals that the
    table's house rules overrule for the whole game.
    """

    vocabulary: Vocabulary = SHARED
    own = Own()
    sale: PrivateSale  # the step in which privates are sold, as the auction's rules set it
    market: MarketPolicy = MarketPolicy()
    dividends: DividendPolicy = DividendPolicy()
    holdings: HoldingPolicy = HoldingPolicy()
    stock: StockPolicy = StockPolicy()
    access: AccessPolicy = AccessPolicy()
    track: TrackPolicy = TrackPolicy()
    tokens: TokenPolicy = TokenPolicy()
    runs: RunPolicy = RunPolicy()
    discards: DiscardPolicy = DiscardPolicy()
    treasury: TreasuryPolicy = TreasuryPolicy()
    privates: PrivatePolicy = PrivatePolicy()
    ends: EndPolicy = EndPolicy()
    table: TablePolicy = TablePolicy()
    corrections: CorrectionPolicy = CorrectionPolicy()
    receipts: ReceiptPolicy = ReceiptPolicy()
    bots: BotPolicy = BotPolicy()

    def __init__(self, data: TitleData, setup: Setup) -> None:
        self.data = data
        self.setup = setup
        self.seats = setup.seats
        self.options = resolved(data.choices, setup.options)
        self.house = frozenset(
            rule.overrules for rule in data.house_rules if self.options[rule.key]
        )
        if len(setup.players) not in data.cash:
            counts = sorted(data.cash)
            raise BadSetup(
                said(
                    "{title} is for {least} to {most} players; {named}.",
                    title=data.name,
                    least=counts[0],
                    most=counts[-1],
                    named=_named(setup.players),
                )
            )
        names = [name.strip() for name in setup.players]
        if not all(names) or len(set(names)) < len(names) or any(len(name) > 24 for name in names):
            raise BadSetup(translated("Each player needs a different name, of 1 to 24 letters."))
        self.words = Words(data, self.vocabulary, dict(zip(self.seats, names, strict=True)))

    # --- what follows what

    def begin(self, change: Change) -> None:
        """Set the first round of the game."""
        raise NotImplementedError

    def after_auction(self, change: Change, turn: str) -> None:
        """All privates are sold; ``turn`` would be next to act."""
        raise NotImplementedError

    def after_stock_round(self, change: Change) -> None:
        """The stock round has ended: begin what follows."""
        raise NotImplementedError

    def begin_turn(self, change: Change, company: str) -> None:
        """A company's operating turn begins: what happens by itself."""
        raise NotImplementedError

    def after_turn(self, change: Change, company: str) -> None:
        """A company's operating turn has ended."""

    def after_operating_round(self, change: Change) -> None:
        """The operating round has ended: begin what follows, or end the game."""
        raise NotImplementedError

    def first_train(self, change: Change, name: str) -> None:
        """The first train of a type has been bought: the phase, rust and what else follows."""
        raise NotImplementedError

    def in_order(self, state: State) -> list[str]:
        """All started companies in operating order. Older rules did not look at rows."""
        return market.in_order(self.data, state)

    def operating_order(self, state: State) -> list[str]:
        """The floated companies in operating order."""
        return [company for company in self.in_order(state) if state.companies[company].floated]

    def worth(self, state: State, player: str) -> int:
        """What the player would score now: cash without what he owes the bank, shares at market
        price, privates if they count.
        """
        total = state.cash[player] - state.owed.get(player, 0)
        for symbol, own in state.companies.items():
            if own.cell:
                price = self.data.cells[own.cell].price
                percent = holdings.percent(self.data, state, symbol, player)
                total += self.kind(state, symbol).value(percent, price)
        if self.ends.privates_count:
            total += self.privates_worth(state, player)
        return total

    def privates_worth(self, state: State, player: str) -> int:
        """Face value of the player's privates."""
        return sum(
            self.data.privates[p].price for p, owner in state.privates.items() if owner == player
        )

    def tile(self, number: str) -> Tile:
        """A tile as this title prints it. Raises KeyError for a number nobody knows."""
        return self.data.map.known[number]

    # --- what there is, and how much

    @cached_property
    def bank_size(self) -> int:
        """Money in the bank before players are paid; 0 where the bank is unlimited."""
        return int(self.options.get("bank", self.data.bank or 0))

    def kind(self, state: State, company: str) -> Kind:
        """The kind of company that it is now."""
        return kinds.kind_of(self.data, state, company)

    def phase(self, state: State) -> Phase:
        """The phase the game is in."""
        return self.data.phase(state.phase)


def _named(players: Sequence[str]) -> str:
    """How many there are, in a sentence."""
    if not players:
        return translated("nobody is named")
    if len(players) == 1:
        return translated("one is named")
    return said("{count} are named", count=len(players))
