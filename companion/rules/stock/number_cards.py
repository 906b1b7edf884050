"""Number cards: the passes of a stock round decide the next order of play.

A player who passes takes the next free number card. A player who acts later returns their card, and
the higher cards move down. The round ends when all have passed in a row, and the cards become the
order of play.
"""

from collections.abc import Iterable

from companion.languages import format_text
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.data.random_draws import Draws
from companion.rules.data.setup import BadSetupError
from companion.rules.stock.share_trading import StockRound
from companion.rules.stock.stock_rounds import StockRules
from companion.rules.stock.stock_turn import StockTurn


@register_stored("card_stock_round")
class CardRound(StockRound):
    """A stock round with number cards.

    ``cards`` lists the players who have passed and not acted since, in the order of their passes.
    The first of them holds card 1.
    """

    cards: tuple[str, ...] = ()


class CardTurn(StockTurn):
    """A turn at whose end the player takes or returns a card."""

    def end_turn(self, change: Change) -> None:
        """Give a card to a player who passes without one; take it back from a player who acted."""
        state = change.state
        turn = state.playing(CardRound)
        if turn.has_acted:
            cards = tuple(player for player in turn.cards if player != turn.turn)
            state.round = replace(turn, cards=cards)
        elif turn.turn not in turn.cards:
            state.round = replace(turn, cards=(*turn.cards, turn.turn))
        super().end_turn(change)


class CardRules(StockRules):
    """A stock round that ends when all cards are taken."""

    def is_over(self, state: State) -> bool:
        turn = state.playing(CardRound)
        passed = [player for player in turn.cards if player != turn.turn or not turn.has_acted]
        return len(passed) == len(state.order)

    def close(self, change: Change) -> None:
        """Make the cards the new order of play."""
        deal(change, change.state.playing(CardRound).cards)


def draw_cards(draws: Draws, players: int) -> tuple[int, ...]:
    """Return the seats, counted from 0, in the order of the cards that they draw."""
    return tuple(map(int, draws.shuffle(tuple(map(str, range(players))))))


def entered_cards(text: str, players: int) -> tuple[int, ...]:
    """Parse the dealt cards, such as ``2 1 3``, into seats.

    The text counts seats from 1, the result counts them from 0. Raises BadSetupError when the text
    does not name each seat once.
    """
    words = text.replace(",", " ").split()
    if sorted(words) != [str(seat + 1) for seat in range(players)]:
        raise BadSetupError(
            format_text(
                "The order of the number cards has each seat once: the numbers from 1 to "
                "{players}, with spaces between them.",
                players=players,
            )
        )
    return tuple(int(word) - 1 for word in words)


def deal(change: Change, order: Iterable[str]) -> None:
    """Give the players the number cards in this order, and make it the order of play."""
    state = change.state
    state.order = tuple(order)
    state.priority = state.order[0]
    change.tell("order_changed", players=state.order)


def deal_by_cash(change: Change) -> None:
    """Deal the cards again by cash, the poorest player first. Ties keep their order."""
    state = change.state
    deal(change, sorted(state.order, key=lambda player: state.cash[player]))
