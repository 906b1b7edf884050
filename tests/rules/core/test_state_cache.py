"""Tests of memoised values: each is derived once while a state is being asked about."""

from companion.rules.core.state import State
from companion.rules.core.state_cache import asking, compute_once
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.titles import rules_for
from tests.support.positions import Position

NAMES = ("Ann", "Bo", "Cy")


def test_it_is_worked_out_once_while_the_state_is_asked_about() -> None:
    state = judge.start(rules_for(Setup("1830", NAMES, {}, 1))).state
    worked: list[str] = []

    def work_out() -> int:
        worked.append("worked out")
        return len(worked)

    def wanted(key: str = "sum", of: State = state) -> int:
        return compute_once(of, key, work_out)

    assert [wanted(), wanted()] == [1, 2], "nobody says that the state stays as it is"
    with asking(state):
        assert [wanted(), wanted()] == [3, 3]
        assert wanted("other") == 4
        with asking(state):
            assert wanted() == 3
        draft = state.copy()
        assert [wanted(of=draft), wanted(of=draft)] == [5, 6], "nobody asks about the draft"
        with asking(draft):
            assert [wanted(of=draft), wanted(of=draft)] == [7, 7], "another state is asked about"
            assert wanted() == 3
        assert [wanted(), wanted(of=draft)] == [3, 7], "kept until nothing is asked any more"
    assert [wanted(), wanted(of=draft)] == [8, 9]


def test_a_step_makes_its_offers_once_while_the_state_is_asked_about() -> None:
    rules = rules_for(Setup("1830", NAMES, {}, 1))
    state = judge.start(rules).state
    step = rules.accepting(state)[0]
    with asking(state):
        offers = step.cached_offers(state)
        assert offers and step.cached_offers(state) is offers
    assert step.cached_offers(state) is not offers and list(step.cached_offers(state)) == offers


def test_a_draft_is_asked_again_after_each_change_within_another_question() -> None:
    state, draft = Position("1830", 3).state, Position("1830", 3).state
    with asking(state):
        with asking(draft, draft=True):
            assert compute_once(draft, "cash", lambda: draft.cash["p1"]) == draft.cash["p1"]
        draft.cash["p1"] += 1
        with asking(draft, draft=True):
            assert compute_once(draft, "cash", lambda: draft.cash["p1"]) == draft.cash["p1"]
