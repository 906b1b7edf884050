"""The sheet for setting up a table again, on paper and on the screen.

It lists tiles, tokens, market, certificates, trains, cash in notes, and whose turn it is.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.board.map import split_stop
from companion.languages import format_text, gettext, gettext_name, name_amount, pgettext
from companion.ledger.entries import BANK
from companion.rules.core.state import GONE, LAST_RUN, State, type_of
from companion.rules.explain.summary import summary
from companion.rules.explain.summary_rows import GameSummary
from companion.rules.judge.rules import Rules
from companion.rules.operating.trains_and_phases import runs_once_more
from companion.rules.shares import holdings

NOTES = (500, 100, 50, 20, 10, 5, 1)
NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile on the map: its hex with its name, its number and its rotation.

    The rotation is in clockwise sixths from the catalogued position.
    """

    hex: str
    tile: str
    turn: int


@dataclass(frozen=True, slots=True)
class CashRow:
    """Somebody's money: the owner, the amount, and the fewest notes for it by ``NOTES``."""

    owner: str
    cash: int
    notes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rebuild:
    """The table to set up again.

    Lists are (place, content). ``phase`` is "" in a game without phases. ``untold`` counts
    tokens on the map whose places are not known. ``besides`` are possessions of companies without a
    piece on the table.
    """

    round: str
    turn: str
    phase: str
    tiles: tuple[LaidTile, ...]
    tokens: tuple[tuple[str, str], ...]
    untold: tuple[tuple[str, str], ...]
    charters: tuple[tuple[str, str], ...]
    market: tuple[tuple[str, str], ...]
    certificates: tuple[tuple[str, str], ...]
    privates: tuple[tuple[str, str], ...]
    trains: tuple[tuple[str, str], ...]
    markers: tuple[tuple[str, str], ...]
    cash: tuple[CashRow, ...]
    besides: tuple[tuple[str, str], ...]


def count_notes(sum: int) -> tuple[int, ...]:
    """Return the number of each of ``NOTES`` for a sum, with as few notes as possible.

    A debt needs none.
    """
    found = []
    left = max(sum, 0)
    for note in NOTES:
        count, left = divmod(left, note)
        found.append(count)
    return tuple(found)


def rebuild(rules: Rules, state: State) -> Rebuild:
    """Return the current table as a sheet for setting it up again."""
    table = summary(rules, state)
    name = rules.words.name
    acts = format_text("{name} is to act", name=name(table.acting)) if table.acting else ""
    what = f"{table.step_words} · {acts}" if table.step_words and acts else acts
    owners = [*rules.seats, *(c.symbol for c in table.companies if state.cash[c.symbol])]
    return Rebuild(
        table.round,
        gettext("The game is over") if state.end_reason else what,
        table.phase if rules.data.has_board else "",
        tuple(
            LaidTile(rules.words.hex(at), rules.data.map.printed_number(laid.tile), laid.rotation)
            for at, laid in sorted(state.board.laid.items(), key=lambda hex: _place(hex[0]))
        ),
        tuple(_tokens(rules, state)),
        tuple((name(owner), str(count)) for owner, count in state.told.tokens.items() if count),
        tuple((c.symbol, str(c.tokens_left)) for c in table.companies if c.tokens_left),
        tuple(_market(rules, state)),
        tuple(_certificates(rules, state)),
        tuple((p.name, name(p.owner)) for p in table.privates if p.owner != GONE),
        tuple(_trains(rules, table, state)),
        tuple(_markers(rules, state)),
        tuple(
            CashRow(name(owner), state.cash[owner], count_notes(state.cash[owner]))
            for owner in (*owners, *([BANK] if rules.bank_size else []))
        ),
        tuple((c.symbol, " · ".join(c.besides)) for c in table.companies if c.besides),
    )


def _place(hex: str, city: int = 0) -> tuple[str, int, int]:
    """Return the sort key of a hex: B9 comes before B10."""
    row = hex.rstrip("0123456789")
    return row, int(hex[len(row) :] or 0), city


def _tokens(rules: Rules, state: State) -> list[tuple[str, str]]:
    """Return each hex with the owners of its tokens, city by city.

    Tokens on top of others are named with them.
    """
    cities: dict[str, list[str]] = {}
    tokens, tops, name = state.board.tokens, state.board.stacked_tokens, rules.words.name

    def describe_token(stop: str, owner: str) -> str:
        if owner not in tops.get(stop, ()):
            return name(owner)
        return format_text("{owner} with {token} on it", owner=name(owner), token=name("top_token"))

    for stop, slots in sorted(tokens.items(), key=lambda city: _place(*split_stop(city[0]))):
        if owners := [describe_token(stop, owner) for owner in slots if owner]:
            cities.setdefault(split_stop(stop)[0], []).append(", ".join(owners))
    return [(rules.words.hex(at), " · ".join(found)) for at, found in cities.items()]


def _market(rules: Rules, state: State) -> list[tuple[str, str]]:
    """Return each price with its companies from the top of the stack."""
    found = []
    for chart in rules.data.charts:
        for cell in sorted(chart.cells.values(), key=lambda cell: (-cell.price, cell.row)):
            if stack := state.stacks.get(cell.id):
                where = format_text(
                    "{price:,}, row {row}, column {column}",
                    price=cell.price,
                    row=cell.row + 1,
                    column=cell.column + 1,
                )
                market = f"{gettext(chart.title)} · " if chart.title else ""
                found.append((f"{market}{where}", ", ".join(stack)))
    return found


def _certificates(rules: Rules, state: State) -> list[tuple[str, str]]:
    """Return each owner or place with its certificates by company and size."""
    held: dict[str, Counter[tuple[str, int, bool]]] = {}
    for company in rules.data.companies.values():
        if len(company.certificates) < 2:
            continue  # such a company goes with a private and has no certificate
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
        many = f"{count}{NBSP}×{NBSP}" if count > 1 else ""
        share = f"{many}{company}{NBSP}{percent}%"
        named = pgettext("name", "{share} ({president})").format(share=share, president=word)
        parts.append(named if first else share)
    return ", ".join(parts)


def _trains(rules: Rules, table: GameSummary, state: State) -> list[tuple[str, str]]:
    """Return each company or place with its trains, charter by charter.

    Trains on their last run, and trains that will run once more, are marked. Trains that left the
    game and trains without a card are left out.
    """
    held: dict[tuple[str, int], Counter[tuple[str, str]]] = {}
    for train, card in state.trains.items():
        type = type_of(train)
        if card.place != GONE and rules.data.trains[type].price:
            named = "{type}"
            if LAST_RUN in card.marks:
                named = pgettext("name", "{type} (on its last run)")
            elif runs_once_more(rules, train, card):
                named = pgettext("name", "{type} (runs once more after it rusts)")
            held.setdefault((card.place, card.charter), Counter())[type, named] += 1
    charters = {c.symbol: c.parts for c in table.companies if c.charters > 1}
    word = rules.words.name("charter")
    found = []
    for (place, charter), types in held.items():
        where = rules.words.name(place) if place != BANK else pgettext("name", "kept aside")
        if place in charters:
            part = charters[place][charter]
            where = format_text(
                "{company}, {charter} of {part}", company=where, charter=word, part=part
            )
        all = (
            named.format(type=f"{count} × {type}" if count > 1 else type)
            for (type, named), count in types.items()
        )
        found.append((where, ", ".join(all)))
    return found


def _markers(rules: Rules, state: State) -> list[tuple[str, str]]:
    """Return the title's cards and markers with their places.

    The order of play is added if numbered cards decide it.
    """
    name = rules.words.name
    found = [
        (
            _name_piece(rules, id),
            rules.words.hex(at) if at in rules.data.map.hexes else name(at),
        )
        for id, (at, _) in rules.corrections.markers(rules, state).items()
    ]
    if rules.stock.number_cards:
        found.append((gettext("order of play"), ", ".join(map(name, state.order))))
    return found


def _name_piece(rules: Rules, piece: str) -> str:
    """Return the name of a card or marker. One of several ("coal 2") has its number."""
    kind, _, number = piece.rpartition(" ")
    return (
        name_amount(gettext_name(kind), number) if number.isdecimal() else rules.words.name(piece)
    )
