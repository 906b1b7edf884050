"""The start of a company (§7.5): its par, the homes of a local, and its assets when it floats."""

from collections.abc import Mapping

from companion.ledger.entries import BANK
from companion.ledger.receipts import Term
from companion.rules.core.actions import NameHome
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.core.state_cache import compute_once
from companion.rules.explain.breakdown import BreakdownRow
from companion.rules.judge.rules import Rules
from companion.rules.money.debts import Debt
from companion.rules.operating.emergency_money import MoneyRaising, owe
from companion.rules.operating.home_slots import has_room
from companion.rules.operating.homes import HomeNamingStep, ask_names
from companion.rules.shares import holdings
from companion.rules.shares.holdings import INITIAL
from companion.rules.stock import floating
from companion.titles.t1839.share_sales import price
from companion.titles.t1839.title_figures import figures
from companion.titles.t1839.title_state import game_of

LOCAL = "local"  # the kind of company that names its homes
HOMES = 2
FEE = "home_fee"  # the question what a local owes for its homes, without the map


def waits_for_director(rules: Rules, state: State, company: str) -> bool:
    """Has the company a price, with its director's certificate in the initial offering (§9)?"""
    first = rules.data.companies[company].certificates[0]
    return state.companies[company].started and state.certificates[first] == INITIAL


def limits(rules: Rules, state: State, player: str, company: str) -> list[Refusal]:
    """Refuse a director's certificate, apart from par and money.

    A player who has nationalised a company gets none (§7.3). A Lokaalspoorweg has to find homes.
    """
    found = []
    if player in game_of(state).nationalisers:
        found.append(rules.refuse("start.nationalised", player=player))
    if names_homes(rules, company) and not finds_homes(rules, state, company):
        found.append(rules.refuse("start.homes", company=company))
    return found


def is_local(rules: Rules, state: State, company: str) -> bool:
    """Is it a Local Public Company, or would it be one?"""
    return rules.kind(state, company).name == LOCAL


# --- homes


def names_homes(rules: Rules, company: str) -> bool:
    """Is it a Lokaalspoorweg, which names its homes?

    It may have become a major before it is started (§17.10).
    """
    return rules.data.companies[company].kind.name == LOCAL


def is_big(rules: Rules, state: State, at: str) -> bool:
    """Is the hex a big city, or one with two cities?"""
    cities = [stop for stop in state.board.map.hexes[at].stops if stop.kind == "city"]
    return len(cities) > 1 or at in figures(rules.data).big_cities


def home_hexes(state: State, company: str) -> tuple[str, ...]:
    """Return the hexes of the company's homes that have no marker yet."""
    homes = state.companies[company].homes
    return tuple(place.partition(".")[0] for home in homes for place in home)


def finds_homes(rules: Rules, state: State, company: str) -> bool:
    """Are there two hexes in which the company could have its homes? Named homes count."""
    named = len(state.companies[company].homes)

    def can_name() -> bool:
        hexes = state.board.city_hexes()
        return any(not naming_refusals(rules, state, NameHome(company, at)) for at in hexes)

    # all companies without named homes are alike
    key = ("homes", rules, company if named else "")
    return named >= HOMES or state.is_told or compute_once(state, key, can_name)


def naming_refusals(rules: Rules, state: State, action: NameHome) -> list[Refusal]:
    """Refuse a home: named already, full, a second big one, or none left for the other home."""
    company, at = action.company, action.home.partition(".")[0]
    named, facts = home_hexes(state, company), {"company": company, "home": action.home}
    if at in named:
        return [rules.refuse("token.home_twice", **facts)]
    if not (state.is_told or has_room(rules, state, company, at)):
        return [rules.refuse("token.home_full", **facts)]
    if is_big(rules, state, at) and any(is_big(rules, state, other) for other in named):
        return [rules.refuse("token.home_big", **facts)]
    then = state.copy()
    then.alter(company, homes=(*state.companies[company].homes, (at,)))
    if not finds_homes(rules, then, company):
        return [rules.refuse("token.home_last", **facts)]
    return []


class LocalHomeStep(HomeNamingStep):
    """A local names two hexes as its homes. At most one of them is big.

    If enough of it is sold already, it floats then.
    """

    def __init__(self, rules: Rules, money: MoneyRaising) -> None:
        super().__init__(rules)
        self.money = money

    def refusals(self, state: State, action: NameHome) -> list[Refusal]:
        company = self.company(state)
        if action.company != company:
            return [self.rules.refuse("turn.not_yours", actor=company, party=action.company)]
        return naming_refusals(self.rules, state, action)

    def facts(self, state: State, at: str) -> tuple[tuple[str, int], ...]:
        if state.is_told:
            return ()  # asked when it floats
        return (("fee", figures(self.rules.data).home_fee * home_value(self.rules, state, at)),)

    def apply(self, change: Change, action: NameHome) -> None:
        """Name a home hex. Any city in it with room may take the marker."""
        at = action.home.partition(".")[0]
        super().apply(change, NameHome(action.company, at))
        float_if_sold(change, self.rules, self.money, action.company)


def lacks_homes(rules: Rules, state: State, company: str) -> bool:
    """Has a Lokaalspoorweg still to name a home?"""
    return names_homes(rules, company) and len(state.companies[company].homes) < HOMES


def ask_homes(change: Change, rules: Rules, company: str) -> None:
    """Ask the director of a Lokaalspoorweg for the homes that are not named yet."""
    state = change.state
    director, own = rules.holdings.director(rules, state, company), state.companies[company]
    if director and names_homes(rules, company) and not own.has_operated:
        ask_names(change, company, director, HOMES - len(own.homes))


def home_value(rules: Rules, state: State, at: str) -> int:
    """Return the value of a home: the number printed there, or on the next tile (§7.5)."""
    colours, own = rules.phase(state).tiles, figures(rules.data)
    stops = [stop for stop in state.board.tile_at(at).stops if stop.kind == "city"]
    printed = max(stop.value(colours) for stop in stops)
    return printed or (own.yellow_big if is_big(rules, state, at) else own.yellow_city)


def home_values(rules: Rules, state: State, company: str) -> list[tuple[str, int]]:
    """Return the hexes of a local's homes, each with its value."""
    return [(at, home_value(rules, state, at)) for at in home_hexes(state, company)]


def home_fee_terms(row: BreakdownRow, cash: Mapping[str, int], place: int) -> tuple[Term, ...]:
    """Return the terms of the fee for homes: a multiple of their values, with hexes (§7.5)."""
    rules = row.rules
    homes = home_values(rules, row.after, row.entries[place].about[0])
    of = tuple(text for at, value in homes for text in (rules.data.money(value), at))
    times = figures(rules.data).home_fee
    return (Term("homes", sum(value for _, value in homes), times, of),)


def home_fee(rules: Rules, state: State, company: str) -> int:
    """Return the fee of a local for its homes when it floats."""
    values = (value for _, value in home_values(rules, state, company))
    return figures(rules.data).home_fee * sum(values)


# --- floating, and the director's certificate of a player who has left


def float_if_sold(
    change: Change, rules: Rules, money: MoneyRaising, company: str, told_fee: int | None = None
) -> None:
    """Float a company of which 60% is sold.

    A local floats as soon as both homes are named, and pays for them at once. Without the map its
    director tells the fee first.
    """
    if not floating.is_due(rules, change.state, company) or lacks_homes(
        rules, change.state, company
    ):
        return
    state, has_fee = change.state, is_local(rules, change.state, company)
    if has_fee and state.is_told and told_fee is None:
        state.ask(Question(FEE, company, (company,)))
        return
    floating.float_if_sold(change, rules, company)
    if has_fee:
        fee = home_fee(rules, state, company) if told_fee is None else told_fee
        director = rules.holdings.director(rules, state, company)
        if director:
            owe(change, money, Debt("home_fee", company, fee, director))


def buy_directorship(change: Change, rules: Rules, player: str, company: str) -> None:
    """Buy the director's certificate of a company with a price, for twice that price."""
    own = rules.data.companies[company]
    cost = rules.kind(change.state, company).value(
        own.shares[0], price(rules, change.state, company)
    )
    change.pay(player, BANK, cost, "shares", company)
    change.state.certificates[own.certificates[0]] = player
    facts = {"player": player, "company": company, "percent": own.shares[0], "price": cost}
    change.tell("bought_share", source=INITIAL, **facts)
    holdings.settle_presidency(change, rules.data, company)
    ask_homes(change, rules, company)
