"""Compiled templates, kept as Python keeps compiled modules: only the first start compiles them."""

import contextlib
import sys
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket

FOLDER = Path(__file__).with_name("__pycache__")


class Compiled(FileSystemBytecodeCache):
    """Kept in files. What is not there, damaged or cannot be written is compiled anew."""

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # a file cut short says so in many ways
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled(templates: Environment) -> None:
    """Keep what is compiled of these templates from one start to the next, once all that shapes
    them is set; not where Python is told to keep nothing.
    """
    if sys.dont_write_bytecode or not FOLDER.is_dir():
        return
    templates.optimized = False  # filters are called when a template is poured, not kept with it
    shape = (templates.trim_blocks, templates.lstrip_blocks, sorted(templates.extensions))
    mark = sha256(repr(shape).encode()).hexdigest()[:8]
    templates.bytecode_cache = Compiled(str(FOLDER), f"template-{mark}-%s.cache")
