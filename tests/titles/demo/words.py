"""Words that only 18Demo has."""

from companion.rules.words.vocabulary import (
    ActionWords,
    AtStation,
    EventWords,
    OfferWords,
    Vocabulary,
    hard,
)

REFUSALS = {
    "start.branch": hard("{company:who} is no public company: it goes with its private."),
    "leave.few": hard("Two players at least stay in the game."),
    "train.branch": hard("The {train:train} stays with {company:who}."),
}

EVENTS = {
    "cards": EventWords(
        "The order of play is now: {players:list}.",
        after="order of play: {players:list}",
        report="remark",
    ),
    "left_game": EventWords("{player:who} left the game.", report="remark", milestone=""),
    "branch_paid": EventWords(
        "{company} paid {player:who} {amount:$} and kept as much.",
        station=AtStation("branch_run", "{amount:$} paid", "+amount"),
    ),
    "branch_closed": EventWords("{company} closed.", after="", report="remark", milestone=""),
}

ACTIONS = {"LeaveGame": ActionWords("Leave the game", "Leave", "Leave the game")}

OFFERS = {"leave_game": OfferWords("Leave the game", group="aside")}

MEMOS = {
    "left_game": "money of a player who left",
    "branch_half": "half of the branch line's revenue",
}

WORDS = Vocabulary(REFUSALS, EVENTS, ACTIONS, OFFERS, memos=MEMOS)
