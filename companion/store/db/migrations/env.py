"""The Alembic environment, which runs migrations in the transaction of the given connection."""

from alembic import context
from sqlmodel import SQLModel

# imports all tables: Alembic compares a new revision with them
from companion.store.db import seat_tables, tables  # noqa: F401

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
