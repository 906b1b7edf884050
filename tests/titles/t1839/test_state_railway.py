"""§8.3.8, §8.3.9, §14.2.3, §14.3.4: companies that go to the State, and locals for privates."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import BuyShare, NameHome, Pass, SellShares, StartCompany
from companion.rules.core.change import Change
from companion.rules.core.state import GONE, LAST_RUN, UNSTARTED
from companion.rules.explain.summary import summary
from companion.rules.judge import judge
from companion.titles.t1839.leaving_players import Concede
from companion.titles.t1839.state_railway import (
    Nationalise,
    TakeLocal,
    asked_locals,
    nationalise,
)
from companion.titles.t1839.title_state import game_of, note
from companion.titles.t1839.trains import AssignTrain
from tests.titles.t1839.operating_positions import at_price, company, moment, turn
from tests.titles.t1839.test_trains import PHASES, RANKS, begin, supply


def taken_over(symbol="AMS", cash=300):
    at = company(
        moment(phase="Blue"),
        symbol,
        31 if symbol[0] == "L" else 67,
        cash,
        homes=() if symbol[0] != "L" else ("D19.0", "N17.0"),
        p1=40,
        p2=20,
        pool=10,
    )
    at.trains(symbol, "4+")
    at.privates(SRV=symbol)
    at.state.questions = ()
    change = Change(at.state.copy())
    nationalise(change, at.rules, symbol)
    at.rules.inventory.check(change.state)
    at.state = change.state
    return at


def test_a_major_leaves_the_game_with_all_it_has():
    at = taken_over()
    own = at.state.companies["AMS"]
    assert (own.status, at.state.cash["AMS"], own.homes) == (GONE, 0, ())
    assert at.state.board.tokens["L17.0"] == at.state.board.tokens["N15.0"] == ("NS",)
    assert list(at.trains_of("AMS")) == []
    assert at.state.privates["SRV"] == "gone"
    assert {at.percent("AMS", place) for place in ("p1", "p2", "pool", "initial")} == {0}


def test_a_local_comes_back_as_a_new_company():
    at = taken_over("L1")
    own = at.state.companies["L1"]
    assert (own.status, own.tokens, own.homes, own.has_operated) == (UNSTARTED, 3, (), False)
    assert at.percent("L1", "initial") == 100
    assert at.state.board.tokens["D19.0"] == ("NS",)
    assert game_of(at.state).nationalisation_counts == {"L1": 1}
    assert "L1" not in game_of(at.state).operated_companies


def test_a_player_who_sold_the_old_company_buys_of_the_new_one_in_the_same_stock_round():
    """§7.3 is about one company: p2, who directed L1, leaves, and p3 starts it again."""
    at = company(moment(3), "L1", 31, director="p2", p1=20, p2=40)
    company(at, "MSS", 67, director="p3", p3=40, p1=20)
    at.do(SellShares("p1", "L1", 10), SellShares("p1", "MSS", 10), Pass("p1"))
    assert "buy.sold" in at.stock_round(2, "p1", sales=at.state.round.sales).refused(
        BuyShare("p1", "L1", "initial")
    )
    at.stock_round(2, "p3", sales=at.state.round.sales).do(
        Concede("p2"), StartCompany("p3", "L1", 31)
    )
    at.do(NameHome("L1", "D19"), NameHome("L1", "N17"))
    at.stock_round(2, "p1", sales=at.state.round.sales)
    assert at.allowed(BuyShare("p1", "L1", "initial"))
    assert at.refused(BuyShare("p1", "MSS", "initial")) == {"buy.sold"}


def test_the_new_company_has_not_operated_in_the_round_of_the_old_one():
    """L1 has, and goes to the State; it comes back for a private in the same operating round."""
    at = company(moment(3), "L1", 31, homes=("D19.0", "N17.0"), director="p2")
    company(company(at, "AMS"), "HIJSM", cash=500)
    turn(at, "HIJSM", "trains")
    at.state.round = replace(at.state.round, companies_done=("L1", "AMS"))
    change = Change(at.state)
    nationalise(change, at.rules, "L1")
    at.state.questions = tuple(asked_locals(at.rules, (("AV", "p3"),)))
    at.do(TakeLocal("p3", "L1"), NameHome("L1", "D19"), NameHome("L1", "N17"))
    companies = {row.symbol: row for row in summary(at.rules, at.state).companies}
    assert (companies["AMS"].operated, companies["L1"].operated) == (True, False)
    assert at.rules.operating.order(at.state) == ["AMS", "HIJSM"]


def test_one_that_had_become_a_major_comes_back_as_a_local():
    at = company(moment(phase="Dark Red"), "L1", 31, homes=("D19.0", "N17.0"))
    at.state.alter("L1", kind="major")
    at.price("L1", next(iter(at.data.markets["major"].cells)))
    change = Change(at.state.copy())
    nationalise(change, at.rules, "L1")
    assert change.state.companies["L1"].kind == "local"


# --- after a rank that rusts others


def bought(rank, *others):
    """AMS at 67 has bought the first train of a rank, and the turn ends.

    ``others`` are companies with their cash and their price.
    """
    at = supply(company(moment(phase=before(rank)), "AMS", 67, 3000), rank)
    at.trains("AMS", "7" if rank != "7" else "4")
    for symbol, director, price, trains in others:
        homes = {"L1": ("D19.0", "N17.0"), "L2": ("L3.0", "I8.0")}.get(symbol, ())
        company(at, symbol, 31 if symbol[0] == "L" else 67, homes=homes, director=director)
        at_price(at, symbol, price)
        at.trains(symbol, *trains)
    at.state.questions = ()
    begin(turn(at, "AMS", "trains"), rank)
    while at.waiting() in ("discard", "trains"):
        at.do(*(at.offered("discard")[:1] or [Pass("AMS")]))
    return at


def before(rank):
    return PHASES[RANKS.index(rank) - 1]


def test_directors_are_asked_in_operating_order_whose_companies_own_a_train():
    at = bought(
        "3+", ("HIJSM", "p2", 82, ["3"]), ("NBDS", "p3", 74, ["2"]), ("L1", "p4", 31, ["3"])
    )
    assert at.waiting() == "nationalise"
    assert at.rules.actor(at.state) == "p2"
    assert at.offered("nationalise") == [
        Nationalise("HIJSM"),
        Nationalise("AMS"),
        Nationalise("L1"),
    ]
    assert at.refused(Nationalise("NBDS")) == {"nationalise.train"}  # its 2s have just gone


def test_the_question_and_each_players_loss_are_told():
    at = bought("3+", ("HIJSM", "p2", 82, ["3"]), ("L1", "p4", 31, ["3"]))
    step = at.rules.waiting(at.state)
    assert "HIJSM, AMS, L1" in step.sentences(at.state)[0]
    sheet = step.sheet(at.state, None)
    assert sheet.columns == ("HIJSM", "AMS", "L1")
    assert dict(sheet.rows)["Jörg"] == ("ƒ492", "–", "–")
    local = owed(("AV", "p3"))
    (said,) = local.rules.waiting(local.state).sentences(local.state)
    assert "40% of a local, started at ƒ25" in said


def test_one_entry_says_no_for_those_before():
    at = bought("3+", ("HIJSM", "p2", 82, ["3"]), ("L1", "p4", 31, ["3"]))
    at.do(Nationalise("AMS"))
    assert at.refused(Nationalise("HIJSM")) == {"nationalise.over"}
    assert at.offered("nationalise") == [Nationalise("L1")]
    assert at.rules.actor(at.state) == "p4"
    assert game_of(at.state).nationalisers == ("p1",)
    at.do(Nationalise("L1"))
    assert at.waiting() != "nationalise"


def test_no_more_is_one_tap():
    at = bought("3+", ("HIJSM", "p2", 82, ["3"]))
    assert at.refused(Pass("AMS")) == {"turn.not_yours"}
    at.do(Pass("HIJSM"))
    assert at.waiting() != "nationalise"


@pytest.mark.parametrize("rank", ["2+1", "3"])
def test_a_rank_that_rusts_none_asks_nobody(rank):
    assert bought(rank, ("HIJSM", "p2", 82, ["2"])).waiting() != "nationalise"


def test_an_r_that_waits_for_its_last_run_is_enough():
    at = bought("PR2+", ("HIJSM", "p2", 82, ["R5"]))
    train = next(t for t in at.state.trains if at.state.place_of(t) == "HIJSM")
    assert at.state.trains[train].marks == (LAST_RUN,)
    assert Nationalise("HIJSM") in at.offered("nationalise")


def test_the_buyer_of_a_gray_train_is_asked():
    assert Nationalise("AMS") in bought("4").offered("nationalise")


def test_a_train_given_now_qualifies():
    at = bought("R4", ("HIJSM", "p2", 82, ["4+"]))
    r4 = next(t for t, card in at.state.trains.items() if card.place == "bank")
    at.state.move_train(r4, "p3")
    assert at.refused(Nationalise("HIJSM")) == {"nationalise.train"}
    at.do(AssignTrain("p3", "HIJSM", r4), Nationalise("HIJSM"))
    assert at.state.companies["HIJSM"].status == GONE


def test_a_player_who_nationalised_starts_nothing_in_the_next_stock_round():
    at = bought("3+", ("HIJSM", "p2", 82, ["3"])).do(Nationalise("HIJSM"))
    assert game_of(at.state).nationalisers == ("p2",)
    at.do(Pass("AMS")).stock_round(3, "p2")
    assert "start.nationalised" in at.refused(StartCompany("p2", "NRS", 67))
    at.stock_round(3, "p3")
    assert "start.nationalised" not in at.refused(StartCompany("p3", "NRS", 67))


# --- locals for privates


def owed(*privates, free=("L1", "L2")):
    at = moment()
    for symbol in at.data.companies:
        if symbol[0] == "L" and symbol not in free:
            at.state.alter(symbol, status=GONE)
    at.state.questions = tuple(asked_locals(at.rules, privates))
    change = Change(at.state)
    judge.settle(at.rules, change)
    at.state = change.state
    return at


def test_the_dearest_private_comes_first_and_the_last_gets_money():
    at = owed(("CO", "p2"), ("AV", "p3"), free=("L1",))
    assert (at.waiting(), at.rules.actor(at.state)) == ("new_local", "p3")
    cash = at.state.cash["p2"]
    at.do(TakeLocal("p3", "L1"))
    assert (at.percent("L1", "p3"), at.at("L1"), at.president("L1")) == (40, 25, "p3")
    assert at.waiting() == "name_home"
    at.do(NameHome("L1", "D19"), NameHome("L1", "N17"))
    assert at.state.cash["p2"] == cash + 80
    assert at.waiting() == "shares"


def test_homes_are_named_before_the_next_local_is_taken():
    at = owed(("CO", "p2"), ("AV", "p3")).do(TakeLocal("p3", "L2"))
    assert (at.waiting(), at.rules.actor(at.state)) == ("name_home", "p3")
    at.do(NameHome("L2", "D19"), NameHome("L2", "N17"))
    assert (at.waiting(), at.rules.actor(at.state)) == ("new_local", "p2")
    assert at.refused(TakeLocal("p2", "L2")) == {"start.no_local"}
    assert at.allowed(TakeLocal("p2", "L1"))
    assert at.refused(TakeLocal("p3", "L1")) == {"turn.not_yours"}


def test_25_may_be_the_price_of_any_number():
    at = owed(("CO", "p2"), ("AV", "p3"), ("LP", "p4"), free=("L1", "L2", "L3"))
    homes = iter((("D19", "N17"), ("I8", "L3"), ("K6", "G14")))
    for player, symbol in (("p3", "L1"), ("p2", "L2"), ("p4", "L3")):
        at.do(TakeLocal(player, symbol), *(NameHome(symbol, home) for home in next(homes)))
    assert {at.at(symbol) for symbol in ("L1", "L2", "L3")} == {25}


def test_a_private_closes_when_its_company_has_ended_its_first_turn():
    at = company(moment(), "NRS", 67, 500).privates(CO="p2")
    note(Change(at.state), operated_companies=())
    at.trains("NRS", "2")
    turn(at, "NRS", "trains").do(Pass("NRS"))
    assert at.state.privates["CO"] == "gone"
    assert (at.waiting(), at.rules.actor(at.state)) == ("new_local", "p2")
