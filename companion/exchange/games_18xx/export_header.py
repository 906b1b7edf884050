"""The parts of an 18xx.games export around its actions, with the same keys as the site's own."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from companion.exchange.games_18xx.action_writer import Body
from companion.exchange.games_18xx.site_setup import SiteSetup
from companion.exchange.games_18xx.trace_snapshot import worth_there
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules


def add_date(body: Body, at: datetime | None) -> Body:
    """Return an action with its time, at the place where exports have it."""
    return body if at is None else _insert(body, created_at=int(at.timestamp()))


def _insert(body: Body, **value: int) -> Body:
    """Return an action with one more value, behind its sender."""
    sender = {key: body[key] for key in ("type", "entity", "entity_type")}
    return {**sender, **value, **body}


def whole(
    ours: Rules,
    elsewhere: SiteSetup,
    state: State,
    actions: Sequence[Body],
    moments: Sequence[datetime],
    *,
    number: int,
    why: str,
) -> dict[str, Any]:
    """Return the complete file of a game that reached ``state`` there.

    Keys are in the order of the site's exports. ``why`` says why the file stops short of our game.
    """
    rules = elsewhere.judge()
    ids = {seat: id for id, seat in enumerate(judge.start(rules).state.order, start=1)}
    counts = ours.data.cash
    over = bool(state.end_reason)
    worth = {str(ids[seat]): worth_there(rules, elsewhere.adapter, state, seat) for seat in ids}
    actor = None if over else rules.actor(state)
    begun, changed = (int(at.timestamp()) if at else 0 for at in _span(moments))
    ended = {"finished_at": changed} if over else {}
    kinds = {"auction": "Auction Round", "stock": "Stock Round", "operating": "Operating Round"}
    reason = {"game_end_reason": elsewhere.adapter.ends.get(state.end_reason, state.end_reason)}
    return {
        "id": number,
        "description": why,
        "user": {"id": 0, "name": "You"},
        "players": [{"id": id, "name": ours.words.names[seat]} for seat, id in ids.items()],
        "min_players": min(counts),
        "max_players": max(counts),
        "title": elsewhere.adapter.name,
        "settings": {
            "seed": elsewhere.setup.seed,
            "is_async": True,
            "unlisted": True,
            "auto_routing": True,
            "player_order": None,
            "optional_rules": list(elsewhere.rules),
        },
        "user_settings": None,
        "status": "finished" if over else "active",
        "turn": state.round.id.number,
        "round": kinds.get(state.round.id.kind, "Stock Round"),
        "acting": [ids[seat] for seat in ids if over or seat == actor],
        "result": worth if over else {},
        "actions": [_insert(body, id=id) for id, body in enumerate(actions, start=1)],
        "loaded": True,
        "created_at": begun,
        "updated_at": changed,
        **ended,
        **(reason if over else {}),
    }


def _span(moments: Sequence[datetime]) -> tuple[datetime | None, datetime | None]:
    return (min(moments), max(moments)) if moments else (None, None)
