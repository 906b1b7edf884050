"""The words for a sale of privates with discounts, for titles that have one."""

from companion.rules.core.vocabulary import (
    ActionWords,
    EventWords,
    OfferWords,
    Vocabulary,
    hard,
    soft,
)

REFUSALS = {
    "private.not_sold": hard("{private:private} is not for sale.", "not for sale"),
    "private.discounted": soft(
        (
            "{player:who} has discounted {private:private} in this turn and may not buy it in the "
            "same turn."
        ),
        "discounted it",
    ),
    "private.free_first": soft(
        "{private:private} cost nothing when the turn began: {player:who} must take it first.",
        "the free one first",
    ),
    "discount.only_buyer": soft(
        "Only {player:who} could pay for any private when the turn began: as long as "
        "{player:who} can, one must be bought.",
        "nobody else can pay",
    ),
}

EVENTS = {
    "discounted_private": EventWords("{player:who} discounted {private:private} to {price:$}."),
}

ACTIONS = {
    "discount_private": ActionWords(
        "Discount", "Discount", "Discount {private:private}", rule="discount"
    ),
}

OFFERS = {
    "discount_private": OfferWords("discount", "Discount", group="aside"),
}

DISCOUNTS = Vocabulary(REFUSALS, EVENTS, ACTIONS, OFFERS)
