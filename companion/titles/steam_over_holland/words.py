"""Words that only Steam over Holland has."""

from companion.rules.core.vocabulary import (
    ActionWords,
    EventWords,
    MemoWords,
    Vocabulary,
    hard,
    soft,
)

REFUSALS = {
    "sell.started": soft(
        "{company:who} was started in this stock round: its shares may not be sold in it.",
        "just started",
    ),
    "start.share": soft(
        "{player:who} has {percent}% of {company:who} and may not start it in phase {phase:phase}.",
        "not by its owner",
        limits=("holding",),
    ),
    "buy.face_down": soft(
        "{player:who} has shares face down: they must turn one up, or start another company.",
        "turn up first",
    ),
    "pass.face_down": soft(
        "{player:who} has shares face down and may not pass: they must turn one up, or start"
        " another company."
    ),
    "share.none_down": hard("{player:who} has no share of {company:who} face down."),
    "forced.cheapest": soft(
        "{company:who} has sold shares of its own for a train: it must buy the "
        "{train:train} for {cost:$}, or one of another company that costs no more."
    ),
    "forced.too_few": soft(
        "If so few are sold now, the rest would not pay for the train. Selling {percent}% "
        "of {company:who} in one sale would be enough."
    ),
    "bankrupt.can_pay": hard(
        "{company:who}, its own shares and {player:who} together can pay the {price:$}."
    ),
}

EVENTS = {
    "drew_privates": EventWords(
        "The privates of this game: {privates:privates}.",
        after="the privates of this game: {privates}",  # short, on one line of a tablet
        report="remark",
    ),
    "subsidy": EventWords(
        "The bank paid {company} {amount:$} for the share that came with a private.", after=""
    ),
    "activated_share": EventWords("{player:who} turned up a share of {company}."),
    "top_reached": EventWords(
        "{company} has reached the top of the market: the game ends with this round.",
        after="",
        report="remark",
        milestone="",
    ),
}

ACTIONS = {
    "activate_share": ActionWords("Turn a share up", "Turn up", "Turn up a share of {company}"),
}

MEMOS = {
    "subsidy": MemoWords("subsidy", "capital", "exchange"),
}

# labels of the form that tells a position
FACTS: dict[str, str] = {
    "phases_due": "Phases that begin after this turn",
    "inactive_shares": "Shares that are not active yet, as player:company",
}


WORDS = Vocabulary(
    REFUSALS,
    EVENTS,
    ACTIONS,
    facts=FACTS,
).with_own(Vocabulary.of_memos(MEMOS))
