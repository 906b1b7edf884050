"""The words for companies that sell and buy back their own shares, for titles that have them."""

from companion.rules.core.vocabulary import (
    ChanceWords,
    EventWords,
    MemoWords,
    StepBarWords,
    StepWords,
    Vocabulary,
    hard,
    soft,
)

REFUSALS = {
    "treasury.none": hard(
        "The treasury of {company:who} holds {percent}%, not {requested_percent}%."
    ),
    "treasury.players": soft(
        "{company:who} sells {maximum}% at most in a turn, as much as the players hold."
    ),
    "treasury.full": soft(
        "The {pool:who} holds {pool_percent}% of {company:who}; {limit}% is the most it takes.",
        "no room",
    ),
    "treasury.once": soft("{company:who} has already traded its own shares in this turn."),
    "treasury.market": hard(
        "The {pool:who} holds {percent}% of {company:who}, not {requested_percent}%."
    ),
    "treasury.cash": hard("{percent}% costs {price:$}; {company:who} has {cash:$}."),
}

EVENTS = {
    "no_shares": EventWords("{company} traded none of its own shares.", report="untold"),
    "sold_own_shares": EventWords(
        "{company} sold {percent}% of itself for {amount:$}.",
        step_bar=StepBarWords("treasury", "{percent}% sold", "+amount"),
    ),
    "bought_own_shares": EventWords(
        "{company} bought {percent}% of itself back for {amount:$}.",
        step_bar=StepBarWords("treasury", "{percent}% bought back", "-amount"),
    ),
}

STEPS = {
    "treasury": StepWords(
        "trading its own shares",
        "Own shares",
        "list",
        ends=("Trade no shares", ("Trade no more shares")),
    )
}

CHANCES = {
    "own_shares": ChanceWords(
        "{company} may sell shares of its own, or buy some back, before its turn ends.",
        "trading own shares",
        {"token": "A token could be paid with a sale only now."},
    ),
    "token_private": ChanceWords(
        "{company} may buy {private:private}, which would pay for a token.",
        "buying {private:private}",
    ),
}

MEMOS = {"buy_back": MemoWords("own shares bought back", "shares", "treasury")}

OWN_SHARES = Vocabulary(
    refusals=REFUSALS,
    events=EVENTS,
    steps=STEPS,
    chances=CHANCES,
).with_own(Vocabulary.of_memos(MEMOS))
