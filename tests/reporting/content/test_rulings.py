"""The report lists what the table has allowed, for the game and for single deeds, and set right."""

from companion.reporting.content.chronicle import gather
from companion.reporting.content.moments import moments_of_stored_game
from companion.reporting.content.rulings import house_rules, other_irregular_deeds
from companion.reporting.report_html import report_html
from companion.rules.amend.rulings import ruling_for
from companion.rules.core.actions import Bid
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.money.bank_advances import AdvanceMoney
from companion.store.games.game_store import GameStore
from companion.store.history.log_writer import Entered


def test_rulings_house_rules_and_advances_are_told_with_why(store: GameStore) -> None:
    setup = Setup("1830", ("Anneke", "Jörg", "Daniël"), {"sell.first_round": True})
    view = store.open(game := store.new_game(setup))
    bid = Bid("p1", "DH", 61)
    ruling = ruling_for(judge.refusals(view.rules, view.state, bid), "we play it so").to_json()
    view = store.play(game, view.version, Entered(bid, "banker", ruling=ruling))
    advance = AdvanceMoney("p3", 40, reason="the till was short")
    store.play(game, view.version, advance, by="banker")
    rules, moments = moments_of_stored_game(store, game)
    told = list(moments)
    assert [moment.ruling for moment in told if moment.ruling] == [
        "The table agreed: we play it so."
        " $61 is too little for Delaware & Hudson: the minimum bid is $75. · 1830 §7.2"
    ]
    chronicle = gather(rules, told)
    assert house_rules(rules) == [("Shares may be sold in the first stock round", "1830 §12.0(1)")]
    assert [says for _, says in other_irregular_deeds(chronicle)] == [
        "‡ The bank advanced $40 to Daniël, who owes it (the till was short)."
    ]
    page = report_html(chronicle)
    for said in (
        "House rule – Shares may be sold",
        "The table agreed: we play it so.",
        "−40",
    ):
        assert said in page
