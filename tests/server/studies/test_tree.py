"""The tree of a chapter: order, deletion, what is kept and how it is stored."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from entente.kernel import Message
from entente.server.studies import tree as trees
from entente.server.studies.tree import BoardMark, StepAction, Tree, pack_tree, unpack_tree


def line(tree: Tree, parent: int, *actions: str) -> int:
    for each in actions:
        parent = tree.add(parent, [StepAction("north", each)]).id
    return parent


def words(tree: Tree) -> list[str]:
    return [each.acts[0].action for each in tree.live() if each.acts]


def branched() -> Tree:
    """A line of three, with an alternative to its second move and one to that."""
    tree = Tree()
    line(tree, 0, "a", "b", "c")
    line(tree, 1, "d", "e")
    line(tree, 1, "f")
    return tree


def test_nodes_are_read_each_before_its_continuations() -> None:
    assert words(branched()) == ["a", "b", "c", "d", "e", "f"]


def test_a_promoted_line_comes_first_and_can_be_put_back() -> None:
    tree = branched()
    assert tree.promote(6, 2) == 6
    assert words(tree) == ["a", "f", "b", "c", "d", "e"]
    assert tree.promote(5, 3) == 4
    assert words(tree) == ["a", "d", "e", "f", "b", "c"]
    assert tree.promote(5, 4) is None
    assert tree.put_after(4, 2, 5)
    assert words(tree) == ["a", "f", "b", "c", "d", "e"]
    assert tree.whole == 5


def test_a_node_is_not_put_after_what_is_no_sibling() -> None:
    tree = branched()
    assert not tree.put_after(4, 3, 2)
    assert not tree.put_after(0, None, 2)
    assert not tree.put_after(99, None, 2)


def test_a_deletion_is_undone_as_a_whole() -> None:
    tree = branched()
    tree.delete(3, 2)
    tree.delete(2, 3)
    assert words(tree) == ["a", "d", "e", "f"]
    assert tree.restore(2, 4)
    assert words(tree) == ["a", "b", "d", "e", "f"]  # what was deleted before stays so
    assert tree.restore(3, 5)
    assert words(tree) == ["a", "b", "c", "d", "e", "f"]
    assert not tree.restore(3, 6)


def test_what_lost_its_parent_is_not_restored() -> None:
    tree = branched()
    tree.delete(5, 2)
    tree.delete(4, 3)
    assert not tree.restore(5, 4)


def test_old_deletions_are_forgotten_whole() -> None:
    tree = Tree()
    first = line(tree, 0, "a")
    line(tree, first, *map(str, range(trees.KEPT_DELETED - 1)))
    second = line(tree, 0, "b")
    assert tree.delete(first, 2) == []
    gone = tree.delete(second, 3)
    assert len(gone) == trees.KEPT_DELETED
    assert not tree.restore(first, 4)
    assert tree.restore(second, 5)


def test_one_deletion_is_always_kept() -> None:
    tree = Tree()
    first = line(tree, 0, "a")
    line(tree, first, *map(str, range(2 * trees.KEPT_DELETED)))
    tree.delete(first, 2)
    assert tree.restore(first, 3)
    assert len(tree) == 2 * trees.KEPT_DELETED + 2


def test_ids_are_never_used_twice() -> None:
    tree = branched()
    tree.delete(6, 2)
    again = unpack_tree(pack_tree(tree))
    assert again.add(0, [StepAction("north", "g")]).id == 7


def test_a_stored_tree_is_the_same() -> None:
    tree = branched()
    tree.nodes[2].glyph, tree.nodes[2].marks = "!?", (BoardMark("green", "paris", "berlin"),)
    tree.nodes[3].stage, tree.series = Message("turn", {"n": 2}), 4
    tree.promote(6, 9)
    again = unpack_tree(pack_tree(tree))
    assert list(again.live()) == list(tree.live())
    assert (again.series, again.whole, again.next) == (4, 9, 7)


def test_the_order_of_different_seats_does_not_count() -> None:
    tree = Tree()
    one, two = StepAction("north", "a"), StepAction("south", "b")
    made = tree.add(0, [one, two])
    assert made.same_acts([two, one])
    assert not made.same_acts([one])
    again = StepAction("north", "c")
    made.acts = (one, again)
    assert not made.same_acts([again, one])  # of one seat it does


@given(st.integers(0, 2**32))
def test_any_tree_can_be_changed_and_stored(seed: int) -> None:
    """After any changes, every live node hangs on the start, once; a stored tree reads the same."""
    rng, tree = Random(seed), Tree()
    for version in range(1, 30):
        live = [each.id for each in tree.live()]
        what, chosen = rng.randrange(6), rng.choice(live)
        if what < 3:
            line(tree, chosen, str(version))
        elif what == 3 and chosen:
            tree.delete(chosen, version)
        elif what == 4 and chosen:
            tree.promote(chosen, version)
        elif deleted := [each.id for each in tree.nodes.values() if each.deleted]:
            tree.restore(rng.choice(deleted), version)
        again = [each.id for each in tree.live()]
        assert len(again) == len(set(again)) == len(tree)
        assert all(tree.path(each)[0].id == 0 for each in again)
        assert [each.id for each in unpack_tree(pack_tree(tree)).live()] == again
