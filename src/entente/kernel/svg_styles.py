"""Write a style sheet into the attributes of an SVG drawing.

The boards take their colours from style sheets with custom properties, which browsers understand
and the renderer does not. Only what these style sheets use is supported: selectors of names,
classes and attributes with descendants; `var`, `light-dark` (the light colour) and `color-mix`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMPOUND = re.compile(r'^([a-z]+)?((?:\.[\w-]+|\[[\w-]+(?:="[^"]*")?\])*)$')
_PART = re.compile(r'\.([\w-]+)|\[([\w-]+)(?:="([^"]*)")?\]')
_CALL = re.compile(r"(var|light-dark|color-mix)\(")
_SHARE = re.compile(r"^(.*?)\s+([\d.]+)%$")
_SPACED_RGB = re.compile(r"^rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)$")
# Properties that mean nothing in a picture, or that are no attributes.
_DROPPED = {"cursor", "pointer-events", "color-scheme", "font-variant-numeric"}
_FAMILY = "font-family"


class Compound(NamedTuple):
    """What one element must be: a tag, classes and attributes."""

    tag: str
    classes: frozenset[str]
    attributes: tuple[tuple[str, str | None], ...]

    def matches(self, element: Described) -> bool:
        if self.tag and self.tag != element.tag:
            return False
        if not self.classes <= element.classes:
            return False
        return all(
            name in element.attributes and value in (None, element.attributes[name])
            for name, value in self.attributes
        )


class Described(NamedTuple):
    """An element, as selectors see it."""

    tag: str
    classes: frozenset[str]
    attributes: Mapping[str, str]


class Rule(NamedTuple):
    """A selector with its declarations."""

    weight: tuple[int, int, int]  # specificity, then order
    selector: tuple[Compound, ...]
    declarations: Mapping[str, str]

    def matches(self, path: list[Described]) -> bool:
        """Return whether the last element of a path, the root first, is meant."""
        *outer, last = self.selector
        if not last.matches(path[-1]):
            return False
        place = len(path) - 2
        for compound in reversed(outer):
            while place >= 0 and not compound.matches(path[place]):
                place -= 1
            if place < 0:
                return False
            place -= 1
        return True


@lru_cache(maxsize=16)
def rules_of(sheet: str) -> tuple[Rule, ...]:
    """Return the rules of a style sheet; selectors that are not supported are left out."""
    rules = []
    for number, (selectors, body) in enumerate(_RULE.findall(_COMMENT.sub("", sheet))):
        declarations = dict(_declarations(body))
        for selector in selectors.split(","):
            compounds = [_compound(part) for part in selector.split()]
            if compounds and None not in compounds:
                parts = tuple(each for each in compounds if each is not None)
                classes = sum(len(each.classes) + len(each.attributes) for each in parts)
                tags = sum(bool(each.tag) for each in parts)
                rules.append(Rule((classes, tags, number), parts, declarations))
    return tuple(sorted(rules, key=lambda rule: rule.weight))


def _declarations(body: str) -> Iterator[tuple[str, str]]:
    for declaration in body.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip(), " ".join(value.split())


def _compound(text: str) -> Compound | None:
    match = _COMPOUND.match(text.replace("'", '"'))
    if match is None:
        return None
    parts = _PART.findall(match[2])
    classes = frozenset(name for name, _, _ in parts if name)
    attributes = tuple((name, value or None) for _, name, value in parts if name)
    return Compound(match[1] or "", classes, attributes)


def write_styles(root: Element, sheet: str, family: str) -> None:
    """Write the declarations of a style sheet into the attributes of a drawing, in place.

    All text is set in one font family.
    """
    _write(root, [], {}, rules_of(sheet), family)


def _write(
    element: Element,
    outer: list[Described],
    properties: Mapping[str, str],
    rules: Iterable[Rule],
    family: str,
) -> None:
    classes = frozenset(element.get("class", "").split())
    path = [*outer, Described(element.tag.rpartition("}")[2], classes, element.attrib)]
    declared: dict[str, str] = {}
    for rule in rules:
        if rule.matches(path):
            declared |= rule.declarations
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    properties = {**properties, **own} if own else properties
    for name, value in declared.items():
        if not name.startswith("--") and name not in _DROPPED:
            element.set(name, family if name == _FAMILY else resolved(value, properties))
    for child in element:
        _write(child, path, properties, rules, family)


def resolved(value: str, properties: Mapping[str, str], depth: int = 0) -> str:
    """Return a value without functions."""
    while depth < 20 and (call := _CALL.search(value)) is not None:
        end = _closing(value, call.end())
        arguments = _split(value[call.end() : end])
        if call[1] == "var":
            name, *fallback = arguments
            text = properties.get(name, fallback[0] if fallback else "")
        elif call[1] == "light-dark":
            text = arguments[0]
        else:
            text = _mixed(*(resolved(each, properties, depth + 1) for each in arguments[1:3]))
        value = f"{value[: call.start()]}{text}{value[end + 1 :]}"
        depth += 1
    return _plain(value.strip())


def _closing(value: str, start: int) -> int:
    """Return the place of the bracket that closes one before `start`."""
    depth = 1
    for place in range(start, len(value)):
        depth += {"(": 1, ")": -1}.get(value[place], 0)
        if not depth:
            return place
    raise ValueError(value)


def _split(text: str) -> list[str]:
    """Split arguments at the commas outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _mixed(one: str, other: str) -> str:
    """Mix two colours; a share may follow the first."""
    share = 50.0
    if (match := _SHARE.match(one)) is not None:
        one, share = match[1], float(match[2])
    if other == "transparent":
        return one
    part = share / 100
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _plain(value: str) -> str:
    """Return a colour as older parsers know it."""
    return _SPACED_RGB.sub(r"rgba(\1, \2, \3, \4)", value)
