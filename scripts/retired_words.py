"""Count retired words and phrases, area by area.

    python -m scripts.retired_words           print the counts
    python -m scripts.retired_words --write   store them in tests/language/counts.toml

`tests/language` holds every count to the stored one: it may only fall.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
COUNTS = ROOT / "tests/language/counts.toml"

PATTERNS = {
    "whoever": r"\b(who|what|wher|which)ever\b",
    "somebody": r"\b(some|every|no|any)body\b",
    "told": r"\b(is|are|was|were|be|been) told\b",
    "he": r"\b(he|his|him|himself)\b",
    "stands": r"\b(stands|lies|stood)\b(?! (in|still|for|down|out))",
    "anew": r"\banew\b",
    "so many": r"\bso (many|much|often)\b(?! (as|that|better|more))",
    "any more": r"\bany more\b",
    "all the same": r"\ball the same\b",
}
RETIRED = re.compile("|".join(PATTERNS.values()), re.IGNORECASE)
UI_PATTERNS = {
    "hand in": r"\b(hand|hands|handed) in\b",
    "kept": r"\bkept\b",
    "letter": r"\bletters?\b",
    "break off": r"\bbr(ea|o)ke?n? (it |the game )?off\b",
    "ellipsis": r"\s…",
}


def counts() -> dict[str, dict[str, int]]:
    """Return how often each pattern occurs in each area."""
    by_area = {}
    for area, texts in areas().items():
        patterns = PATTERNS | (UI_PATTERNS if area == "page" else {})
        whole = "\n".join(texts)
        by_area[area] = {
            name: len(re.findall(pattern, whole, re.IGNORECASE))
            for name, pattern in patterns.items()
        }
    return by_area


def areas() -> dict[str, Iterator[str]]:
    """Return the English prose of the project by area."""
    return {
        "page": page_texts(),
        "texts": toml_texts(),
        "documentation": documentation(),
        "code": comments(ROOT / "src"),
        "tests": comments(ROOT / "tests"),
        "client": client_comments(ROOT / "web/src"),
        "benchmarks": comments(ROOT / "benchmarks"),
        "scripts": comments(ROOT / "scripts"),
    }


def page_texts() -> Iterator[str]:
    """Yield the English texts of the web client."""
    web = ROOT / "web/src"
    own = [*web.glob("games/*/text/en.ts"), *web.glob("games/*/text/en/*.ts")]
    for path in sorted([*web.glob("lib/text/en/*.ts"), *own]):
        for _, text in re.findall(r"""(['"`])((?:\\.|(?!\1).)*)\1""", path.read_text()):
            if " " in text:
                yield text


def toml_texts() -> Iterator[str]:
    """Yield the English texts of the packages, without those of rules and cards."""
    for path in sorted((ROOT / "src").rglob("text/en/*.toml")):
        if path.stem not in ("rules", "cards"):
            yield from _leaves(tomllib.loads(path.read_text()))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _leaves(each)
    elif isinstance(value, str):
        yield value


def documentation() -> Iterator[str]:
    """Yield the pages, without code."""
    pages = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    pages += [each for each in sorted((ROOT / "docs").rglob("*.md")) if each.stem != "glossary"]
    for path in pages:
        text = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
        yield re.sub(r"`[^`]*`", "", text)


def comments(folder: Path) -> Iterator[str]:
    """Yield the docstrings and comments of the files in a folder that have a retired word."""
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text()
        # Parser and tokenizer are slow, and most files have nothing to find.
        if not RETIRED.search(text):
            continue
        yield from _docstrings(ast.parse(text))
        lines = [line for line in text.splitlines() if "#" in line]
        if any(RETIRED.search(line, line.index("#")) for line in lines):
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT:
                    yield token.string


def client_comments(folder: Path) -> Iterator[str]:
    """Yield the comments of the TypeScript, Svelte and CSS files in a folder."""
    comment = re.compile(r"/\*.*?\*/|<!--.*?-->|(?:^|\s)//[^\n]*", re.DOTALL)
    for suffix in ("ts", "svelte", "css"):
        for path in sorted(folder.rglob(f"*.{suffix}")):
            if "generated" not in path.parts:
                yield from comment.findall(path.read_text())


def _docstrings(module: ast.Module) -> Iterator[str]:
    """Yield the docstrings of a module; only statements have any."""
    todo: list[ast.AST] = [module]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            todo += getattr(node, field, ())


def main() -> None:
    """Print or store the counts."""
    lines = ["# Written by `python -m scripts.retired_words --write`. Counts may only fall."]
    for area, numbers in counts().items():
        lines += ["", f"[{area}]", *(f'"{name}" = {number}' for name, number in numbers.items())]
    text = "\n".join(lines) + "\n"
    if "--write" in sys.argv:
        COUNTS.write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
