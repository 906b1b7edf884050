"""A turn of 1839 without the map, and how such a game follows one with it."""

from collections.abc import Iterable, Iterator, Sequence

from companion.ledger.entries import BANK
from companion.rules.core.actions import (
    Action,
    CompanyAction,
    LayTile,
    Pass,
    PlaceToken,
    PlayerAction,
    action,
)
from companion.rules.core.change import Change, Event
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.data.lay_allowance import UPGRADE
from companion.rules.judge.policy_without_map import PlayedAction, ToldPolicy
from companion.rules.judge.rules import QuestionStep, Rules
from companion.rules.operating.emergency_money import DebtQuestion, MoneyRaising
from companion.rules.operating.operating_round import TurnStep, is_laying_track, update_turn
from companion.rules.operating.private_powers import close, power
from companion.rules.operating.tokens import count_placed, place_somewhere, take_up_somewhere
from companion.rules.operating.track import kind_of_lay
from companion.rules.shares.holdings import is_player
from companion.rules.without_map.actions import MOST, TellPower, TellToken, TellTrack
from companion.rules.without_map.followed_game import find_cost
from companion.rules.without_map.private_uses import refuse_amount, refuse_outside_track
from companion.rules.without_map.tokens import ToldFreeTokenStep, ToldPaidTokenStep
from companion.rules.without_map.track import ToldTrackStep
from companion.rules.without_map.turn import make_told_steps
from companion.rules.without_map.turn_powers import ToldTurnPowerStep
from companion.titles.t1839 import company_start
from companion.titles.t1839.phases import figures_of
from companion.titles.t1839.running import STATE
from companion.titles.t1839.state_railway import NewLocalStep
from companion.titles.t1839.title_state import has_operated
from companion.titles.t1839.tokens import (
    MoveToken,
    ReturnToken,
    SwapTokens,
    TokenReturnStep,
    TokenStep1839,
)
from companion.titles.t1839.track import EXTRA, TELEPORT, TOKEN
from companion.titles.t1839.turn_state import turn_of


@action("tell_swap")
class TellSwap(CompanyAction):
    """A company swaps one of its tokens for one of ``other_company``."""

    other_company: str

    def parties(self) -> tuple[str, ...]:
        return self.company, self.other_company


@action("tell_move")
class TellMove(PlayerAction):
    """The owner of ``private`` moves a company's token."""

    private: str
    company: str

    def about(self) -> str:
        return self.company

    def parties(self) -> tuple[str, ...]:
        return self.player, self.company


@action("tell_return")
class TellReturn(CompanyAction):
    """A company has two tokens in a hex now, and takes one back."""


@action("tell_home_fee")
class TellHomeFee(CompanyAction):
    """A local floats, and owes a fee for its homes."""

    cost: int


class HomeFeeStep(QuestionStep):
    """The fee of a local for its homes, whose tiles show the values (§7.5)."""

    name = company_start.FEE
    accepts = (TellHomeFee,)

    def __init__(self, rules: Rules, money: MoneyRaising) -> None:
        super().__init__(rules)
        self.money = money

    def offers(self, state: State) -> list[Offer]:
        (company,) = self.question(state).subjects
        fee = company_start.home_fee(self.rules, state, company)
        tell = TellHomeFee(company, fee)
        return [Offer("home_fee", tell, -fee, Span("cost", 0, MOST), facts=(("usual", (fee,)),))]

    def refusals(self, state: State, action: TellHomeFee) -> list[Refusal]:
        return self.refuse_others(state, action) or refuse_amount(self.rules, action.cost)

    def apply(self, change: Change, action: TellHomeFee) -> None:
        change.state.remove_question(self.question(change.state))
        company_start.float_if_sold(change, self.rules, self.money, action.company, action.cost)


class ToldReturnStep(QuestionStep):
    """A company whose token has moved tells whether it has two in that hex now."""

    name = "told_return"
    accepts = (TellReturn, Pass)

    def offers(self, state: State) -> list[Offer]:
        (company,) = self.question(state).subjects
        return [Offer("told_return", TellReturn(company), weight=0.2), Offer("pass", Pass(company))]

    def refusals(self, state: State, action: TellReturn | Pass) -> list[Refusal]:
        return self.refuse_others(state, action)

    def apply(self, change: Change, action: TellReturn | Pass) -> None:
        change.state.remove_question(self.question(change.state))
        if isinstance(action, TellReturn):
            take_up_somewhere(change, action.company, leaving=STATE)
            change.tell("told_return", company=action.company)


def _ask_return(change: Change, company: str) -> None:
    """Ask a company with two tokens or more on the map."""
    if count_placed(change.state, company) > 1:
        change.state.ask(Question(ToldReturnStep.name, company, (company,)))


class ToldPowerStep1839(ToldTurnPowerStep):
    """The private that adds a yellow tile, and the one that is paid for a tile and a token."""

    def find_price(self, state: State, private: str) -> int | None:
        if self.pays_ground(private):
            return figures_of(self.rules).extra_tile
        teleport = power(self.rules, private, TELEPORT)
        return int(teleport["cost"]) if teleport else None

    def pays_ground(self, private: str) -> bool:
        return bool(power(self.rules, private, EXTRA))

    def moment_refusals(self, state: State, action: TellPower) -> list[Refusal]:
        private, found = action.private, refuse_outside_track(self.rules, state, action.private)
        if power(self.rules, private, TELEPORT) and turn_of(state).teleport_hex:
            found.append(self.rules.refuse("power.once", private=private))
        return found

    def apply(self, change: Change, action: TellPower) -> None:
        super().apply(change, action)
        if power(self.rules, action.private, TELEPORT):
            update_turn(change, teleport_hex=action.private)  # its hex is not told
        else:
            close(change, self.rules, action.private)


class ToldTrackStep1839(ToldTrackStep):
    """The lays of a turn, and a tile or a token by a private."""

    powers = (EXTRA, TELEPORT)


class ToldTeleportTokenStep(ToldFreeTokenStep):
    """The token with the private that was paid for, in the step of track."""

    key = TELEPORT

    def power_refusals(self, state: State, action: TellToken) -> list[Refusal]:
        found, turn = super().power_refusals(state, action), turn_of(state)
        if turn.teleport_hex != action.private or not is_laying_track(self.rules, state):
            found.append(self.rules.refuse("told.track", private=action.private))
        return found

    def apply(self, change: Change, action: TellToken | Pass) -> None:
        super().apply(change, action)
        update_turn(change, teleport_parts=(*turn_of(change.state).teleport_parts, TOKEN))


class ToldTokenStep1839(ToldPaidTokenStep):
    """Place a token, swap two, or let the owner of a private move one."""

    step: TokenStep1839
    accepts = (TellToken, TellSwap, TellMove, Pass)

    def takes(self, state: State, action: Action) -> bool:
        return isinstance(action, TellMove) or super().takes(state, action)

    def token_offers(self, state: State) -> list[Offer]:
        company, cost = self.company(state), figures_of(self.rules).swap
        others = [c for c in self.rules.operating_order(state) if c != company]
        swaps = [Offer("swap_tokens", TellSwap(company, c), -cost, weight=0.05) for c in others]
        moves = [
            Offer("move_token", TellMove(player, private, company), 0, weight=0.1)
            for private, player in state.privates.items()
            if is_player(player) and power(self.rules, private, "moves_from")
        ]
        found = (self.judge_offer(state, offer) for offer in (*swaps, *moves))
        return [*super().token_offers(state), *(offer for offer in found if offer.allowed)]

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        if isinstance(action, TellSwap):
            found = self.not_its_turn(state, action) or self._swapping(state, action)
        elif isinstance(action, TellMove):
            found = self._moving(state, action)
        else:
            assert isinstance(action, TellToken | Pass)
            return super().refusals(state, action)
        if turn_of(state).tokens:
            found.append(self.rules.refuse("token.one", company=self.company(state)))
        return found

    def _swapping(self, state: State, action: TellSwap) -> list[Refusal]:
        """Refuse a swap of companies that have not operated, have no token or no money."""
        refuse, company, other = self.rules.refuse, action.company, action.other_company
        if company == other:
            return [refuse("token.swap_own", company=company)]
        found = [
            refuse("token.not_operated", company=owner)
            for owner in (company, other)
            if not (has_operated(state, owner) and count_placed(state, owner))
        ]
        cost, cash = figures_of(self.rules).swap, state.cash[company]
        if cost > cash:
            found.append(refuse("token.cost", company=company, cost=cost, cash=cash))
        return found

    def _moving(self, state: State, action: TellMove) -> list[Refusal]:
        """Refuse a move with a private that has no power for it now."""
        refuse, company, private = self.rules.refuse, self.company(state), action.private
        if action.company != company:
            return [refuse("turn.not_yours", actor=company, party=action.company)]
        if state.privates[private] != action.player:
            return [refuse("power.not_yours", player=action.player, private=private)]
        since = power(self.rules, private, "moves_from")
        if not since:
            return [refuse("power.none", private=private)]
        if not self.data.reaches(state.phase, since):
            return [refuse("power.not_yet", private=private, phase=since)]
        return [] if count_placed(state, company) else [refuse("token.none", company=company)]

    def apply(self, change: Change, action: Action) -> None:
        if isinstance(action, TellSwap):
            company, other, cost = action.company, action.other_company, figures_of(self.rules).swap
            change.pay(company, BANK, cost, "token", company)
            change.tell("told_swap", company=company, other_company=other, cost=cost)
            moved = [company, other]
        elif isinstance(action, TellMove):
            moved = [action.company]
            place_somewhere(change, STATE)
            change.tell("told_move", player=action.player, company=action.company)
            close(change, self.rules, action.private)
        else:
            assert isinstance(action, TellToken | Pass)
            super().apply(change, action)
            return
        update_turn(change, tokens=turn_of(change.state).tokens + 1)
        for company in moved:
            _ask_return(change, company)
        self.end(change)


def told_turn(
    rules: Rules, steps: Sequence[TurnStep]
) -> tuple[tuple[TurnStep, ...], tuple[TurnStep, ...]]:
    """Return the steps of a turn without the map, and those beside it."""
    token = next(step for step in steps if isinstance(step, TokenStep1839))
    free = ToldTeleportTokenStep(rules, token)
    told = make_told_steps(
        rules, steps, ToldTrackStep1839, lambda _, step: ToldTokenStep1839(rules, step, free)
    )
    return told, (free, ToldPowerStep1839(rules))


# --- a game with the map


def tell(rules: Rules, state: State, played: PlayedAction) -> Iterable[Action] | None:
    """Return what is told of privates, swaps and moves; returned tokens are asked apart."""
    match played.action:
        case ReturnToken():
            return ()
        case SwapTokens(company=company, other_company=other):
            return (TellSwap(company, other),)
        case MoveToken(player=player, private=private, company=company):
            return (TellMove(player, private, company),)
        case (
            LayTile(company=company, private=str(private))
            | PlaceToken(company=company, private=str(private))
        ):
            return _tell_power(rules, state, played, company, private)
    return None


def _tell_power(
    rules: Rules, state: State, played: PlayedAction, company: str, private: str
) -> Iterator[Action]:
    """Yield the use of a private, and the tile or the token for which it was paid."""
    teleport, action = power(rules, private, TELEPORT), played.action
    if not teleport:
        yield TellPower(company, private, find_cost(played.events))
        return
    if not turn_of(state).teleport_hex:
        yield TellPower(company, private, int(teleport["cost"]))
    if isinstance(action, LayTile):
        yield TellTrack(company, 0, int(kind_of_lay(rules, action) == UPGRADE))
    else:
        yield TellToken(company, 0, private)


def find_home_fee(there: State, events: Iterable[Event], company: str) -> int:
    """Return the fee for its homes that a local has paid with the map, or still owes."""
    for event in events:
        if event.kind == "paid_debt" and event.facts["debtor"] == company:
            return int(event.facts["amount"])
    asked = (question for question in there.questions if isinstance(question, DebtQuestion))
    return next((one.debt.amount for one in asked if one.debt.debtor == company), 0)


def answer(rules: Rules, state: State, since: Sequence[PlayedAction]) -> Action | None:
    """Return the fee of a local for its homes, or whether a company took a token back."""
    question, there = state.questions[0], since[-1].after
    company = question.subjects[0]
    told = [event for played in since for event in played.events]
    if question.step == HomeFeeStep.name:
        return TellHomeFee(company, find_home_fee(there, told, company))
    if question.step == NewLocalStep.name:
        is_paid = any(
            e.kind == "no_local" and e.facts["private"] in question.subjects for e in told
        )
        return Pass(question.actor) if is_paid else None
    if question.step != ToldReturnStep.name:
        return None
    if any(one.step == TokenReturnStep.name and company in one.subjects for one in there.questions):
        return None
    is_back = any(e.kind == "returned_token" and e.facts["company"] == company for e in told)
    return TellReturn(company) if is_back else Pass(company)


FOLLOWING = ToldPolicy(tell, answer)
