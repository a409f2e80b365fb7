"""The queue of work in PostgreSQL, and how web processes use it."""
