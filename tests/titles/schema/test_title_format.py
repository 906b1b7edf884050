"""The page on the format of titles' data is made from the schema and is up to date."""

import re
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from pydantic import ValidationError

from companion.titles import titles
from companion.titles.schema.fields import Table
from companion.titles.schema.map_file import MapFile
from companion.titles.schema.options import ReadingsFile
from companion.titles.schema.privates import Powers
from companion.titles.schema.site_adapter_file import ExchangeFile
from companion.titles.schema.title_file import TitleFile

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = [title for title in titles().values() if title.package.startswith("companion.")]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = spec_from_file_location("title_format", ROOT / "scripts" / "title_format.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def models(script: ModuleType, model: type[Table]) -> Iterator[type[Table]]:
    """Yield a model and all models in it."""
    yield model
    for field in model.model_fields.values():
        if inner := script.table_in(field.annotation):
            yield from models(script, inner)


def all_models(script: ModuleType) -> set[type[Table]]:
    own = [title.module("powers") for title in SHIPPED]
    figures = [title.module("title_figures") for title in SHIPPED]
    found = {TitleFile, MapFile, ReadingsFile, ExchangeFile, Powers}
    found |= {module.Powers for module in own if module}
    found |= {module.Figures for module in figures if module}
    return {inner for model in found for inner in models(script, model)}


def test_the_page_is_up_to_date(script: ModuleType) -> None:
    text = script.Page(SHIPPED).write()
    assert script.PAGE.read_text(encoding="utf-8") == text, "run `make title-format`"


def test_every_key_is_on_the_page_with_a_sentence_and_an_example(script: ModuleType) -> None:
    page = script.PAGE.read_text(encoding="utf-8")
    for model in all_models(script):
        for key, field in script.fields(model).items():
            assert f"- **`{key}`**: " in page, (model, key)
            assert field.description and field.description.endswith("."), (model, key)
            assert len(field.examples or ()) == 1, (model, key)


def test_every_example_of_a_plain_value_is_right(script: ModuleType) -> None:
    for model in all_models(script):
        for key, field in script.fields(model).items():
            (example,) = field.examples or ()
            if isinstance(example, dict | list) and script.table_in(field.annotation):
                continue
            try:
                model.model_validate({key: example})
            except ValidationError as error:
                faults = [each for each in error.errors() if each["type"] != "fault"]  # of one key
                wrong = [each for each in faults if each["loc"][:1] == (key,)]
                assert not wrong, (model, key, wrong)


def test_every_link_in_the_page_has_its_heading(script: ModuleType) -> None:
    page = script.PAGE.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    anchors = [re.sub(r"[^a-z0-9 _-]", "", text.lower()).replace(" ", "-") for text in headings]
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r"\]\(#([^)]*)\)", page)) <= set(anchors)
