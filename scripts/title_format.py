"""Write docs/title-format.md from the models that check the data of titles.

Run it as `make title-format`.
"""

import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import fill
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from companion.board.lay_and_route_faults import SENTENCES
from companion.rules.standard.rules import StandardRules
from companion.titles import Title, titles
from companion.titles.loading import CORE_RULES
from companion.titles.schema.fields import Listed, Table
from companion.titles.schema.files import MOST_BYTES
from companion.titles.schema.map_file import MapFile
from companion.titles.schema.options import ReadingsFile
from companion.titles.schema.privates import NEED_OWN_RULES, Powers
from companion.titles.schema.site_adapter_file import ExchangeFile
from companion.titles.schema.title_file import TitleFile

PAGE = Path(__file__).resolve().parents[1] / "docs" / "title-format.md"
WIDTH = 120
INTRODUCTION = f"""
A title is a folder with three files: `title.toml`, `map.toml` and `readings.toml`. A fourth,
`exchange.toml`, may be left out. Each further edition has a file with its name, such as
`draft.toml`: it holds what differs from `title.toml`, as the patch of an option does. The option
`edition` names the editions. The files are written in [TOML](https://toml.io), in UTF-8, and have
at most {MOST_BYTES // 1024} kB each. An error names
file, line and key, the problem, and what is needed; all errors are listed at once. Each entry here
has the key, its meaning, its values, its default, an example, and the titles that use it. A key is
needed, unless it has a default or may be left out.
""".strip()

CODES = (
    "A refusal has a code. Citations name the rule of a code, or of all codes with the same first"
    " word. Behind a code stands its rule among C1 to C9: it is cited if `core_rules` is true, and"
    " nothing else is written. Codes without such a rule are left out here."
)
FIRST_OF_ROUTES = "no_such_train"  # faults of lays stand before it


class Page:
    """The page: a section for each table, and the titles that use each key."""

    def __init__(self, known: list[Title]) -> None:
        self.titles = known
        self.used: dict[tuple[type[Table], str], set[str]] = defaultdict(set)
        self.headings: dict[type[Table], str] = {}
        self.lines = [
            "# The format of a title's data\n",
            fill(INTRODUCTION.replace("\n", " "), WIDTH, break_on_hyphens=False),
            "\nThis page is made from the schema by `make title-format`. Change it there.",
        ]
        for title in known:
            self._note_files(title)

    def write(self) -> str:
        """Return the text of the page."""
        for name, model in (
            ("title.toml", TitleFile),
            ("map.toml", MapFile),
            ("readings.toml", ReadingsFile),
            ("exchange.toml", ExchangeFile),
        ):
            self.lines.append(f"\n## {name}")
            self._write_table(model, "")
        self.lines.append("\n## Powers of privates")
        self._write_table(Powers, "powers")
        self._write_codes()
        for title in self.titles:
            kinds = ("powers", "Powers", Powers), ("title_figures", "Figures", Table)
            for module, name, base in kinds:
                found = title.module(module)
                if found:
                    what = f"{title.slug}.{'own' if name == 'Figures' else 'powers'}"
                    self.lines.append(f"\n## Only in {title.name}: {what.partition('.')[2]}")
                    self._write_table(getattr(found, name), what, base)
        return "\n".join(self.lines) + "\n"

    def _write_codes(self) -> None:
        """Write the codes of refusals, each with its sentence and its rule among C1 to C9."""
        words = StandardRules.vocabulary
        says = {code: refusal.says for code, refusal in words.refusals.items()}
        kind = "lay"
        for code, sentence in SENTENCES.items():
            kind = "run" if code == FIRST_OF_ROUTES else kind
            says |= {} if "." in code else {f"{kind}.{code}": sentence}
        core = tomllib.loads(CORE_RULES.read_text("utf-8"))["citations"]
        self.lines.append(f"\n## Codes of refusals\n\n{fill(CODES, WIDTH)}\n")
        for code, sentence in sorted(says.items()):
            rule = core.get(code) or core.get(code.partition(".")[0])
            told = re.sub(
                r"{(\w+)[^}]*}", lambda found: f"*{found[1].replace('_', ' ')}*", sentence
            )
            if rule:
                self.lines.append(wrap_entry(f"- `{code}` ({rule}): {told}"))
        receipts = fill(" ".join(sorted({*words.memos, *words.actions})), WIDTH)
        self.lines.append(f"\nReceipts have these codes:\n\n```text\n{receipts}\n```")

    def _note_files(self, title: Title) -> None:
        files = {"title.toml": TitleFile, "readings.toml": ReadingsFile}
        files |= {file.name: MapFile for file in title.folder.glob("map*.toml")}
        files |= {f"{edition}.toml": TitleFile for edition in title.data.editions[1:]}
        files |= {file.name: ExchangeFile for file in title.folder.glob("exchange.toml")}
        for name, model in files.items():
            tables = tomllib.loads((title.folder / name).read_text("utf-8"))
            self._note(title, model, tables)
            powers, figures = title.module("powers"), title.module("title_figures")
            privates = tables.get("privates", ())
            for private in privates if model is TitleFile and isinstance(privates, list) else ():
                self._note(title, powers.Powers if powers else Powers, private.get("powers", {}))
            if figures and "own" in tables:
                self._note(title, figures.Figures, tables["own"])

    def _note(self, title: Title, model: type[Table], table: dict[str, Any]) -> None:
        for key, field in fields(model).items():
            if key in table:
                owner = (
                    Powers if key in Powers.model_fields and issubclass(model, Powers) else model
                )
                self.used[owner, key].add(title.name)
                if inner := table_in(field.annotation):
                    for found in tables_of(table[key], field.annotation):
                        self._note(title, inner, found)

    def _write_table(self, model: type[Table], path: str, base: type[Table] = Table) -> None:
        """Write the section of a table, and those of the tables in it, without keys of ``base``."""
        if path:
            self.headings[model] = path
        like = model.__base__
        base = like if like in self.headings and like is not Powers else base
        told = model.__annotations__  # also keys that it describes in its own way
        own = {k: f for k, f in fields(model).items() if k not in base.model_fields or k in told}
        inner: list[tuple[type[Table], str]] = []
        says = (model.__doc__ or "").strip().splitlines()[0].replace("``", "`")
        if base is like and base is not Table and like is not Powers:
            says += (
                f" It has all keys of {self._link(base).removeprefix('a table as in ')}, and these."
            )
        self.lines.append(f"\n{fill(says, WIDTH)}\n")
        for key, field in sorted(own.items(), key=lambda item: bool(table_in(item[1].annotation))):
            found = table_in(field.annotation)
            at = f"{path}.{key}" if path else key
            if found and found not in self.headings:
                self.headings[found] = at
                inner.append((found, at))
            self.lines.append(self._entry(model, key, field))
        for found, at in inner:
            self.lines.append(f"\n### {at}")
            self._write_table(found, at)

    def _entry(self, model: type[Table], key: str, field: FieldInfo) -> str:
        (example,) = field.examples or ("",)
        says = f"- **`{key}`**: {field.description} *Values:* {self._values(field)}."
        if field.default not in (PydanticUndefined, None) and not isinstance(field.default, Table):
            default = field.default
            written = sorted(default) if isinstance(default, frozenset) else default
            says += f" *Default:* `{write_toml(written)}`."
        elif not field.is_required():
            says += " *May be left out.*"
        says += f" *Example:* `{key} = {write_toml(example)}`."
        by = self.used[model, key]
        every = len(by) == len(self.titles)
        says += f" *Used by* {'all' if every else ', '.join(sorted(by)) or 'none'}."
        if model is Powers and key in NEED_OWN_RULES:
            says += " *Needs rules in Python.*"
        return wrap_entry(says)

    def _values(self, field: FieldInfo) -> str:
        told = [*field.metadata, *([field.discriminator] if field.discriminator else [])]
        return self._words(field.annotation, told)

    def _words(self, annotation: Any, told: Any = ()) -> str:
        """Return the words for the values of a type."""
        origin, args = get_origin(annotation), get_args(annotation)
        listed = next((each for each in told if isinstance(each, Listed)), None)
        if origin is Annotated:
            return self._words(args[0], (*args[1:], *told))
        if listed:
            return f"{listed.phrase}, each {self._words(args[0])}"
        if origin in (dict, Mapping):
            return self._mapping_words(*args)
        for each in reversed(told):
            phrase = getattr(each, "phrase", "") or getattr(each, "custom_error_message", "")
            if phrase:
                return str(phrase)
        if origin is Literal:
            return f"one of {', '.join(map(str, args))}"
        if origin is tuple:
            return ", then ".join(map(self._words, args))
        if table_in(annotation) is annotation:
            return self._link(annotation)
        kinds = [arg for arg in args if arg is not NoneType]
        return " or ".join(map(self._words, kinds)) or ("any" if annotation is Any else "a text")

    def _mapping_words(self, keys: Any, values: Any) -> str:
        if values is Any:
            return "a table, whose keys are below"
        by = "a number" if keys is int else self._words(keys)
        return f"a table, by {by}: {self._words(values)}"

    def _link(self, model: type[Table]) -> str:
        at = self.headings.get(model, "")
        return f"a table as in [{at}](#{re.sub(r'[^a-z0-9_-]', '', at.lower())})"


def wrap_entry(text: str) -> str:
    """Wrap an entry of a list, without breaks within code."""
    whole = re.sub("`[^`]*`", lambda code: code[0].replace(" ", "\0"), text)
    lines = fill(
        whole, WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False
    )
    return lines.replace("\0", " ")


def fields(model: type[Table]) -> dict[str, FieldInfo]:
    """Return the fields of a table by their keys."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def table_in(annotation: Any) -> type[Table] | None:
    """Return the model in a type, such as the items of a list."""
    if isinstance(annotation, type) and issubclass(annotation, Table):
        return annotation
    return next(filter(None, map(table_in, get_args(annotation))), None)


def tables_of(value: Any, annotation: Any) -> Iterator[dict[str, Any]]:
    """Yield the tables of the model in a value of that type."""
    if isinstance(value, list):
        for each in value:
            yield from tables_of(each, annotation)
    elif "dict[" in str(annotation) and isinstance(value, dict):
        yield from value.values()
    else:
        yield value


def write_toml(value: Any) -> str:
    """Write a value as TOML."""
    if isinstance(value, dict):
        pairs = (f"{write_key(key)} = {write_toml(each)}" for key, each in value.items())
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(write_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def write_key(key: str) -> str:
    """Write a key as TOML."""
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else json.dumps(key)


def main() -> None:
    """Write the page, and name it if it has changed."""
    shipped = [title for title in titles().values() if title.package.startswith("companion.")]
    text = Page(shipped).write()
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        PAGE.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{PAGE}\n")


if __name__ == "__main__":
    main()
