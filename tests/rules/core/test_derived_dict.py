"""Values derived from a dict are kept until it changes."""

import pickle

from companion.rules.core.derived_dict import DerivedDict


def test_copies_share_derived_values_until_they_change():
    places = DerivedDict({"PRR_0": "initial", "PRR_1": "initial"})
    places.derived["unsold"] = 2
    copies = [places.copy() for _ in range(5)]
    assert all(copy == places and copy.derived == {"unsold": 2} for copy in copies)
    assert not any(copy != places for copy in copies)
    copies[0]["PRR_1"] = "p1"
    copies[1].update({"PRR_0": "p2"})
    copies[2] |= {"PRR_0": "p2"}
    copies[3].pop("PRR_0")
    del copies[4]["PRR_0"]
    assert not any(copy.derived or copy == places for copy in copies)
    assert all(copy != places for copy in copies)
    assert places == {"PRR_0": "initial", "PRR_1": "initial"}
    assert places.derived == {"unsold": 2}


def test_dicts_with_the_same_entries_are_equal():
    places = DerivedDict({"PRR_0": "p1"})
    others = [DerivedDict({"PRR_0": "p1"}), {"PRR_0": "p1"}]
    assert not any(other != places or places != other for other in others)


def test_a_derived_dict_can_be_sent_to_another_process():
    places = DerivedDict({"PRR_0": "p1"})
    sent = pickle.loads(pickle.dumps(places))
    assert sent == places
    sent["PRR_0"] = "p2"
    assert sent.derived == {}
