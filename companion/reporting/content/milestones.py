"""The milestones: phases and their effects, the breaking of the bank, bankruptcies, the end."""

from collections.abc import Sequence

from companion.languages import format_text, gettext, list_names
from companion.ledger.entries import BANK
from companion.reporting.content.chronicle import Chronicle, RoundDeed
from companion.reporting.content.event_texts import keep_sums_whole, sentence
from companion.rules.core.change import Event
from companion.rules.judge.rules import Rules


def milestones(chronicle: Chronicle) -> list[tuple[str, str]]:
    """Return the events that changed the game, as (round, sentences)."""
    rules = chronicle.rules
    found: list[tuple[str, str]] = []
    buyers: dict[str, str] = {}
    debt = bank_debt(chronicle) if chronicle.over else 0
    free = rules.data.phases[0].privates_for_companies
    for round in chronicle.rounds:
        come = [event for event in round.events if _is_unusual_purchase(event)]
        for deed in round.deeds:
            for event in deed.events:
                if event.kind == "bought_train":
                    buyers.setdefault(event.facts["type"], event.facts["company"])
            told = _milestones_in(rules, deed, buyers, come)
            for event in deed.events:
                if event.kind == "phase":
                    frees = rules.data.phase(event.facts["phase"]).privates_for_companies
                    if frees and not free:
                        told.append(gettext("Companies may buy privates."))
                    free = frees
            if debt and any(event.kind == "bank_broke" for event in deed.events):
                told.append(
                    format_text("At the end the bank was {sum} short.", sum=rules.data.money(debt))
                )
            if told:
                found.append((round.name, " ".join(told)))
    return found


def _milestones_in(
    rules: Rules, deed: RoundDeed, buyers: dict[str, str], come: Sequence[Event]
) -> list[str]:
    """Return the milestones in one deed.

    ``come`` are the trains of its round that companies got other than by a usual purchase.
    """
    told = []
    kinds = [event.kind for event in deed.events]
    for event in deed.events:
        if event.kind == "phase":
            phase = event.facts["phase"]
            bringers = [t.name for t in rules.data.train_types if phase in (t.phase, t.name)]
            bringer = next((name for name in bringers if name in buyers), None)
            brought = next((e for e in come if e.facts["type"] in bringers), None)
            if brought and not bringer:
                told += [sentence(rules, brought), sentence(rules, event)]
            elif bringer:
                told.append(
                    format_text(
                        "{company} buys the first {train}.", company=buyers[bringer], train=bringer
                    )
                )
            else:
                told.append(sentence(rules, event))
        elif (words := rules.words.event_words(event)) and words.milestone is not None:
            short = words.milestone and rules.words.fill(words.milestone, event.facts)
            told.append(keep_sums_whole(rules, short or rules.words.tell(event)))
    closed = [event.facts["private"] for event in deed.events if event.kind == "private_closed"]
    if "phase" in kinds and len(closed) > 1:
        phases = (e.facts["phase"] for e in deed.events if e.kind == "phase")
        if any(rules.data.phase(phase).privates_close for phase in phases):
            told.append(gettext("The privates close."))
        else:
            names = list_names(map(rules.words.private, closed))
            told.append(format_text("{privates} close.", privates=names))
    return told


def _is_unusual_purchase(event: Event) -> bool:
    """Return whether a company gets a train other than by a usual purchase."""
    return event.kind != "bought_train" and {"company", "train", "type"} <= event.facts.keys()


def ending(chronicle: Chronicle) -> str:
    """Return a line about the end of the game, or about its current point."""
    rules, state, rounds = chronicle.rules, chronicle.state, chronicle.rounds
    last = rounds[-1].name if rounds else ""
    if not chronicle.over:
        actor = rules.actor(state)
        if not actor:
            return last
        return format_text("{round}; {name} is to act", round=last, name=rules.words.name(actor))
    why = rules.words.name(f"finish_{state.end_reason}")
    broke = next((r.name for r in rounds for e in r.events if e.kind == "bank_broke"), "")
    if broke and broke != last:
        return format_text(
            "The bank broke in {broke}; the game ended after {last}", broke=broke, last=last
        )
    return " · ".join((format_text("The game ended after {last}", last=last), why))


def bank_debt(chronicle: Chronicle) -> int:
    """Return the amount that the bank owes beyond its cash at the end."""
    limited = bool(chronicle.rules.bank_size)
    return max(0, -chronicle.state.cash[BANK]) if limited else 0
