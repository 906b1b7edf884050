"""The companies and the map at the end, or now: rows and texts."""

from dataclasses import dataclass

from companion.board.map import split_stop
from companion.languages import (
    format_count,
    format_text,
    gettext_name,
    lazy_name,
    list_names,
    pgettext,
)
from companion.reporting.content.chronicle import Chronicle
from companion.reporting.content.company_earnings import Earnings
from companion.rules.core.state import State
from companion.rules.explain.summary_rows import CompanyRow, GameSummary
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings, market

NUMBERS = (
    lazy_name("no"),
    lazy_name("one"),
    lazy_name("two"),
    lazy_name("three"),
    lazy_name("four"),
    lazy_name("five"),
    lazy_name("six"),
    lazy_name("seven"),
    lazy_name("eight"),
    lazy_name("nine"),
    lazy_name("ten"),
)


@dataclass(frozen=True, slots=True)
class SharePlace:
    """A place of shares that no player owns. The id is "" for the company's own treasury."""

    id: str
    words: str


@dataclass(frozen=True, slots=True)
class CompanyNow:
    """A company's current row: percentages by place, its president's name, its tokens laid."""

    row: CompanyRow
    president: str
    places: tuple[int, ...]
    tokens: int


def spell_number(number: int) -> str:
    """Return a number as it is written in a sentence: small ones in words."""
    return gettext_name(NUMBERS[number]) if number < len(NUMBERS) else str(number)


def neutral_markers(rules: Rules, state: State) -> list[str]:
    """Return the neutral markers on the map, each with its letters and hexes."""
    found = []
    for marker in rules.data.marker_list:
        stops = state.board.token_stops(marker.symbol)
        if hexes := dict.fromkeys(split_stop(stop)[0] for stop in stops):
            says = gettext_name(marker.name)
            named = pgettext("name", "{short} {name}: {hexes}")
            facts = {"short": marker.short, "name": says, "hexes": ", ".join(hexes)}
            found.append(named.format(**facts))
    return found


def shows_map(rules: Rules, state: State) -> bool:
    """Return whether there is a map to show: one on which the places of tokens are known."""
    return rules.data.has_map and not (state.is_told and not state.board.lying())


def describe_map(rules: Rules, state: State) -> str:
    """Return the numbers of tiles and tokens on the map in words."""
    name, laid, tokens = rules.words.name, len(state.board.laid), state.board.lying().total()
    tiles = format_count(
        "{number} tile laid", "{number} tiles laid", laid, number=spell_number(laid)
    )
    facts = {"number": spell_number(tokens), "token": name("token"), "tokens": name("tokens")}
    placed = format_count("{number} {token} placed", "{number} {tokens} placed", tokens, **facts)
    untold = sum(state.told.tokens.values())
    if not untold:
        return f"{tiles} · {placed}"
    facts["number"] = spell_number(untold)
    elsewhere = format_count(
        "{number} {token} whose place was not entered",
        "{number} {tokens} whose places were not entered",
        untold,
        **facts,
    )
    return f"{tiles} · {placed} · {elsewhere}"


def describe_idle_companies(chronicle: Chronicle, earned: Earnings) -> str:
    """Return which started companies never earned, and the rounds without earnings."""
    state = chronicle.state
    parts = []
    idle = [c for c in market.companies_by_price(state) if c not in earned.totals]
    if idle:
        parts.append(format_text("{companies} never earned.", companies=list_names(idle)))
    if earned.idle:
        rounds = list_names(list(earned.idle))
        parts.append(format_text("No company earned in {rounds}.", rounds=rounds))
    return " ".join(parts)


def describe_unstarted_companies(table: GameSummary) -> str:
    """Return which share companies were not started, have merged or left the game."""
    rest = [c for c in table.companies if c.status == "unstarted" and c.in_shares]
    names = [company.symbol for company in rest if not company.gone]
    left = [company.symbol for company in rest if company.gone and not company.into]
    parts = []
    if names:
        describe_unstarted_companies = format_count(
            "{companies} was not started.",
            "{companies} were not started.",
            len(names),
            companies=list_names(names),
        )
        parts.append(describe_unstarted_companies)
    for company in rest:
        if company.into:
            facts = {"company": company.symbol, "into": company.into}
            parts.append(format_text("{company} merged into {into}.", **facts))
    if left:
        parts.append(format_text("{companies} left the game.", companies=list_names(left)))
    return " ".join(parts)


def places(rules: Rules, table: GameSummary) -> list[SharePlace]:
    """Return the places of shares that no player owns. Empty places are left out."""
    rows = table.companies
    found = []
    if any(company.initial and company.status != "unstarted" for company in rows):
        found.append(SharePlace(holdings.INITIAL, rules.words.name(holdings.INITIAL)))
    if any(company.treasury for company in rows):
        found.append(SharePlace("", rules.words.name("treasury")))
    if any(company.pool for company in rows):
        found.append(SharePlace(holdings.POOL, rules.words.name(holdings.POOL)))
    return found


def companies_now(chronicle: Chronicle, table: GameSummary) -> list[CompanyNow]:
    """Return the started companies in operating order."""
    rules, state = chronicle.rules, chronicle.state
    lie = places(rules, table)
    found = []
    for row in table.companies:
        if row.status == "unstarted":
            continue
        percents = tuple(row.shares.get(place.id or row.symbol, 0) for place in lie)
        tokens = state.board.lying()[row.symbol] + state.told.tokens.get(row.symbol, 0)
        president = rules.words.name(row.president) if row.president else "–"
        found.append(CompanyNow(row, president, percents, tokens))
    return found
