"""The fields of a form that tells a position, and the sheet that they give."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from companion.ledger.entries import BOX
from companion.rules.core.action_parser import whole
from companion.rules.core.map_use import ToldFacts
from companion.rules.core.rounds import Round
from companion.rules.core.state import DEPOT, FLOATED, GONE, POOL, CompanyState, State
from companion.rules.data.codec import TYPE_KEY, stored_kinds
from companion.rules.judge.rules import Rules
from companion.rules.opening.position_sheet import MORE, PositionSheet
from companion.rules.opening.value_shapes import hints_of
from companion.rules.operating.operating_round import OperatingRound, OperatingRules
from companion.rules.shares.holdings import INITIAL
from companion.web.library.fact_texts import BadFactError, read_fact, write_fact

Fields = Mapping[str, str]
# fields of a company beside its price, its shares and its place on the market
OF_COMPANIES = ("status", "par", "kind", "has_operated", "homes")
TOKENS = ("tokens", "tokens_removed", "tokens_taken_over", "charters")
IN_PLAY = (*OF_COMPANIES, *TOKENS)
NEVER_EMPTY = ("status", "kind", "charters")  # an empty field means as at the start
OF_TURNS = ("step", "tokens", "trains_bought", "is_first")  # what may be done when a turn begins
# facts of a stock round that are empty when a turn begins
IN_TURN = frozenset(("has_acted", "purchases", "sales_in_turn", "pair_company", "has_merged")) | {
    "redeemed_company",
    "sales_in_step",
}
ASKED = ("number", "part", "parts", "turn")  # of a round, even if they are 0
NUMBERED = (DEPOT, GONE)  # places in which trains are counted by type
Unread = list[tuple[str, str]]  # fields that cannot be read, by name, with their texts


def round_kinds(rules: Rules) -> dict[str, type[Round]]:
    """Return the rounds in which a game may be taken up, by their stored names."""
    names = {cls: name for name, cls in stored_kinds().items()}
    return {names[cls]: cls for cls in rules.rounds if cls.kind != "auction"}


def turn_facts(rules: Rules, kind: type[Round]) -> dict[str, Any]:
    """Return the types of what a title notes of a turn, beside what every turn notes."""
    operating = rules.rounds[kind]
    if not isinstance(operating, OperatingRules):
        return {}
    turn: Any = operating.turn
    hints = hints_of(turn)
    return {one.name: hints[one.name] for one in fields(turn) if one.name in OF_TURNS}


def round_facts(kind: Any) -> dict[str, Any]:
    """Return the types of the facts of a round, by name."""
    hints = hints_of(kind)
    names = [one.name for one in fields(kind) if one.name not in IN_TURN]
    if not issubclass(kind, OperatingRound):
        names = [name for name in names if name != "part"]
    return {name: str if name == "turn" else hints[name] for name in names}


def own_facts(start: State) -> dict[str, Any]:
    """Return the types of the facts that only this title notes, by name."""
    kind: Any = type(start.title_state)
    return {one.name: hints_of(kind)[one.name] for one in fields(kind)}


def share_owners(rules: Rules, company: str) -> tuple[str, ...]:
    """Return who may own shares of a company, or where they lie."""
    return (*rules.seats, INITIAL, POOL, company)


# --- from a sheet


def write_fields(rules: Rules, start: State, sheet: PositionSheet) -> dict[str, str]:
    """Return the fields that give the sheet."""
    found: dict[str, Any] = dict(_write_round(rules, sheet))
    found |= {"phase": sheet.phase, "priority": sheet.priority, "broken": sheet.broken}
    found["order"] = tuple(seat[1:] for seat in sheet.order)
    found["types"] = "-" if sheet.types == () else sheet.types
    found |= {f"cash.{account}": amount for account, amount in sheet.cash.items()}
    for company in start.companies:
        found |= _write_company(rules, start, sheet, company)
    found |= {f"private.{private}": owner for private, owner in sheet.privates.items()}
    for place, entries in sheet.trains.items():
        if place in NUMBERED:
            found |= {f"{place}.{type}": count for type, count in entries.items()}
        else:
            words = {entry.replace(" ", "_"): count for entry, count in entries.items()}
            listed = [word for word, count in words.items() for _ in range(count)]
            found[f"trains.{place}"] = tuple(listed)
    found["tiles"] = "\n".join(f"{at} {tile} {turn}" for at, (tile, turn) in sheet.tiles.items())
    for owner, stops in _stops_by_owner(sheet.tokens).items():
        found[f"on_map.{owner}"] = tuple(stops)
    found["stacked"] = tuple((stop, *owners) for stop, owners in sheet.stacked.items())
    told = ToldFacts(**sheet.told)
    found |= {f"told.{company}": number for company, number in told.tokens.items()}
    found |= {f"route.{company}": True for company in told.routes}
    own = {one.name: getattr(start.title_state, one.name) for one in fields(start.title_state)}
    found |= {f"own.{name}": sheet.own.get(name, value) for name, value in own.items()}
    found |= {f"more.{name}": value for name, value in sheet.more.items()}
    return {name: text for name, value in found.items() if (text := write_fact(value))}


def _write_round(rules: Rules, sheet: PositionSheet) -> Iterator[tuple[str, Any]]:
    kind = sheet.round.get(TYPE_KEY, "")
    kinds = round_kinds(rules)
    yield "kind", kind if kind in kinds else next(iter(kinds))
    if kind not in kinds:  # the auction: a later round begins with number 1
        for key, cls in kinds.items():
            numbers = [name for name in ("number", "part", "parts") if name in round_facts(cls)]
            yield from ((f"{key}.{name}", 1) for name in numbers)
        return
    for name in round_facts(kinds[kind]):
        value = sheet.round.get(name)
        if isinstance(value, Mapping):  # an operating turn
            for fact in turn_facts(rules, kinds[kind]):
                yield f"turn.{fact}", value.get(fact)
            value = value.get("company")
        yield f"{kind}.{name}", value


def _write_company(
    rules: Rules, start: State, sheet: PositionSheet, company: str
) -> Iterator[tuple[str, Any]]:
    at_start = start.companies[company]
    for name in IN_PLAY:
        value = sheet.companies.get(company, {}).get(name, getattr(at_start, name))
        yield f"{name}.{company}", value
    for cell, stack in sheet.market.items():
        if company in stack:
            yield f"cell.{company}", cell
            yield f"stack.{company}", stack.index(company) + 1
    begun = [c for c in sheet.companies if any(c in stack for stack in sheet.market.values())]
    if company in begun:
        yield f"begun.{company}", begun.index(company) + 1
    whole_company = sum(rules.data.companies[company].shares)
    for owner, part in sheet.shares.get(company, {INITIAL: whole_company}).items():
        yield f"share.{company}.{owner}", _write_part(part)
    for owner in sheet.presidents.get(company, ()):
        yield f"president.{company}.{owner}", True


def _write_part(part: int | tuple[int, ...]) -> str:
    """Return a percent, or the sizes of certificates with a sign between them."""
    if isinstance(part, int):
        return str(part)
    return "+".join(map(str, part)) + ("+" if len(part) == 1 else "")


def _stops_by_owner(tokens: Mapping[str, tuple[str | None, ...]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for stop, slots in tokens.items():
        for owner in filter(None, slots):
            found.setdefault(owner, []).append(stop)
    return found


# --- to a sheet


class FieldReader:
    """Reads the fields of a form. ``unread`` are those that cannot be read."""

    def __init__(self, entered: Fields) -> None:
        self.entered = entered
        self.unread: Unread = []

    def text(self, name: str) -> str:
        """Return the text of a field; "" if it is empty or missing."""
        return self.entered.get(name, "").strip()

    def words(self, name: str) -> list[str]:
        """Return the words of a field, with blanks or commas between."""
        return self.text(name).replace(",", " ").split()

    def fact(self, name: str, hint: Any) -> Any:
        """Return a field's value of that type, or what an empty field means."""
        try:
            return read_fact(self.text(name), hint)
        except BadFactError:
            self.unread.append((name, self.text(name)))
            return read_fact("", hint)

    def number(self, name: str) -> int:
        """Return the whole number of a field; 0 if it is empty."""
        found: int = self.fact(name, int)
        return found

    def names_after(self, prefix: str) -> Iterator[str]:
        """Yield the rest of the name of each field that is not empty."""
        for name, value in self.entered.items():
            if name.startswith(f"{prefix}.") and value.strip():
                yield name.removeprefix(f"{prefix}.")


def read_fields(rules: Rules, start: State, entered: Fields) -> tuple[PositionSheet, Unread]:
    """Return the sheet that the fields give, and the fields that cannot be read."""
    read = FieldReader(entered)
    told: dict[str, Any] = {
        "tokens": {c: n for c in read.names_after("told") if (n := read.number(f"told.{c}"))}
    }
    told |= {"routes": tuple(read.names_after("route"))}
    order = tuple(f"p{word}" for word in read.text("order").split())
    sheet = PositionSheet(
        round=_read_round(rules, read),
        phase=read.text("phase"),
        priority=read.text("priority"),
        order=() if order == rules.seats else order,
        types=() if read.text("types") == "-" else tuple(read.text("types").split()) or None,
        broken=bool(read.text("broken")),
        cash={a: n for a in start.cash if a != BOX and (n := read.number(f"cash.{a}"))}
        | {a: read.number(f"cash.{a}") for a in read.names_after("cash") if a not in start.cash},
        shares=dict(_read_shares(rules, read)),
        presidents=_read_presidents(read),
        companies=_read_companies(start, read),
        market=_read_market(read),
        privates={p: read.text(f"private.{p}") for p in read.names_after("private")},
        trains=_read_trains(read),
        tiles=dict(_read_tiles(read)),
        tokens=_read_tokens(read),
        stacked={stop: tuple(owners) for stop, *owners in read.fact("stacked", Pairs)},
        told={name: value for name, value in told.items() if value},
        own=_read_own(start, read),
        more={
            name: value
            for name in MORE
            if (value := read.fact(f"more.{name}", hints_of(State)[name]))
        },
    )
    return sheet, read.unread


Pairs = tuple[tuple[str, ...], ...]


def _read_round(rules: Rules, read: FieldReader) -> dict[str, Any]:
    kinds, kind = round_kinds(rules), read.text("kind")
    if kind not in kinds:
        kind = next(iter(kinds))
    body: dict[str, Any] = {TYPE_KEY: kind}
    for name, hint in round_facts(kinds[kind]).items():
        value = read.fact(f"{kind}.{name}", hint)
        if value or name in ASKED:
            body[name] = value
    if isinstance(rules.rounds[kinds[kind]], OperatingRules):
        body["turn"] = _read_turn(rules, kinds[kind], str(body["turn"]), read)
        if not body.get("companies"):
            body["companies"] = tuple(
                c for c in rules.data.companies if read.text(f"status.{c}") == FLOATED
            )
    return body


def _read_turn(rules: Rules, kind: type[Round], company: str, read: FieldReader) -> dict[str, Any]:
    facts = turn_facts(rules, kind)
    noted = {name: v for name, hint in facts.items() if (v := read.fact(f"turn.{name}", hint))}
    if not noted and not read.text(f"has_operated.{company}"):
        return {"company": company}  # its first turn
    operating = rules.rounds[kind]
    assert isinstance(operating, OperatingRules)
    names = {cls: name for name, cls in stored_kinds().items()}
    return {TYPE_KEY: names[operating.turn], "company": company, **noted}


def _read_shares(
    rules: Rules, read: FieldReader
) -> Iterator[tuple[str, dict[str, int | tuple[int, ...]]]]:
    for company, own in rules.data.companies.items():
        owned: dict[str, int | tuple[int, ...]] = {}
        for owner in read.names_after(f"share.{company}"):
            name = f"share.{company}.{owner}"
            text = read.text(name).replace("%", "").replace(" ", "")
            parts = [whole(part) for part in text.split("+") if part]
            if None in parts:
                read.unread.append((name, read.text(name)))
            if found := tuple(part for part in parts if part):
                owned[owner] = found if "+" in text else sum(found)
        if owned != {INITIAL: sum(own.shares)}:
            yield company, owned


def _read_presidents(read: FieldReader) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in read.names_after("president"):
        company, _, owner = name.partition(".")
        found[company] = (*found.get(company, ()), owner)
    return found


def _read_companies(start: State, read: FieldReader) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for company, before in start.companies.items():
        changed = {}
        for name in IN_PLAY:
            value = read.fact(f"{name}.{company}", hints_of(CompanyState)[name])
            usual = getattr(before, name)
            if value != usual and (value or name not in NEVER_EMPTY):
                changed[name] = value
        if changed:
            found[company] = changed
    ranks = {company: read.number(f"begun.{company}") or 99 for company in found}
    return dict(sorted(found.items(), key=lambda item: ranks[item[0]]))


def _read_market(read: FieldReader) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for company in read.names_after("cell"):
        found.setdefault(read.text(f"cell.{company}"), []).append(company)
    return {
        cell: tuple(sorted(stack, key=lambda company: read.number(f"stack.{company}") or 99))
        for cell, stack in found.items()
    }


def _read_trains(read: FieldReader) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {
        place: dict(Counter(word.replace("_", " ") for word in read.words(f"trains.{place}")))
        for place in read.names_after("trains")
    }
    for place in NUMBERED:
        numbers = {type: read.number(f"{place}.{type}") for type in read.names_after(place)}
        found[place] = {type: number for type, number in numbers.items() if number}
    return {place: entries for place, entries in found.items() if entries}


def _read_tiles(read: FieldReader) -> Iterator[tuple[str, tuple[str, int]]]:
    for line in filter(str.strip, read.text("tiles").splitlines()):
        words = line.split()
        turn = whole(words[2]) if len(words) == 3 else None
        if turn is None or not 0 <= turn < 6:
            read.unread.append(("tiles", line))
        else:
            yield words[0], (words[1], turn)


def _read_tokens(read: FieldReader) -> dict[str, tuple[str | None, ...]]:
    """Return the slots of each city, filled in the order of the companies."""
    owners: dict[str, list[str]] = {}
    for owner in read.names_after("on_map"):
        for stop in read.text(f"on_map.{owner}").split():
            owners.setdefault(stop, []).append(owner)
    return {stop: tuple(listed) for stop, listed in owners.items()}


def _read_own(start: State, read: FieldReader) -> dict[str, Any]:
    found = {name: read.fact(f"own.{name}", hint) for name, hint in own_facts(start).items()}
    now = start.title_state
    return {name: value for name, value in found.items() if value != getattr(now, name)}
