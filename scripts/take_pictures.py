"""Take the pictures for the documents: screens of simulated games, seen in Chromium.

Run it as `make pictures`; pictures named as arguments are taken alone. The games are the same each
time, so a picture changes only with its screen or its title's rules. The two pages of a report were
taken from a PDF instead.
"""

import io
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from companion.bench.bench_server import BenchServer
from companion.bots.playing_styles import careless
from companion.bots.simulation import play
from companion.rules.core.actions import Action, action_to_json
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.consenting_parties import parties
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import trains_of
from companion.store.db.data_dir import database_file
from companion.store.games.game_store import GameStore
from companion.system_dependencies import find_chromium
from companion.titles import rules_for
from companion.web.access.identity import COOKIE, cookie_of

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
PLAYERS = ("Anneke", "Jörg", "Daniël", "Mia")
SEEDS = range(1, 8)
TABLET, PHONE = (1024, 768), (360, 640)
QUALITY = 80

Moment = Callable[[Rules, State], bool]


def begins_stock_turn(rules: Rules, state: State) -> bool:
    """Does a player's turn of a stock round begin?"""
    step = rules.waiting(state)
    return step is not None and step.name == "shares" and not state.round.acted


def runs_two_trains(rules: Rules, state: State) -> bool:
    """Is a company with two trains about to run?"""
    step = rules.waiting(state)
    if step is None or step.name != "run":
        return False
    return len(trains_of(state, state.round.turn.company)) > 1


def sells_privates(rules: Rules, state: State) -> bool:
    """Are privates for sale, and do players own some?"""
    step = rules.waiting(state)
    sold = [owner for owner in state.privates.values() if owner in rules.seats]
    return step is not None and step.name == "auction" and len(sold) > 2


def asks_with_figures(rules: Rules, state: State) -> bool:
    """Does the game ask a player a question with a table of figures beside it?"""
    step = rules.waiting(state)
    return bool(step and step.sentences(state) and step.sheet(state, None))


def sells_between_directors(rules: Rules, state: State) -> bool:
    """May a company buy a train from a company of another player?"""
    return next(purchases_to_agree(rules, state), None) is not None


def purchases_to_agree(rules: Rules, state: State) -> Iterator[Action]:
    """Yield the train purchases that need another player's consent."""
    step = rules.waiting(state)
    for offer in step.offers(state) if step and step.name == "trains" else ():
        if offer.allowed and len(parties(rules, state, offer.action)) > 1:
            yield offer.action


class Picture(NamedTuple):
    """A picture of a screen: the game and its moment, the screen's path, the device."""

    name: str
    title: str
    moment: Moment
    share: float  # least share of the game that is over
    size: tuple[int, int]
    path: str = ""
    is_dark: bool = False
    device: str = ""  # its secret; empty for the host


PICTURES = (
    Picture("stock-round", "1830", begins_stock_turn, 0.5, TABLET),
    Picture("operating-turn", "steam-over-holland", runs_two_trains, 0.6, TABLET),
    Picture("map", "1828", runs_two_trains, 0.6, TABLET, "/map"),
    Picture("phone-stock", "1830", begins_stock_turn, 0.5, PHONE),
    Picture("phone-run", "1839", runs_two_trains, 0.6, PHONE, is_dark=True),
    Picture(
        "phone-asked", "steam-over-holland", sells_between_directors, 0.3, PHONE, device="seller"
    ),
    Picture("auction", "1839", sells_privates, 0, TABLET),
    Picture("markets", "1839", begins_stock_turn, 0.5, TABLET, "/market", is_dark=True),
    Picture("merger", "1828", asks_with_figures, 0.3, TABLET),
    Picture("foreign-companies", "1839-2015", runs_two_trains, 0.6, TABLET),
    Picture("seats", "steam-over-holland", sells_between_directors, 0.3, TABLET, "/seats"),
    Picture(
        "phone-join",
        "steam-over-holland",
        sells_between_directors,
        0.3,
        PHONE,
        "join",
        device="newcomer",
    ),
)


@cache
def longest_game(title: str) -> tuple[Setup, list[Action]]:
    """Return the longest of several simulated games, which has the fullest map."""
    games = []
    for seed in SEEDS:
        setup = Setup(title, PLAYERS, {}, seed)
        actions = [action for action, _ in play(rules_for(setup), seed, manner=careless)]
        games.append((setup, actions))
    return max(games, key=lambda game: len(game[1]))


@cache
def actions_until(title: str, moment: Moment, share: float) -> list[Action]:
    """Return the actions up to the first such moment after a share of the game."""
    setup, actions = longest_game(title)
    rules = rules_for(setup)
    state = judge.start(rules).state
    for number, action in enumerate(actions, start=1):
        state = judge.apply(rules, state, action).state
        if number >= share * len(actions) and not state.end_reason and moment(rules, state):
            return actions[:number]
    raise LookupError(f"{title} has no moment {moment.__name__}")


def seat_devices(store: GameStore, game: int) -> None:
    """Seat two players with their phones and store a proposal to buy a train.

    One of the two players proposes the purchase to the other.
    """
    view, places = store.open(game), store.places
    action = next(purchases_to_agree(view.rules, view.state))
    buyer, seller = parties(view.rules, view.state, action)
    places.join(game, "buyer", "iphone", buyer)
    places.join(game, "seller", "android", seller)
    kept = {"fields": action_to_json(action), "ahead": "", "step": "", "then_pass": False}
    store.proposals.make(game, view.version, kept, buyer, (buyer, seller), [buyer])


def store_game(store: GameStore, picture: Picture) -> str:
    """Store the game of a picture; return the address of its screen."""
    setup, _ = longest_game(picture.title)
    actions = actions_until(picture.title, picture.moment, picture.share)
    game = store.import_game(setup, actions)
    if picture.moment is sells_between_directors:
        seat_devices(store, game)
    if picture.path == "join":
        return f"/join/{store.places.sitting(game).code}"
    return f"/game/{game}{picture.path}"


def take(browser: Browser, url: str, cookie: dict[str, str], picture: Picture) -> None:
    """Take one picture and write it as WebP."""
    width, height = picture.size
    context = browser.new_context(
        bypass_csp=True,
        viewport={"width": width, "height": height},
        has_touch=picture.size == PHONE,
        is_mobile=picture.size == PHONE,
        color_scheme="dark" if picture.is_dark else "light",
    )
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    page.wait_for_function("!document.querySelector('[data-held]')")
    image = Image.open(io.BytesIO(page.screenshot()))
    image.convert("RGB").save(FOLDER / f"{picture.name}.webp", quality=QUALITY, method=6)
    context.close()


def main(names: Sequence[str]) -> None:
    """Take all pictures, or those that are named."""
    pictures = [one for one in PICTURES if not names or one.name in names]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        os.environ["COMPANION_DATA"] = data
        store = GameStore(database_file())
        paths = [store_game(store, picture) for picture in pictures]
        devices = {one.device: cookie_of(store.places, one.device) for one in pictures}
        store.close()
        server = BenchServer(Path(data))
        address = f"http://localhost:{server.port}"
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=find_chromium(), args=["--no-sandbox"]
                )
                for picture, path in zip(pictures, paths, strict=True):
                    cookie = {"name": COOKIE, "value": devices[picture.device], "url": address}
                    own = cookie if picture.device else server.cookie(address)
                    take(browser, address + path, own, picture)
                browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
