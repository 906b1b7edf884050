"""What it takes to set a table up again: tiles, tokens, market, certificates, trains, cash in
notes, and whose turn it is. The same for paper and screen.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.board.board import split_stop
from companion.languages import format_text, gettext
from companion.ledger.entries import BANK
from companion.rules.core.state import GONE, LAST_RUN, State, type_of
from companion.rules.explain.summary import summary
from companion.rules.explain.summary_rows import Table
from companion.rules.judge.judge import Rules
from companion.rules.operating.trains import runs_once_more
from companion.rules.shares import holdings

NOTES = (500, 100, 50, 20, 10, 5, 1)


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile on the map: its hex with its name, the number on it, and its turn in clockwise
    sixths from how it is catalogued.
    """

    hex: str
    tile: str
    turn: int


@dataclass(frozen=True, slots=True)
class Purse:
    """Money somewhere: whose, how much, and the fewest notes that make it up, by ``NOTES``."""

    owner: str
    cash: int
    notes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rebuild:
    """The table as it is to be set up again. Lists are (where, what); ``besides`` is what companies
    have that lies nowhere, in words.
    """

    round: str
    turn: str
    phase: str
    tiles: tuple[LaidTile, ...]
    tokens: tuple[tuple[str, str], ...]
    charters: tuple[tuple[str, str], ...]
    market: tuple[tuple[str, str], ...]
    certificates: tuple[tuple[str, str], ...]
    privates: tuple[tuple[str, str], ...]
    trains: tuple[tuple[str, str], ...]
    markers: tuple[tuple[str, str], ...]
    cash: tuple[Purse, ...]
    besides: tuple[tuple[str, str], ...]


def in_notes(sum: int) -> tuple[int, ...]:
    """How many of each of ``NOTES`` make up a sum, as few as can be; none of a debt."""
    found = []
    left = max(sum, 0)
    for note in NOTES:
        count, left = divmod(left, note)
        found.append(count)
    return tuple(found)


def rebuild(rules: Rules, state: State) -> Rebuild:
    """What it takes to set the table up as it stands."""
    table = summary(rules, state)
    name = rules.words.name
    acts = format_text("{name} is to act", name=name(table.acting)) if table.acting else ""
    what = f"{table.step_words}: {acts}" if table.step_words and acts else acts
    owners = [*rules.seats, *(c.symbol for c in table.companies if state.cash[c.symbol])]
    return Rebuild(
        table.round,
        what or gettext("The game is over"),
        table.phase,
        tuple(
            LaidTile(_at(rules, at), rules.data.map.on_tile(laid.tile), laid.rotation)
            for at, laid in sorted(state.board.laid.items(), key=lambda hex: _place(hex[0]))
        ),
        tuple(_tokens(rules, state)),
        tuple((c.symbol, str(c.tokens_left)) for c in table.companies if c.tokens_left),
        tuple(_market(rules, state)),
        tuple(_certificates(rules, state)),
        tuple((p.name, name(p.owner)) for p in table.privates if p.owner != GONE),
        tuple(_trains(rules, table, state)),
        tuple(_markers(rules, state)),
        tuple(
            Purse(name(owner), state.cash[owner], in_notes(state.cash[owner]))
            for owner in (*owners, *([BANK] if rules.bank_size else []))
        ),
        tuple((c.symbol, "; ".join(c.besides)) for c in table.companies if c.besides),
    )


def _place(hex: str, city: int = 0) -> tuple[str, int, int]:
    """Where a hex comes in a list: B9 before B10."""
    row = hex.rstrip("0123456789")
    return row, int(hex[len(row) :] or 0), city


def _at(rules: Rules, at: str) -> str:
    """A hex with its name."""
    return rules.words.fill("{hex:hex}", {"hex": at})


def _tokens(rules: Rules, state: State) -> list[tuple[str, str]]:
    """Each hex with the owners of the tokens there, city by city, and what lies on top of which."""
    cities: dict[str, list[str]] = {}
    tokens, tops, name = state.board.tokens, state.board.tops, rules.words.name

    def told(stop: str, owner: str) -> str:
        if owner not in tops.get(stop, ()):
            return name(owner)
        return format_text("{owner} with {token} on it", owner=name(owner), token=name("top_token"))

    for stop, slots in sorted(tokens.items(), key=lambda city: _place(*split_stop(city[0]))):
        if owners := [told(stop, owner) for owner in slots if owner]:
            cities.setdefault(split_stop(stop)[0], []).append(", ".join(owners))
    return [(_at(rules, at), " | ".join(found)) for at, found in cities.items()]


def _market(rules: Rules, state: State) -> list[tuple[str, str]]:
    """Each price that has companies, with these from the top of the stack."""
    found = []
    for chart in rules.data.charts:
        for cell in sorted(chart.cells.values(), key=lambda cell: (-cell.price, cell.row)):
            if stack := state.stacks.get(cell.id):
                where = format_text(
                    "{price}, row {row}, column {column}",
                    price=cell.price,
                    row=cell.row + 1,
                    column=cell.column + 1,
                )
                market = f"{gettext(chart.title)}: " if chart.title else ""
                found.append((f"{market}{where}", ", ".join(stack)))
    return found


def _certificates(rules: Rules, state: State) -> list[tuple[str, str]]:
    """Each owner or place with its certificates: how many of which size of which company."""
    held: dict[str, Counter[tuple[str, int, bool]]] = {}
    for company in rules.data.companies.values():
        if len(company.certificates) < 2:
            continue  # it goes with a private, and has no certificate of its own
        for number, (id, percent) in enumerate(
            zip(company.certificates, company.shares, strict=True)
        ):
            first = number == 0 and company.kind.directed
            held.setdefault(state.certificates[id], Counter())[company.symbol, percent, first] += 1
    order = [*rules.seats, *rules.data.companies, holdings.INITIAL, holdings.POOL]
    return [
        (rules.words.name(owner), _pieces(rules, held[owner])) for owner in order if owner in held
    ]


def _pieces(rules: Rules, held: Mapping[tuple[str, int, bool], int]) -> str:
    word = rules.words.name("president")
    parts = []
    for (company, percent, first), count in held.items():
        many = f"{count} × " if count > 1 else ""
        parts.append(f"{many}{company} {percent}%{f' ({word})' if first else ''}")
    return ", ".join(parts)


def _trains(rules: Rules, table: Table, state: State) -> list[tuple[str, str]]:
    """Each company or place with its trains, charter by charter, and which of them run but once
    more or will; those that left the game are not told, nor what no card stands for.
    """
    held: dict[tuple[str, int], Counter[str]] = {}
    for train, card in state.trains.items():
        told = type_of(train)
        if card.place != GONE and rules.data.trains[told].price:
            if LAST_RUN in card.marks:
                told = format_text("{type} (on its last run)", type=told)
            elif runs_once_more(rules, train, card):
                told = format_text("{type} (runs once more when its kind has rusted)", type=told)
            held.setdefault((card.place, card.charter), Counter())[told] += 1
    charters = {c.symbol: c.parts for c in table.companies if len(c.parts) > 1}
    word = rules.words.name("charter")
    found = []
    for (place, charter), types in held.items():
        where = rules.words.name(place)
        if place in charters:
            part = charters[place][charter]
            where = format_text(
                "{company}, {charter} of {part}", company=where, charter=word, part=part
            )
        all = (f"{count} × {type}" if count > 1 else type for type, count in types.items())
        found.append((where, ", ".join(all)))
    return found


def _markers(rules: Rules, state: State) -> list[tuple[str, str]]:
    """The cards and markers of the title, each with where it lies; and the order of play, where
    cards with numbers make it.
    """
    name = rules.words.name
    found = [
        (_name_piece(rules, id), name(at))
        for id, (at, _) in rules.corrections.markers(rules, state).items()
    ]
    if rules.stock.number_cards:
        found.append((gettext("order of play"), ", ".join(map(name, state.order))))
    return found


def _name_piece(rules: Rules, piece: str) -> str:
    """A card or marker; one of several alike ("coal 2") by its word and number."""
    kind, _, number = piece.rpartition(" ")
    return f"{gettext(kind)} {number}" if number.isdecimal() else rules.words.name(piece)
