"""The offers of a turn's screens: the step's own, those beside it, and their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.core.actions import Action, Decline, Pass
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.explain.summary_rows import CompanyRow, GameSummary
from companion.rules.judge.rules import Rules, Step
from companion.store.history.records import GameView
from companion.web.render.phrases import deed_in_full

MAPS = frozenset(("lay", "stop"))  # panels that choose a place on the map


@dataclass(frozen=True, slots=True)
class TurnScreen:
    """The subject of a screen: the game, the acting company, the step and its offers.

    ``beside`` holds allowed and refused offers of other steps that accept actions now (powers,
    privates). It also holds offers of the step that are chosen in another panel.
    """

    view: GameView
    table: GameSummary
    step: Step
    company: str
    offers: tuple[Offer, ...]
    beside: tuple[Offer, ...]

    @property
    def rules(self) -> Rules:
        """The judge."""
        return self.view.rules

    @property
    def state(self) -> State:
        """The state in the view."""
        return self.view.state

    @property
    def row(self) -> CompanyRow:
        """The company's charter."""
        return self.table.company(self.company)

    @property
    def passing(self) -> Offer | None:
        """The offer to end the step; None if there is none."""
        return next((offer for offer in self.offers if isinstance(offer.action, Pass)), None)

    @property
    def declining(self) -> Offer | None:
        """The offer not to be asked again in this round; None if there is none."""
        return next((offer for offer in self.offers if isinstance(offer.action, Decline)), None)

    def of_kind(self, *kinds: str) -> list[Offer]:
        """Return the offers of these kinds, the step's own first."""
        return [offer for offer in (*self.offers, *self.beside) if offer.kind in kinds]


def ask(view: GameView, table: GameSummary) -> TurnScreen:
    """Return the offers of the operating turn now, without the search for the best run."""
    rules, state = view.rules, view.state
    first, *others = rules.accepting(state)
    searched = table.asks == "runs"  # the best run is searched for separately (see runs.py)
    offers = () if searched else tuple(first.cached_offers(state))
    beside = tuple(
        offer
        for step in others
        for offer in step.cached_offers(state)
        if rules.vocabulary.offer(offer.kind).group != "apart"
    )
    if table.asks in MAPS:  # offers of another panel are reached by a link
        away = [offer for offer in offers if _in_another(rules, table, offer)]
        offers = tuple(offer for offer in offers if offer not in away)
        beside = (*away, *beside)
    asked_about = [id for question in state.questions[:1] for id in question.subjects]
    about = (*asked_about, *(offer.action.about() for offer in offers))
    own = next((symbol for symbol in about if symbol in rules.data.companies), "")
    company = own if own and first in rules.interrupts else table.operating or own
    return TurnScreen(view, table, first, company, offers, beside)


def _in_another(rules: Rules, table: GameSummary, offer: Offer) -> bool:
    """Is the offer chosen in another panel than the step's, with words for the link to it?"""
    words = rules.vocabulary.offer(offer.kind)
    return bool(words.beside) and words.asks != table.asks


def deed_of(asked: TurnScreen, action: Action) -> str:
    """Return the button text of an action without its price.

    It begins with the player's name if the choice is another player's.
    """
    whose = other_than_actor(asked, action)
    return f"{whose} · {_phrase_deed(asked, action)}" if whose else _phrase_deed(asked, action)


def _phrase_deed(asked: TurnScreen, action: Action) -> str:
    if isinstance(action, Pass):
        return pass_words(asked)
    return deed_in_full(asked.rules, asked.state, action)


def other_than_actor(asked: TurnScreen, action: Action) -> str:
    """Return the name of the player whose choice it is, if the game waits for somebody else."""
    who = action.actor()
    if who not in asked.rules.seats or who == asked.table.acting:
        return ""
    return asked.rules.words.names[who]


def pass_words(asked: TurnScreen) -> str:
    """Return the words for ending the step."""
    untouched, touched = asked.rules.vocabulary.steps[asked.step.name].ends
    words = touched if asked.step.has_acted(asked.state) else untouched
    return asked.rules.words.fill(words, {})


def stop_name(asked: TurnScreen, stop: str) -> str:
    """Return the name of a stop's hex, or the hex's id if it has no name."""
    at = stop.partition(".")[0]
    return asked.state.board.map.name_of(at) or at


def private_name(asked: TurnScreen, symbol: str) -> str:
    """Return the full name of a private."""
    return asked.rules.data.privates[symbol].name


def hex_name(asked: TurnScreen, at: str) -> str:
    """Return the id of a hex with its name, as in "F22 Providence"."""
    return asked.rules.words.hex(at)


def same_refusal(offers: Sequence[Offer]) -> Refusal | None:
    """Return the refusal of these offers if all have the same; otherwise None.

    If their amounts differ, it is the refusal of the cheapest offer.
    """
    if not offers or any(offer.allowed for offer in offers):
        return None
    codes = {offer.refusals[0].code for offer in offers}
    if len(codes) > 1:
        return None
    return min(offers, key=lambda offer: abs(offer.price or 0)).refusals[0]
