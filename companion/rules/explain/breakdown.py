"""Why so much: how the amount of an entry comes about, as terms that add up to it.

Which way an entry is reckoned is told by its memo (``Vocabulary.reckonings``). What is reckoned
from is what the row's own events tell, and the state before and after it; where these cannot say,
there are no terms, and the amount stands as it was entered.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.ledger.entries import Entry, post
from companion.ledger.receipts import MoneyLine, Term
from companion.rules.core.change import Event
from companion.rules.core.state import DEPOT, POOL, State, type_of
from companion.rules.core.vocabulary import Reckoning
from companion.rules.data.title_data import TrainType
from companion.rules.judge.judge import Rules
from companion.rules.shares import market

Terms = tuple[Term, ...]
BY_THE_RULES = Reckoning("fixed")  # what a memo says that has no way of its own


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the log, to be reckoned: what it told and posted, and the states around it. With the
    power of ``private`` a tile or a token was laid in it, "" where there is none.
    """

    rules: Rules
    before: State
    after: State
    events: Sequence[Event]
    entries: Sequence[Entry]
    private: str = ""

    def told(self, *facts: str, **wanted: object) -> Iterable[Event]:
        """The events that have all those facts, these with that value."""
        return (
            event
            for event in self.events
            if all(name in event.facts for name in facts)
            and all(event.facts.get(name) == value for name, value in wanted.items())
        )


def explain_entries(row: Row) -> list[MoneyLine]:
    """Every entry of the row with its terms, in order."""
    cash = dict(row.before.cash)
    found = []
    for place, entry in enumerate(row.entries):
        how = row.rules.vocabulary.reckonings.get(entry.memo, BY_THE_RULES)
        terms = _way(row.rules, how.how)(row, cash, place) if how.how else ()
        if sum(term.amount for term in terms) != _amount(entry):
            terms = ()
        about = (row.private, *entry.about[:1])
        cited = row.rules.data.cite_receipt(entry.memo, how.rule, *about)
        found.append(MoneyLine(entry.memo, entry.about, entry.postings, terms, cited))
        post(cash, entry)
    return found


def as_booked(rules: Rules, entries: Iterable[Entry]) -> list[MoneyLine]:
    """Entries of which no state is known: as they stand in the books."""
    found = []
    for entry in entries:
        how = rules.vocabulary.reckonings.get(entry.memo, BY_THE_RULES)
        cited = rules.data.cite_receipt(entry.memo, how.rule, *entry.about[:1])
        found.append(MoneyLine(entry.memo, entry.about, entry.postings, (), cited))
    return found


def _amount(entry: Entry) -> int:
    return sum(posting.amount for posting in entry.postings if posting.amount > 0)


def _payer(entry: Entry) -> str:
    return next(posting.account for posting in entry.postings if posting.amount < 0)


# --- the ways; each is given the row, the cash before the entry, and the entry's place


def _shares(row: Row, cash: Mapping[str, int], place: int) -> Terms:
    """So many shares at a price: by the event that tells their percent, or the price of a start."""
    entry = row.entries[place]
    company, amount = entry.about[0], _amount(entry)
    unit = row.rules.kind(row.before, company).unit
    for event in row.told("percent", company=company):
        if amount in (event.facts.get("price"), event.facts.get("amount")):
            count, odd = divmod(int(event.facts["percent"]), unit)
            if count and not odd and amount % count == 0:
                return (Term(_of_price(row, company, amount // count), amount // count, count),)
            return (Term("part", amount, of=(str(event.facts["percent"]),)),)
    pars = {event.facts["price"] for event in row.told("price", company=company)}
    for par in pars - {0, None}:
        if amount % par == 0:
            return (Term("par", par, amount // par),)
    return ()


def _of_price(row: Row, company: str, each: int) -> str:
    """What a price is: that on the market before or after the row, the par, or another."""
    data = row.rules.data
    if each in (market.price(data, row.before, company), market.price(data, row.after, company)):
        return "market"
    return "par" if each == row.after.companies[company].par else "share"


def _capital(row: Row, cash: Mapping[str, int], place: int) -> Terms:
    """All shares at the par or the price that gives the amount; else so many times one of them."""
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


def _private(row: Row, cash: Mapping[str, int], place: int) -> Terms:
    """The printed price, what it has fallen, or the bid."""
    entry = row.entries[place]
    private, amount = entry.about[0], _amount(entry)
    face = row.rules.data.privates[private].price
    if amount == face:
        return (Term("face", face),)
    if amount > face:
        return (Term("bid", amount),)
    return Term("face", face), Term("fallen", amount - face)


def _revenue(row: Row, cash: Mapping[str, int], place: int) -> Terms:
    """The value of each place that its event tells; else the printed revenue of a private, or what
    it pays by the rules.
    """
    entry = row.entries[place]
    for event in row.told("places", "values", private=entry.about[0], amount=_amount(entry)):
        pairs = zip(event.facts["places"], event.facts["values"], strict=True)
        return tuple(Term("place", value, of=(stop,)) for stop, value in pairs if value)
    private = row.rules.data.privates.get(entry.about[0])
    printed = private is not None and private.revenue == _amount(entry)
    return (Term("revenue" if printed else "fixed", _amount(entry)),)


def _train(row: Row, cash: Mapping[str, int], place: int) -> Terms:
    """The list price with what is taken off it; of another company's, what was agreed."""
    entry = row.entries[place]
    amount, company = _amount(entry), _payer(entry)
    train = _which_train(row, entry, company)
    if train is None:
        return ()
    type, source = row.rules.data.trains[type_of(train)], row.before.trains.get(train)
    if source is not None and source.place not in (DEPOT, POOL):
        return (Term("agreed", amount),)
    terms = [Term("list", type.price, of=(type.name,)), *_trade_in_terms(row, company, type)]
    if rest := amount - sum(term.amount for term in terms):
        terms.append(Term("discount" if rest < 0 else "more", rest))
    return tuple(terms)


def _which_train(row: Row, entry: Entry, company: str) -> str | None:
    """The train that the entry names, or that came to the company."""
    named = (id for id in entry.about if id in row.after.trains)
    came = (
        train
        for train, card in row.after.trains.items()
        if card.place == company
        and (train not in row.before.trains or row.before.trains[train].place != company)
    )
    return next(named, None) or next(came, None)


def _trade_in_terms(row: Row, company: str, type: TrainType) -> Iterable[Term]:
    """What a train that was given in exchange takes off."""
    for event in row.told("type", company=company):
        if event.kind == "traded_in":
            given = str(event.facts["type"])
            yield Term("traded_in", -(type.trade_in or {}).get(given, 0), of=(given,))


def _lacking(row: Row, cash: Mapping[str, int], place: int) -> Terms:
    """What is to be paid, less what whoever owes it has."""
    entry = row.entries[place]
    owes = entry.postings[-1].account
    for later in row.entries[place + 1 :]:
        if _payer(later) == owes:
            return Term("due", _amount(later)), Term("treasury", -cash[owes], of=(owes,))
    return ()


def _all(row: Row, cash: Mapping[str, int], place: int) -> Terms:
    """All that there was."""
    entry = row.entries[place]
    payer = _payer(entry)
    return (Term("all", cash[payer], of=(payer,)),)


def _terrain(row: Row, cash: Mapping[str, int], place: int) -> Terms:
    """The parts of the cost of a lay, as its event tells them."""
    entry = row.entries[place]
    for event in row.told("parts", hex=entry.about[-1], cost=_amount(entry)):
        return tuple(Term(what, amount) for what, amount in event.facts["parts"])
    return (Term("fixed", _amount(entry)),)


def _agreed_price_terms(row: Row, cash: Mapping[str, int], place: int) -> Terms:
    """What those who deal have agreed."""
    return (Term("agreed", _amount(row.entries[place])),)


def _fixed_terms(row: Row, cash: Mapping[str, int], place: int) -> Terms:
    """What the rules say."""
    return (Term("fixed", _amount(row.entries[place])),)


def _told(row: Row, cash: Mapping[str, int], place: int) -> Terms:
    """The prices of companies that its event names as ``terms``: (company, price), below 0 where it
    is taken off. Events of before have none.
    """
    entry = row.entries[place]
    players = {posting.account for posting in entry.postings}
    for event in row.told("terms", "player", amount=_amount(entry)):
        if event.facts["player"] in players:
            return tuple(
                Term("price" if price > 0 else "less_price", price, of=(company,))
                for company, price in event.facts["terms"]
            )
    return (Term("fixed", _amount(entry)),)


def _back(row: Row, cash: Mapping[str, int], place: int) -> Terms:
    """What was paid before."""
    return (Term("back", _amount(row.entries[place])),)


Way = Callable[[Row, Mapping[str, int], int], Terms]
WAYS: Mapping[str, Way] = {
    "shares": _shares,
    "capital": _capital,
    "private": _private,
    "revenue": _revenue,
    "train": _train,
    "lacking": _lacking,
    "all": _all,
    "terrain": _terrain,
    "agreed": _agreed_price_terms,
    "fixed": _fixed_terms,
    "told": _told,
    "back": _back,
}


def _way(rules: Rules, name: str) -> Way:
    """The shared way of a name, or the title's own."""
    found: Way | None = WAYS.get(name)
    return found or rules.receipts.breakdowns[name]
