"""Lines of the rules card about companies, their shares and prices."""

from collections import Counter
from collections.abc import Iterator

from companion.languages import format_text, gettext, gettext_name, lazy_gettext, pgettext
from companion.rules.data import switches
from companion.rules.data.companies import INCREMENTAL, PRICE, CompanyKind
from companion.rules.data.title_data import TitleData

Lines = Iterator[str]


def company_lines(data: TitleData) -> Lines:
    """Yield how companies are divided, float and get their capital."""
    if len(data.kind_list) == 1:
        yield from _kind_lines(data, data.kind_list[0])
        return
    for kind in data.kind_list:
        name = gettext_name(data.words.get(kind.name.replace(" ", "_"), kind.name))
        yield f"{name[:1].upper()}{name[1:]} – {' '.join(_kind_lines(data, kind))}"


def _division(data: TitleData, kind: CompanyKind) -> str:
    sizes = Counter(kind.certificates[1:] if kind.directed else kind.certificates)
    parts = [f"{count} × {size}%" for size, count in sizes.items()]
    if kind.directed:
        first = pgettext("name", "{president} {percent}%").format(
            president=gettext_name(data.words["president"]), percent=kind.certificates[0]
        )
        parts.insert(0, first)
    return format_text("Certificates: {parts}.", parts=", ".join(parts))


def _kind_lines(data: TitleData, kind: CompanyKind) -> Lines:
    yield _division(data, kind)
    if kind.holding_limit and kind.holding_limit < sum(kind.certificates):
        yield format_text("A player holds at most {percent}%.", percent=kind.holding_limit)
    if kind.pool_limit:
        pool = gettext_name(data.words["pool"])
        yield format_text(
            "The {pool} takes at most {percent}%.", pool=pool, percent=kind.pool_limit
        )
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


def stock_turn_lines(data: TitleData) -> Lines:
    """Yield what a player does in a turn of a stock round."""
    stock = data.stock
    orders = {
        switches.SELL_BUY_SELL: gettext("A turn: sell, buy once, sell again."),
        switches.SELL_BUY: gettext("A turn: sell, then buy once."),
        switches.EITHER: gettext("A turn: sell and then buy once, or buy once and then sell."),
    }
    yield orders[stock.order]
    if stock.first_sales > 1:
        yield format_text("Sales begin in stock round {number}.", number=stock.first_sales)
    begins = {
        switches.FLOAT: gettext("Shares of a company may be sold only after it floats."),
        switches.OPERATION: gettext("Shares of a company may be sold only after it has operated."),
    }
    yield from filter(None, [begins.get(stock.sold_from)])
    if stock.initial_price == switches.MARKET:
        yield gettext("Shares of the initial offering cost the market price.")
    if stock.removes_from_pool:
        yield gettext(
            "When somebody who is not president buys a share, one leaves the game from the pool."
        )
    if stock.one_block:
        yield gettext("A player sells shares of a company only once in a turn.")
    if stock.first_trades:
        yield format_text(
            "Players trade privates from stock round {number} on.", number=stock.first_trades
        )
    if stock.trade_is_purchase:
        yield gettext("Buying a private from another player is the purchase of the turn.")
    if any("several" in freed for chart in data.charts for freed in chart.zones.values()):
        places = [gettext_name(data.words.get(place, place)) for place in stock.several_from]
        if places:
            yield format_text("Several shares may come from: {places}.", places=", ".join(places))


def price_lines(data: TitleData) -> Lines:
    """Yield what moves prices."""
    dividends = data.dividends
    if dividends.multiples:
        said = (
            lazy_gettext("Right once for each of these that the dividend exceeds: {multiples}.")
            if dividends.above
            else lazy_gettext(
                "Right once for each of these that the dividend reaches: {multiples}."
            )
        )
        price = pgettext("name", "price")
        times = (f"{multiple} × {price}" for multiple in dividends.multiples)
        yield format_text(said, multiples=", ".join(times))
        yield _say_moves_without_dividend(dividends)
    else:
        yield _say_moves_without_dividend(dividends, gettext("Paid: right once."))
    if dividends.less_falls and dividends.stays_from:
        yield format_text(
            "A dividend below {percent}% of the price: left once.", percent=dividends.stays_from
        )
    elif dividends.less_falls:
        yield gettext("A smaller dividend: left once.")
    if dividends.half == switches.STAYS:
        yield gettext("Half paid: the price stays.")
    falls = {
        switches.ROW_PER_SHARE: gettext("Each share sold: down once."),
        switches.LEFT_PER_SHARE: gettext("Each share sold: left once."),
        switches.ROW_PER_SALE: gettext("Each sale: down once, however many shares."),
        switches.LEFT_PER_SALE: gettext("Each sale: left once, however many shares."),
        switches.ROW_OF_PRESIDENT: gettext("A sale by the president: down once."),
        switches.LEFT_OF_PRESIDENT: gettext("A sale by the president: left once."),
        switches.NO_FALL: gettext("A sale moves no price."),
    }
    yield falls[data.stock.sale_fall]
    if data.stock.sold_out_rises:
        yield gettext("All shares with players at the end of a stock round: up once.")
    if data.stock.pool_falls:
        yield gettext("Shares in the pool at the end of a stock round: left once.")
    for chart in data.charts:
        if chart.ledges:
            yield format_text(
                "Ledges are below {prices}.",
                prices=", ".join(map(str, sorted(chart.ledges))),
            )


def _say_moves_without_dividend(dividends: switches.DividendSwitches, paid: str = "") -> str:
    """Return the moves of the price without a dividend, after that with one."""
    if dividends.withheld == dividends.not_run == switches.LEFT:
        if paid:
            return gettext("Paid: right once. Withheld, or nothing earned: left once.")
        return gettext("Withheld, or nothing earned: left once.")
    moves = {switches.LEFT: gettext("left once"), switches.STAYS: gettext("the price stays")}
    kept = format_text("Withheld: {move}.", move=moves[dividends.withheld])
    nothing = format_text("Nothing earned: {move}.", move=moves[dividends.not_run])
    return " ".join(filter(None, (paid, kept, nothing)))


def payment_lines(data: TitleData) -> Lines:
    """Yield who is paid for shares."""
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
