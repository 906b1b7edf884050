"""Another 18xx title: a form without scripts makes it, and it is saved, shared and refined."""

import io
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.rules.amend.correction_actions import CorrectClosing, CorrectShare, CorrectTurn
from companion.rules.core.actions import BuyShare, StartCompany
from companion.rules.core.refusals import RefusedError
from companion.rules.core.state import GONE
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.shares import market
from companion.store.games.game_store import GameStore
from companion.titles import find, load
from companion.titles.made_title import check_pack, make_pack, tables_of, usual_tables
from companion.web.library.title_columns import SWITCHES
from companion.web.library.title_form import Form, read_form, read_grid, write_form
from tests.support.clients import stranger

BUY = BuyShare("p1", "AB", "initial")


def filled(**changes: str) -> dict[str, str]:
    """Return a form with two companies, and with changes of its fields."""
    form = write_form(usual_tables()).to_dict()
    form |= {
        "from": "new",
        "name": "My Line",
        "companies.0.symbol": "AB",
        "companies.1.symbol": "C&D",
        "companies.1.token_costs": "0 40 100",
        "do": "save",
    }
    return {**form, **changes}


def test_a_title_is_made_from_nothing_and_played(client: FlaskClient, store: GameStore) -> None:
    assert "Begin with" in client.get("/new/title").text
    assert client.get("/new/title?from=new").status_code == 200
    answer = client.post("/new/title", data=filled())
    assert answer.status_code == 303
    key = answer.location.partition("title=")[2]
    title = find(key)
    assert title and title.name == "My Line" and not title.data.has_map
    assert title.data.companies["C&D"].token_costs == (0, 40, 100)
    assert "My Line" in client.get("/new").text
    players = {"title": key, "player": ["Ann", "Bo", "Cas"]}
    assert client.post("/new", data=players).status_code == 303
    game = store.open(1)
    assert game.state.is_told and game.state.cash["p1"] == 800
    assert client.get("/game/1").status_code == 200


def test_it_begins_with_the_tables_of_another_title(client: FlaskClient) -> None:
    page = client.get("/new/title?from=1830").text
    assert 'value="PRR"' in page and "60y 67 71" in page
    form = write_form(tables_of(load("1830")))
    assert read_form(form, tables_of(load("1830")))["trains"] == tables_of(load("1830"))["trains"]
    for unknown in ("nothing", "1828"):
        assert client.get(f"/new/title?from={unknown}").status_code == 404


def test_faults_are_told_in_the_words_of_the_form_and_nothing_is_stored(
    client: FlaskClient, store: GameStore
) -> None:
    wrong = {
        "companies.1.token_costs": "0 x",
        "trains.0.price": "eighty",
        "trains.1.rusted_by": "9",
        "market.rows": "60 70?",
        "cash.3": "lots",
        "bank": "-5",
        "name": "",
    }
    answer = client.post("/new/title", data=filled(**wrong))
    page = " ".join(unescape(answer.text).split())
    assert (answer.status_code, store.packs.list_all()) == (422, [])
    for says in (
        "Companies, row 2 · Cost of its tokens, such as 0 40 100 · “x” is not a whole number",
        "Trains, row 1 · Price · “eighty” is not a whole number",
        "Trains, row 2 · Rusts with phase · “9” is not in this title. Known are: ",
        "Market · Row 1: “70?” is not a price with known letters.",
        "Cash · “lots” is not a whole number",
        "Bank (blank = unlimited) · “-5” is not a whole number",
        "Name of the title · This is missing.",
    ):
        assert says in page, says
    assert 'value="eighty"' in page


def test_the_card_is_that_of_the_title_in_the_form(client: FlaskClient) -> None:
    page = client.post("/new/title/card", data=filled()).text
    assert "Rules card" in page and "My Line" in page and "<html" not in page
    assert "still to do" in client.post("/new/title/card", data=filled(bank="x")).text


def test_more_rows_are_to_be_had_without_scripts(client: FlaskClient) -> None:
    plain = client.post("/new/title", data=filled(do="check")).text
    more = client.post("/new/title", data={**filled(do=""), "more": "companies"}).text
    assert "companies.9.symbol" not in plain and "companies.7.symbol" in more
    assert 'value="C&amp;D"' in more


def test_a_made_title_is_refined_and_its_file_opens_elsewhere(
    client: FlaskClient, store: GameStore
) -> None:
    key = client.post("/new/title", data=filled()).location.partition("title=")[2]
    page = client.get("/packs").text
    assert f"/new/title?from={key}" in page.replace("%7E", "~")
    title = find(key)
    assert title and title.pack
    changed = {**write_form(tables_of(title)).to_dict(), "from": key, "do": "save", "bank": "9000"}
    newer = client.post("/new/title", data=changed).location.partition("title=")[2]
    assert {pack.key: pack.is_hidden for pack in store.packs.list_all()} == {
        key: True,
        newer: False,
    }
    mark = newer.partition("~")[2]
    file = client.get(f"/packs/{mark}/file")
    assert "my-line.title.json" in file.headers["Content-Disposition"]
    store.packs.delete(mark)
    sent = {"file": (io.BytesIO(file.data), "my-line.title.json")}
    client.post("/packs", data=sent, content_type="multipart/form-data")
    again = find(newer)
    assert again and again.data.bank == 9000
    assert client.get("/packs/none/file").status_code == 404


def test_only_a_host_makes_titles(client: FlaskClient, store: GameStore) -> None:
    other = stranger(client.application)
    assert other.get("/new/title").status_code == 403
    assert other.post("/new/title", data=filled()).status_code == 403
    assert other.post("/new/title/card", data=filled()).status_code == 403
    assert store.packs.list_all() == []


@pytest.mark.parametrize(
    ("pasted", "rows"),
    [
        ("60y 67 71p\n\n. 55 60", ["60y 67 71p", ". 55 60"]),
        ("| Row | 1 | 2 |\n|---|---|---|\n| 1 | 64y | 68 |\n| 2 | 60y | |", ["64y 68", "60y"]),
        ("60\t67\t\t71\n\t55", ["60 67 . 71", ". 55"]),
        ("", []),
    ],
)
def test_a_market_is_typed_or_pasted_from_a_table(pasted: str, rows: list[str]) -> None:
    assert read_grid(pasted) == rows


def test_certificates_are_written_in_short() -> None:
    form = Form(filled(**{"kinds.0.certificates": "20 8x10"}))
    assert read_form(form, usual_tables())["kinds"][0]["certificates"] == [20, *[10] * 8]
    assert write_form(usual_tables())["kinds.0.certificates"] == "20 8x10"


def test_a_kind_may_have_prices_of_its_own_that_never_move() -> None:
    form = Form(filled())
    more = {"kinds.1.name": "minor", "kinds.1.certificates": "100", "kinds.1.own_prices": "60 40"}
    for key, text in {**more, "companies.1.kind": "minor", "trains.0.count": "3:7 4:8 5:9"}.items():
        form[key] = text
    tables = read_form(form, usual_tables())
    data = check_pack(make_pack(tables))
    minors, main = data.charts
    assert data.kinds["minor"].market == minors.name and sorted(minors.pars) == [40, 60]
    assert all(market.right(minors, cell) == cell for cell in minors.pars.values())
    assert data.kinds["public"].market == main.name and len(main.rows[0]) > 20
    assert data.trains["2"].copies(4) == 8
    again = write_form(tables)
    assert again["kinds.1.own_prices"] == "60 40" and again["trains.0.count"] == "3:7 4:8 5:9"
    assert check_pack(make_pack(read_form(again, tables))).charts == data.charts


def test_limits_are_advisory_where_the_table_says_so(client: FlaskClient, store: GameStore) -> None:
    key = client.post("/new/title", data=filled()).location.partition("title=")[2]
    page = unescape(client.get(f"/new?title={key}").text)
    assert "A player may hold any number of certificates" in page
    table = {"title": key, "player": ["Ann", "Bo", "Cas"]}
    for number, more in enumerate(({}, {"option.buy.holding": "1"}), 1):
        assert client.post("/new", data={**table, **more}).status_code == 303
        store.play(number, 1, StartCompany("p1", "AB", 70), by="banker")
        for version, share in enumerate(("AB_2", "AB_3", "AB_4", "AB_5"), 2):
            correction = CorrectShare(share, "p1", reason="a limit of 60%")
            store.play(number, version, correction, by="banker")
        view = store.play(number, 6, CorrectTurn("p1", reason="once more"), by="banker")
        codes = {one.code for one in judge.refusals(view.rules, view.state, BUY)}
        assert ("buy.holding" in codes) == (number == 1)


def test_a_company_of_a_made_title_closes_by_a_correction(
    client: FlaskClient, store: GameStore
) -> None:
    key = client.post("/new/title", data=filled()).location.partition("title=")[2]
    game = store.new_game(Setup(key, ("Ann", "Bo", "Cas")))
    assert "correct_closing" not in client.get(f"/game/{game}/correct").text
    store.play(game, 1, StartCompany("p1", "AB", 70), by="banker")
    assert "correct_closing" in client.get(f"/game/{game}/correct").text
    with pytest.raises(RefusedError):
        store.play(game, 2, CorrectClosing("C&D", reason="a price of 0"), by="banker")
    state = store.play(game, 2, CorrectClosing("AB", reason="a price of 0"), by="banker").state
    assert state.companies["AB"].status == GONE
    assert {at for one, at in state.certificates.items() if one.startswith("AB_")} == {GONE}
    other = store.new_game(Setup("1830", ("Ann", "Bo", "Cas")))
    assert "correct_closing" not in client.get(f"/game/{other}/correct").text


def test_a_title_without_a_map_gets_none_in_play(client: FlaskClient, store: GameStore) -> None:
    key = client.post("/new/title", data=filled()).location.partition("title=")[2]
    page = client.get(f"/new?title={key}").text
    assert "always played without a map" in page and "option.without_map" not in page
    client.post("/new", data={"title": key, "player": ["Ann", "Bo", "Cas"]})
    kinds = client.get("/game/1/correct").text
    assert "correct_cash" in kinds and "correct_map" not in kinds and "correct_tile" not in kinds
    for address in ("map", "shares", "market", "companies", "trains", "rebuild", "report"):
        assert client.get(f"/game/1/{address}").status_code == 200, address


def test_a_shared_rule_that_a_choice_of_the_form_changes_is_marked(client: FlaskClient) -> None:
    answer = client.post("/new/title", data=filled(**{"train_sale.unpaid": "leaves"}))
    key = answer.location.partition("title=")[2]
    marked = client.get(f"/rules/{key}").text
    ends = marked.partition("A bankruptcy ends the game at once.")[2]
    assert "see the rules card" in ends.partition("</dd>")[0]
    counted = marked.partition("result is their cash")[2]
    assert "see the rules card" not in counted.partition("</dd>")[0]
    assert "see the rules card" not in client.get("/rules/1889").text


def test_the_form_is_in_the_language_of_the_device(client: FlaskClient) -> None:
    client.set_cookie("language", "nl")
    page = client.get("/new/title?from=new").text
    assert "Vervalt met fase" in page and "Beginveiling" in page
    for english in ("Rusts with phase", "Train limit", "Name of the title", "Opening auction"):
        assert english not in page


def test_switches_have_short_labels() -> None:
    labels = [str(field.label) for _, fields in SWITCHES.values() for field in fields]
    assert len(labels) > 40
    for label in labels:
        assert len(label) <= 100 and not label.endswith("."), label
        assert label.split()[0] not in ("Whether", "When", "How"), label
