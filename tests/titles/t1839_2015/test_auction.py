"""The draws, the sums before the auction, the deal, and the auction itself."""

from collections import Counter

import pytest

from companion.rules.core.actions import BuyPrivate, DiscountPrivate
from companion.rules.data.setup import BadSetupError, Setup
from companion.rules.judge import judge
from companion.titles import load, rules_for
from companion.titles.t1839_2015.auction import DealCards, LaySum
from companion.titles.t1839_2015.draws import draw
from tests.titles.t1839_2015.game_start import table

NINE = {"LVG", "SHZ", "CO", "RWS", "SWO", "VVD", "BOR", "CM", "VER"}


def laid(*sums, cards="1 2 3"):
    """The six sums lie on these privates, in this order, and the cards are dealt."""
    at = table()
    for number, (private, amount) in enumerate(sums):
        at.do(LaySum(f"p{number % 3 + 1}", private, amount))
    return at.do(DealCards("p1", cards))


def elsewhere(*sums):
    """The sums named, the others on the dearest private."""
    left = [60, 60, 60, 40, 40, 40]
    for _, amount in sums:
        left.remove(amount)
    return (*sums, *(("SWO", amount) for amount in left))


def test_nine_privates_are_sold_and_the_yellow_ones_lie_with_their_companies():
    at = table()
    owners = at.state.privates
    assert {private for private, owner in owners.items() if owner == "bank"} == NINE
    assert [owners[p] for p in ("SLC", "SLD", "SLE", "IJR", "SLK", "SZK")] == [
        "SS",
        "NWS",
        "AMS",
        "AMS",
        "HIJSM",
        "NRS",
    ]
    assert list(owners.values()).count("gone") == 14


def test_the_seed_draws_what_is_not_entered_alike_each_time():
    first, again, other = (
        rules_for(Setup("1839-2015", ("A", "B", "C"), {}, seed)).drawn for seed in (7, 7, 8)
    )
    assert first == again != other
    assert sorted(first.pars.values()) == [67, 72, 80]
    assert first.director != first.share
    for seed in range(40):
        drawn = rules_for(Setup("1839-2015", ("A", "B"), {"gentle": True}, seed)).drawn
        assert not {"KR", "KV", "RB"} & set(drawn.privates)
        assert len({"BEIJ", "BP", "NFW", "VER"} & set(drawn.privates)) <= 1


@pytest.mark.parametrize(
    ("options", "right"),
    [
        ({"privates": "VVD BOR PTT CM"}, "2 blue, 2 brown"),
        ({"privates": "VVD BOR CM XYZ"}, "XYZ is not one"),
        ({"privates": "LVG BOR CM VER"}, "LVG is not one"),
        ({"privates": "BOR BOR CM VER"}, "each named once"),
        (
            {"privates": "BOR IJS KR CM", "gentle": True},
            "Kabinet-Rochussen is not for a game with new players",
        ),
        ({"privates": "BOR IJS BP VER", "gentle": True}, "not for a game with new players"),
        ({"rws": "SS", "swo": "SS"}, "the two companies are different"),
        ({"rws": "OZ"}, "OZ is not one"),
        ({"foreign_pars": "OZ=67 BEL=67 D=80"}, "no two the same"),
        ({"foreign_pars": "OZ=67 BEL=72"}, "no two the same"),
        ({"foreign_pars": "OZ=67 BEL=73 D=80"}, "73 is not one"),
        ({"foreign_pars": "OZ BEL=67 D=80"}, "no two the same"),
        ({"foreign_pars": "72 67 80"}, "72 is not one"),
        ({"cards": "1 2 2"}, "has each seat once"),
        ({"foreign_pars": 67}, "A text is needed"),
    ],
)
def test_a_wrong_entry_is_refused_with_the_right_one(options, right):
    with pytest.raises(BadSetupError, match=right):
        table(**options)
    table()  # the nearest that is right


@pytest.mark.parametrize(
    "text", ["oz=72 bel=67 d=80", "D=80, OZ=72,BEL=67", "OZ = 72 BEL= 67 D =80"]
)
def test_the_pars_of_foreign_companies_are_read_in_any_order_with_blanks_where_one_likes(text):
    assert table(foreign_pars=text).rules.drawn.pars == {"OZ": 72, "BEL": 67, "D": 80}


@pytest.mark.parametrize("players", [1, 7])
def test_for_two_to_six_players(players):
    names = tuple(map(str, range(players)))
    with pytest.raises(BadSetupError, match="2 to 6 players"):
        rules_for(Setup("1839-2015", names))
    rules_for(Setup("1839-2015", ("A", "B")))


def test_two_companies_entered_with_another_drawn_are_different():
    for seed in range(30):
        for named in ({"rws": "NRS"}, {"swo": "NRS"}):
            drawn = rules_for(Setup("1839-2015", ("A", "B"), named, seed)).drawn
            assert drawn.director != drawn.share
            assert "NRS" in (drawn.director, drawn.share)


def test_each_sum_is_laid_once_in_the_order_of_the_cards_also_where_others_lie():
    at = table()
    assert at.refused(LaySum("p2", "LVG", 60)) == {"turn.not_yours"}
    assert at.refused(LaySum("p1", "LVG", 50)) == {"sum.none_left"}
    assert at.refused(LaySum("p1", "SLC", 60)) == {"private.not_sold"}
    assert at.refused(BuyPrivate("p1", "LVG")) == {"turn.not_now"}
    at.do(LaySum("p1", "LVG", 60), LaySum("p2", "LVG", 60), LaySum("p3", "CM", 60))
    assert at.refused(LaySum("p1", "CM", 60)) == {"sum.none_left"}
    at.do(LaySum("p1", "CM", 40), LaySum("p2", "CM", 40), LaySum("p3", "CM", 40))
    assert at.rules.sale.price(at.state, "LVG") == -50
    assert at.rules.sale.price(at.state, "CM") == 20


def test_the_cards_are_dealt_after_the_sums_drawn_or_as_the_table_dealt_them():
    at = laid(*elsewhere(("LVG", 60)), cards="3 1 2")
    assert at.state.order == ("p3", "p1", "p2")
    assert at.rules.actor(at.state) == "p3"
    at = table()
    for number, amount in enumerate((60, 60, 60, 40, 40, 40)):
        at.do(LaySum(f"p{number % 3 + 1}", "SWO", amount))
    assert at.refused(DealCards("p1", "1 2")) == {"deal.order"}
    assert at.refused(DealCards("p2")) == {"turn.not_yours"}
    first, again = (judge.apply(at.rules, at.state, DealCards("p1")).state.order for _ in range(2))
    assert first == again == tuple(f"p{seat + 1}" for seat in at.rules.drawn.dealt)
    assert sorted(first) == ["p1", "p2", "p3"]


def test_the_first_deal_says_nothing_of_the_second():
    """Three players have six orders: each is drawn about as often, whatever came first."""
    data = load("1839-2015").data
    entered = {"cards": "", "foreign_pars": "", "privates": "", "rws": "", "swo": ""}
    found = [draw(data, 3, seed, {**entered, "gentle": False}) for seed in range(1800)]
    pairs = Counter((drawn.order, drawn.dealt) for drawn in found)
    assert len(pairs) == 36
    assert min(pairs.values()) > 25 and max(pairs.values()) < 80  # 50 on an average


def test_a_turn_is_one_deed():
    at = laid(*elsewhere(("LVG", 60)))
    at.do(BuyPrivate("p1", "LVG"))  # 70 less 60
    assert at.state.cash["p1"] == 890
    assert at.refused(BuyPrivate("p1", "CO")) == {"turn.not_yours"}
    at.do(DiscountPrivate("p2", "CO"))
    assert at.rules.sale.price(at.state, "CO") == 140


def test_a_private_that_reaches_its_face_is_taken_by_the_next_player():
    at = laid(*elsewhere(("LVG", 60), ("LVG", 40)))
    assert at.refused(BuyPrivate("p1", "CO")) == {"private.free_first"}
    assert at.refused(DiscountPrivate("p1", "CO")) == {"private.free_first"}
    at.do(BuyPrivate("p1", "LVG"))
    assert at.state.cash["p1"] == 900
    assert at.allowed(BuyPrivate("p2", "CO"))


def test_equal_to_the_face_is_enough():
    at = laid(*elsewhere(("VVD", 60), ("VVD", 60)))
    assert at.rules.sale.price(at.state, "VVD") == 0
    assert at.refused(DiscountPrivate("p1", "CO")) == {"private.free_first"}
    at.do(BuyPrivate("p1", "VVD"))
    assert at.state.cash["p1"] == 900


def test_the_first_of_two_picks_and_the_second_takes_the_other():
    at = laid(*elsewhere(("LVG", 60), ("LVG", 40), ("VVD", 60), ("VVD", 60)))
    assert at.allowed(BuyPrivate("p1", "LVG"))
    at.do(BuyPrivate("p1", "VVD"))
    assert at.refused(BuyPrivate("p2", "CO")) == {"private.free_first"}
    at.do(BuyPrivate("p2", "LVG"))
    assert at.allowed(DiscountPrivate("p3", "CO"))


def test_the_next_takes_at_nothing_what_was_at_ten_and_gets_nothing_back():
    at = laid(*elsewhere(("LVG", 60)))
    at.do(DiscountPrivate("p1", "LVG"))
    assert at.rules.sale.price(at.state, "LVG") == -10
    at.do(BuyPrivate("p2", "LVG"))
    assert at.state.cash["p2"] == 900


def test_shares_come_with_two_of_them_and_the_company_gets_nothing():
    at = laid(*elsewhere(("CO", 60)))
    at.do(BuyPrivate("p1", "RWS"))
    assert at.at("SS") == 101
    assert at.percent("SS", "p1") == 20
    assert at.state.cash["SS"] == 0
    at.do(BuyPrivate("p2", "SWO"))
    assert at.percent("AMS", "p2") == 10
    assert not at.state.companies["AMS"].started
