"""What the screens of a turn ask the judge: the step's offers, those beside it, and their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.core.actions import Action, Decline, Pass
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.explain.summary_rows import CompanyRow, Table
from companion.rules.judge.judge import Rules, Step
from companion.store.history.records import GameView
from companion.web.render.phrases import deed_in_full

MAPS = frozenset(("lay", "stop"))  # panels in which a place on the map is chosen


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a screen: the game, the company that acts, the step and what it offers.

    ``beside`` are offers of other steps that take actions now (powers, privates), and those of the
    step that are chosen in a panel of their own.
    """

    view: GameView
    table: Table
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
        """The state asked about."""
        return self.view.state

    @property
    def row(self) -> CompanyRow:
        """The company's charter."""
        return self.table.company(self.company)

    @property
    def passing(self) -> Offer | None:
        """The offer to end the step, where there is one."""
        return next((offer for offer in self.offers if isinstance(offer.action, Pass)), None)

    @property
    def declining(self) -> Offer | None:
        """The offer not to be asked again in this round, where somebody is asked."""
        return next((offer for offer in self.offers if isinstance(offer.action, Decline)), None)

    def of_kind(self, *kinds: str) -> list[Offer]:
        """The offers of these kinds, the step's own first."""
        return [offer for offer in (*self.offers, *self.beside) if offer.kind in kinds]


def ask(view: GameView, table: Table) -> Asked:
    """What may be done in the operating turn now. The search for the best run is left out."""
    rules, state = view.rules, view.state
    first, *others = rules.accepting(state)
    searched = table.asks == "runs"  # the best run, which is searched for by itself (see runs.py)
    offers = () if searched else tuple(first.asked_offers(state))
    beside = tuple(
        offer
        for step in others
        for offer in step.asked_offers(state)
        if rules.vocabulary.offer(offer.kind).group != "apart"
    )
    if table.asks in MAPS:  # what is chosen in another panel than the step's has a way to it
        away = [offer for offer in offers if _in_another(rules, table, offer)]
        offers = tuple(offer for offer in offers if offer not in away)
        beside = (*away, *beside)
    asked_about = [id for question in state.questions[:1] for id in question.about]
    about = (*asked_about, *(offer.action.about() for offer in offers))
    own = next((symbol for symbol in about if symbol in rules.data.companies), "")
    company = own if own and first in rules.interrupts else table.operating or own
    return Asked(view, table, first, company, offers, beside)


def _in_another(rules: Rules, table: Table, offer: Offer) -> bool:
    """Is an offer chosen in another panel than the step, with words for the way to it?"""
    words = rules.vocabulary.offer(offer.kind)
    return bool(words.beside) and words.asks != table.asks


def deed_of(asked: Asked, action: Action) -> str:
    """What the button of an action says, with whose it is where it is another player's; the price
    stands beside it.
    """
    whose = other_than_actor(asked, action)
    return f"{whose}: {_phrase_deed(asked, action)}" if whose else _phrase_deed(asked, action)


def _phrase_deed(asked: Asked, action: Action) -> str:
    if isinstance(action, Pass):
        return pass_words(asked)
    return deed_in_full(asked.rules, asked.state, action)


def other_than_actor(asked: Asked, action: Action) -> str:
    """The name of the player whose choice an action is, where the game waits for another one."""
    who = action.actor()
    if who not in asked.rules.seats or who == asked.table.acting:
        return ""
    return asked.rules.words.names[who]


def pass_words(asked: Asked) -> str:
    """What ending the step is called."""
    untouched, touched = asked.rules.vocabulary.steps[asked.step.name].ends
    words = touched if asked.step.acted(asked.state) else untouched
    return asked.rules.words.fill(words, {})


def stop_name(asked: Asked, stop: str) -> str:
    """A city, or a hex, by the name of its hex; by its id where that has none."""
    at = stop.partition(".")[0]
    hex = asked.state.board.map.hexes.get(at)
    return hex.name or at if hex else stop


def private_name(asked: Asked, symbol: str) -> str:
    """A private by its full name."""
    return asked.rules.data.privates[symbol].name


def hex_name(asked: Asked, at: str) -> str:
    """ "F22 Providence", or the hex alone."""
    hex = asked.state.board.map.hexes.get(at)
    return f"{at} {hex.name}" if hex and hex.name else at


def same_refusal(offers: Sequence[Offer]) -> Refusal | None:
    """The one reason that speaks against all of these offers, if it is the same for all."""
    if not offers or any(offer.allowed for offer in offers):
        return None
    codes = {offer.refusals[0].code for offer in offers}
    return offers[0].refusals[0] if len(codes) == 1 else None
