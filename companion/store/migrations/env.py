"""Run by Alembic: the migrations, in the transaction of the connection that was handed over."""

from alembic import context
from sqlmodel import SQLModel

from companion.store import tables  # noqa: F401 - its tables are what a new revision is held against

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
