"""Keys: one for each common deed, on screens with a keyboard. The page of keys lists them, and the
screens' script (``static/js/keys.js``) is told them by the page's body.
"""

from dataclasses import dataclass

from companion.languages import lazy_gettext


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
    Key("d", "#deed", lazy_gettext("the filled deed: buy, lay, run, pay")),
    Key(
        "s",
        "#deed-and-stay, #start-and-stay",
        lazy_gettext("buy or start, and go on with the turn"),
    ),
    Key("p", "#pass", lazy_gettext("pass, or end the step")),
    Key("n", "#decline", lazy_gettext("not in this round")),
    Key("l", "#own", lazy_gettext("run less than the best run")),
    Key("w", "#draw, #redraw", lazy_gettext("draw the runs by hand")),
    Key("t", "#turn-right", lazy_gettext("turn the tile")),
    Key("b", "#back-to, .rail .step .link", lazy_gettext("back to a step that was passed over")),
    Key("Escape", "#cancel", lazy_gettext("cancel what is chosen")),
    Key("u", "#undo, #undo-here", lazy_gettext("undo")),
    Key("r", "#redo, #redo-here", lazy_gettext("redo")),
)
# how the script reads it
PRESSES = {key.key: key.presses for key in KEYS}
