"""Messages contain no internal words: no field or option names, ids or Python literals.

The tests read all templates, all texts that are raised or printed, and all refusals in random
games.
"""

import ast
import json
import re
import string
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from companion.board.lay_and_route_faults import SENTENCES
from companion.bots.simulation import NAMES
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.rules.core.action_parser import (
    FIELDS,
    BadActionError,
    read_action,
    shorten_value,
    whole,
)
from companion.rules.core.actions import ACTIONS
from companion.rules.core.change import Event
from companion.rules.core.refusals import Refusal
from companion.rules.data.setup import BadSetupError, Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.titles import load, rules_for, titles
from tests.support.each import for_each
from tests.support.imports import import_file
from tests.support.internal_words import inside
from tests.support.pseudo_locale import mark_texts
from tests.support.run_cache import play
from tests.support.whole_texts import find_fault, find_fault_in_one

COMPANION = Path(__file__).resolve().parent.parent / "companion"
FORMATS = {  # kind of a fact -> how a template must write it
    "who": {
        "player",
        "party",
        "actor",
        "owner",
        "private",
        "private_on_offer",
        "source",
        "president",
    }
    | {"pool", "buyer", "seller", "home_company", "end_reason", "recipient", "debtor"},
    "$": {"cash", "price", "cost", "minimum", "maximum", "amount", "revenue", "better_revenue"}
    | {"difference", "per_share", "before", "after", "raisable"},
    "train": {"train", "trade_in"},
    "tile": {"tile"},
}
SAYING = ("print", "format_text", "gettext", "lazy_gettext")


def templates() -> Iterator[tuple[str, str]]:
    """Yield every template of refusals and events, shared or of a title, with its code."""
    for title in titles().values():
        words = title.rules_class.vocabulary
        yield from ((code, refusal.says) for code, refusal in words.refusals.items())
        for kind, event in words.events.items():
            more = (event.after, event.milestone, event.fate and event.fate.says)
            more += (event.again and event.again.says, event.step_bar and event.step_bar.note)
            yield from ((kind, text) for text in (event.says, *more) if text)


@for_each("code, text", sorted(set(templates())))
def test_a_template_names_people_sums_and_trains_as_the_table_does(code: str, text: str) -> None:
    parts = list(string.Formatter().parse(text))
    behind = [literal for literal, *_ in parts[1:]] + [""]
    for (literal, name, spec, _), follows in zip(parts, behind, strict=True):
        assert inside(literal) == []
        percent = follows.startswith("%")  # a percentage is no sum, even if its name suggests one
        for wanted, names in FORMATS.items():
            if name in names and not percent:
                bare = wanted == "$" and spec == ","  # a price on the market, a sum in a column
                # the title's word for the office or the place, not a name
                office = name in ("president", "pool") and not spec
                # a private by its full name, an owner that may be a place with its article
                specs = ("private",) if "private" in name else ("the", "from")
                named = wanted == "who" and spec in specs
                assert bare or office or named or spec == wanted, f"{{{name}}} of {code}"


@pytest.mark.parametrize("code", SENTENCES)
def test_a_fault_of_the_board_is_a_sentence(code: str) -> None:
    for literal, _, _, _ in string.Formatter().parse(SENTENCES[code]):
        assert inside(literal) == []


def spoken() -> Iterator[tuple[str, str]]:
    """Yield every text that is raised or printed, with its place.

    Faults of the program itself are left out. Faults in a title's data are left out too, because
    they name file and key for the data's author.
    """
    for file in sorted(COMPANION.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                call: ast.AST = node.exc
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYING:
                call = node
            else:
                continue
            named = getattr(getattr(call, "func", None), "id", "")
            if named in ("DataError", "LedgerError", "TypeError", "ValueError", "KeyError"):
                continue
            for part in ast.walk(call):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield f"{file.relative_to(COMPANION)}:{part.lineno}", part.value
                elif isinstance(part, ast.FormattedValue):
                    assert part.conversion != ord("r"), f"{file}:{part.lineno} writes !r"


def test_nothing_that_is_raised_or_printed_holds_a_word_of_the_inside() -> None:
    found = list(spoken())
    assert len(found) > 100
    # for typing; a key or an attribute; a placeholder
    setting = re.compile(r"\bCOMPANION_[A-Z_]+\b|\bpg_[a-z]+\b|^[a-z_]+$|\{[^{}]*\}")
    faults = {where: inside(setting.sub("", text)) for where, text in found}
    assert {where: words for where, words in faults.items() if words} == {}


@pytest.mark.in_part(2)
@pytest.mark.parametrize("title", titles())
def test_refusals_and_events_of_a_game_use_the_words_of_the_table(title: str) -> None:
    rules = rules_for(Setup(title, NAMES[:4], {}, 1))
    events: list[Event] = []
    found: dict[str, Refusal] = {}
    for number, (_, outcome) in enumerate(play(rules, 1)):
        events += outcome.events
        if number % 5 == 0 and not outcome.state.end_reason:
            found |= refusals_of(rules, outcome.state)
    told = {rules.words.tell(event) for event in events}
    refused = {code: (refusal.says, refusal.short) for code, refusal in found.items()}
    assert len(told) > 200 and len(refused) > 15
    assert [words for words in told if inside(words)] == []
    assert {code: words for code, words in refused.items() if any(map(inside, words))} == {}
    with mark_texts():
        told = {rules.words.tell(event) for event in events}
        refused = {code: (refusal.says, refusal.short) for code, refusal in found.items()}
    assert {words: why for words in told if (why := find_fault(words))} == {}
    faults = {code: [*map(find_fault_in_one, words)] for code, words in refused.items()}
    assert {refused[code]: found for code, found in faults.items() if any(found)} == {}


def refusals_of(rules: Rules, state: Any) -> dict[str, Refusal]:
    """Return a refusal of each code, of all offers and of actions that nobody would offer."""
    found = {r.code: r for offer in judge.offers(rules, state) for r in offer.refusals}
    train, other = (*state.trains, *state.trains)[:2]
    company, hex = next(iter(rules.data.companies)), next(iter(rules.data.map.hexes))
    private, stop = next(iter(rules.data.privates)), next(iter(state.board.tokens))
    some = {
        "player": "p1", "party": "p2", "seller": "p1", "buyer": "p2", "company": company,
        "other_company": company, "private": private, "source": "pool", "hex": hex, "tile": "57",
        "rotation": 0, "stop": stop, "routes": [[train, [stop, stop]], [other, [stop]]],
        "kind": "pay", "train": train, "trade_in": other, "home": stop, "amount": 7,
        "sheet": "{}", "cards": "2 1", "initial_percent": 10, "pool_percent": 10,
        "price": 7, "percent": 10, "shell": company, "other_stop": stop, "destination": stop,
        "replaced_owner": company,
        "sales": [[company, 10]], "allotment": [[company, 0]], "payer": "bank", "payee": "p1",
        "certificate": f"{company}_1", "owner": "p1", "token": company, "piece": "priority_card",
        "giver": "p1", "taker": "p2", "cost": 7, "revenue": 7, "parts": [[train, 7]], "bonus": 7,
        "map": "checked", "fact": "so", "moment": "stop_round", "tiles": [[hex, "57", 0]],
        "tokens": [[company, stop]],
        "phase": state.phase, "cell": next(iter(rules.data.cells)), "count": 1, "reason": "so",
    }  # fmt: skip
    for kind, cls in ACTIONS.items():
        sent = {f.name: some[f.name] for f in fields(cls) if f.name in some}
        found |= {
            r.code: r for r in judge.refusals(rules, state, read_action({"type": kind, **sent}))
        }
    return found


def test_trains_are_named_by_their_type() -> None:
    rules = rules_for(Setup("1830", ("Ann", "Bob"), {}))
    says = rules.refuse("train.price", train="3-4", cost=180, price=1).says
    assert says == "A 3-train costs $180, not $1."


@pytest.mark.parametrize("field", sorted({f.name for cls in ACTIONS.values() for f in fields(cls)}))
def test_every_field_has_a_word(field: str) -> None:
    assert inside(FIELDS[field]) == []


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"amount": ""}, "The amount is empty; a whole number is needed."),
        ({"amount": "80.5"}, "The amount is “80.5”; a whole number is needed."),
        ({"amount": "1e9"}, "The amount is “1e9”; a whole number is needed."),
        ({"amount": None}, "The amount is empty; a whole number is needed."),
        ({"amount": [5]}, "The amount is a list; a whole number is needed."),
        ({"player": ""}, "The player is empty; a short text is needed."),
        ({"trade_in": "2-0"}, "That action takes no “trade_in”."),
        ({"type": "Steal"}, "The action is “Steal”; no game has such an action."),
        ({"type": None}, "The action is empty; no game has such an action."),
    ],
)
def test_unreadable_input_is_told_in_words(sent: dict[str, Any], says: str) -> None:
    bid = {"type": "bid", "player": "p1", "private": "DH", "amount": "80"}
    read_action(bid)
    with pytest.raises(BadActionError) as caught:
        read_action({**bid, **sent})
    assert str(caught.value) == says


def test_a_field_that_is_missing_is_told_in_words() -> None:
    with pytest.raises(BadActionError, match=r"^The train is missing\.$"):
        read_action({"type": "buy_train", "company": "PRR", "price": 80})


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("80", 80),
        (" 1,000 ", 1000),
        ("1.000", 1000),
        ("12,000,000", 12000000),
        ("-50", -50),
        ("−50", -50),
        ("80.5", None),
        ("8,0", None),
        ("", None),
        ("$80", None),
        ("٣", None),
    ],
)
def test_a_whole_number_is_read_as_people_write_it(text: str, number: int | None) -> None:
    assert whole(text) == number


def test_the_sent_input_is_repeated_shortly() -> None:
    assert shorten_value("x" * 99) == f"“{'x' * 24}…”"
    assert shorten_value("a\x00b") == "“a\ufffdb”"


def options() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each option of each title with a wrong value, and an unknown option."""
    for slug in titles():
        yield slug, {"no_such_option": True}
        for option in load(slug).data.choices:
            yield slug, {option.key: -1 if option.kind != "text" else 5}


@for_each("slug, wrong", list(options()))
def test_an_option_is_called_by_what_it_says(slug: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSetupError) as caught:
        rules_for(Setup(slug, NAMES[:3], wrong))
    says = str(caught.value)
    assert inside(says) == []
    data = load(slug).data
    known = {option.key: option.says for option in data.choices}
    known["edition"] = f"{data.name} has no edition"
    assert says.startswith(
        known.get(next(iter(wrong)), "This title does not have one of the options named")
    )


@pytest.mark.parametrize(("count", "said"), [(0, "nobody is"), (1, "one is"), (9, "9 are")])
def test_players_are_counted_in_words(count: int, said: str) -> None:
    with pytest.raises(BadSetupError, match=f"; {said} named"):
        rules_for(Setup("1830", tuple("abcdefghi"[:count])))


@pytest.mark.parametrize("slug", site_adapters())
def test_an_import_tells_how_the_file_was_read_in_words(slug: str) -> None:
    players = [{"id": n, "name": name} for n, name in enumerate(NAMES[:3])]
    file = {"id": 1, "title": site_adapters()[slug].name, "players": players, "actions": []}
    notes = import_file(json.dumps(file).encode()).notes
    assert notes or not site_adapters()[slug].readings
    assert [note for note in notes if inside(note)] == []


@pytest.mark.parametrize("title", titles())
def test_steps_actions_offers_and_memos_are_named_as_at_the_table(title: str) -> None:
    words = load(title).rules_class.vocabulary
    said = [text for offer in words.offers.values() for text in (offer.head, offer.beside)]
    templates = [*words.memos.values()]
    templates += [text for step in words.steps.values() for text in (step.within, step.title)]
    for action in words.actions.values():
        templates += (action.row, action.narrow, action.deed)
    for template in templates:
        said += (literal for literal, *_ in string.Formatter().parse(template))
    assert len(said) > 100
    assert [text for text in said if inside(text)] == []
