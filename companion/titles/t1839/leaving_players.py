"""Players who are bankrupt or concede, and leave the game (§9)."""

from collections.abc import Sequence

from companion.ledger.entries import BANK
from companion.rules.core.actions import PlayerAction, SellHoldings, action
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import DEPOT, GONE, Question, State, TrainCard, type_of
from companion.rules.data.codec import register_stored
from companion.rules.judge.rules import QuestionStep, Rules, Step
from companion.rules.money.debts import Debt
from companion.rules.operating import trains_and_phases
from companion.rules.operating.emergency_money import DebtQuestion
from companion.rules.operating.player_removal import return_unpriced
from companion.rules.operating.private_powers import close
from companion.rules.shares import holdings
from companion.rules.shares.holdings import INITIAL
from companion.rules.stock import share_trading
from companion.rules.stock.discount_sale import DiscountRound, DiscountSaleStep
from companion.titles.t1839 import share_sales, state_railway
from companion.titles.t1839.phases import close_private, train_of
from companion.titles.t1839.share_sales import RedemptionStep
from companion.titles.t1839.title_state import StockRound1839, game_of, note


@action("concede")
class Concede(PlayerAction):
    """A player concedes, at any time."""


class ConcessionStep(Step):
    """Concession at any time, in any player's turn."""

    name = "concede"
    apart = "concede"
    accepts = (Concede,)

    def __init__(self, rules: Rules, sale: DiscountSaleStep) -> None:
        super().__init__(rules)
        self.sale = sale

    def actor(self, state: State) -> str:
        return state.order[0]

    def offers(self, state: State) -> list[Offer]:
        return [Offer(self.apart, Concede(player), weight=0.0004) for player in state.order]

    def refusals(self, state: State, action: Concede) -> list[Refusal]:
        if action.player in state.order:
            return []
        return [self.rules.refuse("concede.left", player=action.player)]

    def apply(self, change: Change, action: Concede) -> None:
        change.tell("conceded", player=action.player)
        leave(change, self.rules, self.sale, action.player)


@register_stored("1839_last_sale_question", kw_only=True)
class LastSaleQuestion(Question):
    """A question for the order in which a leaving player sells their shares.

    ``nationalised_companies`` are the companies that the State has taken over from them.
    ``unpaid_debt`` is the debt that made them bankrupt.
    """

    nationalised_companies: tuple[str, ...] = ()
    unpaid_debt: Debt | None = None


class LastSaleStep(QuestionStep):
    """A player who leaves names the order in which all their shares are sold (§9, §7.2)."""

    name = "last_sale"
    accepts = (SellHoldings,)

    def __init__(self, rules: Rules, sale: DiscountSaleStep) -> None:
        super().__init__(rules)
        self.sale = sale

    def offers(self, state: State) -> list[Offer]:
        """Return one sale of all shares in operating order. The player may name another order."""
        player = self.question(state).actor
        parts = shares_of_player(self.rules, state, player)
        brings = sum(share_trading.brings(self.rules, state, *part) for part in parts)
        return [self.judge_offer(state, Offer("sell", SellHoldings(player, parts), brings))]

    def refusals(self, state: State, action: SellHoldings) -> list[Refusal]:
        if found := self.refuse_others(state, action):
            return found
        parts = shares_of_player(self.rules, state, action.player)
        if sorted(action.sales) == sorted(parts):
            return []
        return [self.rules.refuse("concede.all", player=action.player, sales=parts)]

    def apply(self, change: Change, action: SellHoldings) -> None:
        question = self.question(change.state)
        assert isinstance(question, LastSaleQuestion)
        change.state.remove_question(question)
        finish_leaving(
            change,
            self.rules,
            self.sale,
            action.player,
            action.sales,
            taken_over=question.nationalised_companies,
            unpaid=question.unpaid_debt,
        )


def leave(
    change: Change, rules: Rules, sale: DiscountSaleStep, player: str, unpaid: Debt | None = None
) -> None:
    """Remove a player: their privates leave the game, the State takes over their companies.

    They name the order in which their shares of several companies are sold.
    """
    state = change.state
    _discard_privates(change, rules, player)
    directed = [
        c for c in rules.market_order(state) if rules.holdings.director(rules, state, c) == player
    ]
    taken_over = [company for company in directed if state.companies[company].floated]
    for company in taken_over:
        state_railway.nationalise(change, rules, company)
    _drop_questions(change, player, taken_over)
    for company in directed:
        if company not in taken_over:
            _hand_on(change, rules, company, player)
    return_unpriced(state, rules, player)
    parts = shares_of_player(rules, state, player)
    if len(parts) > 1 and len(state.order) > 2:  # else the game is over, or no order is needed
        question = LastSaleQuestion(
            LastSaleStep.name,
            player,
            tuple(company for company, _ in parts),
            nationalised_companies=tuple(taken_over),
            unpaid_debt=unpaid,
        )
        state.questions = (question, *state.questions)
    else:
        finish_leaving(change, rules, sale, player, parts, taken_over=taken_over, unpaid=unpaid)


def finish_leaving(
    change: Change,
    rules: Rules,
    sale: DiscountSaleStep,
    player: str,
    parts: share_sales.Parts,
    *,
    taken_over: Sequence[str],
    unpaid: Debt | None,
) -> None:
    """Sell the leaver's shares to the Bank Pool in that order, and pay their money to the bank.

    Trains leave the supply. The first is the unpaid train, which counts as bought.
    """
    state = change.state
    _sell_all(change, rules, player, parts)
    change.pay(player, BANK, state.cash[player], "left_game", player)
    _take_from_order(change, sale, player)
    note(change, departed_players=(*game_of(state).departed_players, player))
    change.tell("left_game", player=player)
    if unpaid is not None and unpaid.train_type:
        sold = next(
            s
            for s in trains_and_phases.trains_on_sale(rules, state)
            if s.type.name == unpaid.train_type
        )
        trains_and_phases.take_train(change, rules, sold.train, GONE)
    _thin_supply(change, rules)
    trains_and_phases.ask_discards(change, rules)
    _close_paired(change, rules, taken_over)
    if len(state.order) == 1:
        note(change, winner=state.order[0])
        rules.finish(change, "alone")


def _discard_privates(change: Change, rules: Rules, player: str) -> None:
    """Remove the player's privates, and the train that one of them holds or has become."""
    state = change.state
    for private, owner in state.privates.items():
        if owner == player:
            if train := train_of(rules, state, private):
                state.trains[train] = TrainCard(GONE)
            close(change, rules, private)
    for train, card in state.trains.items():
        if card.place == player:
            state.trains[train] = TrainCard(GONE)
    left = tuple(each for each in game_of(state).locals_due if each[1] != player)
    note(change, locals_due=left)


def _drop_questions(change: Change, player: str, gone: list[str]) -> None:
    """Drop questions to the player, and to companies that are gone."""
    state = change.state

    def stays(question: Question) -> bool:
        if question.step == state_railway.NationalisationStep.name:
            return True  # concerns all companies; those that are gone are skipped
        if isinstance(question, DebtQuestion) and player == question.debt.helper:
            return False
        return question.actor != player and question.actor not in gone

    state.questions = tuple(filter(stays, state.questions))


def _hand_on(change: Change, rules: Rules, company: str, player: str) -> None:
    """Pass the director's certificate of an unfloated company to a player with 20% of it.

    Without such a player it goes to the initial offering, for two shares.
    """
    own = rules.data.companies[company]
    successor = holdings.successor(rules.data, change.state, company, keeps=0)
    if successor:
        holdings.pass_presidency(change, rules.data, company, successor)
        return
    holdings.take(change, own, INITIAL, player, own.shares[0])
    change.state.certificates[own.certificates[0]] = INITIAL
    change.tell("no_director", company=company)


def shares_of_player(rules: Rules, state: State, player: str) -> share_sales.Parts:
    """Return the companies and percents of a player's shares, in operating order."""
    held = ((c, holdings.percent(rules.data, state, c, player)) for c in rules.market_order(state))
    return tuple((company, percent) for company, percent in held if percent)


def _sell_all(change: Change, rules: Rules, player: str, parts: share_sales.Parts) -> None:
    """Sell shares to the Bank Pool as in any sale."""
    state = change.state
    if parts:
        share_sales.sell(change, rules, player, parts)
    elif not any(question.step == RedemptionStep.name for question in state.questions):
        share_sales.fall(change, rules)  # a question to this player had delayed it


def _take_from_order(change: Change, sale: DiscountSaleStep, player: str) -> None:
    """Remove the player from the order. Players with higher cards move up."""
    state, round = change.state, change.state.round
    after = state.player_after(player)
    state.order = tuple(other for other in state.order if other != player)
    if state.order:
        state.priority = state.order[0]
    if isinstance(round, StockRound1839):
        cards = tuple(other for other in round.cards if other != player)
        state.round = replace(round, cards=cards)
        if round.turn == player:
            turn = StockRound1839(
                round.number, after, sales=round.sales, companies_started=round.companies_started
            )
            state.round = replace(
                turn, passes=round.passes, last_actor=round.last_actor, cards=cards
            )
    elif isinstance(round, DiscountRound) and round.turn == player and state.order:
        sale.begin_turn(change, after)


def _thin_supply(change: Change, rules: Rules) -> None:
    """Remove a train of the rank on sale, and one of every second rank after it.

    For an unlimited rank, a train of the rank before it is removed. This brings no phase.
    """
    state, types = change.state, list(rules.data.train_types)
    now = trains_and_phases.cheapest(rules, state)
    if now is None:
        return
    left = []
    for number in range(types.index(now.type), len(types), 2):
        type = types[number] if types[number].count is not None else types[number - 1]
        lying = (t for t, card in state.trains.items() if card.place == DEPOT)
        train = next((t for t in lying if type_of(t) == type.name), None)
        if train:
            state.trains[train] = TrainCard(GONE)
            left.append(type.name)
    change.tell("trains_removed", trains=tuple(left))


def _close_paired(change: Change, rules: Rules, taken_over: Sequence[str]) -> None:
    """Close privates paired with a company taken over by the State.

    Their owners get their locals at once.
    """
    state = change.state
    before = game_of(state).locals_due
    for private, company in game_of(state).pairing.items():
        if company in taken_over:
            close_private(change, rules, private)
    now = tuple(each for each in game_of(state).locals_due if each not in before)
    note(change, locals_due=before)
    redeeming = [q for q in state.questions if q.step == RedemptionStep.name]
    others = [q for q in state.questions if q.step != RedemptionStep.name]
    asked = state_railway.asked_locals(rules, now)
    state.questions = (*redeeming, *asked, *others)
