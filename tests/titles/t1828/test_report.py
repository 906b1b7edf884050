"""The ordinary report tells a game of 1828, in its own words."""

import re

from companion.reporting.chronicle import gather
from companion.reporting.document import report_html
from companion.reporting.moments import played
from companion.rules.actions import Action
from companion.rules.setup import Setup
from companion.simulate import NAMES, play
from companion.titles import rules_for
from tests.titles.demo.test_screens import text_of

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
    told = text_of(report_html(gather(*played(setup, [(each, None) for each in actions])), "a4"))
    for words in ("The order of play is now", "C&P closed", "has merged into"):
        assert words in told, words
    assert re.search(r"\([A-Z&]+ \+ [A-Z&]+\)", told)  # a system under both its names
    assert "None" not in told
