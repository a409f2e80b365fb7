"""The budget of a model: for one game, or shared by all processes that write to one ledger."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple, Protocol

from entente.agents.endpoint import Model, Reply, no_reply
from entente.agents.words import user_error

PATIENCE = 30.0  # seconds for others to write in the same ledger


class Usage(NamedTuple):
    requests: int = 0
    tokens: int = 0


class UsageStore(Protocol):
    """A store of the usage so far."""

    def spend(self, requests: int, tokens: int, most: Usage) -> bool:
        """Add usage, unless it is a request and the limit is reached; return whether it was
        added."""
        ...


class MemoryUsage:
    """The usage of one player in one game."""

    def __init__(self) -> None:
        self.spent = Usage()

    def spend(self, requests: int, tokens: int, most: Usage) -> bool:
        if requests and _is_exhausted(self.spent, most):
            return False
        self.spent = Usage(self.spent.requests + requests, self.spent.tokens + tokens)
        return True


class FileUsage:
    """A file shared by many processes, with the usage of each model under its name."""

    def __init__(self, file: str, model: str) -> None:
        self.file = file
        self.model = model

    def spend(self, requests: int, tokens: int, most: Usage) -> bool:
        with self._open() as book:
            row = book.execute(
                "SELECT requests, tokens FROM spent WHERE model = ?", (self.model,)
            ).fetchone()
            before = Usage(*row) if row else Usage()
            if requests and _is_exhausted(before, most):
                return False
            after = (self.model, before.requests + requests, before.tokens + tokens)
            book.execute("REPLACE INTO spent VALUES (?, ?, ?)", after)
            return True

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.file, PATIENCE, isolation_level=None)) as book:
                book.execute("BEGIN IMMEDIATE")
                book.execute(
                    "CREATE TABLE IF NOT EXISTS spent"
                    " (model TEXT PRIMARY KEY, requests INTEGER, tokens INTEGER)"
                )
                yield book
                book.execute("COMMIT")
        except sqlite3.Error as error:
            raise user_error("mistake.llm_ledger", file=self.file, error=str(error)) from None


def _is_exhausted(before: Usage, most: Usage) -> bool:
    return before.requests >= most.requests or before.tokens >= most.tokens


class Budget:
    """What a model may still use."""

    def __init__(self, model: Model) -> None:
        self.most = Usage(model.requests, model.tokens)
        name = f"{model.url} {model.model}"
        self.store: UsageStore = FileUsage(model.ledger, name) if model.ledger else MemoryUsage()

    def begin(self, size: int) -> int:
        """Count one more request; raise `NoReply` if the budget is spent."""
        if not self.store.spend(1, 0, self.most):
            requests, tokens = self.most
            raise no_reply("mistake.llm_spent", requests=requests, tokens=tokens)
        return 0

    def end(self, number: int, reply: Reply | None, *, billed: bool) -> None:
        """Record the tokens of an answer."""
        if reply is not None:
            self.store.spend(0, reply.tokens, self.most)
