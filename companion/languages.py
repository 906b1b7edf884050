"""Translations: the catalogues of texts, and the current language.

Texts stand in English where they are used. A catalogue (``locale/nl.po``, in gettext format) has
their translations; texts that it lacks stay English. Code that shows text sets the language with
:func:`speaking`.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment

ENGLISH = "en"
NAME = "name"  # the context of names, which may stand within other texts
CATALOGUES = Path(__file__).parent / "locale"

_spoken: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


@cache
def languages() -> Mapping[str, str]:
    """Return the available languages: code and own name."""
    from babel import Locale

    codes = (ENGLISH, *sorted(file.stem for file in CATALOGUES.glob("*.po")))
    return {code: str(Locale.parse(code).get_display_name(code)) for code in codes}


@cache
def catalogue(code: str) -> NullTranslations:
    """Return the translations of a language. Raises FileNotFoundError if there are none."""
    if code == ENGLISH:
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po
    from babel.support import Translations

    with (CATALOGUES / f"{code}.po").open("rb") as file:
        texts = read_po(file, locale=code)
    body = BytesIO()
    write_mo(body, texts)
    body.seek(0)
    return Translations(body)


def current_language() -> str:
    """Return the code of the current language."""
    return _spoken.get()


def speak(code: str) -> None:
    """Set the language of this thread."""
    _spoken.set(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Use a language within the context."""
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


def gettext(text: str) -> str:
    """Translate a text into the current language."""
    code = _spoken.get()
    return text if code == ENGLISH or not text else catalogue(code).gettext(text)


def pgettext(context: str, text: str) -> str:
    """Translate a text that has several meanings; the context says which is meant."""
    return catalogue(_spoken.get()).pgettext(context, text)


def gettext_name(text: str) -> str:
    """Translate the name of a thing of the game: it may stand within other texts."""
    return text if _spoken.get() == ENGLISH or not text else pgettext(NAME, text)


def format_number(value: float) -> str:
    """Format a number in the current language: "1,000" in English, "−1.000" in Dutch."""
    code = _spoken.get()
    if code == ENGLISH:
        return f"{value:,}".replace("-", "−")
    from babel.numbers import format_decimal

    return str(format_decimal(value, locale=code)).replace("-", "−")


class _Numbers(Formatter):
    """A formatter that writes ``{name:,}`` in the current language."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == ",":
            return format_number(value)
        return str(super().format_field(value, format_spec))


_numbers = _Numbers()


def format_signed(value: int) -> str:
    """Format a number with its sign: "+1,000" or "−1,000"."""
    return f"{'−' if value < 0 else '+'}{format_number(abs(value))}"


def format_text(text: str, **facts: object) -> str:
    """Translate a text and fill in its facts.

    ``{name}`` stands for a fact, and ``{name:,}`` for a number.
    """
    text = gettext(text)
    return _numbers.vformat(text, (), facts) if ":," in text else text.format(**facts)


def lazy_gettext(text: str) -> str:
    """Mark a text for translation and return it unchanged; it is translated when shown."""
    return text


def lazy_name(text: str) -> str:
    """Mark a name for translation and return it unchanged; it is translated when shown."""
    return text


def format_count(one: str, many: str, number: int, /, **facts: object) -> str:
    """Return the singular or plural text for a number, in the current language.

    Facts are filled in if given; a template fills them in by itself.
    """
    text = catalogue(_spoken.get()).ngettext(one, many, number)
    return text.format(**facts) if facts else text


def list_names(names: Iterable[str]) -> str:
    """Join names by "and": "A, B and C"."""
    return _join_last(names, pgettext("name", "{first} and {last}"))


def list_choices(names: Iterable[str]) -> str:
    """Join names by "or": "A, B or C"."""
    return _join_last(names, pgettext("name", "{first} or {last}"))


def _join_last(names: Iterable[str], join: str) -> str:
    *first, last = [*names] or [""]
    return join.format(first=", ".join(first), last=last) if first else last


def name_amount(named: str, amount: object) -> str:
    """Return a name with its number: "city 10"."""
    return pgettext("name", "{name} {amount}").format(name=named, amount=amount)


def install_i18n(templates: "Environment") -> None:
    """Install translation in templates.

    ``_("text")`` and ``ngettext`` translate texts of the template itself. The filters
    ``translated``, ``as_name``, ``in_figures`` and ``signed`` translate other texts and format
    numbers.
    """
    templates.add_extension("jinja2.ext.i18n")
    templates.policies["ext.i18n.trimmed"] = True
    install = templates.install_gettext_callables  # type: ignore[attr-defined]
    install(gettext, format_count, newstyle=True, pgettext=pgettext)
    templates.globals["list_names"] = list_names
    templates.globals["name_amount"] = name_amount
    templates.filters["translated"] = gettext
    templates.filters["as_name"] = gettext_name
    templates.filters["in_figures"] = format_number
    templates.filters["signed"] = format_signed
