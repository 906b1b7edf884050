"""What is worked out of a state is worked out once, as long as it is asked about."""

from companion.rules.asked import asking, once
from companion.rules.setup import Setup
from companion.titles import rules_for

NAMES = ("Ann", "Bo", "Cy")


def test_it_is_worked_out_once_while_the_state_is_asked_about() -> None:
    state = rules_for(Setup("1830", NAMES, {}, 1)).start().state
    worked: list[str] = []

    def work_out() -> int:
        worked.append("worked out")
        return len(worked)

    def wanted(key: str = "sum") -> int:
        return once(state, key, work_out)

    assert [wanted(), wanted()] == [1, 2], "nobody says that the state stays as it is"
    with asking(state):
        assert [wanted(), wanted()] == [3, 3]
        assert wanted("other") == 4
        with asking(state):
            assert wanted() == 3
        with asking(state.copy()):
            assert wanted() == 5, "another state is asked about"
        assert wanted() == 3
    assert wanted() == 6
