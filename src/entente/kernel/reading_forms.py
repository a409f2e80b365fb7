"""Parse forms, lists and texts as people type them.

Verbs, fields and values may be abbreviated or in the reader's language. The verb of a number or
pick that fills a field may be left out, and so may the brackets around a single form and the
quotation marks of a text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import islice, product

from entente.kernel.menu import (
    Amount,
    Choose,
    Field,
    Form,
    ListOf,
    OneOf,
    Pick,
    Slots,
    Text,
    listed,
)
from entente.kernel.menu.composed import first_words, opened, write_value
from entente.kernel.menu.syntax import first_word, inside, parts

MEANINGS = 24  # limit on the readings of an ambiguous line
_LONGEST = 20_000  # characters; a longer line must be canonical

Read = Callable[[str, Field], list[str]]
Match = Callable[[str, Collection[str]], list[str]]

By = tuple[Read, Match]  # read a part, match a name

Composed = Form | OneOf | ListOf | Text


def read_composed(text: str, menu: Composed, read: Read, match: Match) -> list[str]:
    """Return the actions that a line may mean. `match` finds the names that a word matches."""
    if len(text) > _LONGEST:
        return []
    if isinstance(menu, OneOf):
        lists = tuple(a for form in menu.forms if isinstance(form, Choose) for a in form.actions)
        others: list[Field] = [form for form in menu.forms if not isinstance(form, Choose)]
        parts_of_it = [Choose(lists), *others] if lists else others
        return _distinct(action for part in parts_of_it for action in read(text, part))
    if isinstance(menu, Text):
        return _read_text(text, menu, match)
    if isinstance(menu, Form):
        return _read_form(text, menu, read, match)
    return _read_many(text, menu, read, match)


def _read_text(text: str, menu: Text, match: Match) -> list[str]:
    """Read `say hello there`: everything after the verb, unchanged."""
    verb, _, rest = text.strip().partition(" ") if menu.verb else ("", "", text)
    if menu.verb and not match(verb, [menu.verb]):
        return []
    rest = rest.strip()
    written = menu.verb + " " + rest if menu.verb else rest
    exact = menu.canonical(written if rest.startswith('"') else menu.write(rest))
    return [exact] if exact is not None else []


def _read_form(text: str, menu: Form, read: Read, match: Match) -> list[str]:
    verb, _, rest = text.strip().partition(" ")
    pieces = parts(rest, ";") if match(verb, [menu.verb]) else None
    if pieces is None:
        return []
    readings: dict[str, list[str]] = {}
    for piece in filter(None, pieces):
        name, _, value = piece.partition("=")
        names = match(name.strip(), menu.fields)
        if len(names) != 1 or names[0] in readings:
            return []
        if not value.strip() and names[0] in menu.optional:
            continue  # an empty optional field is left out
        readings[names[0]] = _read_value(value.strip(), menu.fields[names[0]], read)
    rows = islice(product(*readings.values()), MEANINGS)
    written = (menu.write(dict(zip(readings, row, strict=True))) for row in rows)
    return _distinct(exact for each in written if (exact := menu.canonical(each)) is not None)


def _read_value(value: str, menu: Field, read: Read) -> list[str]:
    """Read the value of a field; a verb that is the only possible one may be left out."""
    within = opened(menu, value)
    readings = read(value if within is None else within, menu)
    if not readings and isinstance(menu, (Amount, Pick, Text)):
        readings = read(f"{menu.verb} {value}", menu)
    return readings


def _read_many(text: str, menu: ListOf, read: Read, match: Match) -> list[str]:
    verb, _, rest = text.strip().partition(" ") if menu.verb else ("", "", text.strip())
    if menu.verb and not match(verb, [menu.verb]):
        return []
    within = inside(rest.strip(), "[]")
    items = parts(rest if within is None else within, "|")
    if items is None or len(items) > menu.most:
        return []
    rows = islice(
        product(*(_read_value(item, menu.item, read) for item in items if item)), MEANINGS
    )
    return _distinct(e for row in rows if (e := menu.canonical(menu.write(row))) is not None)


def _distinct(actions: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(actions))


# -- plain actions: lists of words


def lines_of(menu: Field | Slots) -> tuple[str, ...]:
    """Return the actions of a menu that can be listed; for `OneOf`, of each form that can."""
    if isinstance(menu, OneOf):
        return tuple(action for form in menu.forms for action in lines_of(form))
    return menu.actions if isinstance(menu, Choose) else listed(menu) or ()


def is_form(text: str, menu: OneOf, by: By) -> bool:
    """Return whether a line is to be parsed as one of the forms of a menu rather than as plain
    words."""
    part = _begun(text, menu, by[1])
    return any(sign in text for sign in '="[') if part is None else isinstance(part, Composed)


# -- spelling


def spell_composed(text: str, menu: Field, read: Read, match: Match) -> str:
    """Rewrite a typed line in canonical words as far as they are clear; it need not be on the
    menu."""
    text = text.strip()
    if len(text) > _LONGEST:
        return text
    known = read(text, menu)
    if len(known) == 1:
        return known[0]
    if isinstance(menu, OneOf):
        form = _begun(text, menu, match)
        return text if form is None else spell_composed(text, form, read, match)
    if isinstance(menu, Form):
        return _spell_form(text, menu, read, match)
    if isinstance(menu, ListOf):
        return _spell_many(text, menu, read, match)
    if isinstance(menu, Choose):
        return text
    return _spell_verb(text, menu.verb, match)


def _begun(text: str, menu: OneOf, match: Match) -> Field | None:
    """Return the only form that a text can begin."""
    word = first_word(text)
    begun = [form for form in menu.forms if match(word, first_words(form))]
    return begun[0] if len(begun) == 1 else None


def _spell_verb(text: str, verb: str, match: Match) -> str:
    word, space, rest = text.partition(" ")
    return f"{verb}{space}{rest}" if verb and match(word, [verb]) else text


def _spell_form(text: str, menu: Form, read: Read, match: Match) -> str:
    verb, _, rest = _spell_verb(text, menu.verb, match).partition(" ")
    pieces = parts(rest, ";")
    if verb != menu.verb or pieces is None:
        return f"{verb} {rest}".strip()
    spelled = list[str]()
    for piece in filter(None, pieces):
        name, equals, value = piece.partition("=")
        names = match(name.strip(), menu.fields)
        if len(names) != 1 or not equals:
            spelled.append(piece)
            continue
        field = menu.fields[names[0]]
        clear = _read_value(value.strip(), field, read)
        within = opened(field, value)
        inner = spell_composed(value if within is None else within, field, read, match)
        spelled.append(f"{names[0]}={write_value(field, clear[0] if len(clear) == 1 else inner)}")
    return f"{verb} {'; '.join(spelled)}".strip()


def _spell_many(text: str, menu: ListOf, read: Read, match: Match) -> str:
    text = _spell_verb(text, menu.verb, match)
    items = menu.read(text)
    if items is None:
        return text
    return menu.write([spell_composed(item, menu.item, read, match) for item in items])
