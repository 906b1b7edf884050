"""Phrases: actions and offers in words, verb first."""

from collections.abc import Mapping
from dataclasses import fields

from companion.languages import format_number, format_text, gettext
from companion.rules.core.actions import (
    Action,
    BuyPrivate,
    BuyShare,
    DeclareBankruptcy,
    Pass,
    PrivateAction,
)
from companion.rules.core.offers import Offer
from companion.rules.core.state import State, type_of
from companion.rules.judge.rules import Rules
from companion.rules.operating.emergency_money import help_needed


def facts_of(rules: Rules, state: State, action: Action) -> dict[str, object]:
    """Return the action's fields that are set, and other facts for its templates."""
    found: dict[str, object] = {}
    for field in fields(action):
        if (value := getattr(action, field.name)) is not None:
            found[field.name] = value
    if isinstance(action, BuyShare):
        percent = found.setdefault("percent", rules.kind(state, action.company).unit)
        if len(rules.data.companies[action.company].sizes) > 1:
            found["size"] = percent
    if "train" in found:
        train = str(found["train"])
        found["type"] = type_of(train)
        if train in state.trains and state.place_of(train) in rules.data.companies:
            found["owner"] = state.place_of(train)
    if isinstance(action, DeclareBankruptcy) and (help := help_needed(rules, state)):
        found["failing"] = help.fails or action.player
    if "source" in found:
        source = str(found["source"])
        place = found["place"] = "treasury" if source == found.get("company") else source
        short = rules.words.short(place)
        found["in_short"] = short[:1].upper() + short[1:]  # "Pool", "IPO"
    return found


def _fitting(words: Mapping[str, object], facts: Mapping[str, object]) -> str:
    """Return the first key of ``words`` whose facts are all given, not 0 and not empty; else ""."""
    if not words:
        return ""
    given = {fact for fact, value in facts.items() if value not in (0, ())}
    return next((named for named in words if given.issuperset(named.split())), "")


def row(rules: Rules, state: State, offer: Offer, actor: str) -> tuple[str, str]:
    """Return the texts of the offer's row for much and for little room."""
    facts = facts_of(rules, state, offer.action)
    words = rules.vocabulary.actions[offer.action.wire_name]
    if "buyer" in facts:
        buys = actor in offer.action.parties() and actor != offer.action.actor()
        facts["bought"] = int(buys)
    usual = words.row, words.narrow
    wide, short = words.rows.get(_fitting(words.rows, facts), usual) if words.rows else usual
    text = rules.words.fill(wide, facts)
    narrow = text if short == wide else rules.words.fill(short, facts)
    if offer.kind == "sell" and offer.span:
        least, most = offer.span.least, offer.span.most
        narrow = f"{least}–{most}%" if most > least else f"{least}%"
    return text[:1].upper() + text[1:], narrow


def phrase_deed(rules: Rules, state: State, action: Action) -> str:
    """Return the text of the deed button, verb first. Narrow buttons omit the text after a bar."""
    if (
        isinstance(action, Pass) and state.questions
    ):  # the pass answers a question and does not end a turn
        step = rules.waiting(state)
        assert step is not None
        return rules.words.fill(rules.vocabulary.steps[step.name].ends[0], {})
    if isinstance(action, Pass) and state.round.has_acted:
        return gettext("End the turn")
    words = rules.vocabulary.actions[action.wire_name]
    facts = facts_of(rules, state, action)
    return rules.words.fill(words.deeds.get(_fitting(words.deeds, facts), words.deed), facts)


def deed_in_full(rules: Rules, state: State, action: Action) -> str:
    """Return the full text of the deed button."""
    return phrase_deed(rules, state, action).replace("|", "")


def price(rules: Rules, offer: Offer) -> str:
    """Return the sum at the end of an offer's row: the least one with "+" if there is a choice."""
    costs = dict(offer.facts).get("costs", ())
    if costs:
        sums = [cost for _, cost in costs]
        return f"{format_number(min(sums))}+" if len(sums) > 1 else format_number(sums[0])
    if offer.kind == "bid" and offer.span:
        return f"{format_number(offer.span.least)}+"
    if offer.price == 0 and isinstance(offer.action, BuyPrivate):
        return gettext("free")
    return format_number(abs(offer.price)) if offer.price else ""


def shares_with(rules: Rules, state: State, private: str) -> list[str]:
    """Name the shares that come with a private, as far as they are known before."""
    parts = rules.sale.included_shares(state, private)
    return [format_text("with {percent}% {company}", percent=n, company=c) for c, n in parts]


def note(rules: Rules, state: State, offer: Offer, actor: str) -> str:
    """Return a remark under an offer, such as the bids on a private or the possible pars."""
    action = offer.action
    if isinstance(action, PrivateAction) and rules.vocabulary.offer(offer.kind).group == "do":
        private = rules.data.privates[action.private]
        bids = state.round.standing_bids(private.symbol)
        named = ", ".join(f"{rules.words.names[who]} {amount}" for who, amount in bids)
        if named:
            return f"{private.name} · {named}"
        pays = format_text(
            "{private}, pays {revenue}", private=private.name, revenue=private.revenue
        )
        off = " + ".join(map(str, rules.sale.reductions(state, private.symbol)))
        less = (format_text("less {sums}", sums=off),) if off else ()
        due = (gettext("must be taken"),) if private.symbol in rules.sale.must_take(state) else ()
        fall = rules.sale.fall_when_all_pass(state, private.symbol)
        falls = (format_text("−{sum} if all pass", sum=fall),) if fall else ()
        return " · ".join((*due, pays, *shares_with(rules, state, private.symbol), *less, *falls))
    if "costs" in (facts := dict(offer.facts)):
        pars = [par for par, _ in facts["costs"]]
        least, most = min(pars), max(pars)
        if least == most:
            return format_text("par {sum}", sum=least)
        return format_text("par {least} to {most}", least=least, most=most)
    if offer.span and offer.span.field == "percent" and offer.allowed:
        least, most = offer.span.least, offer.span.most
        return (
            format_text("{least} to {most}%", least=least, most=most)
            if most > least
            else f"{least}%"
        )
    return ""
