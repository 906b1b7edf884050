"""A small title of data, and other versions of it, as packs."""

from pathlib import Path

import companion.cli.title
from companion.titles.packs import NEEDED, Pack

TEMPLATE = Path(companion.cli.title.TEMPLATE)


def pack_of(*changes: tuple[str, str], slug: str = "my-line") -> Pack:
    """The pack of the template for new titles, with changes of its texts."""
    files = {name: (TEMPLATE / name).read_text(encoding="utf-8") for name in NEEDED}
    for old, new in (('"my-title"', f'"{slug}"'), *changes):
        assert any(old in text for text in files.values()), old
        files = {name: text.replace(old, new) for name, text in files.items()}
    return Pack(files)
