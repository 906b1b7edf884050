"""How the companies and the map stand at the end, or now: in rows and in words."""

from dataclasses import dataclass

from companion.board.board import split_stop
from companion.languages import counted, later, said, translated
from companion.reporting.content.chronicle import Chronicle
from companion.reporting.content.earnings import Earnings
from companion.rules.core.state import State
from companion.rules.explain.summary_rows import CompanyRow, Table
from companion.rules.judge.judge import Rules
from companion.rules.shares import holdings, market

NUMBERS = (
    later("no"),
    later("one"),
    later("two"),
    later("three"),
    later("four"),
    later("five"),
    later("six"),
    later("seven"),
    later("eight"),
    later("nine"),
    later("ten"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """A place where shares lie that no player has: its id ("" the company's own) and its words."""

    id: str
    words: str


@dataclass(frozen=True, slots=True)
class CompanyNow:
    """A company as it stands: percents by place, its president's name, its tokens on the map."""

    row: CompanyRow
    president: str
    places: tuple[int, ...]
    tokens: int


def spelled(number: int) -> str:
    """A number as it stands in a sentence: small ones in words."""
    return translated(NUMBERS[number]) if number < len(NUMBERS) else str(number)


def nobodys(rules: Rules, state: State) -> list[str]:
    """What the markers of nobody on the map are, each with its letters and where it lies."""
    found = []
    for marker in rules.data.marker_list:
        stops = state.board.token_stops(marker.symbol)
        if hexes := dict.fromkeys(split_stop(stop)[0] for stop in stops):
            says = translated(marker.name)
            found.append(f"{marker.short} {says}: {', '.join(hexes)}")
    return found


def on_map(rules: Rules, laid: int, tokens: int) -> str:
    """How much lies on the map."""
    name = rules.words.name
    tiles = counted("{number} tile laid", "{number} tiles laid", laid, number=spelled(laid))
    facts = {"number": spelled(tokens), "token": name("token"), "tokens": name("tokens")}
    placed = counted("{number} {token} placed", "{number} {tokens} placed", tokens, **facts)
    return f"{tiles}, {placed}"


def _listed(words: list[str]) -> str:
    return translated(" and ").join(
        filter(None, (", ".join(words[:-1]), words[-1] if words else ""))
    )


def unearned(chronicle: Chronicle, earned: Earnings) -> str:
    """Who of the started companies never earned, and in which rounds nobody did."""
    state = chronicle.state
    parts = []
    idle = [c for c in market.priced(state) if c not in earned.totals]
    if idle:
        parts.append(said("{companies} never earned.", companies=_listed(idle)))
    if earned.idle:
        rounds = _listed(list(earned.idle))
        parts.append(said("No company earned in {rounds}.", rounds=rounds))
    return " ".join(parts)


def unstarted(table: Table) -> str:
    """Who of the companies with shares was not started, has merged into another or left."""
    rest = [c for c in table.companies if c.status == "unstarted" and c.in_shares]
    names = [company.symbol for company in rest if not company.gone]
    left = [company.symbol for company in rest if company.gone and not company.into]
    parts = []
    if names:
        unstarted = counted(
            "{companies} was not started.",
            "{companies} were not started.",
            len(names),
            companies=_listed(names),
        )
        parts.append(unstarted)
    for company in rest:
        if company.into:
            facts = {"company": company.symbol, "into": company.into}
            parts.append(said("{company} merged into {into}.", **facts))
    if left:
        parts.append(said("{companies} left the game.", companies=_listed(left)))
    return " ".join(parts)


def places(rules: Rules, table: Table) -> list[Place]:
    """Where shares lie that no player has; places where none lies are left out."""
    rows = table.companies
    found = []
    if any(company.initial and company.status != "unstarted" for company in rows):
        found.append(Place(holdings.INITIAL, rules.words.name(holdings.INITIAL)))
    if any(company.treasury for company in rows):
        found.append(Place("", rules.words.name("treasury")))
    if any(company.pool for company in rows):
        found.append(Place(holdings.POOL, rules.words.name(holdings.POOL)))
    return found


def companies_now(chronicle: Chronicle, table: Table) -> list[CompanyNow]:
    """The companies that were started, in operating order."""
    rules, state = chronicle.rules, chronicle.state
    lie = places(rules, table)
    found = []
    for row in table.companies:
        if row.status == "unstarted":
            continue
        percents = tuple(row.shares.get(place.id or row.symbol, 0) for place in lie)
        tokens = state.board.lying()[row.symbol]
        president = rules.words.name(row.president) if row.president else "–"
        found.append(CompanyNow(row, president, percents, tokens))
    return found
