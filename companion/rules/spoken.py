"""What rules say: their refusals, their events, all in the words of their title."""

from collections.abc import Mapping
from typing import Any

from companion.board.faults import SENTENCES, Fault
from companion.rules.change import Event
from companion.rules.copying import replace
from companion.rules.refusals import Refusal
from companion.rules.state import type_of
from companion.rules.title import TitleRules
from companion.rules.words.formatting import facts_of
from companion.rules.words.refusals import IMPOSSIBLE
from companion.rules.words.vocabulary import EventWords, RefusalWords, soft


class SpokenRules(TitleRules):
    """The rules of one game, as far as they find words."""

    def refuse(self, code: str, **facts: Any) -> Refusal:
        """A refusal with this title's section and the sentence filled in."""
        words, private = self.vocabulary.refusals[code], facts.get("private", "")
        return Refusal(code, self.data.cite(code, private), words, facts, self.words)

    def against(self, code: str, **facts: Any) -> list[Refusal]:
        """That refusal; nothing where a house rule overrules it."""
        return [] if code in self.house else [self.refuse(code, **facts)]

    def refuse_fault(self, kind: str, fault: Fault) -> Refusal:
        """A fault that the board found, "lay" or "run", as a refusal with this title's section."""
        code = f"{kind}.{fault.code}"
        words = RefusalWords(fault.sentence, may_rule=fault.code not in IMPOSSIBLE)
        spoken = replace(fault, train=type_of(fault.train or ""))
        if fault.code == "track_shared":
            spoken = replace(spoken, text=type_of(fault.text))
        return Refusal(code, self.data.cite(code), words, spoken.facts, self.words)

    def refused_once(self, code: str, facts: Mapping[str, Any]) -> Refusal:
        """A refusal of before as it was. Raises KeyError where these rules have none such."""
        words = self.vocabulary.refusals.get(code)
        if words is None:
            fault, how = code.partition(".")[2], facts.get("how")
            words = soft(SENTENCES[f"{fault}.{how}" if how else fault])
        return Refusal(code, self.data.cite(code), words, facts, self.words)

    def tell(self, event: Event) -> str:
        """The sentence for an event; one of other rules, which has none, is told as it stands."""
        words = self.words_of(event)
        if words is None:
            return self.words.as_it_stands(event.kind, event.facts)
        return self.say(words.says, event)

    def say(self, template: str, event: Event) -> str:
        """A template of the event's words with its facts in it."""
        return self.words.fill(template, event.facts)

    def phrase(self, event: Event, template: str = "", subject: str = "") -> str:
        """The event's sentence, or another ``template``, without its full stop, and without its
        ``subject`` where it begins with that.
        """
        words = self.words_of(event)
        if words is None:
            return self.tell(event).removesuffix(".")
        return self.words.phrase(template or words.says, event.facts, subject)

    def words_of(self, event: Event) -> EventWords | None:
        """The words for events of this kind, if there are any and the event has all that its
        sentence names.
        """
        words = self.vocabulary.events.get(event.kind)
        if words is None:
            return None
        known = event.facts.keys() | self.data.words.keys()
        return words if facts_of(words.says) <= known else None
