"""The form that tells a position: its sections from top to bottom, as the table lies there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.languages import gettext, gettext_name, lazy_gettext, pgettext
from companion.ledger.entries import BANK
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import DEPOT, FLOATED, GONE, POOL, STARTED, UNSTARTED, State
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import OperatingRules
from companion.web.library.position_fields import (
    Fields,
    own_facts,
    round_facts,
    round_kinds,
    share_owners,
    turn_facts,
)

Options = list[tuple[str, str]]  # the value that is sent, and its label
# the names of facts that a table does not see; others are told by their own names
LABELS: Mapping[str, str] = {
    "number": lazy_gettext("Round number"),
    "part": lazy_gettext("Number within the set"),
    "parts": lazy_gettext("Rounds in the set"),
    "turn": lazy_gettext("Next to act"),
    "passes": lazy_gettext("Passes in a row"),
    "last_actor": lazy_gettext("Last player to act"),
    "sales": lazy_gettext("Sales in this round, as player:company"),
    "companies_started": lazy_gettext("Companies started in this round"),
    "companies": lazy_gettext("Companies of this round, if not all that have floated"),
    "companies_done": lazy_gettext("Companies that have operated in this round, in order"),
    "cards": lazy_gettext("Players who have passed and not acted since, in order"),
    "is_first": lazy_gettext("First turn of the company"),
    "step": lazy_gettext("Steps of the turn already done"),
    "trains_bought": lazy_gettext("Trains bought this turn"),
    "status": lazy_gettext("Status"),
    "par": lazy_gettext("Par price"),
    "kind": lazy_gettext("Kind"),
    "has_operated": lazy_gettext("Has begun a turn in some round"),
    "homes": lazy_gettext("Homes not yet taken"),
    "tokens": lazy_gettext("{Tokens} on the charter"),
    "tokens_removed": lazy_gettext("{Tokens} out of the game"),
    "tokens_taken_over": lazy_gettext("{Tokens} taken over"),
    "charters": lazy_gettext("Charters for trains"),
    "advances": lazy_gettext("Debts to the bank, as player:amount"),
    "extra_tiles": lazy_gettext("Extra tiles that the table added, such as 57:1"),
    "surplus": lazy_gettext("Excess over limits that the table allowed"),
    "declined_chances": lazy_gettext("Chances that were declined"),
    "forgone_effects": lazy_gettext("Chances that lapsed"),
}
STATES = {
    UNSTARTED: lazy_gettext("not started"),
    STARTED: lazy_gettext("started"),
    FLOATED: lazy_gettext("floated"),
    GONE: lazy_gettext("out of the game"),
}
TOKENS_ON_TOKENS = lazy_gettext("{Tokens} on top of {tokens}, as city:company")
FIRST = ("number", "part", "parts", "turn", "passes")  # facts that stand unfolded


@dataclass(frozen=True, slots=True)
class Field:
    """A field: a number, a text, several lines, a choice among ``options``, or a box."""

    name: str
    label: str
    kind: str = "number"
    options: Options = ()  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that stand together; ``seldom`` are folded. ``company`` gives its colour."""

    head: str
    fields: tuple[Field, ...]
    seldom: tuple[Field, ...] = ()
    company: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A sheet of the form, with the id to which faults lead."""

    id: str
    head: str
    groups: tuple[Group, ...]
    says: str = ""


class PositionForm:
    """The form of one game."""

    def __init__(self, rules: Rules, start: State) -> None:
        self.rules, self.start = rules, start
        self.players = self._options(rules.seats)

    def label_of(self, name: str) -> str:
        """Return the label of a fact."""
        facts = self.rules.vocabulary.facts
        return self._say(LABELS[name] if name in LABELS else facts.get(name, name))

    def _say(self, text: str) -> str:
        """Return a text with the title's own words in it."""
        return self.rules.words.fill(text, {})

    def describe(self, field: str, entered: Fields) -> str:
        """Return where a field is on the form: its sheet or company, and its label."""
        for section in self.sections(entered):
            for group in section.groups:
                for one in (*group.fields, *group.seldom):
                    if one.name == field:
                        return f"{group.company or group.head or section.head} · {one.label}"
        return field

    def sections(self, entered: Fields) -> list[Section]:
        """Return the sections, with the fields that ``entered`` needs beside the usual ones."""
        found = [self._round(), self._money(), *self._companies(entered), self._privates()]
        found += [self._trains(), self._map(), self._rest(entered)]
        return [section for section in found if section.groups]

    def _options(self, ids: Iterable[str], none: str = "") -> Options:
        name = self.rules.words.name
        return [*([("", none)] if none else []), *((id, name(id)) for id in ids)]

    # --- the sections

    def _round(self) -> Section:
        rules, kinds = self.rules, round_kinds(self.rules)
        phases = [(phase.name, gettext_name(phase.name)) for phase in rules.data.phases]
        names = {"stock": gettext("Stock round"), "operating": gettext("Operating round")}
        labels = {key: names.get(cls.kind, key) for key, cls in kinds.items()}
        common = (
            Field("kind", gettext("The round"), "select", [*labels.items()]),
            Field("phase", gettext("Phase"), "select", phases),
            Field("priority", gettext("Priority"), "select", self.players),
            Field("order", gettext("Order of play, by seats, if not clockwise"), "text"),
        )
        groups = [Group("", common)]
        for key, cls in kinds.items():
            operates = isinstance(rules.rounds[cls], OperatingRules)
            turns = self._options(rules.data.companies) if operates else self.players
            found = [
                self._fact(f"{key}.{name}", name, hint, turns if name == "turn" else [])
                for name, hint in round_facts(cls).items()
            ]
            found += [
                self._fact(f"turn.{name}", name, hint)
                for name, hint in turn_facts(rules, cls).items()
            ]
            plain = tuple(f for f in found if f.name.partition(".")[2] in FIRST)
            groups.append(Group(labels[key], plain, tuple(f for f in found if f not in plain)))
        return Section("round", gettext("Round and turn"), tuple(groups))

    def _fact(self, name: str, fact: str, hint: Any, options: Options = ()) -> Field:  # type: ignore[assignment]
        if options:
            return Field(name, self.label_of(fact), "select", options)
        kind = {int: "number", bool: "check"}.get(hint, "text")
        return Field(name, self.label_of(fact), kind)

    def _money(self) -> Section:
        rules, name = self.rules, self.rules.words.name
        bank = [BANK] if rules.bank_size else []
        others = [a for a in rules.treasury.accounts if a not in rules.data.companies]
        accounts = [*rules.seats, *bank, *others]
        fields = tuple(Field(f"cash.{account}", name(account)) for account in accounts)
        broken = Field("broken", gettext("The bank has broken"), "check")
        seldom = (broken, Field("more.advances", self.label_of("advances"), "text"))
        return Section("money", gettext("Money"), (Group("", fields, seldom),))

    def _companies(self, entered: Fields) -> list[Section]:
        says = self._say(
            lazy_gettext(
                "Percent held by each owner. Tick the owner of the first certificate, the "
                "{president}'s."
            )
        )
        groups = tuple(self._company(company, entered) for company in self.rules.data.companies)
        return [Section("companies", gettext("Companies"), groups, says)]

    def _company(self, company: str, entered: Fields) -> Group:
        rules, data, name = self.rules, self.rules.data, self.rules.words.name
        cells = sorted(data.cells.values(), key=lambda cell: (cell.market, -cell.price, cell.row))
        places = [(c.id, f"{data.money(c.price)} · {c.row + 1}/{c.column + 1}") for c in cells]
        states = [(key, gettext(says)) for key, says in STATES.items()]
        fields = [
            Field(f"status.{company}", self.label_of("status"), "select", states),
            Field(f"cell.{company}", gettext("Share price"), "select", [("", "–"), *places]),
            Field(f"stack.{company}", gettext("Place in its stack, 1 = top")),
            Field(f"cash.{company}", gettext("Treasury")),
            Field(f"trains.{company}", gettext("Trains, such as 2 2 3"), "text"),
            Field(f"tokens.{company}", self.label_of("tokens")),
        ]
        if self.start.is_told:
            fields.append(Field(f"told.{company}", self._say(lazy_gettext("{Tokens} on the map"))))
        else:
            fields.append(
                Field(
                    f"on_map.{company}",
                    self._say(
                        lazy_gettext("Cities with its {tokens}: hex, dot, city number from 0")
                    ),
                    "text",
                )
            )
        head = f"share.{company}."
        owned = [key.removeprefix(head) for key in entered if key.startswith(head)]
        owners = dict.fromkeys((*share_owners(rules, company), *owned))
        for owner in owners:
            label = pgettext("name", "Treasury shares") if owner == company else name(owner)
            label = label[:1].upper() + label[1:]
            fields.append(Field(f"{head}{owner}", label, "share"))
        seldom = [
            Field(f"par.{company}", self.label_of("par")),
            Field(f"has_operated.{company}", self.label_of("has_operated"), "check"),
            Field(f"homes.{company}", self.label_of("homes"), "text"),
            Field(f"begun.{company}", gettext("The company's number in order of starting")),
            Field(f"tokens_removed.{company}", self.label_of("tokens_removed")),
            Field(f"tokens_taken_over.{company}", self.label_of("tokens_taken_over")),
            Field(f"charters.{company}", self.label_of("charters")),
        ]
        if len(data.kind_list) > 1:
            kinds = [(kind.name, name(kind.name)) for kind in data.kind_list]
            seldom.insert(0, Field(f"kind.{company}", self.label_of("kind"), "select", kinds))
        if self.start.is_told:
            seldom.append(Field(f"route.{company}", gettext("It has a route"), "check"))
        head = f"{company} {data.companies[company].name}"
        return Group(head, tuple(fields), tuple(seldom), company)

    def _privates(self) -> Section:
        places = [*self.rules.seats, *self.rules.data.companies, GONE]
        options = [(BANK, gettext("for sale")), *self._options(places)]
        options[-1] = (GONE, gettext("closed"))
        fields = tuple(
            Field(f"private.{one.symbol}", one.name, "select", options)
            for one in self.rules.data.private_list
        )
        return Section("privates", gettext("Privates"), (Group("", fields),) if fields else ())

    def _trains(self) -> Section:
        types = [one.name for one in self.rules.data.train_types]
        left = tuple(Field(f"{DEPOT}.{type}", type) for type in types)
        out = tuple(Field(f"{GONE}.{type}", type) for type in types)
        pool = Field(f"trains.{POOL}", gettext("Trains in the pool, such as 2 2 3"), "text")
        label = gettext("Trains: %(name)s")
        name = self.rules.words.name
        seldom = [Field(f"trains.{k}", label % {"name": name(k)}, "text") for k in self.rules.seats]
        seldom.append(Field(f"trains.{BANK}", gettext("Trains kept aside"), "text"))
        seldom.append(
            Field("types", gettext("Train types in play, if the depot shows others"), "text")
        )
        groups = (
            Group(gettext("In the depot"), left),
            Group(gettext("Out of the game"), out),
            Group("", (pool,), tuple(seldom)),
        )
        return Section("trains", gettext("Trains"), groups if types else ())

    def _map(self) -> Section:
        if self.start.is_told:
            return Section("map", gettext("Map"), ())
        says = gettext(
            "A line for each tile: hex, tile number, and rotation in sixths clockwise, "
            "such as H12 57 3."
        )
        tiles = Field("tiles", gettext("Tiles"), "lines")
        owners = [one.symbol for one in self.rules.data.marker_list]
        name = self.rules.words.name
        neutral = tuple(Field(f"on_map.{owner}", name(owner), "text") for owner in owners)
        stacked = Field("stacked", self._say(TOKENS_ON_TOKENS), "text")
        return Section("map", gettext("Map"), (Group("", (tiles,), (*neutral, stacked)),), says)

    def _rest(self, entered: Fields) -> Section:
        facts = own_facts(self.start)
        own = [self._fact(f"own.{name}", name, hint) for name, hint in facts.items()]
        more = [key for key in entered if key.startswith("more.") and key != "more.advances"]
        more = [*dict.fromkeys(("more.extra_tiles", *more))]
        seldom = tuple(Field(key, self.label_of(key.partition(".")[2]), "text") for key in more)
        says = gettext(
            "Most tables leave this as it is. In lists, a player is the letter p and the "
            "seat number; companies and privates are their letters."
        )
        head = gettext("Other details")
        return Section("rest", head, (Group("", (), (*own, *seldom)),), says)


ROUND = ("round", "part")
# which section a fault leads to, by the second word of its code
SECTIONS: Mapping[str, str] = {
    **dict.fromkeys(("money_over", "money_missing", "owes", "bank"), "money"),
    **dict.fromkeys(("train_over", "train_missing", "rusted"), "trains"),
    **dict.fromkeys(("turn", "done", "passes", "order", "priority", "phase", *ROUND), "round"),
    "private": "privates",
    **dict.fromkeys(("tile", "unjoined", "no_city", "slots", "map_tile", "map_colour"), "map"),
}


def section_of(refusal: Refusal) -> str:
    """Return the id of the section or company that a fault is about."""
    if company := refusal.facts.get("company"):
        return f"company-{company}"
    return SECTIONS.get(refusal.code.partition(".")[2], "rest")
