"""The words of the bank's advances."""

from companion.rules.core.vocabulary import (
    ActionWords,
    EventWords,
    MemoWords,
    RefusalWords,
    StepWords,
    hard,
)

STEPS: dict[str, StepWords] = {"advance": StepWords("an advance", "Advance", "list")}

REFUSALS: dict[str, RefusalWords] = {
    "advance.whom": hard("The bank advances money to players, and to companies that operate."),
    "advance.bank": hard("The bank has {cash:$}: it cannot advance {amount:$}."),
    "advance.owed": hard("{party:who} owes the bank {amount_owed:$}."),
    "advance.cash": hard("{party:who} has {cash:$} to pay with."),
}

ACTIONS: dict[str, ActionWords] = {
    "advance_money": ActionWords("An advance from the bank", "Advance", "Advance {amount:$}"),
    "repay_advance": ActionWords("An advance paid back", "Pay back", "Pay back {amount:$}"),
}

EVENTS: dict[str, EventWords] = {
    "advanced_money": EventWords(
        "‡ The bank advanced {amount:$} to {payee:who}, who owes it ({reason}).", report="remark"
    ),
    "repaid_advance": EventWords(
        "{party:who} paid back {amount:$} that the bank had advanced, and owes {remaining:$}.",
        report="remark",
    ),
}

MEMOS: dict[str, MemoWords] = {
    "advance": MemoWords("‡ advance from the bank", "agreed"),
    "repayment": MemoWords("advance paid back", "agreed"),
}
