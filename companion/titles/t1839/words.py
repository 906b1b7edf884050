"""Words that only 1839 has."""

from companion.rules.core.vocabulary import (
    ActionWords,
    BreakdownMethod,
    DebtWords,
    EventWords,
    OfferWords,
    StepWords,
    Vocabulary,
    hard,
    soft,
)

REFUSALS = {
    # the stock round
    "start.nationalised": soft(
        "{player:who} nationalised a company in the last operating rounds, and may not "
        "take a {president}'s certificate from the {initial} in this round.",
        "barred",
    ),
    "start.homes": hard("There are no two hexes left in which {company:who} could be at home."),
    "buy.director_first": hard(
        "The {president}'s certificate of {company:who} is in the {initial}: it must be "
        "bought before any other share.",
        "{president} first",
    ),
    "buy.redeemed": soft("{player:who} has redeemed shares in this turn: one action a turn."),
    "sell.once": soft(
        "{player:who} has sold {company:who} already: each company once before the turn's "
        "action, and once after it.",
        "sold it",
    ),
    "sell.each_once": hard("A sale by {player:who} names each company in it once."),
    "redeem.all": soft("{company:who} redeems all of the {percent}% that was sold, or none of it."),
    "redeem.cash": hard(
        "{company:who} has {cash:$}; redeeming {percent}% costs {price:$}.", "can't afford"
    ),
    "redeem.director": soft("{player:who} is not {president} of {company:who}."),
    "redeem.unfloated": hard("{company:who} has not floated, and has no {treasury}."),
    "redeem.pool": hard("Only {pool_percent}% of {company:who} may be redeemed.", "too many"),
    "token.home_big": soft(
        "{company:who} has named a hex with two cities or a big city: the other home must "
        "be neither."
    ),
    "token.home_last": hard("With {home:hex} no hex is left for the other home of {company:who}."),
    "forced.one_sale": soft(
        "All that {player:who} may sell is not enough for {debt:debt}: it goes in one "
        "sale, {sales:shares}.",
        "all at once",
    ),
    "bankrupt.sell_first": soft(
        "{player:who} must sell all that may be sold before going bankrupt.", "sell first"
    ),
    "agree.left": hard("{player:who} has left the game."),
}

EVENTS = {
    "redeemed_shares": EventWords(
        "{company} redeemed {percent}% for {price:$}.",
        after="{company} redeemed {percent}% for {price:$}",
    ),
    "redeemed_none": EventWords(
        "{company} redeemed none of the {percent}%.", after="", report="untold"
    ),
    "sold_shares_for_debt": EventWords(
        "{company} sold {percent}% of itself for {amount:$}.",
    ),
}

ACTIONS = {
    "redeem_shares": ActionWords("Redeem", "Redeem", "Redeem {percent}% {company}"),
}

OFFERS = {
    "redeem": OfferWords("May be redeemed"),
}

STEPS = {
    "redeem": StepWords(
        "redeeming shares", "Redeem", "question", ends=("Redeem none", "Redeem none")
    ),
}

MEMOS = {
    "home_fee": "fee for homes",
    "redeemed": "shares redeemed",
}

RECKONINGS = {
    "home_fee": BreakdownMethod("homes", "start"),
    "redeemed": BreakdownMethod("shares", "redeem"),
}

DEBTS = {
    "home_fee": DebtWords(
        "{debtor:who} owes the fee for its homes.", "the fee for its homes", "the homes"
    ),
}

# labels of the form that tells a position
FACTS: dict[str, str] = {
    "pairing": "Company of each brown private, as private:company",
    "nationalisation_counts": "How often a local was nationalised, as local:number",
    "nationalisers": "Players who nationalised in this set",
    "price_falls": "Prices that fall later, as company:percent",
    "operating_round_count": "Operating rounds so far",
    "locals_due": "Locals due, as private:player",
    "is_nationalisation_open": "Companies may be nationalised now",
    "departed_players": "Players who have left the game",
}


WORDS = Vocabulary(
    REFUSALS,
    EVENTS,
    ACTIONS,
    OFFERS,
    STEPS,
    MEMOS,
    debts=DEBTS,
    reckonings=RECKONINGS,
    facts=FACTS,
)
