"""What a run has spent, in a file, and the most it may spend.

Before a request its highest possible price is reserved: a token has at least one byte, and an
answer at most the tokens the request allows. A request that would take the sum over the limit waits
for those under way, and is refused if none is. What became of a request that was interrupted is
unknown, so its whole reservation counts.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition
from typing import NamedTuple
from weakref import finalize

from entente.agents.budget import Budget
from entente.agents.endpoint import Model, Reply
from entente.agents.press.prices import Price, Prices, shown
from entente.agents.words import PACKAGE, user_error
from entente.kernel import Seat, UserError, say

OVERHEAD = 200  # tokens around the messages of a request
PATIENCE = 30.0  # seconds for another process

ANSWERED, FAILED, FREE, LOST = "answered", "failed", "free", "lost"


class CapReached(UserError):
    """The next request could exceed the limit: the run stops."""


class Call(NamedTuple):
    """A request and its price."""

    game: str
    seat: Seat
    model: str
    cost: int
    tokens_in: int
    tokens_out: int
    seconds: float
    status: str


class Spending:
    """The requests of a run; several threads use it at once."""

    def __init__(self, file: Path, prices: Prices, cap: int | None) -> None:
        self.prices, self.cap = prices, cap
        self._file = file
        self._under_way = 0
        self._changed = Condition()
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._book = sqlite3.connect(
                file, PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._book.execute("PRAGMA journal_mode = WAL")
            self._book.execute("PRAGMA synchronous = NORMAL")  # survives a kill of the process
        except sqlite3.Error as error:
            raise self._error(error) from None
        finalize(self, self._book.close)
        with self._open() as book:
            book.execute(
                "CREATE TABLE IF NOT EXISTS calls (number INTEGER PRIMARY KEY, game TEXT,"
                " seat TEXT, model TEXT, cost INTEGER, tokens_in INTEGER, tokens_out INTEGER,"
                " seconds REAL, status TEXT)"
            )
            book.execute("UPDATE calls SET status = ? WHERE status = ''", (LOST,))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Hold the file for one transaction; one thread at a time."""
        with self._changed:
            try:
                self._book.execute("BEGIN IMMEDIATE")
                try:
                    yield self._book
                except BaseException:
                    self._book.execute("ROLLBACK")
                    raise
                self._book.execute("COMMIT")
            except sqlite3.Error as error:
                raise self._error(error) from None

    def _error(self, error: sqlite3.Error) -> UserError:
        return user_error("mistake.llm_ledger", file=str(self._file), error=str(error))

    @property
    def spent(self) -> int:
        """What has been spent, with what is reserved."""
        with self._open() as book:
            return _sum(book)

    def calls(self, game: str | None = None) -> list[Call]:
        """Return all requests, or those of a game."""
        fields = "game, seat, model, cost, tokens_in, tokens_out, seconds, status"
        query = f"SELECT {fields} FROM calls"
        with self._open() as book:
            if game is None:
                rows = book.execute(f"{query} ORDER BY number").fetchall()
            else:
                rows = book.execute(f"{query} WHERE game = ? ORDER BY number", (game,)).fetchall()
        return [Call(*row) for row in rows]

    def reserve(self, game: str, seat: Seat, model: str, most: int) -> int:
        """Reserve the highest price of a request and return its number. Raise `CapReached` if that
        could exceed the limit."""
        with self._changed:
            while True:
                with self._open() as book:
                    spent = _sum(book)
                    if self.cap is None or most == 0 or spent + most <= self.cap:
                        row = (game, seat, model, most)
                        written = book.execute(
                            "INSERT INTO calls VALUES (NULL, ?, ?, ?, ?, 0, 0, 0, '')", row
                        )
                        self._under_way += 1
                        return int(written.lastrowid or 0)
                if not self._under_way:
                    raise self._reached(spent)
                self._changed.wait()

    def _reached(self, spent: int) -> CapReached:
        assert self.cap is not None
        most, currency = shown(self.cap, 2), self.prices.currency
        message = say("mistake.llm_cap", most=most, currency=currency, spent=shown(spent))
        return CapReached(message, PACKAGE)

    def settle(self, number: int, cost: int | None, reply: Reply | None, status: str) -> None:
        """Note the price of a request; without one its reservation stays."""
        figures = (reply.tokens_in, reply.tokens_out, reply.seconds) if reply else (0, 0, 0.0)
        with self._changed:
            with self._open() as book:
                book.execute(
                    "UPDATE calls SET cost = COALESCE(?, cost), tokens_in = ?, tokens_out = ?,"
                    " seconds = ?, status = ? WHERE number = ?",
                    (cost, *figures, status, number),
                )
            self._under_way -= 1
            self._changed.notify_all()


def _sum(book: sqlite3.Connection) -> int:
    return int(book.execute("SELECT COALESCE(SUM(cost), 0) FROM calls").fetchone()[0])


class SeatMeter:
    """Counts the requests of a seat: in its own budget, and in what the run spends."""

    def __init__(self, spending: Spending, game: str, seat: Seat, model: Model) -> None:
        self.spending, self.game, self.seat, self.model = spending, game, seat, model
        self.price: Price = spending.prices.models.get(model.model, Price(0.0, 0.0))
        self.budget = Budget(model)

    def begin(self, size: int) -> int:
        self.budget.begin(size)
        most = self.price.of(size + OVERHEAD, self.model.answer_tokens)
        return self.spending.reserve(self.game, self.seat, self.model.model, most)

    def end(self, number: int, reply: Reply | None, *, billed: bool) -> None:
        self.budget.end(0, reply, billed=billed)
        if reply is None:
            cost, status = (None, FAILED) if billed else (0, FREE)
        else:
            counted = self.price.of(reply.tokens_in, reply.tokens_out, reply.tokens_cached)
            cost, status = (counted if reply.counted else None), ANSWERED
        self.spending.settle(number, cost, reply, status)
