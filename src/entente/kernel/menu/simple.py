"""Simple menus: one of a list, a number, some things out of a collection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter
from random import Random

import msgspec

from entente.kernel.menu.indexing import Indexed
from entente.kernel.menu.validation import is_text, menu_error, wrong_bounds

_NUMBER = re.compile(r"\s*-?\d{1,18}\s*")


class Choose(Indexed, msgspec.Struct, frozen=True, gc=False, tag="choose"):
    """One of a list."""

    actions: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.actions:
            raise menu_error(self, "`actions` is empty")
        if type(self.actions) is not tuple and is_text(self.actions):
            raise menu_error(self, f"`actions` is a string, {self.actions!r}; it must be a tuple")

    def canonical(self, action: str) -> str | None:
        """Return the one spelling of an action; None if it is not on the menu."""
        return action if action in self.actions else None

    def __contains__(self, action: object) -> bool:
        return action in self.actions

    def size(self) -> int:
        """Return the number of actions."""
        return len(self.actions)

    def sample(self, rng: Random) -> str:
        """Return an action at random."""
        return self.actions[int(rng.random() * len(self.actions))]

    def __iter__(self) -> Iterator[str]:
        return iter(self.actions)


class Amount(Indexed, msgspec.Struct, frozen=True, gc=False, tag="amount"):
    """An integer between two bounds: `pay 3`."""

    verb: str
    least: int
    most: int

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise wrong_bounds(self, self.least, self.most)
        if not self.verb:
            raise menu_error(self, "`verb` is empty")

    def canonical(self, action: str) -> str | None:
        """Return the one spelling of an action; None if it is not on the menu."""
        verb, _, number = action.partition(" ")
        if verb != self.verb or not _NUMBER.fullmatch(number):
            return None
        amount = int(number)
        return f"{verb} {amount}" if self.least <= amount <= self.most else None

    def __contains__(self, action: object) -> bool:
        return isinstance(action, str) and self.canonical(action) is not None

    def size(self) -> int:
        """Return the number of actions."""
        return self.most - self.least + 1

    def sample(self, rng: Random) -> str:
        """Return an action at random."""
        return f"{self.verb} {rng.randint(self.least, self.most)}"

    def __iter__(self) -> Iterator[str]:
        return (f"{self.verb} {amount}" for amount in range(self.least, self.most + 1))


class Pick(Indexed, msgspec.Struct, frozen=True, gc=False, tag="pick"):
    """A number of things out of a counted collection: `lose france-infantry france-infantry`."""

    verb: str
    items: dict[str, int]
    number: int

    def __post_init__(self) -> None:
        if not self.verb:
            raise menu_error(self, "`verb` is empty")
        if self.number < 0:
            raise menu_error(self, f"`number` {self.number} is less than 0")
        there = sum(self.items.values())
        if there and min(self.items.values()) < 0:
            item, most = min(self.items.items(), key=itemgetter(1))
            raise menu_error(self, f"`items` has {most} of {item!r}")
        if self.number > there:
            raise menu_error(self, f"`number` {self.number} is more than the {there} `items`")

    def canonical(self, action: str) -> str | None:
        """Return the one spelling of an action; None if it is not on the menu."""
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
        """Return the number of actions."""
        return self._ways()[0][self.number]

    def sample(self, rng: Random) -> str:
        """Return an action at random."""
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
        """Return ways[i][n]: how many ways to pick n things from the items from i on."""
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
