"""Nested menus: a form with fields, one of several forms, a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import count, islice
from random import Random

import msgspec

from entente.kernel.menu.counting import LISTABLE, product, sampling_weights, total, weighted_index
from entente.kernel.menu.indexing import Indexed
from entente.kernel.menu.simple import Amount, Choose, Pick
from entente.kernel.menu.syntax import first_word, inside, parts
from entente.kernel.menu.text import Text
from entente.kernel.menu.validation import menu_error, reject_unknown, wrong_bounds

_TRIES = 100  # samples drawn to find an item not yet in a list


class Form(Indexed, msgspec.Struct, frozen=True, tag="form", dict=True):
    """Fields to fill in, each with its own menu; optional ones may be left out.

    Written as `verb field=value; field=value`, in the order of the fields. A nested form is
    enclosed in brackets: `offer with=(power name=rome; rank=2)`. Words of a field's choices contain
    no `;` and no unbalanced brackets or quotes.
    """

    verb: str
    fields: dict[str, Field]
    optional: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.verb:
            raise menu_error(self, "`verb` is empty")
        if not self.fields:
            raise menu_error(self, "`fields` is empty")
        if self.optional:
            reject_unknown(self, "optional", self.optional, self.fields)

    def canonical(self, action: str) -> str | None:
        """Return the one spelling of an action; None if it is not on the menu."""
        values = self.read(action)
        return None if values is None else self.write(values)

    def read(self, action: str) -> dict[str, str] | None:
        """Return the values of the fields, each an action of its menu; None if the text is not an
        action of this form."""
        verb, _, rest = action.partition(" ")
        pieces = parts(rest, ";") if verb == self.verb else None
        if pieces is None:
            return None
        values: dict[str, str] = {}
        for part in filter(None, pieces):
            name, equals, value = part.partition("=")
            name = name.strip()
            menu = self.fields.get(name)
            exact = read_value(menu, value) if menu is not None and equals else None
            if exact is None or name in values:
                return None
            values[name] = exact
        if any(name not in values and name not in self.optional for name in self.fields):
            return None
        return values

    def __contains__(self, action: object) -> bool:
        return isinstance(action, str) and self.canonical(action) is not None

    def size(self) -> int:
        """Return the number of actions."""
        return self._size

    @cached_property
    def _size(self) -> int:
        return product(menu.size() + (name in self.optional) for name, menu in self.fields.items())

    def sample(self, rng: Random) -> str:
        """Return an action at random."""
        values = {}
        for name, menu in self.fields.items():
            if name in self.optional and _left_out(menu.size(), rng):
                continue
            values[name] = menu.sample(rng)
        return self.write(values)

    def __iter__(self) -> Iterator[str]:
        return (self.write(values) for values in self._filled(list(self.fields), {}))

    def _filled(self, names: Sequence[str], values: dict[str, str]) -> Iterator[dict[str, str]]:
        if not names:
            yield values
            return
        name, *rest = names
        if name in self.optional:
            yield from self._filled(rest, values)
        for value in self.fields[name]:
            yield from self._filled(rest, {**values, name: value})

    def write(self, values: dict[str, str]) -> str:
        """Return the action with these values, actions of the fields' menus."""
        filled = [
            f"{name}={write_value(menu, values[name])}"
            for name, menu in self.fields.items()
            if name in values
        ]
        return " ".join(filter(None, [self.verb, "; ".join(filled)]))


class OneOf(Indexed, msgspec.Struct, frozen=True, tag="one_of", dict=True):
    """One of several forms or other menus. Each begins with words of its own."""

    forms: tuple[Field, ...]

    def __post_init__(self) -> None:
        if not self.forms:
            raise menu_error(self, "`forms` is empty")
        if len(self.forms) > 1:
            words = [first_words(form) for form in self.forms]
            if len(frozenset().union(*words)) < sum(map(len, words)):
                raise ValueError(f"two forms begin with {_first_twice(words)!r}")

    def canonical(self, action: str) -> str | None:
        """Return the one spelling of an action; None if it is not on the menu."""
        form = self.form_of(action)
        return form.canonical(action.strip()) if form is not None else None

    def __contains__(self, action: object) -> bool:
        return isinstance(action, str) and self.canonical(action) is not None

    def size(self) -> int:
        """Return the number of actions."""
        return self._size

    @cached_property
    def _size(self) -> int:
        return total(form.size() for form in self.forms)

    def sample(self, rng: Random) -> str:
        """Return an action at random."""
        sizes = [form.size() for form in self.forms]
        return self.forms[weighted_index(sampling_weights(sizes), rng)].sample(rng)

    def __iter__(self) -> Iterator[str]:
        for form in self.forms:
            yield from form

    def form_of(self, action: str) -> Field | None:
        """Return the form that an action's first word belongs to."""
        return self._by_word.get(first_word(action.strip()))

    @cached_property
    def _by_word(self) -> dict[str, Field]:
        return {word: form for form in self.forms for word in first_words(form)}


class ListOf(Indexed, msgspec.Struct, frozen=True, tag="many", dict=True):
    """A list of items: `clauses [cede area=egypt | pay gold=pay 2]`; the verb may be empty.

    The order is kept as written, even if items are distinct: whether it matters is up to the rules.
    For a plain set use `Pick`.
    """

    verb: str
    item: Field
    least: int
    most: int
    distinct: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.least <= self.most:
            raise wrong_bounds(self, self.least, self.most)
        if self.distinct and isinstance(self.item, (Choose, Amount)):
            there = self.item.size()
            if there < self.least:
                raise menu_error(
                    self, f"`least` {self.least} distinct items, but there are only {there}"
                )

    def canonical(self, action: str) -> str | None:
        """Return the one spelling of an action; None if it is not on the menu."""
        items = self.read(action)
        if items is None or not self.least <= len(items) <= self.most:
            return None
        exact = list[str]()
        for item in items:
            spelled = self.item.canonical(item)
            if spelled is None:
                return None
            exact.append(spelled)
        if self.distinct and len(set(exact)) < len(exact):
            return None
        return self.write(exact)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, str) and self.canonical(action) is not None

    def size(self) -> int:
        """Return the number of actions."""
        return self._size

    @cached_property
    def _size(self) -> int:
        return total(self._ways())

    def sample(self, rng: Random) -> str:
        """Return an action at random."""
        ways = self._counted
        number = self.least + weighted_index(sampling_weights(ways), rng)
        items = list[str]()
        while len(items) < number:
            items.append(self._another(items, rng))
        return self.write(items)

    @cached_property
    def _counted(self) -> list[int]:
        """The number of lists of each length, shortest first."""
        return list(islice(self._ways(), LISTABLE))

    def __iter__(self) -> Iterator[str]:
        for number, ways in zip(count(self.least), self._ways(), strict=False):
            if ways:
                yield from map(self.write, self._lists(number, []))

    def read(self, action: str) -> list[str] | None:
        """Return the items of an action as written; None if it is not written as a list."""
        verb, _, rest = action.partition(" ") if self.verb else ("", "", action)
        within = inside(rest.strip(), "[]") if verb == self.verb else None
        if within is None:
            return None
        return parts(within, "|") if within else []

    def write(self, items: Sequence[str]) -> str:
        """Return the action with these items."""
        return " ".join(filter(None, [self.verb, f"[{' | '.join(items)}]"]))

    def _ways(self) -> Iterator[int]:
        """Yield the number of lists of each length, shortest first, capped."""
        size, ways = self.item.size(), 1
        for number in range(self.most + 1):
            if number >= self.least:
                yield ways
            ways = product([ways, size - number if self.distinct else size])

    def _lists(self, number: int, items: list[str]) -> Iterator[list[str]]:
        if number == 0:
            yield items
            return
        for item in self.item:
            if not self.distinct or item not in items:
                yield from self._lists(number - 1, [*items, item])

    def _another(self, items: Sequence[str], rng: Random) -> str:
        """Sample one more item for a list."""
        if not self.distinct:
            return self.item.sample(rng)
        for _ in range(_TRIES):
            item = self.item.sample(rng)
            if item not in items:
                return item
        return next(item for item in self.item if item not in items)


Field = Choose | Amount | Pick | Text | Form | OneOf | ListOf


def first_words(menu: Field) -> frozenset[str]:
    """Return the words that the actions of a menu begin with."""
    if isinstance(menu, Choose):
        return _words_of(menu.actions)
    if isinstance(menu, OneOf):
        return frozenset(word for form in menu.forms for word in first_words(form))
    if isinstance(menu, Text):
        return frozenset([menu.verb or '"'])
    if isinstance(menu, ListOf):
        return frozenset([menu.verb or "["])
    return frozenset([menu.verb])


def _first_twice(words: list[frozenset[str]]) -> str:
    """Return the first word that two of these sets share."""
    seen: set[str] = set()
    for each in words:
        if twice := sorted(seen & each):
            return twice[0]
        seen |= each
    raise AssertionError("the sets are disjoint")


@lru_cache(maxsize=1024)
def _words_of(actions: tuple[str, ...]) -> frozenset[str]:
    verb, lines = actions[0].partition(" ")[0], "\n".join(["", *actions])
    if lines.count(f"\n{verb} ") == len(actions) == lines.count("\n") and verb[0] not in '["':
        return frozenset([verb])  # the usual case: all are written with the same verb
    words = frozenset([action.partition(" ")[0] for action in actions])
    if any(word[:1] in ("[", '"') for word in words):
        return frozenset(map(first_word, actions))
    return words


def read_value(menu: Field, value: str) -> str | None:
    """Return the action of a field's menu that a value stands for; None if it is not one."""
    written = opened(menu, value)
    return menu.canonical(written) if written is not None else None


def opened(menu: Field, value: str) -> str | None:
    """Return the value of a field without the brackets its menu requires; None if they are
    missing."""
    return inside(value.strip(), "()") if isinstance(menu, (Form, OneOf)) else value.strip()


def write_value(menu: Field, action: str) -> str:
    """Return an action of a field's menu as the value of the field."""
    return f"({action})" if isinstance(menu, (Form, OneOf)) else action


def _left_out(size: int, rng: Random) -> bool:
    """Sample whether to leave out an optional field: as one of its choices, or half the time if
    they are very many."""
    return rng.randrange(size + 1) == 0 if size <= LISTABLE else rng.random() < 1 / 2
