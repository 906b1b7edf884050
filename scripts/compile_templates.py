"""Compile the templates of screens and reports, once for all processes of the tests.

Usage: python scripts/compile_templates.py
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from companion.reporting.report_html import templates
from companion.web import create_app


def compile_templates() -> None:
    """Compile them; the application keeps the result between starts."""
    with TemporaryDirectory() as folder:
        app = create_app({"DATABASE": str(Path(folder) / "companion.sqlite")})
        for environment in (app.jinja_env, templates()):
            for name in environment.list_templates(["html"]):
                environment.get_template(name)


if __name__ == "__main__":
    compile_templates()
