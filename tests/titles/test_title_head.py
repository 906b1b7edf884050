"""The head of a title is read without the rest of its data."""

from pathlib import Path

import pytest

from companion import titles
from companion.board.tiles import DataError
from companion.titles import title_head
from companion.titles.title_head import TitleHead, read_head
from tests.titles.title_copy import change, copy_of


@pytest.mark.parametrize("slug", titles.titles())
def test_a_head_is_read_without_the_rest(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data, folder = titles.load(slug).data, titles.load(slug).folder
    whole = folder / "title.toml"
    parsed: list[str] = []
    monkeypatch.setattr(
        title_head.tomllib,
        "loads",
        lambda text, loads=title_head.tomllib.loads: parsed.append(text) or loads(text),
    )
    assert read_head(folder) == TitleHead(data.name, data.slug, tuple(data.cash))
    assert len(parsed) == 1 and len(parsed[0]) < len(whole.read_text("utf-8")) / 5


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[players] # table", "[ players ] # table"),
        ('name = "1830"', '\'name\' = """1830"""'),
        ("[words]", "x = [\n[1],\n]\n[words]"),
    ],
)
def test_a_head_that_is_written_otherwise_needs_the_whole_file(
    tmp_path: Path, old: str, new: str
) -> None:
    folder = copy_of("1830", tmp_path)
    change(folder / "title.toml", old, new)
    if "x = " in new:
        with pytest.raises(DataError, match=r"title.toml, line 10, x: is no key here"):
            read_head(folder)
    else:
        assert read_head(folder) == TitleHead("1830", "1830", (2, 3, 4, 5, 6))
