"""A merger that failed in an imported game, without further details ("Merger process")."""

from companion.rules.core.actions import ShareAction, action
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.titles.t1828 import merger_conditions
from companion.titles.t1828.merger_conditions import MergeCompanies
from companion.titles.t1828.title_state import note_merger


@action("fail_merger")
class FailMerger(ShareAction):
    """A player announced that another company merges into ``company``, and it failed."""

    other_company: str


def refusals(rules: Rules, state: State, action: FailMerger) -> list[Refusal]:
    """Refuse it unless a failure uses up the turn's purchase and the merger could be tried."""
    if not rules.options["failed_merger_spends"]:
        return [
            rules.refuse("merge.tried", company=action.company, other_company=action.other_company)
        ]
    partner = merger_conditions.partner(
        rules, state, action.player, action.company, action.other_company
    )
    tried = MergeCompanies(action.player, action.company, action.other_company, partner)
    found = merger_conditions.refusals(rules, state, tried)
    return [refusal for refusal in found if refusal.code != "merge.nobody"]


def apply(change: Change, action: FailMerger) -> None:
    """Note the failed merger as the turn's purchase."""
    facts = {"company": action.company, "other_company": action.other_company}
    change.tell("merger_failed", player=action.player, **facts)
    note_merger(change)
