"""Words that only 1839 of 2015 has."""

from companion.rules.words.vocabulary import (
    ActionWords,
    OfferWords,
    StepWords,
    Vocabulary,
    hard,
)

REFUSALS = {
    "sum.none_left": hard("No sum of {amount:$} is left; there are {left:list}.", "none left"),
    "deal.order": hard(
        "The order of the cards names each seat once: the numbers from 1 to {players}, with blanks"
        " between."
    ),
}

ACTIONS = {
    "LaySum": ActionWords("Lay a sum", "Lay {amount}", "Lay {amount:$} on {private}"),
    "DealCards": ActionWords("Deal", "Deal", "Deal the cards anew"),
}

OFFERS = {
    "lay_sum": OfferWords("Sums to lay", "Lay", group="aside"),
    "deal": OfferWords("Number cards"),
}

STEPS = {
    "sums": StepWords("sums laid before the sale", "Sums", "sale", head="lay a sum"),
    "deal": StepWords("the cards dealt anew", "Deal", "sale", head="deal the cards"),
}

WORDS = Vocabulary(REFUSALS, {}, ACTIONS, OFFERS, STEPS)
