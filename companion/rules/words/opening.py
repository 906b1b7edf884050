"""The words of games that begin in the middle."""

from companion.rules.core.vocabulary import (
    ActionWords,
    EventWords,
    MemoWords,
    RefusalWords,
    StepWords,
    hard,
    soft,
)

STEPS: dict[str, StepWords] = {"opening": StepWords("the opening position", "Position", "list")}

REFUSALS: dict[str, RefusalWords] = {
    "opening.moment": hard("A position is entered before the first action of a game."),
    "opening.sheet": hard("This part of the position cannot be read: {part:quoted}."),
    "opening.unknown": hard("{id:quoted} is entered, but this game does not have it."),
    "opening.whole": hard("The position is not consistent: {why:quoted}."),
    "opening.money_over": hard(
        "The money is {amount:$} too much: {given:$} is entered, but there is {there:$}."
    ),
    "opening.money_missing": hard(
        "{amount:$} is missing: {given:$} is entered, but there is {there:$}."
    ),
    "opening.owes": hard("{owner:who} has {amount:,}: the minimum is 0."),
    "opening.shares_over": hard(
        "{company:who}: {given}% is entered, but there is {there}%. {over}% is too much."
    ),
    "opening.shares_missing": hard(
        "{company:who}: {given}% is entered, but there is {there}%. {missing}% is missing."
    ),
    "opening.deal": hard(
        "{company:who}: its certificates cannot make up these holdings. They are {sizes:list}%."
    ),
    "opening.presidents": hard(
        "Two have the {president}'s certificate of {company:who}: {players:and}. Only one can."
    ),
    "opening.no_president": hard(
        "{company:who} has a price and no {president}: that certificate belongs to a player."
    ),
    "opening.president_part": hard(
        "{player:who} is {president} of {company:who} with {percent}%: that certificate alone is"
        " {part}%."
    ),
    "opening.lesser_president": soft(
        "{player:who} is {president} of {company:who} with {percent}%; {other:who} has {more}%."
    ),
    "opening.private": hard("{private:private} belongs to nobody: it needs an owner or is closed."),
    "opening.train_over": hard(
        "{type:train}-trains: {given} are entered, but there are {there}; {over} too many."
    ),
    "opening.train_missing": hard(
        "{type:train}-trains: {given} are entered, but there are {there}; {missing} missing."
    ),
    "opening.tile": hard("Tile {tile:tile}: {given} entered, {there} in the game."),
    "opening.unjoined": soft("No track joins tile {tile:tile} on {hex:hex} to a {token}."),
    "opening.tokens": hard(
        "{Tokens} of {company:who}: {given} entered, {there} in the game. On the map: {on_map}. On"
        " its charter: {charter}. Out of the game: {gone}."
    ),
    "opening.no_city": hard(
        "{stop:quoted} is no city of the map. A city is its hex, a dot and its number from 0, such"
        " as {example}."
    ),
    "opening.slots": hard(
        "{Tokens} in {stop:place}: {given} entered, but there is room for {slots}."
    ),
    "opening.two_cells": hard("{company:who} is on the market twice."),
    "opening.no_cell": hard("{company:who} is started but not on the market."),
    "opening.unstarted": hard("{company:who} is on the market but not started."),
    "opening.market": hard("{company:who} is on the market of another kind of company."),
    "opening.unpriced": soft("{company:who} has no price, but already has a {president}."),
    "opening.turn": hard("Next to act must be somebody who can act now; it is {named:quoted}."),
    "opening.round": hard("The round has the number {number}: the first is number 1."),
    "opening.part": hard(
        "It is operating round {part} of {parts}: the first of a set is number 1."
    ),
    "opening.done": hard("{company:who} has the turn and has operated in this round already."),
    "opening.passes": hard("{passes} passes in a row are entered; there are {players} players."),
    "opening.order": hard("The order of play names each player once."),
    "opening.priority": hard("The priority belongs to a player."),
    "opening.phase": soft(
        "It is phase {phase:phase}, but the trains in play bring phase {other:phase}."
    ),
    "opening.rusted": soft(
        "{owner:who} has a {type:train}-train, which leaves the game with phase {phase:phase}."
    ),
    "opening.bank": soft("The bank has {cash:$}, but it is not marked as broken."),
    "opening.limit": soft("{says}"),
}

ACTIONS: dict[str, ActionWords] = {
    "open_position": ActionWords("A position", "Position", "Start from this position")
}

EVENTS: dict[str, EventWords] = {
    "opening_position": EventWords(
        (
            "The game began on paper. The table entered its position in {round:round}, phase "
            "{phase:phase}."
        ),
        report="remark",
    )
}

# its amounts are entered by hand
MEMOS: dict[str, MemoWords] = {"opening_position": MemoWords("opening position", "")}

# labels of the form that tells a position
FACTS: dict[str, str] = {
    "used_privates": "Privates whose power is used up",
    "companies_due_capital": "Companies that receive their capital next",
    "operated_companies": "Companies that have ended a turn",
    "top_company": "Company that has reached the end of the market",
    "last_set": "Number of the last set, if it has begun",
    "winner": "Winner by agreement",
}
