"""Remarks on screens that companies and players do not cover.

They are the effects of the first train of the next phase. For a company they add facts that its
charter does not show.
"""

from collections.abc import Iterable, Iterator

from companion.languages import format_text, gettext
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.next_phase_preview import new_values, next_phase
from companion.rules.operating.running import trains_of, type_of
from companion.rules.stock import floating
from companion.titles.t1839_2015 import foreign
from companion.titles.t1839_2015.draws import foreign as foreign_companies
from companion.titles.t1839_2015.rochussen import money_on_shares
from companion.titles.t1839_2015.saved_trains import holds_mark, is_saved
from companion.titles.t1839_2015.title_state import game_of, has_operated


def remarks(rules: Rules, state: State) -> Iterator[tuple[str, str]]:
    """Yield the effects of the next phase (Game Phases)."""

    def brings(phase: str) -> Iterable[str]:
        sold_now = rules.phase(state).privates_for_companies
        if sold_now and not rules.data.phase(phase).privates_for_companies:
            yield gettext("all privates become obsolete after that turn")
        yield from new_values(rules, state, phase)

    if told := next_phase(rules, state, brings):
        yield told


def belongings(rules: Rules, state: State, company: str) -> Iterator[str]:
    """Yield remarks about a company.

    For a public company they are the percent to be sold before it floats, and whether it may be
    sold. For a foreign one they are its entry price, its visitors, and its turn if it came now.
    """
    if company in foreign_companies(rules.data):
        yield from _foreign_remarks(rules, state, company)
        return
    own = state.companies[company]
    if not own.started:
        return
    if not own.floated:
        yield floating.describe_percent_sold(rules, state, company)
    for train in trains_of(state, company):
        if is_saved(state.trains[train]):
            yield format_text("{type}: SAVED", type=type_of(train))
    for private, _ in (mark for mark in game_of(state).unassigned_marks if mark[1] == company):
        if holds_mark(state, company, private):
            yield format_text(
                "a mark of {private} still to give to a train", private=rules.words.private(private)
            )
    if lying := money_on_shares(state, company):
        yield format_text("{sum} is on its shares in the pool", sum=rules.data.money(lying))
    if not has_operated(state, company):
        yield gettext("has not ended an operating turn: its shares may not be sold")


def _foreign_remarks(rules: Rules, state: State, company: str) -> Iterator[str]:
    """Yield the entry price; in an operating round also the visitors and the result so far."""
    money, own = rules.data.money, game_of(state)
    if not state.companies[company].started:
        yield format_text(
            "enters the market at {price} with the first run there", price=money(own.pars[company])
        )
    callers = own.offboard_visits.get(company, ())
    for who, income in callers:
        yield format_text(
            "{who} ran there for {income}", who=rules.words.name(who), income=money(income)
        )
    if state.companies[company].started and state.round.operating:
        events = foreign.preview_turn(rules, state, company)
        told = (rules.words.tell(event) for event in events if event.kind != "did_not_run")
        yield " – ".join((gettext("If the round ended now"), " ".join(told)))
