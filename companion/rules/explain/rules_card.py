"""The rules card of a title: what a player asks most, as lines made from the title's data.

Tables of money, trains, phases and privates are drawn from the same data beside the lines.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.languages import format_count, format_text, gettext, lazy_gettext
from companion.rules.data import switches
from companion.rules.data.companies import INCREMENTAL, PRICE, CompanyKind
from companion.rules.data.lay_allowance import UPGRADE, LayPermission
from companion.rules.data.title_data import ALWAYS, ONE, ONE_OF_EACH, TitleData
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
    return tuple(
        CardSection(
            key, gettext(head), tuple(map(gettext, data.card.get(key, ()))) or tuple(lines(data))
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
        "uncounted": gettext("certificates do not count against the limit"),
        "unlimited": gettext("a player may hold any part of the company"),
        "several": gettext("several shares may be bought in a turn"),
    }
    for zone in dict.fromkeys(zone for chart in data.charts for zone in chart.zones):
        allowed = {freedom for chart in data.charts for freedom in chart.zones.get(zone, ())}
        said = [text for freedom, text in freedoms.items() if freedom in allowed]
        if said:
            yield format_text(
                "On {colour} spaces: {freedoms}.", colour=gettext(zone), freedoms="; ".join(said)
            )


def _companies(data: TitleData) -> Lines:
    if len(data.kind_list) == 1:
        yield from _kind_lines(data, data.kind_list[0])
        return
    for kind in data.kind_list:
        name = gettext(data.words.get(kind.name, kind.name)).capitalize()
        yield f"{name}. {' '.join(_kind_lines(data, kind))}"


def _division(data: TitleData, kind: CompanyKind) -> str:
    sizes = Counter(kind.certificates[1:] if kind.directed else kind.certificates)
    parts = [f"{count} × {size}%" for size, count in sizes.items()]
    if kind.directed:
        first = format_text(
            "{president} {percent}%",
            president=gettext(data.words["president"]),
            percent=kind.certificates[0],
        )
        parts.insert(0, first)
    return format_text("Certificates: {parts}.", parts=", ".join(parts))


def _kind_lines(data: TitleData, kind: CompanyKind) -> Lines:
    yield _division(data, kind)
    if kind.holding_limit and kind.holding_limit < sum(kind.certificates):
        yield format_text("A player holds at most {percent}%.", percent=kind.holding_limit)
    if kind.pool_limit:
        yield format_text("The pool takes at most {percent}%.", percent=kind.pool_limit)
    if kind.floats_at:
        yield format_text("It floats when {percent}% is sold.", percent=kind.floats_at)
    if data.stock.rest_to_pool:
        yield gettext("Its unsold shares go to the pool when it floats.")
    if kind.capital == INCREMENTAL:
        yield gettext("Its capital is what its buyers pay for its shares.")
    elif kind.floats_at and kind.capital == PRICE:
        yield gettext("It then receives the price of all its shares.")
    elif kind.floats_at and data.stock.capital_paid == switches.WHEN_OPERATING:
        yield gettext("It receives par for all its shares when it first operates.")
    elif kind.floats_at:
        yield gettext("It then receives par for all its shares.")


def _opening(data: TitleData) -> Lines:
    if not data.private_list:
        return
    if data.opening.kind == switches.DEALT:
        yield gettext("Each player receives a private by chance, and pays its price.")
        return
    if data.opening.kind == switches.DRAFT:
        yield gettext("Each player takes a private and pays its price, the last player first.")
        yield gettext("The rest leaves the game.")
        return
    if data.opening.kind == switches.TOLD:
        yield gettext("The table tells who buys which private for how much.")
        return
    yield gettext("A player buys the cheapest private, bids on another, or passes.")
    if data.opening.bid_step > 1:
        yield format_text("Bids are multiples of {step}.", step=data.opening.bid_step)
    if data.opening.highest_bound:
        yield gettext("Only the highest bid on a private binds money.")
    falling = [private.symbol for private in data.private_list[: data.opening.falling]]
    if falling:
        yield format_text(
            "When all pass, {privates} becomes cheaper while it is the cheapest.",
            privates=gettext(" or ").join(falling),
        )
    if data.opening.unsold_ends:
        yield gettext("A private without a bid leaves the game, with all later ones.")
    if data.opening.all_pass == switches.NEW_ROUND:
        yield gettext("Later, when all pass, a new stock round begins with the rest.")
    else:
        yield gettext("Later, when all pass, privates pay their owners.")


def _stock_turn(data: TitleData) -> Lines:
    stock = data.stock
    orders = {
        switches.SELL_BUY_SELL: gettext("A turn: sell, buy once, sell again."),
        switches.SELL_BUY: gettext("A turn: sell, then buy once."),
        switches.EITHER: gettext("A turn: sell and then buy once, or buy once and then sell."),
    }
    yield orders[stock.order]
    if stock.first_sales > 1:
        yield format_text("Sales begin in stock round {number}.", number=stock.first_sales)
    if stock.initial_price == switches.MARKET:
        yield gettext("Shares of the initial offering cost the market price.")
    if stock.removes_from_pool:
        yield gettext(
            "When somebody who is not president buys a share, one leaves the game from the pool."
        )
    if stock.one_block:
        yield gettext("Shares of a company are sold once in a turn.")
    if stock.first_trades:
        yield format_text(
            "Players trade privates from stock round {number} on.", number=stock.first_trades
        )
    if stock.trade_is_purchase:
        yield gettext("A private of another player is the purchase of the turn.")
    if any("several" in freed for chart in data.charts for freed in chart.zones.values()):
        places = [gettext(data.words.get(place, place)) for place in stock.several_from]
        if places:
            yield format_text("Several shares come from: {places}.", places=", ".join(places))


def _prices(data: TitleData) -> Lines:
    dividends = data.dividends
    if dividends.multiples:
        said = (
            lazy_gettext("Right once for each of these that the sum paid exceeds: {multiples}.")
            if dividends.above
            else lazy_gettext(
                "Right once for each of these that the sum paid reaches: {multiples}."
            )
        )
        times = (f"{multiple} × {gettext('price')}" for multiple in dividends.multiples)
        yield format_text(said, multiples=", ".join(times))
        yield gettext("Kept, or nothing earned: left once.")
    else:
        yield gettext("Paid: right once. Kept, or nothing earned: left once.")
    if dividends.less_falls and dividends.stays_from:
        yield format_text(
            "A sum paid below {percent}% of the price: left once.", percent=dividends.stays_from
        )
    elif dividends.less_falls:
        yield gettext("A smaller sum paid: left once.")
    if dividends.half == switches.STAYS:
        yield gettext("Half paid: the price stays.")
    falls = {
        switches.ROW_PER_SHARE: gettext("Each share sold: down once."),
        switches.LEFT_PER_SHARE: gettext("Each share sold: left once."),
        switches.LEFT_OF_PRESIDENT: gettext("A sale by the president: left once."),
        switches.NO_FALL: gettext("A sale moves no price."),
    }
    yield falls[data.stock.sale_fall]
    yield gettext("All shares with players at the end of a stock round: up once.")
    if data.stock.pool_falls:
        yield gettext("Shares in the pool at the end of a stock round: left once.")
    for chart in data.charts:
        if chart.ledges:
            yield format_text(
                "Ledges are below {prices}.",
                prices=", ".join(map(str, sorted(chart.ledges))),
            )


def _payment(data: TitleData) -> Lines:
    yield gettext("Players are paid for their shares.")
    if all(kind.pool_pays for kind in data.kind_list):
        yield gettext("Shares in the pool pay the company.")
    elif not any(kind.pool_pays for kind in data.kind_list):
        yield gettext("Shares in the pool pay nobody.")
    if any(kind.capital == INCREMENTAL for kind in data.kind_list):
        yield gettext("Shares that a company owns pay it.")
    if any(kind.initial_pays for kind in data.kind_list):
        yield gettext("Shares in the initial offering pay the company.")
    elif "initial" in data.words:
        yield gettext("Shares in the initial offering pay nobody.")
    if data.dividends.half != switches.NEVER:
        yield gettext("A company may pay half: it keeps half of the revenue, rounded down to tens.")


def _track(data: TitleData) -> Lines:
    lays = data.track.lays
    said = Counter(_lay(data, lay) for lay in lays)
    if len(said) == 1:
        yield format_count(
            "One tile a turn: {lay}.",
            "{number} tiles a turn, each of them {lay}.",
            len(lays),
            number=len(lays),
            lay=next(iter(said)),
        )
    else:
        for number, lay in enumerate(lays, start=1):
            yield format_text("Tile {number} of a turn: {lay}.", number=number, lay=_lay(data, lay))
    if data.track.upgrades is not None and len(lays) > 1:
        yield format_count(
            "Only one of them is an upgrade.",
            "At most {number} of them are upgrades.",
            data.track.upgrades,
            number=data.track.upgrades,
        )
    if data.operating.track == switches.SEMI_RESTRICTIVE:
        yield gettext("An upgrade gives its company new track, or a stop of another value.")
    if data.operating.home_placed == switches.ROUND_START:
        yield gettext("Companies place home tokens at the start of an operating round.")
    if data.operating.closed_homes:
        yield gettext("Nobody else places a token in the home of a company.")
    for at, company in data.operating.closed_hexes.items():
        yield format_text(
            "{hex} is closed until {company} has its home token.", hex=at, company=company
        )
    if data.neutral_company:
        yield format_text(
            "A neutral token is free, once a company, and stops no train. It belongs to {company}.",
            company=data.neutral_company,
        )


def _lay(data: TitleData, lay: LayPermission) -> str:
    kinds = {True: gettext("upgrade"), False: gettext("yellow")}
    said = gettext(" or ").join(kinds[kind == UPGRADE] for kind in sorted(lay.kinds, reverse=True))
    if lay.fee:
        said = format_text("{lay}, for {fee}", lay=said, fee=data.money(lay.fee))
    if lay.not_after_upgrade:
        said = format_text("{lay}, not after an upgrade", lay=said)
    return format_text("{lay}, on another hex", lay=said) if lay.elsewhere else said


def _trains(data: TitleData) -> Lines:
    yield from train_lines(data.train_types)
    if data.must_own == ALWAYS:
        yield gettext("A company must own a train at the end of its turn.")
    else:
        yield gettext("A company with a route must own a train at the end of its turn.")
    if data.train_sale.exported:
        yield format_text(
            "At the end of a set of operating rounds a train of these leaves the game: {trains}.",
            trains=", ".join(data.train_sale.exported),
        )
    for type in data.train_types:
        if type.salvage:
            yield format_text(
                "A company receives {amount} for each {train} that leaves so.",
                amount=data.money(type.salvage),
                train=type.name,
            )
        if type.side_of:
            yield format_text(
                "A card has a {train} and a {other_train} on its sides.",
                train=type.side_of,
                other_train=type.name,
            )
    for bonus in data.route_bonuses:
        stops = gettext(" and ").join(stop.partition(".")[0] for stop in bonus.stops)
        yield format_text(
            "A train that visits {stops} earns {amount} more.",
            stops=stops,
            amount=data.money(bonus.amount),
        )
    limits = {
        ONE: lazy_gettext("In phase {phases} a company buys one train a turn from the bank."),
        ONE_OF_EACH: lazy_gettext(
            "In phase {phases} a company buys one train of each type a turn."
        ),
    }
    for limit, said in limits.items():
        phases = [phase.name for phase in data.phases if phase.bank_trains == limit]
        if phases:
            yield format_text(said, phases=", ".join(phases))


def _emergency(data: TitleData) -> Lines:
    yield gettext(
        "A company without the money for that train is helped by its president with cash."
    )
    yield gettext("If that is too little, the president sells shares, as few as are needed.")
    if data.train_sale.helps_with_others:
        yield gettext("This is for a train of another company, too, up to its face value.")
    else:
        yield gettext("A company pays for the train of another company alone.")
    if not data.train_sale.sales_move_presidents:
        yield gettext("No company gets another president by such a sale.")
    yield gettext("If that is too little, they are bankrupt.")


def _privates(data: TitleData) -> Lines:
    if not data.private_list:
        return
    phases = [phase.name for phase in data.phases if phase.privates_for_companies]
    if phases:
        least, most = data.private_use.price_factors
        yield format_count(
            "Phase {phases}: companies buy them for {least}% to {most}% of the price.",
            "Phases {phases}: companies buy them for {least}% to {most}% of the price.",
            len(phases),
            phases=", ".join(phases),
            least=round(least * 100),
            most=round(most * 100),
        )
    if data.private_use.first_round_at_face:
        yield gettext("In the first operating round a company buys one at face value.")
    if data.private_use.any_time and phases:
        yield gettext("They may do so, and use them, at any moment of their turns.")
    closing = next((phase.name for phase in data.phases if phase.privates_close), "")
    if closing:
        yield format_text("They close in phase {phase}.", phase=closing)
    for private in data.private_list:
        if phase := private.powers.get("closes_in_phase"):
            yield format_text(
                "{private} closes in phase {phase}.", private=private.name, phase=phase
            )


def _ends(data: TitleData) -> Lines:
    when = {
        switches.AT_ONCE: gettext("at once"),
        switches.AFTER_ROUND: gettext("at the end of the round"),
        switches.AFTER_OPERATING_ROUND: gettext("at the end of the operating round"),
        switches.AFTER_SET: gettext("at the end of the set of operating rounds"),
    }
    yield gettext("A bankruptcy: at once.")
    if data.bank is not None and data.ends.bank in when:
        yield format_text("The bank cannot pay: {when}.", when=when[data.ends.bank])
    if data.ends.sets:
        yield format_text("After {number} sets of operating rounds.", number=data.ends.sets)
    if data.ends.price is not None:
        yield format_text(
            "A price reaches the end of the market: {when}.", when=when[data.ends.price]
        )


_SECTIONS: dict[str, tuple[str, Callable[[TitleData], Lines]]] = {
    "money": (lazy_gettext("Money and certificates"), _money),
    "opening": (lazy_gettext("Opening"), _opening),
    "companies": (lazy_gettext("Companies"), _companies),
    "stock_turn": (lazy_gettext("Stock round"), _stock_turn),
    "prices": (lazy_gettext("Price moves"), _prices),
    "payment": (lazy_gettext("Who is paid"), _payment),
    "track": (lazy_gettext("Track and tokens"), _track),
    "trains": (lazy_gettext("Trains"), _trains),
    "emergency": (lazy_gettext("Too little money for a train"), _emergency),
    "phases": (lazy_gettext("Phases"), lambda data: iter(())),
    "privates": (lazy_gettext("Privates"), _privates),
    "ends": (lazy_gettext("The game ends"), _ends),
}
CARD_KEYS = tuple(_SECTIONS)
# what no data say of a title with rules of its own: its card needs lines for these
OWN_KEYS = ("opening", "stock_turn", "prices", "payment", "emergency", "privates", "ends")
