"""Menus of every kind, one inside the other, at random."""

from __future__ import annotations

from hypothesis import strategies as st

from entente.kernel.menu import Amount, Choose, Field, Form, ListOf, Menu, OneOf, Pick, Slots, Text

NAMES = ("area", "with", "until", "gold")


def simple(verb: str) -> st.SearchStrategy[Field]:
    """A menu that has none inside, with this verb or, of a list, these first words."""
    bags = st.dictionaries(st.sampled_from("xyz"), st.integers(0, 2), min_size=1, max_size=3)
    return st.one_of(
        st.lists(st.sampled_from([verb, f"{verb} a", f"{verb} b c"]), unique=True, min_size=1).map(
            lambda actions: Choose(tuple(actions))
        ),
        st.tuples(st.integers(-2, 2), st.integers(0, 3)).map(
            lambda bounds: Amount(verb, bounds[0], sum(bounds))
        ),
        bags.flatmap(
            lambda bag: st.integers(0, sum(bag.values())).map(
                lambda number: Pick(verb, bag, number)
            )
        ),
    )


def texts(verb: str) -> st.SearchStrategy[Field]:
    """A text with this verb."""
    bounds = st.tuples(st.integers(0, 3), st.integers(0, 8))
    return bounds.map(lambda each: Text(verb, each[0], sum(each)))


@st.composite
def fields(draw: st.DrawFn, verb: str = "do", depth: int = 2, free: bool = True) -> Field:
    """A menu whose actions begin with a verb; `free`: there may be texts in it."""
    kinds = ["simple", *["text"] * free, *["form", "many", "one_of"] * (depth > 0)]
    kind = draw(st.sampled_from(kinds))
    if kind == "simple":
        return draw(simple(verb))
    if kind == "text":
        return draw(texts(verb))
    if kind == "form":
        names = draw(st.lists(st.sampled_from(NAMES), unique=True, min_size=1, max_size=3))
        inside = {name: draw(fields(f"f{depth}", depth - 1, free)) for name in names}
        optional = [name for name in names if draw(st.booleans())]
        return Form(verb, inside, tuple(optional))
    if kind == "one_of":
        verbs = [f"{verb}{number}" for number in range(draw(st.integers(1, 3)))]
        return OneOf(tuple(draw(fields(each, depth - 1, free)) for each in verbs))
    item = draw(fields(f"i{depth}", depth - 1, free))
    distinct = draw(st.booleans())
    least = min(draw(st.integers(0, 2)), item.size() if distinct else 2)
    return ListOf(verb, item, least, least + draw(st.integers(0, 2)), distinct)


@st.composite
def slots(draw: st.DrawFn) -> Slots:
    """Slots with choices in common; some of them exclude each other."""
    choices = st.lists(st.sampled_from("abcd"), unique=True, min_size=1).map(tuple)
    filled = {f"s{number}": draw(choices) for number in range(draw(st.integers(1, 3)))}
    groups = st.lists(st.sampled_from("abcd"), unique=True, min_size=1).map(tuple)
    return Slots(filled, once=tuple(draw(st.lists(groups, max_size=3))))


def menus(*, free: bool = True) -> st.SearchStrategy[Menu]:
    """Any menu from which something can be chosen."""
    whole: st.SearchStrategy[Menu] = st.one_of(fields(free=free), slots())
    return whole.filter(lambda menu: menu.size() > 0)
