"""Menus: what may be done at a decision.

An action is its written form, a plain string: a verb and words (`move germany-infantry berlin
belgium`). A menu says which strings are actions, can be sampled uniformly, and can be listed when
it is small. `canonical` gives the one spelling of an action that records and rules use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from math import prod
from random import Random

import msgspec

LISTABLE = 1000
USUAL = 0.99
_NUMBER = re.compile(r"\s*-?\d{1,18}\s*")


class Choose(msgspec.Struct, frozen=True, tag="choose"):
    """One of a list."""

    actions: tuple[str, ...]

    def canonical(self, action: str) -> str | None:
        return action if action in self.actions else None

    def __contains__(self, action: object) -> bool:
        return action in self.actions

    def size(self) -> int:
        return len(self.actions)

    def sample(self, rng: Random) -> str:
        return self.actions[int(rng.random() * len(self.actions))]

    def __iter__(self) -> Iterator[str]:
        return iter(self.actions)


class Amount(msgspec.Struct, frozen=True, tag="amount"):
    """A whole number between two bounds: `pay 3`."""

    verb: str
    least: int
    most: int

    def canonical(self, action: str) -> str | None:
        verb, _, number = action.partition(" ")
        if verb != self.verb or not _NUMBER.fullmatch(number):
            return None
        amount = int(number)
        return f"{verb} {amount}" if self.least <= amount <= self.most else None

    def __contains__(self, action: object) -> bool:
        return isinstance(action, str) and self.canonical(action) is not None

    def size(self) -> int:
        return self.most - self.least + 1

    def sample(self, rng: Random) -> str:
        return f"{self.verb} {rng.randint(self.least, self.most)}"

    def __iter__(self) -> Iterator[str]:
        return (f"{self.verb} {amount}" for amount in range(self.least, self.most + 1))


class Pick(msgspec.Struct, frozen=True, tag="pick"):
    """So many things out of a counted collection: `lose france-infantry france-infantry`."""

    verb: str
    items: dict[str, int]
    number: int

    def canonical(self, action: str) -> str | None:
        words = action.split()
        if len(words) != self.number + 1 or words[0] != self.verb:
            return None
        del words[0]
        picked = {item: words.count(item) for item in self.items}
        if sum(picked.values()) != self.number:
            return None
        if any(picked[item] > most for item, most in self.items.items()):
            return None
        return self._write(picked)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, str) and self.canonical(action) is not None

    def size(self) -> int:
        return self._ways()[0][self.number]

    def sample(self, rng: Random) -> str:
        ways, left, picked = self._ways(), self.number, {}
        for index, (item, most) in enumerate(self.items.items()):
            choice = rng.randrange(ways[index][left])
            for many in range(min(most, left) + 1):
                choice -= ways[index + 1][left - many]
                if choice < 0:
                    picked[item] = many
                    left -= many
                    break
        return self._write(picked)

    def __iter__(self) -> Iterator[str]:
        return (
            self._write(picked) for picked in self._picks(list(self.items.items()), self.number)
        )

    def _write(self, picked: dict[str, int]) -> str:
        return " ".join([self.verb, *(item for item, many in picked.items() for _ in range(many))])

    def _picks(self, items: list[tuple[str, int]], number: int) -> Iterator[dict[str, int]]:
        if not items:
            if number == 0:
                yield {}
            return
        (item, most), rest = items[0], items[1:]
        for many in range(min(most, number), -1, -1):
            for picked in self._picks(rest, number - many):
                yield {item: many, **picked}

    def _ways(self) -> list[list[int]]:
        """ways[i][n]: in how many ways n things can be picked from the items from i on."""
        ways = [[1] + [0] * self.number]
        for most in reversed(self.items.values()):
            below = ways[0]
            ways.insert(
                0,
                [
                    sum(below[left - many] for many in range(min(most, left) + 1))
                    for left in range(self.number + 1)
                ],
            )
        return ways


class Slots(msgspec.Struct, frozen=True, tag="slots"):
    """One choice for each slot, such as one order for each unit: `A VIE - TRI; F TRI H`.

    A sample leaves `seldom` used slots at their first choice, 99 times of 100: nobody who plays at
    random should give up every other turn.
    """

    slots: dict[str, tuple[str, ...]]
    seldom: tuple[str, ...] = ()

    def canonical(self, action: str) -> str | None:
        parts = [part.strip() for part in action.split(";")]
        if len(parts) != len(self.slots):
            return None
        answer = []
        for choices in self.slots.values():
            part = next((part for part in parts if part in choices), None)
            if part is None:
                return None
            parts.remove(part)
            answer.append(part)
        return "; ".join(answer)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, str) and self.canonical(action) is not None

    def size(self) -> int:
        return prod(len(choices) for choices in self.slots.values())

    def sample(self, rng: Random) -> str:
        return "; ".join(
            choices[0] if slot in self.seldom and rng.random() < USUAL else rng.choice(choices)
            for slot, choices in self.slots.items()
        )

    def __iter__(self) -> Iterator[str]:
        return ("; ".join(parts) for parts in product(*self.slots.values()))


class Form(msgspec.Struct, frozen=True, tag="form"):
    """Fields to fill in, each with its own menu; the optional ones may be left out.

    Written as `verb field=value; field=value`, in the order of the fields.
    """

    verb: str
    fields: dict[str, Choose | Amount | Pick]
    optional: tuple[str, ...] = ()

    def canonical(self, action: str) -> str | None:
        verb, _, rest = action.partition(" ")
        if verb != self.verb:
            return None
        given: dict[str, str] = {}
        for part in filter(None, (part.strip() for part in rest.split(";"))):
            name, equals, value = part.partition("=")
            menu = self.fields.get(name.strip())
            exact = menu.canonical(value.strip()) if menu is not None and equals else None
            if exact is None or name.strip() in given:
                return None
            given[name.strip()] = exact
        if any(name not in given and name not in self.optional for name in self.fields):
            return None
        return self._write(given)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, str) and self.canonical(action) is not None

    def size(self) -> int:
        return prod(menu.size() + (name in self.optional) for name, menu in self.fields.items())

    def sample(self, rng: Random) -> str:
        given = {}
        for name, menu in self.fields.items():
            if name in self.optional and rng.randrange(menu.size() + 1) == 0:
                continue
            given[name] = menu.sample(rng)
        return self._write(given)

    def __iter__(self) -> Iterator[str]:
        names = list(self.fields)
        values: list[list[str | None]] = [
            [*([None] if name in self.optional else []), *self.fields[name]] for name in names
        ]
        for row in product(*values):
            yield self._write({n: v for n, v in zip(names, row, strict=True) if v is not None})

    def _write(self, given: dict[str, str]) -> str:
        parts = [f"{name}={given[name]}" for name in self.fields if name in given]
        return " ".join(filter(None, [self.verb, "; ".join(parts)]))


Menu = Choose | Amount | Pick | Slots | Form


def listed(menu: Menu, limit: int = LISTABLE) -> tuple[str, ...] | None:
    """All actions of a menu, or None where there are more than `limit`."""
    if menu.size() > limit:
        return None
    return tuple(islice(menu, limit))
