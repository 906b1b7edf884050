"""Texts put together from pieces, found on a page of the language of marks.

In that language (:class:`tests.support.pseudo_locale.Marked`) each text stands in a pair of
brackets, and each name in a pair of angles. The own text of an element, with bold texts in it, and
each text that is read out instead, is divided into items: at a middle dot, at a dash between
spaces, and at a line break. Each item has to be one of these:

- One text in its brackets. Names may stand within it, no other text.
- Sentences that follow each other. All are complete but the last, which may be a label.
- Names, codes and numbers without brackets, with commas between them.

Outside the brackets are only these:

- Names of people and things, codes, numbers and money: they are the same in each language.
- Figures in parentheses after a text: "(3×)", "(90 → 80)". They belong to no sentence.
- Punctuation and signs such as ‡.

Not looked at are scripts, styles and keys of the keyboard, which are not translated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.parser import HTMLParser

OPEN, CLOSE, NAME_OPEN, NAME_CLOSE = "⟦⟧‹›"
CHILD = "\N{OBJECT REPLACEMENT CHARACTER}"
SAID = ("aria-label", "aria-description", "aria-valuetext", "title", "alt", "placeholder")
SAID_LATER = ("data-says", "data-acts", "data-confirm")
WITHIN_SENTENCES = frozenset(("b", "em", "i", "strong", "u"))
UNSEEN = frozenset(("script", "style", "kbd", "data", "symbol"))
ALONE = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
FIGURES = re.compile(r"\([-−+\d.,×→ %$ƒ£¥A-Z&]*\)")
INNER_NAME = re.compile(f"{NAME_OPEN}[^{NAME_OPEN}{NAME_CLOSE}]*{NAME_CLOSE}")
TEXT = re.compile(f"{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")
NAME, LABEL, SENTENCE = "\ue000\ue001\ue002"  # a name, a text, and a text that is a sentence
BEFORE_ANOTHER = re.compile(rf"({SENTENCE}[.!?]?|{LABEL}[.!?])\s*(?=[{SENTENCE}{LABEL}])")
LETTER = re.compile(r"\w")


@dataclass
class Element:
    """An open element: its tag and its own text."""

    tag: str
    text: list[str]


class TextFinder(HTMLParser):
    """Collects the texts of a page that are put together from pieces."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}  # text -> fault
        self.open: list[Element] = []
        self.depth = self.unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            is_label = name == "value" and ("type", "submit") in attrs
            if value and (name in SAID or name in SAID_LATER or is_label):
                self.look_at(value)
        if tag == "br" and self.open:
            self.open[-1].text.append("\n")
        if tag not in ALONE:
            starts = "" if tag in WITHIN_SENTENCES else OPEN * self.depth
            self.open.append(Element(tag, [starts]))
            self.unseen += tag in UNSEEN

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in ALONE:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and tag not in ALONE:
            done = self.open.pop()
            self.unseen -= done.tag in UNSEEN
            text = "".join(done.text)
            if done.tag in WITHIN_SENTENCES and self.open and {OPEN, NAME_OPEN} & set(text):
                self.open[-1].text += done.text
            else:
                self.look_at(text + CLOSE * self.depth)
                if self.open:
                    self.open[-1].text.append(CHILD)
            if done.tag == tag:
                break

    def handle_data(self, data: str) -> None:
        if self.open and not self.unseen:
            self.open[-1].text.append(data.replace("\n", " "))
            self.depth += data.count(OPEN) - data.count(CLOSE)

    def look_at(self, text: str) -> None:
        """Keep the text if it has a fault."""
        text = re.sub("[ \t]+", " ", text).strip()
        if why := find_fault(text):
            self.found.setdefault(text, why)


def find_fault(text: str) -> str:
    """Say why a text is put together from pieces; "" if it is not."""
    if is_nested(text):
        return "a text within a text"
    return next(filter(None, map(find_fault_in_item, split_into_items(text))), "")


def find_fault_in_one(text: str) -> str:
    """Say why a text is not a single text in its brackets, or a single name; "" if it is."""
    whole = text.count(OPEN) == 1 or INNER_NAME.fullmatch(text)
    return find_fault(text) or ("" if whole else "not one pair of brackets")


def is_nested(text: str) -> bool:
    """Tell whether a text begins within another one, or within a name."""
    within: list[str] = []
    for letter in text:
        if letter == OPEN and within:
            return True
        if letter in (OPEN, NAME_OPEN):
            within.append(letter)
        elif letter in (CLOSE, NAME_CLOSE) and within:
            within.pop()
    return False


def split_into_items(text: str) -> list[str]:
    """Divide a text at the dots, dashes and ends of lines that are in no brackets."""
    found, depth = [""], 0
    for at, letter in enumerate(text):
        depth += (letter in OPEN + NAME_OPEN) - (letter in CLOSE + NAME_CLOSE)
        if not depth and (letter in "·\n" or text[at - 1 : at + 2] == " – "):
            found.append("")
        else:
            found[-1] += letter
    return found


def find_fault_in_item(item: str) -> str:
    """Say what is wrong with an item; "" if nothing is."""
    body = TEXT.sub(lambda found: SENTENCE if is_complete(found[1]) else LABEL, item)
    while INNER_NAME.search(body):
        body = INNER_NAME.sub(NAME, body)
    body = BEFORE_ANOTHER.sub("", FIGURES.sub("", body))
    texts = body.count(SENTENCE) + body.count(LABEL)
    if texts > 1:
        return "texts side by side"
    if texts and NAME in body:
        return "a name beside a text"
    if texts and LETTER.search(body):
        return "words or numbers beside a text"
    parts = body.split(",")
    if any(NAME in part and (part.count(NAME) > 1 or LETTER.search(part)) for part in parts):
        return "words or numbers beside a name"
    return ""


def is_complete(text: str) -> bool:
    """Tell whether a text is a whole sentence: another one may follow it."""
    return re.search(r"[.!?…]$", text.rstrip(f"{NAME_CLOSE}”’)")) is not None


def find_faults(page: str) -> dict[str, str]:
    """Return the texts of a page that are put together from pieces, each with its fault."""
    finder = TextFinder()
    finder.feed(page)
    finder.close()
    return finder.found
