"""The basis of the pages of players and companies: the books, and the lives of companies."""

import re

import pytest
from markupsafe import escape

from companion.bots.playing_styles import careful
from companion.reporting.content.chronicle import Chronicle, gather
from companion.reporting.content.investment_results import stakes_of
from companion.reporting.content.key_moments import key_moments
from companion.reporting.content.moments import moments_of_actions
from companion.reporting.report_html import report_html
from companion.rules.core.state import type_of
from companion.rules.data.setup import Setup
from companion.rules.explain.summary import summary
from companion.titles import rules_for, titles
from companion.titles.examples import read_example
from tests.reporting.report_games import TITLES, chronicle_of
from tests.support.run_cache import play


@pytest.mark.parametrize("title", TITLES)
def test_income_less_spending_is_the_cash(title: str) -> None:
    chronicle = chronicle_of(title, 4)
    for seat, purse in chronicle.purses.of.items():
        assert purse.came - purse.went == chronicle.state.cash[seat]


@pytest.mark.parametrize("title", TITLES)
def test_shares_and_privates_are_worth_what_the_standings_say(title: str) -> None:
    chronicle = chronicle_of(title, 4)
    rules, table = chronicle.rules, summary(chronicle.rules, chronicle.state)
    for standing in table.standings:
        stakes = stakes_of(rules, table, standing.id, chronicle.purses.of[standing.id])
        assert sum(stake.now for stake in stakes) == standing.shares + standing.privates
        assert [s.gain for s in stakes] == sorted((s.gain for s in stakes), reverse=True)


@pytest.mark.parametrize("title", TITLES)
def test_trades_come_to_what_was_bought_and_sold_and_stand_in_the_rounds_they_were_made(
    title: str,
) -> None:
    chronicle = chronicle_of(title, 4)
    for purse in chronicle.purses.of.values():
        for stake in purse.stakes.values():
            traded = [trade.amount for trade in purse.trades if trade.of == stake.of]
            assert sum(amount for amount in traded if amount > 0) == stake.sold
            assert len([amount for amount in traded if amount < 0]) == stake.bought
            assert -sum(amount for amount in traded if amount < 0) <= stake.paid
    order = [round.name for round in chronicle.rounds]
    for seat, purse in chronicle.purses.of.items():
        assert [order.index(trade.round) for trade in purse.trades] == sorted(
            order.index(trade.round) for trade in purse.trades
        )
        for trade in purse.trades:
            if trade.of in chronicle.rules.data.companies and trade.round.startswith("SR"):
                (round,) = (one for one in chronicle.rounds if one.name == trade.round)
                assert any(deed.who == seat for deed in round.deeds), trade


def test_a_player_s_trades_stand_on_their_page() -> None:
    chronicle = chronicle_of("1830", 4)
    page = " ".join(report_html(chronicle).split())
    for purse in chronicle.purses.of.values():
        trade = purse.trades[0]
        name = escape(chronicle.rules.words.name(trade.of))
        assert f"<b>{trade.round}</b> – bought {name} {-trade.amount}" in page


@pytest.mark.parametrize("title", TITLES)
def test_lives_hold_every_payout_every_train_and_the_president(title: str) -> None:
    chronicle = chronicle_of(title, 4)
    state = chronicle.state
    receipts = [r for round in chronicle.rounds for r in round.receipts.values()]
    assert sum(life.revenue for life in chronicle.lives) == sum(r.revenue for r in receipts) > 0
    for life in chronicle.lives:
        if life.left:
            continue
        now = [type_of(t) for t, card in state.trains.items() if card.place == life.company]
        assert sorted(train.type for train in life.held if not train.until) == sorted(now)
        who = chronicle.rules.holdings.director(chronicle.rules, state, life.company)
        assert (life.presidents[-1][1] if life.presidents else "") == (who or "")
        if life.best:
            assert life.best.receipt.revenue == max(r.revenue for r in life.revenues.values())


def test_a_company_that_comes_back_as_a_new_one_has_two_lives() -> None:
    setup = Setup("1839", ("Ada", "Bram", "Cato", "Dirk"), {}, 4)
    done = play(rules_for(setup), 4, manner=careful)
    chronicle = gather(*moments_of_actions(setup, [(action, None) for action, _ in done]))
    twice = [life for life in chronicle.lives if life.number == 2]
    assert twice
    first = next(life for life in chronicle.lives if life.company == twice[0].company)
    assert first.number == 1 and first.left
    page = report_html(chronicle)
    assert "life 1" in page and "life 2" in page
    assert f"left the game in {first.left}" in page


@pytest.mark.parametrize("title", TITLES)
def test_key_moments_come_in_the_order_of_the_rounds(title: str) -> None:
    chronicle = chronicle_of(title, 4)
    order = [round.name for round in chronicle.rounds]
    found = [order.index(round) for round, _ in key_moments(chronicle)]
    assert found == sorted(found) and found
    assert any("the biggest run" in says for _, says in key_moments(chronicle))


def example_of(title: str) -> Chronicle:
    """The chronicle of the title's example."""
    example = read_example(titles()[title])
    actions = [(action, None) for action in example.actions]
    return gather(*moments_of_actions(example.setup, actions))


def test_a_new_president_is_told_in_the_round_whose_purchase_made_them_one() -> None:
    """The purchase may end that round, and the company's next round begins at once."""
    chronicle = example_of("18ms")
    frisco = next(life for life in chronicle.lives if life.company == "Fr")
    assert frisco.presidents[:2] == [("SR 1", "p1"), ("SR 1", "p3")]
    moments = dict(key_moments(chronicle))
    assert moments["SR 1"] == "Cato becomes president of Fr."
    page = report_html(chronicle)
    assert "Fr in SR 1" in page and "SR 1 to SR 1" not in page


@pytest.mark.parametrize("title", ["1830", "18ms"])
def test_the_first_train_of_a_type_is_that_of_the_company_that_bought_it_first(title: str) -> None:
    chronicle = example_of(title)
    bought: dict[str, str] = {}
    for round in chronicle.rounds:
        for deed in round.deeds:
            for event in deed.events:
                if event.kind == "bought_train":
                    bought.setdefault(type_of(event.facts["train"]), deed.who)
    moments = " ".join(words for _, words in key_moments(chronicle))
    told = re.findall(r"(\S+) (?:has|buys) the first (\S+)\.(?: |$)", moments)
    assert len(told) > 2
    assert [(company, train) for company, train in told if bought[train] != company] == []


def test_trains_that_rust_after_a_round_are_told_in_a_line_of_the_round() -> None:
    page = report_html(example_of("18ms"))
    assert "Operating round 4 is over: the 2+-trains leave the game." in page
    assert "· operating round 4" not in page
    assert "was charged $166 of interest on their debt" in page


def test_privates_that_close_are_told_by_their_names() -> None:
    moments = " ".join(words for _, words in key_moments(example_of("1839")))
    assert "Albert Voombergh and Lodewijk Pincoffs close." in moments
