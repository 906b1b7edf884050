"""A game without its map: the table tells costs and revenue, and the rules note what they need."""

from collections.abc import Mapping
from dataclasses import field

from companion.rules.core.copying import replace
from companion.rules.data.codec import register_stored

# The value ``map`` of a state. CHECKED: tiles and tokens lie on the board, and routes are checked.
# TOLD: the table tells what track and tokens cost, and what trains earn.
CHECKED, TOLD = "checked", "told"

Run = tuple[tuple[str, int], ...]  # each train with its revenue; "" stands for all together


@register_stored("told_facts")
class ToldFacts:
    """Facts about the map that the table has told.

    ``tokens`` counts the tokens of each owner that lie on the map, with no place told. ``routes``
    are the companies that have a route. ``runs`` is the last run of each company.
    """

    tokens: Mapping[str, int] = field(default_factory=dict)
    routes: tuple[str, ...] = ()
    runs: Mapping[str, Run] = field(default_factory=dict)

    def without_turns(self, company: str) -> "ToldFacts":
        """Return the facts without the route and the run of a company."""
        if company not in self.routes and company not in self.runs:
            return self
        routes = tuple(other for other in self.routes if other != company)
        runs = {other: run for other, run in self.runs.items() if other != company}
        return replace(self, routes=routes, runs=runs)
