"""The base of the rules of one game: its set-up, its policies and the order of its parts."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from companion.board.faults import Fault
from companion.board.tiles import Tile
from companion.languages import format_text, gettext
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State, TitleState, type_of
from companion.rules.core.state_cache import compute_once
from companion.rules.core.vocabulary import RefusalWords, Vocabulary
from companion.rules.data.setup import BadSetupError, Setup, resolve_options
from companion.rules.data.title_data import CompanyKind, Phase, TitleData
from companion.rules.judge.policies import (
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
from companion.rules.judge.private_sale import PrivateSale
from companion.rules.shares import holdings, market
from companion.rules.words.formatting import Words
from companion.rules.words.refusals import IMPOSSIBLE
from companion.rules.words.shared import SHARED

RULES_VERSION = 1  # stored in each row of the log


class TitleRules:
    """The set-up and policies of one game, and the hooks for a title.

    ``vocabulary`` holds the shared words and the title's own. ``own`` is the title's own part of
    the initial state. ``house`` are the codes of the refusals that house rules overrule for the
    whole game.
    """

    vocabulary: Vocabulary = SHARED
    own = TitleState()
    sale: PrivateSale  # the step that sells privates; the auction's rules set it
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
        self.options = resolve_options(data.choices, setup.options)
        self.house = frozenset(
            rule.overrules for rule in data.house_rules if self.options[rule.key]
        )
        if len(setup.players) not in data.cash:
            counts = sorted(data.cash)
            raise BadSetupError(
                format_text(
                    "{title} is for {least} to {most} players; {named}.",
                    title=data.name,
                    least=counts[0],
                    most=counts[-1],
                    named=_count_of_players(setup.players),
                )
            )
        names = [name.strip() for name in setup.players]
        if not all(names) or len(set(names)) < len(names) or any(len(name) > 24 for name in names):
            raise BadSetupError(gettext("Each player needs a different name, of 1 to 24 letters."))
        self.words = Words(data, self.vocabulary, dict(zip(self.seats, names, strict=True)))

    # --- refusals

    def refuse(self, code: str, **facts: Any) -> Refusal:
        """Return a refusal with this title's section and the sentence."""
        words, private = self.vocabulary.refusals[code], facts.get("private", "")
        return Refusal(code, self.data.cite(code, private), words, facts, self.words)

    def refuse_unless_house_rule(self, code: str, **facts: Any) -> list[Refusal]:
        """Return a list with that refusal; empty if a house rule overrules it."""
        return [] if code in self.house else [self.refuse(code, **facts)]

    def refuse_fault(self, kind: str, fault: Fault) -> Refusal:
        """Return a fault of the board ("lay" or "run") as a refusal with this title's section."""
        code = f"{kind}.{fault.code}"
        words = RefusalWords(fault.sentence, may_rule=fault.code not in IMPOSSIBLE)
        spoken = replace(fault, train=type_of(fault.train or ""))
        if fault.code == "track_shared":
            spoken = replace(spoken, text=type_of(fault.text))
        return Refusal(code, self.data.cite(code), words, spoken.facts, self.words)

    # --- the order of rounds and turns

    def begin(self, change: Change) -> None:
        """Set the first round of the game."""
        raise NotImplementedError

    def after_auction(self, change: Change, turn: str) -> None:
        """Continue after all privates are sold; ``turn`` would be next to act."""
        raise NotImplementedError

    def after_stock_round(self, change: Change) -> None:
        """Begin the next round after a stock round."""
        raise NotImplementedError

    def begin_turn(self, change: Change, company: str) -> None:
        """Do everything automatic at the start of a company's operating turn."""
        raise NotImplementedError

    def after_turn(self, change: Change, company: str) -> None:
        """Do everything automatic at the end of a company's operating turn."""

    def after_operating_round(self, change: Change) -> None:
        """Begin the next round after an operating round, or end the game."""
        raise NotImplementedError

    def first_train(self, change: Change, name: str) -> None:
        """Handle the first purchase of a train type: phase, rust and other effects."""
        raise NotImplementedError

    def market_order(self, state: State) -> list[str]:
        """Return all started companies in operating order."""
        return market.market_order(self.data, state)

    def operating_order(self, state: State) -> list[str]:
        """Return the floated companies in operating order."""
        return [company for company in self.market_order(state) if state.companies[company].floated]

    def worth(self, state: State, player: str) -> int:
        """Return the player's current score.

        It is cash less the debt to the bank, plus shares at market price, plus privates if they
        count.
        """
        total = state.cash[player] - state.advances.get(player, 0)
        total += self.shares_worth(state, player)
        if self.ends.privates_count:
            total += self.privates_worth(state, player)
        return total

    def shares_worth(self, state: State, player: str) -> int:
        """Return the value of the player's shares at market price."""

        def value() -> int:
            total = 0
            for symbol, own in state.companies.items():
                if own.cell:
                    price = self.data.cells[own.cell].price
                    percent = holdings.percent(self.data, state, symbol, player)
                    total += self.kind(state, symbol).value(percent, price)
            return total

        return compute_once(state, ("shares worth", player), value)

    def privates_worth(self, state: State, player: str) -> int:
        """Return the face value of the player's privates."""
        privates = self.data.privates
        return sum([privates[p].price for p, owner in state.privates.items() if owner == player])

    def tile(self, number: str) -> Tile:
        """Return a tile as this title prints it. Raises KeyError for an unknown number."""
        return self.data.map.known[number]

    # --- quantities and kinds

    @cached_property
    def bank_size(self) -> int:
        """The money in the bank before players are paid; 0 if the bank is unlimited."""
        return int(self.options.get("bank", self.data.bank or 0))

    def kind(self, state: State, company: str) -> CompanyKind:
        """Return the current kind of the company."""
        return self.data.kinds[state.companies[company].kind]

    def phase(self, state: State) -> Phase:
        """Return the current phase of the game."""
        return self.data.phase(state.phase)


def _count_of_players(players: Sequence[str]) -> str:
    """Return the number of players as a clause."""
    if not players:
        return gettext("nobody is named")
    if len(players) == 1:
        return gettext("one is named")
    return format_text("{count} are named", count=len(players))
