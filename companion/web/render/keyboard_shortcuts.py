"""Keyboard shortcuts: one for each common deed. A page lists them.

The body of each page passes them to the script (``static/js/layout/keyboard-shortcuts.js``).
"""

from dataclasses import dataclass

from companion.languages import lazy_gettext


@dataclass(frozen=True, slots=True)
class Key:
    """A keyboard shortcut: the key's name in events, a CSS selector of its targets, its words."""

    key: str
    presses: str
    says: str

    @property
    def cap(self) -> str:
        """The label on the key."""
        return {"Escape": "Esc"}.get(self.key, self.key.upper())


KEYS = (
    Key("d", "#deed", lazy_gettext("the filled button: buy, lay, run, pay")),
    Key("s", "#deed-and-stay", lazy_gettext("buy or start, and keep my turn")),
    Key("o", "#one-tap", lazy_gettext("the only train or token that may be bought")),
    Key("e", "#rest-of-turn", lazy_gettext("the rest of the turn as usual")),
    Key("p", "#pass", lazy_gettext("pass, or end the step")),
    Key("a", ".program summary", lazy_gettext("pass until …: a list, with the keys 1 to 9")),
    Key("n", "#decline", lazy_gettext("not in this round")),
    Key("l", "#own", lazy_gettext("run less than the best run")),
    Key("w", "#draw, #redraw", lazy_gettext("draw the runs by hand")),
    Key("b", "#back-to, .step-bar .step .link", lazy_gettext("back to a step that was skipped")),
    Key(".", ".value.chosen + a.value", lazy_gettext("the next value: percent, par or price")),
    Key(",", "a.value:has(+ .chosen)", lazy_gettext("the previous value")),
    Key("x", ".tabs a:not([aria-current])", lazy_gettext("the next list of offers")),
    Key(
        "m",
        ".sections [aria-current] + a, .sections:not(:has([aria-current] + a)) a",
        lazy_gettext("the next section of the game"),
    ),
    Key("t", ".map-switch", lazy_gettext("in an operating round: the map, or the table")),
    Key(
        "h", "#hex-list, #stop-list", lazy_gettext("a hex or stop: type its coordinate, then Enter")
    ),
    Key("0", "", lazy_gettext("keys 1 to 9 for the next nine offers")),
    Key("?", "a.for-keys", lazy_gettext("this page")),
    Key("Escape", "#cancel", lazy_gettext("cancel what is chosen")),
    Key("u", "#undo", lazy_gettext("undo")),
    Key("r", "#redo", lazy_gettext("redo")),
)
# for the script
PRESSES = {key.key: key.presses for key in KEYS if key.presses}
