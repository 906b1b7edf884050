"""Breakdown of entries: terms that add up to an entry's amount.

The memo of an entry selects its method (``Vocabulary.reckonings``). An entry without a method has
no terms, and its amount stands as entered.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.ledger.entries import Entry, post
from companion.ledger.receipts import MoneyLine, Term
from companion.rules.core.change import Event
from companion.rules.core.state import DEPOT, POOL, State, type_of
from companion.rules.core.vocabulary import BreakdownMethod
from companion.rules.data.switches import PAR
from companion.rules.data.title_data import TrainType
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings, market

Terms = tuple[Term, ...]
BY_THE_RULES = BreakdownMethod("fixed")  # the default for memos without a method


@dataclass(frozen=True, slots=True)
class BreakdownRow:
    """A row of the log to break down, with its events, its entries and the states around it.

    ``private`` is the private whose power laid a tile or placed a token in it, "" if none.
    """

    rules: Rules
    before: State
    after: State
    events: Sequence[Event]
    entries: Sequence[Entry]
    private: str = ""

    def matching_events(self, *facts: str, **wanted: object) -> Iterable[Event]:
        """Return the events that have all the facts, with the wanted values."""
        return (
            event
            for event in self.events
            if all(name in event.facts for name in facts)
            and all(event.facts.get(name) == value for name, value in wanted.items())
        )


def explain_entries(row: BreakdownRow) -> list[MoneyLine]:
    """Return every entry of the row with its terms, in order."""
    cash = dict(row.before.cash)
    found = []
    for place, entry in enumerate(row.entries):
        way = _method(row.rules, entry).how
        terms = _way(row.rules, way)(row, cash, place) if way else ()
        if sum(term.amount for term in terms) != _amount(entry):
            terms = ()
        found.append(_line(row.rules, entry, terms, row.private))
        post(cash, entry)
    return found


def lines_without_terms(rules: Rules, entries: Iterable[Entry]) -> list[MoneyLine]:
    """Return entries without terms, for rows whose states are unknown."""
    return [_line(rules, entry, ()) for entry in entries]


def _method(rules: Rules, entry: Entry) -> BreakdownMethod:
    return rules.vocabulary.reckonings.get(entry.memo, BY_THE_RULES)


def _line(rules: Rules, entry: Entry, terms: Terms, *privates: str) -> MoneyLine:
    """Return the entry with its terms and the section of the rule book."""
    rule, about = _method(rules, entry).rule, (*privates, *entry.about[:1])
    cited = rules.data.cite_receipt(entry.memo, rule, *about)
    return MoneyLine(entry.memo, entry.about, entry.postings, terms, cited)


def _amount(entry: Entry) -> int:
    return sum(posting.amount for posting in entry.postings if posting.amount > 0)


def _payer(entry: Entry) -> str:
    return next(posting.account for posting in entry.postings if posting.amount < 0)


# --- methods; each takes the row, the cash before the entry, and the entry's index


def _shares(row: BreakdownRow, cash: Mapping[str, int], place: int) -> Terms:
    """Return a number of shares at a price, from the event with their percent or the par price."""
    entry = row.entries[place]
    company, amount = entry.about[0], _amount(entry)
    unit = row.rules.kind(row.before, company).unit
    for event in row.matching_events("percent", company=company):
        if amount in (event.facts.get("price"), event.facts.get("amount")):
            count, odd = divmod(int(event.facts["percent"]), unit)
            if count and not odd and amount % count == 0:
                each, source = amount // count, event.facts.get("source")
                return (Term(_price_name(row, company, each, source), each, count),)
            return (Term("part", amount, of=(str(event.facts["percent"]),)),)
    pars = {event.facts["price"] for event in row.matching_events("price", company=company)}
    for par in pars - {0, None}:
        if amount % par == 0:
            return (Term("par", par, amount // par),)
    return ()


def _price_name(row: BreakdownRow, company: str, each: int, source: str | None) -> str:
    """Return the name of a price: "market" before or after the row, "par", or "share".

    It is "par" where the rule is so, even if the market price is the same.
    """
    data = row.rules.data
    at_par = source == holdings.INITIAL and data.stock.initial_price == PAR
    if at_par and each == row.after.companies[company].par:
        return "par"
    if each in (market.price(data, row.before, company), market.price(data, row.after, company)):
        return "market"
    return "par" if each == row.after.companies[company].par else "share"


def _capital(row: BreakdownRow, cash: Mapping[str, int], place: int) -> Terms:
    """Return all shares at the par or market price that gives the amount.

    Otherwise return a multiple of one of these prices.
    """
    entry, data = row.entries[place], row.rules.data
    company, amount = entry.about[0], _amount(entry)
    kind = row.rules.kind(row.after, company)
    prices = [("par", row.after.companies[company].par)]
    prices += [("market", market.price(data, state, company)) for state in (row.before, row.after)]
    known = [(what, each) for what, each in prices if each]
    whole = [(what, each) for what, each in known if kind.value(100, each) == amount]
    for what, each in (*whole, *known):
        if amount % each == 0:
            return (Term(what, each, amount // each),)
    return (Term("fixed", amount),)


def _private(row: BreakdownRow, cash: Mapping[str, int], place: int) -> Terms:
    """Return the face value with its reduction, or the bid."""
    entry = row.entries[place]
    private, amount = entry.about[0], _amount(entry)
    face = row.rules.data.privates[private].price
    if amount == face:
        return (Term("face", face),)
    if amount > face:
        return (Term("bid", amount),)
    return Term("face", face), Term("fallen", amount - face)


def _revenue(row: BreakdownRow, cash: Mapping[str, int], place: int) -> Terms:
    """Return the value of each place in the event.

    Otherwise return the private's printed revenue, or an amount fixed by the rules.
    """
    entry = row.entries[place]
    for event in row.matching_events(
        "stops", "values", private=entry.about[0], amount=_amount(entry)
    ):
        pairs = zip(event.facts["stops"], event.facts["values"], strict=True)
        return tuple(Term("place", value, of=(stop,)) for stop, value in pairs if value)
    private = row.rules.data.privates.get(entry.about[0])
    printed = private is not None and private.revenue == _amount(entry)
    return (Term("revenue" if printed else "fixed", _amount(entry)),)


def _train(row: BreakdownRow, cash: Mapping[str, int], place: int) -> Terms:
    """Return the list price with its reductions, or an agreed price for another company's train."""
    entry = row.entries[place]
    amount, company = _amount(entry), _payer(entry)
    train = _train_of_entry(row, entry, company)
    if train is None:
        return ()
    type, source = row.rules.data.trains[type_of(train)], row.before.trains.get(train)
    if source is not None and source.place not in (DEPOT, POOL):
        return (Term("agreed", amount),)
    terms = [Term("list", type.price, of=(type.name,)), *_trade_in_terms(row, company, type)]
    if rest := amount - sum(term.amount for term in terms):
        terms.append(Term("discount" if rest < 0 else "more", rest))
    return tuple(terms)


def _train_of_entry(row: BreakdownRow, entry: Entry, company: str) -> str | None:
    """Return the train that the entry names, or one that the company received."""
    named = (id for id in entry.about if id in row.after.trains)
    came = (
        train
        for train, card in row.after.trains.items()
        if card.place == company
        and (train not in row.before.trains or row.before.trains[train].place != company)
    )
    return next(named, None) or next(came, None)


def _trade_in_terms(row: BreakdownRow, company: str, type: TrainType) -> Iterable[Term]:
    """Yield the reduction for a train that was traded in."""
    for event in row.matching_events("type", company=company):
        if event.kind == "traded_in_train":
            given = str(event.facts["type"])
            yield Term("traded_in", -(type.trade_in or {}).get(given, 0), of=(given,))


def _lacking(row: BreakdownRow, cash: Mapping[str, int], place: int) -> Terms:
    """Return the amount due, less the debtor's cash."""
    entry = row.entries[place]
    owes = entry.postings[-1].account
    for later in row.entries[place + 1 :]:
        if _payer(later) == owes:
            return Term("due", _amount(later)), Term("treasury", -cash[owes], of=(owes,))
    return ()


def _all_cash_terms(row: BreakdownRow, cash: Mapping[str, int], place: int) -> Terms:
    """Return all the cash of the payer."""
    entry = row.entries[place]
    payer = _payer(entry)
    return (Term("all", cash[payer], of=(payer,)),)


def _terrain(row: BreakdownRow, cash: Mapping[str, int], place: int) -> Terms:
    """Return the parts of the cost of a lay, as listed in its event."""
    entry = row.entries[place]
    for event in row.matching_events("parts", hex=entry.about[-1], cost=_amount(entry)):
        return tuple(Term(what, amount) for what, amount in event.facts["parts"])
    return (Term("fixed", _amount(entry)),)


def _listed_price_terms(row: BreakdownRow, cash: Mapping[str, int], place: int) -> Terms:
    """Return the prices listed in the event's ``terms`` as (company, price).

    A deducted price is negative. Without such an event, the amount is fixed.
    """
    entry = row.entries[place]
    players = {posting.account for posting in entry.postings}
    for event in row.matching_events("terms", "player", amount=_amount(entry)):
        if event.facts["player"] in players:
            return tuple(
                Term("price" if price > 0 else "less_price", price, of=(company,))
                for company, price in event.facts["terms"]
            )
    return (Term("fixed", _amount(entry)),)


Way = Callable[[BreakdownRow, Mapping[str, int], int], Terms]


def _in_one_term(what: str) -> Way:
    """Return the method for an amount that is one term."""

    def give_term(row: BreakdownRow, cash: Mapping[str, int], place: int) -> Terms:
        return (Term(what, _amount(row.entries[place])),)

    return give_term


WAYS: Mapping[str, Way] = {
    "shares": _shares,
    "capital": _capital,
    "private": _private,
    "revenue": _revenue,
    "train": _train,
    "lacking": _lacking,
    "all": _all_cash_terms,
    "terrain": _terrain,
    "agreed": _in_one_term("agreed"),  # between the parties
    "fixed": _in_one_term("fixed"),  # by the rules
    "told": _listed_price_terms,
    "back": _in_one_term("back"),  # a refund of an earlier payment
}


def _way(rules: Rules, name: str) -> Way:
    """Return the shared method of that name, or the title's own."""
    found: Way | None = WAYS.get(name)
    return found or rules.receipts.breakdowns[name]
