"""Our own games in the form of the other site's exports, with the oddities that real ones have.

Dice choose the oddities. They are passes that only the other site asks for, and passes that only
our game needs. Others are chat, actions undone and done again, passes that the site made for a
player, and players known by number, text or name.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from companion.board.map import split_stop
from companion.rules.core import actions as our
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import type_of

Sent = dict[str, Any]
# titles all of whose actions this writer knows
TITLES = {
    "1830": "1830",
    "1836jr30": "1836Jr30",
    "1850jr": "1850Jr",
    "18chesapeake": "18Chesapeake",
    "steam-over-holland": "Steam Over Holland",
}
VARIANTS = {"3E": "6"}  # sold by the other site as the other side of a card


class Done(NamedTuple):
    """An action of our game, with the states before and after it."""

    before: State
    action: our.Action
    after: State


class Exporter:
    """Writes one game, action by action."""

    def __init__(self, rules: Rules, dice: random.Random) -> None:
        self.rules = rules
        self.dice = dice
        names = rules.words.names
        known_by = dice.choice(["number", "text", "name"])
        self.ids: dict[str, int | str] = {}
        for number, seat in enumerate(rules.seats, start=101):
            ids = {"number": number, "text": str(number), "name": names[seat]}
            self.ids[seat] = ids[known_by]
        self.copies: dict[str, str] = {}  # hex -> the copy of a tile that lies there

    # --- an action in the other site's words

    def by(self, who: str, type: str, **fields: Any) -> Sent:
        """An action of a seat, a company or a private."""
        if who in self.ids:
            return {"type": type, "entity": self.ids[who], "entity_type": "player", **fields}
        kind = "company" if who in self.rules.data.privates else "corporation"
        return {"type": type, "entity": who, "entity_type": kind, **fields}

    def sent(self, done: Done) -> Sent:
        """The action as an export has it. Raises KeyError for one that the other site has not."""
        make = getattr(self, f"_{done.action.wire_name}", None)
        if make is None:
            raise KeyError(done.action.wire_name)
        sent: Sent = make(done.action, done)
        return sent

    def _moved(self, done: Done) -> list[str]:
        """The certificates that changed hands."""
        before, after = done.before.certificates, done.after.certificates
        return [name for name, place in after.items() if place != before[name]]

    def _pass(self, a: our.Pass, done: Done) -> Sent:
        return self.by(a.party, "pass")

    def _bid(self, a: our.Bid, done: Done) -> Sent:
        return self.by(a.player, "bid", company=a.private, price=a.amount)

    def _buy_private(self, a: our.BuyPrivate, done: Done) -> Sent:
        price = self.rules.waiting(done.before).price(done.before)
        return self.by(a.player, "bid", company=a.private, price=price)

    def _set_par(self, a: our.SetPar, done: Done) -> Sent:
        return self.by(a.player, "par", corporation=a.company, share_price=f"{a.price},0,6")

    def _start_company(self, a: our.StartCompany, done: Done) -> Sent:
        return self.by(a.player, "par", corporation=a.company, share_price=f"{a.price},0,6")

    def _buy_share(self, a: our.BuyShare, done: Done) -> Sent:
        took = [n for n in self._moved(done) if done.before.certificates[n] == a.source]
        return self.by(a.player, "buy_shares", shares=took[:1], percent=10)

    def _sell_shares(self, a: our.SellShares, done: Done) -> Sent:
        sold = [n for n in self._moved(done) if done.after.certificates[n] == "pool"]
        return self.by(a.player, "sell_shares", shares=sold, percent=a.percent)

    def _sell_own_shares(self, a: our.SellOwnShares, done: Done) -> Sent:
        return self.by(a.company, "sell_shares", shares=self._moved(done), percent=a.percent)

    def _buy_own_shares(self, a: our.BuyOwnShares, done: Done) -> Sent:
        return self.by(a.company, "buy_shares", shares=self._moved(done), percent=a.percent)

    def _exchange_private(self, a: our.ExchangePrivate, done: Done) -> Sent:
        took = [n for n in self._moved(done) if done.before.certificates[n] == a.source]
        return self.by(a.private, "buy_shares", shares=took[:1], percent=10)

    def _sell_private(self, a: our.SellPrivate, done: Done) -> Sent:
        return self.by(a.buyer, "buy_company", company=a.private, price=a.price)

    def _buy_private_for_company(self, a: our.BuyPrivateForCompany, done: Done) -> Sent:
        return self.by(a.company, "buy_company", company=a.private, price=a.price)

    def _lay_tile(self, a: our.LayTile, done: Done) -> Sent:
        self.copies.pop(a.hex, None)
        numbers = (n for n in range(99) if f"{a.tile}-{n}" not in self.copies.values())
        copy = self.copies[a.hex] = f"{a.tile}-{next(numbers)}"
        who = a.private or a.company
        return self.by(who, "lay_tile", hex=a.hex, tile=copy, rotation=a.rotation)

    def _place_token(self, a: our.PlaceToken, done: Done) -> Sent:
        at, number = split_stop(a.stop)
        stops = done.before.board.tile_at(at).stops
        city = sum(stop.kind == "city" for stop in stops[:number])
        copy = self.copies.get(at, f"{at}-0")
        return self.by(a.private or a.company, "place_token", city=f"{copy}-{city}", slot=0)

    def _run_trains(self, a: our.RunTrains, done: Done) -> Sent:
        return self.by(a.company, "run_routes", routes=[self._route(*r) for r in a.routes])

    def _route(self, train: str, path: tuple[str, ...]) -> Sent:
        """A route with its chains of hexes, in this order or that, and the stops it needs."""
        chains: list[list[str]] = []
        for node in path:
            if chains:
                chains[-1].append(node.partition(".")[0])
            if "." in node:
                chains.append([node.partition(".")[0]])
        chains.pop()
        chains = [c[:1] if len(set(c)) == 1 else c for c in chains]
        nodes = [node.replace(".", "-") for node in path if "." in node]
        if self.dice.random() < 0.5:
            chains = [chain[::-1] for chain in chains[::-1]]
        return {"train": self._train(train), "connections": chains, "nodes": nodes}

    def _dividend(self, a: our.Dividend, done: Done) -> Sent:
        kind = {"pay": "payout", "withhold": "withhold"}[a.kind]
        return self.by(a.company, "dividend", kind=kind)

    def _train(self, train: str) -> str:
        """A train by another number than ours; a variant by the card it is a side of."""
        name, _, number = train.rpartition("-")
        return f"{VARIANTS.get(name, name)}-{int(number) + (50 if name in VARIANTS else 10)}"

    def _buy_train(self, a: our.BuyTrain, done: Done) -> Sent:
        fields = {"train": self._train(a.train), "price": a.price, "variant": type_of(a.train)}
        if a.trade_in is not None:
            fields["exchange"] = self._train(a.trade_in)
        return self.by(a.company, "buy_train", **fields)

    def _discard_train(self, a: our.DiscardTrain, done: Done) -> Sent:
        return self.by(a.company, "discard_train", train=self._train(a.train))

    def _declare_bankruptcy(self, a: our.DeclareBankruptcy, done: Done) -> Sent:
        """A player's, entered by their company; or the end of a company that goes on without it."""
        company = done.before.round.turn.company
        kind = "bankrupt" if done.after.end_reason else "pass"
        return self.by(company, kind)

    # --- the whole game, with its oddities

    def export(self, plays: Iterable[Done], odd: bool = True) -> dict[str, Any]:
        """The export of a game; ``odd``: with all that makes real ones hard to read."""
        # the other site asks nobody about a last chance
        both = [done for done in plays if not self.rules.last_chance.waits(done.before)]
        sent = self._oddly(both) if odd else map(self.sent, both)
        names = self.rules.words.names
        return {
            "id": 1,
            "title": TITLES[self.rules.data.slug],
            "players": [
                {"name": names[seat]} if id == names[seat] else {"id": id, "name": names[seat]}
                for seat, id in self.ids.items()
            ],
            "settings": {"seed": self.rules.setup.seed, "optional_rules": []},
            "actions": [{"id": n, **action} for n, action in enumerate(sent, start=1)],
        }

    def _oddly(self, plays: list[Done]) -> Iterator[Sent]:
        dice = self.dice
        for number, done in enumerate(plays):
            passed = isinstance(done.action, our.Pass)
            if passed and self._is_needless(plays, number) and dice.random() < 0.4:
                continue
            sent = self.sent(done)
            if dice.random() < 0.05:
                yield self.by(dice.choice(self.rules.seats), "message", message="hm")
            if dice.random() < 0.03:
                yield self.by(dice.choice(self.rules.seats), "log", message="hm")
            if dice.random() < 0.05:
                yield sent
                yield self.by(self.rules.seats[0], "undo")
                if dice.random() < 0.5:
                    yield self.by(self.rules.seats[0], "redo")
                    continue
            if passed and dice.random() < 0.2:
                seat = dice.choice(self.rules.seats)
                yield {**self.by(seat, "program_share_pass"), "auto_actions": [sent]}
            else:
                yield sent
            if dice.random() < 0.3:
                yield from self._spare(plays, number)

    def _is_needless(self, plays: list[Done], number: int) -> bool:
        """Whether the next deed proves this pass: it is legal only after the passes around it."""
        first = last = number
        while first and isinstance(plays[first - 1].action, our.Pass):
            first -= 1
        while last < len(plays) and isinstance(plays[last].action, our.Pass):
            last += 1
        if last == len(plays) or not self._is_awaited(plays[last]):
            return False
        deed = plays[last].action
        return all(judge.refusals(self.rules, one.before, deed) for one in plays[first:last])

    def _is_awaited(self, done: Done) -> bool:
        step = self.rules.waiting(done.before)
        return step is not None and step.takes(done.before, done.action)

    def _spare(self, plays: list[Done], number: int) -> Iterator[Sent]:
        """Yield a pass that only the other site asks for.

        The player who has just acted passes while our game waits for somebody else. Or the company
        passes while our game waits for its next deed.
        """
        done = plays[number]
        following = plays[number + 1] if number + 1 < len(plays) else None
        if following is None or isinstance(following.action, our.Pass):
            return
        if not self._is_awaited(following):
            return
        who = getattr(done.action, "company", "")
        if isinstance(done.action, our.BuyShare | our.StartCompany):
            who = done.action.player
        turn = getattr(following.before.round, "turn", None)
        asked = self.rules.actor(done.after) if who in self.rules.seats else who
        if (who and asked != who) or getattr(turn, "company", None) == who:
            yield self.by(who, "pass")
