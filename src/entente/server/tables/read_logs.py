"""The log of a match as each viewer reads it, extended as the match goes on."""

from __future__ import annotations

from collections.abc import Sequence

from entente.kernel import Seat, SeenEntry
from entente.kernel.match import Line
from entente.kernel.seen_log import Memo, SeenLog


class ReadLogs:
    """A cache of each viewer's log.

    Reading the whole log takes longer with every move. After an undo the log is read from the
    start.
    """

    def __init__(self) -> None:
        self._log: list[Line] = []
        self._memo: Memo = {}
        self._read: dict[Seat | None, tuple[int, SeenLog]] = {}

    @property
    def lines(self) -> int:
        """Return the number of cached lines, for all viewers together."""
        return sum([len(entries) for _, entries in list(self._read.values())])

    def of(self, viewer: Seat | None, log: list[Line]) -> Sequence[SeenEntry]:
        """Return the log as a viewer reads it."""
        if self._log is not log:
            self._log, self._read, self._memo = log, {}, {}
        known = self._read.get(viewer)
        lines, entries = (0, SeenLog(self._memo)) if known is None else known
        if lines != len(log):
            for line in log[lines:]:
                message = line.entry.seen_by(viewer)
                if message is not None:
                    entries.append(SeenEntry(line.move, message))
            self._read[viewer] = (len(log), entries)
        return entries
