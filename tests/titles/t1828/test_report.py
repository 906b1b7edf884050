"""The ordinary report tells a game of 1828, in its own words."""

import re

from companion.bots.simulation import NAMES
from companion.reporting.content.chronicle import gather
from companion.reporting.content.moments import ReportMoment, moments_of_actions
from companion.reporting.report_html import report_html
from companion.rules.core.actions import Action
from companion.rules.core.change import Event
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.titles import rules_for
from companion.titles.t1828.merger_choices import SurrenderShare
from companion.titles.t1828.merger_conditions import MergeCompanies
from tests.support.run_cache import play
from tests.titles.demo.test_screens import text_of
from tests.titles.t1828.mergers import example

WANTED = {"merged", "railway_closed"}


def game() -> tuple[Setup, list[Action]]:
    """A random game in which companies merge and the C&P closes."""
    for seed in range(20):
        setup = Setup("1828", NAMES[:5], {}, seed)
        done = list(play(rules_for(setup), seed))
        if {event.kind for _, outcome in done for event in outcome.events} >= WANTED:
            return setup, [action for action, _ in done]
    raise AssertionError("no game comes to all that")


def test_the_report_tells_what_happened_in_the_title_s_words() -> None:
    setup, actions = game()
    told = text_of(
        report_html(gather(*moments_of_actions(setup, [(each, None) for each in actions])), "a4")
    )
    for words in ("The order of play is now", "C&P closed", "merged into"):
        assert words in told, words
    assert re.search(r"\([A-Z&]+ \+ [A-Z&]+\)", told)  # a system under both its names
    assert "None" not in told


def merged() -> str:
    """The report of the worked example, in which a player gives a single share up."""
    position = example().cash(p1=100)
    rules, state = position.rules, position.state
    opening = Event("round", {"round": tuple(state.round.id)})
    moments = [ReportMoment(state, (opening,))]
    for action in (MergeCompanies("p4", "GT", "IC"), SurrenderShare("p1")):
        outcome = judge.apply(rules, moments[-1].state, action)
        moments.append(ReportMoment(outcome.state, outcome.events, doer=action.actor()))
    return report_html(gather(rules, moments), "a4")


def test_a_merger_is_told_as_a_whole_with_who_traded_what() -> None:
    page = merged()
    tale = text_of(page[page.index("<h2>Mergers</h2>") : page.index("<h2>Rounds,")])
    for words in (
        "Mia announced the merger of IC into GT, at $109.",
        "Anneke set a share of GT aside.",
        "Mia traded pairs for 5 of the system GT.",
        "Anneke gave up a share of GT for $67.",
        "IC merged into GT, which is now a system at $109.",
        "Of the system Mia 50%, Anneke 10%,",
    ):
        assert words in tale, (words, tale)
    rest = text_of(page[page.index("<h2>Rounds,") :])
    assert "traded pairs" not in rest
    assert "announced the merger of IC into GT" in rest
    assert "GT + IC" in text_of(page[: page.index("<h2>Mergers</h2>")])


def test_a_player_who_has_merged_is_not_said_to_be_bankrupt() -> None:
    page = text_of(merged())
    assert "IC merged into GT." in page
    assert "bankrupt" not in page
