"""Who is viewing which table, in this process and in the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping


class Viewers:
    """The viewers of a table in one process.

    Users (of other processes, only those seated) and the number of sockets.
    """

    def __init__(self, users: Iterable[int] = (), sockets: int = 0) -> None:
        self.users = frozenset(users)
        self.sockets = sockets

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Viewers):
            return NotImplemented
        return (self.users, self.sockets) == (other.users, other.sockets)

    __hash__ = None  # type: ignore[assignment]


NO_VIEWERS = Viewers()


class Audience:
    """The viewers of all tables. The event loop changes it; any thread may read it."""

    def __init__(self) -> None:
        self._here: dict[str, Viewers] = {}
        # by process, then by table
        self._elsewhere: dict[str, dict[str, Viewers]] = defaultdict(dict)

    def tables(self) -> list[str]:
        """Return the tables viewed in this process."""
        return list(self._here)

    def here(self, table_id: str) -> Viewers:
        return self._here.get(table_id, NO_VIEWERS)

    def everywhere(self, table_id: str) -> list[Viewers]:
        """Return the viewers of a table in each process, this one first."""
        return [self.here(table_id), *self._elsewhere.get(table_id, {}).values()]

    def users_at(self, table_id: str) -> set[int]:
        """Return the users viewing a table; of other processes, only those seated."""
        return set().union(*(each.users for each in self.everywhere(table_id)))

    def is_viewed(self, table_id: str) -> bool:
        """Return whether anyone is viewing a table, in any process."""
        return any(each.sockets for each in self.everywhere(table_id))

    def watching(self) -> dict[str, int]:
        """Return the number of sockets at each viewed table, in all processes."""
        counts = {table_id: there.sockets for table_id, there in list(self._here.items())}
        for table_id, processes in list(self._elsewhere.items()):
            sockets = sum(each.sockets for each in list(processes.values()))
            counts[table_id] = counts.get(table_id, 0) + sockets
        return counts

    def set_here(self, table_id: str, onlookers: Viewers) -> None:
        if onlookers.sockets:
            self._here[table_id] = onlookers
        else:
            self._here.pop(table_id, None)

    def set_elsewhere(self, process: str, table_id: str, onlookers: Viewers) -> None:
        """Record who is viewing a table in another process."""
        if onlookers.sockets:
            self._elsewhere[table_id][process] = onlookers
            return
        processes = self._elsewhere.get(table_id, {})
        processes.pop(process, None)
        if not processes:
            self._elsewhere.pop(table_id, None)

    def set_process(self, process: str, viewers: Mapping[str, Viewers]) -> list[str]:
        """Record all viewers in another process; return the tables where they have changed."""
        before = {
            table_id: processes[process]
            for table_id, processes in self._elsewhere.items()
            if process in processes
        }
        changed = [
            table_id
            for table_id in before.keys() | viewers.keys()
            if before.get(table_id, NO_VIEWERS) != viewers.get(table_id, NO_VIEWERS)
        ]
        for table_id in changed:
            self.set_elsewhere(process, table_id, viewers.get(table_id, NO_VIEWERS))
        return changed

    def forget_processes(self, gone: Callable[[str], bool]) -> list[str]:
        """Forget processes that have ended; return the tables they viewed."""
        left = [
            (process, table_id)
            for table_id, processes in self._elsewhere.items()
            for process in processes
            if gone(process)
        ]
        for process, table_id in left:
            self.set_elsewhere(process, table_id, NO_VIEWERS)
        return list(dict.fromkeys(table_id for _, table_id in left))
