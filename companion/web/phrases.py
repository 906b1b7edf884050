"""Phrases: actions and offers as the screens word them, verb first."""

from companion.rules.actions import Action, Pass
from companion.rules.holdings import POOL
from companion.rules.offers import Offer
from companion.rules.refusals import Refusal
from companion.rules.rules import Rules
from companion.rules.state import State

# action -> (row, the same where there is little room, deed).
# Facts are the action's fields, named at the table; what follows | is left out where it is narrow.
WORDS: dict[str, tuple[str, str, str]] = {
    "Pass": ("Pass", "Pass", "Pass"),
    "Decline": ("Not in this round", "Not in this round", "Not in this round"),
    "BuyPrivate": ("Buy", "Buy", "Buy {private}"),
    "Bid": ("Bid", "Bid", "Bid on {private}"),
    "SetPar": ("Par {price}", "Par {price}", "Start {company} at {price}"),
    "StartCompany": ("Start the company", "Start", "Start {company} at {price}"),
    "BuyShare": (
        "From the {source}",
        "{source_short}",
        "Buy {percent}% {company}| from the {source}",
    ),
    "ActivateShare": ("Turn a share up", "Turn up", "Turn up a share of {company}"),
    "SellShares": ("Sell", "Sell", "Sell {percent}% {company}"),
    "ExchangePrivate": (
        "Exchange for a share, {source}",
        "Exchange",
        "Exchange {private} for a share",
    ),
    "SellPrivate": (
        "{seller} sells to {buyer}",
        "{other}",
        "{buyer} buys {private} from {seller}",
    ),
    "BuyPrivateForCompany": ("Buy for {company}", "Buy", "Buy {private} for {company}"),
    "DiscardTrain": ("Give up {train}", "{train}", "Give up {train}"),
    "DeclareBankruptcy": ("Declare bankruptcy", "Bankrupt", "Declare bankruptcy"),
}

SHORT = {
    "buy.holding": "limit is {limit}",
    "buy.certificates": "{count} of {limit} held",
    "buy.over": "sell first",
    "buy.cash": "too dear",
    "buy.bought": "bought one",
    "buy.sold": "sold it",
    "buy.none": "none left",
    "buy.not_started": "not started",
    "start.cash": "too dear",
    "start.share": "not by its owner",
    "sell.first_round": "not yet",
    "sell.pool": "no room",
    "treasury.full": "no room",
    "sell.president": "president",
    "sell.started": "just started",
    "sell.together": "sold already",
    "buy.face_down": "turn up first",
    "sell.unpriced": "no price yet",
    "bid.cash": "too dear",
    "private.cash": "too dear",
    "trade.cash": "too dear",
    "exchange.between": "between turns",
}


def _facts(rules: Rules, action: Action) -> dict[str, object]:
    """The action's fields by their names at the table."""
    names = rules.words.names
    found: dict[str, object] = {"percent": 10}
    for key in type(action).__dataclass_fields__:
        value = getattr(action, key)
        named = isinstance(value, str) and key != "private"  # its chip names it shortly
        found[key] = names.get(value, value) if named else value
        if key == "source":
            if value == getattr(action, "company", None):
                found[key] = names.get("treasury", "treasury")
            place = str(found[key]).split()
            found["source_short"] = place[-1 if value == POOL else 0].capitalize()
    return found


def _words(action: Action) -> tuple[str, str, str]:
    kind = type(action).__name__
    if kind in WORDS:
        return WORDS[kind]
    spaced = "".join(f" {c.lower()}" if c.isupper() else c for c in kind).strip().capitalize()
    return spaced, spaced, spaced


def row(rules: Rules, offer: Offer, actor: str) -> tuple[str, str]:
    """What the offer's row says, with room and without (how many shares may be sold)."""
    facts = _facts(rules, offer.action)
    wide, narrow, _ = _words(offer.action)
    buys = actor in offer.action.parties() and actor != offer.action.actor()
    facts["other"] = f"from {facts.get('seller')}" if buys else f"to {facts.get('buyer')}"
    text = wide.format(**facts)
    if offer.kind == "sell" and offer.span:
        least, most = offer.span.least // offer.span.step, offer.span.most // offer.span.step
        narrow = f"{least}–{most}" if most > least else f"{least}"
    return text[:1].upper() + text[1:], narrow.format(**facts)


def deed(rules: Rules, state: State, action: Action) -> str:
    """What the deed button says: verb first, then what."""
    if isinstance(action, Pass) and rules.last_chance.waits(state):
        return "Not now"
    if isinstance(action, Pass) and state.round.has_acted:
        return "End the turn"
    return _words(action)[2].format(**_facts(rules, action))


def short_reason(refusal: Refusal) -> str:
    """The reason in two or three words, for a narrow column."""
    template = SHORT.get(refusal.code)
    return template.format(**refusal.facts) if template else "not now"


def price(rules: Rules, offer: Offer) -> str:
    """The sum at the end of an offer's row: bare, the least where there is a choice."""
    costs = dict(offer.facts).get("costs", ())
    if costs:
        sums = [cost for _, cost in costs]
        return f"{min(sums):,}+" if len(sums) > 1 else f"{sums[0]:,}"
    if offer.kind == "bid" and offer.span:
        return f"{offer.span.least:,}+"
    return f"{abs(offer.price):,}" if offer.price else ""


def note(rules: Rules, state: State, offer: Offer, actor: str) -> str:
    """A remark under an offer: what the player has of it, what a start asks."""
    action = offer.action
    kind = type(action).__name__
    if kind == "SellShares" and offer.span and offer.allowed:
        least, most = offer.span.least, offer.span.most
        return f"{least} to {most}%" if most > least else f"{least}%"
    if kind in ("BuyPrivate", "Bid"):
        private = rules.data.privates[action.private]  # type: ignore[attr-defined]
        bids = state.round.bids_on(private.symbol)
        named = ", ".join(f"{rules.words.names[who]} {amount}" for who, amount in bids)
        return f"{private.name}" + (f" · {named}" if named else f", pays {private.revenue}")
    if kind == "StartCompany":
        pars = [par for par, _ in dict(offer.facts).get("costs", ())]
        return f"par {min(pars)} to {max(pars)}" if pars else ""
    return ""
