"""Ketwich & Voombergh: a private that changes a par price (Brown private companies).

The company must have floated by a purchase of the private's owner. The change is the purchase of a
later turn in the same stock round.
"""

from collections.abc import Iterator

from companion.languages import format_text
from companion.ledger.entries import BANK
from companion.rules.core.actions import ShareAction, action
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating import private_powers
from companion.rules.operating.private_powers import privates_with_power
from companion.rules.shares import market
from companion.titles.t1839_2015.title_state import game_of, note


@action("repar")
class Repar(ShareAction):
    """A player gives a company another par price."""

    price: int


def repars(rules: Rules, state: State, player: str) -> Iterator[Repar]:
    """Yield the possible changes of the player."""
    if not privates_with_power(rules, state, player, "repars"):
        return
    for company, who in game_of(state).float_buyers:
        if who == player:
            for price in rules.market.pars(rules, state, company):
                if price != state.companies[company].par:
                    yield Repar(player, company, price)


def refusals(rules: Rules, state: State, action: Repar) -> list[Refusal]:
    """Return refusals of a change, apart from those of any purchase."""
    refuse, player, company = rules.refuse, action.player, action.company
    if not privates_with_power(rules, state, player, "repars"):
        return [refuse("repar.owner", player=player)]
    if (company, player) not in game_of(state).float_buyers:
        return [refuse("repar.not_floated", company=company, player=player)]
    pars, now = rules.market.pars(rules, state, company), state.companies[company].par
    if action.price not in pars or action.price == now:
        others = tuple(par for par in pars if par != now)
        return [refuse("start.par", price=action.price, pars=others)]
    return []


def describe_effect(rules: Rules, state: State, action: Repar) -> str:
    """Return the effect as text: par before and after, and the gain or loss of the treasury."""
    money, before = rules.data.money, state.companies[action.company].par or 0
    more = rules.kind(state, action.company).value(100, action.price - before)
    now = f"{before} → {action.price}"
    if more > 0:
        return format_text("{now}, {sum} to its treasury", now=now, sum=money(more))
    return format_text("{now}, {sum} from its treasury", now=now, sum=money(-more))


def repar(change: Change, rules: Rules, action: Repar) -> None:
    """Change the par. The price goes to the new par, under those already there.

    The treasury gains or gives back the difference for all its shares.
    """
    state, company, price = change.state, action.company, action.price
    before = state.companies[company].par or 0
    market.move(change, rules.data, company, rules.market.pars(rules, state, company)[price])
    state.alter(company, par=price)
    more = rules.kind(state, company).value(100, price - before)
    change.pay(*((BANK, company) if more > 0 else (company, BANK)), abs(more), "repar", company)
    left = (each for each in game_of(state).float_buyers if each[0] != company)
    note(change, float_buyers=tuple(left))
    change.tell("reparred", player=action.player, company=company, before=before, after=price)
    for private in privates_with_power(rules, state, action.player, "repars"):
        private_powers.use_power(change, rules, action.player, private)
