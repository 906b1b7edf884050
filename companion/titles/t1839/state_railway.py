"""Nationalisation by the State (§8.3.8, §14.3.4), and locals for closed privates (§8.3.9)."""

from collections.abc import Iterable

from companion.languages import gettext, lazy_gettext
from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, CompanyAction, Pass, PlayerAction, action
from companion.rules.core.change import Change
from companion.rules.core.comparison_table import ComparisonTable
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, UNSTARTED, Question, State
from companion.rules.judge.rules import QuestionStep, Rules
from companion.rules.operating.company_removal import remove_company
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.operating.running import trains_of
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import INITIAL, is_player
from companion.titles.t1839 import company_start
from companion.titles.t1839.company_start import LOCAL
from companion.titles.t1839.phases import close_private, figures_of
from companion.titles.t1839.running import STATE
from companion.titles.t1839.title_state import StockRound1839, game_of, note

ASKED = lazy_gettext(
    "Directors may let the State take over their companies, in this order: "
    "{companies:list}. Naming one means that those before it are not taken over."
)
GETS = lazy_gettext(
    "For {private:private}, which has closed: {percent}% of a local, started at {price:$}."
)
NONE = "–"


@action("nationalise")
class Nationalise(CompanyAction):
    """The director of a company lets the State take it over."""


@action("take_local")
class TakeLocal(PlayerAction):
    """The owner of a closed private chooses the local that they get for it."""

    company: str

    def about(self) -> str:
        return self.company


def nationalise(change: Change, rules: Rules, company: str) -> None:
    """Nationalise a company (§14.3.4.2).

    Its money goes to the bank, and its shares return for nothing. Government markers replace its
    own, and everything else leaves the game. A local may be started again as a new company, a major
    may not. If it is the company's turn, that turn is over.
    """
    state, own = change.state, rules.data.companies[company]
    is_local = own.kind.name == LOCAL
    certificates = INITIAL if is_local else GONE
    remove_company(change, rules, company, "nationalised", certificates, leaving=STATE)
    state.alter(company, has_operated=False)
    game = game_of(state)
    note(
        change,
        operated_companies=tuple(other for other in game.operated_companies if other != company),
    )
    if is_local:
        fresh = {"status": UNSTARTED, "kind": LOCAL, "tokens_removed": 0}
        state.alter(company, tokens=len(own.token_costs), **fresh)
        lives = {
            **game.nationalisation_counts,
            company: game.nationalisation_counts.get(company, 0) + 1,
        }
        note(change, nationalisation_counts=lives)
        _forget(change, company)
    change.tell("nationalised", company=company)


def _forget(change: Change, company: str) -> None:
    """Forget the company's history, because it may return as a new company.

    Nobody has sold its shares in this round, and it has not operated.
    """
    state, round = change.state, change.state.round
    if isinstance(round, StockRound1839):
        sold = tuple(each for each in round.sales if each[1] != company)
        state.round = replace(round, sales=sold)
    elif isinstance(round, OperatingRound):
        done = tuple(other for other in round.companies_done if other != company)
        state.round = replace(round, companies_done=done)


class NationalisationStep(QuestionStep):
    """Directors of companies with a train may have them nationalised, in operating order.

    A director who nationalises ends the choice of the companies before it.
    """

    name = "nationalise"
    accepts = (Nationalise, Pass)

    def candidates(self, state: State) -> list[str]:
        """Return the companies that may still be nationalised."""
        about = self.question(state).subjects
        return [c for c in about if state.companies[c].floated and trains_of(state, c)]

    def may_come(self, state: State) -> bool:
        """May a company be nationalised, or could one be if a player gave it their train?"""
        kept = any(is_player(card.place) for card in state.trains.values())
        about = self.question(state).subjects
        return bool(self.candidates(state)) or (
            kept and any(state.companies[company].floated for company in about)
        )

    def first(self, state: State) -> str:
        """Return the first of these companies. Its director is asked."""
        about = self.question(state).subjects
        floated = (company for company in about if state.companies[company].floated)
        return next(iter(self.candidates(state)), None) or next(floated)

    def actor(self, state: State) -> str:
        return self.rules.decider(state, self.first(state))

    def sentences(self, state: State) -> list[str]:
        """Return the question with the companies in order."""
        return [self.rules.words.fill(ASKED, {"companies": self.candidates(state)})]

    def sheet(self, state: State, action: Action | None) -> ComparisonTable | None:
        """Return the value of everybody's shares in each company, lost by nationalisation."""
        companies, rows = self.candidates(state), []
        for player in state.order:
            held = [holdings.percent(self.data, state, c, player) for c in companies]
            lost = [
                self.rules.kind(state, c).value(percent, market.price(self.data, state, c) or 0)
                for c, percent in zip(companies, held, strict=True)
            ]
            figures = tuple(self.data.money(amount) if amount else NONE for amount in lost)
            rows.append((self.rules.words.name(player), figures))
        return ComparisonTable(gettext("Each would lose"), tuple(companies), tuple(rows))

    def offers(self, state: State) -> list[Offer]:
        found = [
            self.judge_offer(state, Offer("nationalise", Nationalise(company), weight=0.15))
            for company in self.candidates(state)
        ]
        return [*found, self.judge_offer(state, Offer("pass", Pass(self.first(state)), weight=2))]

    def refusals(self, state: State, action: Nationalise | Pass) -> list[Refusal]:
        refuse = self.rules.refuse
        if isinstance(action, Pass):
            first = self.first(state)
            if action.party == first:
                return []
            return [refuse("turn.not_yours", actor=first, party=action.party)]
        company = action.company
        if company not in self.question(state).subjects or not state.companies[company].floated:
            return [refuse("nationalise.over", company=company)]
        if not trains_of(state, company):
            return [refuse("nationalise.train", company=company)]
        return []

    def apply(self, change: Change, action: Nationalise | Pass) -> None:
        state, question = change.state, self.question(change.state)
        if isinstance(action, Pass):
            state.remove_question(question)
            change.tell("not_nationalised")
            return
        left = question.subjects[question.subjects.index(action.company) + 1 :]
        state.questions = tuple(
            replace(question, subjects=left) if each == question else each
            for each in state.questions
        )
        director = self.rules.decider(state, action.company)
        note(change, nationalisers=(*game_of(state).nationalisers, director))
        nationalise(change, self.rules, action.company)


def after_turn(change: Change, rules: Rules, company: str) -> None:
    """Handle the end of a company's turn.

    The private paired with it closes, because the company has bought a train. Then companies may be
    nationalised if a new rank has rusted others. Then owners of closed privates get locals.
    """
    state = change.state
    if state.companies[company].floated:
        if company not in game_of(state).operated_companies:
            note(change, operated_companies=(*game_of(state).operated_companies, company))
        for private, paired in game_of(state).pairing.items():
            if paired == company:
                close_private(change, rules, private)
    if game_of(state).is_nationalisation_open:
        note(change, is_nationalisation_open=False)
        if order := tuple(rules.operating_order(state)):
            state.ask(Question(NationalisationStep.name, order[0], order))
    owed = game_of(state).locals_due
    note(change, locals_due=())
    state.questions = (*state.questions, *asked_locals(rules, owed))


# --- locals for privates


def asked_locals(rules: Rules, owed: Iterable[tuple[str, str]]) -> list[Question]:
    """Return the questions to the owners of closed privates, by falling face value."""
    inorder = sorted(owed, key=lambda each: -rules.data.privates[each[0]].price)
    return [Question(NewLocalStep.name, player, (private,)) for private, player in inorder]


class NewLocalStep(QuestionStep):
    """The owner of a closed private takes 40% of a local, and names its homes.

    The local starts at a price of its own (§14.2.3.1). Without the map the owner may tell that no
    local finds two homes (``Pass``).
    """

    name = "new_local"
    accepts = (TakeLocal, Pass)

    def takes(self, state: State, action: object) -> bool:
        return isinstance(action, TakeLocal) or (state.is_told and isinstance(action, Pass))

    def free(self, state: State) -> list[str]:
        """Return the locals that may be taken: not started, and with two hexes for homes."""
        return [
            company
            for company, own in state.companies.items()
            if own.kind == LOCAL
            and own.status == UNSTARTED
            and company_start.finds_homes(self.rules, state, company)
        ]

    def sentences(self, state: State) -> list[str]:
        """Return the share that the player gets, and the private it replaces."""
        figures = figures_of(self.rules)
        facts = {"percent": figures.local_shares, "price": figures.local_par}
        private = self.question(state).subjects[0]
        return [self.rules.words.fill(GETS, {"private": private, **facts})]

    def offers(self, state: State) -> list[Offer]:
        player, found = self.question(state).actor, self.free(state)
        takes = (TakeLocal(player, company) for company in sorted(found))
        offers = [self.judge_offer(state, Offer("new_local", take)) for take in takes]
        return [*offers, *([Offer("pass", Pass(player), weight=0.1)] if state.is_told else [])]

    def refusals(self, state: State, action: TakeLocal | Pass) -> list[Refusal]:
        if found := self.refuse_others(state, action):
            return found
        if isinstance(action, Pass) or action.company in self.free(state):
            return []
        return [self.rules.refuse("start.no_local", company=action.company)]

    def apply(self, change: Change, action: TakeLocal | Pass) -> None:
        state, question = change.state, self.question(change.state)
        state.remove_question(question)
        if isinstance(action, Pass):
            _pay_instead(change, self.rules, question)
            return
        player, company, figures = action.player, action.company, figures_of(self.rules)
        own, cells = self.data.companies[company], self.data.markets[LOCAL].cells.values()
        market.start(change, company, next(c for c in cells if c.price == figures.local_par))
        state.certificates[own.certificates[0]] = player
        rest = figures.local_shares - own.shares[0]
        holdings.take(change, own, INITIAL, player, rest)
        facts = {"player": player, "company": company, "percent": figures.local_shares}
        change.tell("took_local", private=question.subjects[0], price=figures.local_par, **facts)
        others, state.questions = state.questions, ()
        company_start.ask_homes(change, self.rules, company)
        state.questions = (*state.questions, *others)


def answer_themselves(change: Change, rules: Rules) -> bool:
    """Answer the first question if there is no choice.

    Returns whether there was such a question.
    """
    state = change.state
    if not state.questions:
        return False
    question = state.questions[0]
    for step in rules.interrupts:
        if step.name == question.step and isinstance(step, NationalisationStep):
            if step.may_come(state):
                return False
            state.remove_question(question)
            return True
        if step.name == question.step and isinstance(step, NewLocalStep):
            if step.free(state):
                return False
            state.remove_question(question)
            _pay_instead(change, rules, question)
            return True
    return False


def _pay_instead(change: Change, rules: Rules, question: Question) -> None:
    """Pay the owner of a closed private where there is no local (§14.2.3.1)."""
    player, amount = question.actor, figures_of(rules).no_local
    change.pay(BANK, player, amount, "no_local", question.subjects[0])
    change.tell("no_local", player=player, amount=amount, private=question.subjects[0])
