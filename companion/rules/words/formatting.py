"""Filling of facts into templates.

A template is a format string over the facts. It has the usual format specs and these:

- ``{x:$}``: money; ``{x:,}``: a number.
- ``{x:who}``: a player, company, private or place by its name at the table.
- ``{x:train}``: a train by its type.
- ``{x:tile}``: a tile by its printed number.
- ``{x:debt}``: a debt within a sentence ("the train").
- ``{x:place}``: a stop by its name on the map ("Providence").
- ``{x:hex}``: a hex with its name ("F22 Providence").
- ``{x:phase}``: a phase by its name ("Light Green").
- ``{x:buying_phases}``: the phases in which companies buy privates, whatever the fact.
- ``{x:step}``: a step within a sentence.
- ``{x:round}``: a round within a sentence ("the auction"); ``{x:Round}``: at its beginning.
- ``{x:private}``: a private by its full name; ``{x:privates}``: several.
- ``{x:companies}``: companies by their full names, the last two joined by "and".
- ``{x:the}``: a place with its article ("the pool"), anybody else by their name.
- ``{x:from}``: "from the pool", "from the bank", "from NYC".
- ``{x:chance}``: a chance.
- ``{x:field}``: a field of an action.
- ``{x:quoted}``: a quotation of the input.
- ``{x:word}``: a colour or a choice.
- ``{x:text}``: a text of its own; it is all that the template has.
- ``{x:shares}``: percents of companies ("30% MSS, 10% L3").
- ``{x:list}``: a list.
- ``{x:and}`` and ``{x:or}``: words joined by "and" or "or".
"""

import re
import string
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from companion.languages import (
    ENGLISH,
    current_language,
    format_number,
    gettext,
    gettext_name,
    lazy_gettext,
    lazy_name,
    list_choices,
    list_names,
    pgettext,
)
from companion.rules.core.action_parser import field_words, shorten_value
from companion.rules.core.change import Event
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import type_of
from companion.rules.core.vocabulary import EventWords, Vocabulary
from companion.rules.data.title_data import TitleData
from companion.rules.words.rounds import round_within

# ids with a word of their own in sentences
WORDS = {
    "white": lazy_name("white"),
    "yellow": lazy_name("yellow"),
    "green": lazy_name("green"),
    "brown": lazy_name("brown"),
    "gray": lazy_name("grey"),
    "red": lazy_name("red"),
    "blue": lazy_name("blue"),
    "black": lazy_name("black"),
    "final": lazy_name("never replaced"),
    "pay": lazy_name("pay"),
    "half": lazy_name("half"),
    "withhold": lazy_name("withhold"),
}
ALWAYS = {  # places that all titles have
    "gone": lazy_name("nobody (it is out of the game)"),
    "initial": lazy_name("initial offering"),
    "initial_short": lazy_name("initial"),
    "treasury": lazy_name("treasury"),
}
ENDINGS = {  # moments to stop, and reasons why a game is over; titles have more reasons
    "stop_now": lazy_gettext("The game ends now"),
    "stop_round": lazy_gettext("The game ends after this round"),
    "stop_set": lazy_gettext("The game ends after this set of rounds"),
    "stop_never": lazy_gettext("The game ends as the rules say"),
    "finish_trains": lazy_gettext("the bank has sold its last train"),
    "finish_stuck": lazy_gettext("no player can act"),
    "finish_stopped": lazy_gettext("the table has decided to stop here"),
}
AN = re.compile(r"(?<![\w&.])a(?= (?:8|11\b|18\b))")  # an article before these numbers
BARE = re.compile(r"\{[^{}]*\}")
REASON = "finish_"  # ids of these reasons begin so

# owners that are no player, company or private
PLACES = frozenset(("bank", "depot", "initial", "pool", "treasury"))
STORES = PLACES - {"bank", "depot"}  # places that hold things, and do not act


class Words(string.Formatter):
    """A formatter that fills templates with the names and the currency of one game."""

    def __init__(self, data: TitleData, vocabulary: Vocabulary, names: Mapping[str, str]) -> None:
        self.data = data
        self.vocabulary = vocabulary
        markers = {marker.symbol: marker.name for marker in data.marker_list}
        privates = {  # a private may have the symbol of a company, which is then its name
            private.symbol: private.name
            for private in data.private_list
            if private.symbol not in data.companies
        }
        kinds = {  # words have no spaces
            kind: data.words[word]
            for kind in data.kinds
            if (word := kind.replace(" ", "_")) in data.words
        }
        self.names = {**ALWAYS, **ENDINGS, **data.words, **kinds, **markers, **privates, **names}
        several = data.kinds if len(data.kinds) > 1 else ()  # nobody tells the only one
        self._translated = {*ALWAYS, *data.words, *several, *markers}

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format a value by its spec (see above); other specs work as usual."""
        write = FORMATS.get(format_spec)
        return write(self, value) if write else str(super().format_field(value, format_spec))

    def vformat(self, format_string: str, args: Any, kwargs: Any) -> str:
        """Fill the template; English has "an 8" and "a 5". A name may end with the full stop."""
        facts = _Facts(kwargs)
        facts.words = self
        filled = super().vformat(format_string, args, facts).replace("..", ".")
        if AN.search(filled) and current_language() == ENGLISH:
            return AN.sub("an", filled)
        return filled

    def word(self, id: str) -> str:
        """Return the word for a colour or choice; for any other id, its name at the table."""
        return gettext_name(WORDS[id]) if id in WORDS else self.name(id)

    def name(self, id: str) -> str:
        """Return the name of a player, place or kind; return any other id unchanged."""
        named = self.names.get(id, str(id))
        if id in ENDINGS or str(id).startswith(REASON):
            return gettext(named)
        return gettext_name(named) if id in self._translated else named

    def private(self, id: str) -> str:
        """Return the full name of a private, or the name of anything else at the table."""
        private = self.data.privates.get(id)
        return private.name if private else self.name(id)

    def company(self, id: str) -> str:
        """Return the full name of a company, or the name of anything else at the table."""
        company = self.data.companies.get(id)
        return company.name if company else self.name(id)

    def buying_phases(self) -> str:
        """Return the names of the phases in which companies buy privates."""
        phases = (phase.name for phase in self.data.phases if phase.privates_for_companies)
        return list_names(map(gettext_name, phases)) or gettext_name("none")

    def with_article(self, id: str) -> str:
        """Return the name of a place with its article, or the name of anybody else."""
        named = self.name(id)
        return pgettext("name", "the {place}").format(place=named) if id in PLACES else named

    def origin(self, id: str) -> str:
        """Return the owner or the place where something was before: "from NYC", "from the pool"."""
        if id in STORES:
            return pgettext("name", "from the {place}").format(place=self.name(id))
        return pgettext("name", "from {owner}").format(owner=self.with_article(id))

    def short(self, place: str) -> str:
        """Return a short name of a place, for a narrow column: "market" for the open market.

        A title's own name of the place comes before the short name that all titles have.
        """
        known = self.data.words if place in self.data.words else self.names
        return self.name(f"{place}_short" if f"{place}_short" in known else place)

    def hex_name(self, place: str) -> tuple[str, str]:
        """Return the hex of a place, and its name on the map or ""."""
        at = place.partition(".")[0]
        return at, self.data.map.name_of(at)

    def hex(self, place: str) -> str:
        """Return the hex of a place with its name on the map: "F22 Providence"."""
        return self.data.map.full_name(place.partition(".")[0])

    def fill(self, template: str, facts: Mapping[str, Any]) -> str:
        """Return the sentence. Raises KeyError if the template names a fact that is missing."""
        return self.vformat(_translate(template), (), facts)

    def fill_name(self, template: str, facts: Mapping[str, Any]) -> str:
        """Return the name of a step, debt or chance, as it stands within sentences."""
        return self.vformat(gettext_name(template), (), facts)

    def subject(self, template: str, facts: Mapping[str, Any]) -> tuple[str, str]:
        """Return the id with which the sentence begins, and the rest of the sentence.

        The id is "" if the sentence does not begin with one.
        """
        return self._subject(_translate(template), facts)

    def _subject(self, translated: str, facts: Mapping[str, Any]) -> tuple[str, str]:
        head, brace, rest = translated.partition("}")
        if not brace or not head.startswith("{"):
            return "", self.vformat(translated, (), facts)
        return str(facts.get(head[1:].partition(":")[0])), self.vformat(rest, (), facts)

    def phrase(self, template: str, facts: Mapping[str, Any], subject: str = "") -> str:
        """Return the sentence without its full stop, and without ``subject`` at its beginning.

        A name at its end keeps its own full stop: "bought Brown & Sons Lumber Co.".
        """
        translated = _translate(template).removesuffix(".")
        begins, rest = self._subject(translated, facts)
        is_told = subject and begins == subject
        return rest.lstrip() if is_told else self.vformat(translated, (), facts)

    def event_words(self, event: Event) -> EventWords | None:
        """Return the words for events of this kind.

        Returns None if there are no words, or if the event lacks a fact that its sentence names.
        """
        words = self.vocabulary.events.get(event.kind)
        if words is None:
            return None
        known = event.facts.keys() | self.data.words.keys()
        if not facts_of(words.says) <= known:
            return None
        stays = words.unchanged and event.facts["before"] == event.facts["after"]
        if words.free and not event.facts["cost"]:
            return words.free
        if words.ran and (receipt := event.facts.get("receipt")) and receipt.runs:
            return words.ran
        return words.unchanged if stays else words

    def tell(self, event: Event) -> str:
        """Return the sentence for an event; without words for it, return its bare facts."""
        words = self.event_words(event)
        if words is None:
            return self.as_it_stands(event.kind, event.facts)
        says = self.fill(words.says, event.facts)
        begins = self.subject(words.says, event.facts)[0]
        says = _capitalize(says) if begins in PLACES else says
        return f"{says} {_capitalize(self._reason(event, words))}." if words.reason else says

    def _reason(self, event: Event, words: EventWords) -> str:
        """Return the reason of an event, without a full stop."""
        return self.name(event.facts[words.reason]).removesuffix(".")

    def clause(self, event: Event, template: str = "", subject: str = "") -> str:
        """Return the event's sentence, or another ``template``, as a clause.

        It has no full stop, and no ``subject`` at its beginning. A reason follows after a dash.
        """
        words = self.event_words(event)
        if words is None:
            return self.tell(event).removesuffix(".")
        told = self.phrase(template or words.says, event.facts, subject)
        if _begins_with_word(gettext(template or words.says)):
            told = _decapitalize(told)
        if not words.reason or template:
            return told
        return f"{told} – {_decapitalize(self._reason(event, words))}"

    def as_it_stands(self, kind: str, facts: Mapping[str, Any]) -> str:
        """Return all facts as plain text, for a kind without a sentence."""
        parts = [
            f"{_words_of_id(key)} {self._show(value)}"
            for key, value in facts.items()
            if value is not None
        ]
        head = _words_of_id(kind)
        return f"{head[:1].upper()}{head[1:]}{': ' if parts else ''}{', '.join(parts)}."

    def _show(self, value: Any) -> str:
        if isinstance(value, bool):
            return gettext("yes") if value else gettext("no")
        if isinstance(value, list | tuple):
            return " ".join(self._show(item) for item in value)
        return self.names.get(str(value), str(value).replace("_", " "))


class _Facts(dict[str, Any]):
    """Facts, with a fallback to the words of the title, which may be capitalised."""

    words: Words

    def __missing__(self, name: str) -> str:
        word = name.lower()
        if word not in self.words.data.words:
            raise KeyError(name)
        named = self.words.name(word)
        return named if name == word else named.capitalize()


def _capitalize(says: str) -> str:
    return says[:1].upper() + says[1:]


def _decapitalize(says: str) -> str:
    return says[:1].lower() + says[1:]


def _begins_with_word(sentence: str) -> bool:
    """Tell whether a sentence begins with a word of its own, which is no abbreviation."""
    return sentence[:1].isalpha() and not sentence[1:2].isupper()


def _ids(value: Any) -> Any:
    """Return the ids of a fact: a list, or a text with commas between them."""
    return value.split(", ") if isinstance(value, str) else value


def _words_of_id(id: str) -> str:
    """Return an id as words: "price_fell" and "PriceFell" become "price fell"."""
    if id.isidentifier() and not id.isupper():
        id = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", id).lower() if id[:1].isupper() else id
    return id.replace("_", " ")


# by format spec: how a value is written
FORMATS: Mapping[str, Callable[[Words, Any], str]] = {
    "$": lambda words, value: words.data.money(value),
    ",": lambda words, value: format_number(value),
    "who": Words.name,
    "private": Words.private,
    "privates": lambda words, value: list_names(map(words.private, _ids(value))),
    "companies": lambda words, value: list_names(map(words.company, value)),
    "the": Words.with_article,
    "from": Words.origin,
    "chance": lambda words, value: words.fill_name(
        words.vocabulary.chances[value["chance"]].what, value
    ),
    "train": lambda words, value: type_of(value),
    "tile": lambda words, value: words.data.map.printed_number(str(value)),
    "place": lambda words, value: words.hex_name(value)[1] or words.hex_name(value)[0],
    "hex": Words.hex,
    "hexes": lambda words, value: list_names(map(words.hex, value)),
    "round": lambda words, value: round_within(RoundId(*value)),
    "Round": lambda words, value: _capitalize(round_within(RoundId(*value))),
    "phase": lambda words, value: gettext_name(value),
    "buying_phases": lambda words, value: words.buying_phases(),
    "step": lambda words, value: words.fill_name(words.vocabulary.steps[value].within, {}),
    "debt": lambda words, value: gettext_name(words.vocabulary.debts[value].within),
    "field": lambda words, value: field_words(value),
    "quoted": lambda words, value: shorten_value(value),
    "shares": lambda words, value: ", ".join(f"{percent}% {company}" for company, percent in value),
    "list": lambda words, value: ", ".join(map(words.name, value)),
    "word": Words.word,
    "text": Words.name,
    "and": lambda words, value: list_names(map(words.word, value)),
    "or": lambda words, value: list_choices(map(words.word, value)),
}


def _translate(template: str) -> str:
    """Return the translation of a template, unless it has no words of its own."""
    return template if is_bare(template) else gettext(template)


@cache
def is_bare(template: str) -> bool:
    """Tell whether the template is a single fact, without words to translate."""
    return BARE.fullmatch(template) is not None


@cache
def facts_of(sentence: str) -> frozenset[str]:
    """Return the facts that a sentence names."""
    named = (name for _, name, _, _ in string.Formatter().parse(sentence) if name)
    return frozenset(re.split(r"[.\[!:]", name)[0] for name in named)
