"""The program's results for a game, noted in the words of a sheet."""

from collections import Counter
from typing import Any

from companion.rules.core.actions import Dividend, RunTrains, action_to_json
from companion.rules.core.state import State, type_of
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import times_told
from tests.titles.sheet_cash import cash_at

TELLING = {  # an event that goes with what a sheet says of a deed
    **{"bought back from the pool": "foreign_bought_back", "SAVED last run": "last_run"},
    **{"NFLM": "owner_paid", "KV": "reparred", "KR": "floated_early", "MES": "joined"},
    **{"marker sold": "sold_token", "director helps": "president_paid", "SAVED": "train_saved"},
    **{
        "private given up": "gave_up_private",
        "train discarded": "discarded_train",
        "bankruptcy": "bankrupt",
    },
    **{"exchange marker": "token_on_top", "homes given up": "homes_given_up"},
}
LAID = {"dijk": {"C10", "D9"}, "bypass": {"F13", "G12"}}


class Noting:
    """The notes of one deed after the other.

    ``deeds`` are their JSON. ``turns`` say from which deed on it is whose turn in which round.
    ``shown`` are the events of each.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.deeds: list[dict[str, Any]] = []
        self.turns: list[list[Any]] = []
        self.phases: dict[str, int] = {}
        self.payouts: list[dict[str, Any]] = []
        self.abroad: list[dict[str, Any]] = []
        self.rounds: list[dict[str, int]] = []
        self.shown: dict[int, set[str]] = {}
        self.state = judge.start(rules).state

    def see(self, state: State, action: Any, outcome: Outcome) -> None:
        """A deed: the state before it, and what it made."""
        number = len(self.deeds) + 1
        at, on = whose_turn(state)
        deed = {**action_to_json(action), "at": at, "on": on}
        if deed["type"] == "deal_cards":  # as they were drawn, where nobody entered them
            deed["cards"] = " ".join(seat[1:] for seat in outcome.state.order)
        self.deeds.append(deed)
        if not self.turns or self.turns[-1][1:] != [at, on]:
            self.turns.append([number, at, on])
        for event in outcome.events:
            if event.kind == "phase":
                self.phases[event.facts["phase"]] = number
            elif event.kind == "round":
                self.rounds.append(cash_at(state, outcome.entries[: event.facts["entries_before"]]))
            elif receipt := event.facts.get("receipt"):
                entered = isinstance(action, Dividend) and action.company == receipt.company
                self.payouts.append(self._payout(receipt, number if entered else 0))
            elif event.kind.startswith("foreign_"):
                self._abroad(event.kind, event.facts)
        self.shown[number] = set(_shows(state, action, outcome))
        self.state = outcome.state

    def ended(self) -> None:
        """All deeds are done: the last round's end."""
        self.rounds.append(cash_at(self.state, ()))

    def _payout(self, receipt: Any, deed: int) -> dict[str, Any]:
        """A receipt as a line of the sheet."""
        paid = Counter({receipt.company: receipt.kept})
        for line in receipt.payees:
            paid[line.owner] += line.amount
        return {
            "deed": deed,
            "company": receipt.company,
            "runs": {run.train: self._run(run) for run in receipt.runs},
            "revenue": receipt.revenue,
            "choice": receipt.kind,
            "kept": receipt.kept,
            "paid": {owner: amount for owner, amount in paid.items() if amount},
            "price": [receipt.price_before, receipt.price_after],
        }

    def _run(self, run: Any) -> dict[str, int]:
        """Note the pay of each place, and the pay besides (PTT)."""
        times = {stop.stop: times_told(self.rules, run.train, stop.stop) for stop in run.stops}
        paid = {stop.stop: stop.value * times[stop.stop] for stop in run.stops}
        more = sum(amount for _, amount in run.bonuses)
        return {**paid, "PTT": more} if more else paid

    def _abroad(self, kind: str, facts: Any) -> None:
        """Note the actions of a foreign company, as a line of the sheet."""
        if kind in ("foreign_turn", "told_foreign_turn", "foreign_idle"):
            line = {"company": facts["company"], "incomes": list(facts["incomes"])}
            self.abroad.append({**line, "back": [], "trains": []})
        elif kind == "foreign_bought_back":
            count = facts["percent"] // self.rules.data.companies[facts["company"]].step
            self.abroad[-1].update(back=[count, facts["price"]], left=facts["remaining"])
        elif kind == "foreign_train":
            self.abroad[-1]["trains"].append(facts["type"])
            self.abroad[-1]["left"] = facts["remaining"]


def drawn(rules: Any) -> dict[str, Any]:
    """The draws of a game, as the options in which a table enters them."""
    found = rules.drawn
    return {
        "cards": " ".join(str(seat + 1) for seat in found.order),
        "foreign_pars": " ".join(f"{company}={par}" for company, par in found.pars.items()),
        "privates": " ".join(found.privates),
        "rws": found.director,
        "swo": found.share,
        "gray_four": rules.options["gray_four"],
    }


def whose_turn(state: State) -> tuple[str, str]:
    """The round, and the company on turn."""
    round = state.round
    if round.kind == "auction":
        return "auction", ""
    if round.kind == "stock":
        return f"SR {round.number}", ""
    return f"OR {round.number}.{round.part}", round.turn.company if round.turn else ""


def _shows(state: State, action: Any, outcome: Outcome) -> Any:
    """The events of a deed, by the words of the sheets."""
    kinds = {event.kind for event in outcome.events}
    yield from (what for what, kind in TELLING.items() if kind in kinds)
    fresh = set(outcome.state.board.laid) - set(state.board.laid)
    yield from (what for what, hexes in LAID.items() if hexes <= fresh)
    if isinstance(action, RunTrains):
        ran = sorted(type_of(train) for train, _ in action.routes)
        yield from (f"runs {kind}" for kind in ran)
        if ran == ["5D+", "FLOOD"]:
            yield "5D+ and FLOOD"
    if isinstance(action, Dividend) and action.kind == "half":
        yield f"half of {state.round.operating.revenue}"
    if "foreign_train" in kinds:
        phases = (e.facts["phase"] for e in outcome.events if e.kind == "phase")
        yield from (f"foreign purchase begins {phase}" for phase in phases)
    if outcome.state.end_reason == "market":
        stock = outcome.state.round.kind == "stock"
        yield f"end: 1,000 in {'a stock' if stock else 'an operating'} round"
