"""The title is in the making: found where the environment names its package, for its tests."""

import pytest

from companion.titles import MORE


@pytest.fixture(autouse=True)
def making(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package of the titles in the making."""
    monkeypatch.setenv(MORE, "companion.making")
