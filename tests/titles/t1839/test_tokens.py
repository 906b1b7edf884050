"""§8.3.2, §14.4: markers that are placed, swapped and moved, and those of the State."""

from companion.rules.core.actions import Pass, PlaceToken
from companion.rules.operating.running import find_best
from companion.titles.t1839.tokens import MoveToken, ReturnToken, SwapTokens
from tests.titles.t1839.operating_positions import company, moment, turn, without_homes


def placing(symbol="AMS", phase="Light Green", cash=500, **more):
    at = without_homes(moment(phase=phase), "NBDS")
    company(at, symbol, 31 if symbol[0] == "L" else 67, cash, **more)
    at.state.questions = ()
    return turn(at, symbol, "token")


def test_a_marker_costs_80_and_is_the_turns_one_deed():
    at = placing()
    assert at.allowed(PlaceToken("AMS", "L13.0"))
    at.do(PlaceToken("AMS", "L13.0"))
    assert at.state.cash["AMS"] == 420
    assert at.waiting() != "token"
    again = placing().turn(tokens=1)
    assert "token.one" in again.refused(PlaceToken("AMS", "L13.0"))


def test_it_needs_money_a_marker_and_a_way():
    assert "token.cost" in placing(cash=79).refused(PlaceToken("AMS", "L13.0"))
    assert placing(cash=80).allowed(PlaceToken("AMS", "L13.0"))
    assert "token.unreached" in placing().refused(PlaceToken("AMS", "D19.0"))
    none = placing()
    none.state.alter("AMS", tokens=0)
    assert "token.none" in none.refused(PlaceToken("AMS", "L13.0"))
    assert "token.hex" in placing().refused(PlaceToken("AMS", "L17.0"))


def test_it_takes_the_place_of_the_states():
    at = placing()
    at.token("L13.0", "NS")
    assert "token.full" in at.refused(PlaceToken("AMS", "L13.0"))
    at.do(PlaceToken("AMS", "L13.0", replaced_owner="NS"))
    assert at.state.board.tokens["L13.0"] == ("AMS",)


def test_last_places_are_kept_for_homes():
    at = moment(phase="Light Green").started("NBDS", 67, "p2", p2=20)
    company(at, "AMS", cash=500)
    turn(at, "AMS", "token")
    assert "token.reserved" in at.refused(PlaceToken("AMS", "L13.0"))
    at.tile("L13", "57", 1)  # no more circles than before
    assert "token.reserved" in at.refused(PlaceToken("AMS", "L13.0"))
    at.state.alter("NBDS", homes=(("K8",),))
    assert at.allowed(PlaceToken("AMS", "L13.0"))


def test_one_of_arnhem_and_venlo_may_be_taken():
    at = moment(phase="Light Green").started("NRS", 67, "p2", p2=20)
    company(at, "AMS", cash=500)
    board = at.state.board
    turn(at, "AMS", "token")
    at.token("I16.0", "NS")
    from companion.rules.operating.tokens import place_refusals

    assert place_refusals(at.rules, at.state, "AMS", "K16.0") == []
    at.state.board = board.with_token("I16.0", "L1")
    codes = {r.code for r in place_refusals(at.rules, at.state, "AMS", "K16.0")}
    assert codes == {"token.reserved"}


# --- swaps


def swapping(cash=500, operated=True):
    at = company(moment(phase="Light Green"), "AMS", cash=cash)
    company(at, "NBDS", director="p2", operated=True)
    if not operated:
        from companion.rules.core.change import Change
        from companion.titles.t1839.title_state import note

        note(Change(at.state), operated_companies=("AMS",))
    at.trains("AMS", "2+1")
    at.state.questions = ()
    return turn(at, "AMS", "token")


SWAP = SwapTokens("AMS", "N15.0", "NBDS", "L13.0")


def test_markers_of_two_companies_change_places():
    at = swapping()
    assert SWAP.parties() == ("AMS", "NBDS")
    at.do(SWAP)
    assert at.state.cash["AMS"] == 420
    assert at.state.board.tokens["L13.0"] == ("AMS",)
    assert at.state.board.tokens["N15.0"] == ("NBDS",)


def test_the_swapped_marker_is_none_of_its_own_in_this_round():
    before, at = swapping(), swapping().do(SWAP)
    assert find_best(before.rules, before.state, "AMS").revenue == 50
    # to Weert, no further; with the marker at Roermond alone
    assert find_best(at.rules, at.state, "AMS").revenue == 50
    assert at.rules.access.of(at.rules, at.state, "AMS").ignored == {"N15.0", "L13.0"}
    assert at.rules.access.of(at.rules, at.state, "NBDS").ignored == frozenset()


def test_the_refusals_of_a_swap():
    assert "token.cost" in swapping(cash=79).refused(SWAP)
    assert swapping(cash=80).allowed(SWAP)
    assert "token.not_operated" in swapping(operated=False).refused(SWAP)
    assert "token.swap_own" in swapping().refused(SwapTokens("AMS", "N15.0", "AMS", "L17.0"))
    assert "token.not_there" in swapping().refused(SwapTokens("AMS", "N15.0", "NBDS", "N17.0"))
    one_hex = swapping().tile("L17", "14", 1)
    one_hex.token("L17.0", "NBDS")
    assert "token.one_hex" in one_hex.refused(SwapTokens("AMS", "N15.0", "NBDS", "L17.0"))


def test_one_of_two_markers_in_a_hex_goes_back_and_the_state_takes_its_place():
    at = swapping()
    at.state.board = at.state.board.with_token("K12.0", "AMS").with_token("K12.1", "NBDS")
    for symbol in ("AMS", "NBDS"):
        at.state.alter(symbol, tokens=at.state.companies[symbol].tokens - 1)
    left = at.state.companies["AMS"].tokens
    at.do(SwapTokens("AMS", "L17.0", "NBDS", "K12.1"))
    assert at.waiting() == "returned"
    assert at.refused(ReturnToken("NBDS", "K12.0")) == {"turn.not_yours"}
    assert at.refused(ReturnToken("AMS", "N15.0")) == {"token.not_there"}
    at.do(ReturnToken("AMS", "K12.0"))
    assert at.state.board.tokens["K12.0"] == ("NS",)
    assert at.state.companies["AMS"].tokens == left + 1
    assert at.waiting() != "returned"


def test_both_in_one_city_need_no_question():
    at = swapping().tile("N17", "57", 0).tile("N17", "14", 0)
    at.token("N17.0", "AMS")
    at.token("N17.0", "NBDS")
    at.do(SwapTokens("AMS", "L17.0", "NBDS", "N17.0"))
    assert at.waiting() != "returned"
    assert sorted(at.state.board.tokens["N17.0"]) == ["AMS", "NS"]


# --- the KR


def moving(phase="Blue"):
    at = without_homes(moment(phase=phase), "NBDS")
    company(at, "AMS", cash=0).privates(KR="p2")
    at.state.questions = ()
    return turn(at, "AMS", "token")


MOVE = MoveToken("p2", "KR", "AMS", "N15.0", "L13.0")


def test_the_owner_of_the_kr_moves_a_marker_for_nothing():
    at = moving()
    assert MOVE.parties() == ("p2", "AMS")
    at.do(MOVE)
    assert at.state.board.tokens["L13.0"] == ("AMS",)
    assert at.state.board.tokens["N15.0"] == ("NS",)
    assert at.state.privates["KR"] == "gone"
    assert at.rules.access.of(at.rules, at.state, "AMS").ignored == frozenset()


def test_the_refusals_of_a_move():
    assert moving("Dark Green").refused(MOVE) == {"power.not_yet"}
    assert moving().allowed(MOVE)
    assert moving().turn(tokens=1).refused(MOVE) == {"token.one"}
    assert moving().refused(MoveToken("p1", "KR", "AMS", "N15.0", "L13.0")) == {"power.not_yours"}
    far = MoveToken("p2", "KR", "AMS", "N15.0", "D19.0")
    assert moving().refused(far) == {"token.unreached"}
    assert moving().refused(MoveToken("p2", "KR", "AMS", "N17.0", "L13.0")) == {"token.not_there"}


def test_a_step_in_which_nothing_can_be_done_ends():
    at = company(moment(phase="Light Green"), "AMS", cash=0)
    at.trains("AMS", "2")
    turn(at, "AMS", "track").do(Pass("AMS"))
    assert at.waiting() == "run"
