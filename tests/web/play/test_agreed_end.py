"""Tests of stopping here on screens: one proposes, all agree, and everybody sees it."""

from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from tests.support.clients import guest, press
from tests.support.game_stages import begun, squeezed


def test_all_players_agree_to_stop_after_this_round(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    seats = ("p1", "p2", "p3")
    phones = {seat: guest(client.application, game, seat, secret=seat) for seat in seats}
    assert f"/game/{game}/apart/stop" in phones["p2"].get(f"/game/{game}/standings").text
    page = phones["p2"].get(f"/game/{game}/apart/stop?pick=stop_game~stop_round").text
    assert "The game ends after this round" in squeezed(page)
    assert press(phones["p2"], page, "deed").status_code == 303
    assert store.open(game).state.stop == "", "the others have not agreed"
    (proposal,) = store.proposals.list_of(game)
    for seat in ("p1", "p3"):
        shown = phones[seat].get(f"/game/{game}").text
        assert press(phones[seat], shown, f"agree-{proposal.id}").status_code == 303
    assert store.open(game).state.stop == "stop_round"
    for device in (client, *phones.values()):
        for place in ("", "/shares", "/log"):
            assert "The game ends after this round." in squeezed(
                device.get(f"/game/{game}{place}").text
            )


def test_the_banker_enters_it_for_the_table_and_the_game_is_over(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    page = client.get(f"/game/{game}/apart/stop?pick=stop_game~stop_now").text
    assert press(client, page, "deed").status_code == 303
    assert store.open(game).state.end_reason == "stopped"
    page = squeezed(client.get(f"/game/{game}/standings").text)
    assert "the table has decided to stop here" in page
    assert "apart/stop" not in page
    page = squeezed(client.get(f"/game/{game}/apart/stop").text)
    assert "<p>The game is over.</p>" in page
    assert "must decide first" not in page
