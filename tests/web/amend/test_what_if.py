"""What if: deeds are tried on one device alone, thrown away, or made real as one deed.

Corrections here and now are entered by a form.
"""

import re
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from companion.rules.amend.correction_actions import CorrectCash
from companion.store.games.game_store import GameStore
from companion.titles import titles
from companion.web import create_app
from tests.support.clients import form, guest, press
from tests.support.game_stages import begun, operating, played, squeezed

WHY = {"reason": "miscounted"}


@pytest.fixture
def game(store: GameStore) -> int:
    """A game that has come to its first company."""
    return played(store, operating)


def page_of(client: FlaskClient, game: int, screen: str = "") -> str:
    return client.get(f"/game/{game}{screen}").text


def begin(client: FlaskClient, game: int) -> str:
    """Begin to try something; the screen."""
    press(client, page_of(client, game), "what-if")
    return page_of(client, game)


def correct_cash(client: FlaskClient, game: int, amount: int = 40) -> str:
    """Give the first player money, on the form; the screen after it."""
    asked = f"kind=correct_cash&payer=bank&payee=p1&amount={amount}&reason=miscounted"
    page = page_of(client, game, f"/correct?{asked}")
    return press(client, page, "deed").text and page_of(client, game)


def test_a_tried_deed_is_shown_on_this_device_and_done_nowhere(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    before = store.open(game)
    assert 'id="draft"' in begin(client, game)
    page = squeezed(correct_cash(client, game))
    assert "1 action tried." in page
    cash = before.state.cash["p1"]
    assert f"${cash}</span> → <b>${cash + 40}</b>" in page.replace(",", "")
    assert store.open(game) == before
    for screen in ("/shares", "/ledger", "/log", "/market", "/player/p1", "/standings", "/map"):
        assert 'id="draft"' in page_of(client, game, screen), screen
    assert "miscounted" in page_of(client, game, "/log")
    assert "miscounted" in page_of(client, game, f"/receipt/{before.head + 1}")
    other = guest(create_app({"STORE": store}), game, "p1")
    assert 'id="draft"' not in page_of(other, game)
    assert "miscounted" not in page_of(other, game, "/log")


def test_it_outlives_the_process_and_is_thrown_away(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    begin(client, game)
    page = correct_cash(client, game)
    again = create_app({"STORE": GameStore(store.where)}).test_client()
    assert "1 action tried." in squeezed(page_of(again, game))
    shown = page_of(client, game)
    press(client, page, "discard-draft")
    assert 'id="draft"' not in page_of(client, game)
    assert "miscounted" not in page_of(client, game, "/log")
    late = press(client, shown, "apply-draft")  # in another tab, which still shows it
    assert late.status_code == 409
    assert "Nothing has been tried." in late.text


def test_it_is_made_real_as_one_deed_and_undone_as_one(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    before = store.open(game)
    begin(client, game)
    correct_cash(client, game, 40)
    page = correct_cash(client, game, 2)
    assert "2 actions tried." in squeezed(page)
    press(client, page, "apply-draft")
    after = store.open(game)
    assert after.undoable == before.undoable + 1
    assert after.state.cash["p1"] == before.state.cash["p1"] + 42
    page = page_of(client, game)
    assert 'id="draft"' not in page
    press(client, page, "undo")
    assert store.open(game).state.cash == before.state.cash


def test_other_tabs_of_the_device_hear_that_they_show_what_is_not_any_more(
    client: FlaskClient, game: int
) -> None:
    def heard() -> str:
        return client.get(f"/game/{game}/stream").text.split()[-1]

    def shown(page: str) -> str:
        (mark,) = re.findall('data-company="([^"]+)"', page)
        return mark

    marks = [shown(page_of(client, game))]
    page = begin(client, game)
    marks.append(shown(page))
    page = correct_cash(client, game)
    marks.append(shown(page))
    press(client, page, "discard-draft")
    marks.append(heard())
    assert len(set(marks)) == len(marks)
    assert shown(page_of(client, game)) == heard()  # and nothing has changed since


def test_undo_takes_back_the_last_that_was_tried(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    begin(client, game)
    correct_cash(client, game, 40)
    page = correct_cash(client, game, 2)
    press(client, page, "undo")
    page = page_of(client, game)
    assert "1 action tried." in squeezed(page)
    press(client, page, "undo")
    page = page_of(client, game)
    assert 'id="draft"' in page and 'id="apply-draft"' not in page


def test_if_the_game_has_moved_on_it_is_not_made_real_and_says_why(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    begin(client, game)
    page = correct_cash(client, game)
    view = store.open(game)
    store.play(game, view.version, CorrectCash("bank", "p2", 5, **WHY))
    answer = press(client, page, "apply-draft")
    assert answer.status_code == 409
    assert "The game has moved on. ‡ Correction" in squeezed(answer.text)
    assert store.open(game).state.cash["p1"] == view.state.cash["p1"]
    page = page_of(client, game)
    assert "your what-if now starts from there" in squeezed(page)
    press(client, page, "apply-draft")  # seen again, it can be
    assert store.open(game).state.cash["p1"] == view.state.cash["p1"] + 40


def test_a_deed_that_no_longer_fits_says_so_and_cannot_be_made_real(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    begin(client, game)
    cash = store.open(game).state.cash["p1"]
    asked = f"kind=correct_cash&payer=p1&payee=p2&amount={cash}&reason=all"
    press(client, page_of(client, game, f"/correct?{asked}"), "deed")
    store.play(game, store.open(game).version, CorrectCash("p1", "bank", 1, **WHY))
    page = squeezed(page_of(client, game))
    assert "This no longer fits:" in page
    assert 'id="apply-draft"' not in page and 'id="discard-draft"' in page


def test_only_the_banker_tries_and_sets_right(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    player = guest(create_app({"STORE": store}), game, "p1")
    page = page_of(player, game)
    assert 'id="what-if"' not in page and "/correct" not in page
    assert player.get(f"/game/{game}/correct").status_code == 403


def test_a_correction_shows_what_changes_before_it_is_entered(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    view = store.open(game)
    cash = view.state.cash["p1"]
    asked = "kind=correct_cash&payer=p1&payee=bank&amount=1&reason=found%20on%20the%20floor"
    page = page_of(client, game, f"/correct?{asked}")
    assert f"${cash}</span> → <b>${cash - 1}</b>" in squeezed(page).replace(",", "")
    _, sent = form(page, "deed")
    assert sent["reason"] == "found on the floor"
    assert store.open(game).version == view.version
    press(client, page, "deed")
    assert store.open(game).state.cash["p1"] == cash - 1
    assert "‡ Correction" in page_of(client, game, "/log")


def test_a_correction_that_cannot_be_is_refused_on_the_form(client: FlaskClient, game: int) -> None:
    asked = "kind=correct_cash&payer=p1&payee=bank&amount=99999&reason=x"
    page = squeezed(page_of(client, game, f"/correct?{asked}"))
    assert 'class="notice refusal"' in page and 'id="deed"' not in page
    page = page_of(client, game, "/correct?kind=correct_cash&payer=p1&payee=bank&amount=a&reason=x")
    assert "a whole number is needed" in page


@pytest.mark.parametrize("title", sorted(titles()))
def test_every_title_can_be_set_right_from_its_beginning(
    client: FlaskClient, store: GameStore, title: str
) -> None:
    game = begun(store, title)
    asked = "kind=correct_cash&payer=bank&payee=p1&amount=5&reason=a%20note%20too%20few"
    cash = store.open(game).state.cash["p1"]
    press(client, page_of(client, game, f"/correct?{asked}"), "deed")
    assert store.open(game).state.cash["p1"] == cash + 5
    for kind in ("correct_train", "correct_tile", "correct_supply", "correct_phase"):
        assert 'id="preview"' in page_of(client, game, f"/correct?kind={kind}"), kind


def test_every_kind_that_there_is_has_a_form(client: FlaskClient, game: int) -> None:
    page = page_of(client, game, "/correct")
    kinds = [part.split('"')[0] for part in page.split('id="kind-')[1:]]
    assert {"correct_cash", "correct_share", "correct_tile", "correct_price"} <= set(kinds)
    for kind in kinds:
        there = page_of(client, game, f"/correct?kind={kind}")
        assert 'id="preview"' in there and 'id="set-reason"' in there


def test_a_token_and_where_it_lies_are_chosen_at_once(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    form = page_of(client, game, "/correct?kind=correct_token")
    (one, *_) = re.findall(r'<option value="([^"~]+~[^"]+)"', form)
    owner, stop = one.split("~")
    asked = urlencode(
        {"kind": "correct_token", "token~stop": one, "destination": "", "reason": "dropped"}
    )
    press(client, page_of(client, game, f"/correct?{asked}"), "deed")
    assert owner not in store.open(game).state.board.tokens[stop]
