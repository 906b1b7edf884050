"""An application with its own store."""

import pytest
from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from companion.web import create_app


@pytest.fixture
def client(store: GameStore) -> FlaskClient:
    """A browser without JavaScript."""
    app = create_app({"STORE": store})
    return app.test_client()


@pytest.fixture
def part(client: FlaskClient) -> FlaskClient:
    """A browser in which htmx asks."""
    client.environ_base["HTTP_HX_REQUEST"] = "true"
    return client
