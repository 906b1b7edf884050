"""A company that must buy: the screen says why, and proposes the train when there is only one."""

import re
from html import unescape

from flask.testing import FlaskClient

from companion.rules.core.actions import Pass
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.store.games.game_store import GameStore
from tests.support.game_stages import played, squeezed


def obliged(rules: Rules, state: State) -> bool:
    """A company with a route has no train, and there is one that it can buy."""
    step = rules.waiting(state)
    if step is None or step.name != "trains":
        return False
    offers = judge.offers(rules, state)
    passing = [offer for offer in offers if isinstance(offer.action, Pass)]
    return not passing[0].allowed and sum(offer.allowed for offer in offers) == 1


def test_an_obligatory_train_waits_for_a_hand_and_the_reason_is_said(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, obliged, seed=4, names=("Anneke", "Jörg", "Daniël", "Mia"))
    assert not store.open(game).state.end_reason
    page = squeezed(client.get(f"/game/{game}").text)
    assert "has a route, so it must buy a train first." in page
    assert 'id="deed"' not in page
    assert 'id="pass"' not in page
    (pick,) = re.findall(r'href="(/game/\d+\?pick=buy_train[^"]*)"', page)
    page = squeezed(client.get(unescape(pick)).text)
    assert re.search(r'class="offer chosen"', page)
    assert re.search(r'id="deed"><span>Buy a \w+', page)


def test_a_pass_says_what_was_left_undone(part: FlaskClient, store: GameStore) -> None:
    def laying(rules: Rules, state: State) -> bool:
        step = rules.waiting(state)
        return step is not None and step.name == "track"

    game = played(store, laying)
    view = store.open(game)
    company = view.state.round.turn.company
    form = {"type": "pass", "party": company, "version": view.version}
    answer = part.post(f"/game/{game}/act", data=form)
    assert f"<b>{company.replace('&', '&amp;')}</b> laid no track." in answer.text
