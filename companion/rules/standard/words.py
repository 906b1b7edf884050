"""Words of the standard game, in addition to the shared ones."""

from companion.rules.core.vocabulary import (
    ActionWords,
    ChanceWords,
    EventWords,
    MemoWords,
    OfferWords,
    StepBarWords,
    StepWords,
    Vocabulary,
    hard,
    soft,
)

REFUSALS = {
    "sell.unfloated": soft("Shares of {company:who} may be sold only after it floats.", "not yet"),
    "sell.unoperated": soft(
        "Shares of {company:who} may be sold only after it has operated.", "not yet"
    ),
    "exchange.power": hard("{private:private} cannot be exchanged for that."),
    "exchange.not_yours": hard("{private:private} belongs to {owner:who}."),
    "exchange.between": soft(
        "{private:private} is exchanged in {player:who}'s own turn of a stock round, or between"
        " the turns of others.",
        "between turns",
    ),
    "trade.first_round": soft(
        "Privates change hands between players only after the first stock round."
    ),
    "trade.not_yours": hard("{private:private} belongs to {owner:who}."),
    "trade.turn": soft(
        "Privates change hands in the buyer's or the seller's own turn of a stock round."
    ),
    "trade.cash": hard(
        "{player:who} has {cash:$} to spend; the price is {price:$}.", ("can't afford")
    ),
    "private.one_bought": soft(
        (
            "{company:who} has bought a private: in the first operating round a company may "
            "buy only one."
        ),
        "one a company",
    ),
    "private.other_president": soft(
        "{company:who} buys privates only from its own {president}; {private:private} belongs "
        "to {owner:who}.",
        "not its own",
    ),
    "private.one_sold": soft(
        (
            "{player:who} has sold a private: in the first operating round a player may sell "
            "only one."
        ),
        "one a player",
    ),
    "trade.buyer": soft("A private is bought in the buyer's own turn of a stock round."),
    "marker.train": soft("{company:who} has no train: it places the marker once it has one."),
    "marker.reach": soft("{company:who} does not reach {stop:place}."),
    "marker.range": soft("No train of {company:who} can run to {stop:place}."),
    "trade.least": soft("A private costs at least {minimum:$}."),
    "trade.self": hard("{player:who} owns {private:private} already."),
    "lay.closed": soft(
        "Nobody lays track on {hex:place} before {opener} has its home token there."
    ),
    "train.bank_only": soft(
        "{president:who} helps {company:who} only with a train of the bank: others are "
        "paid from its own money, before any share is sold.",
        "own money only",
    ),
    "power.track": hard("The power of {private:private} is used while its company lays track."),
    "power.before_dividend": soft(
        "{private:private} is not used between the run and its dividend.", "not now"
    ),
    "power.move": soft(
        "{private:private} moves a {token} to one of {hexes:or}, and not from a hex that is barred."
    ),
    "power.home": soft("A neutral {token} lies in the home of {company:who}: its own stays."),
    "power.joined": hard("{private:private} lays two tiles that are joined to each other."),
    "power.has_track": hard("{hex:place} has track: {private:private} places its token elsewhere."),
    "power.player_time": soft(
        "{player:who} lays the tile of {private:private} in a stock round, between the turns "
        "of companies, or while a company of {player:who} lays track.",
        "not now",
    ),
    "power.used": hard("The power of {private:private} is used up."),
    "train.one_from_bank": soft(
        "{company:who} has bought a train from the bank in this turn: only one is allowed.",
        "one a turn",
    ),
    "train.one_of_type": soft(
        "{company:who} has bought a {train:train} from the bank in this turn: only one of "
        "each type is allowed.",
        "one a turn",
    ),
    "start.no_token": soft("{company:who} can be started once a neutral {token} is on the map."),
    "token.no_neutral": hard("{company:who} has no neutral {token} left."),
    "token.neutral_hex": soft("{hex:place} has a neutral {token} already."),
    "token.foreign_home": soft(
        "{stop:place} is the home of {home_company:who}: no other company places a token there."
    ),
}

EVENTS = {
    "moved_to_pool": EventWords("The other {percent}% of {company} goes to the {pool}."),
    "removed_share": EventWords(
        "{player:who} buys {company} without being {president}: {percent}% of it leaves the game"
        " from the {pool}."
    ),
    "exported_train": EventWords(
        "The next train, a {type}-train, leaves the game.", after="a {type}-train leaves the game"
    ),
    "rusted_after_round": EventWords(
        "Operating round {round_count} is over: the {type}-trains leave the game. Companies had"
        " {count} of them, and received {amount:$} for each.",
        after="the {type}-trains leave the game",
        report="remark",
    ),
    "formed": EventWords(
        "{company} floated: its capital comes with the next operating round.",
        after="{company} floated",
    ),
    "placed_marker": EventWords(
        "{company:who} placed the marker of {private:private} in {stop:place}."
    ),
    "pair_bonuses_lost": EventWords(
        "{company} has lost the markers of {private:private}.", report="remark"
    ),
    "told_neutral_token": EventWords("{company:who} placed a neutral {token}."),
    "neutral_token": EventWords("{company:who} placed a neutral {token} in {stop:place}."),
    "crossing_income": EventWords(
        "{owner:who} received {amount:$} with {private:private} for sides that were crossed."
    ),
    "left_neutral": EventWords("A neutral {token} stays in {stop:place}."),
    "no_moved_token_tile": EventWords("{company:who} laid no tile with {private:private}."),
    "token_bonus": EventWords("{company} received {amount:$} for its token in {stop:place}."),
    "brought_train": EventWords("{company} received a {type} with {private:private}."),
    "brought_no_train": EventWords(
        "{company} had no room for the {type} of {private:private}: it is out of the game."
    ),
    "shares_released": EventWords(
        "{percent}% {company} of {player:who} went to {place:the}.",
        after="{percent}% {company} to {place:the}",
    ),
    "bank_helped": EventWords(
        "{company} received a {type} for all that it had, {amount:$}.",
        step_bar=StepBarWords("trains", "a {type}", "-amount"),
    ),
    "price_goal": EventWords(
        "The price of {company} has reached the end of the market: {price:$}.",
        report="remark",
        milestone="",
    ),
    "last_train_sold": EventWords(
        "The bank has sold its last train.", report="remark", milestone=""
    ),
    "laid_private_tile": EventWords(
        "{player:who} laid {tile:tile} on {hex:hex} with {private:private}."
    ),
    "laid_no_private_tile": EventWords("{player:who} laid no tile of {private:private}."),
    "home_open": EventWords(
        "{company} will choose its home in {hex:hex} again.", after="", report="untold"
    ),
    "home_city": EventWords(
        "{layer:who} chooses the city of {hex:hex} for the {token} of {company}.",
        after="",
        report="untold",
    ),
}

STEPS = {
    "city_marker": StepWords("the marker of a private", "Marker", "list"),
    "token_move": StepWords("the move of a {token}", "Move a {token}", "list"),
    "moved_token_tile": StepWords("the tile of a private", "Tile of a private", "lay"),
    "joined_tiles": StepWords("the two tiles of a private", "Two tiles", "lay"),
    "joined_tile": StepWords("the second tile of a private", "Second tile", "lay"),
    "exchange_private": StepWords("the exchange of a private", "Exchange", "list"),
    "trade_private": StepWords("the trade of privates", "Trade of privates", "list"),
    "player_tile": StepWords("the tile of a private", "Tile of a private", "list"),
    "seller_tile": StepWords(
        "the tile of a private", "Tile of a private", "list", subject="The tile of a sold private"
    ),
}

ACTIONS = {
    "place_marker": ActionWords(
        "Place the marker",
        "{stop:place}",
        "Marker of {private:private} in {stop:place}",
        rule="marker",
    ),
    "place_neutral_token": ActionWords(
        "Place a neutral {token}",
        "{stop:place}",
        "Neutral {token} in {stop:place}",
        rule="token",
    ),
    "tell_neutral_token": ActionWords(
        "Place a neutral {token}", "A neutral {token}", "Place a neutral {token}", rule="token"
    ),
}

OFFERS = {
    "tell_neutral_token": OfferWords("The neutral token"),
    "marker": OfferWords("Cities for the marker", "Place a marker"),
    "neutral_token": OfferWords("Cities for the neutral token", "Place a neutral token"),
}

MEMOS = {
    "private_trade": MemoWords("private sold", "agreed", "trade"),
    "token_bonus": MemoWords("token placed", "fixed", "token"),
    "crossing_income": MemoWords("sides crossed", "fixed", "power"),
    "salvage": MemoWords("salvage", "fixed", "train"),
}

CHANCES = {
    "exchange": ChanceWords(
        "{player:who} may exchange {private:private} for {percent}% of {company} now.",
        "the exchange of {private:private}",
        {
            "begins": "{company} would float and first operate in operating round {of[0]}.{of[1]}; "
            "after a later exchange it would start later.",
            "sell": "The share may be sold in this turn.",
            "rises": "{company} would be sold out, and rise at the end of this round.",
        },
    ),
    "trade": ChanceWords(
        "{player:who} may sell a private to another player, or buy one, before the turn ends.",
        "trading privates",
    ),
}

# labels of the form that tells a position
FACTS: dict[str, str] = {
    "goal_company": "First company whose price has reached the end of the market",
    "city_markers": "Markers of privates, as company:private:city",
    "pair_bonuses": "Bonuses for pairs of stops, as company:private:president",
    "private_sellers": "Players who sold a private in the first operating round",
    "operating_rounds": "Operating rounds that have begun",
    "neutral_placers": "Companies that have placed their neutral token",
    "is_last_train_sold": "The last train is sold",
}


WORDS = Vocabulary(
    refusals=REFUSALS,
    actions=ACTIONS,
    offers=OFFERS,
    events=EVENTS,
    steps=STEPS,
    chances=CHANCES,
    facts=FACTS,
).with_own(Vocabulary.of_memos(MEMOS))
