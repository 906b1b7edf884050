"""Conditions for a merger of two companies ("Merger process")."""

from collections.abc import Iterator
from itertools import permutations

from companion.rules.core.actions import ShareAction, action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.titles.t1828 import merger, systems
from companion.titles.t1828.coal import has_coal
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import game_of

BOTH_FLOATED = "both_floated"  # which companies may merge


@action("merge_companies")
class MergeCompanies(ShareAction):
    """A player announces that another company merges into ``company``, the survivor.

    If one of them has another director, ``other_director`` names that director.
    """

    other_company: str
    other_director: str | None = None

    def parties(self) -> tuple[str, ...]:
        return (self.player,) if self.other_director is None else (self.player, self.other_director)


def offers(rules: Rules, state: State, player: str) -> Iterator[Offer]:
    """Yield the mergers that a player may announce, with the agreement of the other director."""
    directed = {
        company: rules.holdings.director(rules, state, company) for company in rules.data.companies
    }
    for survivor, other in permutations(directed, 2):
        directors = {directed[survivor], directed[other]}
        if player not in directors or None in directors:
            continue
        found = MergeCompanies(
            player, survivor, other, partner(rules, state, player, survivor, other)
        )
        if not refusals(rules, state, found):
            price = merger.cell_of_system(rules, state, survivor, other).price
            yield Offer("merge", found, facts=(("at", price),), weight=0.5)


def partner(rules: Rules, state: State, player: str, *companies: str) -> str | None:
    """Return the director of one of the companies who is not the player, or None."""
    directors = (rules.holdings.director(rules, state, company) for company in companies)
    return next((found for found in directors if found not in (None, player)), None)


def refusals(rules: Rules, state: State, action: MergeCompanies) -> list[Refusal]:
    """Return refusals of a merger by the player on turn."""
    refuse = rules.refuse
    survivor, other, player = action.company, action.other_company, action.player
    both = (survivor, other)
    if survivor == other:
        return [refuse("merge.same", company=survivor)]
    for company in both:
        if systems.is_system(state, company):
            return [refuse("merge.system", company=company)]
        if not state.companies[company].started:
            return [refuse("merge.unparred", company=company)]
    found = _form_refusals(rules, state, survivor, other)
    directors = {rules.holdings.director(rules, state, company) for company in both}
    if player not in directors:
        found.append(refuse("merge.director", player=player, company=survivor, other_company=other))
    elif (agrees := partner(rules, state, player, *both)) != action.other_director:
        code = "merge.agreement" if agrees else "merge.agreed_alone"
        found.append(refuse(code, player=agrees or action.other_director))
    readings = merger.readings(rules)
    if not merger.trading(rules, state, player, survivor, other).promises(readings):
        code = "merge.nobody" if readings.earlier_sale_forces else "merge.too_few"
        found.append(refuse(code, company=survivor, other_company=other))
    return found


def _form_refusals(rules: Rules, state: State, survivor: str, other: str) -> list[Refusal]:
    """Refuse a merger of companies with a different status.

    It is enough that both are floated, or both were before this stock round, or neither was and one
    of them has been in it. By another reading both have operated or neither has, and at least one
    is floated.
    """
    own, theirs = state.companies[survivor], state.companies[other]
    if figures(rules).merger.who == BOTH_FLOATED:
        return [
            rules.refuse("merge.not_floated", company=company)
            for company in (survivor, other)
            if not state.companies[company].floated
        ]
    facts = {"company": survivor, "other_company": other}
    for one, unfloated in ((survivor, other), (other, survivor)):
        ran = state.companies[one].has_operated or has_coal(state, one)
        if ran and not state.companies[unfloated].floated:
            return [rules.refuse("merge.ran", company=one, other_company=unfloated)]
    if rules.options["merge_if_operated"]:
        if own.has_operated != theirs.has_operated:
            return [rules.refuse("merge.operated", **facts)]
    else:
        before = game_of(state).companies_floated_before
        if (survivor in before) != (other in before):
            return [rules.refuse("merge.form", **facts)]
    if not own.floated and not theirs.floated:
        return [rules.refuse("merge.unfloated", **facts)]
    return []


def merge(change: Change, rules: Rules, action: MergeCompanies) -> None:
    """Announce the merger."""
    merger.announce(change, rules, action.player, action.company, action.other_company)
