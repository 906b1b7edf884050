"""The buttons of a page: what each would do, and that it is legal."""

import json
import re
from collections.abc import Iterator

from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Pass
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules


def acts(page: str) -> Iterator[dict[str, object]]:
    """The actions that the page's buttons would do."""
    for form in re.findall(r"<form method=\"post\" action=\"[^\"]*/act\".*?</form>", page, re.S):
        names = re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', form)
        fields = {n: v.replace("&#34;", '"').replace("&amp;", "&") for n, v in names}
        fields.pop("version", None)
        fields.pop("guard", None)
        yield {n: json.loads(v) if v.startswith("[") else v for n, v in fields.items()}


def check_buttons(page: str, rules: Rules, state: State) -> None:
    """Check that each button does something legal in the state that the page shows.

    It may also be legal after the steps that the button passes over.
    """
    for fields in acts(page):
        shown = state
        for _ in str(fields.pop("ahead", "")).split():  # steps the screen passed over
            shown = judge.apply(rules, shown, Pass(shown.round.operating.company)).state
        fields.pop("then_pass", None)
        action = read_action(fields)
        assert judge.refusals(rules, shown, action) == [], action
