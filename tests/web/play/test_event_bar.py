"""The bar of the last event tells all of it: the deed, and what followed from it."""

import re

from flask.testing import FlaskClient

from companion.rules.core.actions import Action, Bid, BuyShare, BuyTrain, Dividend, Pass, SellShares
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from tests.support.game_stages import begun, squeezed
from tests.support.positions import Position
from tests.support.stored_games import store_position


def bar(client: FlaskClient, game: int) -> tuple[str, str, str]:
    """The deed's sentence, what followed, and the link of a receipt beside them."""
    page = squeezed(client.get(f"/game/{game}").text)
    event = page.partition('id="event"')[2].partition("<nav")[0]
    words = [re.sub("<[^>]*>", "", part).strip() for part in re.findall("<p.*?</p>", event)]
    receipt = re.search(r'id="receipt"[^>]*>([^<]*)', event)
    said, then = (*words, "")[:2]
    return re.sub(r"^\d+ ?", "", said), then, receipt[1] if receipt else ""


def after(
    client: FlaskClient, store: GameStore, position: Position, action: Action
) -> tuple[str, ...]:
    game = store_position(store, position)
    store.play(game, store.version(game), action)
    return bar(client, game)


def stock() -> Position:
    """PRR is one share short of its float; p2 can take its presidency over when p1 sells."""
    position = Position("1830", 3).close_privates()
    return position.started("PRR", 100, "p1", p1=40, p2=30, pool=0)


def test_a_float_is_told_with_the_share_that_brought_it(
    client: FlaskClient, store: GameStore
) -> None:
    position = Position("1830", 3).close_privates().started("PRR", 100, "p1", p1=30, p2=20)
    said, then, _ = after(client, store, position.stock_round(), BuyShare("p1", "PRR", "initial"))
    assert said == "Anneke bought 10% PRR for $100 from the initial offering."
    assert "PRR floated" in then


def test_a_sale_tells_the_price_and_the_new_president_after_it(
    client: FlaskClient, store: GameStore
) -> None:
    said, then, _ = after(client, store, stock().stock_round(), SellShares("p1", "PRR", 20))
    assert said == "Anneke sold 20% PRR for $200."
    assert then == "Jörg is president of PRR · PRR 100 → 82"


def test_a_dividend_tells_the_price_and_leads_to_its_receipt(
    client: FlaskClient, store: GameStore
) -> None:
    position = stock().floated("PRR", 1000).phase("3").trains("PRR", "2")
    position.operating("PRR", "dividend", revenue=30, routes=(("2-0", ("H10.0", "H12.0")),))
    said, then, receipt = after(client, store, position, Dividend("PRR", "withhold"))
    assert (said, then, receipt) == ("PRR withheld $30.", "PRR 100 → 90", "Receipt")


def test_a_receipt_of_what_followed_stands_with_that(client: FlaskClient, store: GameStore) -> None:
    position = stock().floated("PRR", 1000).phase("3").operating("PRR", "track")
    game = store_position(store, position)
    store.play(game, store.version(game), Pass("PRR"))
    said, then, receipt = bar(client, game)
    assert said == "PRR laid no track."
    assert then.startswith("PRR did not run · PRR 100 → 90")
    assert receipt == ""  # no Receipt beside a sentence it is not about
    page = squeezed(client.get(f"/game/{game}").text)
    assert f'<a href="/game/{game}/receipt/1">PRR did not run</a>' in page


def test_a_train_tells_who_added_what_and_the_phase_after_it(
    client: FlaskClient, store: GameStore
) -> None:
    position = stock().floated("PRR", 50).tile("H10", "57", 1).cash(p1=500)
    position.trains("p3", *6 * ["2"]).operating("PRR", "trains", division="withhold")
    said, then, _ = after(client, store, position, BuyTrain("PRR", "3-0", 180))
    assert said == "PRR bought a 3 for $180 from the bank."
    assert then.startswith("Anneke contributed $130 · phase 3")


def test_the_end_of_an_auction_tells_who_bought_the_private_by_it(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store, "steam-over-holland")
    view = store.open(game)
    bid = next(o.action for o in judge.offers(view.rules, view.state) if isinstance(o.action, Bid))
    store.play(game, view.version, bid)
    for _ in range(2):
        view = store.open(game)
        store.play(game, view.version, Pass(view.rules.actor(view.state) or ""))
    said, then, _ = bar(client, game)
    name = view.rules.data.privates[bid.private].name
    assert said.endswith(f"left the auction for {name}.")
    assert then.startswith(f"Anneke bought {name} for")


def test_a_round_of_passes_tells_what_begins(client: FlaskClient, store: GameStore) -> None:
    game = store_position(store, stock().stock_round())
    for _ in range(3):
        view = store.open(game)
        store.play(game, view.version, Pass(view.rules.actor(view.state) or ""))
    said, then, _ = bar(client, game)
    assert said.endswith("passed.")
    assert "has the priority deal" in then and "begins" in then
