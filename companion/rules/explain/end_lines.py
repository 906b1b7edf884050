"""How soon a game ends after each of its reasons, for the rules card."""

from companion.languages import lazy_gettext
from companion.rules.data import switches

# how soon the game ends when the bank cannot pay, with a price at the end, and with the last train
ENDS = {
    switches.AT_ONCE: (
        lazy_gettext("When the bank cannot pay, the game ends at once."),
        lazy_gettext("When a price reaches the end of the market, the game ends at once."),
        lazy_gettext("When the bank sells its last train, the game ends at once."),
    ),
    switches.AFTER_ROUND: (
        lazy_gettext("When the bank cannot pay, the game ends after the round."),
        lazy_gettext("When a price reaches the end of the market, the game ends after the round."),
        lazy_gettext("When the bank sells its last train, the game ends after the round."),
    ),
    switches.AFTER_OPERATING_ROUND: (
        lazy_gettext("When the bank cannot pay, the game ends after the operating round."),
        lazy_gettext(
            "When a price reaches the end of the market, the game ends after the operating round."
        ),
        lazy_gettext(
            "When the bank sells its last train, the game ends after the operating round."
        ),
    ),
    switches.AFTER_SET: (
        lazy_gettext("When the bank cannot pay, the game ends after the set of operating rounds."),
        lazy_gettext(
            "When a price reaches the end of the market, the game ends after the set of operating "
            "rounds."
        ),
        lazy_gettext(
            "When the bank sells its last train, the game ends after the set of operating rounds."
        ),
    ),
}
