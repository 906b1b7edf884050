"""Browsers for tests of screens."""

import pytest
from flask.testing import FlaskClient


@pytest.fixture
def part(client: FlaskClient) -> FlaskClient:
    """A browser in which htmx asks."""
    client.environ_base["HTTP_HX_REQUEST"] = "true"
    return client
