"""The tree of a chapter: nodes with what was played, and how they are stored.

A node is a step of the game: an action with the forced answers that follow, or the sealed answers
of several seats. Node 0 is the start. Children are in order, the main line first; node ids are
never used twice. A deleted subtree can be restored as long as it is kept.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from entente.kernel import Message, Move, Seat
from entente.kernel.decoding import prepare
from entente.kernel.record import Header

ROOT = 0
MOST_NODES = 8_000  # of a chapter: a long game and its variations
LONGEST = 2 * 1024**2  # bytes of a stored tree
KEPT_DELETED = 300  # deleted nodes that can be restored
LEVEL = 6  # of compression
GLYPHS = ("", "!", "?", "!!", "??", "!?", "?!")
COLOURS = ("green", "red", "blue", "yellow")
MOST_MARKS = 60  # on the board at one node


class StepAction(msgspec.Struct, frozen=True, array_like=True):
    """An action of a seat; `window` is the decision it answers, if that is not the first."""

    seat: Seat
    action: str
    window: int | None = None


class BoardMark(msgspec.Struct, frozen=True, array_like=True):
    """A mark on the board: an arrow from a thing to another, or a circle around one."""

    colour: str
    at: str
    to: str = ""


class Node(msgspec.Struct, array_like=True):
    """A step of the game with its glyph and marks.

    `open`: sealed answers of some seats are missing. `series` begins other dice and draws. `stage`
    is the stage of the game after the step, if it is another one than before. `changed` and
    `deleted` are versions of the chapter, 0 for never.
    """

    id: int
    parent: int
    acts: tuple[StepAction, ...] = ()
    open: bool = False
    series: int | None = None
    stage: Message | None = None
    glyph: str = ""
    marks: tuple[BoardMark, ...] = ()
    changed: int = 0
    deleted: int = 0
    marked: int = 0  # the version of the last change of glyph or marks

    def same_acts(self, acts: Sequence[StepAction]) -> bool:
        """Return whether the node has these acts; the order of different seats does not count."""
        if len(self.acts) != len(acts):
            return False
        return self.acts == tuple(acts) or _by_seat(self.acts) == _by_seat(acts)


def _by_seat(acts: Iterable[StepAction]) -> dict[Seat, list[StepAction]]:
    found: dict[Seat, list[StepAction]] = {}
    for each in acts:
        found.setdefault(each.seat, []).append(each)
    return found


class _Stored(msgspec.Struct, array_like=True):
    next: int
    series: int
    whole: int
    nodes: list[Node]


class ChapterStart(msgspec.Struct, array_like=True):
    """What a chapter starts from: the header of a record, and the moves up to its root."""

    header: Header
    moves: list[Move] = []


prepare(_Stored, ChapterStart)


class Tree:
    """The nodes of a chapter. `whole` is the last version that changed more than single nodes."""

    def __init__(self, nodes: Iterable[Node] = (), following: int = 1, series: int = 0) -> None:
        self.nodes: dict[int, Node] = {each.id: each for each in nodes}
        self.nodes.setdefault(ROOT, Node(ROOT, -1))
        self.next = following
        self.series = series  # the last series of dice and draws that was begun
        self.whole = 0
        self._children: dict[int, list[int]] | None = None

    # -- reading

    def __len__(self) -> int:
        return sum(not each.deleted for each in self.nodes.values())

    def node(self, node_id: int) -> Node | None:
        """Return a node that is not deleted."""
        found = self.nodes.get(node_id)
        return None if found is None or found.deleted else found

    def children(self, node_id: int) -> list[Node]:
        """Return the continuations of a node, the main line first."""
        if self._children is None:
            self._children = {}
            for each in self.nodes.values():
                if each.id != ROOT and not each.deleted:
                    self._children.setdefault(each.parent, []).append(each.id)
        return [self.nodes[each] for each in self._children.get(node_id, ())]

    def path(self, node_id: int) -> list[Node]:
        """Return the nodes from the start to a node, both included."""
        nodes = [self.nodes[node_id]]
        while nodes[-1].id != ROOT:
            nodes.append(self.nodes[nodes[-1].parent])
        return nodes[::-1]

    def main_line(self, node_id: int = ROOT) -> Iterator[Node]:
        """Yield a node and the first continuation of each, to the end."""
        node: Node | None = self.nodes[node_id]
        while node is not None:
            yield node
            node = next(iter(self.children(node.id)), None)

    def subtree(self, node_id: int) -> list[Node]:
        """Return a node and everything below it, parents first."""
        found, place = [self.nodes[node_id]], 0
        while place < len(found):
            found += self.children(found[place].id)
            place += 1
        return found

    def live(self) -> Iterator[Node]:
        """Yield the nodes in the order of reading: each before its continuations."""
        stack = [ROOT]
        while stack:
            node = self.nodes[stack.pop()]
            yield node
            stack += [each.id for each in reversed(self.children(node.id))]

    # -- changing

    def add(self, parent: int, acts: Sequence[StepAction], **more: object) -> Node:
        """Add a continuation, the last of its parent's."""
        node = Node(self.next, parent, tuple(acts), **more)  # type: ignore[arg-type]
        self.next += 1
        self.nodes[node.id] = node
        self._children = None
        return node

    def delete(self, node_id: int, version: int) -> list[int]:
        """Delete a node and everything below it; return the ids of nodes forgotten for good."""
        for each in self.subtree(node_id):
            each.deleted = version
        self._children = None
        self.whole = version
        return self._forget()

    def restore(self, node_id: int, version: int) -> bool:
        """Restore a node with what was deleted together with it; False if it is not kept."""
        node = self.nodes.get(node_id)
        if node is None or not node.deleted or self.node(node.parent) is None:
            return False
        gone, found = node.deleted, {node_id}
        for each in self.nodes.values():
            if each.deleted == gone and (each.id == node_id or each.parent in found):
                each.deleted, each.changed = 0, version
                found.add(each.id)
        self._children = None
        self.whole = version
        return True

    def promote(self, node_id: int, version: int) -> int | None:
        """Put a node's line before its siblings where it last branches off; return that node.

        None if the node is on the main line.
        """
        for node in reversed(self.path(node_id)[1:]):
            siblings = self.children(node.parent)
            if siblings[0].id != node.id:
                self._reorder(node, siblings)
                self.whole = version
                return node.id
        return None

    def put_after(self, node_id: int, before: int | None, version: int) -> bool:
        """Put a node after one of its siblings, or first: undoes a promotion."""
        node = self.node(node_id)
        if node is None or node_id == ROOT:
            return False
        siblings = [each for each in self.children(node.parent) if each.id != node_id]
        places = {each.id: place for place, each in enumerate(siblings, start=1)}
        if before is not None and before not in places:
            return False
        siblings.insert(0 if before is None else places[before], node)
        self._arrange(siblings)
        self.whole = version
        return True

    def _reorder(self, first: Node, siblings: list[Node]) -> None:
        self._arrange([first, *(each for each in siblings if each.id != first.id)])

    def _arrange(self, siblings: list[Node]) -> None:
        """Give siblings this order: their places in the list of nodes are reused."""
        ordered, mine = iter(siblings), {each.id for each in siblings}
        nodes = [next(ordered) if each.id in mine else each for each in self.nodes.values()]
        self.nodes = {each.id: each for each in nodes}
        self._children = None

    def _forget(self) -> list[int]:
        """Drop the nodes deleted longest ago, whole deletions at a time."""
        deleted = sorted((each.deleted, each.id) for each in self.nodes.values() if each.deleted)
        kept = {version for version, _ in deleted[-KEPT_DELETED:]}
        last = deleted[-1][0] if deleted else 0
        if len(deleted) > KEPT_DELETED and deleted[-KEPT_DELETED - 1][0] in kept:
            kept.discard(deleted[-KEPT_DELETED - 1][0])
        kept.add(last)
        gone = [node_id for version, node_id in deleted if version not in kept]
        for each in gone:
            del self.nodes[each]
        return gone


def pack_tree(tree: Tree) -> bytes:
    stored = _Stored(tree.next, tree.series, tree.whole, list(tree.nodes.values()))
    return zlib.compress(msgspec.msgpack.encode(stored), LEVEL)


def unpack_tree(data: bytes) -> Tree:
    stored = msgspec.msgpack.decode(zlib.decompress(data), type=_Stored)
    tree = Tree(stored.nodes, stored.next, stored.series)
    tree.whole = stored.whole
    return tree


def pack_start(start: ChapterStart) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(start), LEVEL)


def unpack_start(data: bytes) -> ChapterStart:
    return msgspec.msgpack.decode(zlib.decompress(data), type=ChapterStart)
