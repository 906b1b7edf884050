"""Whoever watches the server is told whether the games can be reached, and nothing else."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import create_engine, text

from companion.store.games.game_store import GameStore
from companion.web import create_app
from tests.support.postgres import Own
from tests.support.stored_games import empty_file


@pytest.mark.both_databases
def test_all_is_well_while_the_games_can_be_read(client: FlaskClient) -> None:
    answer = client.get("/health")
    assert (answer.status_code, answer.text) == (200, "ok, 0 streams\n")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers


def test_a_file_that_is_gone_is_told_without_its_name(tmp_path: Path) -> None:
    file = empty_file(tmp_path)
    store = GameStore(file)
    client = create_app({"STORE": store}).test_client()
    file.unlink()
    answer = client.get("/health")
    assert (answer.status_code, answer.text) == (503, "the games cannot be reached\n")
    store.close()


def test_a_database_that_lets_nobody_in_is_told_and_so_is_its_return(own_database: Own) -> None:
    store = GameStore(own_database.empty())
    client = create_app({"STORE": store}).test_client()
    server = create_engine(own_database.server, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        allow = f"ALTER DATABASE {own_database.name} ALLOW_CONNECTIONS"
        connection.execute(text(f"{allow} false"))
        try:
            ended = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            connection.execute(text(f"{ended} WHERE datname = '{own_database.name}'"))
            assert client.get("/health").status_code == 503
        finally:
            connection.execute(text(f"{allow} true"))
    server.dispose()
    assert client.get("/health").status_code == 200
    store.close()
