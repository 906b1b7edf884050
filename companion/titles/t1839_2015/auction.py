"""The private auction (Private auction).

Players lay sums on the privates, the cards are dealt again, and the privates are sold, with one
action a turn.
"""

from collections import Counter
from collections.abc import Sequence

from companion.languages import format_text
from companion.ledger.entries import BANK
from companion.rules.core.actions import PlayerAction, PrivateAction, action
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.setup import BadSetupError
from companion.rules.judge.rules import Rules, Step
from companion.rules.shares import holdings
from companion.rules.stock.auction import start_with
from companion.rules.stock.discount_sale import DiscountRules, DiscountSaleStep
from companion.rules.stock.number_cards import deal, entered_cards
from companion.titles.t1839_2015.title_figures import figures
from companion.titles.t1839_2015.title_state import SumsRound, game_of


@action("lay_sum")
class LaySum(PrivateAction):
    """A player lays one of the sums on a private before the sale, which reduces its price."""

    amount: int


@action("deal_cards")
class DealCards(PlayerAction):
    """The number cards are dealt again.

    ``cards`` are the seats, numbered from 1, in the order of their cards ("2 1 3"). If it is empty,
    the seed draws them.
    """

    cards: str = ""


class DiscountSaleStep2015(DiscountSaleStep):
    """One action a turn: buy a private, or discount one (Auction process)."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, 1, figures(rules.data).discount, binds=False)

    def hand_over(self, change: Change, private: str, player: str, cost: int) -> None:
        """Hand over the private and its shares. For a director's certificate it sets the par."""
        super().hand_over(change, private, player, cost)
        power, own = self.data.privates[private].powers, game_of(change.state)
        if par := power.get("par"):
            start_with(change, self.rules, player, own.director_company, par)
        if percent := power.get("percent"):
            company = self.data.companies[own.share_company]
            holdings.take(change, company, holdings.INITIAL, player, percent)
            facts = {"player": player, "private": private, "company": own.share_company}
            change.tell("received_share", percent=percent, **facts)

    def included_shares(self, state: State, private: str) -> Sequence[tuple[str, int]]:
        """Return the shares that come with two of the privates."""
        power, own = self.data.privates[private].powers, game_of(state)
        if state.privates[private] != BANK:
            return ()
        if power.get("par"):
            return ((own.director_company, self.data.companies[own.director_company].shares[0]),)
        return ((own.share_company, int(power["percent"])),) if power.get("percent") else ()

    def must_take(self, state: State) -> Sequence[str]:
        """Return the privates that were free when the turn began, once the cards are dealt."""
        if not isinstance(state.round, SumsRound) or not state.round.has_redealt:
            return ()
        return self.free(state)

    def remark(self, state: State) -> str:
        """Return the sums that are left."""
        if not isinstance(state.round, SumsRound) or state.round.has_redealt:
            return ""
        left = self.sums_left(state)
        return format_text("bids left: {sums}", sums=", ".join(map(str, left))) if left else ""

    def sums_left(self, state: State) -> list[int]:
        """Return the sums that are not laid yet, the greatest first."""
        laid = Counter(amount for _, amount in state.playing(SumsRound).reductions)
        return sorted((Counter(figures(self.data).sums) - laid).elements(), reverse=True)


class SumStep(Step):
    """Each player in turn lays one of the sums on a private, until none is left.

    See Pre-auction discounts.
    """

    name = "sums"
    accepts = (LaySum,)

    def __init__(self, rules: Rules, sale: DiscountSaleStep2015) -> None:
        super().__init__(rules)
        self.sale = sale

    def waits(self, state: State) -> bool:
        return bool(self.sale.sums_left(state))

    def actor(self, state: State) -> str:
        return state.playing(SumsRound).turn

    def offers(self, state: State) -> list[Offer]:
        found = []
        for private in self.sale.unsold(state):
            now = self.sale.price(state, private.symbol)
            for amount in dict.fromkeys(self.sale.sums_left(state)):
                lay = LaySum(self.actor(state), private.symbol, amount)
                note = f"{private.name}, {max(0, now)} → {max(0, now - amount)}"
                found.append(self.judge_offer(state, Offer("lay_sum", lay, note=note)))
        return found

    def refusals(self, state: State, action: LaySum) -> list[Refusal]:
        refuse, actor = self.rules.refuse, self.actor(state)
        if action.player != actor:
            return [refuse("turn.not_yours", actor=actor, party=action.player)]
        if action.private not in [private.symbol for private in self.sale.unsold(state)]:
            return [refuse("private.not_sold", private=action.private)]
        left = self.sale.sums_left(state)
        if action.amount not in left:
            return [refuse("sum.none_left", amount=action.amount, remaining=tuple(left))]
        return []

    def apply(self, change: Change, action: LaySum) -> None:
        state, player = change.state, action.player
        turn = state.playing(SumsRound)
        laid = (*turn.reductions, (action.private, action.amount))
        state.round = replace(
            turn, reductions=laid, turn=state.player_after(player), last_actor=player
        )
        price = self.sale.price(state, action.private)
        facts = {"player": player, "private": action.private, "price": price}
        change.tell("laid_sum", amount=action.amount, **facts)


class CardDealStep(Step):
    """The deal of the cards after all sums are laid.

    The seats are ``drawn``, numbered from 0, or in the order that the table has dealt.
    """

    name = "deal"
    accepts = (DealCards,)

    def __init__(self, rules: Rules, sale: DiscountSaleStep2015, drawn: Sequence[int]) -> None:
        super().__init__(rules)
        self.sale, self.drawn = sale, drawn

    def waits(self, state: State) -> bool:
        return not state.playing(SumsRound).has_redealt

    def actor(self, state: State) -> str:
        return state.order[0]

    def offers(self, state: State) -> list[Offer]:
        return [
            self.judge_offer(state, Offer("deal", DealCards(self.actor(state)), written="cards"))
        ]

    def sentences(self, state: State) -> list[str]:
        """Return the instructions for entering the deal."""
        names = self.rules.words.names
        seats = [f"{number} {names[seat]}" for number, seat in enumerate(self.rules.seats, 1)]
        return [
            format_text("The number cards are dealt again. Blank = random."),
            format_text(
                "Or enter the seats in the order of the cards: {seats}.", seats=", ".join(seats)
            ),
        ]

    def refusals(self, state: State, action: DealCards) -> list[Refusal]:
        if action.player != self.actor(state):
            facts = {"actor": self.actor(state), "party": action.player}
            return [self.rules.refuse("turn.not_yours", **facts)]
        try:
            self._order(action)
        except BadSetupError:
            return [self.rules.refuse("deal.order", players=len(self.rules.seats))]
        return []

    def _order(self, action: DealCards) -> tuple[str, ...]:
        """Return the players in the order of the cards. Raises BadSetupError."""
        seats, order = self.rules.seats, self.drawn
        if action.cards:
            order = entered_cards(action.cards, len(seats))
        return tuple(seats[seat] for seat in order)

    def apply(self, change: Change, action: DealCards) -> None:
        state = change.state
        deal(change, self._order(action))
        state.round = replace(state.playing(SumsRound), has_redealt=True)
        self.sale.begin_turn(change, state.order[0])


class DiscountRules2015(DiscountRules):
    """The private auction: sums, deal, sale."""

    def __init__(self, rules: Rules, sale: DiscountSaleStep2015, drawn: Sequence[int]) -> None:
        super().__init__(rules, sale)
        self.before = (SumStep(rules, sale), CardDealStep(rules, sale, drawn))

    def waiting(self, state: State) -> Step:
        return next((step for step in self.before if step.waits(state)), self.sale)

    def waits(self, state: State) -> bool:
        return self.waiting(state).waits(state)
