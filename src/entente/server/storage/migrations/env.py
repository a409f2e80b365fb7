"""Run Alembic's migrations on the connection that the server passes in."""

from __future__ import annotations

from alembic import context

from entente.server.storage.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
