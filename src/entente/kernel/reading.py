"""Parse what a person types: the canonical form, their own language, or abbreviations.

Words may be abbreviated, and names of several words typed with spaces. If nothing else matches, a
word of a name stands for the name, and a name alone for an action with it. Among the actions that a
line matches, those matched less well than another, word by word, are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import chain, combinations, pairwise

from entente.kernel.menu import (
    Amount,
    Choose,
    Form,
    ListOf,
    Menu,
    OneOf,
    Pick,
    Slots,
    Text,
    listed,
)
from entente.kernel.menu.composed import first_words
from entente.kernel.reading_forms import By, is_form, lines_of, read_composed, spell_composed
from entente.kernel.text import Catalog, slug

LONGEST = 12  # words of a line that is searched for names with spaces
LEAST_LETTERS = 3  # of a word that may match inside a name
_NUMBER = re.compile(r"-?\d+")


class Fit(IntEnum):
    """How well typed text matches a name."""

    NOT = 0
    INSIDE = 1
    BEGINNING = 2
    WHOLE = 3


Fits = tuple[Fit, ...]


def read(text: str, menu: Menu, catalog: Catalog) -> list[str]:
    """Return the actions of a menu that a typed line may mean: one if it is clear, none, or
    several."""
    for spelled in (text.strip(), " ".join(text.split())):  # spaces inside a text are kept
        exact = menu.canonical(spelled)
        if exact is not None:
            return [exact]
    if isinstance(menu, (Form, OneOf, ListOf, Text)):
        return read_composed(text, menu, *_by(catalog))
    if isinstance(menu, Pick):
        return _read_pick(text, menu, catalog)
    if isinstance(menu, Amount):
        return _read_amount(text, menu, catalog)
    if isinstance(menu, Slots) and ";" in text:
        return _read_slots(text, menu, catalog)
    actions = menu.actions if isinstance(menu, Choose) else listed(menu)
    typed = _typed(text)
    if actions is None or not typed:
        return []
    line = _Line(typed, actions, _names(catalog))
    matches = line.fitting(line.as_typed(), Fit.BEGINNING)
    if not matches and isinstance(menu, Choose) and len(typed) <= LONGEST:
        matches = line.fitting(line.joined(), Fit.BEGINNING) or line.fitting(
            line.as_typed() | line.joined(), Fit.INSIDE
        )
        if not matches and not beginning(text, menu, catalog):
            matches = _read_names(typed, actions, _names(catalog))
    return _best(matches)


def _read_slots(text: str, menu: Slots, catalog: Catalog) -> list[str]:
    """Read a choice for each slot, separated by semicolons."""
    choices = Choose(tuple(dict.fromkeys(chain.from_iterable(menu.slots.values()))))
    parts = [read(part, choices, catalog) for part in text.split(";")]
    if any(len(matches) != 1 for matches in parts):
        return []
    exact = menu.canonical("; ".join(action for (action,) in parts))
    return [] if exact is None else [exact]


def _by(catalog: Catalog) -> By:
    """Return the functions that read a part of a form and that match a name."""
    names = _names(catalog)

    def match(typed: str, known: Collection[str]) -> list[str]:
        return [typed] if typed in known else _items(_plain(typed), known, names, Fit.BEGINNING)

    return lambda text, menu: read(text, menu, catalog), match


def _read_names(typed: list[str], actions: Sequence[str], names: _Names) -> dict[str, Fits]:
    """Match actions whose verb was left out, with the fit of their other words.

    Fewer than three letters must be a whole name.
    """
    long_enough = len("".join(typed)) >= LEAST_LETTERS
    line = _Line(typed, actions, names, verbs=False)
    matches = line.fitting(
        line.as_typed() | line.joined(), Fit.BEGINNING if long_enough else Fit.WHOLE
    )
    return matches or (
        line.fitting(line.as_typed() | line.joined(), Fit.INSIDE) if long_enough else {}
    )


def meant(text: str, words: Collection[str], catalog: Catalog) -> Iterator[list[str]]:
    """Yield the words that a text may mean, best first: those it equals, begins, or is inside
    of."""
    names, typed = _names(catalog), _plain(text)
    fits = {word: names.fit(typed, word) for word in words}
    for wanted in (Fit.WHOLE, Fit.BEGINNING, Fit.INSIDE):
        yield [word for word, fit in fits.items() if fit is wanted]


def spell(text: str, menu: Menu, catalog: Catalog) -> str:
    """Rewrite a typed line in canonical words, as far as they are known.

    The result need not be on the menu: it serves to ask the rules why not. Choices for slots and
    lines longer than any action are left as they are.
    """
    by = _by(catalog)
    if isinstance(menu, (Form, ListOf, Text)) or (
        isinstance(menu, OneOf) and is_form(text, menu, by)
    ):
        return spell_composed(text, menu, *by)
    if isinstance(menu, Slots) or len(text.split()) > LONGEST:
        return " ".join(text.split())
    if isinstance(menu, Amount) and _NUMBER.fullmatch(text.strip()):
        return f"{menu.verb} {text.strip()}"  # a bare number
    near = {word for action in lines_of(menu) for word in action.split()[1:]}
    first, *rest = text.split() or [""]
    verb = _named_verb(first, menu, catalog) or first
    return " ".join([verb, *_spell_names(rest, near, catalog.words, _names(catalog))])


def _named_verb(typed: str, menu: Menu, catalog: Catalog) -> str | None:
    """Return the canonical verb, preferring the menu's own; None if there is none."""
    verbs = {action.split()[0] for action in lines_of(menu)}
    if not isinstance(menu, (Choose, Slots)):
        verbs |= first_words(menu)
    return _spelled(typed, verbs, catalog.verbs, _names(catalog), Fit.BEGINNING)


def named(text: str, menu: Menu, catalog: Catalog) -> list[str]:
    """Return the things that a line without a verb names, in canonical words; empty if it has a
    verb.

    They need not be on the menu: this serves to ask the rules why nothing can be done with them.
    """
    typed = text.split()
    if not typed or len(typed) > LONGEST or _named_verb(typed[0], menu, catalog) is not None:
        return []
    near = {word for action in lines_of(menu) for word in action.split()[1:]}
    things = list(_spell_names(typed, near, catalog.words, _names(catalog)))
    return things if all(thing in near or thing in catalog.words for thing in things) else []


def beginning(text: str, menu: Menu, catalog: Catalog) -> list[str]:
    """Return the actions of a menu that begin with the words of a typed line."""
    typed, names = _typed(text), _names(catalog)

    def goes_on(words: list[str]) -> bool:
        fits = (names.fit(t, w) for t, w in zip(typed, words, strict=False))
        return len(words) > len(typed) and all(each >= Fit.BEGINNING for each in fits)

    return [action for action in lines_of(menu) if typed and goes_on(action.split())]


def fit(typed: str, form: str) -> Fit:
    """Return how well a typed word matches a name; both without accents and capitals, joined by
    hyphens."""
    if typed == form:
        return Fit.WHOLE
    if not typed:
        return Fit.NOT
    ours, theirs = typed.split("-"), form.split("-")
    places = len(theirs) - len(ours) + 1
    for place in range(places if len(typed) >= LEAST_LETTERS else min(places, 1)):
        if all(_starts(o, t) for o, t in zip(ours, theirs[place:], strict=False)):
            return Fit.INSIDE if place else Fit.BEGINNING
    return Fit.NOT


def _starts(typed: str, part: str) -> bool:
    """Return whether `typed` starts `part`: `ger` starts `germany`, but `c1` does not start
    `c19`."""
    cut = part[len(typed) : len(typed) + 1]
    return part.startswith(typed) and not (typed[-1:].isdigit() and cut.isdigit())


# -- names


class _Names:
    """The names of the words of actions in one language."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._forms: dict[str, set[str]] = {}
        self._kinds: dict[str, list[str]] = {}
        self._known: dict[str, set[str]] = {}
        self._called: dict[str, set[str]] = {}
        for kind, word, text in catalog.named():
            self._kinds.setdefault(word, []).append(kind)
            self._called.setdefault(word, set()).add(slug(text))
            self._known.setdefault(kind, set()).update((_plain(word), slug(text)))

    def fit(self, typed: str, word: str) -> Fit:
        """Return how well a typed word matches a word of an action, by its canonical form or its
        name."""
        forms = self.forms(word)
        if typed in forms:
            return Fit.WHOLE
        if _NUMBER.fullmatch(word):
            return Fit.NOT
        best = max(fit(typed, form) for form in forms)
        goes_on = any(form.startswith(typed + "-") for form in forms)
        return Fit.NOT if best and not goes_on and self._is_another(typed, word) else best

    def forms(self, word: str) -> set[str]:
        known = self._forms.get(word)
        if known is None:
            plain = _plain(word)
            written = slug(self._catalog.word(word)) or plain
            known = self._forms[word] = {plain, written, *self._called.get(word, ())}
        return known

    def _is_another(self, typed: str, word: str) -> bool:
        """Return whether this is the whole name of another thing of the kind: `vienne` is
        Vienna."""
        return any(typed in self._known[kind] for kind in self._kinds.get(word, ()))


@lru_cache(maxsize=16)
def _names(catalog: Catalog) -> _Names:
    return _Names(catalog)


def _typed(text: str) -> list[str]:
    return [_plain(word) for word in text.split()]


def _plain(word: str) -> str:
    """Return a typed word without accents and capitals; a number keeps its sign."""
    return word if _NUMBER.fullmatch(word) else slug(word)


def _together(words: Sequence[str]) -> str | None:
    """Join typed words into one name; None if they cannot be part of one."""
    if len(words) > 1 and not all(word and word[0] != "-" for word in words):
        return None
    return "-".join(words)


# -- lines


class _Line:
    """A typed line and the actions it may mean."""

    def __init__(
        self, typed: list[str], actions: Iterable[str], names: _Names, *, verbs: bool = True
    ) -> None:
        self._words = typed
        self._names = names
        self._verbs = verbs
        split = {action: action.split() for action in actions}
        self._actions = {
            action: words if verbs else words[1:]
            for action, words in split.items()
            if verbs or len(words) > 1
        }

    def as_typed(self) -> set[tuple[str, ...]]:
        return {tuple(self._words)}

    def joined(self) -> set[tuple[str, ...]]:
        """Return all ways to join neighbouring words into names."""
        lengths = {len(words) for words in self._actions.values()}
        cuts = (cut for length in lengths for cut in self._cut(length))
        return set(cuts)

    def _cut(self, number: int) -> Iterator[tuple[str, ...]]:
        last = len(self._words)
        if number < last:
            for inner in combinations(range(1, last), number - 1):
                groups = [self._words[a:b] for a, b in pairwise((0, *inner, last))]
                named = [name for group in groups if (name := _together(group)) is not None]
                if len(named) == number:
                    yield tuple(named)

    def fitting(self, lines: set[tuple[str, ...]], least: Fit) -> dict[str, Fits]:
        """Return the actions that one of these lines matches; the verb must match from its
        beginning."""
        matches: dict[str, Fits] = {}
        for action, words in self._actions.items():
            for line in lines:
                fits = self._fits(line, words, least)
                if fits is not None and fits > matches.get(action, ()):
                    matches[action] = fits
        return matches

    def _fits(self, line: tuple[str, ...], words: list[str], least: Fit) -> Fits | None:
        if len(line) != len(words):
            return None
        fits: list[Fit] = []
        for typed, word in zip(line, words, strict=True):
            each = self._names.fit(typed, word)
            if each < (least if fits or not self._verbs else Fit.BEGINNING):
                return None
            fits.append(each)
        return tuple(fits)


def _best(matches: Mapping[str, Fits]) -> list[str]:
    """Return the actions that no other one beats."""
    kinds = set(matches.values())
    left = {fits for fits in kinds if not any(_surpasses(other, fits) for other in kinds)}
    return [action for action, fits in matches.items() if fits in left]


def _surpasses(one: Fits, other: Fits) -> bool:
    """Return whether one fits better in some word and worse in none; or whole, with another
    length."""
    if len(one) != len(other):
        return min(one) is Fit.WHOLE and min(other) is not Fit.WHOLE
    return one != other and all(a >= b for a, b in zip(one, other, strict=True))


# -- picks and amounts


def _read_pick(text: str, menu: Pick, catalog: Catalog) -> list[str]:
    """Read `lose germany-infantry 2 ger-art`: words may be abbreviated, a number repeats a word."""
    names, typed = _names(catalog), _typed(text)
    if not typed or names.fit(typed[0], menu.verb) < Fit.BEGINNING:
        return []
    words: list[str] = []
    del typed[0]
    while typed:
        if typed[0].isdecimal() and words:
            times = _times(typed.pop(0), menu.number)
            if times is None:
                return []
            words += [words[-1]] * (times - 1)
            continue
        size, matches = _first_name(typed, menu.items, names)
        if len(matches) != 1:
            return []
        words += matches
        del typed[:size]
    exact = menu.canonical(" ".join([menu.verb, *words]))
    return [exact] if exact else []


def _times(word: str, most: int) -> int | None:
    """Return how often a word is repeated, from 1 to `most`; the number typed may have any
    length."""
    number = int(word) if len(word) < 10 else most + 1
    return number if 1 <= number <= most else None


def _read_amount(text: str, menu: Amount, catalog: Catalog) -> list[str]:
    """Read `p 3`: the verb may be abbreviated or left out."""
    verb, *number = text.split()[:3] or [""]
    if _NUMBER.fullmatch(verb) and not number:
        exact = menu.canonical(f"{menu.verb} {verb}")
        return [exact] if exact else []
    if _names(catalog).fit(_plain(verb), menu.verb) < Fit.BEGINNING:
        return []
    exact = menu.canonical(" ".join([menu.verb, *number]))
    return [exact] if exact else []


def _first_name(
    typed: Sequence[str], items: Collection[str], names: _Names, least: Fit = Fit.INSIDE
) -> tuple[int, list[str]]:
    """Return how many of the typed words, as many as possible, form a name, and the names it may
    be."""
    for size in range(min(len(typed), LONGEST), 0, -1):
        together = _together(typed[:size])
        matches = _items(together, items, names, least) if together is not None else []
        if matches:
            return size, matches
    return 1, []


def _items(typed: str, items: Collection[str], names: _Names, least: Fit) -> list[str]:
    """Return the items that a typed word matches best; a word inside several names matches none."""
    fits = {item: names.fit(typed, item) for item in items}
    best = max(fits.values(), default=Fit.NOT)
    matches = [item for item, each in fits.items() if each is best]
    clear = best is not Fit.INSIDE or len(matches) == 1
    return matches if best is not Fit.NOT and best >= least and clear else []


# -- spelling


def _spell_names(
    rest: list[str], near: Collection[str], others: Collection[str], names: _Names
) -> Iterator[str]:
    while rest:
        typed = [_plain(word) for word in rest]
        sizes = [_first_name(typed, known, names, Fit.BEGINNING)[0] for known in (near, others)]
        name = " ".join(rest[: max(sizes)])
        yield _spelled(name, near, others, names, Fit.INSIDE) or name
        rest = rest[max(sizes) :]


def _spelled(
    word: str, near: Collection[str], others: Collection[str], names: _Names, least: Fit
) -> str | None:
    """Return the canonical word that is meant, preferring the menu's own."""
    typed = _plain(word)
    if word not in near and (called := _items(typed, near, names, Fit.WHOLE)):
        return min(called)
    if word in near or word in others:
        return word
    if _NUMBER.fullmatch(word):
        least = Fit.BEGINNING
    for known in (near, others):
        matches = _items(typed, known, names, least)
        if matches:
            return min(matches, key=lambda each: (len(each), each))
    return None
