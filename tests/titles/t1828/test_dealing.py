"""The certificates of a system by their numbers: who gets which of them after a merger."""

from companion.rules.shares.holdings import INITIAL
from companion.titles.t1828.certificate_deal import CertificateDeal
from companion.titles.t1828.merger_shares import Tenths, TradingState

NUMBERS = [str(number) for number in range(9)]  # 0 is the director's certificate, of two shares


def dealt(director: str, *handed: tuple[str, int, bool]) -> dict[str, list[str]]:
    """The owners of the certificates after shares were handed out in this order."""
    order = ("p1", "p2", "p3")
    trading = TradingState("GT", "IC", Tenths(67, 78), 109, {}, order, grants=handed)
    return CertificateDeal(NUMBERS, trading, director).finish(director)


def test_certificates_are_handed_out_by_their_numbers_in_the_order_of_the_trading() -> None:
    found = dealt("p1", ("p1", 2, True), ("p1", 1, False), ("p2", 2, False), (INITIAL, 5, False))
    assert found == {"p1": ["0"], "GT": ["1"], "p2": ["2", "3"], INITIAL: ["4", "5", "6", "7", "8"]}


def test_a_player_who_takes_over_gives_two_shares_for_the_director_s_certificate() -> None:
    """P2 has more than P1 after their third share, and gives their first two."""
    handed = (("p1", 2, True), *[("p2", 1, False)] * 4)
    assert dealt("p2", *handed) == {
        "p1": ["1", "2"],
        "p2": ["0", "4"],
        "GT": ["3"],
        INITIAL: ["5", "6", "7", "8"],
    }


def test_as_many_shares_as_the_director_has_take_nothing_over() -> None:
    handed = (("p1", 2, True), ("p1", 1, False), ("p2", 1, False), ("p2", 1, False))
    assert dealt("p1", *handed)["p1"] == ["0"]
    assert dealt("p1", *handed)["p2"] == ["2", "3"]


def test_a_director_s_certificate_that_nobody_was_handed_is_the_director_s_first_two() -> None:
    found = dealt("p2", ("p1", 2, False), ("p2", 3, False))
    assert (found["p1"], found["p2"], found["GT"]) == (["1", "2"], ["0"], ["3"])
