"""The stock round by the draft, beside that of the published rules."""

import pytest

from companion.rules.core.actions import BuyShare, Pass, SellShares, StartCompany
from companion.rules.core.change import Change
from companion.rules.judge import judge
from companion.titles.t1828 import removed_companies
from tests.support.positions import Position

WHITE, GRAY = "5,0", "10,0"  # cells of 81 and 58


def position(edition, **held):
    """NYC is floated; the first player directs it and is on turn."""
    at = Position("1828", 3, edition=edition).close_privates()
    at.cash(p1=2000, p2=2000, p3=2000).started("NYC", 67, "p1", **held).floated("NYC", 670)
    return at.price("NYC", WHITE).stock_round(2, "p1")


def pool_shares(at, percent=10):
    """Let another player put shares into the pool."""
    cell = at.state.companies["NYC"].cell
    at.stock_round(2, "p2").do(SellShares("p2", "NYC", percent), Pass("p2"))
    return at.price("NYC", cell).stock_round(2, "p1")


def test_past_60_percent_shares_come_from_the_pool_alone():
    at = pool_shares(position("draft", p1=60, p2=20))
    assert at.refused(BuyShare("p1", "NYC", "initial")) == {"buy.initial_limit"}
    at.do(BuyShare("p1", "NYC", "pool"))
    assert at.percent("NYC", "p1") == 70
    published = pool_shares(position("published", p1=60, p2=20))
    for source in ("initial", "pool"):
        assert published.refused(BuyShare("p1", "NYC", source)) == {"buy.holding"}


def test_up_to_60_percent_shares_come_from_the_initial_offering():
    at = position("draft", p1=50)
    at.do(BuyShare("p1", "NYC", "initial"))
    assert at.percent("NYC", "p1") == 60


@pytest.mark.parametrize("phase", ["Yellow", "Green", "Blue"])
def test_gray_lifts_the_limit_before_brown(phase):
    at = position("draft", p1=60).price("NYC", GRAY).phase(phase)
    at.do(BuyShare("p1", "NYC", "initial"))
    assert at.percent("NYC", "p1") == 70


@pytest.mark.parametrize("phase", ["Brown", "Red", "Gray", "Purple"])
def test_gray_lifts_the_limit_no_more_from_brown_on(phase):
    at = pool_shares(position("draft", p1=60, p2=20).price("NYC", GRAY).phase(phase))
    assert at.refused(BuyShare("p1", "NYC", "initial")) == {"buy.initial_limit"}
    assert at.allowed(BuyShare("p1", "NYC", "pool"))
    published = position("published", p1=60).price("NYC", GRAY).phase(phase)
    assert published.allowed(BuyShare("p1", "NYC", "initial"))


def test_two_certificates_in_a_turn_are_never_bought():
    for edition, refused in (("draft", {"buy.bought"}), ("published", set())):
        at = position(edition, p1=30).price("NYC", GRAY)
        at.do(BuyShare("p1", "NYC", "initial"))
        assert at.refused(BuyShare("p1", "NYC", "initial")) == refused


def test_nobody_has_to_sell_what_they_hold_past_60_percent():
    at = position("draft", p1=90).phase("Brown")
    assert at.allowed(Pass("p1"))
    assert at.allowed(StartCompany("p1", "GT", 67))


def test_a_house_rule_lifts_the_limit_of_the_initial_offering_too():
    at = Position("1828", 3, edition="draft", **{"buy.holding": True}).close_privates()
    at.cash(p1=2000).started("NYC", 67, "p1", p1=60).floated("NYC", 670).price("NYC", WHITE)
    assert at.stock_round(2, "p1").allowed(BuyShare("p1", "NYC", "initial"))


def test_the_refusal_cites_the_draft():
    at = position("draft", p1=60)
    (refusal,) = judge.refusals(at.rules, at.state, BuyShare("p1", "NYC", "initial"))
    assert refusal.rule == "1828 draft, Buying shares"
    assert str(refusal).startswith(
        "Anneke has 60% of NYC. From 60% on, none of it may be bought from the IPO."
    )


@pytest.mark.parametrize(
    ("phase", "pars"),
    [
        ("Yellow", {67, 71, 79}),
        ("Green", {67, 71, 79, 86, 94}),
        ("Blue", {67, 71, 79, 86, 94, 105}),
        ("Brown", {67, 71, 79, 86, 94, 105, 120}),
        ("Purple", {67, 71, 79, 86, 94, 105, 120}),
    ],
)
def test_pars_stay_in_purple(phase, pars):
    at = position("draft", p1=60).phase(phase)
    assert set(at.rules.market.pars(at.rules, at.state, "C&O")) == pars
    published = position("published", p1=60).phase("Purple")
    assert not published.rules.market.pars(published.rules, published.state, "C&O")


def test_companies_are_started_in_purple_and_none_leaves_the_game():
    at = position("draft", p1=60).phase("Purple")
    removed_companies.leave(Change(at.state), at.rules)
    assert at.state.companies["WAB"].status == "unstarted"
    assert at.state.board.tokens["H6.0"] == (None,)
    at.do(StartCompany("p1", "C&O", 120))
    assert at.state.companies["C&O"].par == 120
    published = position("published", p1=60).phase("Purple")
    removed_companies.leave(Change(published.state), published.rules)
    assert published.state.companies["WAB"].status == "gone"
    assert published.state.board.tokens["H6.0"] == ("blocked",)
