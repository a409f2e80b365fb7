"""Catalogues: all texts that people read, in one language.

A package keeps its texts in `text/<language>/*.toml`. A key is the file's name and the path in it:
`prompt.draw` is `draw` in `prompt.toml`. Gaps are written `{name}`. `{name:region}` looks the value
up under `names.region.<value>`, `{name:region/nation}` under one after the other; `*` means any
kind, and after a trailing `/` a value without a name is shown as it is. `{action:~}` is an action
as it is typed. `{count:|tile|tiles}` selects singular or plural by a number,
`{powers:#|Guilty|All guilty}` by the length of a list. `{power:?prêt|prête|prêts|prêtes}` agrees
with the gender and number of the thing named, which `gram.<value>` gives as `ms`, `fs`, `mp` or
`fp`; with two forms, `{power:?déclare|déclarent}`, it agrees by number alone. English lists only
its plurals there. Lists end with the `kernel.and` of the language, `{choices:or}` with its
`kernel.or`. French texts are typeset when they are loaded (`typography.py`).

A missing text never stops a game: the key replaces the text, the value replaces the name, and a
warning is logged once. The `strict` catalogue raises instead.
"""

from __future__ import annotations

import logging
import re
import string
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Any, NamedTuple

import msgspec

from entente.kernel.message import Message
from entente.kernel.schema_hints import one_of
from entente.kernel.typography import signed, typeset

LANGUAGES = ("en", "fr")
LanguageCode = Annotated[str, one_of(*LANGUAGES)]
ANY = "*"
WRITTEN = "~"
TYPED = (WRITTEN, "verb")
OR = "or"  # a list of alternatives
NUMBER, LENGTH, AGREEMENT = "|", "#|", "?"  # prefixes of a gap that selects a form
GRAMMAR = "gram."  # the keys of gender and number
SENTENCES = 4000  # cached per catalogue: many readers get the same messages
_encode = msgspec.json.Encoder().encode
_INSIDE = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s;=|()\[\]"]+')
_log = logging.getLogger("entente.text")
_missing = set[str]()  # missing texts already logged
_MADE_OF = re.compile(r"(\.|-\d+$)")
_WORD = re.compile(r"[^\W_]+")
_MARKED = re.compile("\ue000(.*?)\ue001(.*?)\ue002(.*?)\ue003")


class Link(NamedTuple):
    """A part of a sentence that names a thing: from `start` to `end`, a `value` of a `kind`."""

    start: int
    end: int
    kind: str
    value: str


class Sentence(msgspec.Struct, frozen=True):
    """A sentence in the reader's language, with the things it names."""

    text: str
    links: list[Link]


class MissingText(KeyError):
    """A catalogue lacks a text, or a text lacks a parameter."""


class _Gap(str):
    """A gap without a value, written as in the text."""

    __slots__ = ()


class Catalog(string.Formatter):
    """The texts of a language, by key."""

    _is_strict = False
    _marks = False  # whether names are enclosed in marks, which no text contains

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts
        self._sentences: dict[bytes, tuple[str, list[Link]]] = {}  # recent results, by message

    @classmethod
    def load(cls, language: str, *packages: str) -> Catalog:
        """Load the texts of several packages."""
        if language not in LANGUAGES:
            raise ValueError(f"unknown language {language!r}; known: {', '.join(LANGUAGES)}")
        texts: dict[str, str] = {}
        for package in packages:
            texts.update(package_texts(package, language))
        return cls(language, texts)

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    @cached_property
    def strict(self) -> Catalog:
        """The same texts; anything missing raises MissingText."""
        strict = copy(self)
        strict.__dict__.pop("_marking", None)
        strict._is_strict = True
        return strict

    def _report_missing(self, what: str) -> None:
        """Raise if strict, otherwise log what is missing once."""
        if self._is_strict:
            raise MissingText(what)
        if what not in _missing:
            _missing.add(what)
            _log.warning("%s (python -m entente.kernel.text_check lists what is missing)", what)

    def get(self, key: str) -> str:
        """Return a text without parameters."""
        text = self.texts.get(key)
        if text is None:
            self._report_missing(f"no {self.language} text for {key!r}")
            return key
        return text

    def say(self, message: Message) -> str:
        """Render a message."""
        text = self.texts.get(message.key)
        return self.get(message.key) if text is None else self.vformat(text, (), message.args)

    def line(self, message: Message) -> str:
        """Render a message as a line, with a capital."""
        text = self.say(message)
        return text[:1].upper() + text[1:]

    def linked(self, message: Message) -> tuple[str, list[Link]]:
        """Render a message as a line, with the positions of the things it names."""
        written = _encode(message)
        sentence = self._sentences.get(written)
        if sentence is None:
            if len(self._sentences) >= SENTENCES:
                self._sentences.clear()
            sentence = self._sentences[written] = self._link(message)
        return sentence[0], sentence[1].copy()

    def _link(self, message: Message) -> tuple[str, list[Link]]:
        text, links, end = "", list[Link](), 0
        marked = self._marking.say(message)
        for mark in _MARKED.finditer(marked):
            text += marked[end : mark.start()]
            kind, value, name = mark.groups()
            links.append(Link(len(text), len(text) + len(name), kind, value))
            text += name
            end = mark.end()
        text += marked[end:]
        return text[:1].upper() + text[1:], links

    def sentence(self, message: Message) -> Sentence:
        """Render a message like `linked`, as data."""
        return Sentence(*self.linked(message))

    @cached_property
    def _marking(self) -> Catalog:
        marking = copy(self)  # same settings as this one
        marking._marks = True
        return marking

    def name(self, kind: str, value: str) -> str:
        """Return the name of a thing; of several kinds, `nation/tile`, the first that has it."""
        kind_of_value = self.kind_of(kind, value)
        if not kind_of_value:
            return value
        name = self.texts[f"names.{kind_of_value}.{value}"]
        return f"\ue000{kind_of_value}\ue001{value}\ue002{name}\ue003" if self._marks else name

    def kind_of(self, kind: str, value: str) -> str:
        """Return which of several kinds, `nation/tile`, a value belongs to; empty if none does."""
        for each in kind.split("/"):
            if f"names.{each}.{value}" in self.texts or not each:
                return each
            if each == ANY and value in self._kinds:
                return self._kinds[value]
        self._report_missing(f"no {self.language} name for the {kind} {value!r}")
        return ""

    # -- the written form of actions in this language

    @cached_property
    def words(self) -> dict[str, str]:
        """The word of this language for each word of the canonical form."""
        return {word: slug(text) for word, text in self.called.items()}

    @cached_property
    def _kinds(self) -> dict[str, str]:
        """The kind of each word that names a thing; the first of several."""
        named = ((word, kind) for kind, word, _ in self.named() if kind != "verb")
        return dict(reversed(list(named)))

    @cached_property
    def called(self) -> dict[str, str]:
        """The name of each word of the canonical form."""
        return {word: text for _, word, text in self.named()}

    def named(self) -> Iterator[tuple[str, str, str]]:
        """Yield the kind, the word and the name of everything that can be typed.

        Kinds with an underscore, such as `region_in`, are inflected forms for use in sentences.
        """
        for key, text in self.texts.items():
            if key.startswith("names."):
                _, kind, word = key.split(".", 2)
                if "_" not in kind:
                    yield kind, word, text

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of actions."""
        return tuple(key.split(".")[2] for key in self.texts if key.startswith("names.verb."))

    def write(self, action: str) -> str:
        """Rewrite an action in this language, as a person may type it."""
        if any(sign in action for sign in '="[;'):  # translate words, not texts
            return _INSIDE.sub(lambda match: self.word(match[0]), action)
        return " ".join(map(self.word, action.split()))

    def word(self, word: str) -> str:
        """Return the word of this language for a canonical word; a compound without a name, such as
        `france.germany-1`, is translated part by part."""
        known = self.words.get(word)
        if known is not None:
            return known
        parts = _MADE_OF.split(word)  # the words and the joints between them
        if len(parts) < 3 or not all(part in self.words for part in parts[::2] if part):
            return word
        return "".join(self.words.get(part, part) for part in parts)

    # -- formatting

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        """Format like `string.Formatter`, but parse each text only once."""
        pieces = _pieces(format_string)
        if pieces is None:
            return super().vformat(format_string, args, kwargs)
        parts = []
        for before, name, spec in pieces:
            parts.append(before)
            if name is not None:
                parts.append(self.format_field(self.get_value(name, args, kwargs), spec))
        return "".join(parts)

    def get_value(self, key: int | str, args: object, kwargs: Mapping[str, Any]) -> Any:
        """Return the value of a gap; what is missing is reported."""
        try:
            return kwargs[str(key)]
        except KeyError:
            self._report_missing(f"a text needs the parameter {key!r}")
            return _Gap(f"{{{key}}}")

    def get_field(self, field_name: str, args: object, kwargs: Mapping[str, Any]) -> Any:
        """Return the value of a gap. Gaps have no attributes or indices."""
        return self.get_value(field_name, args, kwargs), field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        """Write a value into a text: a number, a list, a form that agrees with it."""
        if isinstance(value, _Gap):
            return value
        if format_spec.startswith((NUMBER, LENGTH, AGREEMENT)):
            return self._form(value, format_spec)
        if format_spec == OR:
            alternatives = value if isinstance(value, (list, tuple)) else [value]
            return self._listed([self.format_field(item, "") for item in alternatives], "kernel.or")
        if isinstance(value, Mapping):
            return self._listed(
                [self._counted(item, count, format_spec) for item, count in value.items()]
            )
        if isinstance(value, (list, tuple)):
            parts = [self.format_field(item, format_spec) for item in value]
            # Words to be typed are not joined by another word.
            return ", ".join(parts) if format_spec in TYPED and parts else self._listed(parts)
        if format_spec == WRITTEN:
            return self.write(str(value))
        if format_spec:
            return self.name(format_spec, str(value))
        return signed(value) if self._is_french and isinstance(value, (int, float)) else str(value)

    def _counted(self, item: str, count: int, format_spec: str) -> str:
        name = self.format_field(item, format_spec)
        return name if count == 1 else f"{count} × {name}"

    def _listed(self, parts: list[str], conjunction: str = "kernel.and") -> str:
        if len(parts) < 2:
            return parts[0] if parts else self.get("kernel.nothing")
        last = self.texts.get(conjunction)
        before = ", ".join(parts[:-1])
        return f"{before} {last} {parts[-1]}" if last else f"{before}, {parts[-1]}"

    # -- forms that depend on a number, or on gender and number

    @property
    def _is_french(self) -> bool:
        return self.language == "fr"

    def _form(self, value: Any, format_spec: str) -> str:
        if format_spec.startswith(AGREEMENT):
            return self._agreeing(value, format_spec[len(AGREEMENT) :].split("|"))
        number = len(value) if format_spec.startswith(LENGTH) else _number(value)
        one, many = format_spec[format_spec.index("|") + 1 :].split("|")
        return one if self._is_one(number) else many

    def _is_one(self, number: float) -> bool:
        return abs(number) < 2 if self._is_french else number == 1

    def _agreeing(self, value: Any, forms: list[str]) -> str:
        """Return the form for the gender and number of what is named; a list is plural, and
        feminine only if all its members are."""
        named = list(value) if isinstance(value, (list, tuple, Mapping)) else [value]
        forms_of = [self._grammar(str(each)) for each in named]
        plural = len(forms_of) != 1 or forms_of[0][1] == "p"
        if len(forms) == 2:
            return forms[plural]
        feminine = bool(forms_of) and all(gender == "f" for gender, _ in forms_of)
        return forms[2 * plural + feminine]

    def _grammar(self, value: str) -> tuple[str, str]:
        grammar = self.texts.get(GRAMMAR + value)
        if grammar is None:
            if self._is_french:  # elsewhere only plurals are listed
                self._report_missing(f"no {self.language} gender and number for {value!r}")
            grammar = "ms"
        return grammar[0], grammar[1]


def _number(value: Any) -> float:
    """Return the number that selects singular or plural: a bag counts its contents, and a text
    such as `2,3` is read as a decimal."""
    if isinstance(value, Mapping):
        return sum(value.values())
    return float(value.replace(",", ".")) if isinstance(value, str) else value


@lru_cache(maxsize=10_000)
def _pieces(text: str) -> list[tuple[str, str | None, str]] | None:
    """Return the text before each gap, its name, and its format. None for the few texts in which a
    gap has no name or its format depends on another gap."""
    parsed = list(string.Formatter().parse(text))
    if any(name == "" or "{" in (spec or "") or conversion for _, name, spec, conversion in parsed):
        return None
    return [(before, name, spec or "") for before, name, spec, _ in parsed]


@lru_cache(maxsize=64)
def catalog_of(package: str, language: str) -> Catalog:
    """Return the kernel's texts and a package's."""
    return Catalog.load(language, "entente.kernel", package)


def slug(text: str) -> str:
    """Return a name as one typable word: `Royaume de Hongrie` becomes `royaume-de-hongrie`."""
    plain = text.lower()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain.replace("œ", "oe").replace("æ", "ae"))
        plain = "".join(c for c in plain if not unicodedata.combining(c))
    return "-".join(_WORD.findall(plain))


def package_texts(package: str, language: str) -> dict[str, str]:
    """Return all texts of one package in one language, by key."""
    texts: dict[str, str] = {}
    folder = files(package) / "text" / language
    if not folder.is_dir():
        return texts
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            texts.update(_flatten(file.name.removesuffix(".toml"), _parse(file)))
    return {key: typeset(text) for key, text in texts.items()} if language == "fr" else texts


def _parse(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _flatten(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flatten(f"{prefix}.{key}", value)
        else:
            yield f"{prefix}.{key}", str(value)
