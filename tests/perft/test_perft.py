"""The deeds that are possible in named positions, counted ply by ply."""

import os
from itertools import product
from pathlib import Path

import pytest

from companion.bots.simulation import choose_setup, play
from companion.cli.main import main
from companion.exchange.files.import_store import file_of_played
from companion.perft import count_deeds, find_deeds
from companion.rules.core.actions import Bid, Decline, LayTile, SellShares
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import turn_of
from companion.titles import rules_for
from tests.perft.positions import START, find_tables, read_table

EVERYDAY = (START, "the first stock round", "green track")  # `make test` counts one of a title


def find_position(name: str) -> tuple[Rules, State]:
    """Return a position of the table of 1830."""
    found = ((rules, state) for rules, position, state in read_table("1830").states())
    names = [position.name for position in read_table("1830").positions]
    return list(found)[names.index(name)]


@pytest.mark.parametrize("table", find_tables())
def test_that_each_position_has_as_many_deeds_as_its_table_says(table: str) -> None:
    full = bool(os.environ.get("FULL"))
    names, counted = set(), EVERYDAY[find_tables().index(table) % len(EVERYDAY)]
    for rules, position, state in read_table(table).states():
        names.add(position.name)
        if full or position.name == counted:
            counts = position.deep if full else position.everyday
            found = count_deeds(rules, state, len(counts))
            assert found == counts, f"{table}, {position.name}, after row {position.row}"
    assert names >= set(EVERYDAY)


@pytest.mark.in_part(0)
def test_that_the_deeds_on_the_map_are_the_lays_that_the_judge_allows() -> None:
    rules, state = find_position("green track")
    company = turn_of(state).company
    tried = (
        LayTile(company, at, tile, rotation)
        for at, tile, rotation in product(rules.data.map.places, rules.data.tiles, range(6))
    )
    allowed = {lay for lay in tried if not judge.refusals(rules, state, lay)}
    found = {deed for deed in find_deeds(rules, state) if isinstance(deed, LayTile)}
    assert found <= allowed

    def picture(lay: LayTile) -> object:  # some tiles look the same when they are turned
        laid = judge.apply(rules, state, lay).state.board.tile_at(lay.hex)
        return lay.hex, lay.tile, frozenset(frozenset((piece.a, piece.b)) for piece in laid.tracks)

    assert {picture(lay) for lay in found} == {picture(lay) for lay in allowed}
    assert len(found) > 1


def test_that_every_percent_is_a_deed_and_a_bid_counts_once() -> None:
    rules, state = find_position("the third stock round")
    actor = rules.actor(state)
    assert actor is not None
    tried = (
        SellShares(actor, company.symbol, percent)
        for company in rules.data.company_list
        for percent in range(1, 101)
    )
    allowed = {sale for sale in tried if not judge.refusals(rules, state, sale)}
    assert {deed for deed in find_deeds(rules, state) if isinstance(deed, SellShares)} == allowed
    assert len(allowed) > len({sale.company for sale in allowed})
    bids = [deed for deed in find_deeds(*find_position(START)) if isinstance(deed, Bid)]
    assert [bid.private for bid in bids] == sorted(
        {bid.private for bid in bids},
        key=[private.symbol for private in rules.data.private_list].index,
    )
    assert min(bid.amount for bid in bids) == 45


def test_that_a_question_about_a_lost_chance_is_no_ply() -> None:
    setup, manner = choose_setup("1830", 17)
    rules = rules_for(setup)
    asked = next(
        outcome.state
        for _, outcome in play(rules, 17, manner=manner)
        if rules.waiting(outcome.state) is rules.last_chance
    )
    declined = judge.apply(rules, asked, Decline(rules.last_chance.actor(asked))).state
    assert count_deeds(rules, asked, 2) == count_deeds(rules, declined, 2)


def test_that_the_command_counts_from_the_start_and_from_a_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = read_table("1830")
    file = tmp_path / "game.18xx"
    file.write_bytes(file_of_played(table.setup, table.actions))
    assert main(["perft", "1830", "--players", "3", "--depth", "2"]) == 0
    assert capsys.readouterr().out.split() == ["1", "7", "2", "48"]
    position = next(each for each in table.positions if each.name == "the first trains")
    asked = ["perft", "1830", "--depth", "2", "--from", str(file)]
    assert main([*asked, str(position.row)]) == 0
    first, second = position.everyday[:2]
    assert capsys.readouterr().out.split() == ["1", str(first), "2", str(second)]
    assert main([*asked, "9999"]) == 1
    assert "no row 9999" in capsys.readouterr().err
    assert main(["perft", "1828", "--from", str(file), "3"]) == 1
    assert "not of 1828" in capsys.readouterr().err
