"""Words that only 1882 has."""

from companion.rules.core.vocabulary import (
    BreakdownMethod,
    EventWords,
    Vocabulary,
    soft,
)

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

WORDS = Vocabulary(
    refusals=REFUSALS,
    events=EVENTS,
    memos={"rebellion_bonus": "yellow tile"},
    reckonings={"rebellion_bonus": BreakdownMethod("fixed", "power")},
)
