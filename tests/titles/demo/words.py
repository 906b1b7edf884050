"""Words that only 18Demo has."""

from companion.rules.core.vocabulary import (
    ActionWords,
    DebtWords,
    EventWords,
    OfferWords,
    StepBarWords,
    Vocabulary,
    hard,
    soft,
)

REFUSALS = {
    "start.merged": hard("{company:who} has merged into another company."),
    "leave.few": hard("Two players at least stay in the game."),
    "merge.kind": hard("{company:who} is no light railway that operates and has not merged."),
    "merge.director": soft("{player:who} is not director of {company:who}."),
    "merge.share": soft("{player:who} has no share of {company:who}."),
    "merge.nobody": hard("Nobody would have enough of {company:who} to direct it."),
    "train.branch": hard("The {train:train} stays with {company:who}."),
}

EVENTS = {
    "merged": EventWords(
        "{player:who} merged {other_company} into {company}, at {price:$}.",
        report="remark",
        milestone="",
    ),
    "state_begins": EventWords(
        "{company} begins at {price:$}, with {amount:$} of the State.", report="remark"
    ),
    "became_railway": EventWords(
        "{company} is a railway from now on.", after="{company} is a railway", report="remark"
    ),
    "branch_paid": EventWords(
        "{company} paid {player:who} {amount:$} and kept as much.",
        step_bar=StepBarWords("branch_run", "{amount:$} paid", "+amount"),
    ),
    "branch_closed": EventWords("{company} closed.", after="", report="remark", milestone=""),
}

ACTIONS = {
    "leave_game": ActionWords("Leave the game", "Leave", "Leave the game"),
    "merge": ActionWords(
        "Merge with {other_company}", "{other_company}", "Merge {other_company} into {company}"
    ),
}

OFFERS = {"leave_game": OfferWords("Leave the game")}

DEBTS = {
    "levy": DebtWords("{debtor:who} owes the levy on its markers.", "the levy", "the levy"),
}

MEMOS = {
    "levy": "levy on markers",
    "state_money": "the State's money",
    "merger": "money of a merged company",
    "odd_half": "half a share of a merged company",
    "leaver_cash": "money of a player who left",
    "branch_half": "half of the branch line's revenue",
}

WORDS = Vocabulary(REFUSALS, EVENTS, ACTIONS, OFFERS, memos=MEMOS, debts=DEBTS)
