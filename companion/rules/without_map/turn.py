"""The steps of a turn without the map, each in the place of the step with the map."""

from collections.abc import Callable, Iterable

from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import TurnStep
from companion.rules.operating.running import RunStep
from companion.rules.operating.tokens import TokenStep
from companion.rules.operating.track import TrackStep
from companion.rules.without_map.runs import ToldRunStep
from companion.rules.without_map.tokens import ToldTokenStep
from companion.rules.without_map.track import ToldTrackStep


def make_told_steps(
    rules: Rules,
    steps: Iterable[TurnStep],
    track: Callable[[Rules, TrackStep], ToldTrackStep] = ToldTrackStep,
    token: Callable[[Rules, TokenStep], ToldTokenStep] = ToldTokenStep,
    run: Callable[[Rules, RunStep], ToldRunStep] = ToldRunStep,
) -> tuple[TurnStep, ...]:
    """Return the steps of a turn without the map. Steps that do not ask the map stay."""

    def tell(step: TurnStep) -> TurnStep:
        if isinstance(step, TrackStep):
            return track(rules, step)
        if isinstance(step, TokenStep):
            return token(rules, step)
        return run(rules, step) if isinstance(step, RunStep) else step

    return tuple(map(tell, steps))
