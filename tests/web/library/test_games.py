"""Beginning and importing games: what is entered is judged; when it is wrong nothing is stored."""

import html
import io
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event

from companion import __version__
from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.support.game_stages import begun, never, played
from tests.support.site_games import site_file

pytestmark = pytest.mark.both_databases

FORM = {"title": "1830", "player": ["Anneke", "Jörg", "Daniël", "", "", ""]}


@pytest.mark.parametrize(("language", "says"), [("en", "Version"), ("nl", "Versie")])
def test_the_home_page_says_the_version_in_its_language(
    client: FlaskClient, language: str, says: str
) -> None:
    client.post("/language", data={"language": language})
    assert f">{says} {__version__}</p>" in client.get("/").text


def test_the_form_begins_a_game_in_the_order_of_its_seats(
    client: FlaskClient, store: GameStore
) -> None:
    answer = client.post("/new", data=FORM)
    assert answer.status_code == 303
    view = store.open(1)
    assert answer.location == "/game/1/seats"
    assert view.setup.players == ("Anneke", "Jörg", "Daniël")


def test_a_game_that_was_opened_shows_its_code_first(client: FlaskClient, store: GameStore) -> None:
    page = client.post("/new", data=FORM, follow_redirects=True).text
    assert f'class="code">{store.places.sitting(1).code}<' in page
    assert re.search(r'id="to-table" href="/game/1"', page)


def test_settings_are_folded_until_one_of_them_is_changed(client: FlaskClient) -> None:
    for asked, titles_open, settings_open in (
        ("", True, False),
        ("?title=1830", False, False),
        ("?title=1830&player=Ann&option.bank=12000&each=1", False, False),
        ("?title=1830&player=Ann&option.bank=9000", False, True),
        ("?title=1830&player=Ann&each=0", False, True),
    ):
        page = client.get(f"/new{asked}").text
        assert ('id="titles" open' in page) is titles_open, asked
        assert ('id="settings" open' in page) is settings_open, asked


def test_empty_seats_between_players_are_left_out(client: FlaskClient, store: GameStore) -> None:
    client.post("/new", data={**FORM, "player": ["", " Ann ", "", "Bo", ""]})
    assert store.open(1).setup.players == ("Ann", "Bo")


def test_options_are_taken_from_the_form(client: FlaskClient, store: GameStore) -> None:
    client.post("/new", data={**FORM, "option.bank": "9,000", "option.third_6_train": "1"})
    rules = store.open(1).rules
    assert rules.bank_size == 9000
    assert rules.options["third_6_train"] is True
    assert rules.options["no_diesels"] is False


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"player": ["Ann"]}, "2 to 6 players"),
        ({"player": []}, "2 to 6 players"),
        ({"player": ["Ann", "Ann"]}, "a different name"),
        ({"player": ["A" * 30, "Bo"]}, "1 to 24 letters"),
        ({"player": list("abcdefg")}, "2 to 6 players"),
        ({"option.bank": "lots"}, "not a whole number"),
        ({"option.bank": "1"}, "from 3,000"),
        ({"title": "Monopoly"}, "no title"),
        ({"title": ""}, "no title"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_shown_again(
    client: FlaskClient, store: GameStore, change: dict[str, Any], says: str
) -> None:
    answer = client.post("/new", data={**FORM, **change})
    assert answer.status_code == 422
    assert says in answer.text
    for name in change.get("player", FORM["player"]):
        assert f'value="{name}"' in answer.text
    assert store.games() == []


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("empty.json", b""),
        ("picture.json", b"\x89PNG\r\n"),
        ("cut.json", b'{"title": "1830", "actions": ['),
        ("list.json", b"[]"),
        ("other.json", b'{"title": "1889", "players": [], "actions": []}'),
        ("deep.json", b"[" * 100_000),
    ],
)
def test_a_file_that_is_no_game_stores_nothing(
    client: FlaskClient, store: GameStore, name: str, body: bytes
) -> None:
    form = {"file": (io.BytesIO(body), name)}
    answer = client.post("/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert f"{name} was not imported" in answer.text
    assert store.games() == []


def test_importing_without_a_file_asks_for_one(client: FlaskClient) -> None:
    answer = client.post("/import", data={}, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert "Choose a file first" in answer.text


def test_a_file_beyond_the_limit_is_refused_in_a_sentence(client: FlaskClient) -> None:
    form = {"file": (io.BytesIO(b"x" * 9_000_000), "big.json")}
    answer = client.post("/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == 413
    assert "8 MB is the limit" in answer.text


def test_notes_about_an_imported_game_are_shown_before_it(
    client: FlaskClient, store: GameStore
) -> None:
    form = {"file": (io.BytesIO(site_file("steam-over-holland", 1)), "game.json")}
    answer = client.post("/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == 200
    assert "counts as above it" in answer.text
    assert 'href="/game/1"' in answer.text
    assert store.games()[0].finished


def test_the_form_leads_to_how_the_book_is_read_and_back_with_what_was_entered(
    client: FlaskClient,
) -> None:
    form = client.get("/new?title=steam-over-holland").text
    assert 'formaction="/readings/steam-over-holland"' in form
    entered = {"title": "steam-over-holland", "player": ["Ann", "Bo & Co"], "option.any_time": "1"}
    page = client.get("/readings/steam-over-holland", query_string=entered)
    assert page.status_code == 200
    back = page.text.partition('class="back" href="')[2].partition('"')[0]
    form = client.get(html.unescape(back)).text
    assert 'value="Ann"' in form
    assert 'value="Bo &amp; Co"' in form
    assert re.search(r'name="option.any_time" value="1"\s+checked', form)
    assert not re.search(r'name="option.dealt" value="1" checked', form)


@pytest.mark.parametrize("slug", titles())
def test_the_page_tells_every_reading_with_its_section_and_its_option(
    client: FlaskClient, store: GameStore, slug: str
) -> None:
    data = titles()[slug].data
    game = store.new_game(Setup(slug, ("Ann", "Bo", "Cas")))
    for address in (f"/readings/{slug}", f"/game/{game}/readings"):
        page = html.unescape(client.get(address).text)
        for reading in data.readings:
            assert reading.about in page
            assert reading.section in page
            assert reading.says in page
            assert not reading.option or data.option(reading.option).says in page
        assert "In this game" not in page


def test_a_running_game_tells_where_it_is_read_otherwise(
    client: FlaskClient, store: GameStore
) -> None:
    game = store.new_game(Setup("steam-over-holland", ("Ann", "Bo"), {"phase_at_once": True}))
    assert f'href="/game/{game}/readings"' in client.get(f"/game/{game}/rules").text
    page = client.get(f"/game/{game}/readings").text
    assert page.count("In this game:") == 1
    changed = page.partition('class="changed"')[2].partition("</div>")[0]
    assert "A new phase begins with the purchase" in changed


def test_a_running_game_tells_which_usual_reading_it_leaves_out(
    client: FlaskClient, store: GameStore
) -> None:
    game = store.new_game(Setup("1882", ("Ann", "Bo"), {"later_rebellion": False}))
    page = client.get(f"/game/{game}/readings").text
    changed = page.partition('class="changed"')[2].partition("</div>")[0]
    assert "Not in this game:" in changed
    assert "In this game:" not in page


def test_a_table_may_read_the_book_otherwise(client: FlaskClient, store: GameStore) -> None:
    client.post("/new", data={**FORM, "title": "steam-over-holland", "option.any_time": "1"})
    options = store.open(1).rules.options
    assert options["any_time"] is True
    assert options["phase_at_once"] is False


def test_a_flag_that_is_on_as_a_rule_is_checked_until_somebody_turns_it_off(
    client: FlaskClient, store: GameStore
) -> None:
    box = 'name="option.later_rebellion" value="1" checked'
    other = {"title": "1882", "player": ["Ann", "Bo"], "option.bank": "8000"}
    asked = {**other, "option.later_rebellion.asked": "1"}
    for form, is_on in (({"title": "1882"}, True), (other, True), (asked, False)):
        page = " ".join(client.get("/new", query_string=form).text.split())
        assert (box in page) == is_on
        assert ('class="others" open' in page) != is_on
    client.post("/new", data={**FORM, **other})
    client.post("/new", data={**FORM, **asked})
    assert [store.open(n).rules.options["later_rebellion"] for n in (1, 2)] == [True, False]


@pytest.mark.parametrize("address", ["/readings/1829", "/game/9/readings"])
def test_readings_of_nothing_are_not_there(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_nothing_in_the_address_breaks_the_way_back(client: FlaskClient) -> None:
    page = client.get("/readings/1830?_scheme=x&_external=1&title=no&option.bank=%ff")
    assert page.status_code == 200
    assert client.get("/new?player=Ann&option.bank=lots&title=no").status_code == 200


@pytest.mark.parametrize("running", [True, False])
def test_the_list_of_games_and_a_new_game_have_one_heading_each(
    client: FlaskClient, store: GameStore, running: bool
) -> None:
    game = begun(store) if running else played(store, never)
    assert store.open(game)
    for page in ("/", "/new"):
        text = client.get(page).get_data(as_text=True)
        assert text.count("<h1") == 1, page


@pytest.mark.sqlite_only  # it asks SQLite for the columns
def test_the_list_of_many_games_is_read_in_one_statement_and_without_their_states(
    client: FlaskClient, store: GameStore
) -> None:
    """A game at the table, the one played last, would be opened; here all have ended."""
    begun(store)
    with store.database.write() as session:
        connection = session.connection()
        connection.exec_driver_sql("UPDATE game SET end_reason = 'the bank is broken'")
        columns = [row[1] for row in connection.exec_driver_sql("PRAGMA table_info(game)")]
        names = ", ".join(name for name in columns if name != "id")
        for _ in range(50):
            connection.exec_driver_sql(
                f"INSERT INTO game ({names}) SELECT {names} FROM game WHERE id = 1"
            )
    said: list[str] = []
    event.listen(
        store.database._engine,
        "before_cursor_execute",
        lambda connection, cursor, statement, *_: said.append(statement),
    )
    page = client.get("/").text
    assert page.count('href="/game/') == 51
    looked = [statement for statement in said if statement.startswith("SELECT game.")]
    assert len(looked) == 2  # the list, and whether the last answers are all there
    assert len(said) == 9  # these, and who asks, with what begins each
    assert not [statement for statement in looked if "state" in statement]


# --- what the table has drawn


DRAWN = {
    "title": "1839-2015",
    "player": ["Anneke", "Jörg", "Daniël"],
    "option.privates.0": "VVD",
    "option.privates.1": "BOR",
    "option.privates.2": "CM",
    "option.privates.3": "VER",
    "option.foreign_pars.0": "72",
    "option.foreign_pars.1": "67",
    "option.foreign_pars.2": "80",
    "option.rws.0": "NBDS",
}


def test_the_draws_of_the_table_are_chosen_by_names(client: FlaskClient, store: GameStore) -> None:
    assert client.post("/new", data=DRAWN).status_code == 303
    options = store.open(1).setup.options
    assert options["privates"] == "VVD BOR CM VER"
    assert options["foreign_pars"] == "OZ=72 BEL=67 D=80"
    assert (options["rws"], options["swo"]) == ("NBDS", "")


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("1839-2015", ["Van Vlissingen &amp; Dudok van Heel (VVD)", "België", "Overzees"]),
        ("1839", ["Albert Voombergh", "(NBDS)"]),
    ],
)
def test_the_form_offers_names_of_what_is_drawn(
    client: FlaskClient, title: str, names: list[str]
) -> None:
    page = " ".join(client.get("/new", query_string={"title": title}).text.split())
    assert all(name in page for name in names)
    assert "as BOR IJS" not in page and "as CO=NRS" not in page
    for option in titles()[title].data.options:
        assert (f'name="option.{option.key}"' in page) != bool(option.picks)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"option.privates.1": "VVD"}, "each named once"),
        ({"option.privates.3": ""}, "2 blue, 2 brown"),
        ({"option.foreign_pars.0": "67"}, "no two the same"),
    ],
)
def test_a_draw_that_cannot_be_is_shown_again_with_what_was_chosen(
    client: FlaskClient, change: dict[str, str], says: str
) -> None:
    answer = client.post("/new", data={**DRAWN, **change})
    page = " ".join(html.unescape(answer.text).split())
    assert answer.status_code == 422 and says in page
    assert '<option value="BOR" selected>' in page or "option.privates.1" in change


def test_each_choice_offers_what_the_book_draws_from() -> None:
    data = titles()["1839-2015"].data
    blue, again, brown, _ = data.option("privates").picks
    assert blue == again and len(blue.ids) == len(brown.ids) == 9
    assert not set(blue.ids) & set(brown.ids)
    assert [pick.of for pick in data.option("foreign_pars").picks] == ["OZ", "BEL", "D"]
