"""Small exports written for the tests: three players, and as much of a game as a test needs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

ANN, BOB, CIS = 11, 12, 13
PLAYERS = [{"id": ANN, "name": "Ann"}, {"id": BOB, "name": "Bob"}, {"id": CIS, "name": "Cis"}]
Action = dict[str, Any]

RECORDED = ("1830-bank-breaks", "1830-bankruptcy")


def by(entity: int | str, type: str, **fields: Any) -> Action:
    """An action of a player (by number) or of a company."""
    kind = "player" if isinstance(entity, int) else "corporation"
    return {"type": type, "entity": entity, "entity_type": kind, **fields}


def by_private(symbol: str, type: str, **fields: Any) -> Action:
    return {"type": type, "entity": symbol, "entity_type": "company", **fields}


def bid(player: int, private: str, price: int) -> Action:
    return by(player, "bid", company=private, price=price)


def no(entity: int | str) -> Action:
    return by(entity, "pass")


def undo(to: int | None = None) -> Action:
    return by(ANN, "undo") if to is None else by(ANN, "undo", action_id=to)


def redo() -> Action:
    return by(ANN, "redo")


def par(player: int, company: str, price: int) -> Action:
    return by(player, "par", corporation=company, share_price=f"{price},0,6")


def buy(player: int, certificate: str) -> Action:
    return by(player, "buy_shares", shares=[certificate], percent=10)


def sell(player: int, *certificates: str, percent: int | None = None) -> Action:
    of = percent or 10 * len(certificates)
    return by(player, "sell_shares", shares=list(certificates), percent=of)


def auction() -> list[Action]:
    """All privates sold at their prices: Ann SV, MH, Bob CS, CA, Cis DH, BO; B&O at 100."""
    return [
        bid(ANN, "SV", 20),
        bid(BOB, "CS", 40),
        bid(CIS, "DH", 70),
        bid(ANN, "MH", 110),
        bid(BOB, "CA", 160),
        bid(CIS, "BO", 220),
        par(CIS, "B&O", 100),
    ]


def floated() -> list[Action]:
    """The auction and the first stock round: PRR floats at 67 with Ann as president.

    Ann holds 40%, Bob 30% (one share came with the C&A), Cis another 20% of the B&O.
    """
    return [
        *auction(),
        par(ANN, "PRR", 67),
        buy(BOB, "PRR_2"),
        buy(CIS, "B&O_1"),
        buy(ANN, "PRR_3"),
        buy(BOB, "PRR_4"),
        no(CIS),
        buy(ANN, "PRR_5"),
        no(BOB),
        no(CIS),
        no(ANN),
    ]


FIRST_OPERATION = [
    by("PRR", "lay_tile", hex="H10", tile="57-0", rotation=1),
    by("PRR", "place_token", city="57-0-0", slot=0),
    by("PRR", "buy_train", train="2-0", price=80, variant="2"),
    by("PRR", "buy_train", train="2-1", price=80, variant="2"),
    no("PRR"),
]
SECOND_ROUND = [*floated(), *FIRST_OPERATION]


def export(actions: Iterable[Action], /, **changes: Any) -> dict[str, Any]:
    """A whole export with the actions numbered from 1."""
    return {
        "id": 1,
        "title": "1830",
        "players": PLAYERS,
        "settings": {"seed": 1, "optional_rules": []},
        "status": "active",
        "result": {},
        "actions": [{"id": n, **action} for n, action in enumerate(actions, start=1)],
        **changes,
    }


def as_bytes(actions: Iterable[Action], /, **changes: Any) -> bytes:
    return json.dumps(export(actions, **changes)).encode()
