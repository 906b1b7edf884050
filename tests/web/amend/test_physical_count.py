"""Counting the table, on its page: what agrees is noted, what does not is explained."""

import re
from html import unescape

from flask.testing import FlaskClient

from companion.rules.amend.physical_count import holders
from companion.store.games.game_store import GameStore
from tests.support.clients import guest, press
from tests.support.game_stages import operating, played
from tests.web.read.test_audit import words


def all_of(store: GameStore, game: int) -> dict[str, str | list[str]]:
    view = store.open(game)
    there = holders(view.rules, view.state)
    looked = [h.id for h in there if h.things]
    ticked = {f"has-{h.id}": list(h.things) for h in there}
    return {"looked": looked, **ticked, **{f"cash-{h.id}": str(h.cash) for h in there}}


def test_all_that_agrees_is_noted_with_its_time(client: FlaskClient, store: GameStore) -> None:
    game = played(store, operating)
    version = store.version(game)
    assert "Nothing has been counted yet." in words(client.get(f"/game/{game}/count").text)
    assert client.post(f"/game/{game}/count", data=all_of(store, game)).status_code == 303
    (count,) = store.counts.of(game)
    assert (count.facts["agrees"], count.facts["row"]) == (True, store.open(game).head)
    page = words(client.get(f"/game/{game}/count").text)
    assert "All counts agree: " in page and "not counted:" not in page
    assert store.version(game) == version  # nobody's screen is out of date by it
    assert store.admin.audit(game).holds


def test_an_amount_left_out_is_told_and_not_said_to_agree(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, operating)
    cash = store.open(game).state.cash["p1"]
    client.post(f"/game/{game}/count", data={"cash-p1": str(cash)})
    page = words(client.get(f"/game/{game}/count").text)
    assert "All counts agree" not in page
    name, other = store.open(game).rules.setup.players[:2]
    assert f"all that was counted agrees. Money: {name}. Money not counted: {other}" in page
    assert f"Certificates and trains not counted: {name}, {other}" in page
    assert store.counts.of(game)[0].facts["uncounted"]["cash"][-1] == "bank"


def test_a_forgotten_amount_is_explained_by_entries_before_that_count(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, operating)
    client.post(f"/game/{game}/count", data={"cash-p2": str(store.open(game).state.cash["p2"])})
    line = [each for each in store.entries(game, "p1") if each.n][-1]
    wrong = store.open(game).state.cash["p1"] - line.amount("p1")
    there = client.post(f"/game/{game}/count", data={"cash-p1": str(wrong)}).location
    assert f'href="/game/{game}/receipt/{line.n}"' in client.get(there).text


def test_a_difference_is_told_with_the_entry_that_explains_it(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, operating)
    line = [each for each in store.entries(game, "p1") if each.n][-1]
    wrong = store.open(game).state.cash["p1"] - line.amount("p1")  # as if it had not been done
    done = client.post(f"/game/{game}/count", data={"cash-p1": f"{wrong}x1", "cash-p2": ""})
    there = f"/game/{game}/count"
    assert (done.status_code, done.location) == (303, f"{there}?cash-p1={wrong}x1#differences")
    page = client.get(done.location)
    assert f'value="{wrong}x1"' in page.text
    assert "Differences" in words(page.text)
    assert f'href="/game/{game}/receipt/{line.n}"' in page.text
    assert f'href="/game/{game}/correct"' in page.text
    (settle,) = re.findall(r'settle"\s+href="([^"]+)"', page.text)
    form = client.get(unescape(settle) + "&reason=counted").text
    press(client, form, "deed")
    assert store.open(game).state.cash["p1"] == wrong
    (count,) = store.counts.of(game)
    assert count.facts["differences"]["p1"]["cash"] == -line.amount("p1")
    assert "there are differences" in words(client.get(f"/game/{game}/count").text)
    client.get(done.location)  # to look again counts nothing
    assert len(store.counts.of(game)) == 1
    player = guest(client.application, game, "p1").get(done.location).text
    assert "Differences" not in words(player)


def test_a_count_that_is_sent_twice_is_noted_once(client: FlaskClient, store: GameStore) -> None:
    game = played(store, operating)
    del client.environ_base["HTTP_X_FORM_GUARD"]
    page = client.get(f"/game/{game}/count").text
    first, again = (press(client, page, "compare", **{"cash-p1": "1"}) for _ in range(2))
    assert first.location == again.location
    assert len(store.counts.of(game)) == 1


def test_a_certificate_that_is_not_there_is_missed(client: FlaskClient, store: GameStore) -> None:
    game = played(store, operating)
    view = store.open(game)
    holder = next(h for h in holders(view.rules, view.state) if len(h.things) > 1)
    ticked = {"looked": holder.id, f"has-{holder.id}": list(holder.things[1:])}
    there = client.post(f"/game/{game}/count", data=ticked).location
    page = client.get(there).text
    assert "Not found:" in words(page)
    assert f'id="things-{holder.id}" open' in page
    assert store.counts.of(game)[0].facts["differences"][holder.id]["missing"] == [holder.things[0]]


def test_an_invalid_sum_is_refused_and_nothing_noted(client: FlaskClient, store: GameStore) -> None:
    game = played(store, operating)
    for sent, says in (({"cash-p1": "<b>"}, "is not an amount"), ({}, "Nothing was counted.")):
        page = client.post(f"/game/{game}/count", data=sent)
        assert page.status_code == 422
        assert says in page.text
    assert "is not an amount" in client.get(f"/game/{game}/count?cash-p1=1.5").text
    assert store.counts.of(game) == []


def test_one_of_several_entries_of_a_row_explains_a_difference(
    client: FlaskClient, store: GameStore
) -> None:
    """Whoever has several privates forgets what one of them pays."""
    game = played(store, operating)
    who, row = "p2", store.entries(game, "p2")[-1].n
    paid = [line for line in store.entries(game, who) if line.n == row]
    assert len(paid) > 2
    for each in paid:
        wrong = store.open(game).state.cash[who] - each.amount(who)
        answer = client.post(f"/game/{game}/count", data={f"cash-{who}": str(wrong)})
        page = client.get(answer.location).text
        told = re.search(rf'href="/game/{game}/receipt/{row}">([^<]*)<', page)
        assert told and f"+{each.amount(who)}" in told[1]


def test_only_the_banker_counts(client: FlaskClient, store: GameStore) -> None:
    game = played(store, operating)
    other = guest(client.application, game, "p1")
    assert 'id="compare"' not in other.get(f"/game/{game}/count").text
    assert other.post(f"/game/{game}/count", data={"cash-p1": "1"}).status_code == 403
    assert store.counts.of(game) == []
