"""Cache of compiled templates on disk, so that only the first start compiles them."""

import contextlib
import sys
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket

FOLDER = Path(__file__).with_name("__pycache__")


class Compiled(FileSystemBytecodeCache):
    """Compiled templates in files; missing, damaged and unwritable ones are compiled again."""

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # a truncated file raises many kinds of exceptions
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled(templates: Environment) -> None:
    """Keep these templates' compiled code between starts.

    Call it after all settings of the environment. If Python writes no bytecode, what is there is
    read, and nothing is added.
    """
    if not FOLDER.is_dir():
        return
    templates.optimized = False  # call filters when a template is rendered, not when it is compiled
    shape = (templates.trim_blocks, templates.lstrip_blocks, sorted(templates.extensions))
    mark = sha256(repr(shape).encode()).hexdigest()[:8]
    templates.bytecode_cache = Compiled(str(FOLDER), f"template-{mark}-%s.cache")
