"""Tests of compiled templates: kept between starts, and never outdated."""

import sys
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from companion import template_cache
from companion.template_cache import keep_compiled


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of compiled templates."""
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setattr(template_cache, "FOLDER", folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "page.html").write_text("{% if who %}Hello {{ who }}{% endif %}\n!")
    return folder


def poured(folder: Path, **shape: bool) -> str:
    """Render the template in a new environment, as after a start."""
    templates = Environment(loader=FileSystemLoader(folder), **shape)
    keep_compiled(templates)
    return templates.get_template("page.html").render(who="table")


def test_a_template_is_compiled_once(kept: Path) -> None:
    assert poured(kept.parent) == "Hello table\n!"
    (file,) = kept.iterdir()
    before = (file.stat().st_ino, file.stat().st_mtime_ns)
    assert poured(kept.parent) == "Hello table\n!"
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == before


def test_a_changed_template_is_poured_as_it_is_now(kept: Path) -> None:
    poured(kept.parent)
    (kept.parent / "page.html").write_text("Good evening")
    assert poured(kept.parent) == "Good evening"


def test_files_that_shape_templates_are_kept_apart(kept: Path) -> None:
    poured(kept.parent)
    assert poured(kept.parent, trim_blocks=True) == "Hello table!"


@pytest.mark.parametrize("left", [b"", b"j2", slice(40), slice(-20)])
def test_a_damaged_file_is_compiled_again(kept: Path, left: bytes | slice) -> None:
    poured(kept.parent)
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    file.write_bytes(left if isinstance(left, bytes) else whole[left])
    assert poured(kept.parent) == "Hello table\n!"
    assert file.read_bytes() == whole


def test_nothing_is_kept_where_nothing_can_be(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template_cache, "FOLDER", kept / "gone")
    assert poured(kept.parent) == "Hello table\n!"
    monkeypatch.setattr(template_cache, "FOLDER", kept)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert poured(kept.parent) == "Hello table\n!"
    assert not list(kept.iterdir())
