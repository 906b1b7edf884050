"""Cobourg & Peterborough: a private that operates before the companies, for its player.

Its railway is a company of one certificate, which goes with the private. So it has an account and a
marker like any other, and its turn is made of the ordinary steps. It lays one tile, and runs one
route of two centres that is connected with the tile.
"""

from collections.abc import Sequence

from companion.board.direct_routes import direct_routes, stops_beside
from companion.board.map import split_stop
from companion.ledger.entries import BANK
from companion.ledger.receipts import PayoutReceipt
from companion.rules.core.actions import Action, LayTile, Pass, PlaceToken, RunTrains
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, Question, State
from companion.rules.judge.rules import QuestionStep, Rules, Step
from companion.rules.operating import tokens, track
from companion.rules.operating.operating_round import turn_of, update_turn
from companion.rules.operating.running import can_run
from companion.rules.operating.track import TrackStep
from companion.rules.privates.private_railway import ChosenRunStep, PrivateOperatingRules, receipt
from companion.rules.shares import holdings
from companion.rules.without_map.actions import TellToken
from companion.rules.without_map.turn import make_told_steps
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import Turn1828
from companion.titles.t1828.track import lay


def begin(change: Change, rules: Rules) -> None:
    """Place its marker on the map at the start of the game."""
    own = figures(rules).railway
    (home,) = change.state.companies[own.company].homes
    if change.state.is_told:
        tokens.place_somewhere(change, own.company)
    else:
        tokens.place_token(change, own.company, home[0])
    change.state.alter(own.company, homes=())
    change.state.move_train(own.train, own.company)


def is_open(rules: Rules, state: State) -> bool:
    """Is the railway still open?"""
    return state.certificates[_certificate(rules)] != GONE


def _certificate(rules: Rules) -> str:
    """Return the railway's one certificate."""
    (certificate,) = rules.data.companies[figures(rules).railway.company].certificates
    return certificate


def close(change: Change, rules: Rules, to: str = BANK) -> None:
    """Close the railway. Its treasury goes to the bank, or to the company that bought it.

    A blocking marker replaces its own.
    """
    state, own = change.state, figures(rules).railway
    state.certificates[_certificate(rules)] = GONE
    state.move_train(own.train, GONE)
    change.pay(own.company, to, state.cash[own.company], "railway_closed", own.company)
    tokens.take_out(change, own.company, leaving=figures(rules).blocking)
    change.tell("railway_closed", company=own.company)


def handle_purchase(change: Change, rules: Rules, company: str) -> None:
    """Handle the purchase by a company: it gets the treasury, and may put its marker there."""
    state, railway = change.state, figures(rules).railway.company
    marker = _marker(rules, state)
    change.pay(railway, company, state.cash[railway], "railway_closed", railway)
    own = state.companies[company]
    spare = own.tokens - len(own.homes) > 0 and not turn_of(state).tokens
    hexes = {split_stop(stop)[0] for stop in state.board.token_stops(company)}
    is_known = bool(marker) and split_stop(marker)[0] not in hexes
    if spare and (is_known or railway in state.told.tokens):
        step = ToldMarkerSwapStep if state.is_told else MarkerSwapStep
        state.ask(Question(step.name, company, (company, railway)))
    else:
        close(change, rules)


def _marker(rules: Rules, state: State) -> str:
    """Return the city of the railway's marker, or "" after a correction that removed it."""
    return next(iter(state.board.token_stops(figures(rules).railway.company)), "")


class MarkerSwapStep(QuestionStep):
    """The buyer of the private may replace its marker by one of their own, free of charge.

    It counts as the token of the turn.
    """

    name = "swap_marker"
    accepts: tuple[type[Action], ...] = (PlaceToken, Pass)

    def _swap(self, state: State) -> PlaceToken | TellToken:
        own, stop = figures(self.rules).railway, _marker(self.rules, state)
        return PlaceToken(self.question(state).actor, stop, own.private, own.company)

    def offers(self, state: State) -> list[Offer]:
        swap = self._swap(state)
        hexes = (swap.stop,) if isinstance(swap, PlaceToken) else ()
        kind = "token" if hexes else "tell_token"
        return [
            self.judge_offer(state, Offer(kind, swap, 0, hexes=hexes)),
            self.judge_offer(state, Offer("pass", Pass(swap.company), weight=0.3)),
        ]

    def refusals(self, state: State, action: PlaceToken | TellToken | Pass) -> list[Refusal]:
        if found := self.refuse_others(state, action):
            return found
        swap = self._swap(state)
        if not isinstance(action, Pass) and action != swap:
            stop = _marker(self.rules, state)
            return [self.rules.refuse("token.swap", stop=stop, private=swap.private)]
        return []

    def apply(self, change: Change, action: PlaceToken | TellToken | Pass) -> None:
        state, railway = change.state, figures(self.rules).railway.company
        state.remove_question(self.question(state))
        if not isinstance(action, Pass) and (stop := _marker(self.rules, state)):
            tokens.buy_token(change, PlaceToken(action.company, stop, action.private, railway), 0)
        elif isinstance(action, TellToken):
            tokens.take_up_somewhere(change, railway, leaving=action.company)
            change.tell("told_token", company=action.company, cost=0)
            update_turn(change, tokens=turn_of(state).tokens + 1)
        close(change, self.rules)


class ToldMarkerSwapStep(MarkerSwapStep):
    """The same without the map."""

    name = "told_swap_marker"
    accepts = (TellToken, Pass)

    def _swap(self, state: State) -> TellToken:
        return TellToken(self.question(state).actor, 0, figures(self.rules).railway.private)


class CobourgTrackStep(TrackStep):
    """Lay one yellow tile or one upgrade, on its own hex or on track that it reaches from there."""

    def check_lay(self, state: State, action: LayTile) -> list[Refusal]:
        """Ignore the hex that its own private blocks."""
        found = super().check_lay(state, action)
        own = self.data.privates[figures(self.rules).railway.private].blocks
        if action.hex not in own:
            return found
        return [refusal for refusal in found if refusal.code != "lay.blocked"]

    def carry_out_lay(self, change: Change, action: LayTile) -> None:
        cost, fee = self.cost(change.state, action), self.fee(change.state, action)
        lay(change, self.rules, action, cost, fee)
        track.note_lay(change, self.rules, action)


class CobourgRunStep(ChosenRunStep):
    """Run a route of two centres that the owner chooses. Half is paid to the owner, half kept."""

    def waits(self, state: State) -> bool:
        if state.is_told:
            return bool(turn_of(state).lays) and can_run(self.rules, state, self.company(state))
        return super().waits(state)

    def not_so(self, state: State, action: RunTrains) -> Refusal:
        ((at, _),) = turn_of(state).lays
        return self.rules.refuse("run.two", company=action.company, hex=at)

    def note_run(self, change: Change, company: str, trains: Sequence[str]) -> None:
        super().note_run(change, company, trains)
        parted = halves(self.rules, change.state)
        (paid,) = parted.payees
        change.pay(BANK, paid.owner, paid.amount, "private_revenue", company)
        change.pay(BANK, company, parted.kept, "private_revenue", company)
        facts = {"company": company, "player": paid.owner, "amount": paid.amount}
        change.tell("railway_paid", receipt=parted, **facts)


def halves(rules: Rules, state: State) -> PayoutReceipt:
    """Return the receipt for the revenue of this turn: half to the owner, half kept."""
    half = (turn_of(state).revenue or 0) // 2
    return receipt(rules, state, "halves", half, half, "run.two")


def free_routes(rules: Rules, state: State, company: str) -> tuple[tuple[str, ...], ...] | None:
    """Return the routes from which the owner chooses, or None for other companies.

    A route has two centres. One is on the tile of the turn, if that has any. A plain tile lies
    between the centres or runs on from one. Without a tile there is no route. Other companies run
    the best routes.
    """
    turn = state.round.operating
    railway = figures(rules).railway.company
    if company != railway:
        return None
    if turn is None or turn.company != railway or not turn.lays:
        return ()
    board, ((at, _),) = state.board, turn.lays
    here = [f"{at}.{index}" for index in range(len(board.tile_at(at).stops))]
    return direct_routes(
        board, rules.access.of(rules, state, railway), here or stops_beside(board, at)
    )


def private_turn(rules: Rules, *beside: Step) -> PrivateOperatingRules:
    """Return the turn of the private that a player owns: a tile and a route."""
    steps = (CobourgTrackStep(rules), CobourgRunStep(rules))
    turn = PrivateOperatingRules(rules, steps, beside, Turn1828)
    turn.told = make_told_steps(rules, steps)
    return turn


def director(rules: Rules, state: State, company: str) -> str | None:
    """Return the player who acts for a company; for a private's railway, its owner."""
    own = figures(rules).railway
    if company != own.company:
        return holdings.president(rules.data, state, company)
    owner = state.privates[own.private]
    return owner if holdings.is_player(owner) else None
