"""The rules card of a title: what a player asks most, as lines made from the title's data.

Tables of money, trains, phases and privates are drawn from the same data beside the lines.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.languages import (
    format_count,
    format_text,
    gettext,
    gettext_name,
    lazy_gettext,
    list_choices,
    list_names,
    pgettext,
)
from companion.rules.data import switches
from companion.rules.data.lay_allowance import UPGRADE, LayPermission
from companion.rules.data.title_data import ALWAYS, NEVER, ONE, ONE_OF_EACH, TitleData
from companion.rules.explain.end_lines import ENDS
from companion.rules.explain.share_lines import (
    company_lines,
    payment_lines,
    price_lines,
    stock_turn_lines,
)
from companion.rules.explain.train_lines import train_lines

Lines = Iterator[str]


@dataclass(frozen=True, slots=True)
class CardSection:
    """A section of the card. ``key`` is its name in a title's data."""

    key: str
    head: str
    lines: tuple[str, ...]


def card_sections(data: TitleData) -> tuple[CardSection, ...]:
    """Return the sections in the order of play. A title's own lines replace those made here.

    Accounts have money alone.
    """
    tokens = gettext_name(data.words.get("tokens", "tokens"))
    return tuple(
        CardSection(
            key,
            format_text(head, tokens=tokens),
            tuple(map(gettext, data.card.get(key, ()))) or tuple(lines(data)),
        )
        for key, (head, lines) in _SECTIONS.items()
        if data.has_board or key == "money"
    )


def _money(data: TitleData) -> Lines:
    if data.bank is None:
        yield gettext("The bank never runs out.")
    else:
        yield format_text("The bank has {bank} in all.", bank=data.money(data.bank))
    if data.certificate_bonus:
        bonus = data.certificate_bonus
        yield format_text(
            "For each company of which a player holds {percent}% or more, the limit is {number}"
            " higher.",
            percent=bonus.percent,
            number=bonus.number,
        )
    if not data.certificate_limit:
        yield gettext("There is no certificate limit.")
    freedoms = {
        "uncounted": lazy_gettext("On {colour} spaces certificates do not count toward the limit."),
        "unlimited": lazy_gettext("On {colour} spaces a player may hold any part of the company."),
        "several": lazy_gettext("On {colour} spaces several shares may be bought in a turn."),
    }
    for zone in dict.fromkeys(zone for chart in data.charts for zone in chart.zones):
        allowed = {freedom for chart in data.charts for freedom in chart.zones.get(zone, ())}
        for freedom in (freedom for freedom in freedoms if freedom in allowed):
            yield format_text(freedoms[freedom], colour=gettext_name(zone))


def _opening(data: TitleData) -> Lines:
    if not data.private_list:
        return
    if data.opening.kind == switches.DEALT:
        yield gettext("Each player receives a private at random, and pays its price.")
        return
    if data.opening.kind == switches.DRAFT:
        yield gettext("Each player takes a private and pays its price, the last player first.")
        yield gettext("The rest leaves the game.")
        return
    if data.opening.kind == switches.TOLD:
        yield gettext("The table enters who buys which private, and for how much.")
        return
    yield from _auction(data)


def _auction(data: TitleData) -> Lines:
    is_single = data.opening.kind == switches.SINGLE
    if is_single:
        yield gettext("Privates are auctioned one after the other, starting at their price.")
    else:
        yield gettext("A player buys the cheapest private, bids on another, or passes.")
    if data.opening.bid_step > 1:
        yield format_text("Bids are multiples of {step}.", step=data.opening.bid_step)
    if data.opening.unsold_ends:
        yield gettext("A private without a bid leaves the game, with all later ones.")
    if is_single:
        if not data.opening.unsold_ends:
            yield gettext("A private without a bid leaves the game.")
        return
    if data.opening.highest_bound:
        yield gettext("Only the highest bid on a private commits money.")
    falling = [private.name for private in data.private_list[: data.opening.falling]]
    if falling and len(falling) == len(data.private_list):
        yield gettext("When all pass, the cheapest private becomes cheaper.")
        return
    if falling:
        yield format_text(
            "When all pass, {privates} becomes cheaper while it is the cheapest.",
            privates=list_choices(falling),
        )
    if data.opening.all_pass == switches.NEW_ROUND:
        yield gettext(
            "Later, when all pass, a new stock round begins with the rest of the auction."
        )
    else:
        yield gettext("Later, when all pass, privates pay their owners.")


def _track(data: TitleData) -> Lines:
    yield from _lays(data, data.track.lays)
    if data.track.upgrades is not None and len(data.track.lays) > 1:
        yield format_count(
            "Only one of them is an upgrade.",
            "At most {number} of them are upgrades.",
            data.track.upgrades,
            number=data.track.upgrades,
        )
    for phase in data.phases:
        if phase.lays:
            lines = " ".join(_lays(data, phase.lays))
            yield format_text(
                "From phase {phase} on: {lines}", phase=gettext_name(phase.name), lines=lines
            )
    yield from _token_lines(data)


def _lays(data: TitleData, lays: tuple[LayPermission, ...]) -> Lines:
    said = Counter(_lay(data, lay) for lay in lays)
    if len(said) == 1:
        yield format_count(
            "One tile a turn: {lay}.",
            "{number} tiles a turn, each {lay}.",
            len(lays),
            number=len(lays),
            lay=next(iter(said)),
        )
    else:
        for number, lay in enumerate(lays, start=1):
            yield format_text("Tile {number} of a turn: {lay}.", number=number, lay=_lay(data, lay))


def _token_lines(data: TitleData) -> Lines:
    if data.operating.track == switches.SEMI_RESTRICTIVE:
        yield gettext("An upgrade gives its company new track, or a stop of another value.")
    homes = {
        switches.ROUND_START: gettext(
            "Companies place home tokens at the start of an operating round."
        ),
        switches.AT_FLOAT: gettext("A company places its home token when it floats."),
        switches.AT_START: gettext("A company places its home token when it is started."),
    }
    yield from filter(None, [homes.get(data.operating.home_placed)])
    if data.operating.closed_homes:
        yield gettext("Nobody else places a token in the home of a company.")
    for at, company in data.operating.closed_hexes.items():
        yield format_text(
            "{hex} is closed until {company} has its home token.",
            hex=_place(data, at),
            company=company,
        )
    if data.operating.token_distance:
        yield gettext("A token costs its price for each hex from the company's nearest token.")
    if data.neutral_company:
        yield format_text(
            "Each company places one neutral token, free of charge. It stops no train, and "
            "belongs to {company}.",
            company=data.neutral_company,
        )


def _place(data: TitleData, place: str) -> str:
    """Return the hex of a place, with its name if it has one."""
    return data.map.full_name(place.partition(".")[0])


def _lay(data: TitleData, lay: LayPermission) -> str:
    kinds = {True: pgettext("name", "an upgrade"), False: pgettext("name", "a yellow tile")}
    said = list_choices(kinds[kind == UPGRADE] for kind in sorted(lay.kinds, reverse=True))
    if lay.fee:
        said = pgettext("name", "{lay}, for {fee}").format(lay=said, fee=data.money(lay.fee))
    if lay.not_after_upgrade:
        said = pgettext("name", "{lay}, not after an upgrade").format(lay=said)
    return pgettext("name", "{lay}, on another hex").format(lay=said) if lay.elsewhere else said


def _trains(data: TitleData) -> Lines:
    yield from train_lines(data.train_types)
    if data.must_own == ALWAYS:
        yield gettext("A company must own a train at the end of its turn.")
    elif data.must_own == NEVER:
        yield gettext("A company need not own a train.")
    else:
        yield gettext("A company with a route must own a train at the end of its turn.")
    if data.train_sale.exported:
        yield format_text(
            "After each set of operating rounds, one of these trains leaves the game: {trains}.",
            trains=", ".join(data.train_sale.exported),
        )
    for type in data.train_types:
        if type.salvage:
            yield format_text(
                "A company receives {amount} for each {train} that leaves this way.",
                amount=data.money(type.salvage),
                train=type.name,
            )
        if type.side_of:
            yield format_text(
                "Each card has a {train} and a {other_train} on its two sides.",
                train=type.side_of,
                other_train=type.name,
            )
    yield from _bonus_lines(data)
    yield from _bank_train_lines(data)


def _bonus_lines(data: TitleData) -> Lines:
    for bonus in data.route_bonuses:
        stops = list_names(_place(data, stop) for stop in bonus.stops)
        said = format_text(
            "A train that visits {stops} earns {amount} more.",
            stops=stops,
            amount=data.money(bonus.amount),
        )
        if bonus.with_token:
            said += " " + gettext("This is for companies with a token there.")
        if bonus.until:
            said += " " + format_text(
                "It ends with phase {phase}.", phase=gettext_name(bonus.until)
            )
        yield said


def _emergency(data: TitleData) -> Lines:
    if data.must_own == NEVER:
        yield gettext("Nobody has to buy a train.")
        return
    yield gettext("If a company cannot pay for that train, its president adds cash.")
    if data.train_sale.sells_freely:
        yield gettext("If that is too little, the president sells shares, as many as they like.")
    else:
        yield gettext("If that is too little, the president sells shares, as few as are needed.")
    if data.train_sale.any_train:
        yield gettext("This holds for any train of the bank, not only for the cheapest.")
    if data.train_sale.helps_with_others:
        yield gettext("It also holds for a train of another company, up to its face value.")
    else:
        yield gettext("A company pays for a train of another company by itself.")
    if not data.train_sale.sales_move_presidents:
        yield gettext("Such a sale never changes the president of a company.")
    if data.train_sale.unpaid == switches.NO_TRAIN:
        yield gettext("If that is too little, the company goes without a train.")
    else:
        yield gettext("If that is too little, the president is bankrupt.")
    if data.train_sale.unpaid == switches.LEAVES:
        yield gettext(
            "They leave the game: cash to the bank, shares to the pool, and their privates close."
        )
        if data.train_sale.leaver_falls:
            yield gettext("Prices fall as by sales.")
        yield gettext(
            "A company passes to the player with most shares, who holds at least the"
            " president's certificate; otherwise it leaves the game. The bank pays what it lacks."
        )


def _bank_train_lines(data: TitleData) -> Lines:
    """Yield lines on how many trains a company buys from the bank, and in which phases."""
    one, of_each = (
        [gettext_name(phase.name) for phase in data.phases if phase.bank_trains == limit]
        for limit in (ONE, ONE_OF_EACH)
    )
    if len(one) == len(data.phases):
        yield gettext("A company buys one train a turn from the bank.")
    elif one:
        yield format_count(
            "In phase {phases} a company buys one train a turn from the bank.",
            "In phases {phases} a company buys one train a turn from the bank.",
            len(one),
            phases=list_names(one),
        )
    if len(of_each) == len(data.phases):
        yield gettext("A company buys one train of each type a turn from the bank.")
    elif of_each:
        yield format_count(
            "In phase {phases} a company buys one train of each type a turn from the bank.",
            "In phases {phases} a company buys one train of each type a turn from the bank.",
            len(of_each),
            phases=list_names(of_each),
        )


def _privates(data: TitleData) -> Lines:
    if not data.private_list:
        return
    yield from _missing_privates(data)
    phases = [phase.name for phase in data.phases if phase.privates_for_companies]
    if phases:
        least, most = data.private_use.price_factors
        yield format_count(
            "Phase {phases}: companies buy them for {least}% to {most}% of the price.",
            "Phases {phases}: companies buy them for {least}% to {most}% of the price.",
            len(phases),
            phases=list_names(map(gettext_name, phases)),
            least=round(least * 100),
            most=round(most * 100),
        )
    if data.private_use.sold_by == switches.OWN_PRESIDENT:
        yield gettext("A company buys them only from its own president.")
    if data.private_use.first_round_at_face:
        yield gettext("In the first operating round a company buys one at face value.")
    if data.private_use.any_time and phases:
        yield gettext("Companies may buy and use them at any time in their turns.")
    closing = next((phase.name for phase in data.phases if phase.privates_close), "")
    if closing:
        yield format_text("Privates close in phase {phase}.", phase=gettext_name(closing))
    for private in data.private_list:
        if phase := private.powers.get("closes_in_phase"):
            yield format_text(
                "{private} closes in phase {phase}.",
                private=private.name,
                phase=gettext_name(phase),
            )


def _missing_privates(data: TitleData) -> Lines:
    for players, privates in data.patched_counts.items():
        if privates:
            yield format_text(
                "With {players} players these are missing: {privates}.",
                players=players,
                privates=", ".join(map(data.full_name, privates)),
            )


def _ends(data: TitleData) -> Lines:
    if data.must_own != NEVER and data.train_sale.unpaid == switches.BANKRUPT:
        yield gettext("A bankruptcy: at once.")
    if data.must_own != NEVER and data.train_sale.unpaid == switches.LEAVES:
        yield gettext("A bankruptcy that leaves one player: at once.")
    if data.bank is not None and data.ends.bank in ENDS:
        yield gettext(ENDS[data.ends.bank][0])
    if data.ends.sets:
        yield format_text("After {number} sets of operating rounds.", number=data.ends.sets)
    if data.ends.price is not None:
        yield gettext(ENDS[data.ends.price][1])
    if data.ends.last_train is not None:
        yield gettext(ENDS[data.ends.last_train][2])


_SECTIONS: dict[str, tuple[str, Callable[[TitleData], Lines]]] = {
    "money": (lazy_gettext("Money and certificates"), _money),
    "opening": (lazy_gettext("Opening"), _opening),
    "companies": (lazy_gettext("Companies"), company_lines),
    "stock_turn": (lazy_gettext("Stock round"), stock_turn_lines),
    "prices": (lazy_gettext("Price moves"), price_lines),
    "payment": (lazy_gettext("Dividends"), payment_lines),
    "track": (lazy_gettext("Track and {tokens}"), _track),
    "trains": (lazy_gettext("Trains"), _trains),
    "emergency": (lazy_gettext("Too little money for a train"), _emergency),
    "phases": (lazy_gettext("Phases"), lambda data: iter(())),
    "privates": (lazy_gettext("Privates"), _privates),
    "ends": (lazy_gettext("The game ends"), _ends),
}
CARD_KEYS = tuple(_SECTIONS)
# what no data say of a title with rules of its own: its card needs lines for these
OWN_KEYS = ("opening", "stock_turn", "prices", "payment", "emergency", "privates", "ends")
