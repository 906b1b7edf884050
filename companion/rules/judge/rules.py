"""The rules of one game, composed of rounds, which are composed of steps.

``Rules`` has no mutable state: each call takes a state and returns an answer or a new state. The
functions of :mod:`companion.rules.judge.judge` judge actions by them and carry actions out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from companion.board.lay_and_route_faults import Fault
from companion.board.tiles import Tile
from companion.rules.core.actions import Action
from companion.rules.core.change import Change, Savepoint
from companion.rules.core.comparison_table import ComparisonTable
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.private_sale import PrivateSale
from companion.rules.core.refusals import Refusal
from companion.rules.core.rounds import Round
from companion.rules.core.state import Question, State, TitleState, type_of
from companion.rules.core.state_cache import compute_once
from companion.rules.core.vocabulary import RefusalWords, Vocabulary
from companion.rules.data.companies import CompanyKind
from companion.rules.data.setup import Setup, check_players, choose_options
from companion.rules.data.title_data import Phase, TitleData
from companion.rules.judge import policies
from companion.rules.judge.conservation import Inventory
from companion.rules.judge.policy_without_map import ToldPolicy
from companion.rules.shares import market
from companion.rules.words.formatting import Words
from companion.rules.words.refusals import IMPOSSIBLE
from companion.rules.words.rounds import round_words
from companion.rules.words.shared import SHARED

RULES_VERSION = 1  # stored in each row of the log


class Step:
    """One step of a round: its offers, its refusals and the effects of its actions.

    ``name`` is its key in words, screens and rails. ``accepts`` are the classes of action it takes.
    ``ends_turn`` says whether its ``Pass`` ends the player's whole turn. ``apart`` is the kind of
    its offers if they stand apart from all turns. ``only_with`` is the only value of the state's
    ``map`` with which it takes actions; "" if it takes them with both.
    """

    name = ""
    accepts: tuple[type[Action], ...] = ()
    ends_turn = False
    apart = ""
    only_with = ""

    def __init__(self, rules: "Rules") -> None:
        self.rules = rules
        self.data = rules.data
        rules.steps.append(self)

    def is_open(self, map: str) -> bool:
        """Return whether the step takes actions with this value of the state's ``map``."""
        return self.only_with in ("", map)

    def takes(self, state: State, action: Action) -> bool:
        """Return whether ``action`` belongs to this step, legal or not."""
        return isinstance(action, self.accepts)

    def waits(self, state: State) -> bool:
        """Return whether the game waits for this step now: not if nothing can be done in it."""
        raise NotImplementedError

    def has_acted(self, state: State) -> bool:
        """Return whether anything has been done in this step yet."""
        return False

    def actor(self, state: State) -> str:
        """Return the player who decides in this step."""
        raise NotImplementedError

    def offers(self, state: State) -> list[Offer]:
        """Return the possible actions, and impossible ones with their refusals."""
        raise NotImplementedError

    def find_allowed(self, state: State) -> Iterator[Action]:
        """Yield the allowed actions of the offers."""
        return (offer.action for offer in self.offers(state) if offer.allowed)

    def cached_offers(self, state: State) -> Sequence[Offer]:
        """Return the offers from the state cache."""
        return compute_once(state, ("offers", self), lambda: self.offers(state))

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        """Return all refusals of ``action``; empty if it is allowed."""
        raise NotImplementedError

    def apply(self, change: Change, action: Any) -> None:
        """Carry out ``action``, which has been judged."""
        raise NotImplementedError

    def sentences(self, state: State) -> list[str]:
        """Return sentences about the decision, if the offers alone do not explain it."""
        return []

    def sheet(self, state: State, action: Action | None) -> ComparisonTable | None:
        """Return figures that help to decide on ``action``, or in the step at all, or None."""
        return None

    def judge_offer(self, state: State, offer: Offer) -> Offer:
        """Return the offer with the refusals of its action."""
        found = self.refusals(state, offer.action)
        return replace(offer, refusals=tuple(found)) if found else offer


class RoundRules:
    """The rules of one kind of round.

    ``anytime`` steps take actions in addition to the step that the game waits for.
    """

    anytime: tuple[Step, ...] = ()

    def __init__(self, rules: "Rules") -> None:
        self.rules = rules
        self.data = rules.data

    def name(self, state: State) -> str:
        """Return the name of the round: "SR 2", "OR 2.1"."""
        return round_words(state.round.id)

    def waits(self, state: State) -> bool:
        """Return whether the game waits for somebody in this round now."""
        raise NotImplementedError

    def go_on(self, change: Change) -> None:
        """Do the next automatic thing: end a step, a turn or the round, or begin the next."""
        raise NotImplementedError

    def waiting(self, state: State) -> Step:
        """Return the step that the game waits for."""
        raise NotImplementedError

    def give_turn(self, change: Change, player: str) -> None:
        """Give the turn to another player, who has done nothing in it yet."""
        change.state.round = change.state.round.with_player_on_turn(player)


class QuestionStep(Step):
    """A step for which the game waits while one of its questions is pending."""

    def pending(self, state: State) -> list[Question]:
        """Return the pending questions of this step, in order."""
        return [question for question in state.questions if question.step == self.name]

    def question(self, state: State) -> Question:
        """Return the first pending question. Raises IndexError if there is none."""
        return self.pending(state)[0]

    def waits(self, state: State) -> bool:
        return bool(self.pending(state))

    def actor(self, state: State) -> str:
        return self.rules.answering(state, self.question(state))

    def refuse_others(self, state: State, action: Action) -> list[Refusal]:
        """Refuse an answer of anybody but the player or the company that is asked."""
        asked, who = self.question(state).actor, action.actor()
        return [] if who == asked else [self.rules.refuse("turn.not_yours", actor=asked, party=who)]


class NoChanceStep(QuestionStep):
    """The step that asks players about chances they would otherwise lose; this one asks nobody.

    Such chances are lost if the game continues automatically. See
    :mod:`companion.rules.operating.last_chances`.
    """

    name = "chance"

    def find_open(self, state: State) -> Mapping[Any, Any]:
        """Return the open chances in a state from which the game continues automatically."""
        return {}

    def find_question(
        self, passed: Sequence[tuple[Savepoint, Mapping[Any, Any]]], ahead: State
    ) -> tuple[Savepoint, Question] | None:
        """Return the first moment with a chance that is lost ``ahead``, and the question, or None.

        ``passed`` are moments with their open chances.
        """
        return None

    def turn_ended(self, change: Change, player: str) -> None:
        """Record that the player ended the turn and gave up the chances that end with it."""

    def forget(self, change: Change) -> None:
        """Forget the chances given up on the way; they may be asked about again."""

    def ends_with_turn(self, state: State) -> bool:
        """Return whether all chances in question end with the player's turn in any case."""
        return True

    def names(self) -> set[str]:
        """Return the names of all chances."""
        return set()


class Rules:
    """The rules of one game; a title's subclass adds its rounds, interrupts and policies.

    ``vocabulary`` holds the shared words and the title's own. ``own`` is the title's own part of
    the initial state. ``house`` are the codes of the refusals that house rules overrule for the
    whole game.
    """

    vocabulary: Vocabulary = SHARED
    own = TitleState()
    search_seconds = 5.0  # of a search for a best run that is offered
    sale: PrivateSale  # the step that sells privates; the auction's rules set it
    market: policies.MarketPolicy = policies.MarketPolicy()
    dividends: policies.DividendPolicy = policies.DividendPolicy()
    holdings: policies.HoldingPolicy = policies.HoldingPolicy()
    stock: policies.StockPolicy = policies.StockPolicy()
    access: policies.AccessPolicy = policies.AccessPolicy()
    track: policies.TrackPolicy = policies.TrackPolicy()
    tokens: policies.TokenPolicy = policies.TokenPolicy()
    runs: policies.RunPolicy = policies.RunPolicy()
    discards: policies.DiscardPolicy = policies.DiscardPolicy()
    treasury: policies.TreasuryPolicy = policies.TreasuryPolicy()
    privates: policies.PrivatePolicy = policies.PrivatePolicy()
    ends: policies.EndPolicy = policies.EndPolicy()
    table: policies.TablePolicy = policies.TablePolicy()
    corrections: policies.CorrectionPolicy = policies.CorrectionPolicy()
    receipts: policies.ReceiptPolicy = policies.ReceiptPolicy()
    bots: policies.BotPolicy = policies.BotPolicy()
    told: ToldPolicy = ToldPolicy()

    def __init__(self, data: TitleData, setup: Setup) -> None:
        self.data = data
        self.setup = setup
        self.seats = setup.seats
        self.options = choose_options(data.choices, setup)
        self.house = frozenset(
            rule.overrules for rule in data.house_rules if self.options[rule.key]
        )
        check_players(setup.players, data.name, sorted(data.cash))
        names = (name.strip() for name in setup.players)
        self.words = Words(data, self.vocabulary, dict(zip(self.seats, names, strict=True)))
        self.steps: list[Step] = []  # every step adds itself when it is created
        self.rounds: dict[type[Round], RoundRules] = {}
        self.interrupts: tuple[QuestionStep, ...] = ()
        self.beside: tuple[Step, ...] = ()  # steps outside rounds, which take actions at any moment
        self.last_chance = NoChanceStep(self)
        # step name -> whether another program asks in that step, when its game is followed
        self.asks: Mapping[str, Callable[[Any, State], bool]] = {}

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

    def before_settling(self, change: Change) -> None:
        """Do what precedes everything automatic that follows an action."""

    def after_settling(self, change: Change) -> bool:
        """Do what follows everything automatic. Return whether it must be repeated."""
        return False

    def first_train(self, change: Change, name: str) -> None:
        """Handle the first purchase of a train type: phase, rust and other effects."""
        raise NotImplementedError

    def market_order(self, state: State) -> list[str]:
        """Return all started companies in operating order."""
        return market.market_order(self.data, state)

    def operating_order(self, state: State) -> list[str]:
        """Return the floated companies in operating order."""
        return [company for company in self.market_order(state) if state.companies[company].floated]

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

    # --- the course of the game

    def waits_in(self, step: Step, state: State) -> bool:
        """Return whether the game waits in the step, with the exceptions in ``asks``."""
        asks = self.asks.get(step.name)
        return asks(step, state) if asks else step.waits(state)

    def round_rules(self, state: State) -> RoundRules:
        """Return the rules of the current round."""
        return self.rounds[type(state.round)]

    def waiting(self, state: State) -> Step | None:
        """Return the step that the game waits for, or None if the game is over."""
        if state.end_reason:
            return None
        if state.questions:
            asking = (*self.interrupts, self.last_chance)
            return next(step for step in asking if step.name == state.questions[0].step)
        return self.round_rules(state).waiting(state)

    def answering(self, state: State, question: Question) -> str:
        """Return the player who answers a question: its actor, or the president of that company."""
        actor = question.actor
        return actor if actor in self.seats else self.decider(state, actor)

    def decider(self, state: State, company: str) -> str:
        """Return the player who decides for a company with a president."""
        player = self.holdings.director(self, state, company)
        assert player is not None
        return player

    def accepting(self, state: State) -> list[Step]:
        """Return the steps that take actions now, the one waited for first."""
        first = self.waiting(state)
        if first is None:
            return []
        if state.questions:
            return [first]
        others = self.round_rules(state).anytime
        return [first, *[step for step in others if step is not first and step.is_open(state.map)]]

    def actor(self, state: State) -> str | None:
        """Return the player the game waits for, or None if the game is over."""
        step = self.waiting(state)
        return step.actor(state) if step else None

    def begin_round(self, change: Change, new: Round) -> None:
        """Begin the round ``new`` and record an event."""
        change.state.round = new
        # the number of earlier entries assigns each ledger entry to its round
        change.tell("round", round=tuple(new.id), entries_before=len(change.entries))

    def finish(self, change: Change, why: str) -> None:
        """End the game; the title's words have a sentence for ``finish_`` and the reason."""
        change.state.end_reason = why
        change.tell("game_ended", end_reason=f"finish_{why}")

    @cached_property
    def inventory(self) -> Inventory:
        """Everything in this game; ``check`` counts it after every action."""
        trains = {one.name: one.copies(len(self.seats)) for one in self.data.train_types}
        may_owe = self.seats if self.treasury.players_may_owe else ()
        return Inventory(self.data, self.seats, trains, self.treasury.accounts, may_owe)
