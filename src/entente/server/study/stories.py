"""Stories of finished games, built on first request and cached."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from threading import Lock

from entente.kernel.story import Story, story_of
from entente.kernel.story_text import StoryText, render
from entente.server.problem import Problem
from entente.server.tables.room import Room
from entente.wire.tables import OVER

KEPT = 100  # cached stories


class _Place:
    """A slot in which one thread builds a story while others wait."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.story: Story | None = None


class Stories:
    """The stories of this process."""

    def __init__(self) -> None:
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._lock = Lock()

    def story_of(self, room: Room, language: str) -> StoryText:
        """Return the story of a finished table, where nothing is hidden."""
        if room.table.status != OVER:
            raise Problem(409, "moment.not_over")
        if room.outcome is None:  # closed by its host
            raise Problem(409, "moment.never_began")
        return render(self._story(room), room.match.game, language)

    def keep_only(self, tables: Collection[str]) -> None:
        """Forget the stories of all other tables."""
        with self._lock:
            for name in [each for each in self._places if each not in tables]:
                del self._places[name]

    def _story(self, room: Room) -> Story:
        place = self._place(room.table.id)
        with place.lock:
            if place.story is None:
                with room.lock:
                    match, agreed = room.match, room.outcome
                place.story = story_of(match, agreed)
            return place.story

    def _place(self, table: str) -> _Place:
        with self._lock:
            place = self._places.setdefault(table, _Place())
            self._places.move_to_end(table)
            while len(self._places) > KEPT:
                self._places.popitem(last=False)
            return place
