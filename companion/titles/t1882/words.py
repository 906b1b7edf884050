"""Words that only 1882 has."""

from companion.rules.core.vocabulary import EventWords, MemoWords, Vocabulary, soft

REFUSALS = {
    "start.private": soft("Only the owner of {private:private} may start {company:who}."),
}

EVENTS = {
    "rebellion": EventWords("The rebellion removes yellow tiles: {hexes:list}."),
    "quiet_rebellion": EventWords("The rebellion finds no yellow tile in its area."),
    "never_started": EventWords("{company:who} can no longer be started."),
    "added_train": EventWords("{company:who} brings another {type}-train to the bank."),
    "rebellion_bonus": EventWords("{company:who} received {amount:$} for its tile on {hex:hex}."),
}

MEMOS = {"rebellion_bonus": MemoWords("yellow tile", rule="power")}

WORDS = Vocabulary(refusals=REFUSALS, events=EVENTS).with_own(Vocabulary.of_memos(MEMOS))
