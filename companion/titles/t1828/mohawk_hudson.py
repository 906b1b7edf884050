"""The M&H: a private that its player swaps for a share ("Mohawk & Hudson Railroad")."""

from collections.abc import Iterable, Iterator

from companion.ledger.entries import BANK
from companion.rules.core.actions import PrivateAction, action
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules, Step
from companion.rules.operating.operating_round import OperatingRound, is_between_turns
from companion.rules.operating.private_powers import close, power
from companion.rules.privates.private_railway import PrivateOperatingRound
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import INITIAL, POOL
from companion.rules.stock import floating
from companion.titles.t1828.forced_sale_money import train_first
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import StockRound1828, game_of, note


@action("swap_private")
class SwapPrivate(PrivateAction):
    """The owner swaps a private for a 10% certificate of a company from "initial" or "pool".

    With a par ``price``, which the owner pays once, they get the director's certificate of a
    company without par.
    """

    company: str
    source: str
    price: int | None = None


class HudsonSwapStep(Step):
    """The swap: the purchase of a turn in a stock round, free in operating rounds.

    Neither the holding limit nor sales in this round prevent it.
    """

    name = "swap_private"
    accepts = (SwapPrivate,)

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.swapped = [p for p in rules.data.privates if power(rules, p, "swap")]

    def is_possible(self, state: State) -> bool:
        """May the player on turn in a stock round make it the purchase of the turn?"""
        return any(True for _ in self.swaps(state))

    def offers(self, state: State) -> list[Offer]:
        return [
            Offer("swap_private", swap, -(swap.price or 0), weight=0.1)
            for swap in self.swaps(state)
        ]

    def swaps(self, state: State, companies: Iterable[str] | None = None) -> Iterator[SwapPrivate]:
        """Yield the allowed swaps for shares of these companies, by default of all."""
        among = list(state.companies if companies is None else companies)
        for private in self.swapped:
            owner = state.privates[private]
            for swap in self._ways(state, owner, private, among):
                if not self.refusals(state, swap):
                    yield swap

    def _ways(
        self, state: State, owner: str, private: str, companies: Iterable[str]
    ) -> Iterator[SwapPrivate]:
        """Yield possible swaps for the shares that exist, as long as a player has the private."""
        if not holdings.is_player(owner) or self._turn_refusals(state, owner):
            return
        for company in companies:
            own, of = state.companies[company], self.data.companies[company]
            for source in (INITIAL, POOL):
                if (own.started or self.rules.options["swap_unparred"]) and holdings.ordinary(
                    of, state, source
                ):
                    yield SwapPrivate(owner, private, company, source)
            if not own.started and state.certificates[of.certificates[0]] == INITIAL:
                for par in self.rules.market.pars(self.rules, state, company):
                    yield SwapPrivate(owner, private, company, INITIAL, par)

    # --- refusals

    def refusals(self, state: State, action: SwapPrivate) -> list[Refusal]:
        refuse, private, owner = self.rules.refuse, action.private, state.privates[action.private]
        if private not in self.swapped:
            return [refuse("swap.power", private=private)]
        if owner != action.player:
            return [refuse("swap.not_yours", private=private, owner=owner)]
        found = self._turn_refusals(state, action.player)
        if action.price is None:
            return found + self._tenth_refusals(state, action)
        return found + self._half_refusals(state, action, action.price)

    def _turn_refusals(self, state: State, player: str) -> list[Refusal]:
        """Return refusals by time: in a stock round it is the one purchase of the player's turn."""
        turn = state.round
        if not isinstance(turn, StockRound1828):
            return []
        if turn.turn != player:
            return [self.rules.refuse("turn.not_yours", actor=turn.turn, party=player)]
        if turn.purchases or turn.has_merged:
            return [self.rules.refuse("buy.bought", player=player)]
        return []

    def _tenth_refusals(self, state: State, action: SwapPrivate) -> list[Refusal]:
        """Return refusals of a swap for 10% of a company."""
        refuse, company = self.rules.refuse, action.company
        own = self.data.companies[company]
        there = action.source in (INITIAL, POOL) and own.kind.directed
        if not there or not holdings.ordinary(own, state, action.source):
            return [refuse("buy.none", company=company, source=action.source)]
        if state.companies[company].started or self.rules.options["swap_unparred"]:
            return []
        return [refuse("swap.unparred", company=company)]

    def _half_refusals(self, state: State, action: SwapPrivate, price: int) -> list[Refusal]:
        """Return refusals of a swap for half the director's certificate, which starts a company."""
        refuse, company, player = self.rules.refuse, action.company, action.player
        if state.companies[company].started:
            return [refuse("start.started", company=company)]
        own = self.data.companies[company]
        if not own.kind.directed or state.certificates[own.certificates[0]] != INITIAL:
            return [refuse("buy.none", company=company, source=INITIAL)]
        found, pars = [], self.rules.market.pars(self.rules, state, company)
        if price not in pars:
            found.append(refuse("start.par", price=price, pars=tuple(pars)))
        if price > (cash := state.cash[player]):
            facts = {"player": player, "cash": cash, "company": company}
            found.append(refuse("swap.cash", price=price, **facts))
        return found + train_first(self.rules, state, player)

    # --- effects

    def apply(self, change: Change, action: SwapPrivate) -> None:
        state, company, player = change.state, action.company, action.player
        own = self.data.companies[company]
        if action.price is None:
            unit = self.rules.kind(state, company).unit
            holdings.take(change, own, action.source, player, unit)
            facts = {"company": company, "percent": unit, "source": action.source}
            change.tell("swapped_private", player=player, private=action.private, **facts)
        else:
            change.pay(player, BANK, action.price, "shares", company)
            market.start(
                change, company, self.rules.market.pars(self.rules, state, company)[action.price]
            )
            state.certificates[own.certificates[0]] = player
            facts = {"company": company, "price": action.price, "percent": own.shares[0]}
            change.tell("swapped_private_half", player=player, private=action.private, **facts)
        close(change, self.rules, action.private)
        self._note_deed(change, action)
        holdings.settle_presidency(change, self.data, company)
        floating.float_if_sold(change, self.rules, company)
        if state.companies[company].floated:
            self._let_operate(change, company)

    def _note_deed(self, change: Change, action: SwapPrivate) -> None:
        """Note the swap as the purchase of the turn in a stock round.

        By another reading half a director's certificate does not count.
        """
        turn = change.state.round
        free = action.price is not None and self.rules.options["half_certificate_free"]
        if isinstance(turn, StockRound1828) and not free:
            bought = (*turn.purchases, action.company)
            change.state.round = replace(
                turn, purchases=bought, has_acted=True, last_actor=action.player
            )

    def _let_operate(self, change: Change, company: str) -> None:
        """Let a company that floats in an operating round operate in it, in its place in the order.

        This holds if no company has begun its turn; by another reading only if nothing at all has
        been done.
        """
        state = change.state
        turn, first_only = state.round, self.rules.options["exchange_first_only"]
        if not isinstance(turn, OperatingRound):
            return
        begun = bool(turn.companies_done) or not is_between_turns(self.rules, state)
        if isinstance(turn, PrivateOperatingRound):
            if first_only and begun:
                note(change, late_companies=(*game_of(state).late_companies, company))
            return
        operates = holdings.is_player(state.privates[figures(self.rules).railway.private])
        if begun or (first_only and operates):
            return
        companies = tuple(self.rules.operating_order(state))
        state.round = replace(turn, companies=companies, turn=None)
