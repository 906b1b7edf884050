"""Turns away from the map: the sale of privates, par prices, the stock round, any plain offers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.actions import Pass
from companion.rules.offers import Offer
from companion.rules.summary import Table
from companion.store.records import GameView
from companion.web.choices import Choice, choice, deed, is_about, merged

SELLING = frozenset(("sell",))
ASIDE = frozenset(("exchange", "trade"))
LABELS = {"auction": "buy or bid", "set_par": "name a price", "shares": "buy one"}


@dataclass(frozen=True, slots=True)
class Group:
    """A list of choices under a label; ``key`` names its tab on a phone."""

    key: str
    label: str
    tab: str
    choices: tuple[Choice, ...]

    @property
    def open(self) -> int:
        """How many of them may be taken now."""
        return sum(row.allowed for row in self.choices)


def turn(
    view: GameView, table: Table, offers: Sequence[Offer], args: Mapping[str, str]
) -> tuple[str, str, dict[str, Any]]:
    """Template, section and context of the turn that waits."""
    if table.acting is None:
        return "standings.html", "standings", {"foot": "turn"}
    actor = table.acting
    rows = [choice(view.rules, view.state, offer, actor) for offer in offers]
    passing = next((r for r in rows if isinstance(r.offer.action, Pass)), None)
    rows = [row for row in rows if row is not passing]
    selling = [row for row in rows if row.kind in SELLING]
    aside = [row for row in rows if row.kind in ASIDE]
    doing = [row for row in rows if row.kind not in SELLING | ASIDE]
    groups = [Group("do", LABELS.get(table.step, "to do"), _tab(table), tuple(merged(doing)))]
    if table.step == "shares":
        groups.append(Group("sell", "sell, price each", "Sell", tuple(merged(selling))))
    elif selling:
        groups[0] = Group("do", groups[0].label, groups[0].tab, tuple(merged(doing + selling)))
    if aside:
        groups.append(Group("aside", "privates", "Privates", tuple(merged(aside))))
    picked = _picked(rows, args)
    context = {
        "groups": groups,
        "actor": table.player(actor),
        "passing": passing,
        "pass_words": deed(view.rules, view.state, passing, {}).words if passing else "",
        "picked": picked,
        "deed": deed(view.rules, view.state, picked, args) if picked and picked.allowed else None,
        "tab": _open_tab(groups, picked, args.get("tab", "")),
        "private": _private(table, picked),
        "may_stay": bool(selling) or bool(aside),
    }
    section = "shares"
    return "turn.html", section, context


def _tab(table: Table) -> str:
    return "Buy" if table.step == "shares" else "Offers"


def _picked(rows: Sequence[Choice], args: Mapping[str, str]) -> Choice | None:
    """The row that was picked, or the only one there is."""
    if "pick" in args:
        return next((row for row in rows if row.key == args["pick"]), None)
    if "type" in args:  # a form that was refused: what it was about stays chosen
        return next((row for row in rows if is_about(row.offer, args)), None)
    allowed = [row for row in rows if row.allowed]
    return allowed[0] if len(rows) == len(allowed) == 1 else None


def _open_tab(groups: Sequence[Group], picked: Choice | None, asked: str) -> str:
    for group in groups:
        if (picked and picked in group.choices) or (not picked and group.key == asked):
            return group.key
    return groups[0].key


def _private(table: Table, picked: Choice | None) -> object:
    """The private the picked choice is about, to tell what it does."""
    symbol = getattr(picked.offer.action, "private", None) if picked else None
    return next((row for row in table.privates if row.symbol == symbol), None)
