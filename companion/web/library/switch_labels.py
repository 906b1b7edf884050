"""Labels of a title's switches, as the form of another title shows them.

The longer texts on the same switches, for authors of titles, are in the schema.
"""

from collections.abc import Mapping

from companion.languages import lazy_gettext

SWITCH_LABELS: Mapping[str, str] = {
    "opening.kind": lazy_gettext("Sale of the privates"),
    "opening.all_pass": lazy_gettext("After all pass on a later private"),
    "opening.falling": lazy_gettext("First privates that become 5 cheaper when all pass"),
    "opening.bid_step": lazy_gettext("Bids are multiples of"),
    "opening.highest_bound": lazy_gettext("Only the highest bid on a private commits money"),
    "stock.first_sales": lazy_gettext("First stock round with sales of shares"),
    "stock.several_from": lazy_gettext(
        "Places with several shares in a turn, if the price allows it"
    ),
    "stock.several_of_one": lazy_gettext("Several shares are the one purchase of the turn"),
    "stock.capital_paid": lazy_gettext("Payment of the capital"),
    "stock.first_trades": lazy_gettext(
        "First stock round with trades of privates between players, 0 for none"
    ),
    "stock.trade_is_purchase": lazy_gettext(
        "A private bought from a player, for 1 or more, is the purchase of the turn"
    ),
    "stock.order": lazy_gettext("Order of sales and the purchase in a turn"),
    "stock.one_block": lazy_gettext("A player sells shares of a company only once in a turn"),
    "stock.rest_to_pool": lazy_gettext("Unsold shares of a company go to the pool when it floats"),
    "stock.removes_from_pool": lazy_gettext(
        "A share leaves the pool and the game when somebody who is not president buys one"
    ),
    "stock.initial_price": lazy_gettext("Price of shares of the initial offering"),
    "stock.sale_fall": lazy_gettext("Move of the price at a sale"),
    "stock.pool_falls": lazy_gettext("Prices move left after a stock round if the pool has shares"),
    "stock.sold_out_rises": lazy_gettext(
        "Prices of companies that are sold out move up after a stock round"
    ),
    "stock.sold_from": lazy_gettext("First sale of shares of a company"),
    "dividends.multiples": lazy_gettext(
        "Multiples of the price that each move it to the right; blank = any dividend moves it once"
    ),
    "dividends.above": lazy_gettext("A dividend must exceed a multiple, not only reach it"),
    "dividends.less_falls": lazy_gettext("A dividend below all multiples moves the price left"),
    "dividends.stays_from": lazy_gettext(
        "Percentage of the price from which a smaller dividend no longer moves it, 0 for none"
    ),
    "dividends.half": lazy_gettext(
        "Half pay: the company keeps half, rounded down to a multiple of 10"
    ),
    "dividends.withheld": lazy_gettext("Price when revenue is withheld"),
    "dividends.not_run": lazy_gettext("Price when a company has no revenue"),
    "private_use.least_percent": lazy_gettext(
        "Lowest price for a private, in percent of its face value"
    ),
    "private_use.most_percent": lazy_gettext(
        "Highest price for a private, in percent of its face value"
    ),
    "private_use.any_time": lazy_gettext(
        "Companies buy and use privates at any moment of their turns"
    ),
    "private_use.exchange_any_time": lazy_gettext("Players exchange privates at any moment"),
    "private_use.first_round_at_face": lazy_gettext(
        "Each company buys at most one private in the first operating round, at face value"
    ),
    "private_use.sold_by": lazy_gettext("Sellers of privates to a company"),
    "train_sale.least_price": lazy_gettext(
        "Lowest price of a train of a company with another president"
    ),
    "train_sale.sales_fall_short": lazy_gettext(
        "A president may sell shares for a required train although the fallen price leaves them"
        " short"
    ),
    "train_sale.exported": lazy_gettext(
        "Types of train of which one leaves the game after each set of operating rounds"
    ),
    "train_sale.keeps_president": lazy_gettext(
        "A sale for a debt never changes the president of the company that owes"
    ),
    "train_sale.helps_with_others": lazy_gettext(
        "A president helps with a train of another company too, up to its face value"
    ),
    "train_sale.sales_move_presidents": lazy_gettext(
        "Shares sold for a required train may change the presidents of other companies"
    ),
    "train_sale.discards_leave": lazy_gettext(
        "Trains that are discarded or traded in leave the game, instead of going to the pool"
    ),
    "train_sale.any_train": lazy_gettext(
        "A president helps with any train of the bank, not only with its cheapest"
    ),
    "train_sale.sells_freely": lazy_gettext(
        "A president may sell more shares than a required train needs"
    ),
    "train_sale.unpaid": lazy_gettext("A president who cannot pay for a required train"),
    "train_sale.leaver_falls": lazy_gettext(
        "Shares of a bankrupt player lower prices, as by sales"
    ),
    "ends.bank": lazy_gettext("End of the game after the bank breaks"),
    "ends.price": lazy_gettext("End of the game after a price reaches an end space"),
    "ends.last_train": lazy_gettext("End of the game after the bank sells its last train"),
    "ends.sets": lazy_gettext("Sets of operating rounds in a game, 0 for any number"),
    "ends.more_rounds": lazy_gettext("Extra operating rounds in the last set"),
    "ends.at_nothing": lazy_gettext(
        "The bank is broken when nothing is left, not only when it owes money"
    ),
}
