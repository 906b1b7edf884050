"""Words that only Steam over Holland has."""

from companion.rules.core.vocabulary import (
    ActionWords,
    BreakdownMethod,
    ChanceWords,
    EventWords,
    OwnerChangeWords,
    StepBarWords,
    StepWords,
    Vocabulary,
    hard,
    soft,
)

REFUSALS = {
    "sell.started": soft(
        "{company:who} was started in this stock round: its shares are not sold in it.",
        "just started",
    ),
    "start.share": soft(
        "{player:who} has {percent}% of {company:who} and may not start it in phase {phase}.",
        "not by its owner",
        limits=("holding",),
    ),
    "buy.face_down": soft(
        "{player:who} has shares face down: he turns one up, or starts another company.",
        "turn up first",
    ),
    "pass.face_down": soft("{player:who} has shares face down and may not pass."),
    "share.none_down": hard("{player:who} has no share of {company:who} face down."),
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
    "treasury.once": soft("{company:who} has dealt in its own shares in this turn already."),
    "treasury.market": hard(
        "The {pool:who} holds {percent}% of {company:who}, not {requested_percent}%."
    ),
    "treasury.cash": hard("{percent}% costs {price:$}; {company:who} has {cash:$}."),
    "lay.once_in_a_hex": soft(
        "{company:who} has laid on {hex} in this turn: it is not replaced in it."
    ),
    "power.no_river": soft("The tile crosses no river: {private:who} has nothing to pay."),
    "forced.cheapest": soft(
        "{company:who} has sold shares of its own for a train: it buys the {train:train}"
        " for {cost:$}, or one of another company that costs no more."
    ),
    "forced.too_few": soft(
        "With so few sold now the rest would not pay for the train. {percent}% of {company:who} in"
        " one sale would do."
    ),
    "bankrupt.can_pay": hard(
        "{company:who}, its own shares and {player:who} together can pay the {price:$}."
    ),
}

EVENTS = {
    "drew_privates": EventWords(
        "The privates of this game: {privates}.", after="", report="remark"
    ),
    "private_unsold": EventWords(
        "Nobody took {private:who}: it leaves the game.",
        after="",
        report="remark",
        fate=OwnerChangeWords("not sold", ends=True),
    ),
    "cannot_bid": EventWords(
        "{player:who} has less than the least bid of {minimum:$} for {private:who}."
    ),
    "subsidy": EventWords(
        "The bank paid {company} {amount:$} for the share that came with a private.", after=""
    ),
    "activated_share": EventWords("{player:who} turned up a share of {company}."),
    "company_bankrupt": EventWords(
        "{company} is bankrupt and leaves the game.", after="", report="remark", milestone=""
    ),
    "top_reached": EventWords(
        "{company} has reached the top of the market: the game ends with this round.",
        after="",
        report="remark",
        milestone="",
    ),
    "no_shares": EventWords("{company} sold and bought none of its own shares.", report="untold"),
    "sold_own_shares": EventWords(
        "{company} sold {percent}% of itself for {amount:$}.",
        step_bar=StepBarWords("treasury", "{percent}% sold", "+amount"),
    ),
    "bought_own_shares": EventWords(
        "{company} bought {percent}% of itself back for {amount:$}.",
        step_bar=StepBarWords("treasury", "{percent}% bought back", "-amount"),
    ),
}

ACTIONS = {
    "activate_share": ActionWords("Turn a share up", "Turn up", "Turn up a share of {company}"),
}

STEPS = {
    "treasury": StepWords(
        "dealing in its own shares", "Own shares", "list", ends=("No shares", "No more shares")
    )
}

MEMOS = {
    "buy_back": "own shares bought back",
    "subsidy": "subsidy",
}

RECKONINGS = {
    "buy_back": BreakdownMethod("shares", "treasury"),
    "subsidy": BreakdownMethod("capital", "exchange"),
}

CHANCES = {
    "own_shares": ChanceWords(
        "{company} may sell shares of its own, or buy some back, before its turn ends.",
        "dealing in own shares",
        {"token": "A token could be paid with a sale only now."},
    ),
    "token_private": ChanceWords(
        "{company} may buy {private:who}, which would pay for a token.", "buying {private:who}"
    ),
}

WORDS = Vocabulary(
    REFUSALS,
    EVENTS,
    ACTIONS,
    steps=STEPS,
    memos=MEMOS,
    chances=CHANCES,
    reckonings=RECKONINGS,
)
