"""Rules of 1839 (2015) that hold at every moment, checked after each action of a game."""

from companion.ledger.receipts import PayoutReceipt
from companion.rules.core.actions import BuyPrivate, Pass, SellShares
from companion.rules.core.state import DEPOT, GONE, UNSTARTED, type_of
from companion.rules.judge import judge
from companion.rules.operating import home_slots
from companion.rules.shares import holdings
from companion.rules.stock import share_trading
from companion.rules.stock.number_cards import CardRound
from companion.titles.t1839_2015.draws import foreign, public
from companion.titles.t1839_2015.title_state import SumsRound, game_of

MARKERS = 5  # of each public company
LAID_ON = 3  # shares on which the money of a company lies at most
DIJK, BYPASS = {"C10", "D9"}, {"F13", "G12"}


# --- of a moment


def check(rules, state):
    """All that holds whenever somebody is to act."""
    check_certificates(rules, state)
    check_markers(rules, state)
    check_privates(rules, state)
    check_money_on_shares(rules, state)
    check_there_is_a_way(rules, state)


def check_certificates(rules, state):
    """Check that each foreign company is fully dealt, has no director and owns no train.

    No company is on the market before it is started.
    """
    for company in foreign(rules.data):
        own = rules.data.companies[company]
        dealt = holdings.shares(rules.data, state, company)
        assert sum(dealt.values()) == 100 == sum(own.shares)
        assert all(part > 0 and part % own.kind.unit == 0 for part in dealt.values())
        assert {type_of(t) for t, card in state.trains.items() if card.place == company} == set()
        assert rules.holdings.director(rules, state, company) is None
        assert state.advances.get(company, 0) == 0
    assert all(own.status != UNSTARTED or own.cell is None for own in state.companies.values())


def check_markers(rules, state):
    """Check that each company has five markers, on its charter or the map.

    There is one exchange marker a company and a hex, and room for all that are still to come.
    """
    lying = state.board.lying()
    for company in public(rules.data):
        own = state.companies[company]
        assert lying[company] + own.tokens == MARKERS
        assert len(state.board.top_stops(company)) <= 1
    hexes = [stop.partition(".")[0] for stop in state.board.stacked_tokens]
    assert len(hexes) == len(set(hexes)) and all(
        len(tops) == 1 for tops in state.board.stacked_tokens.values()
    )
    kept = home_slots.homes(state)
    assert home_slots.homeless(state.board, kept, rules.tokens.replaceable) == []


def check_privates(rules, state):
    """None obsolete in a stock round; dijk and bypass lie when they are due, and not before."""
    if isinstance(state.round, CardRound):
        open_ones = {p for p, owner in state.privates.items() if owner != GONE}
        assert not open_ones & set(game_of(state).obsolete_privates)
    laid = set(state.board.laid)
    assert (laid >= DIJK) == (state.privates["SWO"] in (GONE, *rules.data.companies))
    assert (laid >= BYPASS) == (state.privates["RWS"] == GONE)


def check_money_on_shares(rules, state):
    """The money on shares in the pool is three pars of a company or fewer, on shares there."""
    lying = game_of(state).shares_with_money
    pars = {company: state.companies[company].par for company in lying}
    assert state.cash["pool"] == sum(count * pars[company] for company, count in lying.items())
    for company, count in lying.items():
        pooled = holdings.percent(rules.data, state, company, "pool")
        assert 0 < count <= min(LAID_ON, pooled // 10)


def check_there_is_a_way(rules, state):
    """Check that a forced taker in the auction can only take, and that nobody is stuck.

    A player over the certificate limit can go on, and first sells all that they may.
    """
    if isinstance(state.round, SumsRound) and (due := rules.sale.must_take(state)):
        open_to = [offer.action for offer in judge.offers(rules, state) if offer.allowed]
        assert {(type(a), a.private) for a in open_to} == {(BuyPrivate, p) for p in due}
        assert all(rules.sale.asking_price(state, private) == 0 for private in due)
    if isinstance(state.round, CardRound) and not state.questions:
        player = state.round.turn
        if share_trading.exceeds(rules, state, player):
            open_to = [offer.action for offer in judge.offers(rules, state) if offer.allowed]
            counted = public(rules.data)
            sales = [a for a in open_to if isinstance(a, SellShares) and a.company in counted]
            assert bool(sales) != any(isinstance(a, Pass) for a in open_to)


# --- of what was done


class Watching:
    """Looks at each action and what it made."""

    def __init__(self, rules):
        self.rules = rules
        self.best = "Yellow"  # the highest phase that any train bought or made would bring
        self.after_turn, rules.after_turn = rules.after_turn, self.turn_ended

    def saw(self, before, action, outcome):
        rules, after = self.rules, outcome.state
        for event in outcome.events:
            name = event.facts.get("type")
            if name and not event.kind.startswith("rust"):
                phase = rules.data.trains[name].phase
                self.best = phase if rules.data.reaches(phase, self.best) else self.best
            if isinstance(receipt := event.facts.get("receipt"), PayoutReceipt):
                check_receipt(rules, receipt)
        assert after.phase == self.best
        self.check_prices(before, outcome)
        self.check_purchases(after, outcome.events)

    def check_prices(self, before, outcome):
        """Public prices move with dividends, at the end of a stock round, and with another par."""
        after, kinds = outcome.state, [event.kind for event in outcome.events]
        moved = {e.facts["receipt"].company for e in outcome.events if e.facts.get("receipt")}
        moved |= {e.facts["company"] for e in outcome.events if e.kind == "reparred"}
        ended = isinstance(before.round, CardRound) and ("round" in kinds or after.end_reason)
        for company in public(self.rules.data):
            old, new = before.companies[company], after.companies[company]
            assert new.cell == old.cell or company in moved or ended or not old.started

    def check_purchases(self, after, events):
        """An owner of 60% of a company buys none of it from the IPO."""
        bought = [event.facts for event in events if event.kind == "bought_share"]
        pooled = sum(facts["percent"] for facts in bought if facts["source"] == "pool")
        for facts in bought:
            if facts["source"] == "initial":
                data, company = self.rules.data, facts["company"]
                held = holdings.percent(data, after, company, facts["player"])
                assert held - pooled <= 60

    def turn_ended(self, change, company):
        """After its turn a company owns a train, or the supply is empty."""
        if company in public(self.rules.data):
            places = {card.place for card in change.state.trains.values()}
            assert company in places or DEPOT not in places, f"{company} has no train"
        self.after_turn(change, company)


def check_receipt(rules, receipt):
    """The sums paid, kept, not paid for and rounded make up the revenue, and are named."""
    over = 0  # hundredths
    for line in receipt.payees:
        more = 100 * line.amount - receipt.shared * line.percent
        assert line.rounding == (more > 0) - (more < 0) and abs(more) < 100
        over += more
    unpaid = receipt.shared * sum(line.percent for line in receipt.unpaid_payees)
    paid = sum(line.amount for line in receipt.payees)
    assert 100 * (receipt.kept + paid) + unpaid - over == 100 * receipt.revenue
    if receipt.company in foreign(rules.data):
        assert not receipt.rounded and unpaid % 100 == 0
