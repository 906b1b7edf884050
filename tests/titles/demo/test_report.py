"""The ordinary report tells a game of 18Demo, in its own words."""

import pytest

from companion import system_dependencies
from companion.reporting.content.chronicle import gather
from companion.reporting.content.moments import moments_of_actions
from companion.reporting.printing import print_report
from companion.reporting.report_html import report_html
from companion.titles import rules_for
from tests.reporting.report_games import texts
from tests.support.run_cache import play
from tests.titles.demo.games import setup_for

SEED = 7


def report() -> str:
    setup = setup_for(SEED)
    actions = [(action, None) for action, _ in play(rules_for(setup), SEED)]
    return report_html(gather(*moments_of_actions(setup, actions)), "a4")


def test_the_report_tells_what_happened_in_the_title_s_words() -> None:
    body = report()
    for words in ("the fourth year has ended", "The order of play is now", "FBR closed"):
        assert words in body, words


@pytest.mark.in_part(0)
@pytest.mark.skipif(
    system_dependencies.pdf_problem() is not None, reason="Pango is not on this computer"
)
def test_the_report_is_printed() -> None:
    setup = setup_for(SEED)
    actions = [(action, None) for action, _ in play(rules_for(setup), SEED)]
    whole = " ".join(texts(print_report(*moments_of_actions(setup, actions), "a4")))
    for words in ("18Demo", "Ferry Branch", "OR 4.2"):
        assert words in whole, words
