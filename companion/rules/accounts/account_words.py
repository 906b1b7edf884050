"""The words of a game of accounts."""

from companion.rules.core.vocabulary import (
    ActionWords,
    EventWords,
    MemoWords,
    OfferWords,
    StepWords,
    Vocabulary,
    hard,
)

REFUSALS = {
    "account.same": hard("Both sides are the same: choose two."),
    "account.nothing": hard("An amount above 0 is needed."),
    "account.cash": hard("{payer:who} has {cash:$}, not {amount:$}."),
    "account.place": hard(
        "Shares of {company} are with a player, in its treasury, in the {initial} or in the {pool}."
    ),
    "account.shares": hard("A share of {company} is {percent}%: enter a multiple of that."),
    "account.held": hard("{owner:who} has {percent}% of {company}, not {asked}%."),
}

EVENTS = {
    "account_payment": EventWords("{payer:who} paid {amount:$} to {payee:who}."),
    "account_payment_to_bank": EventWords("{payer:who} paid {amount:$} to the {bank}."),
    "account_payment_by_bank": EventWords("The {bank} paid {amount:$} to {payee:who}."),
    "account_shares": EventWords("{company}: {percent}% from {giver:the} to {taker:the}."),
    "account_shares_sold": EventWords(
        "{company}: {percent}% from {giver:the} to {taker:the}, for {amount:$}."
    ),
}

STEPS = {
    "account_payment": StepWords("the accounts", "Accounts", "accounts"),
    "account_dividend": StepWords("a dividend", "Dividend", "accounts"),
    "account_shares": StepWords("shares", "Shares", "accounts"),
    "close_accounts": StepWords("the end of the game", "The end", "accounts"),
}

ACTIONS = {
    "account_payment": ActionWords(
        "{payer:who} pays {payee:who}", "{payee:who}", "{payer:who} pays {payee:who}"
    ),
    "account_dividend": ActionWords("Dividend of {company}", "{company}", "Dividend of {company}"),
    "account_shares": ActionWords("Shares of {company}", "{company}", "Shares of {company}"),
    "close_accounts": ActionWords("End the game now", "End", "End the game"),
}

OFFERS = {
    "close": OfferWords(
        "End the game",
        group="apart",
        says="The accounts are closed, and the standings are final. Undo opens them again.",
    ),
}

MEMOS = {
    "account_payment": MemoWords("payment", ""),
    "account_shares": MemoWords("shares", "shares"),
}

WORDS = Vocabulary(
    refusals=REFUSALS,
    events=EVENTS,
    actions=ACTIONS,
    offers=OFFERS,
    steps=STEPS,
).with_own(Vocabulary.of_memos(MEMOS))
