"""Faults of a lay or a route, as data: a code and the places concerned."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: The sentence of each code. A code with several has variants after a dot (``Fault.how``).
#: {hex:hex} {stop:hex} {other:hex} are places. {text} is a name or a number, {text:hex} a place.
#: {text:word} is a term with a translation of its own. {number:tile} is a tile. {token} is the
#: title's word for a token
#: (:mod:`companion.rules.words.formatting`).
SENTENCES = {
    # lays
    "no_such_hex": "There is no hex {hex:hex} on this map.",
    "no_such_tile": "There is no tile {number:tile}.",
    "fixed": "No tile is laid on {hex:hex}: it is {text:word}.",
    "colour": "{hex:hex} takes a {text:word} tile next, and tile {number:tile} is not one.",
    "label": "Tile {number:tile} and {hex:hex} do not have the same letters.",
    "stops": "Tile {number:tile} does not show the stops of {hex:hex}.",
    "no_city": "Tile {number:tile} turned like this does not make what is on {hex:hex} a city "
    "with the same exits.",
    "same": "Tile {number:tile} is already on {hex:hex} in this rotation.",
    "no_place": "Tile {number:tile} on {hex:hex} has no slot left for the {token} of {text}.",
    "allotted": "The {token} of {text} on {hex:hex} cannot go into that city of tile"
    " {number:tile}.",
    "track_lost": "Tile {number:tile} turned like this loses track that is on {hex:hex}.",
    "off_board": "Tile {number:tile} turned like this runs off the map on {hex:hex}.",
    "blank_side": "Tile {number:tile} turned like this runs into the blank side of {other:hex}.",
    "impassable": "No track crosses from {hex:hex} to {other:hex}.",
    "barrier": "Tile {number:tile} turned like this joins {hex:hex} and {other:hex} across a "
    "closed barrier.",
    "stub": "Tile {number:tile} turned like this does not meet the track printed at the edge of"
    " {hex:hex}.",
    "not_reached": "Tile {number:tile} turned like this on {hex:hex} does not join the company's"
    " network.",
    "no_change": "Tile {number:tile} turned like this on {hex:hex} gives the company no new "
    "track, and no city or town of a different value.",
    # routes
    "no_such_train": "The company has no {train} to run.",
    "train_twice": "The same {train} runs twice.",
    "no_such_stop": "There is no such stop on {hex:hex}.",
    "too_short": "A route joins at least two stops.",
    "no_token": "No city on the route has the company's {token}.",
    "not_next": "{hex:hex} is not next to {other:hex}.",
    "no_track": "There is no track on {hex:hex} between {other:hex} and {text:hex}.",
    "no_track.stop": "There is no track on {hex:hex} between its stop and {other:hex}.",
    "no_track.stops": "There is no track on {hex:hex} between its two stops.",
    "crossing": "The tracks on {hex:hex} cross there without meeting.",
    "reversal": "A train cannot turn back at the junction on {hex:hex}.",
    "must_stop": "The train cannot pass {hex:hex} without stopping there.",
    "terminal": "The track into {stop:hex} ends there.",
    "track_twice": "The route uses the track between {hex:hex} and {other:hex} twice.",
    "track_shared": "A {train} and a {text} both use the track between {hex:hex} and {other:hex}.",
    "stop_twice": "The route visits {stop:hex} twice.",
    "stop_twice.region": (
        "{stop:hex} is a second off-board of {text} on the route; only one is allowed."
    ),
    "stop_twice.port": "{stop:hex} is a second port on the route; only one is allowed.",
    "port_alone": "A route to the port {stop:hex} must have at least two other stops.",
    "blocked": "{stop:hex} is full of other companies' {tokens}; a route must end there.",
    "closed": "The company's trains may not run to {hex:hex}.",
    "barred": "The barrier between {hex:hex} and {other:hex} is closed.",
    "off_board_passed": "{stop:hex} is off the board; a route must end there.",
    "too_long": "The route has {text} stops that count, which is too many for the train.",
    "too_few": "The route needs at least {text} stops of the kinds that make a route.",
    "flood": "Train {train} counts every place that it can reach: {text}.",
    "flood.none": "Train {train} counts every place that it can reach: none.",
    "wrong_end": "The route does not begin and end where this train may: {hex:hex}.",
    "no_link": "No track leads from {stop:hex} to {other:hex}.",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: its code, its place and the things it concerns."""

    code: str
    hex: str | None = None
    edge: int | None = None
    stop: str | None = None
    other: str | None = None  # the other hex or stop
    tile: str | None = None
    train: str | None = None
    text: str = ""
    how: str = ""  # the variant of the code's sentence

    @property
    def facts(self) -> dict[str, str | None]:
        """Values for the placeholders of the sentence, places by their hex, and ``how``."""
        return {
            "hex": self.hex,
            "stop": (self.stop or "").partition(".")[0],
            "other": (self.other or "").partition(".")[0],
            "number": self.tile,
            "train": self.train,
            "text": self.text,
            "how": self.how,
        }

    @property
    def sentence(self) -> str:
        """Its sentence, with placeholders for its facts."""
        return SENTENCES[f"{self.code}.{self.how}" if self.how else self.code]

    @property
    def says(self) -> str:
        """The fact as a sentence, in plain English."""
        words = {"token": "token", "tokens": "tokens"}
        return re.sub(":(word|tile|hex)}", "}", self.sentence).format(**words, **self.facts)
