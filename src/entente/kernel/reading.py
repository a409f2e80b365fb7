"""Reading what a person types: the canonical form, his own language, or the start of words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from entente.kernel.menu import Amount, Form, Menu, Pick, Slots, listed
from entente.kernel.text import Catalog, slug

_NUMBER = re.compile(r"-?\d+")


def read(text: str, menu: Menu, catalog: Catalog) -> list[str]:
    """The actions of a menu that a typed line may mean: one if it is clear, none, or several."""
    exact = menu.canonical(" ".join(text.split()))
    if exact is not None:
        return [exact]
    if isinstance(menu, Pick):
        return _read_pick(text, menu, catalog)
    if isinstance(menu, Amount):
        return _read_amount(text, menu, catalog)
    actions = listed(menu)
    typed = [_plain(word) for word in text.split()]
    if actions is None or not typed:
        return []
    whole = [a for a in actions if _matches(typed, a.split(), catalog, whole=True)]
    return whole or [a for a in actions if _matches(typed, a.split(), catalog, whole=False)]


def spell(text: str, menu: Menu, catalog: Catalog) -> str:
    """A typed line in the words of the canonical form, as far as they are known.

    It need not be on the menu: this is for asking the rules why it is not. Choices for many slots
    are left as they are, in the game's own notation.
    """
    if isinstance(menu, Slots):
        return " ".join(text.split())
    actions = [action.split() for action in listed(menu) or ()]
    verbs = {words[0] for words in actions}
    if isinstance(menu, (Amount, Pick, Form)):
        verbs.add(menu.verb)
    near = {word for words in actions for word in words[1:]}
    first, *rest = text.split() or [""]
    spelled = [_spell_word(first, verbs, catalog.verbs, catalog)]
    spelled += [_spell_word(word, near, catalog.words, catalog) for word in rest]
    return " ".join(spelled)


def beginning(text: str, menu: Menu, catalog: Catalog) -> list[str]:
    """The actions of a menu that begin with the words of a typed line."""
    typed = [_plain(word) for word in text.split()]
    longer = [a for a in listed(menu) or () if len(a.split()) > len(typed)]
    found = [a for a in longer if _matches(typed, a.split()[: len(typed)], catalog, whole=False)]
    return found if typed else []


def _spell_word(word: str, near: Collection[str], others: Collection[str], catalog: Catalog) -> str:
    """The canonical word that is meant; one of the menu's own before any other."""
    if word in near or word in others:
        return word
    found = _items(_plain(word), near, catalog) or _items(_plain(word), others, catalog)
    return min(found, key=lambda each: (len(each), each)) if found else word


def _read_pick(text: str, menu: Pick, catalog: Catalog) -> list[str]:
    """`lose germany-infantry 2 ger-art`: words may be cut short, a number repeats a word."""
    typed = text.split()
    if not typed or not _means(_plain(typed[0]), menu.verb, catalog, whole=False):
        return []
    words: list[str] = []
    for word in typed[1:]:
        if word.isdecimal() and words:
            times = _times(word, menu.number)
            if times is None:
                return []
            words += [words[-1]] * (times - 1)
            continue
        found = _items(_plain(word), menu.items, catalog)
        if len(found) != 1:
            return []
        words.append(found[0])
    exact = menu.canonical(" ".join([menu.verb, *words]))
    return [exact] if exact else []


def _times(word: str, most: int) -> int | None:
    """How often a word is meant, from 1 to `most`; a number of any length may be typed."""
    number = int(word) if len(word) < 10 else most + 1
    return number if 1 <= number <= most else None


def _read_amount(text: str, menu: Amount, catalog: Catalog) -> list[str]:
    """`p 3`: the verb may be cut short, the number is what it is."""
    verb, *number = text.split()[:3] or [""]
    if not _means(_plain(verb), menu.verb, catalog, whole=False):
        return []
    exact = menu.canonical(" ".join([menu.verb, *number]))
    return [exact] if exact else []


def _items(word: str, items: Iterable[str], catalog: Catalog) -> list[str]:
    whole = [item for item in items if _means(word, item, catalog, whole=True)]
    return whole or [item for item in items if _means(word, item, catalog, whole=False)]


def _matches(typed: list[str], words: list[str], catalog: Catalog, *, whole: bool) -> bool:
    return len(typed) == len(words) and all(
        _means(t, w, catalog, whole=whole) for t, w in zip(typed, words, strict=True)
    )


def _means(typed: str, word: str, catalog: Catalog, *, whole: bool) -> bool:
    forms = (_plain(word), catalog.words.get(word) or _plain(word))
    if whole or not typed:
        return typed in forms
    return any(_starts(typed, form) for form in forms)


def _plain(word: str) -> str:
    """A typed word without accents and capitals; a number keeps its sign."""
    return word if _NUMBER.fullmatch(word) else slug(word)


def _starts(typed: str, form: str) -> bool:
    """`ger-inf` starts `germany-infantry`: each part starts a part."""
    ours, theirs = typed.split("-"), form.split("-")
    return len(ours) <= len(theirs) and all(
        t.startswith(o) for o, t in zip(ours, theirs, strict=False)
    )
