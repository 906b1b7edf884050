"""Privates between players on the screen: one row a private, the buyer chosen after it."""

import re

from flask.testing import FlaskClient

from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.store.games.game_store import GameStore
from tests.support.game_stages import played

FOUR = ("Anneke", "Jörg", "Daniël", "Mia")


def owner_shares(rules: Rules, state: State) -> bool:
    """A later stock round, in which the player on turn owns a private and may sell it."""
    step = rules.waiting(state)
    if step is None or step.name != "shares" or state.round.number < 2:
        return False
    return state.round.turn in state.privates.values()


def selling(store: GameStore) -> tuple[int, str, list[str]]:
    """Such a game, a private of the player on turn, and the keys of its sale to each other one."""
    game = played(store, owner_shares, names=FOUR)
    state = store.open(game).state
    seller = state.round.turn
    private = next(p for p, owner in state.privates.items() if owner == seller)
    buyers = [seat for seat in ("p1", "p2", "p3", "p4") if seat != seller]
    return game, private, [f"sell_private~{seller}~{buyer}~{private}" for buyer in buyers]


def test_a_private_that_several_may_buy_is_one_row(client: FlaskClient, store: GameStore) -> None:
    game, _, keys = selling(store)
    page = client.get(f"/game/{game}?tab=aside").text
    assert [key for key in keys if f'id="pick-{key}"' in page] == keys[:1]
    assert "Sell to another player" in page


def test_the_buyer_is_chosen_after_the_private(client: FlaskClient, store: GameStore) -> None:
    game, private, keys = selling(store)
    page = client.get(f"/game/{game}?pick={keys[1]}&tab=aside").text
    assert re.findall(r'id="pick-sell_private~[^"]*~' + private, page) == [f'id="pick-{keys[1]}']
    buyers = [key.split("~")[2] for key in keys]
    assert re.findall(r'id="buyer-(p\d)"', page) == buyers
    chosen = re.search(r'id="buyer-(p\d)"[^>]*\saria-current="true"', page)
    assert chosen and chosen[1] == buyers[1]
    assert f'name="buyer" value="{buyers[1]}"' in page


def test_a_turn_opens_on_what_may_still_be_done(client: FlaskClient, store: GameStore) -> None:
    def bought(rules: Rules, state: State) -> bool:
        """The player on turn has bought, may buy no more, and may sell."""
        step = rules.waiting(state)
        if step is None or step.name != "shares" or not state.round.purchases:
            return False
        open_kinds = {offer.kind for offer in judge.offers(rules, state) if offer.allowed}
        return "sell" in open_kinds and not {"buy", "start"} & open_kinds

    game = played(store, bought, names=FOUR)
    page = client.get(f"/game/{game}").text
    assert re.search(r'id="tab-sell" aria-current="true"', page)
    assert re.search(r'id="tab-do" aria-current="true"', client.get(f"/game/{game}?tab=do").text)
