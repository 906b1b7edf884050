"""Run by Alembic: the migrations, in the transaction of the connection that was handed over."""

from alembic import context
from sqlmodel import SQLModel

# all tables there are: a new revision is held against them
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
