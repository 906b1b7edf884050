"""The words: sentences for refusals and events. Rules
emit codes and facts; here they become English.

A template is a format string over the facts. Besides the usual, ``{x:$}`` shows money, ``{x:who}``
a player, company, private or place by its name at the table, ``{x:train}`` a train by its type.
"""

import re
import string
from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.rules.data import TitleData
from companion.rules.state import type_of

ALWAYS = {"gone": "nobody: it is out of the game"}  # places that every title has


class Words(string.Formatter):
    """Fills templates with the names and the currency of one game."""

    def __init__(self, data: TitleData, names: Mapping[str, str]) -> None:
        self.data = data
        self.names = {**ALWAYS, **data.words, **names}

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format ``$`` as money, ``who`` as a name, ``train`` as a type; else as usual."""
        if format_spec == "$":
            return self.data.money(value)
        if format_spec == "who":
            return self.names.get(value, str(value))
        if format_spec == "train":
            return type_of(value)
        return str(super().format_field(value, format_spec))

    def fill(self, template: str, facts: Mapping[str, Any]) -> str:
        """The sentence. A fact the template names and
        nobody gave is a fault of the program: KeyError.
        """
        return self.vformat(template, (), {**self.data.words, **facts})

    def as_it_stands(self, kind: str, facts: Mapping[str, Any]) -> str:
        """What is told of something that these rules have no sentence for: all there is."""
        parts = [
            f"{_spaced(key)} {self._shown(value)}"
            for key, value in facts.items()
            if value is not None
        ]
        head = _spaced(kind)
        return f"{head[:1].upper()}{head[1:]}{': ' if parts else ''}{', '.join(parts)}."

    def _shown(self, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list | tuple):
            return " ".join(self._shown(item) for item in value)
        return self.names.get(str(value), str(value).replace("_", " "))


def _spaced(id: str) -> str:
    """An id as words: "price_fell" and "PriceFell" become "price fell"."""
    if id.isidentifier() and not id.isupper():
        id = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", id).lower() if id[:1].isupper() else id
    return id.replace("_", " ")


@cache
def facts_of(sentence: str) -> frozenset[str]:
    """The facts that a sentence names."""
    named = (name for _, name, _, _ in string.Formatter().parse(sentence) if name)
    return frozenset(re.split(r"[.\[!:]", name)[0] for name in named)


# code -> (message, may the table overrule it?). Impossible things (no money, nothing there) may
# not.
REFUSALS: dict[str, tuple[str, bool]] = {
    "turn.not_yours": ("It is {actor:who}'s turn, not {who:who}'s.", False),
    "turn.not_now": ("Now is the time for {step}, not for that.", False),
    "turn.over": ("The game is over.", False),
    "unknown.id": ("There is no such {kind} in this game.", False),
    "unknown.named": ("There is no {kind} {id} in this game.", False),
    "unknown.sum": ("{amount:$} is no sum of money that can be paid.", False),
    # privates and their auction
    "private.not_offered": ("{private:who} is not the private on offer; {offered:who} is.", False),
    "private.gone": ("{private:who} belongs to {owner:who}.", False),
    "private.cash": ("{player:who} has {cash:$} free; {private:who} costs {price:$}.", False),
    "bid.too_low": (
        "{amount:$} is too little for {private:who}: the least bid is {least:$}.",
        True,
    ),
    "bid.on_offer": ("{private:who} is on offer itself: buy it at {price:$}.", False),
    "bid.cash": ("{player:who} has {cash:$} free of bids; {amount:$} is too much.", False),
    "bid.not_in": ("{player:who} is not in the auction for {private:who}.", False),
    "bid.forced": ("{private:who} has fallen to nothing: {player:who} has to take it.", True),
    # shares
    "start.started": ("{company:who} has been started already.", False),
    "start.par": ("{price:$} is no par price; they are {pars}.", False),
    "start.cash": (
        "{player:who} has {cash:$}; starting {company:who} at {price:$} costs {cost:$}.",
        False,
    ),
    "buy.not_started": (
        "{company:who} is not started: the president's certificate comes first.",
        False,
    ),
    "buy.none": ("No share of {company:who} is left in the {source:who}.", False),
    "buy.cash": ("{player:who} has {cash:$}; 10% of {company:who} costs {price:$}.", False),
    "buy.bought": ("{player:who} has bought in this turn already: one certificate a turn.", True),
    "buy.sold": (
        "{player:who} sold {company:who} in this round and may not buy it back yet.",
        True,
    ),
    "buy.holding": (
        "{company:who}: {limit} percent is the limit. {player:who} has {percent}.",
        True,
    ),
    "buy.certificates": ("{player:who} has {count} of {limit} certificates.", True),
    "buy.over": ("{player:who} is over a limit and has to sell before buying.", True),
    "sell.first_round": ("Nothing may be sold in the first stock round.", True),
    "sell.none": ("{player:who} has {percent}% of {company:who}, not {asked}%.", False),
    "sell.unpriced": (
        "{company:who} has no price yet: its shares wait for the president's certificate.",
        False,
    ),
    "sell.pool": (
        "The {pool:who} holds {pooled}% of {company:who}; {limit}% is the most it takes.",
        True,
    ),
    "sell.president": (
        "The president's certificate of {company:who} does not go to the {pool:who}: nobody else"
        " has {part}% to take it over.",
        False,
    ),
    "sell.step": ("{percent}% is no number of whole certificates.", False),
    "pass.over": ("{player:who} is over a limit and has to sell first.", True),
    "exchange.power": ("{private:who} cannot be exchanged for that.", False),
    "exchange.not_yours": ("{private:who} belongs to {owner:who}.", False),
    "exchange.between": (
        "{private:who} is exchanged in {player:who}'s own turn of a stock round, or between the"
        " turns of others.",
        True,
    ),
    "trade.first_round": (
        "Privates change hands between players only after the first stock round.",
        True,
    ),
    "trade.not_yours": ("{private:who} belongs to {owner:who}.", False),
    "trade.turn": (
        "Privates change hands in the buyer's or the seller's own turn of a stock round.",
        True,
    ),
    "trade.cash": ("{player:who} has {cash:$} to spend; the price is {price:$}.", False),
    "trade.self": ("{player:who} owns {private:who} already.", False),
    # track
    "lay.none_left": ("No tile {tile} is left; all {count} lie on the map: {where}.", False),
    "lay.not_in_title": ("There is no tile {tile} in this game.", False),
    "lay.colour": ("Tile {tile} is {colour}; {allowed} may be laid in phase {phase}.", True),
    "lay.enough": ("{company:who} has laid what it may in this turn.", True),
    "lay.cost": ("{hex} costs {cost:$}; {company:who} has {cash:$}.", False),
    "lay.blocked": ("{hex} is kept by {private:who}, which belongs to {owner:who}.", True),
    "lay.home": ("Tile {tile} on {hex} leaves no circle for the home of {company:who}.", False),
    "lay.power": ("{private:who} does not allow that tile there.", True),
    "power.none": ("{private:who} has no such power.", False),
    "power.not_owned": ("{company:who} does not own {private:who}.", False),
    "power.occupied": ("A tile lies on {hex}: {private:who} asks for the empty hex.", True),
    # tokens
    "token.none": ("{company:who} has no token left.", False),
    "token.cost": ("The token costs {cost:$}; {company:who} has {cash:$}.", False),
    "token.one": ("{company:who} has placed a token in this turn.", True),
    "token.city": ("There is no such city on the map.", False),
    "token.full": ("No circle is free in {stop_name}.", False),
    "token.hex": ("{company:who} has a token in {hex} already.", True),
    "token.reserved": ("The last free circle in {stop_name} is kept for {for:who}.", False),
    "token.unchosen": (
        "{for:who} has not chosen its home in {stop_name} yet: no other company places a token"
        " there before.",
        True,
    ),
    "token.foreign_home": (
        "{stop_name} is the home of {for:who}: no other company places a token there.",
        True,
    ),
    "token.unreached": ("{company:who} cannot reach {stop_name}.", True),
    "token.home": ("{stop_name} is no home of {company:who}.", True),
    "token.too_late": ("The token of {private:who} goes down in the turn its tile was laid.", True),
    # runs
    "run.lesser": (
        "A run of {possible:$} exists. This one earns {less:$} less.",
        True,
    ),
    "run.lesser_found": (
        "A run of {possible:$} exists, and maybe a better one."
        " This one earns {less:$} less than that.",
        True,
    ),
    "run.not_lesser": ("This run earns {revenue:$}; {possible:$} is no more than that.", False),
    "run.train": ("{company:who} has no {train:train}-train to run.", False),
    "dividend.kind": ("That is no choice here; it is {kinds}.", False),
    # trains
    "train.not_for_sale": ("The {train:train}-train is not for sale.", False),
    "train.own": ("{company:who} owns that {train:train}-train already.", False),
    "train.limit": ("{company:who} has {count} trains; {limit} is the limit.", True),
    "train.price": ("A {train:train}-train costs {cost:$}, not {price:$}.", True),
    "train.least": ("A train of another company costs {least:$} or more.", True),
    "train.cash": ("{company:who} has {cash:$}; the train costs {price:$}.", False),
    "train.trade_in": (
        "A {trade_in:train} cannot be given in exchange for a {train:train}.",
        False,
    ),
    "train.cheapest": (
        "With the president's money only the cheapest train may be bought: {train:train} for"
        " {cost:$}.",
        True,
    ),
    "train.face": (
        "With the president's money at most its face value of {most:$} may be paid.",
        True,
    ),
    "train.needless": (
        "{company:who} and {president:who} could pay {cash:$} before the last sale: a train of"
        " another company costs more than that now.",
        True,
    ),
    "train.president": (
        "{company:who} and {president:who} have {cash:$} together; the train costs {price:$}.",
        False,
    ),
    "train.needed": ("{company:who} has a route and needs a train.", True),
    "train.not_over": ("{company:who} is not over its train limit.", False),
    "forced.not_short": ("{player:who} needs no more money for the train.", True),
    "forced.too_much": ("{percent}% of {company:who} is more than the train needs.", True),
    "forced.falls_short": (
        "After this sale {player:who} could not raise the {price:$} any more. {percent}% of"
        " {company:who} in one sale would do.",
        True,
    ),
    "forced.presidency": ("The sale would make somebody else president of {company:who}.", True),
    "bankrupt.not_short": (
        "{player:who} needs no more money for the train: nobody is bankrupt.",
        False,
    ),
    "bankrupt.not": ("{player:who} can still raise {raise:$} for the {price:$} needed.", False),
    # privates to companies
    "private.phase": ("Companies buy no privates in phase {phase}.", True),
    "private.range": ("{private:who} costs {least:$} to {most:$}.", True),
    "private.not_player": ("{private:who} belongs to no player.", False),
    "private.never": ("{private:who} is not for companies.", True),
    "private.treasury": ("{company:who} has {cash:$}; {private:who} would cost {price:$}.", False),
}

# What the board finds wrong (see companion/board/faults.py) that no ruling can make right.
IMPOSSIBLE = frozenset(
    (
        "no_such_hex",
        "no_such_tile",
        "fixed",
        "stops",
        "same",
        "no_place",
        "allotted",
        "no_such_train",
        "train_twice",
        "no_such_stop",
        "not_next",
        "no_track",
        "no_link",
        "crossing",
    )
)

EVENTS: dict[str, str] = {
    "began": "The game begins: {cash:$} for each player.",
    "passed": "{who:who} passed.",
    "ended_turn": "{who:who} ended the turn.",
    "let_go": "{player:who} was asked about {what}, and let it be.",
    "declined": "{player:who} lets {what} be in this round.",
    "no_shares": "{company} sold and bought none of its own shares.",
    "no_track": "{company} laid no track.",
    "no_more_track": "{company} laid no more track.",
    "no_token": "{company} placed no token.",
    "no_more_token": "{company} placed no more tokens.",
    "no_train": "{company} bought no train.",
    "no_more_train": "{company} bought no more trains.",
    "no_private": "{company} bought no private.",
    "no_more_private": "{company} bought no more privates.",
    "bought_private": "{player:who} bought {private:who} for {price:$}.",
    "got_share": "{player:who} received {percent}% {company} with {private:who}.",
    "bid": "{player:who} bid {amount:$} on {private:who}.",
    "left_auction": "{player:who} left the auction for {private:who}.",
    "price_fell": "{private:who} is now offered at {price:$}.",
    "private_paid": "{private:who} paid {owner:who} {amount:$}.",
    "started": "{player:who} started {company} at {price:$}.",
    "bought_share": "{player:who} bought 10% {company} for {price:$}, {source:who}.",
    "sold_shares": "{player:who} sold {percent}% {company} for {amount:$}.",
    "exchanged": "{player:who} exchanged {private:who} for 10% {company}.",
    "traded_private": "{buyer:who} bought {private:who} from {seller:who} for {price:$}.",
    "floated": "{company} is floated with {amount:$}.",
    "formed": "{company} is floated: its capital comes with the next operating round.",
    "capital": "{company} received its capital of {amount:$}.",
    "president": "{player:who} is president of {company}.",
    "price": "{company} moved from {before:$} to {after:$}.",
    "priority": "{player:who} has the {priority_card}.",
    "round": "{name} begins.",
    "home": "{company} placed its home token in {stop_name}.",
    "home_open": "{company} will choose its home in {hex} anew.",
    "home_city": "{layer} says which city of {hex} is the home of {company}.",
    "laid": "{company} laid {tile} on {hex_name}.",
    "laid_paid": "{company} laid {tile} on {hex_name} for {cost:$}.",
    "token": "{company} placed a token in {stop_name} for {cost:$}.",
    "ran": "{company} ran for {revenue:$}.",
    "ran_less": "{company} ran for {revenue:$}; {possible:$} was possible.",
    "ran_less_found": "{company} ran for {revenue:$}; {possible:$} or more was possible.",
    "not_run": "{company} did not run.",
    "paid": "{company} paid {per_share:$} a share.",
    "withheld": "{company} withheld {revenue:$}.",
    "bought_train": "{company} bought a {type} for {price:$} from {source:who}.",
    "president_paid": "{player:who} added {amount:$} for {company}.",
    "traded_in": "{company} gave a {type} in exchange.",
    "discarded": "{company} gave up a {type}.",
    "rusted": "The {type} trains are gone: {count} in use.",
    "phase": "Phase {phase} begins.",
    "closed": "{private:who} closed.",
    "company_bought_private": "{company} bought {private:who} from {player:who} for {price:$}.",
    "treasury_sold": "{company} sold {percent}% of itself for {amount:$}.",
    "treasury_bought": "{company} bought {percent}% of itself back for {amount:$}.",
    "bankrupt": "{player:who} is bankrupt.",
    "bank_broke": "The bank has run out of money; what it owes is kept on account.",
    "finished": "The game is over: {why:who}.",
}
