"""Figures of the standings screen, round by round: charts, and the earnings of companies.

They need a replay of the game, so they are cached until the next round begins. The current round is
not in them yet.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from companion.cache import Cache
from companion.drawing import ChartLine, draw_lines
from companion.languages import current_language, gettext
from companion.reporting.content import illustrations
from companion.reporting.content.chronicle import Chronicle, RoundRecord, gather
from companion.reporting.content.company_earnings import Band, earnings
from companion.reporting.content.moments import moments_of_stored_game
from companion.rules.explain.summary import standings
from companion.store.games.game_store import GameStore
from companion.store.history.records import GameView

WIDE, NARROW = (640.0, 290.0), (360.0, 300.0)
LETTERS = 1.35  # text size on a narrow screen

ALL_COLUMNS = 10_000  # in one band

_kept: Cache[Hashable, "ByRound"] = Cache(16)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its title, and its drawings for a wide and for a narrow screen."""

    says: str
    wide: Markup
    narrow: Markup


@dataclass(frozen=True, slots=True)
class ByRound:
    """The figures of completed rounds: worth, places, prices, and what the companies earned."""

    charts: tuple[Chart, ...] = ()
    earned: Band | None = None
    totals: Mapping[str, int] = field(default_factory=dict)


def figures_by_round(store: GameStore, view: GameView) -> ByRound:
    """Return the figures of a game's completed rounds; no charts in the first round.

    Raises NoGameError, CannotOpenError, CannotRebuildError.
    """
    timeline = store.past.timeline(view.id)
    key = store.where, view.id, timeline.rounds, view.state.end_reason, current_language()
    return _kept.get(key, lambda: _drawn(gather(*moments_of_stored_game(store, view.id))))


def _drawn(chronicle: Chronicle) -> ByRound:
    rounds = chronicle.rounds if chronicle.over else chronicle.rounds[:-1]
    found = earnings(replace(chronicle, rounds=rounds), ALL_COLUMNS)
    charts = _charts(chronicle, rounds) if len(rounds) > 1 else ()
    return ByRound(charts, next(iter(found.bands), None), found.totals)


def _charts(chronicle: Chronicle, rounds: list[RoundRecord]) -> tuple[Chart, ...]:
    order = standings(chronicle.rules, chronicle.state)
    worth = illustrations.worth_lines(rounds, order)
    places = illustrations.place_lines(rounds, order)
    prices = illustrations.price_lines(chronicle.rules, rounds)
    ticks, phases = illustrations.ticks(rounds), illustrations.phases(rounds)
    told = illustrations.worth_words(chronicle, order), illustrations.places_words(chronicle, order)
    found = [
        _chart(gettext("Worth after each round"), worth, ticks, phases, told[0]),
        _chart(gettext("Places after each round"), places, ticks, {}, told[1], places=True),
    ]
    if prices:
        says = gettext("Prices after each round")
        found.append(_chart(says, prices, ticks, phases, illustrations.price_words(chronicle)))
    return tuple(found)


def _chart(
    says: str,
    lines: list[ChartLine],
    ticks: list[str],
    phases: dict[int, str],
    label: str,
    places: bool = False,
) -> Chart:
    wide = draw_lines(lines, ticks, events=phases, size=WIDE, label=label, places=places)
    narrow = draw_lines(lines, ticks, events=phases, size=NARROW, letters=LETTERS, places=places)
    return Chart(says, Markup(wide), Markup(narrow))
