"""The words of corrections. Each event is marked as one and shows the table's reason."""

from companion.rules.core.vocabulary import (
    ActionWords,
    EventWords,
    MemoWords,
    RefusalWords,
    StepWords,
    hard,
)

STEPS: dict[str, StepWords] = {"correction": StepWords("a correction", "Correction", "list")}

REFUSALS: dict[str, RefusalWords] = {
    "correct.nothing": hard("That changes nothing."),
    "correct.cash": hard("{owner:who} has {cash:$}, not {amount:$}."),
    "correct.unstarted": hard("{company:who} is not started: it has no price and no shares yet."),
    "correct.place": hard(
        "That does not go to {owner:who}. Choose one of the owners and places that are offered."
    ),
    "correct.president": hard(
        "{company:who} needs a {president}: that certificate goes to a player."
    ),
    "correct.sale": hard("{private:private} is still for sale: undo what was done in the sale."),
    "correct.no_token": hard("{owner:who} has no {token} in {stop:place}."),
    "correct.home": hard("That leaves no slot for the home of {company:who}."),
    "correct.none_left": hard(
        "No tile {tile:tile} is left. If the table has made another one, enter that first."
    ),
    "correct.bare": hard("A {token} lies on {hex:hex}: take it off first."),
    "correct.count": hard("1 to {limit} may be added of a tile with a limited number."),
    "correct.market": hard("{company:who} is on another market."),
    "correct.turn": hard(
        "{party:who} cannot get the turn. It goes to another player, or in an operating round to "
        "another floated company. Open questions are answered first."
    ),
    "correct.map": hard(
        "The table can stop using the map, or use it again, only between two turns."
    ),
    "correct.map_supply": hard(
        "There are only {count} of tile {tile:tile}, which lies on {hexes:and}."
    ),
    "correct.map_twice": hard("Two tiles lie on {hex:hex}."),
    "correct.map_tile": hard("Tile {tile:tile} cannot lie on {hex:hex} that way."),
    "correct.map_colour": hard(
        "In phase {phase:phase} tile {tile:tile} cannot lie on {hex:hex} yet."
    ),
    "correct.map_room": hard("Tile {tile:tile} on {hex:hex} has no slot for a {token} there."),
    "correct.map_hex": hard("{company:who} has a {token} on {hex:hex} already."),
    "correct.map_unjoined": hard(
        "No track joins tile {tile:tile} on {hex:hex} to a {token}. If it lies there all the same,"
        " enter it afterwards, as a correction."
    ),
    "correct.map_tokens": hard(
        "{company:who} has {count} {tokens} on the map whose place is not known; {placed} are"
        " placed here."
    ),
    "correct.closing": hard(
        "{company:who} cannot be closed by a correction: it has no price, or the title has a map."
    ),
    "correct.lost": hard("That would lose something, or put it in two places."),
    "correct.asked": hard("Then somebody could not answer what they are asked about: {step:step}."),
}

ACTIONS: dict[str, ActionWords] = {
    "correction": ActionWords("A correction", "Correction", "Correct"),
    "correct_cash": ActionWords("Cash", "Cash", "Correct cash"),
    "correct_share": ActionWords("A share", "Share", "Correct a share"),
    "correct_private": ActionWords("A private", "Private", "Correct a private"),
    "correct_train": ActionWords("A train", "Train", "Correct a train"),
    "correct_token": ActionWords("A {token:who}", "Token", "Correct a token"),
    "correct_tile": ActionWords("A tile", "Tile", "Correct a tile"),
    "correct_supply": ActionWords("More copies of a tile", "More tiles", "Add tiles"),
    "correct_marker": ActionWords("A marker", "Marker", "Correct a marker"),
    "correct_phase": ActionWords("The phase", "Phase", "Correct the phase"),
    "correct_price": ActionWords("A price", "Price", "Correct a price"),
    "correct_map": ActionWords("The map", "Map", "Change the map"),
    "correct_closing": ActionWords("A closing", "Closing", "Close a company"),
    "correct_turn": ActionWords("Next to act", "Turn", "Correct the turn"),
}


def _event_words(says: str, unchanged: str = "") -> EventWords:
    other = _event_words(unchanged) if unchanged else None
    return EventWords(f"‡ Correction: {says} ({{reason}}).", report="remark", unchanged=other)


EVENTS: dict[str, EventWords] = {
    "corrected_cash": _event_words("{amount:$} from {source:the} to {owner:the}"),
    "corrected_share": _event_words("{percent}% {company} from {source:the} to {owner:the}"),
    "corrected_private": _event_words("{private:private} from {source:the} to {owner:the}"),
    "corrected_train": _event_words("a {type} from {source:the} to {owner:the}"),
    "corrected_token": _event_words("{token:who} from {stop:place} to {destination:place}"),
    "corrected_token_to": _event_words("{token:who} placed in {destination:place}"),
    "corrected_token_off": _event_words("{token:who} taken from {stop:place}"),
    "corrected_tile": _event_words("tile {tile:tile} on {hex:hex}"),
    "corrected_tile_off": _event_words("no tile on {hex:hex}"),
    "corrected_supply": _event_words("{count} more of tile {tile:tile}"),
    "corrected_marker": _event_words("{piece:who} from {source:the} to {owner:the}"),
    "corrected_phase": _event_words("phase {phase:phase}"),
    "corrected_price": _event_words(
        "{company} from {before:$} to {after:$}",
        unchanged="{company} to another space at {after:$}",
    ),
    "corrected_map_told": _event_words("the game goes on without its map"),
    "corrected_map_checked": _event_words("the game goes on with its map"),
    "corrected_map_laid": _event_words(
        "the game goes on with its map as it lies: tiles {tile_count}, {tokens} {token_count}"
    ),
    "corrected_closing": _event_words("{company:who} closes"),
    "corrected_turn": _event_words("it is the turn of {party:who}"),
}

# its amounts are entered by hand
MEMOS: dict[str, MemoWords] = {"correction": MemoWords("‡ correction", "")}
