"""Rules ask in one module alone what a company reaches, and whether it has a route."""

import re
from pathlib import Path

import companion

ROOT = Path(companion.__file__).parent
SEAM = ROOT / "rules" / "operating" / "map_answers.py"
QUESTION = re.compile(r"board\.reach\(|from companion\.board\S* import .*\bhas_route\b")


def test_no_other_rule_asks_the_board_what_a_company_reaches():
    rules = (path for part in ("rules", "titles") for path in (ROOT / part).rglob("*.py"))
    assert [path for path in rules if QUESTION.search(path.read_text())] == [SEAM]
