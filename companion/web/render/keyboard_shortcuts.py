"""Keys: one for each common deed, on screens with a keyboard. The page of keys lists them, and the
screens' script (``static/js/keys.js``) is told them by the page's body.
"""

from dataclasses import dataclass

from companion.languages import later


@dataclass(frozen=True, slots=True)
class Key:
    """A key as a keyboard event names it, what it stands for as a CSS selector, and in words."""

    key: str
    presses: str
    says: str

    @property
    def cap(self) -> str:
        """What is printed on it."""
        return {"Escape": "Esc"}.get(self.key, self.key.upper())


KEYS = (
    Key("d", "#deed", later("the filled deed: buy, lay, run, pay")),
    Key("s", "#deed-and-stay, #start-and-stay", later("buy or start, and go on with the turn")),
    Key("p", "#pass", later("pass, or end the step")),
    Key("n", "#decline", later("not in this round")),
    Key("l", "#own", later("run less than the best run")),
    Key("w", "#draw, #redraw", later("draw the runs by hand")),
    Key("t", "#turn-right", later("turn the tile")),
    Key("b", "#back-to, .rail .step .link", later("back to a step that was passed over")),
    Key("Escape", "#cancel", later("cancel what is chosen")),
    Key("u", "#undo, #undo-here", later("undo")),
    Key("r", "#redo, #redo-here", later("redo")),
)
# how the script reads it
PRESSES = {key.key: key.presses for key in KEYS}
