"""Games of 1882 are written for 18xx.games and read again, with what only 1882 has there."""

import pytest

from companion.exchange.games_18xx.export_file import BadFileError
from companion.exchange.games_18xx.export_writer import Written, file_of, write_game
from companion.rules.core.actions import PlaceToken, StartCompany
from companion.rules.privates.power_tokens import MoveOwnToken
from companion.rules.standard.neutral_tokens import PlaceNeutralToken
from tests.exchange.games_18xx.random_games import play_freely
from tests.support.imports import import_file

SEED, ROWS = 1, 339  # a game in which tokens are moved and neutral ones placed


@pytest.fixture(scope="module")
def export() -> Written:
    return write_game(*play_freely("1882", SEED, ROWS))


def of_type(export: Written, type: str) -> list[dict[str, object]]:
    return [sent for sent in export.body["actions"] if sent["type"] == type]


def test_the_whole_game_is_written_and_read_as_the_same(export):
    _, rows = play_freely("1882", SEED, ROWS)
    assert export.stop is None
    assert import_file(file_of(export)).actions == [row.action for row in rows]


def test_a_neutral_token_is_named_so_and_sent_by_its_company(export):
    _, rows = play_freely("1882", SEED, ROWS)
    placed = [row.action for row in rows if isinstance(row.action, PlaceNeutralToken)]
    sent = [one for one in of_type(export, "place_token") if one.get("token_type") == "neutral"]
    assert placed
    assert [one["entity"] for one in sent] == [action.company for action in placed]
    assert [one["tokener"] for one in sent] == [action.company for action in placed]


def test_a_move_is_a_token_taken_up_and_one_placed_by_the_private(export):
    _, rows = play_freely("1882", SEED, ROWS)
    (moved,) = [row.action for row in rows if isinstance(row.action, MoveOwnToken)]
    (taken_up,) = of_type(export, "remove_token")
    following = export.body["actions"][export.body["actions"].index(taken_up) + 1]
    assert (taken_up["entity"], taken_up["entity_type"]) == ("NWR", "company")
    assert (following["type"], following["entity"]) == ("place_token", "NWR")
    assert following["tokener"] == moved.company


def test_the_private_and_the_company_of_one_name_are_told_apart(export):
    _, rows = play_freely("1882", SEED, ROWS)
    starts = [n for n, row in enumerate(rows) if row.action == _start_of_sc(rows)]
    assert isinstance(rows[starts[0] + 1].action, PlaceToken)
    pars = [one for one in of_type(export, "par") if one["corporation"] == "SC"]
    assert len(pars) == 1
    assert "SC" in {one["company"] for one in of_type(export, "bid")}
    assert "SCP" not in str(export.body["actions"])


def _start_of_sc(rows):
    return next(
        row.action
        for row in rows
        if isinstance(row.action, StartCompany) and row.action.company == "SC"
    )


def test_a_token_that_a_private_places_needs_one_that_it_took_up(export):
    actions = [one for one in export.body["actions"] if one["type"] != "remove_token"]
    file = file_of(Written({**export.body, "actions": actions}))
    with pytest.raises(BadFileError):
        import_file(file)
