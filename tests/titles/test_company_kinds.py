"""Kinds of company in a title's data: each key, and what is wrong named by its place."""

from collections import Counter

import pytest

from companion.board.tiles import DataError
from companion.rules.data.companies import INCREMENTAL, Company, CompanyKind
from companion.titles.schema.companies import CompanyTable, KindTable
from companion.titles.schema.names import Names
from tests.titles.schema_check import check

TENS = (20, 10, 10, 10, 10, 10, 10, 10, 10)
TWENTIETHS = (10, *[5] * 18)


def kind(text: str) -> CompanyKind:
    return check(KindTable, text, Names({"market": Counter()})).build([""])


def company(text: str, *kinds: CompanyKind) -> Company:
    plain = (
        'symbol = "A"\nname = "A"\nshort = "A"\ncolour = "#123456"\nhomes = []\ntoken_costs = []\n'
    )
    names = Names({"kind": Counter(k.name for k in kinds)}, {k.name: k.unit for k in kinds})
    return check(CompanyTable, plain + text, names).build({k.name: k for k in kinds})


TEN = CompanyKind("ten", TENS, 10, holding_limit=60)
FIVE = CompanyKind("five", TWENTIETHS, 5)


def test_a_kind_is_all_that_its_table_says() -> None:
    found = kind(
        """name = "foreign"
           certificates = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 20]
           unit = 2
           directed = false
           counted = false
           holding_limit = 60
           pool_limit = 50
           floats_at = 40
           capital = "incremental" """
    )
    parts = (*[4] * 20, 20)
    assert found == CompanyKind("foreign", parts, 2, False, False, 60, 50, 40, INCREMENTAL)


def test_a_missing_limit_is_none_and_the_smallest_certificate_is_a_share() -> None:
    found = kind('name = "five"\ncertificates = [10' + ", 5" * 18 + "]")
    assert found == FIVE
    assert (found.holding_limit, found.pool_limit, found.floats_at) == (None, None, None)


def test_a_price_is_that_of_a_share() -> None:
    assert TEN.value(30, 82) == 246
    assert FIVE.value(30, 82) == 492
    assert CompanyKind("two", (*[4] * 20, *[2] * 10), 2).value(6, 67) == 201
    assert (TEN.shares(30), FIVE.shares(30)) == (3, 6)


def test_a_company_is_of_the_first_kind_unless_it_says_another() -> None:
    assert company("", TEN, FIVE).kind is TEN
    other = company('kind = "five"', TEN, FIVE)
    assert (other.kind, other.shares, other.step) == (FIVE, TWENTIETHS, 5)
    assert company("shares = [40, 20, 20, 20]", TEN).shares == (40, 20, 20, 20)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('name = "a"', "certificates: is missing; a list of 1 to 100 is needed"),
        ('name = "a"\ncertificates = []', "line 2, certificates: has 0; 1 or more are needed"),
        ('name = "a"\ncertificates = [60, 30]', "the percents sum to 90; 100 is needed"),
        (
            'name = "a"\ncertificates = [60, "40"]',
            'certificates[1]: is "40"; a whole number from 1',
        ),
        ('name = "a"\ncertificates = [120, -20]', "certificates[1]: is -20; a whole number from 1"),
        ('name = "a"\ncertificates = [70, 30]\nunit = 20', "no whole shares of 20%"),
        ('name = "a"\ncertificates = [70, 30]\nunit = 0', "unit: is 0; a whole number from 1"),
        (
            'name = "a"\ncertificates = [100]\nholding_limit = 101',
            "line 3, holding_limit: is 101; a whole number from 0 to 100 is needed",
        ),
        ('name = "a"\ncertificates = [100]\npool_limit = -5', "pool_limit: is -5"),
        (
            'name = "a"\ncertificates = [100]\ncapital = "half"',
            'capital: is "half"; one of full, price, incremental is needed',
        ),
        (
            'name = "a"\ncertificates = [100]\nmarket = "upper"',
            "the name of a market is needed; known are none",
        ),
        ('name = "a"\ncertificates = [100]\ndirected = 1', "is 1; true or false is needed"),
        ('name = "a"\ncertificates = [100]\nlimit = 60', "limit: is no key here; known are name,"),
    ],
)
def test_faults_are_named(text: str, says: str) -> None:
    with pytest.raises(DataError) as caught:
        kind(text)
    assert says in str(caught.value)
    assert str(caught.value).startswith("title.toml, ")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            'kind = "six"',
            'line 7, kind: is "six"; a kind of company is needed; known are ten, five',
        ),
        ("shares = [95, 5]", "line 7, shares: these are no whole shares of 10%"),
        ("shares = [50, 40]", "line 7, shares: the percents sum to 90; 100 is needed"),
        ('home = "A1"', "either home or homes"),
    ],
)
def test_a_company_of_no_kind_or_no_whole_shares_is_named(text: str, says: str) -> None:
    with pytest.raises(DataError) as caught:
        company(text, TEN, FIVE)
    assert says in str(caught.value)
