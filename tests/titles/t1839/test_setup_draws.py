"""The draws before the game, or those of a table with real cards (§4)."""

import pytest

from companion.rules.data.setup import BadSetupError, Setup
from companion.titles import rules_for
from tests.support.positions import NAMES, Position
from tests.titles.t1839.game_start import table

NOT_WITH_AV = {"AMS", "NBDS", "ZHESM"}


def drawn(players=4, seed=0, **options):
    return rules_for(Setup("1839", NAMES[:players], options, seed)).drawn


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players):
    with pytest.raises(BadSetupError, match="2 to 4"):
        Position("1839", players)


def test_each_brown_private_is_paired_with_a_company_of_its_own():
    for seed in range(30):
        pairing = drawn(seed=seed).pairing
        assert list(pairing) == ["CO", "AB", "AV"]
        assert len(set(pairing.values())) == 3
        assert all(not company.startswith("L") for company in pairing.values())


def test_the_same_seed_draws_the_same_and_others_differently():
    assert drawn(seed=5) == drawn(seed=5)
    assert len({tuple(drawn(seed=seed).pairing.values()) for seed in range(20)}) > 10
    assert len({drawn(seed=seed).order for seed in range(20)}) > 10


def test_gentle_pairings_keep_three_companies_from_av():
    harsh = [seed for seed in range(40) if drawn(seed=seed).pairing["AV"] in NOT_WITH_AV]
    assert harsh
    for seed in harsh:
        assert drawn(seed=seed, gentle_pairing=True).pairing["AV"] not in NOT_WITH_AV
    others = [seed for seed in range(20) if seed not in harsh]
    for seed in others:
        assert drawn(seed=seed, gentle_pairing=True) == drawn(seed=seed)


def test_the_draws_of_the_table_are_entered():
    found = drawn(pairing="av=MSS, co=nrs AB=HIJSM", cards="2 4, 1 3")
    assert found.pairing == {"CO": "NRS", "AB": "HIJSM", "AV": "MSS"}
    assert found.order == (1, 3, 0, 2)
    assert drawn(pairing="CO = NRS AB= HIJSM, AV =MSS").pairing == found.pairing


def test_draws_that_are_not_entered_are_made():
    assert drawn(cards="2 4 1 3").pairing == drawn().pairing
    assert drawn(pairing="CO=NRS AB=HIJSM AV=MSS").order == drawn().order


def test_without_the_advice_any_company_is_paired_with_av():
    assert drawn(pairing="CO=NRS AB=HIJSM AV=AMS").pairing["AV"] == "AMS"
    assert drawn(pairing="CO=AMS AB=HIJSM AV=NRS", gentle_pairing=True).pairing["CO"] == "AMS"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"pairing": "CO=XYZ AB=HIJSM AV=MSS"}, "XYZ is not one of the companies"),
        ({"pairing": "CO=L1 AB=HIJSM AV=MSS"}, "L1 is not one of the companies"),
        ({"pairing": "CO AB=HIJSM AV=MSS"}, "empty is not one of the companies"),
        ({"pairing": "LP=NRS AB=HIJSM AV=MSS"}, "LP is not one of the brown privates"),
        ({"pairing": "=NRS AB=HIJSM AV=MSS"}, "^empty is not one of the brown privates"),
        ({"pairing": "CO=NRS=NWS AB=HIJSM AV=MSS"}, "NRS=NWS is not one of the companies"),
        ({"pairing": ["NRS", "HIJSM", "MSS"]}, "brown privates · A text is needed"),
        ({"cards": [2, 1, 4, 3]}, "number cards, .* · A text is needed"),
        ({"gentle_pairing": "yes"}, "Yes or no is needed"),
        ({"map_2023": None}, "Yes or no is needed"),
        ({"pairing": "CO=NRS AB=NRS AV=MSS"}, "a different company"),
        ({"pairing": "CO=NRS AB=HIJSM"}, "CO, AB, AV is paired once"),
        ({"pairing": "CO=NRS AB=HIJSM AV=MSS CO=NWS"}, "CO, AB, AV is paired once"),
        ({"pairing": "CO=NRS AB=HIJSM AV=AMS", "gentle_pairing": True}, "AMS is not paired"),
        ({"pairing": "CO=NRS AB=HIJSM AV=NBDS", "gentle_pairing": True}, "NBDS is not paired"),
        ({"cards": "1 2 3"}, "each seat once"),
        ({"cards": "1 2 3 3"}, "each seat once"),
        ({"cards": "2143"}, "each seat once"),
        ({"cards": "0 1 2 3"}, "each seat once"),
        ({"cards": "2 3 4 5"}, "each seat once"),
        ({"cards": "Mia Jörg Daniël Anneke"}, "each seat once"),
    ],
)
def test_impossible_draws_are_refused(options, says):
    with pytest.raises(BadSetupError, match=says):
        drawn(**options)


def test_the_cards_are_the_order_of_play():
    at = table(4, cards="3 1 4 2")
    assert at.state.order == ("p3", "p1", "p4", "p2")
    assert at.rules.actor(at.state) == "p3"


def test_all_shares_are_in_the_ipo_and_one_r4_lies_with_its_private():
    at = table()
    assert set(at.state.certificates.values()) == {"initial"}
    assert at.state.trains["R4-2"].place == "bank"
    assert at.state.train_types_in_play == ()
