"""1839 is in the making: found where an environment names its package, as long as its tests run."""

import pytest

from companion.titles import MORE


@pytest.fixture(autouse=True)
def making(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package of the titles in the making."""
    monkeypatch.setenv(MORE, "companion.making")
