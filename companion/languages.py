"""Languages: the catalogues of texts, and which language is spoken while something is shown.

Texts stand in English where they are used. A catalogue (``locale/nl.po``, in the gettext format
that translators' programs know) says what they are in another language; what it lacks stays
English. Whoever shows something says in which language: :func:`speaking`.
"""

from collections.abc import Iterator, Mapping
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
CATALOGUES = Path(__file__).parent / "locale"

_spoken: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


@cache
def languages() -> Mapping[str, str]:
    """The languages there are, by code, each by its own name."""
    from babel import Locale

    codes = (ENGLISH, *sorted(file.stem for file in CATALOGUES.glob("*.po")))
    return {code: str(Locale.parse(code).get_display_name(code)) for code in codes}


@cache
def catalogue(code: str) -> NullTranslations:
    """The texts of a language. Raises FileNotFoundError for one that there is not."""
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
    """The code of the language that is spoken now."""
    return _spoken.get()


def speak(code: str) -> None:
    """Speak a language from now on, in this thread."""
    _spoken.set(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language for a while."""
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


def gettext(text: str) -> str:
    """A text in the language that is spoken."""
    code = _spoken.get()
    return text if code == ENGLISH or not text else catalogue(code).gettext(text)


def format_number(value: float) -> str:
    """A number as the language that is spoken writes it: "1,000" in English, "1.000" in Dutch."""
    code = _spoken.get()
    if code == ENGLISH:
        return f"{value:,}"
    from babel.numbers import format_decimal

    return str(format_decimal(value, locale=code))


class _Numbers(Formatter):
    """Writes ``{name:,}`` as the language that is spoken writes numbers."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == ",":
            return format_number(value)
        return str(super().format_field(value, format_spec))


_numbers = _Numbers()


def format_text(text: str, **facts: object) -> str:
    """A text in the language that is spoken, with its facts: ``{name}`` stands for one, and
    ``{name:,}`` for a number.
    """
    return _numbers.vformat(gettext(text), (), facts)


def lazy_gettext(text: str) -> str:
    """The text itself: here it only stands, and is translated where it is shown."""
    return text


def format_count(one: str, many: str, number: int, /, **facts: object) -> str:
    """The one of two texts that goes with a number, in the language that is spoken; with its facts,
    where they are given (a template puts them in by itself).
    """
    text = catalogue(_spoken.get()).ngettext(one, many, number)
    return text.format(**facts) if facts else text


def install_i18n(templates: "Environment") -> None:
    """Let templates speak: ``_("text")`` and ``ngettext`` for what they say themselves, the filters
    ``gettext`` for a text that comes from elsewhere and ``format_number`` for a number.
    """
    templates.add_extension("jinja2.ext.i18n")
    templates.policies["ext.i18n.trimmed"] = True
    install = templates.install_gettext_callables  # type: ignore[attr-defined]
    install(gettext, format_count, newstyle=True)
    templates.filters["translated"] = gettext
    templates.filters["in_figures"] = format_number
