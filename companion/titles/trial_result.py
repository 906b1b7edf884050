"""The result of a trial of a title by random games: events, and things that never happened."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.languages import lazy_gettext
from companion.rules.data.title_data import Private, TitleData
from companion.rules.judge.rules import Rules

# powers that work when a player buys the private, and limits that are no powers
AT_PURCHASE = {"share", "presidency"}
LIMITS = {"never_for_companies", "closes_on_train_of", "closes_with_use", "keeps_hex", "colour"}
# powers that somebody uses by an action; all others work while a company owns the private
BY_ACTION = {
    "additional_tile",
    "city_marker",
    "distant_tile",
    "exchange",
    "free_token",
    "joined_tiles",
    "joint",
    "new_city",
    "owner_tile",
    "seller_tile",
    "token_move",
}

MOST_PROBLEMS = 3  # in the report


@dataclass(frozen=True)
class TrialReport:
    """The result of a trial, in plain values.

    ``ends`` and ``phases`` count games by the key of the words for an end, and by phase. ``never``
    lists the things that did not happen, by kind. ``others`` counts the problems left out.
    """

    games: int
    actions: int
    ends: tuple[tuple[str, int], ...]
    phases: tuple[tuple[str, int], ...]
    never: tuple[tuple[str, tuple[str, ...]], ...]
    problems: tuple[str, ...]
    others: int


@dataclass
class Trial:
    """The events of the games so far. ``problems`` are games that did not come to an end.

    ``phases`` counts games that were played to their end, ``begun`` are the phases of all games.
    """

    data: TitleData
    games: int = 0
    actions: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    begun: set[str] = field(default_factory=set)
    floated: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def never(self) -> Iterator[tuple[str, list[str]]]:
        """Yield kinds of things, and those of them that never happened."""
        kinds = {
            lazy_gettext("Phases that no game reached"): [
                phase.name for phase in self.data.phases if phase.name not in self.begun
            ],
            lazy_gettext("Companies that never floated"): [
                company for company in self.data.companies if not self.floated[company]
            ],
            lazy_gettext("Powers that nobody used"): [
                f"{private.symbol} {power}"
                for private in self.data.private_list
                for power in powers_of(private)
                if not self.used[f"{private.symbol} {power}"]
            ],
        }
        yield from ((kind, found) for kind, found in kinds.items() if found)

    def report(self) -> TrialReport:
        """Return the result in plain values, with the first problems."""
        return TrialReport(
            self.games,
            self.actions,
            tuple(self.ends.most_common()),
            tuple((phase.name, self.phases[phase.name]) for phase in self.data.phases),
            tuple((kind, tuple(names)) for kind, names in self.never()),
            tuple(self.problems[:MOST_PROBLEMS]),
            max(0, len(self.problems) - MOST_PROBLEMS),
        )


def describe_end(rules: Rules, end: str) -> str:
    """Return the words for the key of an end."""
    return rules.words.fill("{why:who}", {"why": end})


def powers_of(private: Private) -> list[str]:
    """Return the names of a private's powers."""
    return [name for name in private.powers if name not in LIMITS]
