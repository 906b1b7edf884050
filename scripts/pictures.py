"""Makes the README's pictures: games of simulated players, photographed in Chromium.

Run as `make pictures`; with the names of titles behind the script, of these alone. The games are
the same each time: pictures change only with the screens.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from companion.bench.serving import Server
from companion.natives import find_chromium
from companion.rules.actions import Action
from companion.rules.rules import Rules
from companion.rules.running import trains_of
from companion.rules.setup import Setup
from companion.rules.state import State
from companion.simulate import play
from companion.store.place import database_file
from companion.store.shelf import Shelf
from companion.titles import rules_for, titles

FOLDER = Path(__file__).resolve().parents[1] / "static" / "pictures"
PLAYERS = ("Anneke", "Jörg", "Daniël", "Mia")
SEEDS, FEW = range(1, 40), range(1, 8)  # few games of a title with many companies, which are long
MANY = 12
TABLET, PHONE = (1024, 768), (360, 640)


def longest_game(title: str) -> tuple[Setup, list[Action]]:
    """The longest of some simulated games: most of everything is on the map."""
    games = []
    many = len(titles()[title].data.company_list) > MANY
    for seed in FEW if many else SEEDS:
        setup = Setup(title, PLAYERS, {}, seed)
        actions = [action for action, _ in play(rules_for(setup), seed)]
        games.append((len(actions), -seed, setup, actions))
    best = max(games, key=lambda game: game[:2])
    return best[2], best[3]


def moment(
    setup: Setup, actions: list[Action], wanted: Callable[[Rules, State], bool], share: float
) -> list[Action]:
    """The actions up to the first moment after ``share`` of the game at which ``wanted`` holds."""
    rules = rules_for(setup)
    state = rules.start().state
    for number, action in enumerate(actions, start=1):
        state = rules.apply(state, action).state
        if number >= share * len(actions) and not state.finished and wanted(rules, state):
            return actions[:number]
    raise LookupError("no such moment in the game")


def sharing(rules: Rules, state: State) -> bool:
    """The beginning of a player's turn in a stock round."""
    step = rules.waiting(state)
    return step is not None and step.name == "shares" and not state.round.acted


def running(rules: Rules, state: State) -> bool:
    """A company with two trains is about to run."""
    step = rules.waiting(state)
    return (
        step is not None
        and step.name == "run"
        and len(trains_of(state, state.round.turn.company)) > 1
    )


def merging(rules: Rules, state: State) -> bool:
    """Somebody is asked something that figures stand beside."""
    step = rules.waiting(state)
    return step is not None and bool(step.sentences(state) and step.sheet(state, None))


def photograph(
    browser: Browser, server: Server, path: str, name: str, size: tuple[int, int], dark: bool
) -> None:
    """One picture of one screen, of a phone as one without a keyboard."""
    context = browser.new_context(
        bypass_csp=True,
        viewport={"width": size[0], "height": size[1]},
        has_touch=size == PHONE,
        is_mobile=size == PHONE,
        color_scheme="dark" if dark else "light",
    )
    address = f"http://localhost:{server.port}"
    context.add_cookies([server.cookie(address)])
    page = context.new_page()
    page.goto(address + path, wait_until="networkidle")
    page.wait_for_function("!document.querySelector('[data-held]')")
    page.screenshot(path=FOLDER / f"{name}.png")
    context.close()


def main(wanted: Sequence[str]) -> None:
    """Make all pictures, or those of the titles that are named."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        os.environ["COMPANION_DATA"] = data
        shelf = Shelf(database_file())
        views = []
        for title in wanted or titles():
            setup, actions = longest_game(title)
            stock = shelf.import_game(setup, moment(setup, actions, sharing, 0.5))
            run = shelf.import_game(setup, moment(setup, actions, running, 0.6))
            with suppress(LookupError):
                asked = shelf.import_game(setup, moment(setup, actions, merging, 0.3))
                views += [
                    (f"/game/{asked}", f"{title}-question", TABLET, False),
                    (f"/game/{asked}", f"{title}-phone-question", PHONE, False),
                ]
            views += [
                (f"/game/{stock}", f"{title}-table", TABLET, False),
                (f"/game/{stock}/market", f"{title}-market", TABLET, True),
                (f"/game/{run}/map", f"{title}-map", TABLET, False),
                (f"/game/{run}", f"{title}-turn", TABLET, False),
                (f"/game/{stock}", f"{title}-phone", PHONE, False),
                (f"/game/{run}", f"{title}-phone-run", PHONE, True),
            ]
        shelf.close()
        server = Server(Path(data))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=find_chromium(), args=["--no-sandbox"]
                )
                for path, name, size, dark in views:
                    photograph(browser, server, path, name, size, dark)
                browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
