"""What the shared rules ask of a title: where it differs, and how it answers unless it says so."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from companion.board.access import Access
from companion.board.routes import Path
from companion.board.tiles import Tile
from companion.board.trains import Bonus
from companion.languages import said, translated
from companion.rules import holdings, kinds, market
from companion.rules.change import Change
from companion.rules.charts import Cell
from companion.rules.data import Kind, Phase, TitleData
from companion.rules.offers import Offer
from companion.rules.policies import DividendPolicy, MarketPolicy
from companion.rules.private_sale import PrivateSale
from companion.rules.setup import BadSetup, Setup, resolved
from companion.rules.state import DEPOT, POOL, RAN, Own, State, TrainCard, type_of
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
    counts_privates = True
    numbered = False
    tokens_on_top = False
    sells_down = True
    regions_matter = False
    discards_in_order = False
    accounts: tuple[str, ...] = ()
    yields: frozenset[str] = frozenset()
    own = Own()
    sale: PrivateSale  # the step in which privates are sold, as the auction's rules set it
    market: MarketPolicy = MarketPolicy()
    dividends: DividendPolicy = DividendPolicy()

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

    def home_fee_parts(self, state: State, company: str) -> tuple[int, Sequence[tuple[str, int]]]:
        """How a company's fee for its homes comes about: how often it pays their values, and each
        home's hex with its value.
        """
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

    def phase_began(self, change: Change, phase: str) -> None:
        """A phase has begun, and rusted trains; no company has given up one beyond its limit."""

    def price_moves(self, state: State, company: str) -> Sequence[tuple[str, Cell]]:
        """What moves the price of a company on the market, in words, and where to."""
        return ()

    def barriers_open(self, state: State) -> bool:
        """May the barriers on the map be crossed now?"""
        return True

    def access(self, state: State, company: str) -> Access:
        """What the company may pass and enter on the board now."""
        return Access(company)

    def allots(self, state: State, at: str) -> bool:
        """May who lays a tile on the hex put the tokens there into its cities as he likes, where
        the tile separates or joins them and no track says which is whose?
        """
        return False

    def relaid(self, change: Change, at: str, old: Tile) -> None:
        """Another tile lies on a hex than the ``old`` one: what goes along with that."""

    def choices(self, state: State, company: str) -> Sequence[Path] | None:
        """The routes of which the company's one train runs any it likes, however little it earns;
        None where the best run is asked for.
        """
        return None

    def bonuses(self, state: State, company: str) -> Sequence[Bonus]:
        """What the company's runs earn beyond the stops' values."""
        return ()

    def keeps_hex(self, private: str) -> bool:
        """Does a private that a company owns keep its hexes from all others?"""
        return bool(self.data.privates[private].powers.get("keeps_hex"))

    def once_had(self, state: State, company: str) -> Sequence[str]:
        """The privates that lay with the company from the start and have left the game."""
        return ()

    def closes_with_use(self, state: State, private: str) -> bool:
        """Does a private close when what it can do is used now?"""
        return bool(self.data.privates[private].powers.get("closes_with_use"))

    @cached_property
    def reserved(self) -> frozenset[str]:
        """The tiles that nobody lays: privates build them."""
        built = (private.powers.get("builds") for private in self.data.private_list)
        return frozenset(tile for builds in built if builds for _, tile, _ in builds.tiles)

    def parts(self, state: State, company: str) -> tuple[str, ...]:
        """The companies that one is made of: itself first, then those that have merged into it."""
        return (company,)

    def director(self, state: State, company: str) -> str | None:
        """The player who acts for the company: who holds its president's certificate; None while
        nobody does.
        """
        return holdings.president(self.data, state, company)

    def in_order(self, state: State) -> list[str]:
        """All started companies in operating order. Older rules did not look at rows."""
        return market.in_order(self.data, state)

    def operating_order(self, state: State) -> list[str]:
        """The floated companies in operating order."""
        return [company for company in self.in_order(state) if state.companies[company].floated]

    def lying(self, state: State) -> Mapping[str, str]:
        """What lies on hexes beside tiles and tokens, in a word or two."""
        return {}

    def markers(self, state: State) -> Mapping[str, tuple[str, Sequence[str]]]:
        """What else lies on the table and may be set right, by what it is called: where it lies
        now, and wherever it may.
        """
        return {} if self.numbered else {"priority_card": (state.priority, state.order)}

    def move_marker(self, change: Change, marker: str, to: str) -> None:
        """Put one of these somewhere else."""
        change.state.priority = to

    def besides(self, state: State, company: str) -> tuple[str, ...]:
        """What the company has beside money, trains, tokens and privates, in words."""
        return ()

    def remarks(self, state: State) -> Sequence[tuple[str, str]]:
        """What else is to be known of the table beside companies, each by its head, in words."""
        return ()

    def means(self, state: State, company: str) -> int:
        """What the company may spend now on track, tokens and trains."""
        return state.cash[company]

    def before_paying(self, change: Change, company: str, cost: int) -> None:
        """The company is about to pay for one of these: what others add."""

    def private_revenue(self, state: State, private: str) -> int:
        """What the bank pays the owner of a private when privates pay."""
        return self.data.privates[private].revenue

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
        if self.counts_privates:
            total += self.privates_worth(state, player)
        return total

    def winner(self, state: State) -> str | None:
        """The player who has won whatever everybody is worth; None: whoever is worth most."""
        return None

    def privates_worth(self, state: State, player: str) -> int:
        """Face value of the player's privates."""
        return sum(
            self.data.privates[p].price for p, owner in state.privates.items() if owner == player
        )

    def tile(self, number: str) -> Tile:
        """A tile as this title prints it. Raises KeyError for a number nobody knows."""
        return self.data.map.known[number]

    def liking(self, state: State, offer: Offer) -> float:
        """How many times as likely as an offer says simulated players of this title take it."""
        return 1.0

    # --- what there is, and how much

    @cached_property
    def bank_size(self) -> int:
        """Money in the bank before players are paid; 0 where the bank is unlimited."""
        return int(self.options.get("bank", self.data.bank or 0))

    def train_count(self, name: str) -> int:
        """How many trains of the type there are at the start; of unlimited ones one lies ready."""
        count = self.data.trains[name].count
        if count is None:
            return 1
        return count if isinstance(count, int) else count[len(self.seats)]

    def train_limit(self, state: State, company: str) -> int:
        """How many trains the company may have on each of its charters."""
        return self.phase(state).train_limit(state.companies[company].kind)

    def keepers(self, state: State, train: str) -> Sequence[str]:
        """The players with whom the train may lie, where no company has it."""
        return ()

    def runs_once_more(self, train: str, card: TrainCard) -> bool:
        """Does a train that rusts now stay in the game until it has run once more?"""
        in_use = card.place not in (DEPOT, POOL)
        return in_use and self.data.trains[type_of(train)].last_run and RAN not in card.marks

    def kind(self, state: State, company: str) -> Kind:
        """The kind of company that it is now."""
        return kinds.kind_of(self.data, state, company)

    def certificate_limit(self, state: State, player: str) -> int | None:
        """How many certificates the player may hold; None: any number."""
        return self.data.certificate_limit.get(len(self.seats))

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
