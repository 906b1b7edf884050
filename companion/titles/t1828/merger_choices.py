"""Choices of players during a merger, one at a time ("Share trading process")."""

from typing import Any, NamedTuple

from companion.rules.core.actions import Action, PlayerAction, ShareAction, action
from companion.rules.core.change import Change
from companion.rules.core.comparison_table import ComparisonTable
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import QuestionStep
from companion.titles.t1828 import merger
from companion.titles.t1828.merger import (
    MARKER,
    SHARED,
    STEP,
    SURPLUS,
    Merger,
    MergerProcess,
    pending_merger,
)
from companion.titles.t1828.merger_preview import sentence, so_far
from companion.titles.t1828.merger_shares import ASIDE, PAY, SINGLE, SURRENDER, WHOM, TradingChoice


@action("set_aside")
class SetAside(ShareAction):
    """A player with an odd number of shares sets one of ``company`` aside."""


@action("trade_with")
class TradeWith(PlayerAction):
    """A player names a seller, who gives a share of the survivor for one of the other company."""

    seller: str


@action("pay_for_share")
class PayForShare(PlayerAction):
    """A player pays the difference and gets a share of the system for their single share."""


@action("surrender_share")
class SurrenderShare(PlayerAction):
    """A player gives up their single share for its market price."""


@action("give_way")
class GiveWay(ShareAction):
    """A player replaces the marker of ``company`` by a blocking one, where two share a hex."""


@action("block_marker")
class BlockMarker(PlayerAction):
    """A player replaces a marker of a system that has too many by a blocking one."""

    stop: str


@action("tell_shared_hexes")
class TellSharedHexes(PlayerAction):
    """A player tells in how many hexes both companies have a marker, in a game without its map."""

    count: int


Choice = (
    SetAside | TradeWith | PayForShare | SurrenderShare | GiveWay | BlockMarker | TellSharedHexes
)


class AnswerKind(NamedTuple):
    """How one kind of question is answered.

    It has the action, its field with the choice, and the refusal of any other choice.
    """

    action: type[Any]
    field: str
    refusal: str


ANSWERS = {
    ASIDE: AnswerKind(SetAside, "company", "merge.aside"),
    WHOM: AnswerKind(TradeWith, "seller", "merge.whom"),
    MARKER: AnswerKind(GiveWay, "company", "merge.marker"),
    SURPLUS: AnswerKind(BlockMarker, "stop", "merge.surplus"),
    SHARED: AnswerKind(TellSharedHexes, "count", "merge.count"),
}
OF_SINGLES: dict[type[Choice], str] = {PayForShare: PAY, SurrenderShare: SURRENDER}
KINDS: dict[type[Choice], str] = {
    **{answer.action: kind for kind, answer in ANSWERS.items()},
    **dict.fromkeys(OF_SINGLES, SINGLE),
}


def choice_of(chosen: Choice) -> str:
    """Return the choice that an action makes."""
    kind = KINDS[type(chosen)]
    if kind == SINGLE:
        return OF_SINGLES[type(chosen)]
    return str(getattr(chosen, ANSWERS[kind].field))


def choices(asked: TradingChoice) -> list[Choice]:
    """Return the actions that answer a question."""
    if asked.kind == SINGLE:
        return [PayForShare(asked.player), SurrenderShare(asked.player)]
    if asked.kind == SHARED:
        return [TellSharedHexes(asked.player, int(count)) for count in asked.choices]
    return [ANSWERS[asked.kind].action(asked.player, choice) for choice in asked.choices]


class MergerStep(QuestionStep):
    """The step in which a merger waits for a player."""

    name = STEP
    accepts = tuple(KINDS)

    def current_question(self, state: State) -> tuple[Merger, TradingChoice]:
        """Return the current question. Raises AssertionError if there is none."""
        now = pending_merger(state)
        assert now is not None and now.share_choice is not None
        return now, now.share_choice

    def offers(self, state: State) -> list[Offer]:
        now, asked = self.current_question(state)
        return [Offer(asked.kind, choice, self._price(now, choice)) for choice in choices(asked)]

    def sentences(self, state: State) -> list[str]:
        return [sentence(self.rules, state, self.current_question(state)[0])]

    def sheet(self, state: State, action: Action | None) -> ComparisonTable | None:
        return so_far(self.rules, state, self.current_question(state)[0])

    @staticmethod
    def _price(now: Merger, chosen: Choice) -> int | None:
        """Return the cost (negative) or income of the answer."""
        trading = now.share_exchange
        if trading is None or not isinstance(chosen, PayForShare | SurrenderShare):
            return None
        single = merger.single_price(trading, chosen.player)
        return single - trading.price if isinstance(chosen, PayForShare) else single

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        now, asked = self.current_question(state)
        if action.player != asked.player:
            who, actor = action.player, asked.player
            found = [self.rules.refuse("turn.not_yours", actor=actor, party=who)]
            return found + self._too_poor(state, now, action)
        if KINDS[type(action)] != asked.kind:
            return [self.rules.refuse("merge.other_question", player=action.player)]
        if choice_of(action) not in asked.choices:
            return [self.rules.refuse(ANSWERS[asked.kind].refusal, choice=choice_of(action))]
        return []

    def _too_poor(self, state: State, now: Merger, action: Choice) -> list[Refusal]:
        """Refuse to pay for a share without the cash.

        A player with too little is not asked and gives up the single share.
        """
        player, trading = action.player, now.share_exchange
        single = merger.single_price(trading, player) if trading else 0
        if not isinstance(action, PayForShare) or trading is None or not single:
            return []
        cost, cash = trading.price - single, state.cash[player]
        facts = {"player": player, "cash": cash, "price": cost}
        return [self.rules.refuse("merge.cash", **facts)] if cost > cash else []

    def apply(self, change: Change, action: Any) -> None:
        now, _ = self.current_question(change.state)
        change.state.remove_question(self.question(change.state))
        MergerProcess(change, self.rules, now).answer(choice_of(action))
