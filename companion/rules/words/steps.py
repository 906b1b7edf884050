"""The words for steps and chances that all titles share."""

from companion.rules.core.vocabulary import ChanceWords, StepWords

# Trains are always asked, because offers and prices differ in every turn. Runs are always asked,
# because they are never declined. Their offer needs a search, for which no screen waits.
STEPS: dict[str, StepWords] = {
    "auction": StepWords("the sale of privates", "Privates", "sale", head="buy or bid"),
    "set_par": StepWords("naming a par price", "Par price", "price", head="name a price"),
    "shares": StepWords("buying and selling shares", "Shares", "shares", head="buy one"),
    "home": StepWords("the home {token}", "Home {token}", "stop"),
    "name_home": StepWords("naming a home", "Home", "stop"),
    "track": StepWords("laying track", "Track", "lay", ends=("Lay no track", "Lay no more track")),
    "extra_tile": StepWords("the extra tile", "Extra tile", "lay"),
    "token": StepWords(
        "placing a {token}", "{Token}", "stop", ends=("Place no {token}", "Place no more {tokens}")
    ),
    "run": StepWords("running trains", "Run trains", "runs", always_asked=True),
    "dividend": StepWords("the dividend", "Dividend", "dividend"),
    "trains": StepWords(
        "buying trains",
        "Trains",
        "list",
        subject="Buy trains",
        ends=("Buy no train", "Buy no more trains"),
        always_asked=True,
    ),
    "privates": StepWords(
        "buying privates",
        "Privates",
        "list",
        subject="Buy privates",
        ends=("Buy no private", "Buy no more privates"),
    ),
    "discard": StepWords("discarding a train", "Discard trains", "list", subject="Too many trains"),
    "debt": StepWords("raising money", "Raise money", "question", head="raise money"),
    "stop": StepWords("agreeing to stop here", "Stop here", "list"),
    "agreement": StepWords("agreeing who has won", "All agree", "list"),
    "chance": StepWords("a last chance", "Last chance", "question", ends=("Not now", "Not now")),
}

CHANCES = {
    "buy_private": ChanceWords(
        "{company} may buy privates now.",
        "buying privates",
        {
            "track": "With {of[0]:private} the company could lay track in this turn.",
            "token": "With {of[0]:private} the company could place a {token} in this turn.",
            "run": "With {of[0]:private} the company could run in this turn.",
        },
    ),
    "extra_tile": ChanceWords(
        "{company} may lay the extra tile of {private:private} in this turn.",
        "the extra tile of {private:private}",
        {
            "token": "With it the company could place a token in this turn.",
            "run": "With it the company could run in this turn.",
        },
    ),
}
