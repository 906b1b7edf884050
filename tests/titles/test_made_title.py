"""Titles that a table makes: what is kept of other titles, and packs without a map."""

from itertools import islice

import pytest

from companion.board.tiles import DataError
from companion.bots.simulation import play
from companion.rules.data.setup import Setup
from companion.titles import load, open_pack, titles
from companion.titles.made_title import (
    check_pack,
    is_template,
    make_pack,
    slug_for,
    tables_of,
    usual_tables,
)

TEMPLATES = [slug for slug, title in titles().items() if is_template(title)]
COMPANY = {"symbol": "AB", "name": "Ab", "short": "AB", "colour": "#112233", "token_costs": [0]}


@pytest.mark.parametrize("slug", TEMPLATES)
def test_a_title_begins_with_the_money_shares_and_trains_of_another(slug: str) -> None:
    source = load(slug).data
    data = check_pack(make_pack({**tables_of(load(slug)), "name": "Another one"}))
    assert (data.bank, data.cash, data.charts) == (source.bank, source.cash, source.charts)
    assert [train.price for train in data.train_types] == [t.price for t in source.train_types]
    assert list(data.companies) == list(source.companies)
    assert (data.stock, data.ends, data.dividends) == (source.stock, source.ends, source.dividends)
    assert not data.has_map and not any(private.blocks for private in data.private_list)


def test_it_is_played_without_a_map() -> None:
    title = open_pack(make_pack({**tables_of(load("1830")), "name": "Another one"}))
    rules = title.rules(Setup(title.slug, ("Ann", "Bo", "Cas")))
    done = [action.wire_name for action, _ in islice(play(rules, 3), 300)]
    assert "tell_run" in done and "dividend" in done


def test_the_usual_tables_lack_only_a_name_and_companies() -> None:
    with pytest.raises(DataError) as fault:
        check_pack(make_pack(usual_tables()))
    faults = [line.split(": ")[0].split(", ")[-1] for line in str(fault.value).splitlines()]
    assert sorted(faults) == ["companies", "name"]
    data = check_pack(make_pack({**usual_tables(), "name": "X", "companies": [COMPANY]}))
    assert data.companies["AB"].homes == ((),)


def test_a_made_title_has_no_slug_of_a_title_that_comes_with_the_companion() -> None:
    assert slug_for("My Line!") == "my-line"
    assert slug_for("1830") == "1830-made"
    assert slug_for("日本") == "made"
