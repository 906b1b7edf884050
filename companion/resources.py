"""The folders of templates, static files and reports, in a checkout and in an installed copy.

They lie beside the package in a checkout, and inside it in a wheel.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """Return the folder of that name: templates, static or reports."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def pinned_packages() -> Path | None:
    """Return the file that pins the packages of a checkout, or None in an installed copy."""
    file = _PACKAGE.parent / "requirements.txt"
    return file if (_PACKAGE.parent / "pyproject.toml").is_file() and file.is_file() else None
