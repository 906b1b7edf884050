"""Makes the README's pictures: games of simulated players, photographed in Chromium.

Run as `make pictures`; with the names of titles behind the script, of these alone. The games are
the same each time: pictures change only with the screens.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from companion.bench.serving import Server
from companion.exchange.own import read_own
from companion.exchange.own_before import read_game
from companion.natives import find_chromium
from companion.rules import holdings, market
from companion.rules.actions import Action, action_to_json
from companion.rules.operating import OperatingRound
from companion.rules.parties import parties
from companion.rules.rules import Rules
from companion.rules.running import trains_of
from companion.rules.setup import Setup
from companion.rules.state import State, type_of
from companion.rules.tempers import careful, careless
from companion.simulate import play
from companion.store.place import database_file
from companion.store.shelf import Shelf
from companion.titles import rules_for, titles
from companion.web.places import COOKIE, cookie_of

ROOT = Path(__file__).resolve().parents[1]
FOLDER, GAMES = ROOT / "static" / "pictures", ROOT / "tests" / "titles"
PLAYERS = ("Anneke", "Jörg", "Daniël", "Mia")
SEEDS, FEW = range(1, 40), range(1, 8)  # few games of a title with many companies, which are long
MANY = 11
TABLET, PHONE = (1024, 768), (360, 640)


def longest_game(title: str) -> tuple[Setup, list[Action]]:
    """The longest of some simulated games: most of everything is on the map."""
    games = []
    data = titles()[title].data
    late = any(type.kind.floods for type in data.train_types)  # its last trains are to be shown
    for seed in FEW if len(data.company_list) > MANY else SEEDS:
        setup, manner = Setup(title, PLAYERS, {}, seed), careful if late else careless
        actions = [action for action, _ in play(rules_for(setup), seed, manner=manner)]
        games.append((len(actions), -seed, setup, actions))
    best = max(games, key=lambda game: game[:2])
    return best[2], best[3]


def short_games(title: str) -> Iterator[tuple[Setup, list[Action]]]:
    """The simulated games that the tests of the title keep, which come to its last trains."""
    for file in GAMES.glob("*/short.json"):
        setup, actions, _ = read_game(read_own(file.read_bytes()))
        if setup.title == title:
            yield setup, list(actions)


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


def selling(rules: Rules, state: State) -> bool:
    """Privates are for sale at prices that fall, and some are sold."""
    step = rules.waiting(state)
    sold = [place for place in state.privates.values() if place in rules.seats]
    return step is not None and step.name == "auction" and not rules.bids and len(sold) > 2


def with_markers(rules: Rules, state: State) -> bool:
    """On the map lie markers of one who yields to others, as of a state."""
    stand = {owner for owners in state.board.tokens.values() for owner in owners}
    return bool(rules.yields & stand)


def merging(rules: Rules, state: State) -> bool:
    """Somebody is asked something that figures stand beside."""
    step = rules.waiting(state)
    return step is not None and bool(step.sentences(state) and step.sheet(state, None))


def flooding(rules: Rules, state: State) -> bool:
    """A company is about to run a train that floods."""
    step = rules.waiting(state)
    trains = trains_of(state, state.round.turn.company) if step and step.name == "run" else ()
    return any(rules.data.trains[type_of(train)].kind.floods for train in trains)


def empowered(rules: Rules, state: State) -> bool:
    """A company is about to lay track, with several privates."""
    step, turn = rules.waiting(state), state.round.operating
    if step is None or step.name != "track" or turn is None:
        return False
    return sum(owner == turn.company for owner in state.privates.values()) > 1


def by_itself(rules: Rules, state: State) -> str:
    """A company that nobody directs, of which players have something and there is much to tell."""
    if not isinstance(state.round, OperatingRound) or not state.round.done:
        return ""
    for company in market.priced(state):
        if not rules.kind(state, company).directed:
            owners = holdings.shares(rules.data, state, company)
            much = len(rules.besides(state, company)) > 2
            if much and any(holdings.is_player(owner) for owner in owners):
                return company
    return ""


class View(NamedTuple):
    """One picture: of a screen, by its name, in a size, as a device shows it: the host's, or that
    of a ``secret``. What is to be opened before is named by ``opens``.
    """

    path: str
    name: str
    size: tuple[int, int]
    dark: bool
    secret: str = ""
    opens: str = ""


def asking(rules: Rules, state: State) -> bool:
    """A company may buy a train of another director's."""
    return next(wanted_trains(rules, state), None) is not None


def wanted_trains(rules: Rules, state: State) -> Iterator[Action]:
    """The purchases that another player has to agree to."""
    step = rules.waiting(state)
    for offer in step.offers(state) if step and step.name == "trains" else ():
        if offer.allowed and len(parties(rules, state, offer.action)) > 1:
            yield offer.action


def at_a_table(shelf: Shelf, setup: Setup, actions: list[Action]) -> list[View]:
    """Seats, joining, and what the phone of a player shows who is asked for a train."""
    game = shelf.import_game(setup, moment(setup, actions, asking, 0.3))
    view, places = shelf.open(game), shelf.places
    action = next(wanted_trains(view.rules, view.state))
    buyer, seller = parties(view.rules, view.state, action)
    places.join(game, "buyer", "iphone", buyer)
    places.join(game, "seller", "android", seller)
    code = places.sitting(game).code
    kept = {"fields": action_to_json(action), "ahead": "", "step": "", "then_pass": False}
    shelf.proposals.make(game, view.version, kept, buyer, (buyer, seller), [buyer])
    return [
        View(f"/game/{game}/seats", "seats", TABLET, False),
        View(f"/join/{code}", "join", PHONE, False, "a newcomer"),
        View(f"/game/{game}", "own", PHONE, True, "seller"),
        View(f"/game/{game}", "asked", TABLET, False, "seller"),
    ]


def of_its_own(shelf: Shelf, title: str, setup: Setup, actions: list[Action]) -> Iterator[View]:
    """What few titles have: a flood, the powers of a company's privates, a company that nobody
    directs.
    """
    for short, deeds in short_games(title):
        flood = shelf.import_game(short, moment(short, deeds, flooding, 0.5))
        yield View(f"/game/{flood}", f"{title}-flood", TABLET, False)
    with suppress(LookupError):
        powers = shelf.import_game(setup, moment(setup, actions, empowered, 0.2))
        yield View(f"/game/{powers}", f"{title}-powers", PHONE, False, opens="#powers summary")
    with suppress(LookupError):
        done = moment(setup, actions, lambda *now: bool(by_itself(*now)), 0.3)
        abroad = shelf.import_game(setup, done)
        view = shelf.open(abroad)
        company = by_itself(view.rules, view.state)
        yield View(f"/game/{abroad}/company/{company}", f"{title}-foreign", PHONE, False)


def photograph(browser: Browser, address: str, cookie: Any, view: View) -> None:
    """One picture of one screen, of a phone as one without a keyboard."""
    _, name, size, dark, _, opens = view
    context = browser.new_context(
        bypass_csp=True,
        viewport={"width": size[0], "height": size[1]},
        has_touch=size == PHONE,
        is_mobile=size == PHONE,
        color_scheme="dark" if dark else "light",
    )
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto(address + view.path, wait_until="networkidle")
    page.wait_for_function("!document.querySelector('[data-held]')")
    if opens:
        page.locator(opens).click()
        page.locator(opens).evaluate("opened => opened.scrollIntoView()")
    page.screenshot(path=FOLDER / f"{name}.png")
    context.close()


def main(wanted: Sequence[str]) -> None:
    """Make all pictures, or those of the titles that are named."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        os.environ["COMPANION_DATA"] = data
        shelf = Shelf(database_file())
        views: list[View] = []
        for title in wanted or titles():
            setup, actions = longest_game(title)
            stock = shelf.import_game(setup, moment(setup, actions, sharing, 0.5))
            run = shelf.import_game(setup, moment(setup, actions, running, 0.6))
            with suppress(LookupError):
                asked = shelf.import_game(setup, moment(setup, actions, merging, 0.3))
                views += [
                    View(f"/game/{asked}", f"{title}-question", TABLET, False),
                    View(f"/game/{asked}", f"{title}-phone-question", PHONE, False),
                ]
            map = run
            with suppress(LookupError):
                map = shelf.import_game(setup, moment(setup, actions, with_markers, 0.5))
            with suppress(LookupError):
                sale = shelf.import_game(setup, moment(setup, actions, selling, 0))
                views.append(View(f"/game/{sale}", f"{title}-auction", TABLET, False))
            views += of_its_own(shelf, title, setup, actions)
            views += [
                View(f"/game/{stock}", f"{title}-table", TABLET, False),
                View(f"/game/{stock}/market", f"{title}-market", TABLET, True),
                View(f"/game/{map}/map", f"{title}-map", TABLET, False),
                View(f"/game/{run}", f"{title}-turn", TABLET, False),
                View(f"/game/{stock}", f"{title}-phone", PHONE, False),
                View(f"/game/{run}", f"{title}-phone-run", PHONE, True),
            ]
        views += at_a_table(shelf, setup, actions)
        secrets = {view.secret: cookie_of(shelf.places, view.secret) for view in views}
        shelf.close()
        server = Server(Path(data))
        address = f"http://localhost:{server.port}"
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=find_chromium(), args=["--no-sandbox"]
                )
                for view in views:
                    cookie = {"name": COOKIE, "value": secrets[view.secret], "url": address}
                    own = cookie if view.secret else server.cookie(address)
                    photograph(browser, address, own, view)
                browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
