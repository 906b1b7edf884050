"""The preview of a merger before it is announced, and the state of its trading."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.languages import format_text, gettext, lazy_gettext
from companion.rules.core.comparison_table import ComparisonTable
from companion.rules.core.state import State, type_of
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import trains_of
from companion.rules.operating.tokens import count_placed
from companion.rules.shares import market
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828 import merged_assets, merger, merger_turns
from companion.titles.t1828.merger_shares import (
    DISCARDS,
    OTHER,
    PAY,
    SHARE,
    SINGLE,
    SURRENDER,
    SURVIVOR,
    TradingState,
)
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import game_of

QUESTIONS = {
    "marker": lazy_gettext(
        "{company} has a marker in {stop:hex}, and so does {other}. A blocking marker "
        "replaces one of them, which goes back to the charter."
    ),
    "shared_hexes": lazy_gettext(
        "In how many hexes do both {company} and {other} have a marker, or a home to be placed?"
        " Only one of the two remains there."
    ),
    "surplus": lazy_gettext(
        "{company} has one marker too many as a system, and none to spare on its charter. "
        "Which one on the map does a blocking marker replace?"
    ),
    "set_aside": lazy_gettext(
        "{player:who} has an odd number of shares. One is set aside, to be paid up or given up at"
        " the end: of which company?"
    ),
    "whom": lazy_gettext(
        "{player:who} has no share of {company} for the next pair, and gets one for a share of"
        " {other}: from whom?"
    ),
    "single": lazy_gettext(
        "{player:who} has a single share of {single}, worth {worth:$}. With {cost:$} more "
        "it becomes a share of the system, which is at {price:$}."
    ),
}
NONE = "–"
Row = tuple[str, tuple[str, ...]]


def sentence(rules: Rules, state: State, now: merger.Merger) -> str:
    """Return the current question as a sentence."""
    asked, trading = now.share_choice, now.share_exchange
    assert asked is not None
    facts: dict[str, Any] = {"company": now.survivor, "other": now.other, "player": asked.player}
    if stops := merged_assets.clash(state, now.survivor, now.other):
        facts["stop"] = stops[0]
    if asked.kind == SINGLE and trading is not None:
        worth = merger.single_price(trading, asked.player)
        side = OTHER if trading.hand(asked.player).side_set_aside == OTHER else SURVIVOR
        facts |= {"single": trading.company(side), "worth": worth, "price": trading.price}
        facts["cost"] = trading.price - worth
    return rules.words.fill(QUESTIONS[asked.kind], facts)


def so_far(rules: Rules, state: State, now: merger.Merger) -> ComparisonTable | None:
    """Return everybody's holdings in both companies and the system."""
    trading = now.share_exchange
    if trading is None:
        return None
    name = rules.words.name
    columns = (now.survivor, now.other, gettext("aside"), gettext("system"))
    rows = []
    for owner in (*trading.order, POOL, INITIAL, DISCARDS):
        hand = trading.hand(owner)
        counts = [
            hand.single_tenths.count_of(side) + hand.director_tenths.count_of(side)
            for side in (SURVIVOR, OTHER)
        ]
        aside = trading.company(hand.side_set_aside) if hand.side_set_aside else NONE
        figures = [f"{SHARE * count}%" if count else NONE for count in (*counts, hand.shares)]
        if hand.total or hand.shares:
            rows.append((name(owner), (*figures[:2], aside, figures[2])))
    cells = cells_of_path(rules, state, now.survivor, now.other)
    return ComparisonTable(gettext("Traded so far"), columns, tuple(rows), cells)


@dataclass
class PreviewBooks:
    """Simulated money for the preview of a trading.

    ``for_taken`` are the sums that the bank pays for tenths that others take.
    """

    money: dict[str, int]
    for_taken: Counter[str] = field(default_factory=Counter)

    def cash(self, player: str) -> int:
        """Return the player's simulated cash."""
        return self.money[player]

    def settle(self, player: str, amount: int, memo: str, company: str) -> None:
        """Add an amount to the player's simulated cash."""
        self.money[player] += amount
        if memo == "merger_taken":
            self.for_taken[player] += amount

    def tell(self, kind: str, **facts: Any) -> None:
        """Ignore an event."""


def preview(rules: Rules, state: State, player: str, survivor: str, other: str) -> ComparisonTable:
    """Return price, cash, markers, trains, coal, privates, and shares after the merger."""
    rows = [*_assets(rules, state, survivor, other)]
    start = merger.trading(rules, state, player, survivor, other)
    ends = [_guess_holdings(rules, state, start, choice) for choice in (SURRENDER, PAY)]
    name = rules.words.name
    for owner in (*start.order, POOL, INITIAL, survivor):
        had = [start.hand(owner).count_of(side) for side in (SURVIVOR, OTHER)]
        gets = sorted({held.get(owner, 0) for held, _ in ends})
        if any(had) or any(gets):
            label = gettext("the system itself") if owner == survivor else name(owner)
            held = (f"{SHARE * count}%" if count else NONE for count in had)
            rows.append((label, (*held, "–".join(map(str, gets)) + "%")))
    rows += _bank_payments(rules, [till for _, till in ends])
    columns = (survivor, other, gettext("system"))
    cells = cells_of_path(rules, state, survivor, other)
    return ComparisonTable(gettext("The system"), columns, tuple(rows), cells)


def _bank_payments(rules: Rules, tills: list[PreviewBooks]) -> Iterator[Row]:
    """Yield for each player what the bank pays them for tenths that others take."""
    for player in tills[0].money:
        sums = sorted({till.for_taken.get(player, 0) for till in tills})
        if any(sums):
            label = format_text("{player}, from the bank", player=rules.words.name(player))
            yield label, (NONE, NONE, "–".join(map(rules.data.money, sums)))


def cells_of_path(rules: Rules, state: State, survivor: str, other: str) -> tuple[str, ...]:
    """Return the ids of the cells on the way to the system's price."""
    return tuple(cell.id for cell in merger.path_of_system(rules, state, survivor, other))


def _guess_holdings(
    rules: Rules, state: State, start: TradingState, single: str
) -> tuple[dict[str, int], PreviewBooks]:
    """Return everybody's percents of the system, if all pay or if nobody pays, and the money."""
    reading, till = merger.readings(rules), PreviewBooks({p: state.cash[p] for p in start.order})
    now, asked = merger_turns.begin(start, reading, till)
    while asked:
        choice = single if asked.kind == SINGLE else asked.choices[0]
        now, asked = merger_turns.answer(now, reading, till, asked, choice)
    held = {owner: SHARE * hand.shares for owner, hand in now.holdings.items()}
    if merger_turns.succeeds(now, reading):
        held[merger_turns.director(now, reading)] -= SHARE
        held[start.survivor] = SHARE
    return held, till


def _assets(rules: Rules, state: State, survivor: str, other: str) -> Iterator[Row]:
    """Yield the assets of both companies, and of the system."""
    both, money = (survivor, other), rules.data.money
    prices = [market.price(rules.data, state, company) or 0 for company in both]
    price = merger.cell_of_system(rules, state, survivor, other).price
    yield gettext("price"), tuple(map(money, (*prices, price)))
    floated = all(state.companies[company].floated for company in both)
    cash = [state.cash[company] for company in both]
    yield gettext("cash"), (*map(money, cash), money(sum(cash)) if floated else NONE)
    lying = [count_placed(state, company) for company in both]
    left = [state.companies[company].tokens for company in both]
    kept = _markers_kept(rules, sum(lying), sum(left))
    yield gettext("markers on the map"), (*map(str, lying), str(kept[0]))
    yield gettext("markers left"), (*map(str, left), str(kept[1]))
    trains = [" ".join(map(type_of, trains_of(state, company))) for company in both]
    owned = [each or NONE for each in trains]
    if figures(rules).merger.charters > 1:
        yield gettext("trains"), (*owned, " | ".join(owned))
    else:
        yield gettext("trains"), (*owned, " ".join(filter(None, trains)) or NONE)
    coal = [company in game_of(state).coal_markers for company in both]
    if any(coal):
        yield gettext("coal"), (*("1" if has else NONE for has in coal), "1")
    privates = [[p for p, owner in state.privates.items() if owner == company] for company in both]
    if any(privates):
        found = (*privates, [*privates[0], *privates[1]])
        yield gettext("privates"), tuple(" ".join(each) or NONE for each in found)


def _markers_kept(rules: Rules, lying: int, left: int) -> tuple[int, int]:
    """Return how many markers on the map and on the charter a system keeps."""
    most = figures(rules).merger.most_markers
    over = max(0, lying + left - most) if most is not None else 0
    return lying - max(0, over - left), max(0, left - over)
