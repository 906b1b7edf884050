"""Bad input by the draft: refused with a reason, and with nothing changed.

Cases that stand beside their rules are in the other tests of the draft.
"""

from html import unescape

import pytest

from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import file_of
from companion.rules.core.actions import BuyTrain, LayTile, StartCompany
from companion.store.games.game_store import GameStore
from companion.web import create_app
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.t1828.game_start import floated, operating, system
from tests.titles.t1828.test_draft_auction import draft
from tests.titles.t1828.test_draft_trains import baltimore, buying, sell_out


def lays(at: Position, company: str, hex: str, tile: str) -> list[set[str]]:
    """The reasons against a tile, by its rotations."""
    return [at.refused(LayTile(company, hex, tile, rotation)) for rotation in range(6)]


def test_a_par_of_green_is_refused_in_yellow_though_the_b_and_o_has_it() -> None:
    at = Position("1828", 3, edition="draft").close_privates().phase("Green")
    at.started("B&O", 94, "p2").phase("Yellow").stock_round(1, "p1")
    assert at.refused(StartCompany("p1", "NYC", 94)) == {"start.par"}
    assert at.allowed(StartCompany("p1", "NYC", 79))
    assert at.phase("Green").stock_round(1, "p1").allowed(StartCompany("p1", "NYC", 94))


@pytest.mark.parametrize("given", ["2-0", "5-0", "4+D-0"])
def test_only_a_3_is_given_for_the_first_6(given: str) -> None:
    at = sell_out(buying("Brown", "3", "5"), "4+D").trains("GT", "4+D").operating("GT", "trains")
    assert at.refused(BuyTrain("GT", "6-0", 400, given)) == {"train.trade_in"}
    assert at.allowed(BuyTrain("GT", "6-0", 400, "3-0"))


def test_nothing_is_given_for_a_train_of_another_company() -> None:
    at = buying("Brown", "3").trains("B&M", "4+D").operating("GT", "trains")
    assert at.refused(BuyTrain("GT", "4+D-0", 400, "3-0")) == {"train.trade_in"}
    red = buying("Red", "5").trains("B&M", "6").operating("GT", "trains")
    assert red.refused(BuyTrain("GT", "6-0", 400, "5-0")) == {"train.trade_in"}
    assert "train.trade_in" not in red.refused(BuyTrain("GT", "6-0", 400))


def test_the_director_helps_with_the_whole_price_and_never_with_a_trade_in() -> None:
    """A company that has a train to give needs none, so that nobody helps it."""
    at = sell_out(buying("Brown", "3", cash=399), "4+D").cash(p1=5000).tile("D6", "57", 1)
    at.operating("GT", "trains")
    assert at.refused(BuyTrain("GT", "6-0", 400, "3-0")) == {"train.cash"}
    assert at.cash(GT=400).operating("GT", "trains").allowed(BuyTrain("GT", "6-0", 400, "3-0"))
    bare = sell_out(buying("Brown", cash=399), "4+D").cash(p1=5000).tile("D6", "57", 1)
    assert bare.operating("GT", "trains").allowed(BuyTrain("GT", "6-0", 600))


def test_a_system_lays_no_third_tile_for_40() -> None:
    for edition, reasons in (("published", set()), ("draft", {"turn.not_now"})):
        at = system("B&M", "NYH", edition=edition).operating("B&M")
        at.do(LayTile("B&M", "F26", "57", 1), LayTile("B&M", "D26", "8", 2))
        assert at.refused(LayTile("B&M", "C27", "8", 5)) == reasons
        assert at.state.cash["B&M"] == 1000 - 80 - 120


def test_no_tile_for_40_follows_an_upgrade_nor_an_upgrade_a_tile_for_40() -> None:
    at = floated("B&M", edition="draft").tile("F26", "57", 1).phase("Green").operating("B&M")
    at.do(LayTile("B&M", "F26", "15", 1))
    assert at.refused(LayTile("B&M", "D26", "8", 2)) == {"turn.not_now"}
    at = floated("B&M", edition="draft").tile("F26", "57", 1).phase("Green").operating("B&M")
    at.do(LayTile("B&M", "D26", "8", 2))
    assert at.refused(LayTile("B&M", "F26", "15", 1)) == {"lay.one_replaced"}


def test_the_nyc_lays_a_second_yellow_tile_for_40_by_the_draft_alone() -> None:
    for edition, cost in (("draft", 40), ("published", None)):
        at = operating("NYC", edition=edition)
        for paid in (0, cost):
            step = at.rules.waiting(at.state)
            assert step
            if paid is None:
                assert step.name != "track"
                break
            plain = [a for a in at.offered("lay") if not at.data.map.hexes[a.hex].terrain]
            before = at.state.cash["NYC"]
            at.do(plain[0])
            assert at.state.cash["NYC"] == before - paid


@pytest.mark.parametrize("hex", ["I17", "I19"])
def test_the_hexes_of_an_open_private_take_no_tile(hex: str) -> None:
    tiles = {"I17": "8", "I19": "57"}
    assert all("lay.blocked" in reasons for reasons in lays(baltimore(), "B&O", hex, tiles[hex]))
    at = baltimore().privates(**{"B&O": "gone"}).operating("B&O")
    assert not any("lay.blocked" in reasons for reasons in lays(at, "B&O", hex, tiles[hex]))


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"type": "bid", "private": "SVN", "amount": 25}, "is itself on offer"),
        ({"type": "bid", "private": "C&StL", "amount": 7}, "$45"),
        ({"type": "bid", "private": "C&StL", "amount": 905}, "$900"),
        ({"type": "buy_private", "private": "C&StL"}, "$20"),
        ({"type": "buy_private", "private": "StCT"}, "StCT"),
    ],
)
def test_a_wrong_form_changes_nothing(store: GameStore, sent: dict[str, object], says: str) -> None:
    game = store_position(store, draft(3))
    client = create_app({"STORE": store}).test_client()
    answer = client.post(f"/game/{game}/act", data={"player": "p1", "version": 1, **sent})
    assert answer.status_code == 422
    assert says in " ".join(unescape(answer.text).split())
    assert store.version(game) == 1


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [
        (6, {}, "3 to 5 players"),
        (2, {"edition": "draft"}, "3 to 6 players"),
        (7, {"edition": "draft"}, "3 to 6 players"),
        (4, {"edition": "draft", "row": "CPR GT"}, "row"),
    ],
)
def test_a_file_is_refused_that_is_not_of_its_edition(
    store: GameStore, players: int, options: dict[str, str], says: str
) -> None:
    rows = dict(store.admin.read_rows(store_position(store, draft(6))))
    (game,) = rows["game"]
    names = [f"Player {number}" for number in range(players)]
    rows["game"] = [{**game, "setup": {**game["setup"], "players": names, "options": options}}]
    with pytest.raises(ValueError, match=says):
        store_file(store, file_of(rows))
    assert len(store.games()) == 1
