"""Addresses in links are those that Flask builds, and are built once."""

from flask import Flask, url_for
from flask.testing import FlaskClient

from companion.web.render.addresses import address_of


def test_an_address_is_the_one_of_the_request(client: FlaskClient) -> None:
    app: Flask = client.application
    for base in ("http://one.test/", "http://one.test/folder"):
        with app.test_request_context("/game/1", base_url=base):
            for values in ({"game": 1}, {"game": 1, "of": "1"}, {"game": 1, "of": True}):
                for _ in range(2):
                    assert address_of("overview.map", **values) == url_for("overview.map", **values)


def test_a_link_from_the_past_leads_to_the_past(client: FlaskClient) -> None:
    app: Flask = client.application
    with app.test_request_context("/game/1/map"):
        app.preprocess_request()
        now = address_of("overview.map", game=1)
    with app.test_request_context("/game/1/map?then=4"):
        app.preprocess_request()
        assert address_of("overview.map", game=1) == f"{now}?then=4"
