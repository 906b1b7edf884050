"""Words that only 1828 has."""

from companion.rules.words.vocabulary import (
    ActionWords,
    EventWords,
    OfferWords,
    StepWords,
    Vocabulary,
    hard,
    soft,
)

REFUSALS = {
    "private.row": hard("{private:who} is not in the cheapest row, that of {price:$}.", "dearer"),
    "private.has_bid": hard(
        "On {private:who} a bid stands: it is sold to a bidder, not bought.", "has a bid"
    ),
    "private.others": hard(
        "{private:who} is for sale when the others of its row have a bid: {others:list}.",
        "others first",
    ),
    "sell.first_round": soft("Nothing may be sold in the first stock round.", "not yet"),
    "buy.two": soft(
        "Two certificates in one turn are bought only of a gray company, by its director, one right"
        " after the other.",
        "bought one",
    ),
    "swap.power": hard("{private:who} cannot be swapped for a share."),
    "swap.not_yours": hard("{private:who} belongs to {owner:who}."),
    "swap.round": hard("{private:who} is swapped in a stock round or an operating round."),
    "swap.unparred": soft("{company:who} has no par: half its director's certificate comes first."),
    "swap.cash": hard("{player:who} has {cash:$}; the par price of {company:who} is {price:$}."),
}

EVENTS = {
    "swapped": EventWords(
        "{player:who} swapped the {private:private} for {percent}% of {company}."
    ),
    "swapped_half": EventWords(
        "{player:who} swapped the {private:private} for half the {president}'s certificate of"
        " {company}, started it at {price:$} and has {percent}%."
    ),
    "left_play": EventWords(
        "{company} has no par and left play; blocking markers lie in {hexes:list}.",
        after="{company} left play",
        report="remark",
        milestone="",
    ),
}

ACTIONS = {
    "SwapPrivate": ActionWords(
        "Swap for {company}, {place:who}",
        "{company}",
        "Swap {private} for 10% {company}| from the {place:who}",
        {"price": "Swap {private} for 20% {company}, par {price}"},
    ),
}

OFFERS = {"swap": OfferWords("Swap a private", "Swap a private", group="aside")}

STEPS = {"swap": StepWords("the swap of a private", "Swap", "list")}

WORDS = Vocabulary(refusals=REFUSALS, events=EVENTS, actions=ACTIONS, offers=OFFERS, steps=STEPS)
