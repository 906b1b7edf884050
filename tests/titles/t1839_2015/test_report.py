"""The parts of a report that only 1839 (2015) has: foreign companies, privates in their stages."""

from companion.reporting.content.chronicle import Chronicle, gather
from companion.reporting.content.event_texts import Footnotes, tell_round
from companion.reporting.content.milestones import milestones
from companion.reporting.content.moments import ReportMoment
from companion.reporting.content.standings import private_stories
from companion.rules.core.change import Change, Event
from companion.rules.core.state import LAST_RUN, State
from companion.rules.explain.summary import summary
from companion.rules.operating import private_powers
from companion.rules.operating.running import trains_of
from companion.rules.privates.obsolete_privates import outdate, turn_ended
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import entered, stock_round, turn
from tests.titles.t1839_2015.test_foreign import held, operated
from tests.titles.t1839_2015.test_running import BREDA, about, best


def chronicle(at: Position, before: State, *events: Event) -> Chronicle:
    """The game as if it had begun with an operating round, in which these events happened."""
    began = Event("round", {"round": ("operating", 2, 1)})
    return gather(at.rules, (ReportMoment(before, (began,)), ReportMoment(at.state, events)))


def test_a_foreign_company_has_its_row_with_what_it_bought_back_and_its_trains():
    at = held(entered(stock_round(), "BEL", 72), "BEL", pool=4).cash(BEL=430)
    for number in range(6):
        at.state.move_train(f"2-{number}", "gone")
    before = at.state.copy()
    operated(at, BEL=(130, 250))
    found = chronicle(at, before, *at.events)
    (row,) = tell_round(at.rules, found.rounds[0], Footnotes()).rows
    assert (row.who, row.revenue, row.price, row.treasury) == ("BEL", 200, (72, 80), 196)
    told = "; ".join(phrase.text for phrase in row.phrases)
    assert "bought 4% of itself from the pool at ƒ40 for each 2%, for ƒ80" in told
    assert "bought a 2 for ƒ100 and discarded it" in told
    ((_, brought),) = milestones(found)
    assert "BEL bought a 3+" in brought and "Phase Green begins." in brought


def test_the_last_run_of_a_saved_train_is_told_in_the_row_of_its_company():
    at = about(BREDA, "Green", "2")
    (train,) = trains_of(at.state, "NBDS")
    at.state.trains[train] = at.state.trains[train].with_mark(LAST_RUN)
    before = at.state.copy()
    at.do(best(at))
    found = chronicle(at, before, *at.events)
    rows = {row.who: row for row in tell_round(at.rules, found.rounds[0], Footnotes()).rows}
    assert "has run its 2 for the last time" in [phrase.text for phrase in rows["NBDS"].phrases]


def test_the_users_of_privates_and_their_ends_are_told():
    at = turn("SS", BOR="SS", CO="SS", KR="p1")
    before, change = at.state.copy(), Change(at.state)
    for _ in range(2):
        private_powers.use_power(change, at.rules, "SS", "BOR")
    outdate(change)
    turn_ended(change, at.rules, "SS")
    private_powers.use_power(change, at.rules, "SS", "CO")
    found = chronicle(at, before, *change.events)
    told = {p.symbol: p.story for p in private_stories(found, summary(at.rules, at.state))}
    assert told["BOR"] == ("used by SS – OR 2.1 (2×)", "obsolete – OR 2.1")
    assert told["CO"] == ("obsolete – OR 2.1", "used by SS – OR 2.1", "closed – OR 2.1")
    assert told["KR"] == ("obsolete – OR 2.1",)
    assert "LVG" not in told  # it was not in this game
