"""Internal words that no message may show, as its readers sit at a table.

Text between “ and ” repeats what a user sent and is exempt.
"""

import re

from companion.rules.core.actions import ACTIONS

CAMEL = "|".join(
    kind.__name__ for kind in ACTIONS.values() if re.search("[a-z][A-Z]", kind.__name__)
)
INSIDE = re.compile(
    rf"""
      \w*_\w*                              # a name of the program's own
    | \b(?:{CAMEL})\b                      # a kind of action
    | \bp[1-9]\b                           # a seat
    | \b[A-Z]{{1,2}}\d{{1,2}}\.\d\b        # a stop
    | \b(?:\dE?|\dK|D|10H|8E|\dD?\+|FLOOD)-\d{{1,2}}\b  # a train
    | (?<![\w,.])'[^']*'(?!\w)             # a text as the program writes it
    | \b(?:None|True|False)\b | [\[\]{{}}]
    """,
    re.VERBOSE,
)


def inside(message: str) -> list[str]:
    """Return the internal words in a message."""
    return INSIDE.findall(re.sub("“[^”]*”", "", message))
