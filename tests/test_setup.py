"""Tests of the set-up files: pinned for all platforms, no index server, unmodified htmx."""

import hashlib
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = ("requirements.txt", "requirements-dev.txt")


def pins(name: str) -> dict[str, str]:
    """Return each pinned requirement with the text of its hashes."""
    text = (ROOT / name).read_text(encoding="utf-8")
    found = {}
    for block in re.split(r"\n(?=\S)", text.strip()):
        head, _, rest = block.partition("\n")
        found[head.rstrip(" \\")] = rest
    return found


@pytest.mark.parametrize("name", FILES)
def test_every_requirement_is_pinned_with_the_hashes_of_all_its_files(name: str) -> None:
    for head, rest in pins(name).items():
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; .+)?", head), head
        # a source archive and at least one wheel; compiled packages have many
        assert rest.count("--hash=sha256:") >= 2, head


@pytest.mark.parametrize("name", FILES)
def test_requirements_name_no_server_and_no_folder(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not re.search(r"https?:|file:|--(extra-)?index|--find-links|--trusted| @ |^/", text)


def test_requirements_cover_the_platforms_that_need_more() -> None:
    assert any(head.startswith("colorama") and "win32" in head for head in pins(FILES[1]))


def test_test_requirements_hold_the_same_versions_as_those_to_play() -> None:
    play, test = pins(FILES[0]), pins(FILES[1])
    assert {head.partition(" ;")[0] for head in play} <= {head.partition(" ;")[0] for head in test}


def test_htmx_is_the_unmodified_file_of_the_version_named() -> None:
    folder = ROOT / "static" / "vendor" / "htmx"
    wanted, file = (folder / "SHA256").read_text(encoding="ascii").split()
    assert hashlib.sha256((folder / file).read_bytes()).hexdigest() == wanted
    version = (folder / "VERSION").read_text(encoding="ascii").strip()
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert package["devDependencies"]["htmx.org"] == version
    assert f'version:"{version}"' in (folder / file).read_text(encoding="utf-8")
    assert "BSD" in (folder / "LICENSE").read_text(encoding="utf-8")


def test_page_tools_are_pinned_to_one_version_and_locked_to_no_server() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    for name, version in package["devDependencies"].items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
    assert not (ROOT / "package-lock.json").exists()


def test_the_dark_theme_is_written_once() -> None:
    tokens = (ROOT / "static" / "css" / "shared" / "design-tokens.css").read_text(encoding="utf-8")
    light, _, dark = tokens.partition("@media (prefers-color-scheme: dark)")
    for half in (light, dark):
        assert len(re.findall(r"--sheet:", half)) == 1
