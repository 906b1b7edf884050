"""Tests of redistributed certificates: the given sums result, with the fewest transfers."""

import random

import pytest

from companion.rules.core.change import Change
from companion.rules.shares import holdings
from companion.rules.shares.certificate_distribution import OwnedCertificate, dealt
from companion.rules.shares.holdings import INITIAL, POOL
from tests.rules.small_title import Small
from tests.support.positions import Position

FOREIGN = (*[4] * 20, *[2] * 10)


def pieces(sizes: tuple[int, ...], owners: list[str]) -> list[OwnedCertificate]:
    return [
        OwnedCertificate(f"F_{n}", size, who)
        for n, (size, who) in enumerate(zip(sizes, owners, strict=True))
    ]


def sums(found: dict[str, str], all_there_are: list[OwnedCertificate]) -> dict[str, int]:
    total: dict[str, int] = {}
    for piece in all_there_are:
        total[found[piece.id]] = total.get(found[piece.id], 0) + piece.percent
    return total


def test_every_split_of_a_company_in_fours_and_twos_over_eight_has_a_dealing() -> None:
    rng = random.Random(12)
    owners = [*(f"p{n}" for n in range(1, 7)), "pool", "F"]
    held = pieces(FOREIGN, [rng.choice(owners) for _ in FOREIGN])
    for _ in range(300):
        cuts = sorted(rng.randint(0, 50) for _ in range(7))
        parts = [2 * (b - a) for a, b in zip([0, *cuts], [*cuts, 50], strict=True)]
        wanted = dict(zip(owners, parts, strict=True))
        found = dealt(held, wanted)
        assert sums(found, held) == {who: part for who, part in wanted.items() if part}
        held = [piece._replace(owner=found[piece.id]) for piece in held]


def test_seven_odd_holders_and_one_are_dealt() -> None:
    held = pieces(FOREIGN, ["F"] * len(FOREIGN))
    wanted = {**{f"p{n}": 14 for n in range(1, 7)}, "pool": 2, "F": 14}
    assert sums(dealt(held, wanted), held) == wanted


def test_as_few_change_hands_as_possible() -> None:
    held = pieces((4, 4, 4, 2, 2), ["p1", "p1", "p2", "p3", "p3"])
    found = dealt(held, {"p1": 6, "p2": 6, "p3": 4})
    moved = [piece for piece in held if found[piece.id] != piece.owner]
    # two of p3's for a four of p1's, or p1's four to p3 and p3's twos to p1 and p2
    assert len(moved) == 3
    assert dealt(held, {"p1": 8, "p2": 4, "p3": 4}) == {p.id: p.owner for p in held}


def test_sums_that_no_dealing_gives_are_refused() -> None:
    held = pieces((4, 4, 2), ["p1", "p1", "p2"])
    for wanted in ({"p1": 5, "p2": 5}, {"p1": 8}, {"p1": 2, "p2": 2, "p3": 6}, {"p1": 12}):
        with pytest.raises(ValueError, match="no dealing of certificates"):
            dealt(held, wanted)


def test_fewest_agrees_with_trying_every_dealing() -> None:
    rng = random.Random(3)
    sizes, owners = (4, 4, 4, 2, 2, 2), ["a", "b", "c"]
    for _ in range(40):
        held = pieces(sizes, [rng.choice(owners) for _ in sizes])
        goal = pieces(sizes, [rng.choice(owners) for _ in sizes])
        wanted = sums({p.id: p.owner for p in goal}, goal)
        found = dealt(held, wanted)
        least = len(sizes)
        for number in range(3 ** len(sizes)):
            tried = {p.id: owners[number // 3**n % 3] for n, p in enumerate(held)}
            if sums(tried, held) == wanted:
                least = min(least, sum(tried[p.id] != p.owner for p in held))
        assert sum(found[p.id] != p.owner for p in held) == least


# --- in a game


def test_part_of_a_larger_certificate_is_taken_by_swapping_with_another() -> None:
    game = Small()
    own = game.data.companies["F"]
    change = Change(game.state)
    holdings.take(change, own, INITIAL, "p1", 8)
    holdings.take(change, own, INITIAL, "p2", 6)
    assert [event.kind for event in change.events] == []
    holdings.take(change, own, "p1", POOL, 2)
    assert game.percent("F", "p1") == 6
    assert game.percent("F", POOL) == 2
    assert game.percent("F", "p2") == 6
    assert {event.kind for event in change.events} == {"certificates_moved"}
    for event in change.events:
        assert "Foreign" not in game.rules.words.tell(event)
        assert "Certificates of F went from" in game.rules.words.tell(event)
        assert ": 1 of" in game.rules.words.tell(event)


def test_more_than_there_is_is_not_taken() -> None:
    game = Small()
    change, own = Change(game.state), game.data.companies["F"]
    holdings.take(change, own, INITIAL, "p1", 4)
    with pytest.raises(ValueError, match="p1 lacks 2% of F"):
        holdings.take(change, own, "p1", POOL, 6)
    assert game.percent("F", "p1") == 4


def test_after_a_merger_everybody_has_their_shares_and_the_president_is_named() -> None:
    game = Position("1830", 4).close_privates().started("PRR", 100, "p1", p1=40, p2=20, pool=10)
    change, own = Change(game.state), game.data.companies["PRR"]
    wanted = {"p1": 10, "p2": 30, "p3": 20, "PRR": 10, INITIAL: 30}
    holdings.deal(change, own, wanted, president="p2")
    assert holdings.shares(game.data, game.state, "PRR") == wanted
    assert game.president("PRR") == "p2"
    game.rules.inventory.check(game.state)


def test_the_president_s_certificate_stays_unless_another_is_named() -> None:
    game = Position("1830", 4).close_privates().started("PRR", 100, "p1", p1=40, p2=20)
    own = game.data.companies["PRR"]
    holdings.deal(Change(game.state), own, {"p1": 20, "p2": 50, INITIAL: 30})
    assert game.president("PRR") == "p1"
    with pytest.raises(ValueError, match="p1 is to have less of PRR than its 20%"):
        holdings.deal(Change(game.state), own, {"p1": 10, "p2": 60, INITIAL: 30})
    with pytest.raises(ValueError, match="90% of PRR are to be dealt"):
        holdings.deal(Change(game.state), own, {"p1": 20, "p2": 40, INITIAL: 30})
