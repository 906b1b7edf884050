"""Programs: decisions of a seat for its next turns of a round, until something happens.

A program passes, or it buys the same share again. It is judged after every action of the game. It
acts only in an ordinary turn of its seat, never for a question or in an auction of bidders.
"""

from dataclasses import dataclass

from companion.rules.core.actions import Action, BuyShare, Pass, TableEntry
from companion.rules.core.copying import replace
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules, Step
from companion.rules.shares import holdings
from companion.rules.stock.auction import AuctionRound, AuctionStep
from companion.rules.stock.stock_rounds import StockRules, stock_turn
from companion.rules.stock.stock_turn import StockTurn

# Kinds of programs, as they are stored. UNTIL_SALE stops when a share is sold, when a company is
# started, and when a purchase puts a directorship of the seat in danger.
UNTIL_SALE = "until sale"
UNTIL_OUTBID = "until outbid"
UNTIL_ROUND_ENDS = "until round ends"
BUY_AGAIN = "buy again"

MOST_PURCHASES = 9  # of one program


@dataclass(frozen=True, slots=True)
class Program:
    """A decision of a ``seat`` for its next turns of a ``round``, of a certain ``kind``.

    BUY_AGAIN has the ``purchase``, the ``price`` that it may cost, and how many are ``left``.
    """

    seat: str
    kind: str
    round: RoundId
    purchase: BuyShare | None = None
    price: int = 0
    left: int = 0


def passing_kinds(rules: Rules, state: State, seat: str) -> tuple[str, ...]:
    """Return the kinds of passing that the seat may program now, on turn or not."""
    if state.end_reason or seat not in state.order:
        return ()
    if rules.actor(state) == seat and judge.refusals(rules, state, Pass(seat)):
        return ()
    if isinstance(rules.round_rules(state), StockRules):
        return UNTIL_SALE, UNTIL_ROUND_ENDS
    sale = state.round
    if isinstance(sale, AuctionRound) and not sale.contested_private and _leads(state, seat):
        return (UNTIL_OUTBID,)
    return ()


def purchase_price(rules: Rules, state: State, purchase: BuyShare) -> int:
    """Return the price of the purchase now; 0 outside stock rounds and where nothing is sold."""
    company, source = purchase.company, purchase.source
    if not isinstance(rules.round_rules(state), StockRules) or state.end_reason:
        return 0
    turn = stock_turn(rules)
    if not state.companies[company].started or source not in turn.sources(state, company):
        return 0
    part = purchase.percent or rules.kind(state, company).unit
    return -(turn.buy_offer(state, purchase.player, company, source, part).price or 0)


def count_repeats(rules: Rules, state: State, purchase: BuyShare, price: int) -> int:
    """Return how often the purchase can be done for this price, as far as is known now."""
    if not price or purchase_price(rules, state, purchase) != price:
        return 0
    company = purchase.company
    part = purchase.percent or rules.kind(state, company).unit
    there = holdings.percent(rules.data, state, company, purchase.source)
    return min(MOST_PURCHASES, there // part, state.cash[purchase.player] // price)


def is_due(rules: Rules, program: Program, state: State, goes_on: bool = False) -> bool:
    """Check whether it is an ordinary turn of the program's seat.

    The seat has done nothing in it, unless the program ``goes_on`` in a turn in which it has acted.
    """
    step = rules.waiting(state)
    if step is None or step.actor(state) != program.seat or not _is_turn(step, state):
        return False
    return goes_on or not state.round.has_acted


def _is_turn(step: Step, state: State) -> bool:
    """Check whether the step is a turn in which a pass gives nothing up."""
    if isinstance(step, AuctionStep):
        return not state.playing(AuctionRound).contested_private
    return isinstance(step, StockTurn)


def pass_for_absent(rules: Rules, state: State, seat: str) -> Action | None:
    """Return the pass of a player who is away, in an ordinary turn of a stock round, or None."""
    step, action = rules.waiting(state), Pass(seat)
    if not isinstance(step, StockTurn) or step.actor(state) != seat:
        return None
    return None if judge.refusals(rules, state, action) else action


def choose_action(rules: Rules, program: Program, state: State) -> Action | None:
    """Return what the program does in its turn; None if it stops there.

    A program that buys ends the turn afterwards, if the turn goes on.
    """
    if program.purchase is None or state.round.has_acted:
        action = Pass(program.seat)
        return None if judge.refusals(rules, state, action) else action
    if not program.left:
        return None
    offers = judge.offers(rules, state)
    same = (offer for offer in offers if offer.action == program.purchase and offer.allowed)
    return next((offer.action for offer in same if offer.price == -program.price), None)


def follow(
    rules: Rules, program: Program, action: Action, before: State, after: State, programmed: bool
) -> Program | None:
    """Return the program after an action of the game; None if it stops.

    ``programmed`` is true for an action of the program itself.
    """
    if programmed:
        if action == program.purchase:
            program = replace(program, left=program.left - 1)
    elif action.actor() == program.seat and not _agrees(program, action, before):
        return None
    if after.end_reason or after.round.id != program.round or isinstance(action, TableEntry):
        return None
    if _is_stopped(rules, program, before, after):
        return None
    done = program.purchase is not None and not program.left
    ends_turn = after.round.has_acted and is_due(rules, program, after, goes_on=True)
    return None if done and not ends_turn else program


def _agrees(program: Program, action: Action, before: State) -> bool:
    """Check whether the program goes on after an action that its player has done themselves.

    A pass agrees with passing. The end of a turn in which the player acted agrees with buying.
    """
    return isinstance(action, Pass) and (program.purchase is None or before.round.has_acted)


def _is_stopped(rules: Rules, program: Program, before: State, after: State) -> bool:
    """Check whether something happened that stops a program of this kind."""
    if program.kind == UNTIL_ROUND_ENDS:
        return False
    if program.kind == UNTIL_OUTBID:
        leads = _leads(after, program.seat)
        lost = _leads(before, program.seat) - leads
        return not leads or any(after.privates[symbol] != program.seat for symbol in lost)
    if _is_sold(rules, before, after) or _is_started(before, after):
        return True
    if program.kind == BUY_AGAIN:
        director = rules.holdings.director
        return any(
            director(rules, before, company) != director(rules, after, company)
            for company in rules.data.companies
        )
    return any(
        _is_in_danger(rules, program.seat, company, before, after)
        for company in rules.data.companies
        if holdings.president(rules.data, before, company) == program.seat
    )


def _leads(state: State, seat: str) -> set[str]:
    """Return the privates on which the seat has the highest standing bid."""
    found = ((private, state.round.standing_bids(private)) for private in state.privates)
    return {private for private, bids in found if bids and bids[-1][0] == seat}


def _is_sold(rules: Rules, before: State, after: State) -> bool:
    """Check whether a player has less of a company than before."""
    return any(
        holdings.percent(rules.data, after, company, seat) < percent
        for seat in rules.seats
        for company, percent in holdings.percents_held(rules.data, before, seat).items()
    )


def _is_started(before: State, after: State) -> bool:
    return any(
        own.started and not before.companies[c].started for c, own in after.companies.items()
    )


def _is_in_danger(rules: Rules, seat: str, company: str, before: State, after: State) -> bool:
    """Check whether a purchase has put the seat's directorship in danger."""
    return any(
        holdings.percent(rules.data, after, company, rival)
        > holdings.percent(rules.data, before, company, rival)
        for rival in find_rivals(rules, after, seat, company)
    )


def find_rivals(rules: Rules, state: State, seat: str, company: str) -> list[str]:
    """Return the players who could hold more of the company than the seat after one more turn."""
    own = holdings.percent(rules.data, state, company, seat)
    most = _most_in_a_turn(rules, state, company)
    return [
        other
        for other in state.order
        if other != seat
        and (held := holdings.percent(rules.data, state, company, other))
        and held + most > own
    ]


def _most_in_a_turn(rules: Rules, state: State, company: str) -> int:
    """Return the most percent of the company that is for sale to one player in one turn."""
    turn, most = stock_turn(rules), 0
    for source in turn.sources(state, company):
        there = holdings.percent(rules.data, state, company, source)
        parts = [part for part in turn.parts(state, company, source) if part <= there]
        most = max(most, there if turn.is_free(state, company, source) else max(parts, default=0))
    return most
