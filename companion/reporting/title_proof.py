"""The proof sheet of a title: map, market, tiles, trains, companies, rules card and trial."""

from collections.abc import Mapping
from typing import Any

from companion import __version__
from companion.board.trains import TrainKind
from companion.drawing import draw_tile
from companion.drawing.markets import zones
from companion.reporting.content import illustrations
from companion.reporting.report_html import PAPERS, templates
from companion.rules.data.companies import Company
from companion.rules.explain.rules_card import card_sections
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.titles.trial_result import Trial, describe_end

TILE_WIDTH = "17mm"


def proof_html(rules: Rules, paper: str = "a4", trial: Trial | None = None) -> str:
    """Return the proof sheet as HTML, at the start of a game. Raises KeyError for another paper."""
    size, state, data = PAPERS[paper], judge.start(rules).state, rules.data
    drawn, wide = illustrations.final_map(rules, state, size.tall, size.wide)
    context: Mapping[str, Any] = {
        "data": data,
        "maker": f"Companion {__version__}",
        "paper": size,
        "map": drawn,
        "map_wide": wide,
        "markets": illustrations.final_markets(rules, state, size.block),
        "zones": [zone for chart in data.charts for zone in zones(data, chart)],
        "tiles": list(_draw_tiles(rules).values()),
        "companies": [(company, _home(rules, company)) for company in data.company_list],
        "lengths": {type.name: _length(type.kind) for type in data.train_types},
        "sections": card_sections(data),
        "trial": trial,
        "ends": [
            (count, describe_end(rules, end))
            for end, count in (trial.ends.most_common() if trial else ())
        ],
        "never": list(trial.never()) if trial else [],
    }
    return templates().get_template("title_proof.html").render(context)


def _draw_tiles(rules: Rules) -> Mapping[str, tuple[str, int | None, str]]:
    """Return the number, the count and the drawing of each tile of the title."""
    flat = rules.data.map.layout.flat
    return {
        number: (
            number,
            count,
            draw_tile(rules.tile(number), flat=flat, paper=True, width=TILE_WIDTH),
        )
        for number, count in rules.data.tiles.items()
    }


def _length(kind: TrainKind) -> str:
    """Return the number of stops of a kind of train."""
    return " + ".join(str(limit.number) for limit in kind.limits) or "∞"


def _home(rules: Rules, company: Company) -> str:
    """Return the homes of a company, each with the name of its hex."""
    hexes = rules.data.map.hexes
    names = []
    for home in company.homes:
        for place in home:
            at = place.partition(".")[0]
            name = hexes[at].name
            names.append(f"{name} ({at})" if name else at)
    return ", ".join(dict.fromkeys(names))
