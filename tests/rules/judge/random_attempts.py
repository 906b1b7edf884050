"""Random actions that a table might enter at any moment.

Some are offers with one or two fields changed. Others are of any kind, with any ids of the game.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from companion.board.routes import Path
from companion.rules.core import actions
from companion.rules.core.actions import ACTIONS, Action
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.operating.running import trains_of
from companion.rules.shares.holdings import INITIAL, POOL

AIMED = 0.85  # how often an action belongs to the player or company on turn; all others are refused


class Moment:
    """A moment of a game, with the dice that choose the actions."""

    def __init__(self, rules: Rules, state: State, dice: random.Random) -> None:
        turn = state.round.turn if isinstance(state.round, OperatingRound) else None
        self.rules, self.state, self.dice = rules, state, dice
        self.offered = [offer.action for offer in judge.offers(rules, state)]
        self.actor, self.company = rules.actor(state), turn.company if turn else ""

    def actions(self, count: int) -> Iterator[Action]:
        """Yield ``count`` actions; some may be legal."""
        for _ in range(count):
            yield self.spoilt() if self.offered and self.dice.random() < 0.5 else self.any_kind()

    def spoilt(self) -> Action:
        """Return an offered action, legal or not, with up to two fields changed."""
        action = self.dice.choice(self.offered)
        names = [field.name for field in fields(action)]
        for name in self.dice.sample(names, min(len(names), self.dice.choice((0, 1, 1, 2)))):
            action = replace(action, **{name: self.value(type(action), name)})
        return action

    def any_kind(self) -> Action:
        """Return an action of any kind that exists in every title or in this one."""
        own = {kind for step in self.rules.steps for kind in step.accepts}
        # independent of the order of imports
        named = sorted(ACTIONS.values(), key=lambda k: k.__name__)
        known = [k for k in named if k in own or k.__module__ == actions.__name__]
        taken = [kind for step in self.rules.accepting(self.state) for kind in step.accepts]
        kinds = taken if taken and self.dice.random() < AIMED else known
        kind = self.dice.choice(kinds)
        return kind(**{field.name: self.value(kind, field.name) for field in fields(kind)})

    def value(self, kind: type[Action], name: str) -> Any:
        """Return a value that may stand in a field of that name, in an action of that kind."""
        rules, state, pick = self.rules, self.state, self.dice.choice
        seats, companies = rules.seats, list(rules.data.companies)
        aimed = self.dice.random() < AIMED
        optional = any(field.name == name and field.default is None for field in fields(kind))
        of: dict[str, Callable[[], Any]] = {
            "player": lambda: self.actor if aimed else pick(seats),
            "seller": lambda: self.actor if aimed else pick(seats),
            "buyer": lambda: pick(seats),
            "party": lambda: pick([self.actor, self.company or self.actor, *seats, *companies]),
            "company": lambda: self.company if aimed and self.company else pick(companies),
            "other_company": lambda: pick(companies),
            "shell": lambda: pick(companies),
            "other_director": lambda: pick([None, *seats]),
            "private": lambda: pick([*rules.data.privates, *([None] * optional)]),
            "source": lambda: pick([INITIAL, POOL, pick(companies)]),
            "hex": self.hex,
            "tile": lambda: pick(list(rules.data.tiles)),
            "rotation": lambda: self.dice.randrange(6),
            "stop": lambda: pick(list(state.board.tokens)),
            "other_stop": lambda: pick(list(state.board.tokens)),
            "destination": lambda: pick(list(state.board.tokens)),
            "home": lambda: pick(list(state.board.tokens)),
            "replaced_owner": lambda: pick([None, None, pick(companies)]),
            "allotment": lambda: pick([(), (), ((pick(companies), pick((0, 1, 5, -1))),)]),
            "train": lambda: pick(list(state.trains)),
            "charter": lambda: pick((None, None, 0, 1)),
            "trade_in": lambda: pick([None, None, pick(list(state.trains))]),
            "price": self.money,
            "amount": self.money,
            "cost": self.money,
            "revenue": self.money,
            "upgrades": lambda: pick((0, 1)),
            "bonus": lambda: pick((0, 0, 20, 100)),
            "count": lambda: pick((0, 1, 9)),
            "fact": lambda: pick(("chattanooga", "crossing_income", "so")),
            "visits": lambda: pick(((), tuple(companies[:1]), tuple(companies[-4:-1]))),
            "parts": lambda: tuple((train, 30) for train, _ in self.routes()),
            "sales": lambda: tuple(
                (pick(companies), pick((10, 20, 5))) for _ in range(pick((0, 2)))
            ),
            "payee": lambda: pick([*seats, *companies]),
            "payer": lambda: pick([*seats, *companies]),
            "reason": lambda: "so",
            "sheet": lambda: pick(("", "{}", '{"cash": 1}')),
            "moment": lambda: pick(("stop_round", "stop_set", "stop_never", "tomorrow")),
            "cards": lambda: pick(("", "2 1", "1 2 3", "3 2 1", "1 2 2")),
            "initial_percent": lambda: pick((0, 10, 20, 30, 40)),
            "pool_percent": lambda: pick((0, 10, 20, 30, -10)),
            "percent": lambda: pick((10, 10, 20, 20, 30, 40, 50, 60, 0, -10, 15)),
            "kind": lambda: pick(("pay", "withhold", "half")),
            "routes": self.routes,
            "better_revenue": lambda: pick((None, None, -10, 0, 50, 1000)),
            "is_proved": lambda: pick((True, False)),
        }
        return of[name]()

    def hex(self) -> str:
        """Return a hex, preferably one with a tile, a city or a private's block."""
        board = self.state.board
        cities = [stop.partition(".")[0] for stop in board.tokens]
        kept = [at for private in self.rules.data.private_list for at in private.blocks]
        return str(self.dice.choice([*cities, *kept, *board.laid, *board.map.hexes]))

    def money(self) -> int:
        """Return a sum of money."""
        data, dice = self.rules.data, self.dice
        pars = [par for chart in data.charts for par in chart.pars]
        known = [*pars, *(train.price for train in data.train_types)]
        known += [private.price for private in data.private_list]
        return int(dice.choice([-5, 0, 1, 5, 10, dice.randrange(400), dice.choice(known)]))

    def routes(self) -> tuple[tuple[str, Path], ...]:
        """Return runs of some trains along random track, ignoring the rules."""
        trains = [*trains_of(self.state, self.company), *list(self.state.trains)[:1]]
        chosen = self.dice.sample(trains, self.dice.randrange(len(trains) + 1))
        return tuple((train, self.path()) for train in chosen)

    def path(self) -> Path:
        """Return a path over a few hexes, from stop to stop if possible."""
        board, dice = self.state.board, self.dice
        at = dice.choice(
            [stop.partition(".")[0] for stop in board.token_stops(self.company)]
            or list(board.map.hexes)
        )
        path = []
        for _ in range(dice.randrange(1, 6)):
            stops = len(board.tile_at(at).stops)
            path.append(f"{at}.{dice.randrange(stops)}" if stops else at)
            near = [board.map.neighbour(at, edge) for edge in board.shape(at).exits or range(6)]
            at = dice.choice([other for other in near if other] or [at])
        return tuple(path)
