"""Explain why an action is not on a menu: which field, item or bound is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from entente.kernel.menu.composed import Field, Form, ListOf, OneOf, first_words, opened
from entente.kernel.menu.simple import Amount, Choose, Pick
from entente.kernel.menu.slots import Slots
from entente.kernel.menu.syntax import first_word, parts
from entente.kernel.menu.text import Text, is_refused
from entente.kernel.message import Argument, Message

_NAMED = 12  # choices listed in a reason
_QUOTED = 120  # characters of an action quoted in a reason

Path = tuple[str, ...]


def explain(menu: Field | Slots, action: str) -> Message | None:
    """Explain what is wrong with an action; None if nothing is, or if it is merely not listed."""
    if isinstance(menu, Choose) or action.strip() in menu:
        return None
    if isinstance(menu, Slots):
        return _of_slots(menu, action)
    return _explain(menu, action.strip(), ())


def _explain(menu: Field, action: str, path: Path) -> Message:
    words = sorted(first_words(menu))
    if not isinstance(menu, Choose) and first_word(action) not in words:
        word = _short(first_word(action))
        if not path:
            return Message("kernel.verb", {"verb": word, "verbs": _some(words)})
        return _say("begins", path, words=_some(words), word=word)
    if isinstance(menu, OneOf):
        form = menu.form_of(action)
        assert form is not None  # its first word belongs to a form
        return _explain(form, action, path)
    path = path or (first_word(action),)
    if isinstance(menu, Choose):
        return _say("choice", path, value=_short(action), choices=_some(_alike(menu, action)))
    if isinstance(menu, Amount):
        return _say("amount", path, least=menu.least, most=menu.most)
    if isinstance(menu, Pick):
        return _of_pick(menu, action, path)
    if isinstance(menu, Text):
        return _of_text(menu, action, path)
    return _of_form(menu, action, path) if isinstance(menu, Form) else _of_many(menu, action, path)


def _alike(menu: Choose, action: str) -> Sequence[str]:
    """Return the actions with the same first word; all if none has it."""
    verb = first_word(action)
    return [each for each in menu.actions if first_word(each) == verb] or menu.actions


def _of_pick(menu: Pick, action: str, path: Path) -> Message:
    words = action.split()[1:]
    for word in words:
        if word not in menu.items:
            return _say("choice", path, value=_short(word), choices=_some(list(menu.items)))
        if words.count(word) > menu.items[word]:
            return _say("stock", path, value=word, most=menu.items[word])
    return _say("number", path, count=menu.number, given=len(words))


def _of_text(menu: Text, action: str, path: Path) -> Message:
    text = menu.read(action)
    if text is None:
        return _say("quotes", path)
    if is_refused(text):
        return _say("characters", path)
    key = "text_short" if len(text) < menu.least else "text_long"
    return _say(key, path, least=menu.least, most=menu.most, given=len(text))


def _of_form(menu: Form, action: str, path: Path) -> Message:
    pieces = parts(action.partition(" ")[2], ";")
    if pieces is None:
        return _say("brackets", path)
    names = set[str]()
    for part in filter(None, pieces):
        name, equals, value = part.partition("=")
        name = name.strip()
        if name not in menu.fields:
            return _say("field", path, field=_short(name), fields=_some(list(menu.fields)))
        field, place = menu.fields[name], (*path, name)
        if not equals:
            return _say("no_value", place)
        if not value.strip():
            return _say("empty", place)
        if name in names:
            return _say("field_twice", place)
        names.add(name)
        written = opened(field, value)
        if written is None:
            return _say("unenclosed", place)
        if written not in field:
            return _explain(field, written, place)
    missing = [name for name in menu.fields if name not in names | set(menu.optional)]
    return _say("missing", path, fields=_some(missing))


def _of_many(menu: ListOf, action: str, path: Path) -> Message:
    items = menu.read(action)
    if items is None:
        return _say("brackets" if "[" in action else "list", path)
    if not menu.least <= len(items) <= menu.most:
        key = "items_few" if len(items) < menu.least else "items_many"
        return _say(key, path, least=menu.least, most=menu.most, given=len(items))
    for number, item in enumerate(items, start=1):
        if item not in menu.item:
            return _explain(menu.item, item, (*path, str(number)))
    spelled = [menu.item.canonical(item) for item in items]
    again = next(n for n, item in enumerate(spelled, start=1) if item in spelled[: n - 1])
    return _say("item_twice", (*path, str(again)))


def _of_slots(menu: Slots, action: str) -> Message:
    pieces = [part.strip() for part in action.split(";")]
    known = {choice for choices in menu.slots.values() for choice in choices}
    for part in pieces:
        if part not in known:
            return Message("kernel.menu.no_slot", {"choice": _short(part)})
    if len(pieces) != len(menu.slots):
        return Message("kernel.menu.slots", {"count": len(menu.slots), "given": len(pieces)})
    for slot, choices in menu.slots.items():
        if not any(part in choices for part in pieces):
            return Message("kernel.menu.slot_empty", {"slot": slot})
    if clashing := menu.clashing(pieces):
        return Message("kernel.menu.once", {"choices": list(clashing)})
    return Message("kernel.menu.slots_twice", {})


def _say(key: str, path: Path, **args: Argument) -> Message:
    return Message(f"kernel.menu.{key}", {"place": " › ".join(path), **args})


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _QUOTED else text[:_QUOTED] + "…"


def _some(words: Sequence[str]) -> list[str]:
    return [*map(_short, words[:_NAMED]), *["…"][: len(words) > _NAMED]]
