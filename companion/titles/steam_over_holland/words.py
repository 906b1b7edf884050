"""Sentences for refusals and events that only Steam over Holland has."""

# code -> (message, may the table overrule it?)
REFUSALS: dict[str, tuple[str, bool]] = {
    "sell.started": (
        "{company:who} was started in this stock round: its shares are not sold in it.",
        True,
    ),
    "sell.together": (
        "{player:who} has sold {company:who} in this turn: its shares are sold together.",
        True,
    ),
    "start.share": (
        "{player:who} has {percent}% of {company:who} and may not start it in phase {phase}.",
        True,
    ),
    "start.gone": ("{company:who} is out of the game.", False),
    "buy.face_down": (
        "{player:who} has shares face down: he turns one up, or starts another company.",
        True,
    ),
    "pass.face_down": ("{player:who} has shares face down and may not pass.", True),
    "share.none_down": ("{player:who} has no share of {company:who} face down.", False),
    "treasury.none": ("The treasury of {company:who} holds {percent}%, not {asked}%.", False),
    "treasury.players": (
        "{company:who} sells {most}% at most in a turn, as much as the players hold.",
        True,
    ),
    "treasury.full": (
        "The {pool:who} holds {pooled}% of {company:who}; {limit}% is the most it takes.",
        True,
    ),
    "treasury.once": ("{company:who} has dealt in its own shares in this turn already.", True),
    "treasury.market": (
        "The {pool:who} holds {percent}% of {company:who}, not {asked}%.",
        False,
    ),
    "treasury.cash": ("{percent}% costs {price:$}; {company:who} has {cash:$}.", False),
    "lay.one_replaced": (
        "{company:who} has replaced a tile in this turn: the other tile is yellow.",
        True,
    ),
    "power.no_river": ("The tile crosses no river: {private:who} has nothing to pay.", True),
    "forced.treasury_first": (
        "{company:who} first sells of its own shares what the train needs.",
        True,
    ),
    "forced.treasury_too_much": ("{most}% of {company:who} is all the train needs.", True),
    "forced.cheapest": (
        "{company:who} has sold shares of its own for a train: it buys the {train:train} for"
        " {cost:$}, or one of another company that costs no more.",
        True,
    ),
    "forced.too_few": (
        "With only {percent}% of {company:who} sold now, the rest would not pay for the train.",
        True,
    ),
    "forced.in_vain": ("No sale takes place: it would not pay for a train.", True),
    "bankrupt.can_pay": (
        "{company:who}, its own shares and {player:who} together can pay the {price:$}.",
        False,
    ),
}

EVENTS: dict[str, str] = {
    "drawn": "The privates of this game: {privates}.",
    "unsold": "Nobody took {private:who}: it leaves the game.",
    "cannot_bid": "{player:who} has less than the least bid of {least:$} for {private:who}.",
    "subsidy": "The bank paid {company} {amount:$} for the share that came with a private.",
    "activated": "{player:who} turned up a share of {company}.",
    "company_bankrupt": "{company} is bankrupt and leaves the game.",
    "top": "{company} has reached the top of the market: the game ends with this round.",
}
