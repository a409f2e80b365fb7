"""Positions at the nodes of chapters, replayed from the nearest one that is known.

Positions are not stored: a few of each chapter are cached, and where replaying takes long, a state
is stored now and then (`study_snapshots`), from which other processes and later readers go on.
"""

from __future__ import annotations

import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from threading import Lock, RLock
from typing import Any

import msgspec

from entente.kernel import Game, IllegalAction, Match, UserError, registry
from entente.kernel.data import Data
from entente.kernel.decoding import prepare
from entente.kernel.match import Line
from entente.kernel.message import Entry
from entente.kernel.record import Header
from entente.server.problem import Problem
from entente.server.studies.steps import Reached, played
from entente.server.studies.tree import ChapterStart, Node, StepAction

AnyGame = Game[Any, Any]
NodeKey = tuple[int, tuple[StepAction, ...]]  # a node, and what was played there
KEPT = 40  # cached positions of a chapter
CHAPTERS = 60  # chapters with cached positions
EVERY = 25  # steps between cached positions
COSTLY = 0.3  # seconds of replaying after which a state is stored
MOST_STORED = 60  # stored states of a chapter


class _Stored(msgspec.Struct, array_like=True):
    """A stored state; `log` has the last lines before it."""

    moves: int
    state: bytes
    log: list[tuple[int, Entry]]


prepare(_Stored)


def game_of(header: Header, kept: Data | None = None) -> AnyGame:
    """Return the game of a chapter, with the data it was begun with. Raise Problem without it."""
    try:
        game = registry.load_kept(header.game, header.overrides, header.data)
        if game is None and kept is not None:
            game = registry.load(header.game, header.overrides, kept)
    except UserError:
        raise Problem(409, "table.no_game", game=header.game) from None
    if game is None or (header.data and game.data_digest != header.data):
        raise Problem(409, "studies.old_data", game=header.game)
    if not game.info.supports_rules(header.rules):
        raise Problem(409, "studies.old_rules", made=header.rules, here=game.info.version)
    return game


class ChapterPositions:
    """The cached positions of a chapter."""

    def __init__(self, start: ChapterStart, game: AnyGame, stored: Mapping[int, bytes]) -> None:
        header = start.header
        assert header.seed is not None
        initial = None if header.start is None else msgspec.json.encode(header.start).decode()
        match = Match(game, header.options, header.seed, initial, header.rules)
        self.game = game
        self.start = start
        # A game restarted from a snapshot begins in one of its series of dice.
        self.seed = header.seed if header.pinned else match.seed
        self.options = match.options
        self.seats = match.seats
        self.lock = RLock()
        self.stored = dict(stored)
        self.new: dict[int, bytes] = {}  # states to be stored
        self._match = match
        self._kept: OrderedDict[NodeKey, Reached] = OrderedDict()

    def at(self, path: Sequence[Node]) -> Reached:
        """Return the position at the end of a path from the root; it must not be changed."""
        with self.lock:
            place, reached = self._nearest(path)
            if place == len(path) - 1:
                return reached
            reached, began = reached.copy(), time.thread_time()
            for number in range(place + 1, len(path)):
                node = path[number]
                try:
                    reached = played(reached, node.acts, self.seed, node.series)
                except IllegalAction:
                    raise Problem(409, "studies.not_legal") from None
                if time.thread_time() - began > COSTLY and self._store(node, reached):
                    began = time.thread_time()
                if number % EVERY == 0 and number < len(path) - 1:
                    self._keep(node, reached.copy())
            self._keep(path[-1], reached)
            return reached

    def keep(self, node: Node, reached: Reached) -> None:
        """Cache a position that was just played; it must not be changed from now on."""
        with self.lock:
            self._keep(node, reached)

    def take_new(self) -> dict[int, bytes]:
        """Return the states to be stored, once."""
        with self.lock:
            new, self.new = self.new, {}
            return new

    def _nearest(self, path: Sequence[Node]) -> tuple[int, Reached]:
        """Return the last node of a path whose position is known."""
        for place in range(len(path) - 1, -1, -1):
            key = _key(path[place])
            if key in self._kept:
                self._kept.move_to_end(key)
                return place, self._kept[key]
            if path[place].id in self.stored and not path[place].open:
                reached = self._load(self.stored[path[place].id])
                self._keep(path[place], reached)
                return place, reached
        reached = self._first()
        self._keep(path[0], reached)
        if path[0].id not in self.stored and self.start.moves:
            self._store(path[0], reached)
        return 0, reached

    def _first(self) -> Reached:
        """Return the position at the root."""
        match, pinned = self._match, self.start.header.pinned
        log = tuple(Line(pinned, line.entry) for line in match.log)
        reached = Reached(match.position.copy(), pinned, log)
        for move in self.start.moves:
            act = StepAction(move.seat, move.action, move.window)
            reached = played(reached, [act], self.seed, move.series)
        return reached

    def _store(self, node: Node, reached: Reached) -> bool:
        """Note a state to be stored, unless sealed answers of the node may still be changed."""
        if node.open or len(self.stored) >= MOST_STORED:
            return False
        state = self.game.save(reached.position.state)
        log = [(line.move, line.entry) for line in reached.log]
        packed = zlib.compress(msgspec.msgpack.encode(_Stored(reached.moves, state, log)))
        self.stored[node.id] = self.new[node.id] = packed
        return True

    def _load(self, packed: bytes) -> Reached:
        stored = msgspec.msgpack.decode(zlib.decompress(packed), type=_Stored)
        state = self.game.load(stored.state)
        state.rules = self._match.rules
        log = tuple(Line(move, entry) for move, entry in stored.log)
        return Reached(self.game.position(state), stored.moves, log)

    def _keep(self, node: Node, reached: Reached) -> None:
        self._kept[_key(node)] = reached
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def _key(node: Node) -> NodeKey:
    return (node.id, node.acts)


class StudyPositions:
    """The chapters with cached positions in this process."""

    def __init__(self) -> None:
        self._chapters: OrderedDict[str, ChapterPositions] = OrderedDict()
        self._used: dict[str, float] = {}  # when each was last used
        self._lock = Lock()

    def of(self, chapter_id: str, load: Callable[[], ChapterPositions]) -> ChapterPositions:
        """Return the positions of a chapter; `load` is called for one that is not cached."""
        with self._lock:
            self._used[chapter_id] = time.monotonic()
            found = self._chapters.get(chapter_id)
            if found is not None:
                self._chapters.move_to_end(chapter_id)
                return found
        found = load()
        with self._lock:
            found = self._chapters.setdefault(chapter_id, found)
            while len(self._chapters) > CHAPTERS:
                self._chapters.popitem(last=False)
            return found

    def tidy(self, idle: float) -> set[str]:
        """Drop the positions of chapters unused for this many seconds; return the others."""
        with self._lock:
            now = time.monotonic()
            for each in [name for name, used in self._used.items() if now - used > idle]:
                self._chapters.pop(each, None)
                del self._used[each]
            return set(self._chapters)

    def forget(self, chapter_ids: Collection[str]) -> None:
        """Drop the positions of deleted chapters."""
        with self._lock:
            for each in chapter_ids:
                self._chapters.pop(each, None)
