"""No text on a page is put together from pieces of others, for every title.

``tests.support.whole_texts`` says what counts as one text.
"""

import pytest
from flask.testing import FlaskClient

from companion import languages
from companion.reporting.content.chronicle import gather
from companion.reporting.content.moments import moments_of_stored_game
from companion.reporting.report_html import report_html, sheet_html
from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.support.game_stages import Until, played
from tests.support.pseudo_locale import Marked, use_texts
from tests.support.whole_texts import find_fault, find_faults
from tests.test_languages import script
from tests.web import all_pages as pages
from tests.web import amended_pages as amended


@pytest.fixture(name="marked", autouse=True)
def use_marks(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Marked:
    """A device that sees where each text begins and ends."""
    found = Marked()
    use_texts(monkeypatch, found)
    client.set_cookie("language", "nl")
    return found


@pytest.mark.parametrize(
    "whole",
    [
        "⟦PRR bought a 2 for $80.⟧",
        "⟦PRR bought a 2 for $80 from ‹the ‹bank››⟧ (3×)",
        "⟦The game is over.⟧ ⟦A player is bankrupt.⟧",
        "⟦laid 57⟧ · ⟦bought a 2⟧ – ‹OR 1.1›",
        "H12 Altoona, ‹grey›, ‹‹city› 10›, DH",
        "PRR, 100, $50",
        "‡ ⟦ruled⟧",
    ],
)
def test_a_text_is_whole(whole: str) -> None:
    assert find_fault(whole) == ""


@pytest.mark.parametrize(
    "pieced",
    [
        "⟦sold 10%⟧ ⟦to the pool⟧",
        "⟦sold 10%⟧, ⟦to the pool⟧",
        "⟦sold 10% ⟦to the pool⟧⟧",
        "‹to the ⟦pool⟧›",
        "3 ⟦trains⟧",
        "⟦trains⟧: 3",
        "PRR: ⟦lays track⟧",
        "‹president› Jan",
        "⟦par⟧, ‹price›",
    ],
)
def test_a_text_is_put_together_from_pieces(pieced: str) -> None:
    assert find_fault(pieced) != ""


def test_bold_words_belong_to_their_sentence() -> None:
    assert find_faults("<p>⟦Buy⟧ <b>⟦a train⟧</b> ⟦now⟧</p>")
    assert find_faults("<p>⟦Buy⟧ <span>10</span> ⟦now⟧</p>")
    assert not find_faults("<p>⟦Buy <b>a train</b> now⟧</p>")


def find_unknown(marked: Marked) -> set[tuple[str | None, str]]:
    """The texts that were asked for and are in no catalogue."""
    known = {(m.context, m.id if isinstance(m.id, str) else m.id[0]) for m in script().texts()}
    return marked.asked - known


@pages.for_each_part
def test_no_text_of_any_page_is_put_together_from_pieces(
    client: FlaskClient,
    store: GameStore,
    marked: Marked,
    title: str,
    part: pages.Part,
) -> None:
    found = pages.find_places(part(client, store, title), lambda page: find_faults(page).items())
    assert found == {}
    assert find_unknown(marked) == set()


@pages.for_each_report
def test_no_text_of_a_report_or_a_rebuild_sheet_is_put_together_from_pieces(
    store: GameStore, marked: Marked, title: str, until: Until
) -> None:
    game = played(store, until, title)
    view = store.open(game)
    with languages.speaking("nl"):
        report = report_html(gather(*moments_of_stored_game(store, game)))
        sheet = sheet_html(view.rules, view.state, packed=b"a log")
    assert find_faults(report) | find_faults(sheet) == {}
    assert find_unknown(marked) == set()


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
@pytest.mark.parametrize("part", amended.PARTS, ids=lambda part: part.__name__)
def test_no_text_beside_the_rules_is_put_together_from_pieces(
    client: FlaskClient, store: GameStore, marked: Marked, title: str, part: pages.Part
) -> None:
    found = pages.find_places(part(client, store, title), lambda page: find_faults(page).items())
    assert found == {}
    assert find_unknown(marked) == set()


@pytest.mark.in_part(1)
@pytest.mark.parametrize("part", amended.WITHOUT_TITLE, ids=lambda part: part.__name__)
def test_no_text_of_games_without_a_title_is_put_together_from_pieces(
    client: FlaskClient, store: GameStore, marked: Marked, part: amended.PartWithoutTitle
) -> None:
    found = pages.find_places(part(client, store), lambda page: find_faults(page).items())
    assert found == {}
    assert find_unknown(marked) == set()
