"""Tests of where templates lie: in the folder of the blueprint that draws them."""

import re
from pathlib import Path

import pytest
from flask import Blueprint

from companion.web.app import SCREENS

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = ROOT / "templates"
COMMON = ("layout", "shared")  # folders that every blueprint may use
MODULES = {module.blueprint.name: module for module in SCREENS}


def folder(name: str) -> str:
    """Return the folder of a blueprint's templates: its room and its name."""
    return "/".join(MODULES[name].__name__.split(".")[2:])


@pytest.mark.parametrize("name", MODULES)
def test_a_blueprint_has_the_name_of_its_module(name: str) -> None:
    assert isinstance(MODULES[name].blueprint, Blueprint)
    assert MODULES[name].__name__.rpartition(".")[2] == name


@pytest.mark.parametrize("name", MODULES)
def test_the_pages_of_a_folder_are_drawn_by_its_room(name: str) -> None:
    room = Path(MODULES[name].__file__ or "").parent
    sources = "".join(file.read_text(encoding="utf-8") for file in sorted(room.rglob("*.py")))
    pages = (TEMPLATES / folder(name)).glob("[!_]*.html")
    assert {page for page in pages if f'"{folder(name)}/{page.name}"' not in sources} == set()


def test_every_folder_of_templates_belongs_to_a_blueprint_or_to_all() -> None:
    found = {file.parent.relative_to(TEMPLATES).as_posix() for file in TEMPLATES.rglob("*.html")}
    rooms = {folder(name).partition("/")[0] for name in MODULES}
    assert found <= {*COMMON, *rooms, *map(folder, MODULES)}


def test_every_fragment_is_included_or_drawn() -> None:
    texts = [file.read_text(encoding="utf-8") for file in sorted(TEMPLATES.rglob("*.html"))]
    texts += [file.read_text(encoding="utf-8") for file in (ROOT / "companion/web").rglob("*.py")]
    named = set(re.findall(r'"([\w/]+\.html)"', "".join(texts)))
    steps = "play/operating/_"  # the panel of a step is included by the kind of the step
    left = {file.relative_to(TEMPLATES).as_posix() for file in TEMPLATES.rglob("*.html")} - named
    assert {name for name in left if not name.startswith(steps)} == set()
