"""Trace a posted form, an undo and a cached screen: files, functions, calls, connections.

Only code of ``companion/`` counts. The game is 1830 in a stock round; the form buys a share, as
htmx posts it.

Usage: PYTHONPATH=. python scripts/trace_form.py
"""

import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from flask import Flask
from sqlalchemy import event
from sqlalchemy.pool import Pool

from companion.rules.core.actions import BuyShare
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.web import create_app
from tests.support.clients import HostClient
from tests.support.game_stages import played
from tests.support.stored_games import empty_store

ROOM = str(Path(sys.modules["companion"].__file__ or "").parent) + "/"
Calls = Counter[tuple[str, str]]


def trace(deed: Callable[[], Any]) -> tuple[Calls, Counter[str]]:
    """Run an action; return its calls by file and function, and other counts."""
    calls: Calls = Counter()
    others: Counter[str] = Counter()

    def profile(frame: FrameType, what: str, _: object) -> None:
        file = frame.f_code.co_filename
        if what == "call" and file.startswith(ROOM):
            calls[file.removeprefix(ROOM), frame.f_code.co_qualname] += 1

    def count(*_: object) -> None:
        others["connections"] += 1

    event.listen(Pool, "checkout", count)
    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        deed()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        event.remove(Pool, "checkout", count)
    return calls, others


def tell(name: str, found: tuple[Calls, Counter[str]], detail: bool) -> None:
    """Print one row for the total and one for each top-level folder."""
    calls, others = found
    print(f"{name}: {_row(calls)}, {others['connections']} connections")
    rooms = sorted({file.split("/")[0] for file, _ in calls})
    for room in rooms:
        print(
            f"  {room}: {_row(Counter({k: n for k, n in calls.items() if k[0].startswith(room)}))}"
        )
    if detail:
        for (file, function), count in calls.most_common():
            print(f"    {count:5} {file} {function}")


def _row(calls: Calls) -> str:
    files = len({file for file, _ in calls})
    return f"{files} files, {len(calls)} functions, {calls.total():,} calls"


def _can_buy(rules: Rules, state: State) -> bool:
    """Is it a stock round in which shares of several companies may be bought?"""
    started = sum(own.started for own in state.companies.values())
    return started > 2 and any(_shares(rules, state))


def _shares(rules: Rules, state: State) -> Iterator[BuyShare]:
    for offer in judge.offers(rules, state):
        if isinstance(offer.action, BuyShare) and offer.allowed:
            yield offer.action


def main() -> None:
    """Trace and print; ``--detail`` adds each function."""
    detail = "--detail" in sys.argv
    Flask.test_client_class = HostClient
    with tempfile.TemporaryDirectory() as folder:
        store = empty_store(Path(folder))
        app = create_app({"STORE": store})
        game = played(store, _can_buy)
        client = app.test_client()
        headers = {"HX-Request": "true", "HX-Current-URL": f"http://localhost/game/{game}"}

        def post(address: str, **form: Any) -> None:
            answer = client.post(f"/game/{game}/{address}", data=form, headers=headers)
            assert answer.status_code == 200, answer.status

        def buy() -> None:
            view = store.open(game)
            share = next(_shares(view.rules, view.state))
            form = {
                "type": "buy_share",
                "player": share.player,
                "company": share.company,
                "source": share.source,
                "version": view.version,
            }
            form_of[0] = form

        form_of: list[dict[str, Any]] = [{}]
        for warm in (True, False):  # the first run fills the caches
            client.get(f"/game/{game}", headers=headers)
            buy()
            found = trace(lambda: post("act", **form_of[0]))
            undone = trace(lambda: post("undo", version=store.open(game).version, depth=1))
            if not warm:
                tell("a posted form with its screen", found, detail)
                tell("an undo with its screen", undone, detail)
        client.get(f"/game/{game}", headers=headers)
        cached = trace(lambda: client.get(f"/game/{game}", headers=headers))
        tell("a cached screen", cached, detail)
        store.close()


if __name__ == "__main__":
    main()
