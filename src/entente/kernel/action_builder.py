"""Build a compound action one choice at a time: slot by slot, field by field, item by item.

Environments and search need short lists of choices; a form in the terminal asks for one value after
the other. Each action of a menu is reached by exactly one series of choices. Free text is the
exception: a few examples are offered, and any text within the bounds is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, islice
from typing import NamedTuple

from entente.kernel.menu import Amount, Choose, Field, Form, ListOf, Menu, OneOf, Pick, Slots, Text
from entente.kernel.menu.slots import Completions

WITHOUT, END = "without", "end"
BETWEEN = " › "
FEW = 100  # numbers listed at once; a larger range is split first

Path = tuple[str, ...]


class Exit(NamedTuple):
    """A choice that skips a blank: leave out an optional field (`without`) or end a list
    (`end`)."""

    kind: str
    path: Path

    @property
    def choice(self) -> str:
        return " ".join(filter(None, [self.kind, BETWEEN.join(self.path)]))


class NextChoice(NamedTuple):
    """The next blank to fill: its path in the action, its menu, and the exits that skip it.

    `offered` holds the examples of a text. If only exits remain, the menu lists them.
    """

    path: Path
    menu: Choose | Amount | Pick | Text
    exits: tuple[Exit, ...] = ()
    offered: tuple[str, ...] = ()

    def choices(self) -> tuple[str, ...]:
        own = self.menu.actions if isinstance(self.menu, Choose) else self.offered
        return tuple(dict.fromkeys((*(each.choice for each in self.exits), *own)))

    def canonical(self, choice: str) -> str | None:
        """Return the canonical spelling of a choice; None if it is not legal."""
        is_exit = any(choice == each.choice for each in self.exits)
        return choice if is_exit else self.menu.canonical(choice)


@dataclass(frozen=True)
class ActionBuilder:
    """A partly built action. With `whole`, a number or a pick of things is a single choice."""

    menu: Menu
    chosen: tuple[str, ...] = ()
    whole: bool = False

    @cached_property
    def _reached(self) -> NextChoice | str:
        return _after(_ask(self.menu, (), self.whole), self.chosen)

    @property
    def blank(self) -> NextChoice | None:
        """The next blank to fill; None if the action is complete."""
        return self._reached if isinstance(self._reached, NextChoice) else None

    @property
    def slot(self) -> str:
        """The name of the next blank: its path, joined."""
        return BETWEEN.join(self.blank.path) if self.blank else ""

    @property
    def done(self) -> bool:
        return self.blank is None

    @property
    def action(self) -> str:
        """The complete action in its canonical spelling."""
        if not isinstance(self._reached, NextChoice):
            return self._reached
        raise ValueError(f"the action is incomplete: no choice for {self.slot!r}")

    def choices(self) -> tuple[str, ...]:
        """Return the legal next choices; of a text, examples."""
        return self.blank.choices() if self.blank else ()

    def choose(self, choice: str) -> ActionBuilder:
        """Return a builder with one more choice."""
        exact = self.blank.canonical(choice) if self.blank else None
        if exact is None:
            raise ValueError(f"{choice!r} is not a legal choice for {self.slot!r}")
        further = ActionBuilder(self.menu, (*self.chosen, exact), self.whole)
        _ = further._reached  # raises if the item is already in the list
        return further

    def back(self) -> ActionBuilder:
        """Return a builder without the last choice."""
        return ActionBuilder(self.menu, self.chosen[:-1], self.whole)


# -- asking for blanks

Asking = Generator[NextChoice, str, str]


def _ask(menu: Menu, path: Path, whole: bool) -> Asking:
    """Yield the blanks of an action one by one; the caller sends one of the choices."""
    if isinstance(menu, Slots):
        return (yield from _ask_slots(menu, path))
    if isinstance(menu, Form):
        return (yield from _ask_form(menu, path, whole))
    if isinstance(menu, OneOf):
        return (yield from _ask_one_of(menu, path, whole))
    if isinstance(menu, ListOf):
        return (yield from _ask_many(menu, path, whole))
    if isinstance(menu, Text):
        return (yield NextChoice(path, menu, offered=menu.examples()))
    if isinstance(menu, Amount) and not whole:
        return (yield from _ask_amount(menu, path))
    if isinstance(menu, Pick) and not whole:
        return (yield from _ask_pick(menu, path))
    return (yield NextChoice(path, menu))


def _ask_amount(menu: Amount, path: Path) -> Asking:
    """Ask for a number; from a large range, for a subrange first: `1..1000`."""
    least, most = menu.least, menu.most
    while most - least >= FEW:
        width = -(-(most - least + 1) // FEW)
        ranges = [(n, min(n + width - 1, most)) for n in range(least, most + 1, width)]
        choice = yield NextChoice(path, Choose(tuple(f"{a}..{b}" for a, b in ranges)))
        least, most = map(int, choice.split(".."))
    return (yield NextChoice(path, Choose(tuple(Amount(menu.verb, least, most)))))


def _ask_pick(menu: Pick, path: Path) -> Asking:
    """Ask for one thing after the other, in the order of the stock."""
    stock, picked = list(menu.items.items()), list[str]()
    while len(picked) < menu.number:
        left = menu.number - len(picked)
        able = [
            n for n in range(len(stock)) if stock[n][1] and sum(m for _, m in stock[n:]) >= left
        ]
        choice = yield NextChoice(path, Choose(tuple(stock[n][0] for n in able)))
        place = next(n for n in able if stock[n][0] == choice)
        stock = [(choice, stock[place][1] - 1), *stock[place + 1 :]]
        picked.append(choice)
    return " ".join([menu.verb, *picked])


def _ask_slots(menu: Slots, path: Path) -> Asking:
    completions, chosen = Completions(menu), list[str]()
    for slot, choices in menu.slots.items():
        able = tuple(each for each in choices if completions.possible([*chosen, each]))
        chosen.append((yield NextChoice((*path, slot), Choose(able))))
    return "; ".join(chosen)


def _ask_form(menu: Form, path: Path, whole: bool) -> Asking:
    values: dict[str, str] = {}
    for name, field in menu.fields.items():
        place = (*path, name)
        if name not in menu.optional:
            values[name] = yield from _ask(field, place, whole)
        elif field.size():
            value = yield from _unless(Exit(WITHOUT, place), _ask(field, place, whole))
            if value is not None:
                values[name] = value
    return menu.write(values)


def _ask_one_of(menu: OneOf, path: Path, whole: bool) -> Asking:
    """Ask for the first word of a form, then for the rest; for the whole action of a plain list."""
    choice = yield NextChoice(path, Choose(tuple(_kinds(menu))))
    form = menu.form_of(choice)
    while isinstance(form, OneOf):
        form = form.form_of(choice)
    assert form is not None  # the choice came from _kinds
    return choice if isinstance(form, Choose) else (yield from _ask(form, path, whole))


def _kinds(menu: OneOf) -> Iterator[str]:
    for form in menu.forms:
        if isinstance(form, OneOf):
            yield from _kinds(form)
        elif isinstance(form, Choose):
            yield from form.actions
        elif form.size():
            yield form.verb or ("[" if isinstance(form, ListOf) else '"')


def _ask_many(menu: ListOf, path: Path, whole: bool) -> Asking:
    items, size = list[str](), menu.item.size()
    while len(items) < menu.most and size > (len(items) if menu.distinct else 0):
        place = (*path, str(len(items) + 1))
        taken = items if menu.distinct else ()
        asking = _ask_new(menu.item, place, taken, whole)
        if len(items) < menu.least:
            items.append((yield from asking))
            continue
        item = yield from _unless(Exit(END, path), asking)
        if item is None:
            break
        items.append(item)
    return menu.write(items)


def _unless(exit_: Exit, asking: Asking) -> Generator[NextChoice, str, str | None]:
    """Ask, with an exit at the first blank; return None if the exit is chosen."""
    try:
        blank = next(asking)
    except StopIteration as finished:  # nothing to choose but whether to include it
        action: str = finished.value
        choice = yield NextChoice(exit_.path, Choose((action,)), (exit_,))
        return None if choice == exit_.choice else action
    choice = yield blank._replace(exits=(exit_, *blank.exits))
    return None if choice == exit_.choice else (yield from _resume(asking, choice))


def _resume(asking: Asking, choice: str) -> Asking:
    while True:
        try:
            blank = asking.send(choice)
        except StopIteration as finished:
            return str(finished.value)
        choice = yield blank


# -- distinct items


def _ask_new(menu: Field, path: Path, taken: Collection[str], whole: bool) -> Asking:
    """Ask for an action that is not taken yet; leave out choices that lead to taken ones only."""
    if isinstance(menu, Choose):
        left = tuple([each for each in menu.actions if each not in taken]) if taken else ()
        return (yield NextChoice(path, Choose(left) if taken else menu))
    chosen: tuple[str, ...] = ()
    asks = partial(_ask, menu, path, whole)
    while isinstance(reached := _after(asks(), chosen), NextChoice):
        blank = _narrowed(reached, asks, chosen, taken) if taken else reached
        chosen = (*chosen, (yield blank))
    if reached in taken:
        raise ValueError(f"{reached!r} is already in the list")
    return reached


def _narrowed(
    blank: NextChoice, asks: Callable[[], Asking], chosen: tuple[str, ...], taken: Collection[str]
) -> NextChoice:
    def leads_on(choice: str) -> bool:
        wholes = _completions(asks, (*chosen, choice), len(taken))
        return any(each not in taken for each in wholes)

    exits = tuple(each for each in blank.exits if leads_on(each.choice))
    if isinstance(blank.menu, Choose):
        able = tuple(filter(leads_on, blank.menu.actions)) or tuple(each.choice for each in exits)
        return blank._replace(menu=Choose(able), exits=exits)
    return blank._replace(exits=exits, offered=tuple(filter(leads_on, blank.offered)))


def _completions(asks: Callable[[], Asking], chosen: tuple[str, ...], most: int) -> Iterator[str]:
    """Yield actions reachable from some choices: all of them, or more than `most`."""
    reached = _after(asks(), chosen)
    if not isinstance(reached, NextChoice):
        yield reached
        return
    more = () if isinstance(reached.menu, Choose) else islice(reached.menu, most + 1)
    for choice in dict.fromkeys(chain(reached.choices(), more)):
        yield from _completions(asks, (*chosen, choice), most)


def _after(asking: Asking, chosen: tuple[str, ...]) -> NextChoice | str:
    """Return the blank that some choices lead to, or the finished action."""
    try:
        blank = next(asking)
        for choice in chosen:
            blank = asking.send(choice)
    except StopIteration as finished:
        return str(finished.value)
    return blank
