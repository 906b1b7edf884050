"""Words that only 1839 of 2015 has."""

from companion.rules.words.vocabulary import (
    ActionWords,
    Again,
    EventWords,
    OfferWords,
    StepWords,
    Vocabulary,
    hard,
    soft,
)

REFUSALS = {
    "sum.none_left": hard("No sum of {amount:$} is left; there are {left:list}.", "none left"),
    "sell.not_operated": soft(
        "{company:who} has not ended an operating turn: nothing of it is sold.", "not operated"
    ),
    "buy.foreign_phase": soft("Shares of foreign companies are not sold in phase {phase}."),
    "buy.bundle": hard("A director buys 20% to {most}% of a company at once.", "not so many"),
    "buy.bundle_director": soft(
        "{player:who} is not {president} of {company:who}, and buys one certificate.", "one only"
    ),
    "token.one_home": hard("{company:who} places one of its homes at least."),
    "token.two_tiles": soft("{company:who} has laid two tiles: no marker after them."),
    "deal.order": hard(
        "The order of the cards names each seat once: the numbers from 1 to {players}, with blanks"
        " between."
    ),
}

EVENTS = {
    "laid_sum": EventWords(
        "{player:who} laid {amount:$} on {private:who}, which costs {price:$} now.",
        again=Again(("private",), ("amount",)),
    ),
    "homes_given_up": EventWords("{company:who} places no more homes."),
    "entered": EventWords("{company:who} comes on the market at {price:$}."),
    "foreign_turn": EventWords(
        "{company:who} operates: the incomes {incomes:list} make {revenue:$}.",
        after="{company:who} operates with {revenue:$}",
    ),
    "foreign_idle": EventWords(
        "{company:who} operates: no company ran there.", after="{company:who}: nobody ran there"
    ),
    "foreign_back": EventWords(
        "{company:who} bought {percent}% of itself from the pool at {price:$} for each 2%, for"
        " {amount:$}; it has {left:$} left.",
        after="{company:who} bought {percent}% back",
    ),
    "foreign_train": EventWords(
        "{company:who} bought a {type} for {price:$}; it has {left:$} left.",
        after="{company:who} bought a {type}",
    ),
}

ACTIONS = {
    "LaySum": ActionWords("Lay {amount:$}", "{amount}", "Lay {amount:$} on {private}"),
    "BuyBundle": ActionWords(
        "IPO {initial}%, pool {pooled}%",
        "{initial}% + {pooled}%",
        "Buy IPO {initial}%, pool {pooled}%| of {company}",
    ),
    "DealCards": ActionWords("Deal", "Deal", "Deal the cards anew"),
}

OFFERS = {
    "lay_sum": OfferWords("Sums to lay"),
    "bundle": OfferWords("Several at once"),
    "deal": OfferWords("Number cards"),
}

STEPS = {
    "sums": StepWords("sums laid before the sale", "Sums", "sale", head="lay a sum"),
    "deal": StepWords("the cards dealt anew", "Deal", "sale", head="deal the cards"),
}

MEMOS = {
    "foreign_half": "the bank's half of foreign shares",
    "foreign_back": "own shares bought back",
}

WORDS = Vocabulary(REFUSALS, EVENTS, ACTIONS, OFFERS, STEPS, MEMOS)
