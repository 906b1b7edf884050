"""Words of 18MS, in addition to those of the standard game."""

from companion.rules.core.vocabulary import EventWords, MemoWords, Vocabulary, hard, soft

MEMOS = {
    "chattanooga": MemoWords("Chattanooga reached", rule="lay"),
    "help_fee": MemoWords("fee for help", rule="train"),
    "loan_interest": MemoWords("interest", rule="train"),
}

WORDS = Vocabulary(
    refusals={
        "private.first": soft(
            "In operating round 1 companies may not buy {private:private} yet.", "later"
        ),
        "private.rounds": soft(
            "Companies may buy {private:private} only in operating rounds 2 to 4.", "not now"
        ),
        "private.no_room": soft(
            "{company:who} has no room for the train of {private:private}.", "no room"
        ),
        "train.rusting": soft(
            "This {train:train} has run, and leaves the game after this operating round: "
            "it can no longer be sold.",
            "has run",
        ),
        "train.help": hard(
            "{player:who} must pay {lacking:$} and a fee of {fee:$} to help {company:who}; they"
            " have {cash:$}.",
            "can't afford",
        ),
        "train.loan": soft(
            "{player:who} may borrow only if there are no shares to sell and the cheapest "
            "train costs too much.",
            "no loan",
            cases={
                "lacking raisable": "{player:who} must sell their shares before they may borrow."
                " {lacking:$} is missing; sales can bring up to {raisable:$}."
            },
        ),
        "bankrupt.loan": hard("Nobody goes bankrupt here: {player:who} borrows what is missing."),
    },
    events={
        "chattanooga": EventWords("{company} received {amount:$}: it has reached Chattanooga."),
        "help_fee": EventWords("{player:who} paid {amount:$} for the help."),
        "loan_interest": EventWords(
            "{player:who} was charged {amount:$} of interest on their debt."
        ),
    },
    facts={
        "chattanooga_company": "Company that was paid for Chattanooga",
        "trains_run": "Trains that have run and leave after this round",
    },
).with_own(Vocabulary.of_memos(MEMOS))
