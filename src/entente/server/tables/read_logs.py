"""The log of a match as each viewer has read it, which grows with the match."""

from __future__ import annotations

from collections.abc import Sequence

from entente.kernel import Seat, SeenEntry
from entente.kernel.match import Line


class ReadLogs:
    """What each viewer has read, kept from change to change: reading it all anew takes longer with
    every move. An undo makes the log another one, which is read from its beginning."""

    def __init__(self) -> None:
        self._log: list[Line] = []
        self._read: dict[Seat | None, tuple[int, list[SeenEntry]]] = {}

    @property
    def lines(self) -> int:
        """How many lines are kept, for all viewers together."""
        return sum(len(told) for _, told in list(self._read.values()))

    def of(self, viewer: Seat | None, log: list[Line]) -> Sequence[SeenEntry]:
        """The log as a viewer reads it."""
        if self._log is not log:
            self._log, self._read = log, {}
        lines, told = self._read.get(viewer, (0, []))
        if lines != len(log):
            for line in log[lines:]:
                message = line.entry.seen_by(viewer)
                if message is not None:
                    told.append(SeenEntry(line.move, message))
            self._read[viewer] = (len(log), told)
        return told
