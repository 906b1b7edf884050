"""Benefits of privates for their buyers (§6, §14.2.3)."""

from collections.abc import Mapping, Sequence

from companion.languages import format_text
from companion.ledger.entries import BANK
from companion.rules.core.change import Change
from companion.rules.core.state import Question, State
from companion.rules.data.printed_markets import Cell
from companion.rules.data.title_data import TitleData
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings
from companion.rules.shares.price_rules import pars_of_phase
from companion.rules.stock.auction import ParStep, start_with
from companion.rules.stock.discount_sale import DiscountRound, DiscountSaleStep
from companion.titles.t1839.title_figures import figures
from companion.titles.t1839.title_state import game_of


def brings(data: TitleData, state: State, private: str) -> tuple[tuple[str, int], ...]:
    """Return the company and percent of the shares that come with a private, if any."""
    found = data.privates[private].powers.get("brings")
    return ((game_of(state).pairing[found["of"]], int(found["percent"])),) if found else ()


class DiscountSaleStep1839(DiscountSaleStep):
    """The private auction (§6)."""

    def __init__(self, rules: Rules) -> None:
        own = figures(rules.data)
        super().__init__(rules, own.deeds, own.discount, binds=True)

    def hand_over(self, change: Change, private: str, player: str, cost: int) -> None:
        """Hand over the private with the shares that come with it.

        The buyer of a director's certificate names the par at once, if there is any choice.
        """
        super().hand_over(change, private, player, cost)
        state, starts = change.state, private in game_of(change.state).pairing
        for company, percent in brings(self.data, state, private):
            own = self.data.companies[company]
            part = percent - own.shares[0] if starts else percent
            holdings.take(change, own, holdings.INITIAL, player, part)
            facts = {"player": player, "private": private, "percent": percent}
            change.tell("received_share", **facts, company=company)
        if starts:
            company = game_of(state).pairing[private]
            pars = tuple(self.rules.market.pars(self.rules, state, company))
            if len(pars) > 1:
                state.ask(Question(ParStep.name, player, (company,)))
            else:
                start_with(change, self.rules, player, company, pars[0])

    def included_shares(self, state: State, private: str) -> Sequence[tuple[str, int]]:
        """Return shares of the company paired with it, or with another private (§4)."""
        return brings(self.data, state, private) if state.privates[private] == BANK else ()

    def remark(self, state: State) -> str:
        """Return the number of the current action in the turn (§6)."""
        if not isinstance(state.round, DiscountRound):
            return ""
        return format_text(
            "action {deed} of {of}", deed=state.round.action_count + 1, of=self.deeds
        )


def free_pars(rules: Rules, state: State, company: str) -> Mapping[int, Cell]:
    """Return the free pars: companies that come with privates start at different prices (§6)."""
    found = pars_of_phase(rules, state, company)
    if not isinstance(state.round, DiscountRound):
        return found
    taken = {state.companies[paired].par for paired in game_of(state).pairing.values()}
    return {par: cell for par, cell in found.items() if par not in taken}


def revenue(rules: Rules, state: State, private: str) -> int:
    """Return the revenue of a private. One pays more in each operating round (§14.2.3.2.2)."""
    own = rules.data.privates[private]
    return own.revenue + int(own.powers.get("rises", 0)) * game_of(state).operating_round_count
