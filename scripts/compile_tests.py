"""Compile tests and templates, once for all processes that run them.

Usage: python scripts/compile_tests.py. Collecting the tests would compile them too, and import all
of them, which takes as long again.
"""

import compileall
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from _pytest.assertion import rewrite
from _pytest.assertion.rewrite import assertstate_key

from companion.reporting.report_html import templates
from companion.web import create_app

TESTS = Path(__file__).resolve().parents[1] / "tests"


class Compiler:
    """A plugin that compiles the tests with their explained assertions, instead of running them."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> bool:
        state = session.config.stash[assertstate_key]
        for file in TESTS.rglob("*.py"):
            if file.name != "conftest.py" and not file.name.startswith("test_"):
                compileall.compile_file(file, quiet=1)
                continue
            folder = file.parent / "__pycache__"
            folder.mkdir(exist_ok=True)
            kept = folder / (file.stem + rewrite.PYC_TAIL)
            if rewrite._read_pyc(file, kept) is None:
                mark, code = rewrite._rewrite_test(file, session.config)
                rewrite._write_pyc(state, code, mark, kept)
        return True


def compile_templates() -> None:
    """Compile the templates of screens and of reports."""
    with TemporaryDirectory() as folder:
        app = create_app({"DATABASE": f"{folder}/companion.sqlite"})
        for environment in (app.jinja_env, templates()):
            for name in environment.list_templates(["html"]):
                environment.get_template(name)


if __name__ == "__main__":
    sys.dont_write_bytecode = False
    compile_templates()
    pytest.main(["--collect-only", "-qqq", "--noconftest"], plugins=[Compiler()])
