"""Warnings at the edges of rounds, for the screen of the turn.

Each device shows a warning once in a round. Its script keeps which, and which kinds it leaves out.
"""

from collections.abc import Mapping
from typing import NamedTuple

from companion.languages import lazy_gettext
from companion.ledger.entries import BANK as BANK_ACCOUNT
from companion.rules.explain.round_end_warnings import (
    BANK,
    CLOSING,
    DIRECTOR,
    PRICES,
    RUST,
    RoundWarning,
    estimate_bank,
    find_warnings,
)
from companion.store.history.records import GameView
from companion.web.access.participants import sitting
from companion.web.access.rights import rights_once
from companion.web.render.screens import game_store

WAYS: Mapping[str, str] = {
    RUST: lazy_gettext("trains that are about to rust"),
    CLOSING: lazy_gettext("privates that are about to close"),
    PRICES: lazy_gettext("prices that move at the end of the round"),
    DIRECTOR: lazy_gettext("one of my presidencies in danger"),
    BANK: lazy_gettext("rounds until the bank breaks"),
}


class ShownWarning(NamedTuple):
    """A warning of a ``kind`` with its text. The ``key`` is another in each round."""

    kind: str
    key: str
    says: str


def warnings_for(view: GameView) -> list[ShownWarning]:
    """Return the warnings for the requesting device in the present state of the game."""
    found = [*find_warnings(view.rules, view.state), *_of_bank(view)]
    round = " ".join(map(str, view.state.round.id))
    return [
        ShownWarning(one.kind, f"{one.kind} {one.subject} {round}", one.says)
        for one in found
        if _concerns(view, one)
    ]


def _concerns(view: GameView, warning: RoundWarning) -> bool:
    """Is the warning for this device? The banker has those of players without a device."""
    who = rights_once(view).who
    if not warning.player or warning.player in who.seats:
        return True
    return rights_once(view).banker and warning.player not in sitting(view.id).seats


def _of_bank(view: GameView) -> tuple[RoundWarning, ...]:
    """Return the warning of the bank. It needs the books only while the bank is half empty."""
    size = view.rules.bank_size
    if view.state.end_reason or not size or 2 * view.state.cash[BANK_ACCOUNT] > size:
        return ()
    moved = game_store().sum_by_round(view.id, BANK_ACCOUNT)
    return estimate_bank(view.rules, view.state, moved)
