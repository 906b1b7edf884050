"""Mergers at random: nothing is made or lost.

Each can be stored and undone at every question.
"""

import json
import os
import random

import pytest

from companion.rules.core.state import GONE, STARTED, State, state_from_json, state_to_json
from companion.rules.judge import judge
from companion.rules.shares.holdings import INITIAL, POOL, shares
from companion.store.games.game_store import GameStore
from companion.titles.t1828.merger_conditions import MergeCompanies
from companion.titles.t1828.systems import is_system
from companion.titles.t1828.title_state import game_of
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.t1828.mergers import stock_round

GAMES = 600 if os.environ.get("FULL") else 60
PAIRS = {"published": ("NYC", "PRR"), "draft": ("CPR", "PRR")}  # 7 markers, and 8
READINGS = (
    "odd_share_in_turn",
    "settle_when_odd",
    "sources_by_single",
    "lone_director_double",
    "freed_marker_lost",
    "failed_merger_spends",
    "director_as_traded",
)


def hold_at_random(game: Position, chance: random.Random, company: str, price: int) -> None:
    """Start a company whose certificates lie with players, pool and IPO."""
    players = list(game.state.order)
    head = chance.choice(players)
    game.started(company, price, head)
    places = [*players, chance.choice(players), POOL, INITIAL]
    for certificate in game.data.companies[company].certificates[1:]:
        game.state.certificates[certificate] = chance.choice(places)
    game.cash(**{company: chance.randrange(0, 900)})


def furnish(game: Position, chance: random.Random, both: tuple[str, str]) -> None:
    """Markers in common and apart, trains, privates, coal."""
    for company in both:
        game.floated(company, chance.randrange(900))
        game.trains(company, *(["2", "3"] * 2)[: chance.randint(0, 4)])
        game.state.alter(company, has_operated=True)
    if chance.random() < 0.7:
        game.token("G23.1", both[0])
        game.token("G23.0", "PRR")
    for stop in ("B20.0", "H12.0"):
        if chance.random() < 0.5:
            game.token(stop, "PRR")
    game.state.privates["E&K"] = chance.choice(both)
    coal = [chance.choice(("K11", *both)), chance.choice(("K11", *both)), "K13"]
    if coal[0] == coal[1] != "K11":
        coal[0] = "K11"
    game.state.title_state = type(game.state.title_state)(
        coal_markers=tuple(coal), companies_floated_before=both
    )


def position(seed: int, edition: str) -> tuple[Position, random.Random]:
    """A stock round in which two companies may merge."""
    chance, both = random.Random(seed), PAIRS[edition]
    options: dict[str, object] = {"edition": edition}
    if edition == "published":
        options |= {name: chance.random() < 0.3 for name in READINGS}
    for _ in range(50):
        game = stock_round(chance.randint(3, 5), "p1", **options)
        for company in both:
            hold_at_random(game, chance, company, chance.choice((67, 71, 79)))
        furnish(game, chance, both)
        for company in both:
            row, column = chance.randrange(14), chance.randrange(9)
            game.price(company, f"{row},{column}")
        game.cash(**{p: chance.choice((0, 20, 60, 300)) for p in game.state.order})
        director = game.president(both[0])
        assert director
        game.stock_round(2, director)
        if game.offered("merge"):
            return game, chance
    raise AssertionError("no two companies may merge")


def stored_alike(game: Position, state: State) -> None:
    """A state that is stored and read again is the same, and offers the same."""
    body = json.loads(json.dumps(state_to_json(state)))
    again = state_from_json(body, game.data.map)
    assert state_to_json(again) == body
    assert judge.offers(game.rules, again) == judge.offers(game.rules, state)


@pytest.mark.in_part(20)
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("edition", PAIRS)
def test_nothing_is_made_or_lost(edition: str, seed: int) -> None:
    game, chance = position(seed, edition)
    then = game.state.copy()
    merger = chance.choice(game.offered("merge"))
    assert isinstance(merger, MergeCompanies)
    trains = {t for t, card in then.trains.items() if card.place in PAIRS[edition]}
    game.do(merger)
    while game.waiting() == "merger":
        stored_alike(game, game.state)
        game.do(chance.choice(judge.offers(game.rules, game.state)).action)
    stored_alike(game, game.state)
    now = game.state
    assert sum(now.cash.values()) == 0
    if not is_system(now, merger.company):
        for part in ("cash", "certificates", "privates", "trains", "companies", "stacks"):
            assert getattr(now, part) == getattr(then, part), part
        assert now.title_state == then.title_state
        assert now.board.tokens == then.board.tokens
        return
    held = shares(game.data, now, merger.company)
    assert sum(held.values()) == 100
    assert held[merger.company] == 10
    assert set(shares(game.data, now, merger.other_company)) == {GONE}
    assert now.cash[merger.other_company] == 0
    assert {t for t, card in now.trains.items() if card.place == merger.company} == trains
    charters = {t: now.trains[t].charter for t in trains}
    second = {t for t in trains if then.trains[t].place == merger.other_company}
    assert charters == {t: int(t in second and edition == "published") for t in trains}
    coal = game_of(now).coal_markers
    assert len(coal) == 3 and coal.count(merger.company) <= 1 and merger.other_company not in coal
    assert sum(own.status == STARTED for own in now.companies.values()) == 0
    markers = [now.board.tokens[stop] for stop in now.board.token_stops(merger.company)]
    assert len(markers) + now.companies[merger.company].tokens <= 7


@pytest.mark.in_part(2)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("edition", PAIRS)
def test_it_is_undone_and_done_again_at_every_question(tmp_path, edition: str, seed: int) -> None:
    position_now, chance = position(seed, edition)
    store = GameStore(tmp_path / "companion.sqlite")
    game = store_position(store, position_now)
    view = store.open(game)
    states = [state_to_json(view.state)]
    action, asked = chance.choice(position_now.offered("merge")), ("merger", "discard")
    while True:
        view = store.play(game, view.version, action)
        states.append(state_to_json(view.state))
        step = view.rules.waiting(view.state)
        if step is None or step.name not in asked:
            break
        action = chance.choice(judge.offers(view.rules, view.state)).action
    for state in reversed(states[:-1]):
        view = store.undo(game, view.version)
        assert state_to_json(view.state) == state
    for state in states[1:]:
        view = store.redo(game, view.version)
        assert state_to_json(view.state) == state
    store.close()
