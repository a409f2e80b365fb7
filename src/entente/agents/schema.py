"""JSON schemas of the actions that an agent may write, for a game's grammar and for one decision
with its forms and lists, and the conversion of what it wrote into the text of an action.

An action is a line (`move germany-infantry berlin belgium`) or a list of its words. The answer to a
form is an object with its fields, to slots an object with a choice for each, to a list its items.
If there are several forms, an object names one: `{"pay": {"gold": 2}}`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from entente.agents.seat_client import AnyGame
from entente.kernel import Menu
from entente.kernel.grammar import Grammar
from entente.kernel.menu import Amount, Choose, Field, Form, ListOf, OneOf, Pick, Slots, Text

DEFINED = "#/$defs/"
SHORT = 4  # names, up to which a list is rather written twice

Schema = dict[str, Any]


class InvalidAction(Exception):
    """An action of the wrong kind for its decision: `wanted` is the right kind, `place` the path of
    field names to the error."""

    def __init__(self, wanted: str, place: Sequence[str], names: Sequence[str] = ()) -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.place = ".".join(place)
        self.names = list(names)


# -- of a whole game


def action_schema(game: AnyGame) -> tuple[Schema, Schema]:
    """Return the schema of all actions of a game, with its definitions."""
    patterns = [text for ask in game.steps.asking.values() for text in ask.grammar]
    grammar = Grammar(patterns, game.vocabulary)
    used = dict.fromkeys(kind for pattern in grammar.patterns for kind in pattern.kinds)
    names = {kind: {"enum": list(game.vocabulary.names[kind])} for kind in used}
    ways = [{"type": "string"}, {"type": "object"}, *grammar.schema(DEFINED)["oneOf"]]
    return {"anyOf": ways}, names


# -- of one question


def menu_schema(menu: Menu) -> Schema:
    """Return the schema of the answers to a decision, with shared parts as definitions."""
    writing = _SchemaBuilder()
    schema = writing.of(menu)
    return {**schema, "$defs": writing.definitions} if writing.definitions else schema


class _SchemaBuilder:
    """A builder of the schema of a menu."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}
        self._names: dict[str, str] = {}  # of what is defined, by how it is written

    def of(self, menu: Menu) -> Schema:
        if isinstance(menu, Choose):
            return self._once({"enum": list(menu.actions)}, len(menu.actions))
        if isinstance(menu, Amount):
            return {"type": "integer", "minimum": menu.least, "maximum": menu.most}
        if isinstance(menu, Text):
            return {"type": "string", "minLength": menu.least, "maxLength": menu.most}
        if isinstance(menu, Pick):
            item = self._once({"enum": list(menu.items)}, len(menu.items))
            bounds = {"minItems": menu.number, "maxItems": menu.number}
            return {"type": "array", "items": item, **bounds}
        if isinstance(menu, ListOf):
            bounds = {"minItems": menu.least, "maxItems": menu.most, "uniqueItems": menu.distinct}
            return {"type": "array", "items": self._field(menu.item), **bounds}
        if isinstance(menu, OneOf):
            return {"anyOf": [self._named(form) for form in menu.forms]}
        if isinstance(menu, Slots):
            slots = {slot: {"enum": list(choices)} for slot, choices in menu.slots.items()}
            return _object(slots, list(slots))
        return self._form(menu)

    def _form(self, menu: Form) -> Schema:
        fields = {name: self._field(field) for name, field in menu.fields.items()}
        return _object(fields, [name for name in fields if name not in menu.optional])

    def _field(self, menu: Field) -> Schema:
        """Define a form once, since it may occur in many places."""
        schema = self.of(menu)
        return self._once(schema) if isinstance(menu, (Form, OneOf)) else schema

    def _named(self, form: Field) -> Schema:
        """Return the schema of one of several forms, named by its verb, or of any line of a
        list."""
        verb = verb_of(form)
        return _object({verb: self.of(form)}, [verb]) if verb else self.of(form)

    def _once(self, schema: Schema, size: int = SHORT + 1) -> Schema:
        """Return a reference to a schema, defined once; a short schema is returned itself."""
        if size <= SHORT:
            return schema
        written = json.dumps(schema, sort_keys=True)
        name = self._names.get(written)
        if name is None:
            name = self._names[written] = f"d{len(self._names) + 1}"
            self.definitions[name] = schema
        return {"$ref": f"{DEFINED}{name}"}


def _object(fields: Mapping[str, Schema], required: Sequence[str]) -> Schema:
    return {
        "type": "object",
        "properties": dict(fields),
        "required": list(required),
        "additionalProperties": False,
    }


def inner_form(menu: Menu, verb: str) -> Field | None:
    """Return the form with a verb inside another, such as a clause of a treaty."""
    inner: Sequence[Field] = ()
    if isinstance(menu, OneOf):
        inner = menu.forms
    elif isinstance(menu, Form):
        inner = tuple(menu.fields.values())
    elif isinstance(menu, ListOf):
        inner = (menu.item,)
    for each in inner:
        found = each if verb_of(each) == verb else inner_form(each, verb)
        if found is not None:
            return found
    return None


def verb_of(menu: Field) -> str:
    """Return the verb that names one of several forms; a list of whole lines has none."""
    return "" if isinstance(menu, (Choose, OneOf)) else menu.verb


# -- from what was written to an action


def action_text(menu: Menu | None, value: object) -> str:
    """Return the text of an action that an agent wrote as a line, a list of words or an object; or
    passed back as one of the choices it was given."""
    if isinstance(value, Mapping) and _is_choice(menu, value):
        value = value["action"]
    if isinstance(value, str):
        return " ".join(value.split("\n")).strip()
    if isinstance(menu, (ListOf, Pick)) and _is_list(value) and list(value)[:1] != [menu.verb]:
        return _line(menu, value, ())
    if _is_list(value):
        return " ".join(map(_word, value))
    if isinstance(value, Mapping) and menu is not None:
        return _line(menu, value, ())
    raise InvalidAction("line", ())


def _is_choice(menu: Menu | None, value: Mapping[str, object]) -> bool:
    """Return whether an object is an element of `choices`, or its action alone."""
    return {"action", "label"} <= set(value) or (
        set(value) == {"action"} and "action" not in _names(menu)
    )


def _names(menu: Menu | None) -> Collection[str]:
    """Return what an object for a menu may name: fields, slots, forms."""
    if isinstance(menu, Form):
        return menu.fields
    if isinstance(menu, Slots):
        return menu.slots
    return [verb_of(form) for form in menu.forms] if isinstance(menu, OneOf) else ()


def _line(menu: Menu, value: object, place: tuple[str, ...]) -> str:
    if isinstance(menu, Slots):
        return "; ".join(_slots(menu, _fields(value, list(menu.slots), place), place))
    if isinstance(menu, Form):
        fields = _fields(value, list(menu.fields), place)
        lines = {
            name: _line(menu.fields[name], each, (*place, name))
            for name, each in fields.items()
            if name in menu.fields and each is not None
        }
        return menu.write(lines)
    if isinstance(menu, OneOf):
        return _one_of(menu, value, place)
    if isinstance(menu, ListOf):
        items = [_line(menu.item, each, (*place, str(n))) for n, each in _items(value, place)]
        return menu.write(items)
    if isinstance(menu, Pick):
        return " ".join([menu.verb, *(_word(each) for _, each in _items(value, place))])
    return _simple(menu, value, place)


def _simple(menu: Choose | Amount | Text, value: object, place: tuple[str, ...]) -> str:
    if isinstance(menu, Choose) and isinstance(value, str):
        return value
    if isinstance(menu, Amount) and isinstance(value, int) and not isinstance(value, bool):
        return f"{menu.verb} {value}"
    if isinstance(menu, Amount) and isinstance(value, str):
        return value if value.startswith(f"{menu.verb} ") else f"{menu.verb} {value}"
    if isinstance(menu, Text) and isinstance(value, str):
        return menu.write(value)
    raise InvalidAction("number" if isinstance(menu, Amount) else "text", place)


def _one_of(menu: OneOf, value: object, place: tuple[str, ...]) -> str:
    if isinstance(value, str):
        return value
    verbs = {verb: form for form in menu.forms if (verb := verb_of(form))}
    if isinstance(value, Mapping) and len(value) == 1:
        ((verb, content),) = value.items()
        if verb in verbs:
            return _line(verbs[verb], content, (*place, verb))
    raise InvalidAction("one_of", place, list(verbs))


def _slots(menu: Slots, values: Mapping[str, object], place: tuple[str, ...]) -> Iterator[str]:
    for slot in menu.slots:
        choice = values.get(slot)
        if not isinstance(choice, str):
            raise InvalidAction("slots", (*place, slot), list(menu.slots))
        yield choice


def _fields(value: object, names: Sequence[str], place: tuple[str, ...]) -> Mapping[str, object]:
    """Return the fields of an object; raise an error for an unknown one."""
    if not isinstance(value, Mapping) or any(name not in names for name in value):
        raise InvalidAction("object", place, names)
    return value


def _items(value: object, place: tuple[str, ...]) -> enumerate[object]:
    if not _is_list(value):
        raise InvalidAction("list", place)
    return enumerate(value)


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, (list, tuple))


def _word(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise InvalidAction("line", ())
    return str(value)
