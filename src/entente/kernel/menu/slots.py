"""Slots: one choice for each of several things, all in one action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from random import Random

import msgspec

from entente.kernel.menu.counting import weighted_index
from entente.kernel.menu.indexing import Indexed
from entente.kernel.menu.validation import is_text, menu_error, reject_unknown

USUAL = 0.99
_MOST_COUNTED = 20_000  # cached states above which combinations are not counted


class Slots(Indexed, msgspec.Struct, frozen=True, gc=False, tag="slots"):
    """One choice for each slot, such as one order for each unit: `A VIE - TRI; F TRI H`.

    Sampling leaves `seldom` used slots at their first choice 99 times out of 100, so that random
    play does not resign every other turn. Of each group in `once`, at most one choice may be taken,
    in one slot only: a unit is removed once, and a province builds an army or a fleet.
    """

    slots: dict[str, tuple[str, ...]]
    seldom: tuple[str, ...] = ()
    once: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        if not all(self.slots.values()):
            slot = next(slot for slot, choices in self.slots.items() if not choices)
            raise menu_error(self, f"slot {slot!r} has no choices")
        if str in map(type, self.slots.values()):
            slot = next(slot for slot, choices in self.slots.items() if is_text(choices))
            raise menu_error(self, f"the choices of {slot!r} are a string; they must be a tuple")
        if self.seldom:
            reject_unknown(self, "seldom", self.seldom, self.slots)

    def listed(self) -> Slots:
        """Return the same menu with all choices listed, ready to be encoded."""
        return Slots(
            {slot: tuple(each) for slot, each in self.slots.items()}, self.seldom, self.once
        )

    def first(self) -> str:
        """Return the answer with the first choice of every slot."""
        return "; ".join(choices[0] for choices in self.slots.values())

    def canonical(self, action: str) -> str | None:
        """Return the one spelling of an action; None if it is not on the menu."""
        parts = [part.strip() for part in action.split(";")]
        if len(parts) != len(self.slots):
            return None
        in_order = zip(parts, self.slots.values(), strict=True)
        if not self.once and all(part in choices for part, choices in in_order):
            return "; ".join(parts)
        answer = []
        for choices in self.slots.values():
            part = next((part for part in parts if part in choices), None)
            if part is None:
                return None
            parts.remove(part)
            answer.append(part)
        return "; ".join(answer) if not self.clashing(answer) else None

    def __contains__(self, action: object) -> bool:
        return isinstance(action, str) and self.canonical(action) is not None

    def size(self) -> int:
        """Return the number of answers; if `once` makes them too many to count, ignore it."""
        if self.once:
            counted = Completions(self).count()
            if counted is not None:
                return counted
        return prod(len(choices) for choices in self.slots.values())

    def sample(self, rng: Random) -> str:
        """Return an action at random."""
        if self.once:
            return "; ".join(self._sampled_once(rng))
        seldom = self.seldom
        return "; ".join(
            [
                choices[0] if slot in seldom and rng.random() < USUAL else rng.choice(choices)
                for slot, choices in self.slots.items()
            ]
        )

    def __iter__(self) -> Iterator[str]:
        rows = product(*self.slots.values()) if not self.once else Completions(self).all()
        return ("; ".join(parts) for parts in rows)

    def clashing(self, choices: list[str]) -> tuple[str, ...]:
        """Return those of some choices that exclude each other; empty if none do."""
        for group in self.once:
            taken = tuple(choice for choice in choices if choice in group)
            if len(taken) > 1:
                return taken
        return ()

    def _sampled_once(self, rng: Random) -> list[str]:
        """Sample uniformly if the answers can be counted, otherwise slot by slot."""
        completions, chosen = Completions(self), list[str]()
        for slot, choices in self.slots.items():
            usual = slot in self.seldom and rng.random() < USUAL
            if usual and completions.possible([*chosen, choices[0]]):
                chosen.append(choices[0])
                continue
            able = [choice for choice in choices if completions.possible([*chosen, choice])]
            counts = [completions.count([*chosen, choice]) for choice in able]
            weights = [1 if count is None else count for count in counts]
            chosen.append(
                able[weighted_index(weights if None not in counts else [1] * len(able), rng)]
            )
        return chosen


class Completions:
    """How many ways, and which, remain to fill the slots after some choices.

    Choices already made are remembered only as far as they restrict the remaining slots.
    """

    def __init__(self, menu: Slots) -> None:
        self._menu = menu
        self._slots = list(menu.slots.values())
        self._groups = {
            choice: frozenset(n for n, group in enumerate(menu.once) if choice in group)
            for choices in self._slots
            for choice in choices
        }
        self._later = [frozenset[int]()]
        for choices in reversed(self._slots):
            here = frozenset(n for choice in choices for n in self._groups[choice])
            self._later.append(self._later[-1] | here)
        self._later.reverse()
        self._counts: dict[tuple[int, frozenset[int]], int] = {}
        self._possible: dict[tuple[int, frozenset[int]], bool] = {}
        self._too_many = False

    def count(self, chosen: list[str] | None = None) -> int | None:
        """Count the answers that begin with these choices; None if there are too many."""
        used = self._used(chosen or [])
        number = 0 if used is None else self._count(len(chosen or []), used)
        return None if self._too_many else number

    def possible(self, chosen: list[str]) -> bool:
        """Return whether any answer begins with these choices."""
        used = self._used(chosen)
        return used is not None and self._can(len(chosen), used)

    def all(self) -> Iterator[list[str]]:
        """Yield all answers, in the order of the choices."""
        return self._all([])

    def _all(self, chosen: list[str]) -> Iterator[list[str]]:
        if len(chosen) == len(self._slots):
            yield chosen
            return
        for choice in self._slots[len(chosen)]:
            if self.possible([*chosen, choice]):
                yield from self._all([*chosen, choice])

    def _used(self, chosen: list[str]) -> frozenset[int] | None:
        """Return the groups with a choice taken; None if a group has two."""
        used = frozenset[int]()
        for choice in chosen:
            if used & self._groups[choice]:
                return None
            used |= self._groups[choice]
        return used

    def _count(self, place: int, used: frozenset[int]) -> int:
        if place == len(self._slots) or self._too_many:
            return 1
        key = (place, used & self._later[place])
        if key not in self._counts:
            self._too_many = len(self._counts) >= _MOST_COUNTED
            self._counts[key] = sum(
                self._count(place + 1, used | self._groups[choice])
                for choice in self._slots[place]
                if not used & self._groups[choice]
            )
        return self._counts[key]

    def _can(self, place: int, used: frozenset[int]) -> bool:
        if place == len(self._slots):
            return True
        key = (place, used & self._later[place])
        if key not in self._possible:
            self._possible[key] = any(
                self._can(place + 1, used | self._groups[choice])
                for choice in self._slots[place]
                if not used & self._groups[choice]
            )
        return self._possible[key]
