"""Number cards: the passes of a stock round make the next order of play.

Who passes takes the lowest free card of another colour; who acts afterwards gives his back, and the
higher ones slide down. When everybody has one, all have passed one after the other: the round is
over, and the cards are the order of play.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.languages import format_text
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.data.setup import BadSetup
from companion.rules.stock.share_transfers import StockRound
from companion.rules.stock.stock_turn import StockRules, StockTurn


@register_stored("card_stock_round")
@dataclass(frozen=True, slots=True)
class CardRound(StockRound):
    """``cards`` are the players who have passed and not acted since, in the order they did: the
    first of them holds card 1.
    """

    cards: tuple[str, ...] = ()


class CardTurn(StockTurn):
    """A turn at whose end a card is taken or given back."""

    def end_turn(self, change: Change) -> None:
        """Who passes takes the next card, unless he has one; who acted gives his back."""
        state = change.state
        turn = state.playing(CardRound)
        if turn.acted:
            cards = tuple(player for player in turn.cards if player != turn.turn)
            state.round = replace(turn, cards=cards)
        elif turn.turn not in turn.cards:
            state.round = replace(turn, cards=(*turn.cards, turn.turn))
        super().end_turn(change)


class CardRules(StockRules):
    """Turns until all cards are taken."""

    def is_over(self, state: State) -> bool:
        turn = state.playing(CardRound)
        passed = [player for player in turn.cards if player != turn.turn or not turn.acted]
        return len(passed) == len(state.order)

    def close(self, change: Change) -> None:
        """The cards are the new order of play."""
        deal(change, change.state.playing(CardRound).cards)


def entered_cards(text: str, players: int) -> tuple[int, ...]:
    """Read ``2 1 3``, the seats from 1 in the order of the cards that the table has dealt: the
    seats from 0. Raises BadSetup.
    """
    words = text.replace(",", " ").split()
    if sorted(words) != [str(seat + 1) for seat in range(players)]:
        raise BadSetup(
            format_text(
                "The order of the number cards names each seat once: the numbers from 1 to"
                " {players}, with blanks between.",
                players=players,
            )
        )
    return tuple(int(word) - 1 for word in words)


def deal(change: Change, order: Iterable[str]) -> None:
    """The players have the number cards in that order, which is the order of play."""
    state = change.state
    state.order = tuple(order)
    state.priority = state.order[0]
    change.tell("cards", players=state.order)


def deal_by_cash(change: Change) -> None:
    """The cards are dealt anew by cash, the least first; ties keep their order."""
    state = change.state
    deal(change, sorted(state.order, key=lambda player: state.cash[player]))
