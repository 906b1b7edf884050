"""The single deeds of the book, told a second time and compared along whole games.

They are dividends and prices, private revenue, trains and their ranks, the order of operation,
nationalisation, conversion, leaving players, and the end.
"""

from collections import Counter
from typing import Any

from companion.rules.core.actions import (
    BuyShare,
    DeclareBankruptcy,
    Dividend,
    Pass,
    RunTrains,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.core.state import GONE, LAST_RUN, RAN, State
from companion.rules.judge.agreed_end import AgreeWinner
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.shares import holdings
from companion.rules.stock.number_cards import CardRound
from companion.titles.t1839.leaving_players import Concede
from companion.titles.t1839.state_railway import Nationalise
from companion.titles.t1839.title_state import game_of
from tests.oracles.t1839.stock import LINES, RANKS
from tests.titles.t1839.event_counts import trains_by_type

PHASES = (
    *("Light Yellow", "Dark Yellow", "Light Green", "Dark Green", "Blue", "Light Brown"),
    *("Medium Brown", "Dark Brown", "Light Red", "Dark Red", "Gray", "Purple"),
)
RUSTS = {  # §17: what a phase makes worthless
    **{"Dark Green": ("2",), "Blue": ("2+1",), "Light Brown": ("3",), "Medium Brown": ("3+",)},
    **{"Dark Brown": ("4+",), "Light Red": ("R5",), "Dark Red": ("R4+1",), "Gray": ("R4",)},
    "Purple": ("PR2+", "PR3+1"),
}
REVENUES = {
    **{"LP": 0, "JJB": 0, "HLVVDG": 10, "SRV": 10, "KR": 30, "DERTU": 0, "CM": 0, "WCTS": 30},
    **{"CO": 40, "AB": 40, "AV": 60, "RH": 0},
}
CONVERTS = {46: 43, 55: 51, 65: 61}
LEAVES = Concede | DeclareBankruptcy | AgreeWinner  # what takes players out of the game
ROUNDS = {phase: 1 + (number > 1) + (number > 7) for number, phase in enumerate(PHASES)}


class Watcher:
    """A watcher that compares action by action.

    ``rounds`` counts operating rounds begun. ``first_of_set`` is the phase in which the set began.
    ``barred`` are those who nationalised a company in it. ``best`` is the place of the highest rank
    that was bought, or counts as bought. ``cards`` are the players who passed, in their order.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.rounds = 0
        self.first_of_set = ""
        self.barred: set[str] = set()
        self.best = 0
        self.cards: list[str] = []
        self.leaver: tuple[State, str] | None = None  # who conceded, and the state before it
        self.after_turn, rules.after_turn = rules.after_turn, self._ended  # type: ignore[method-assign]

    def saw(self, before: State, action: Any, outcome: Outcome) -> None:
        state, events = outcome.state, outcome.events
        if isinstance(action, Dividend):
            self._dividend(before, action, outcome)
        if isinstance(action, StartCompany):
            assert action.player not in self.barred
            prices = [self.price(before, company) for company in before.companies]
            assert prices.count(action.price) < 2
        if isinstance(action, BuyShare) and action.percent == 20:
            assert action.player not in self.barred
        if isinstance(action, RunTrains):
            self._run(before, action, state)
        if isinstance(action, Concede):
            self.leaver = (before, action.player)
        if self.leaver and not (state.questions and state.questions[0].step == "last_sale"):
            self._left(*self.leaver, state)
            self.leaver = None
        if isinstance(action, Nationalise):
            self._nationalised(before, action, outcome)
            self.barred.add(str(self.rules.holdings.director(self.rules, before, action.company)))
        if isinstance(action, Pass) and not any(event.kind == "phase" for event in events):
            self._turn_ended(before, state)
        self._ranks(before, outcome)
        self._phase(before, outcome)
        self._trains(state)
        self._r_trains(before, outcome)
        self._cards(before, action, state)
        for event in events:
            if event.kind == "round":
                self._round(event.facts["round"], event, outcome)
            elif event.kind == "private_paid":
                self._private(event.facts)
            elif event.kind == "converted":
                assert CONVERTS[event.facts["before"]] == event.facts["after"]
        self._top(state)

    # --- money and prices

    def price(self, state: State, company: str) -> int | None:
        own = state.companies[company]
        if own.cell is None:
            return None
        market, _, place = own.cell.partition(":")
        return LINES[market][int(place.partition(",")[2])]

    def _dividend(self, before: State, action: Dividend, outcome: Outcome) -> None:
        """§8.3.4, §13.2."""
        company = action.company
        turn = before.round.operating
        assert turn is not None and turn.revenue
        revenue, late = turn.revenue, PHASES.index(before.phase) >= PHASES.index("Blue")
        assert action.kind in (("pay", "withhold") if late else ("half", "withhold"))
        kept = {"pay": 0, "withhold": revenue, "half": revenue // 20 * 10}[action.kind]
        share = {"pay": revenue // 10, "withhold": 0, "half": -(-revenue // 20)}[action.kind]
        due: Counter[str] = Counter({company: kept})
        for place, percent in holdings.shares(self.rules.data, before, company).items():
            if place != "initial":
                due[place if place in before.order else company] += share * percent // 10
        paid: Counter[str] = Counter()
        for entry in outcome.entries:
            if entry.memo in ("dividend", "withheld") and company in entry.about:
                for posting in entry.postings:
                    paid[posting.account] += posting.amount
        assert {who: sum for who, sum in paid.items() if sum and who != "bank"} == {
            who: sum for who, sum in due.items() if sum
        }
        price, total = self.price(before, company), 10 * share
        assert price is not None
        steps = -1 if total < price else 2 if total >= 2 * price else 1
        line = LINES[before.companies[company].cell.partition(":")[0]]  # type: ignore[union-attr]
        to = line[min(max(line.index(price) + steps, 0), len(line) - 1)]
        moves = [e.facts for e in outcome.events if e.kind == "price"]
        mine = [facts for facts in moves if facts["company"] == company][:1]
        assert [facts["after"] for facts in mine] == ([to] if to != price else [])

    def _private(self, facts: Any) -> None:
        """§14.2: KFVSEAW pays 20 more each time."""
        private = facts["private"]
        rises = 20 * (self.rounds - 1)
        assert facts["amount"] == (rises if private == "KFVSEAW" else REVENUES[private])

    # --- rounds

    def _round(self, id: Any, event: Any, outcome: Outcome) -> None:
        kind, _, part = id
        if kind != "operating":
            return
        self.rounds += 1
        if part == 1:
            told = [e for e in outcome.events[: outcome.events.index(event)] if e.kind == "phase"]
            self.first_of_set = told[-1].facts["phase"] if told else outcome.state.phase
            self.barred = set()

    def _turn_ended(self, before: State, state: State) -> None:
        """The next to operate is the first of those left."""
        round, now = before.round, state.round
        if not (isinstance(round, OperatingRound) and isinstance(now, OperatingRound)):
            return
        turn, then = round.turn, now.turn
        if turn is None or then is None or turn.company == then.company or round.id != now.id:
            return
        left = [
            c for c in self.in_order(state) if c not in now.companies_done and c in round.companies
        ]
        assert then.company == left[0]

    def _ended(self, change: Change, company: str) -> None:
        """After its turn a company that is still there owns a train."""
        if change.state.companies[company].floated:
            assert company in {card.place for card in change.state.trains.values()}
        self.after_turn(change, company)

    def _cards(self, before: State, action: Any, state: State) -> None:
        """§7.1: a player who passes takes the lowest card left; one who acts gives theirs back.

        A player who can do nothing passes. All cards taken are the next order.
        """
        round, now = before.round, state.round
        if not isinstance(round, CardRound) or isinstance(action, LEAVES):
            self.cards = list(now.cards) if isinstance(now, CardRound) else []
            return
        goes_on = isinstance(now, CardRound) and now.id == round.id and not state.end_reason
        passes = isinstance(action, Pass) and action.party == round.turn and not before.questions
        if goes_on and now.turn == round.turn and not passes and now.cards == round.cards:
            return  # their turn goes on
        if round.has_acted or not passes:
            self.cards = [player for player in self.cards if player != round.turn]
        elif round.turn not in self.cards:
            self.cards.append(round.turn)
        player = before.player_after(round.turn)
        while len(self.cards) < len(before.order) and not (goes_on and player == now.turn):
            self.cards += [player] * (player not in self.cards)
            player = before.player_after(player)
        assert tuple(self.cards) == (now.cards if goes_on else state.order)
        self.cards = list(now.cards) if isinstance(now, CardRound) else []

    def in_order(self, state: State) -> list[str]:
        """§8.2: majors, then locals, by price, then as they lie."""
        found = []
        for market, line in LINES.items():
            for place in reversed(range(len(line))):
                found += state.stacks.get(f"{market}:0,{place}", ())
        return [company for company in found if state.companies[company].floated]

    def _top(self, state: State) -> None:
        """§10.1."""
        at_top = any(self.price(state, company) == 300 for company in state.companies)
        if at_top:
            assert state.end_reason or isinstance(state.round, OperatingRound)
        if state.end_reason == "market":
            assert at_top or game_of(state).top_company
        if state.end_reason == "purple":
            assert self.first_of_set == "Purple"
        if state.round.kind == "stock" and not state.end_reason:
            assert self.first_of_set != "Purple"

    # --- trains

    def _ranks(self, before: State, outcome: Outcome) -> None:
        """A purchase from the supply is of the first rank that has any left."""
        lying = trains_by_type(before, "depot")
        taken = [
            event.facts["type"]
            for event in outcome.events
            if event.kind == "received_train"
            or (event.kind == "bought_train" and event.facts["source"] == "depot")
        ]
        for rank in taken if "trains_removed" not in {e.kind for e in outcome.events} else ():
            assert rank == next(name for name in RANKS if lying[name])
            lying[rank] -= rank != "7"

    def _phase(self, before: State, outcome: Outcome) -> None:
        """§5, §9: it is that of the highest rank that was bought, or counts as bought."""
        state, kinds = outcome.state, {event.kind for event in outcome.events}
        thinned = [e.facts["trains"] for e in outcome.events if e.kind == "trains_removed"]
        came = trains_by_type(before, "depot") - trains_by_type(state, "depot")
        came -= Counter(rank for trains in thinned for rank in trains)
        came.update(
            e.facts["type"] for e in outcome.events if e.kind in ("bought_train", "received_train")
        )
        left = [rank for rank, count in trains_by_type(before, "depot").items() if count]
        if "bankrupt" in kinds and not before.questions and left == ["7"]:
            came["7"] = 1  # there is always another
        self.best = max([self.best, *(RANKS.index(rank) for rank in came)])
        assert PHASES.index(state.phase) == self.best

    def _trains(self, state: State) -> None:
        """Nothing is there that has rusted but an R train that has not run (§16.3.2.2)."""
        begun = PHASES[: PHASES.index(state.phase) + 1]
        rusted = [rank for phase in begun for rank in RUSTS.get(phase, ())]
        for train, card in state.trains.items():
            rank = train.rpartition("-")[0]
            if card.place != GONE and rank in rusted:
                assert "R" in rank and RAN not in card.marks and LAST_RUN in card.marks
        three = self.rules.options["light_red_three"]
        limit = 2 if PHASES.index(state.phase) > 8 - (not three) else 3
        over = {question.actor for question in state.questions if question.step == "discard"}
        for company, count in Counter(card.place for card in state.trains.values()).items():
            if company in state.companies and company not in over:
                assert count <= limit

    def _run(self, before: State, action: RunTrains, state: State) -> None:
        """A train that has rusted leaves right after its run; another R has run."""
        for train, _ in action.routes:
            rank, card = train.rpartition("-")[0], state.trains[train]
            if LAST_RUN in before.trains[train].marks:
                assert card.place == GONE
            elif "R" in rank:
                assert card.place == GONE or RAN in card.marks

    def _r_trains(self, before: State, outcome: Outcome) -> None:
        """§16.3.2.2: else they leave with their rank, above the limit, or with whose they were."""
        state, told = outcome.state, {"rusted": set(), "discarded_train": set(), "last_run": set()}
        gone = set()
        for event in outcome.events:
            if event.kind in ("rusted", "rusted_in_part"):
                told["rusted"].add(event.facts["type"])
            elif event.kind in ("discarded_train", "last_run"):
                told[event.kind].add(event.facts["train"])
            elif event.kind == "nationalised":
                gone.add(event.facts["company"])
            elif event.kind == "left_game":
                gone.add(event.facts["player"])
        for train, card in before.trains.items():
            rank, held = train.rpartition("-")[0], card.place in (*before.companies, *before.order)
            if "R" in rank and held and state.trains[train].place == GONE:
                rusts = rank in told["rusted"] and LAST_RUN not in card.marks
                by_itself = train in told["discarded_train"] | told["last_run"]
                assert rusts or by_itself or card.place in gone, train

    # --- the State, and who leaves

    def _nationalised(self, before: State, action: Nationalise, outcome: Outcome) -> None:
        """§14.3.4.2."""
        company, state = action.company, outcome.state
        assert any(card.place == company for card in before.trains.values())
        assert state.cash[company] == 0 and state.companies[company].cell is None
        places = {state.certificates[c] for c in self.rules.data.companies[company].certificates}
        assert places == ({"initial"} if company.startswith("L") else {GONE})
        for stop in before.board.token_stops(company):
            assert company not in state.board.tokens[stop]
        lost = sum(len(before.board.tokens[s]) for s in before.board.token_stops(company))
        assert lost == 0 or any("NS" in slots for slots in state.board.tokens.values())

    def _left(self, before: State, player: str, state: State) -> None:
        """§9: all that the player had is gone, and trains leave the supply."""
        assert state.cash[player] == 0 and player not in state.order
        assert player not in state.certificates.values()
        assert player not in state.privates.values()
        for company in before.companies:
            if (
                self.rules.holdings.director(self.rules, before, company) == player
                and before.companies[company].floated
            ):
                assert not state.companies[company].floated
        lying = trains_by_type(before, "depot")
        first = next(number for number, rank in enumerate(RANKS) if lying[rank])
        due = Counter(rank if rank != "7" else "4" for rank in RANKS[first::2])
        gone = Counter({rank: 1 for rank in due if lying[rank]})
        got = trains_by_type(state, "depot")
        if state.end_reason or isinstance(state.round, OperatingRound):
            assert all(lying[rank] - got[rank] >= gone[rank] for rank in RANKS)
        else:
            assert lying - got == gone
