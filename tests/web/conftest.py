"""An application with its own shelf."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.store.shelf import Shelf
from companion.web import create_app
from tests.stored import empty_shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    opened = empty_shelf(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def client(shelf: Shelf) -> FlaskClient:
    """A browser without JavaScript."""
    app = create_app({"SHELF": shelf})
    return app.test_client()


@pytest.fixture
def part(client: FlaskClient) -> FlaskClient:
    """A browser in which htmx asks."""
    client.environ_base["HTTP_HX_REQUEST"] = "true"
    return client
