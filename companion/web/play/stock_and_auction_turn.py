"""Turns away from the map: the sale of privates, par prices, the stock round, any plain offers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.languages import gettext
from companion.rules.core.actions import Decline, Pass
from companion.rules.core.offers import Offer
from companion.rules.explain.summary_rows import GameSummary
from companion.store.history.records import GameView
from companion.web.play.choices import (
    Choice,
    ChosenDeed,
    choice,
    describe_deed,
    find_ending,
    fold_prices,
    is_about,
    merge_refused_rows,
    private_of,
)
from companion.web.play.debts import describe_debt
from companion.web.play.deed_effects import find_effects
from companion.web.play.repeated_purchases import choose_repeats


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """A list of choices under a label. ``key`` names its tab on a phone."""

    key: str
    label: str
    tab: str
    choices: tuple[Choice, ...]

    @property
    def open(self) -> int:
        """The number of allowed choices."""
        return len([row for row in self.choices if row.allowed])


def turn(
    view: GameView, table: GameSummary, offers: Sequence[Offer], args: Mapping[str, str]
) -> tuple[str, str, dict[str, Any]]:
    """Return template, section and context of the awaited turn.

    Rows are in the order of the table's companies and privates, like the matrix beside them.
    """
    if table.acting is None:
        return "read/overview/standings.html", "standings", {"navigation_key": "turn"}
    actor = table.acting
    rows = [choice(view.rules, view.state, offer, actor) for offer in fold_prices(offers)]
    companies = [row.symbol for row in table.companies]
    privates = [row.symbol for row in table.privates]  # some have the symbol of a company
    order = privates + companies if table.asks == "sale" else companies + privates
    places = [order.index(row.chip) if row.chip in order else len(order) for row in rows]
    rows = [rows[number] for number in sorted(range(len(rows)), key=places.__getitem__)]
    passing = next((r for r in rows if isinstance(r.offer.action, Pass)), None)
    declining = next((r for r in rows if isinstance(r.offer.action, Decline)), None)
    words = view.rules.vocabulary
    by_group: dict[str, list[Choice]] = {"do": [], "sell": [], "aside": [], "apart": []}
    for row in rows:
        if row not in (passing, declining):
            by_group[words.offer(row.kind).group].append(row)
    doing, selling, aside = by_group["do"], by_group["sell"], by_group["aside"]
    rows = [*doing, *selling, *aside]
    step = words.steps[table.step]
    bought = any(row.kind == "buy" for row in doing) and not view.rules.sale.bids
    bought = bought and step.asks == "sale"
    tab = gettext("Buy") if bought or step.asks == "shares" else gettext("Offers")
    head = gettext("buy") if bought else gettext(step.head)
    groups = [ChoiceGroup("do", head, tab, tuple(merge_refused_rows(doing)))]
    if step.asks == "shares":
        head = gettext("sell, price each")
        groups.append(
            ChoiceGroup("sell", head, gettext("Sell"), tuple(merge_refused_rows(selling)))
        )
    elif selling:
        groups[0] = ChoiceGroup(
            "do", groups[0].label, groups[0].tab, tuple(merge_refused_rows(doing + selling))
        )
    picked = _find_picked_row(rows, args, must=passing is None)
    if aside:
        one_each = tuple(merge_refused_rows(_by_private(aside, picked, actor)))
        label, tab = gettext("privates"), gettext("Privates")
        own = words.offer(aside[0].kind)
        if own.beside and bought:
            label, tab = gettext(own.head), gettext(own.beside)
        elif not any(private_of(row.offer.action) for row in aside):
            label, tab = gettext(own.head), gettext("More")
        groups.append(ChoiceGroup("aside", label, tab, one_each))
    if table.question:
        groups = [group for group in groups if group.choices]
    now = describe_deed(view.rules, view.state, picked, args) if picked and picked.allowed else None
    waiting = view.rules.waiting(view.state)
    sheet = waiting.sheet(view.state, now.action if now else None) if waiting else None
    context = {
        "groups": groups,
        "actor": table.player(actor),
        "passing": passing,
        "declining": declining,
        "pass_words": describe_deed(view.rules, view.state, passing, {}).words if passing else "",
        "picked": picked,
        "deed": now,
        "repeats": choose_repeats(view, now.action, args) if now and not now.refusals else None,
        "sheet": sheet,
        "path": [view.rules.data.cells[cell] for cell in sheet.cells] if sheet else [],
        "tab": _open_tab(groups, picked, args.get("tab", "")),
        "others": _others(aside, picked),
        "private": _private(table, picked),
        "worked": describe_debt(view.rules, view.state),
        "may_stay": bool(selling or aside) and _may_go_on(view, now),
        "effects": find_effects(view.rules, view.state, now.action, actor)
        if now and step.asks in ("shares", "sale") and not now.refusals
        else [],
    }
    section = "shares"
    return "play/turn_screen/turn.html", section, context


def _may_go_on(view: GameView, now: ChosenDeed | None) -> bool:
    """Return whether the player may do more in their turn after a deed that can end it."""
    if now is None or now.refusals or not now.then_pass:
        return False
    return bool(find_ending(view, now.action))


def _find_picked_row(rows: Sequence[Choice], args: Mapping[str, str], must: bool) -> Choice | None:
    """Return the picked row, or the only row.

    If the player ``must`` act, return the only allowed row. A row that moves money is never picked
    by itself.
    """
    if "pick" in args:
        return next((row for row in rows if row.key == args["pick"]), None)
    if "type" in args:  # a refused form keeps its choice
        return next((row for row in rows if is_about(row.offer, args)), None)
    allowed = [row for row in rows if row.allowed]
    single = len(allowed) == 1 and (must or len(rows) == 1) and not allowed[0].offer.price
    return allowed[0] if single else None


def _by_private(rows: Sequence[Choice], picked: Choice | None, actor: str) -> list[Choice]:
    """Merge the sales of one private to several players; keep the picked or first allowed row."""
    found: dict[str, list[Choice]] = {}
    for row in rows:
        found.setdefault(row.chip if _sells(row, actor) else row.key, []).append(row)
    return [
        alike[0] if len(alike) == 1 else _one_row(_first(alike, picked)) for alike in found.values()
    ]


def _one_row(row: Choice) -> Choice:
    """Return one row for the sales of a private to all who may buy it."""
    what = gettext("Sell to another player")
    return replace(row, what=what, short=gettext("sell"), who="")


def _sells(row: Choice, actor: str) -> bool:
    """Is it a sale by the player on turn?"""
    return row.kind == "trade" and row.offer.action.actor() == actor


def _first(rows: Sequence[Choice], picked: Choice | None) -> Choice:
    chosen = (row for row in rows if picked is not None and row.key == picked.key)
    allowed = (row for row in rows if row.allowed)
    return next(chosen, None) or next(allowed, rows[0])


def _others(rows: Sequence[Choice], picked: Choice | None) -> list[Choice]:
    """Return the possible buyers of the picked private, if there are several."""
    if picked is None or picked.kind != "trade":
        return []
    seller = picked.offer.action.actor()
    found = [row for row in rows if row.chip == picked.chip and _sells(row, seller)]
    return found if len(found) > 1 else []


def _open_tab(groups: Sequence[ChoiceGroup], picked: Choice | None, asked: str) -> str:
    """Return the group of the picked row, the requested group, or the first with an open choice."""
    if picked:
        groups_of = (g for g in groups if any(row.key == picked.key for row in g.choices))
        return next(groups_of, groups[0]).key
    if any(group.key == asked for group in groups):
        return asked
    return next((group for group in groups if group.open), groups[0]).key


def _private(table: GameSummary, picked: Choice | None) -> object:
    """Return the private that the picked choice is about, to show its text."""
    symbol = private_of(picked.offer.action) if picked else None
    return next((row for row in table.privates if row.symbol == symbol), None)
