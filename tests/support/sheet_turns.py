"""Turns of a fact sheet, entered into a game as a table would: deeds, and corrections beside."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.rules.amend.correction_actions import (
    CorrectCash,
    CorrectClosing,
    CorrectPrice,
    CorrectPrivate,
    CorrectShare,
    CorrectTrain,
    CorrectTurn,
)
from companion.rules.core.actions import (
    Action,
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    Dividend,
    Pass,
    SellShares,
    SetPar,
    StartCompany,
)
from companion.rules.core.state import DEPOT, GONE, State, type_of
from companion.rules.judge import judge
from companion.rules.stock.entered_sale import TellSale
from companion.rules.without_map.actions import TellRun, TellToken, TellTrack
from companion.rules.without_map.deeds import TellDeed
from companion.store.games.game_store import GameStore

REASON = "no rule of the companion"


@dataclass(frozen=True)
class Row:
    """One row of a table of the sheet, with its heading."""

    round: str
    cells: tuple[str, ...]


def rows(sheet: Path) -> Iterator[Row]:
    """Yield the rows of all tables of a sheet."""
    head = ""
    for line in sheet.read_text("utf-8").splitlines():
        if line.startswith("#"):
            head = line.lstrip("# ")
        elif line.startswith("|") and not set(line) <= set("|- "):
            yield Row(head, tuple(cell.strip() for cell in line.strip("|").split("|")))


class Entry:
    """The entry of turns into one game: deeds as far as the rules know them, else corrections."""

    def __init__(self, store: GameStore, game: int, privates: dict[str, str]) -> None:
        self.store, self.game = store, game
        self.privates = privates  # by the names of the sheet
        self.corrections = 0
        self.sold: dict[str, str] = {}  # cell of a company before the last sale of its shares

    @property
    def state(self) -> State:
        return self.store.open(self.game).state

    @property
    def rules(self):
        return self.store.open(self.game).rules

    def play(self, action: Action) -> None:
        view = self.store.open(self.game)
        self.corrections += hasattr(action, "reason")
        self.store.play(self.game, view.version, action, by="banker")

    def is_refused(self, action: Action) -> bool:
        view = self.store.open(self.game)
        return bool(judge.refusals(view.rules, view.state, action))

    def turn(self) -> str:
        """Return the company or player whose turn it is."""
        round = self.state.round
        operating = round.operating
        return operating.company if operating else getattr(round, "turn", "")

    def come_to(self, action: Action) -> None:
        """Pass steps of a company's turn until the action is possible, and do it."""
        company = self.turn()
        while self.is_refused(action):
            step = Pass(company)
            if self.turn() != company or self.is_refused(step):
                break
            self.play(step)
        self.play(action)

    def end_turn(self, who: str) -> None:
        """Pass until somebody else is on turn."""
        round = self.state.round
        while self.turn() == who and self.state.round.number == round.number:
            if getattr(self.state.round, "part", 0) != getattr(round, "part", 0):
                break
            if self.state.round.kind != round.kind:
                break
            self.play(Pass(who))

    def pay(self, payer: str, payee: str, amount: int) -> None:
        if amount < 0:
            payer, payee, amount = payee, payer, -amount
        if amount:
            self.play(CorrectCash(payer, payee, amount, reason=REASON))

    def move_shares(self, company: str, source: str, owner: str, count: int) -> None:
        for _ in range(count):
            own = self.rules.data.companies[company]
            lying = [c for c in own.certificates[1:] if self.state.certificates[c] == source]
            self.play(CorrectShare(lying[-1], owner, reason=REASON))


def seat(name: str) -> str:
    return "p" + name.removeprefix("Player ")


class Turns(Entry):
    """The turns of a sheet, entered row by row, with a comparison of the sums after each."""

    def enter(self, who: str, entry: str) -> None:
        """Enter a row: the entries of one player or company."""
        party = seat(who) if who.startswith("Player") else who
        parts = [part.strip() for part in entry.replace("**", "").split(";")]
        if parts[0] == "passes":
            if self.turn() == party:
                self.play(Pass(party))
            return
        if parts[0].startswith("(cannot"):
            return
        if self.turn() != party:
            self.play(CorrectTurn(party, reason=REASON))
        for part in parts:
            self.part(party, part)
        self.end_turn(party)

    def part(self, party: str, says: str) -> None:
        for pattern, do in PARTS.items():
            if found := re.fullmatch(pattern, says):
                do(self, party, *found.groups())
                return
        raise AssertionError(f"nobody knows how to enter {says!r}")

    # --- deeds of players

    def tell_sale(self, party: str, private: str, price: str) -> None:
        self.play(TellSale(party, self.privates[private], int(price)))
        minor = {"MSP": ("MS", 60), "B4P": ("BIG4", 40)}.get(self.privates[private])
        if minor:  # its par is its capital
            self.play(SetPar(party, *minor))

    def start(self, party: str, company: str, price: str) -> None:
        if self.state.questions:
            self.play(SetPar(party, company, int(price)))
        else:
            self.play(StartCompany(party, company, int(price)))

    def buy(self, party: str, percent: str, company: str, source: str) -> None:
        if percent == "20":
            return  # with the start
        places = {"treasury": company, "initial offer": "initial", "pool": "pool"}
        self.play(BuyShare(party, company, places[source]))

    def sell(self, party: str, count: str, company: str) -> None:
        percent = int(count) if int(count) >= 10 else int(count) * 10
        self.sold[company] = self.state.companies[company].cell or ""
        self.play(SellShares(party, company, percent))

    def protect(self, party: str, company: str, price: str) -> None:
        """Take shares back that another has just sold."""
        self.play(TellDeed(party))
        self.move_shares(company, "pool", party, 1)
        self.pay(party, "bank", int(price))
        self.play(CorrectPrice(company, self.sold[company], reason=REASON))

    def redeem(self, party: str, company: str, source: str, price: str) -> None:
        """Let a company take a share of itself, from a player or the pool."""
        owner = seat(source) if source.startswith("Player") else "pool"
        self.play(TellDeed(party))
        self.move_shares(company, owner, company, 1)
        self.pay(company, "bank" if owner == "pool" else owner, int(price))

    def subsidise(self, party: str, company: str, amount: str) -> None:
        self.pay("bank", company, int(amount))

    # --- deeds of companies

    def track(self, company: str, cost: str) -> None:
        self.come_to(TellTrack(company, int(cost)))

    def token(self, company: str, cost: str) -> None:
        self.come_to(TellToken(company, int(cost)))

    def issue(self, company: str, count: str, amount: str) -> None:
        shares = int(count) // 10 if int(count) >= 10 else int(count)
        self.move_shares(company, company, "pool", shares)
        self.pay("bank", company, int(amount))

    def run(self, company: str, revenue: str) -> None:
        turn = self.state.round.operating
        assert turn
        trains = [t for t, card in self.state.trains.items() if card.place == company]
        if trains:
            self.come_to(TellRun(company, int(revenue)))

    def divide(self, company: str, kind: str) -> None:
        self.play(Dividend(company, {"paid": "pay", "half": "half", "kept": "withhold"}[kind]))

    def divide_minor(self, company: str, owner: str, part: str) -> None:
        """Divide a minor's revenue into equal parts; the rules keep a multiple of 10."""
        before = self.state.cash[seat(owner)]
        self.play(Dividend(company, "half"))
        self.pay(seat(owner), company, self.state.cash[seat(owner)] - before - int(part))

    def buy_train(self, company: str, kind: str, price: str) -> None:
        lying = [t for t, c in self.state.trains.items() if c.place == DEPOT and type_of(t) == kind]
        self.come_to(BuyTrain(company, lying[0], int(price)))

    def buy_private(self, company: str, private: str, price: str) -> None:
        self.come_to(BuyPrivateForCompany(company, self.privates[private], int(price)))

    def take_over(self, company: str, cash: str, kind: str) -> None:
        """Take the money and the train of the minor that the company has just bought."""
        minor = next(
            m
            for m in ("MS", "BIG4")
            if self.state.cash[m] == int(cash)
            and self.state.privates[self.privates[m]] == company
            and self.state.companies[m].cell
        )
        self.pay(minor, company, int(cash))
        train = next(t for t, card in self.state.trains.items() if card.place == minor)
        assert type_of(train) == kind
        self.play(CorrectTrain(train, company, reason=REASON))
        self.close(minor)

    def close(self, minor: str) -> None:
        """Close a minor, which a company has bought."""
        self.play(CorrectClosing(minor, reason=REASON))
        self.play(CorrectPrivate(self.privates[minor], GONE, reason=REASON))


def _nothing(turns: Turns, party: str, *facts: str) -> None:
    """The rules do this by themselves, or another part has done it."""


PARTS = {
    r"buys private (.+) from Player \d for (\d+)": Turns.buy_private,
    r"buys private (.+) for (\d+)": Turns.tell_sale,
    r"starts (\S+) at (\d+)": Turns.start,
    r"buys (\d+)% (\S+) from the (treasury|initial offer|pool), pays .*": Turns.buy,
    r"sells (\d+)%? shares? of (\S+) to the pool, receives \d+": Turns.sell,
    r"price-protects (\S+): takes back a 10% share, pays (\d+) .*": Turns.protect,
    r"for (\S+): the company redeems 10% of itself from (.*), company pays (\d+)": Turns.redeem,
    r"(\S+) receives (\d+) subsidy from the bank": Turns.subsidise,
    r"track (?:[\d+]+ = )?(\d+)": Turns.track,
    r"token (\d+)": Turns.token,
    r"issues (\d+)%? shares? to the pool, receives (\d+)": Turns.issue,
    r"revenue (\d+)": Turns.run,
    r"(paid|half)(?:, pays .*)?": Turns.divide,
    r"owner (Player \d) receives (\d+)": Turns.divide_minor,
    r"buys a (\S+) train from the bank for (\d+)": Turns.buy_train,
    r"takes over the minor's cash (\d+) and its (\S+) train": Turns.take_over,
    r"(?:keeps|pays) \d+.*": _nothing,
    r"Player \d is president of .*": _nothing,
    r"receives \d+% \S+ free with the private": _nothing,
    r"\S+ floats": _nothing,
    r"\S+ receives \d+ from the bank": _nothing,
    r"\S+ price \d+ to \d+ .*": _nothing,
    r"PHASE \S+ begins": _nothing,
}
