"""Check that the texts are complete: `python -m entente.kernel.text_check`.

Both languages must have the same texts with the same gaps. Every key in the source must have a text
whose gaps the source fills; for `say(f"log.{name}")`, some text must begin with `log.`. Every kind
of name must have names. No verb of a game may be a command of the terminal. Everything a game
declares (options and their values, kinds of things, patterns of actions) must have its texts.
"""

from __future__ import annotations

import ast
import re
import string
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from entente.kernel import registry
from entente.kernel.game_texts import check_game
from entente.kernel.text import (
    AGREEMENT,
    GRAMMAR,
    LANGUAGES,
    LENGTH,
    NUMBER,
    OR,
    WRITTEN,
    package_texts,
    slug,
)

KERNEL, PLAYERS, COMMAND = "entente.kernel", "entente.players", "entente.cli"
SERVER, ARENA, AGENTS = "entente.server", "entente.arena", "entente.agents"
LEARNING = "entente.learning"
MAY_BE_EMPTY = ".note"
VERB, COMMANDS = "names.verb.", "play.command."

Texts = Mapping[str, str]
Problems = Iterator[str]

# The position of the key among the arguments of functions that create messages.
_KEY_AT = {"say": 0, "Message": 0, "words": 0, "mistake": 0, "refuse": 1}
# A gap that a UserError fills with its cause when it is rendered.
_TOLD_LATER = {"because"}
# These compose keys of texts that games have.
_SAYS_TEXTS_OF_GAMES = (KERNEL, PLAYERS)
_KEY = re.compile(r"[a-z]\w*(\.[\w-]+)+")


class Gap(NamedTuple):
    """A gap of a text, such as `{name}`, `{name:kind}` or `{name:|one|many}`."""

    name: str
    form: str


def gaps(text: str) -> set[Gap]:
    """Return the gaps of a text; ValueError if its braces do not match."""
    parsed = string.Formatter().parse(text)
    return {Gap(name, form or "") for _, name, form, _ in parsed if name is not None}


# -- texts


def check_texts(package: str, texts: Mapping[str, Texts], known: Texts) -> Problems:
    """Check the texts of a package: in all languages, with the same gaps, none empty.

    `known` are the texts in which names are looked up.
    """
    kinds = {key.split(".")[1] for key in known if key.startswith("names.")}
    for key in dict.fromkeys(key for each in texts.values() for key in each):
        if key.startswith(GRAMMAR):  # gender and number, which not every language has
            continue
        missing = [language for language in LANGUAGES if key not in texts[language]]
        for language in missing:
            yield f"{_file(package, language, key)}: {key}: missing text"
        for language in LANGUAGES:
            if language not in missing:
                place = f"{_file(package, language, key)}: {key}"
                yield from _check_text(place, texts[language][key], kinds)
        if not missing:
            yield from _check_same_gaps(package, key, [texts[each][key] for each in LANGUAGES])


def _check_text(place: str, text: str, kinds: set[str]) -> Problems:
    if not text.strip() and not place.endswith(MAY_BE_EMPTY):
        yield f"{place}: the text is empty"
    try:
        placeholders = gaps(text)
    except ValueError as error:
        yield f"{place}: the braces are wrong: {error}"
        return
    for gap in sorted(placeholders):
        if gap.form.startswith((NUMBER, LENGTH)):
            if gap.form.count("|") != 2:
                yield f"{place}: {{{gap.name}:{gap.form}}} needs a singular and a plural"
        elif gap.form.startswith(AGREEMENT):
            if gap.form.count("|") not in (1, 3):
                yield f"{place}: {{{gap.name}:{gap.form}}} needs two forms or four"
        elif gap.form and gap.form not in (WRITTEN, OR):
            names = () if gap.form.endswith("/") else gap.form.split("/")
            for kind in names:  # a form with this ending needs no names
                if kind not in kinds:
                    yield f"{place}: {{{gap.name}:{gap.form}}}: there are no names.{kind}.*"


def _check_same_gaps(package: str, key: str, both: list[str]) -> Problems:
    try:
        first, *others = [{gap.name for gap in gaps(text)} for text in both]
    except ValueError:
        return
    for language, names in zip(LANGUAGES[1:], others, strict=True):
        if names != first:
            differing = ", ".join(f"{{{name}}}" for name in sorted(names ^ first))
            place = f"{_file(package, language, key)}: {key}"
            yield f"{place}: {differing} is not in all languages"


def _file(package: str, language: str, key: str) -> str:
    return f"{package}/text/{language}/{key.split('.')[0]}.toml"


def check_verbs(package: str, texts: Mapping[str, Texts], command: Mapping[str, Texts]) -> Problems:
    """Check that no verb of a game is a command of the terminal, in its language or English."""
    ids = {key.removeprefix(COMMANDS) for key in command["en"] if key.startswith(COMMANDS)}
    for language in LANGUAGES:
        words = {slug(command[language][COMMANDS + name]): name for name in ids}
        for key, text in texts[language].items():
            if key.startswith(VERB):
                place = f"{_file(package, language, key)}: {key}"
                for typed in dict.fromkeys((slug(text), slug(key.removeprefix(VERB)))):
                    name = words.get(typed) or (typed if typed in ids else None)
                    if name is not None:
                        yield f"{place}: “{typed}” is already the command {name} of the terminal"


# -- keys in the source


class Use(NamedTuple):
    """A key in the source, and the parameters given with it if they are known."""

    line: int
    key: str
    given: frozenset[str] | None = None


def check_source(package: str, sources: Mapping[str, str], known: Texts) -> Problems:
    """Check that every key in a package's source has a text, and that its gaps are filled."""
    read = {file: _calls_and_classes(source) for file, source in sources.items()}
    classes = {node.name: node for _, own in read.values() for node in own}
    first_parts = {key.split(".")[0] for key in known}
    for file, (calls, own) in read.items():
        uses = [*_named_in(calls), *_prompts(own, classes), *_lookalikes(calls, first_parts)]
        for use in sorted(uses, key=lambda use: use.line):
            yield from _check_use(use, f"{package}/{file}:{use.line}: {use.key}", known)
        for line, parts in _composed(calls) if package not in _SAYS_TEXTS_OF_GAMES else ():
            pattern = re.compile(".+".join(map(re.escape, parts)))
            if not any(map(pattern.fullmatch, known)):
                yield f"{package}/{file}:{line}: {'{…}'.join(parts)}: missing texts"


def _check_use(use: Use, place: str, known: Texts) -> Problems:
    if use.key not in known:
        yield f"{place}: missing text"
    elif use.given is not None:
        try:
            needed = {gap.name for gap in gaps(known[use.key])} - _TOLD_LATER
        except ValueError:
            return
        for name in sorted(needed - use.given):
            yield f"{place}: the text needs {{{name}}}, which is not given"


@cache
def _calls_and_classes(source: str) -> tuple[list[ast.Call], list[ast.ClassDef]]:
    """Return the calls and classes of a module."""
    nodes = list(ast.walk(ast.parse(source)))
    return (
        [node for node in nodes if isinstance(node, ast.Call)],
        [node for node in nodes if isinstance(node, ast.ClassDef)],
    )


def _named_in(calls: list[ast.Call]) -> Iterator[Use]:
    """Yield the keys of `say("key", name=…)`, `refuse("section", "key", …)` and `Message("key",
    …)`."""
    for node in calls:
        function = _last_name(node.func)
        place = _KEY_AT.get(function, -1)
        if 0 <= place < len(node.args):
            for key in _constants(node.args[place]):
                yield Use(node.lineno, key, _parameter_names(function, node))


def _composed(calls: list[ast.Call]) -> Iterator[tuple[int, list[str]]]:
    """Yield the fixed parts of the keys that are composed, as in `say(f"log.{name}")`."""
    for node in calls:
        place = _KEY_AT.get(_last_name(node.func), -1)
        if not 0 <= place < len(node.args):
            continue
        argument = node.args[place]
        if isinstance(argument, ast.JoinedStr):
            parts = [""]
            for part in argument.values:
                if isinstance(part, ast.Constant):
                    parts[-1] += str(part.value)
                else:
                    parts.append("")
            yield node.lineno, parts


def _parameter_names(function: str, call: ast.Call) -> frozenset[str] | None:
    """Return the parameter names of a call; None if they are not literal."""
    if function == "Message":
        return None
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name)


def _prompts(own: list[ast.ClassDef], classes: Mapping[str, ast.ClassDef]) -> Iterator[Use]:
    """Yield `prompt.name` for each `@steps.ask("name")` whose class has no prompt of its own."""
    for node in own:
        if not _has_prompt(node, classes):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and _last_name(decorator.func) == "ask":
                    for name in _constants(decorator.args[0]):
                        yield Use(node.lineno, f"prompt.{name}")


def _has_prompt(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> bool:
    if any(isinstance(each, ast.FunctionDef) and each.name == "prompt" for each in node.body):
        return True
    bases = [classes.get(_last_name(base)) for base in node.bases]
    return any(_has_prompt(base, classes) for base in bases if base is not None)


def _lookalikes(calls: list[ast.Call], first_parts: set[str]) -> Iterator[Use]:
    """Yield other arguments that look like keys, for functions that pass keys on."""
    for node in calls:
        if _last_name(node.func) not in _KEY_AT:
            for argument in node.args:
                for text in _constants(argument):
                    is_key = _KEY.fullmatch(text) and not text.endswith(".toml")
                    if is_key and text.split(".")[0] in first_parts:
                        yield Use(argument.lineno, text)


def _constants(node: ast.expr) -> Iterator[str]:
    """Yield the strings an argument can be, as far as they are literal."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _last_name(node: ast.expr) -> str:
    """Return the last name of `a.b.c` or `a[b]`."""
    if isinstance(node, ast.Subscript):
        return _last_name(node.value)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


# -- all packages


def check_package(package: str, *, with_names_of: str = "") -> Problems:
    """Yield all problems of a package's texts. A game provides the names of the kernel's kinds."""
    kernel = package_texts(KERNEL, "en")
    own = texts_of(package)
    known = {**kernel, **own["fr"], **own["en"]}
    names = {**known, **package_texts(with_names_of, "en")} if with_names_of else known
    yield from check_texts(package, own, names)
    folder = Path(str(files(package)))
    sources = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.py"))
    }
    yield from check_source(package, sources, known)


def check_all(games: tuple[str, ...]) -> Problems:
    """Check the games in these packages, and then the kernel and the packages above it: what a new
    game lacks comes first."""
    for game in games:
        yield from check_package(game)
        if find_spec(COMMAND) is not None:
            yield from check_verbs(game, texts_of(game), texts_of(COMMAND))
    for game in games or ("",):
        yield from check_package(KERNEL, with_names_of=game)
    for package in (PLAYERS, ARENA, COMMAND, SERVER, AGENTS, LEARNING):
        if find_spec(package) is not None:
            yield from check_package(package)


def texts_of(package: str) -> dict[str, dict[str, str]]:
    """Return the texts of a package by language."""
    return {language: package_texts(package, language) for language in LANGUAGES}


def main() -> int:
    """Print the problems; return 1 if there are any."""
    playable = [registry.load(name) for name in registry.available()]
    games = tuple(game.info.package for game in playable)
    broken = map(str, registry.broken().values())
    declared = (problem for game in playable for problem in check_game(game))
    problems = list(dict.fromkeys([*broken, *declared, *check_all(games)]))
    for problem in problems:
        print(problem)
    if problems:
        print(f"{len(problems)} texts to fix")
        return 1
    packages = ", ".join((KERNEL, PLAYERS, ARENA, COMMAND, SERVER, AGENTS, LEARNING, *games))
    print(f"texts complete in {' and '.join(LANGUAGES)}: {packages}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
