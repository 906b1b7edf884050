"""The words for actions, offers, memos, divisions and debts that all titles share."""

from companion.rules.core.vocabulary import ActionWords, DebtWords, MemoWords, OfferWords

# Facts are the action's fields and these: ``place`` is the source of a share, and ``in_short`` the
# same in one word; ``percent`` and ``type`` describe the purchase; ``owner`` is the company that
# sells a train; ``other`` is the other player. Fields that an action leaves open are not facts.
ACTIONS: dict[str, ActionWords] = {
    "pass": ActionWords("Pass", "Pass", "Pass"),
    "decline": ActionWords("Not in this round", "Not in this round", "Not in this round"),
    "buy_private": ActionWords("Buy", "Buy", "Buy {private:private}", rule="private"),
    "bid": ActionWords("Bid", "Bid", "Bid on {private:private}", rule="bid"),
    "tell_sale": ActionWords("Bought", "Bought", "{private:private} for {price:$}", rule="private"),
    "set_par": ActionWords(
        "Par {price}", "Par {price}", "Start {company} at {price}", rule="start"
    ),
    "start_company": ActionWords(
        "Start the company",
        "Start",
        "Start {company} at {price}",
        deeds={"percent": "Start {company} at {price}| with {percent}%"},
        rows={"percent": ("Start the company with {percent}%", "Start {percent}%")},
        rule="start",
    ),
    "buy_share": ActionWords(
        "From the {place:who}",
        "{in_short}",
        "Buy {percent}% {company}| from the {place:who}",
        rows={"size": ("{size}% from the {place:who}", "{size}% {in_short}")},
    ),
    "sell_holdings": ActionWords(
        "In one sale: {sales:shares}", "Sell", "Sell shares of several companies"
    ),
    "sell_shares": ActionWords("Sell", "Sell", "Sell {percent}% {company}"),
    "exchange_private": ActionWords(
        "Exchange for a share, {place:who}",
        "Exchange",
        "Exchange {private:private} for a share",
        rule="exchange",
    ),
    "lay_private_tile": ActionWords(
        "{tile:tile} on {hex:hex}, rotation {rotation}",
        "{tile:tile} on {hex:hex}, {rotation}",
        "Lay {tile:tile} on {hex:hex} with {private:private}",
        rule="power",
    ),
    "sell_private": ActionWords(
        "{seller:who} sells to {buyer:who}",
        "to {buyer:who}",
        "{buyer:who} buys {private:private} from {seller:who}",
        rows={"bought": ("{seller:who} sells to {buyer:who}", "from {seller:who}")},
    ),
    "buy_private_for_company": ActionWords("Buy for {company}", "Buy", "Buy {private:private}"),
    "lay_tile": ActionWords("Lay a tile", "Lay", "Lay {tile:tile} on {hex:hex}", rule="lay"),
    "place_token": ActionWords("Place a {token}", "{Token}", "Place in {stop:place}", rule="token"),
    "move_own_token": ActionWords(
        "Move a {token}",
        "{destination:place}",
        "{Token} from {stop:place} to {destination:place}",
        rule="token",
    ),
    "name_home": ActionWords(
        "{home:hex}", "{home:hex}", "{company} at home in {home:hex}", rule="token.home"
    ),
    "run_trains": ActionWords("Run trains", "Run", "Run", rule="run"),
    "dividend": ActionWords("Dividend", "Dividend", "Dividend"),
    "buy_train": ActionWords(
        "Buy a {type}",
        "{type}",
        "Buy a {type}",
        {
            "trade_in": "Buy a {type}, trading in a {trade_in:train}",
            "owner": "Buy a {type} from {owner}",
        },
        rule="train",
    ),
    "discard_train": ActionWords(
        "Discard a {type}", "{type}", "Discard a {type} of {company}", rule="train.limit"
    ),
    "declare_bankruptcy": ActionWords(
        "Declare bankruptcy",
        "Bankrupt",
        "Declare bankruptcy",
        {"failing": "Declare {failing:who} bankrupt"},
        {"failing": ("Declare {failing:who} bankrupt", "Bankrupt")},
        rule="bankrupt",
    ),
    "sell_own_shares": ActionWords("Sell", "Sell", "Sell {percent}% {company} to the {pool}"),
    "sell_token": ActionWords(
        "Sell the {token} in {stop:place}", "{stop:place}", "Sell the {token} in {stop:place}"
    ),
    "give_up_private": ActionWords(
        "Give up {private:private}", "Give up", "Give up {private:private}"
    ),
    "buy_own_shares": ActionWords("Buy back", "Buy back", "Buy {percent}% {company} back"),
    "stop_game": ActionWords("{moment:text}", "", "{moment:text}"),
    "agree_winner": ActionWords(
        "{player:who}", "{player:who}", "The game ends: {player:who} has won"
    ),
}

OFFERS: dict[str, OfferWords] = {
    "buy_train": OfferWords("From the bank"),
    "buy_pool": OfferWords("From the pool"),
    "trade_in": OfferWords("Trade-in"),
    "buy_from": OfferWords("From other companies"),
    "sell": OfferWords("Shares to sell", group="sell"),
    "sell_own": OfferWords("Own shares that may be sold"),
    "sell_token": OfferWords("May be sold off the map"),
    "give_up": OfferWords("Privates that may be given up"),
    "buy_own": OfferWords("Own shares that may be bought back"),
    "trade": OfferWords("To another player, at an agreed price", group="aside"),
    "bankrupt": OfferWords("Or"),
    "name_home": OfferWords("Its home"),
    "discard": OfferWords("Discard one"),
    "buy_private": OfferWords("From players", "Buy a private"),
    "exchange": OfferWords("Exchange", "Exchange a private", group="aside"),
    "player_tile": OfferWords("Tile of a private", "Lay the tile of a private", group="aside"),
    "lay_power": OfferWords("", "Lay with a private", asks="lay"),
    "move_own_token": OfferWords("Tokens to move with a private", "Move a token with a private"),
    "token_power": OfferWords("", "Place with a private", asks="stop"),
    "stop": OfferWords(
        "Stop here",
        group="apart",
        says="When all players agree to stop, the game ends then, and is scored as it is.",
    ),
    "agree": OfferWords(
        "All agree who has won",
        group="apart",
        says="When all players agree who has won, the game ends at once: that player has "
        "won, whatever the others are worth.",
    ),
}

MEMOS: dict[str, MemoWords] = {
    "capital": MemoWords("capital", "capital", "start"),
    "bank": MemoWords("the bank is filled"),
    "starting_cash": MemoWords("starting money"),
    "private": MemoWords("private bought", "private", "private"),
    "private_revenue": MemoWords("revenue of privates", "revenue", "private"),
    "shares": MemoWords("shares bought", "shares", "buy"),
    "share_sale": MemoWords("shares sold", "shares", "sell"),
    "terrain": MemoWords("track", "terrain", "lay"),
    "token": MemoWords("{token}", "fixed", "token"),
    "dividend": MemoWords("dividend", "", "dividend"),
    "withheld": MemoWords("revenue withheld", "", "dividend"),
    "train": MemoWords("train", "train", "train"),
    "train_always": MemoWords("train", "train", "train"),
    "president_help": MemoWords("the {president}'s contribution", "lacking", "train.president"),
    "private_sale": MemoWords("private sold to a company", "agreed", "private.range"),
    "bankruptcy": MemoWords("bankruptcy", "all", "bankrupt"),
    "token_sale": MemoWords("{token} sold", "fixed", "forced"),
    "private_given_up": MemoWords("private given up", "fixed", "forced"),
}

DEBTS: dict[str, DebtWords] = {
    "train": DebtWords(
        "{debtor:who} has a route and must own a train.", "the cheapest", "the train"
    ),
    "train_always": DebtWords("{debtor:who} must own a train.", "the cheapest", "the train"),
}

DIVISIONS: dict[str, str] = {"pay": "Pay out", "half": "Half pay", "withhold": "Withhold"}
