"""Remarks on screens that companies and players do not cover.

They are the effects of the next rank of trains, the State, barred players, and the train of a
private. For a company they add facts that its charter does not show.
"""

from collections.abc import Iterator

from companion.board.map import split_stop
from companion.languages import format_text, gettext, list_names
from companion.rules.core.state import GONE, LAST_RUN, RAN, UNSTARTED, State, type_of
from companion.rules.judge.rules import Rules
from companion.rules.operating import trains_and_phases
from companion.rules.operating.next_phase_preview import next_phase
from companion.rules.operating.private_powers import power
from companion.rules.operating.running import trains_of
from companion.rules.shares.holdings import is_player
from companion.rules.stock import floating
from companion.titles.t1839.company_start import LOCAL
from companion.titles.t1839.phases import figures_of
from companion.titles.t1839.running import STATE
from companion.titles.t1839.title_state import StockRound1839, game_of, has_operated


def remarks(rules: Rules, state: State) -> Iterator[tuple[str, str]]:
    """Yield remarks about the table.

    They are the next phase (§17), the State (§14.4), locals left, barred players, and privates'
    trains.
    """
    name, data = rules.words.name, rules.data
    if ahead := next_phase(rules, state, lambda phase: _brings(rules, state, phase)):
        yield ahead
    hexes = [split_stop(stop)[0] for stop in state.board.token_stops(STATE)]
    if hexes:
        told = (f"{at} {data.map.hexes[at].name}" if at in data.companies else at for at in hexes)
        words = {"count": len(hexes), "hexes": ", ".join(told)}
        yield gettext("Government markers"), format_text("{count} – {hexes}", **words)
    gone = [c for c, own in state.companies.items() if own.status == GONE]
    if gone:
        yield gettext("Out of the game"), ", ".join(gone)
    free = [
        c for c, own in state.companies.items() if own.kind == LOCAL and own.status == UNSTARTED
    ]
    yield gettext("Available locals"), ", ".join(free) or gettext("none")
    if barred := [player for player in state.order if player in game_of(state).nationalisers]:
        names = ", ".join(map(name, barred))
        if isinstance(state.round, StockRound1839):
            says = format_text("{names} – in this stock round", names=names)
        else:
            says = format_text("{names} – in the next stock round", names=names)
        yield gettext("Start no company"), says
    for train, card in state.trains.items():
        if is_player(card.place):
            with_room = [
                c
                for c in rules.operating_order(state)
                if trains_and_phases.has_room(rules, state, c)
            ]
            to = ", ".join(with_room) or gettext("no company now")
            says = format_text(
                "{player} may give it to {companies}", player=name(card.place), companies=to
            )
            yield format_text("A train without a company: {type}", type=type_of(train)), says
    if left := game_of(state).departed_players:
        yield gettext("Left the game"), ", ".join(map(name, left))


def _brings(rules: Rules, state: State, phase: str) -> Iterator[str]:
    """Yield the privates that a phase closes, and the locals that it converts."""
    closes = [
        private
        for private, owner in state.privates.items()
        if owner != GONE and power(rules, private, "closes") == phase
    ]
    if closes:
        yield format_text(
            "closes {privates}", privates=list_names(map(rules.words.private, closes))
        )
    if phase == figures_of(rules).converts_in:
        yield gettext("locals at the ringed prices become majors")


def belongings(rules: Rules, state: State, company: str) -> Iterator[str]:
    """Yield remarks about a company.

    They are its R trains that have run (§16.3.2.2), and the life of a local. Before it floats they
    include the percent to be sold (§13.1). The sale price of its shares comes last (§7.2).
    """
    for train in trains_of(state, company):
        if rules.data.trains[type_of(train)].last_run:
            marks = state.trains[train].marks
            if LAST_RUN in marks:
                yield format_text("{type}: on its last run", type=type_of(train))
            elif RAN in marks:
                yield format_text("{type}: has run", type=type_of(train))
            else:
                yield format_text("{type}: has not run yet", type=type_of(train))
    if lives := game_of(state).nationalisation_counts.get(company, 0):
        yield format_text("life number {count}", count=lives + 1)
    own = state.companies[company]
    if not own.started:
        return
    if not own.floated:
        yield floating.describe_percent_sold(rules, state, company)
    price = rules.data.money(rules.market.sale_price(rules, state, company))
    if has_operated(state, company):
        yield format_text("has ended an operating turn: its shares sell for {price}", price=price)
    else:
        yield format_text(
            "has not ended an operating turn: its shares sell for {price}", price=price
        )
